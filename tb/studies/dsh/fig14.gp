# Change of the mean completion times under DSH against SIH, against the load of the background.
# gnuplot -c tb/studies/dsh/fig14.gp OUT.svg TABLE.md
set terminal svg size 900,360 font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key below horizontal samplen 2 noenhanced
set xlabel 'load of the background'
set ylabel 'mean completion time, % of SIH'
set xrange [0.1:0.9]
change(control, field) = sprintf("< awk -F ' *[|] *' '$3 == \"%s\" && $4 == \"DSH\" {print $2, 100 + $%d}' %s", control, field, ARG2)
set multiplot layout 1,2
do for [i = 1:2] {
  set title i == 1 ? 'background' : 'fan-in'
  plot for [c in 'dcqcn window powertcp'] change(c, i == 1 ? 6 : 8) using 1:2 with linespoints pt 7 ps 0.6 lw 1.5 title c
}
unset multiplot
set output
