# Pause events and buffer occupancy of a deadlock case over time, as in Fig. 1(c) and (d) to (g) of the case study.
# gnuplot -c tb/plots/case.gp RESULTS NAME FROM_US TO_US: reads RESULTS/pauses.csv and RESULTS/occupancy.csv, writes
# RESULTS/pauses.{svg,png} and RESULTS/occupancy.{svg,png}.
dir = ARG1
name = ARG2
set datafile separator ','
set xrange [ARG3:ARG4]
set xlabel 'time, us'
set key outside right top
set grid back lc rgb '#dddddd'
set border 3
set tics nomirror

# x and y of the pause messages that arrive for a link: (t, i), and a point outside for a link that is never paused.
events(i, way) = sprintf("< awk -F, '$2 == \"L%d\" && $3 == \"%s\" && $5 == \"pause\" {print $1 / 1000 \",\" %d} END {print \"-1,%d\"}' %s/pauses.csv", i, way, i, i, dir)
# Bytes of one ingress queue.
queue(sw, link) = sprintf("< awk -F, '$2 == \"%s\" && $3 == \"%s\" {print $1 / 1000 \",\" $5 / 1000}' %s/occupancy.csv", sw, link, dir)

array sizes[2] = ['svg', 'png']
do for [i = 1:2] {
  if (i == 1) { set terminal svg size 900,300 font 'sans,12' background 'white' } else { set terminal pngcairo size 900,300 font 'sans,10' }
  set output sprintf('%s/pauses.%s', dir, sizes[i])
  set title sprintf('%s: pause events', name)
  set yrange [0.5:4.5]
  set ytics ('L1' 1, 'L2' 2, 'L3' 3, 'L4' 4)
  set ylabel 'paused link'
  plot events(1, 'A>B') using 1:2 with points pt 7 ps 0.5 title 'L1 (A to B)', \
       events(2, 'B>C') using 1:2 with points pt 7 ps 0.5 title 'L2 (B to C)', \
       events(3, 'C>D') using 1:2 with points pt 7 ps 0.5 title 'L3 (C to D)', \
       events(4, 'D>A') using 1:2 with points pt 7 ps 0.5 title 'L4 (D to A)'
  set output

  if (i == 1) { set terminal svg size 900,700 font 'sans,12' background 'white' } else { set terminal pngcairo size 900,700 font 'sans,10' }
  set output sprintf('%s/occupancy.%s', dir, sizes[i])
  set ytics 0,20,60
  set yrange [0:60]
  unset xlabel
  set ylabel 'KB'
  unset key
  set multiplot layout 4,1 title sprintf('%s: cells held for an ingress queue (XOFF 40 KB dashed)', name)
  unset title
  do for [q in 'A:L4 B:L1 C:L2 D:L3'] {
    set label 1 sprintf('%s, from %s', q[1:1], q[3:4]) at graph 0.01,0.9 front
    if (q eq 'D:L3') { set xlabel 'time, us' }
    plot queue(q[1:1], q[3:4]) using 1:2 with lines lc rgb '#1f5fa8' notitle, 40 with lines dt 2 lc rgb '#b03030' notitle
  }
  unset multiplot
  unset label 1
  set key outside right top
  set output
}
