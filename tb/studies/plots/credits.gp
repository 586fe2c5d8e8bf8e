# The rate of a link against the limit of its channel, and the available credits of a link of case 2.
# gnuplot -c tb/studies/plots/credits.gp DIR FILE: reads DIR/KIND.txt, DIR/KIND.plan and DIR/cbfc*.txt, writes FILE.
dir = ARG1
set terminal svg size 1000,360 font 'sans,12' background 'white' noenhanced
set output ARG2
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
plan(kind) = real(system(sprintf('cat %s/%s.plan', dir, kind)))
blue = '#1f5fa8'
orange = '#e08214'
set multiplot layout 1,2
set title 'link of 1 km at 100 Gb/s, packets of 4096 bytes'
set xlabel 'limit of the channel, KB'
set ylabel 'Gb/s'
set xrange [0:180]
set yrange [0:130]
set key top left samplen 2
set arrow 1 from plan('ultra_ethernet'), 0 to plan('ultra_ethernet'), 105 nohead lc rgb blue dt 2
set arrow 2 from plan('infiniband'), 0 to plan('infiniband'), 105 nohead lc rgb orange dt 2
set arrow 3 from 131.072, 0 to 131.072, 105 nohead lc rgb '#888888'
set label 1 'counter of InfiniBand' at 129, 12 right font ',10' tc rgb '#666666'
plot dir . '/ultra_ethernet.txt' using 1:2 with linespoints lw 2 pt 7 ps 0.3 lc rgb blue title 'Ultra Ethernet, dashed: planned', \
     dir . '/infiniband.txt' using 1:2 with linespoints lw 2 pt 7 ps 0.3 lc rgb orange title 'InfiniBand, dashed: planned'
unset arrow
unset label
set title 'case 2, available credits of A for link L1'
set xlabel 'time, us'
set ylabel 'KB'
set xrange [0:800]
set yrange [0:60]
set key top right samplen 2
thin(run) = sprintf("< awk -v width=4 -f tb/studies/plots/thin.awk %s/%s.txt", dir, run)
plot thin('cbfc_ttl') using 1:2 with lines lw 1 lc rgb '#9ecae1' title 'with the classes of TTL', \
     thin('cbfc') using 1:2 with lines lw 1 lc rgb '#b3001b' title 'one class: deadlocked'
unset multiplot
set output
