# Received rates of the flows of one incast, one panel for each parameter set of congestion control.
# gnuplot -c tb/studies/plots/senders.gp DIR: reads DIR/SET/rates.csv, writes DIR/senders.svg.
sets = 'none hpcc_dcqcn hpcc_dcqcn_paper ns3_rdma ns3_datacenter powertcp hpcc'
set datafile separator ','
set terminal svg size 900,1500 font 'sans,12' background 'white' noenhanced
set output ARG1 . '/senders.svg'
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top right horizontal samplen 2
set xrange [0:10]
set yrange [0:130]
set ytics 50
set ylabel 'Gb/s'
rates(set, flow) = sprintf("< awk -F, '$2 == \"%s\" && $3 == \"received\" {print $1 / 1000000 \",\" $4}' %s/%s/rates.csv", flow, ARG1, set)
all(set) = sprintf("< awk -F, '$3 == \"received\" {s[$1] += $4} END {for (t in s) print t / 1000000 \",\" s[t]}' %s/%s/rates.csv | sort -g", ARG1, set)
set multiplot layout words(sets),1
do for [i = 1:words(sets)] {
  name = word(sets, i)
  set title name
  if (i == words(sets)) { set xlabel 'time, ms' }
  plot all(name) using 1:2 with lines lw 1 lc rgb '#bbbbbb' title 'all', \
       rates(name, 'f0') using 1:2 with lines lw 2 lc rgb '#08519c' title 'endless flow', \
       for [f = 1:7] rates(name, sprintf('f%d', f)) using 1:2 with lines lw 1 lc rgb '#6baed6' title f == 1 ? 'flows of 4 MB' : ''
}
unset multiplot
set output
