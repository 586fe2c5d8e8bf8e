# Slowdown by flow size: median and 99th percentile of ten groups with equal numbers of flows. Only completed flows have a slowdown.
# gnuplot -c tb/studies/plots/slowdown.gp OUT.svg TITLE DIR: reads flows.csv in DIR.
groups = 10
# Lines "largest size, p50, p99", one for each group; percentiles by nearest rank.
data = sprintf("< awk -F, 'NR > 1 && $9 != \"\" {print $5, $9}' %s/flows.csv | sort -n | ", ARG3).\
       sprintf("awk '{b[NR] = $1; s[NR] = $2} END {for (i = 1; i <= NR; i++) print int((i - 1) * %d / NR), b[i], s[i]}' | ", groups).\
       "sort -k1,1n -k3,3g | awk 'function put() {if (n) print most, s[int((n + 1) / 2)], s[int((99 * n + 99) / 100)]; n = most = 0} ".\
       "$1 != group {put(); group = $1} {s[++n] = $3; if ($2 > most) most = $2} END {put()}'"
set terminal svg size 900,360 font 'sans,12' background 'white'
set output ARG1
set title ARG2
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top right samplen 2
set logscale x
set xrange [2e3:5e7]
set xtics ('10 KB' 1e4, '100 KB' 1e5, '1 MB' 1e6, '10 MB' 1e7)
set xlabel 'flow size'
set yrange [1:*]
set ylabel 'slowdown'
plot data using 1:3 with linespoints pt 7 ps 0.7 lw 2 lc rgb '#d95f02' title '99th percentile', \
     data using 1:2 with linespoints pt 7 ps 0.7 lw 2 lc rgb '#1f5fa8' title 'median'
set output
