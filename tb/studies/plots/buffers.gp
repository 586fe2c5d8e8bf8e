# Buffer of a link against its length: a column for each rate, a row for one and one for eight lossless classes. A cross: the counter ends.
# gnuplot -c tb/studies/plots/buffers.gp OUT.svg FILE: reads the table of `make buffers`.
set terminal svg size 1100,660 font 'sans,12' background 'white'
set output ARG1
set datafile separator ','
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set logscale xy
set xrange [60:20000]
set yrange [1e4:1e9]
array scheme[7] = ['SIH', 'SHP', 'DSH', 'CBFC_UE', 'CBFC_IB', 'GFC', 'GFC_TIMED']
array name[7] = ['PFC, SIH', 'PFC, SHP (equals SIH)', 'PFC, DSH', 'credits, Ultra Ethernet', 'credits, InfiniBand', 'GFC', 'GFC, time-based']
array color[7] = ['#1f5fa8', '#7fb3e6', '#0b2f5c', '#2e8b57', '#86c67c', '#d95f02', '#f4a460']
array dash[7] = [1, 2, 1, 1, 1, 1, 2]
array gbps[4] = [10, 100, 400, 800]
array classes[2] = [1, 8]
rows(s, c, g) = sprintf("< awk -F, '$1 == \"%s\" && $2 == %d && $3 == %d' %s", scheme[s], c, g, ARG2)
ends(c, g) = sprintf("< awk -F, '$2 == %d && $3 == %d && $7 == 1' %s", c, g, ARG2)
set multiplot layout 2,4 margins 0.085,0.985,0.11,0.94 spacing 0.03,0.15
do for [r = 1:2] {
  do for [k = 1:4] {
    set title sprintf('%d Gb/s, %d lossless class%s', gbps[k], classes[r], classes[r] == 1 ? '' : 'es')
    set xtics ('100 m' 100, '1 km' 1000, '10 km' 10000)
    if (k == 1) { set ytics ('10 KB' 1e4, '100 KB' 1e5, '1 MB' 1e6, '10 MB' 1e7, '100 MB' 1e8, '1 GB' 1e9) } else { set ytics ('' 1e4, '' 1e5, '' 1e6, '' 1e7, '' 1e8, '' 1e9) }
    if (k == 1) { set ylabel 'buffer of the link' } else { unset ylabel }
    if (r == 2) { set xlabel 'length of the link' } else { unset xlabel }
    if (r == 1 && k == 1) { set key top left Left reverse samplen 2 spacing 0.8 font ',10' } else { unset key }
    plot for [s = 1:7] rows(s, classes[r], gbps[k]) using 4:6 with linespoints pt 7 ps 0.5 lw 2 dt dash[s] lc rgb color[s] title name[s], \
         ends(classes[r], gbps[k]) using 4:6 with points pt 2 ps 1.2 lw 2 lc rgb '#222222' title 'a counter ends'
  }
}
unset multiplot
set output
