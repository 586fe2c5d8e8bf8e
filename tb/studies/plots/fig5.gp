# Queue length and input rate over time under PFC, practical and conceptual GFC, as in Fig. 5 of [GFC].
# gnuplot -c tb/studies/plots/fig5.gp OUT PFC GFC LINEAR: reads occupancy.csv in the last three folders, writes OUT/fig5.{svg,png}
out = ARG1
array dirs[3] = [ARG2, ARG3, ARG4]
array names[3] = ['PFC, XOFF 80 KB, XON 77 KB', 'practical GFC: stages', 'conceptual GFC: linear']
set datafile separator ','
set xrange [0:800]
set yrange [0:100]
set y2range [0:12]
set ytics nomirror 0,25,100
set y2tics nomirror 0,5,10
set xtics nomirror
set ylabel 'queue length, KB'
set y2label 'input rate, Gb/s'
set grid back lc rgb '#dddddd'
set border 11
set key at graph 1.0, 1.22 right top horizontal samplen 2
field(i, n, scale) = sprintf("< awk -F, '$2 == \"S\" && $3 == \"a\" {print $1 / 1000 \",\" $%d * %g}' %s/occupancy.csv", n, scale, dirs[i])

array sizes[2] = ['svg', 'png']
do for [t = 1:2] {
  if (t == 1) { set terminal svg size 900,700 font 'sans,12' background 'white' } else { set terminal pngcairo size 900,700 font 'sans,10' }
  set output sprintf('%s/fig5.%s', out, sizes[t])
  set multiplot layout 3,1 title 'Two inputs to one output, 10 Gb/s, tau 25 us: ingress queue of input a'
  do for [i = 1:3] {
    set title names[i]
    if (i == 3) { set xlabel 'time, us' } else { unset xlabel }
    plot field(i, 6, 1) using 1:2 axes x1y2 with steps lc rgb '#d95f02' title 'input rate', \
         field(i, 5, 0.001) using 1:2 with lines lw 2 lc rgb '#1f77b4' title 'queue length'
  }
  unset multiplot
  set output
}
