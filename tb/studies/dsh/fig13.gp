# Throughput of F0 over time, means of the last 50 us, one panel for each congestion control.
# gnuplot -c tb/studies/dsh/fig13.gp OUT.svg DIR: reads DIR/CONTROL/SCHEME/rates.csv
array controls[4] = ['none', 'dcqcn', 'window', 'powertcp']
set terminal svg size 900,640 font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key bottom right samplen 2
set xrange [2.6:3.2]
set yrange [0:100]
set xlabel 'time, ms'
set ylabel 'F0, Gb/s, mean of 50 us'
rates(control, scheme) = sprintf("< awk -F, '$2 == \"F0\" && $3 == \"received\" {r[int($1 / 10000 + 0.5)] = $4} END {for (i = 260; i <= 320; i++) print i / 100, (r[i - 4] + r[i - 3] + r[i - 2] + r[i - 1] + r[i]) / 5}' %s/%s/%s/rates.csv", ARG2, control, scheme)
set multiplot layout 2,2
do for [i = 1:4] {
  set title controls[i] noenhanced
  plot for [s in 'sih dsh shp static'] rates(controls[i], s) using 1:2 with lines lw 1.5 title s
}
unset multiplot
set output
