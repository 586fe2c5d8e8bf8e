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
rates(set, flow) = sprintf("< awk -F, '$2 == \"%s\" && $3 == \"received\" {print $1 / 1000000 \",\" $4}' %s/%s/rates.csv | awk -F, -v width=0.05 -v same=0.5 -f tb/studies/plots/thin.awk", flow, ARG1, set)
all(set) = sprintf("< awk -F, '$3 == \"received\" {s[$1] += $4} END {for (t in s) print t / 1000000 \",\" s[t]}' %s/%s/rates.csv | sort -g | awk -F, -v width=0.05 -v same=0.5 -f tb/studies/plots/thin.awk", ARG1, set)
range(set) = sprintf("< awk -F, '$2 ~ /^f[1-7]$/ && $3 == \"received\" && $4 > 0 {if (!($1 in low) || $4 < low[$1]) low[$1] = $4; if ($4 > high[$1]) high[$1] = $4} END {for (t in low) print t / 1000000 \",\" low[t] \",\" high[t]}' %s/%s/rates.csv | sort -g", ARG1, set)
set multiplot layout words(sets),1
do for [i = 1:words(sets)] {
  name = word(sets, i)
  set title name
  if (i == words(sets)) { set xlabel 'time, ms' }
  plot range(name) using 1:2:3 with filledcurves lc rgb '#9ecae1' title 'flows of 4 MB: least to most', \
       all(name) using 1:2 with lines lw 1 lc rgb '#888888' title 'all', \
       rates(name, 'f0') using 1:2 with lines lw 2 lc rgb '#08519c' title 'endless flow'
}
unset multiplot
set output
