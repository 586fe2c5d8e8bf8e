# Headroom in use over time, under SHP, DSH and SIH.
# gnuplot -c tb/studies/shared_pool/shared_pool.gp DIR: reads DIR/SCHEME.csv, writes DIR/shared-pool.svg.
set datafile separator ','
set terminal svg size 700,380 font 'sans,12' background 'white'
set output ARG1 . '/shared-pool.svg'
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key at graph 0.02, 0.82 left top samplen 2
set xrange [0:560]
set yrange [0:1900]
set xlabel 'time, us'
set ylabel 'headroom in use, KB'
full = (1550560 + 5 * 10240) / 1000.0
set arrow from 0, full to 560, full nohead dt 2 lc rgb '#888888'
set label 'pool of SHP and private headroom of five ports: 1,601,760 B' at 8, full + 70 tc rgb '#666666'
set arrow from 480, 1180 to 497, 1590 lc rgb '#b2182b'
set label "h4 loses\n46,600 B" at 480, 1110 center tc rgb '#b2182b'
set label 'each step: one class of h0 to h3' at 270, 700 left tc rgb '#666666'
headroom(scheme) = sprintf("< awk -F, -v width=4000 -f tb/studies/plots/thin.awk %s/%s.csv", ARG1, scheme)
plot headroom('SIH') using ($1 / 1000):($2 / 1000) with lines lw 4 lc rgb '#bdbdbd' title 'SIH, 12,732,160 B reserved', \
     headroom('SHP') using ($1 / 1000):($2 / 1000) with lines lw 2 lc rgb '#b2182b' title 'SHP, 1,878,240 B', \
     headroom('DSH') using ($1 / 1000):($2 / 1000) with lines lw 2 lc rgb '#08519c' title 'DSH, 1,818,880 B'
set output
