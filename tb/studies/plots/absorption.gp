# The largest burst without a pause against alpha: searches of a sweep as points, the closed form of [DSH IV-C] as lines.
# gnuplot -c tb/studies/plots/absorption.gp OUT.svg SWEEP.csv: SWEEP.csv is that of tb/examples/sweeps/absorption.yaml.
csv = ARG2
set datafile separator ','
set terminal svg size 900,360 font 'sans,12' background 'white'
set output ARG1
set title '32 ports of 100 Gb/s, 16 MiB, 16-to-1: largest burst without a pause'
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top left samplen 2
set logscale x 2
set xrange [1.0 / 150:1.2]
set xtics ('1/128' 1.0 / 128, '1/64' 1.0 / 64, '1/32' 1.0 / 32, '1/16' 1.0 / 16, '1/8' 1.0 / 8, '1/4' 1.0 / 4, '1/2' 1.0 / 2, '1' 1)
set xlabel 'alpha'
set yrange [0:80]
set ylabel 'share of the buffer, %'
of(scheme, column) = strcol(2) eq scheme ? 100 * column(column) : NaN
plot for [scheme in 'DSH SIH'] csv every ::1 using (column(3)):(of(scheme, 7)) with lines lw 1.5 dt 2 lc rgb (scheme eq 'DSH' ? '#1b7f4b' : '#b3001b') title scheme.', closed form', \
     for [scheme in 'DSH SIH'] csv every ::1 using (column(3)):(of(scheme, 6)) with points pt 7 ps 0.9 lc rgb (scheme eq 'DSH' ? '#1b7f4b' : '#b3001b') title scheme.', simulated'
set output
