# Ingress queues of the first and the last sender and their pause threshold during an incast, one panel for each run.
# gnuplot -c tb/studies/plots/incast.gp OUT.svg TITLE DIR [TITLE DIR]..: reads occupancy.csv and series.csv in each DIR.
panels = (ARGC - 1) / 2
set datafile separator ','
set terminal svg size 900,40 + 230 * panels font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top right horizontal samplen 2
set xrange [0:400]
set yrange [0:900]
set ytics 300
set ylabel 'KB'
thin = 'awk -F, -v width=4 -f tb/studies/plots/thin.awk'
queue(dir, host) = sprintf("< awk -F, '$3 == \"%s\" {print $1 / 1000 \",\" $5 / 1000}' %s/occupancy.csv | ", host, dir).thin
threshold(dir) = sprintf("< awk -F, '$5 == \"threshold\" {print $1 / 1000 \",\" $6 / 1000}' %s/series.csv | ", dir).thin
set multiplot layout panels,1
do for [i = 1:panels] {
  dir = value(sprintf('ARG%d', 2 * i + 1))
  set title value(sprintf('ARG%d', 2 * i))
  if (i == panels) { set xlabel 'time, us' }
  plot threshold(dir) using 1:2 with lines lw 1.5 lc rgb '#b3001b' title 'pause threshold', \
       queue(dir, 'h0') using 1:2 with lines lw 2 lc rgb '#6baed6' title 'queue of h0', \
       queue(dir, 'h15') using 1:2 with lines lw 2 lc rgb '#08519c' title 'queue of h15'
}
unset multiplot
set output
