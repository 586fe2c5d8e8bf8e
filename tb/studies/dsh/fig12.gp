# Cumulative share of the runs that are deadlocked, over time, one panel for each load and congestion control.
# gnuplot -c tb/studies/dsh/fig12.gp OUT.svg POINTS.csv
array controls[4] = ['none', 'dcqcn', 'window', 'powertcp']
array loads[3] = ['1', '0.6', '0.5']
set terminal svg size 1200,810 font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top left samplen 1
set logscale x
set xrange [0.001:200]
set yrange [0:1.05]
set xlabel 'time, ms'
set ylabel 'share of runs deadlocked'
times(load, control, scheme) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%s\" && $3 == \"%s\" {n++; if ($4 + 0 > 0) print $4 / 1000} END {print 0.001, n}' %s | sort -g | awk 'NR == 1 {n = $2; print $1, 0; next} {print $1, (NR - 2) / n; print $1, (NR - 1) / n; last = (NR - 1) / n} END {print 200, last + 0}'", load, control, scheme, ARG2)
set multiplot layout 3,4
do for [l = 1:3] { do for [i = 1:4] {
  set title sprintf('load %s, %s', loads[l], controls[i]) noenhanced
  plot for [s in 'SIH DSH SHP STATIC TTL'] times(loads[l], controls[i], s) using 1:2 with lines lw 1.5 title s
} }
unset multiplot
set output
