# Input rate and length of an ingress queue over time, as in Fig. 5 of [GFC].
# gnuplot -c tb/plots/fig5.gp RESULTS NAME TO_US: reads RESULTS/occupancy.csv (queue a/0 of switch S), writes RESULTS/fig5.{svg,png}.
dir = ARG1
name = ARG2
queue = sprintf("< awk -F, '$2 == \"S\" && $3 == \"a\" && $4 == 0 {print $1 / 1000 \",\" $5 / 1000 \",\" $6}' %s/occupancy.csv", dir)
set datafile separator ','
set xrange [0:ARG3]
set yrange [0:12]
set y2range [0:120]
set xlabel 'time, us'
set ylabel 'input rate, Gb/s'
set y2label 'queue length, KB'
set ytics nomirror
set y2tics 0,20,120
set grid back lc rgb '#dddddd'
set border 11
set key outside top center horizontal
set title name
array sizes[2] = ['svg', 'png']
do for [i = 1:2] {
  if (i == 1) { set terminal svg size 900,350 font 'sans,12' background 'white' } else { set terminal pngcairo size 900,350 font 'sans,10' }
  set output sprintf('%s/fig5.%s', dir, sizes[i])
  plot queue using 1:3 axes x1y1 with steps lc rgb '#b03030' title 'input rate', \
       queue using 1:2 axes x1y2 with lines lc rgb '#1f5fa8' title 'queue length'
  set output
}
