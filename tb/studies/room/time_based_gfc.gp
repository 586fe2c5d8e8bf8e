# Queues under time-based GFC. gnuplot -c tb/studies/room/time_based_gfc.gp DIR: reads DIR/RUN/occupancy.csv, writes DIR/time-based-gfc.svg.
set datafile separator ','
set terminal svg size 900,900 font 'sans,12' background 'white' noenhanced
set output ARG1 . '/time-based-gfc.svg'
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top right horizontal samplen 2
set ylabel 'queue, KB'
queue(run) = sprintf("< awk -F, '$3 == \"a\" {print $1 / 1000 \",\" $5 / 1000}' %s/%s/occupancy.csv | awk -F, -v width=8 -f tb/studies/plots/thin.awk", ARG1, run)
periods = '5 25 100'
colors = '#08519c #6baed6 #d95f02'
set multiplot layout 3,1
set xrange [0:2000]
set yrange [0:170]
do for [map in 'gfc_linear gfc'] {
  set title 'Bm 100 KB, B0 50 KB, one input, drain 5 Gb/s: ' . (map eq 'gfc' ? 'stages' : 'linear')
  plot 100 with lines dt 2 lc rgb '#888888' title 'Bm', \
       for [i = 1:3] queue(sprintf('one-%s-%s', map, word(periods, i))) using 1:2 with lines lw 2 lc rgb word(colors, i) title 'T ' . word(periods, i) . ' us'
}
set title 'Bm 1 MB, linear, T 25 us, output blocked: D as a multiple of 4 C (tau + T)'
set xlabel 'time, us'
set xrange [500:2500]
set yrange [600:1100]
ratios = '1 0.5 0.25'
plot 1000 with lines dt 2 lc rgb '#888888' title 'Bm', \
     for [i = 1:3] queue(sprintf('mb-GFC_LINEAR-25-%s-blocked', word(ratios, i))) using 1:2 with lines lw 2 lc rgb word(colors, i) title word(ratios, i)
unset multiplot
set output
