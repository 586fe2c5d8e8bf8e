# Plots pauses and occupancy of a run over time. Called by plot.sh: ARG1 is the folder of the data, ARG2 the folder of the pictures.
data = ARG1
out = ARG2
set ytics () nomirror
load data.'/run.gp'

unset key
set samples 2
set xrange [from:to]
set grid x back lc rgb '#dddddd'
set border 3
set tics nomirror out
blue = '#1f5fa8'; red = '#b3001b'; orange = '#e58a3c'; green = '#1b7f4b'; grey = '#5d6b7a'
if (since >= from && since <= to) {
  set arrow 1 from since, graph 0 to since, graph 1 nohead lc rgb red lw 1.5 front
}
if (stop > from && stop < to && stop < end) {
  set arrow 2 from stop, graph 0 to stop, graph 1 nohead lc rgb grey dt 3 front
}
instants = (since >= from && since <= to ? sprintf(', red line: deadlocked since %.1f us', since) : '').(stop > from && stop < to && stop < end ? ', dotted: sources stop' : '')
# GFC: a bar is a level; a paler bar is a faster level.
shade(level) = int(225 - 135 * level / most) * 256 + int(190 - 175 * level / most) + int(250 - 60 * level / most) * 65536
colour(level, last) = gfc ? shade(level) : last > 0 ? 0xb3001b : 0xe58a3c

array sizes[2] = ['svg', 'png']
do for [i = 1:2] {
  high = 110 + 22 * (lanes > 0 ? lanes : 1)
  if (i == 1) { set terminal svg size 900,high font 'sans,12' background 'white' } else { set terminal pngcairo size 900,high font 'sans,10' }
  set output sprintf('%s/pauses.%s', out, sizes[i])
  set title sprintf("%s\n{/*0.85 %s%s}", name, gfc ? 'below full rate, darker: slower' : 'from pause to resume; dark red: until the end', instants)
  set xlabel 'time, us'
  set yrange [0.4:(lanes > 0 ? lanes : 1) + 0.6]
  set style fill solid 1 noborder
  if (lanes > 0) {
    plot data.'/bars' using (0.5 * ($2 + $3)):1:2:3:($1 - 0.34):($1 + 0.34):(colour($4, $5)) with boxxyerror lc rgb variable notitle
  } else {
    set label 9 'no pauses' at graph 0.5,0.5 center
    unset ytics
    plot -1
    unset label 9
  }
  set output
}
if (queues == 0) { exit }

set ytics autofreq
set yrange [0:1.15 * peak]
set ylabel 'KB'
do for [i = 1:2] {
  high = 110 + 150 * queues
  if (i == 1) { set terminal svg size 900,high font 'sans,12' background 'white' } else { set terminal pngcairo size 900,high font 'sans,10' }
  set output sprintf('%s/occupancy.%s', out, sizes[i])
  set multiplot layout queues,1 title sprintf("%s\n{/*0.85 ingress queues%s%s}", name, fixed ? (gfc ? '; dashed: Bm, dotted: B0' : '; dashed: XOFF, dotted: XON') : moving ? '; red: threshold' : '', instants)
  unset title
  unset xlabel
  do for [q = 1:queues] {
    label = system(sprintf("grep '^\"' '%s/queues' | sed -n '%dp' | tr -d '\"'", data, q))
    set label 1 label at graph 0.01,0.93 front
    if (q == queues) { set xlabel 'time, us' }
    # A plot with an empty loop causes a warning, so only existing columns are named.
    lines = "plot data.'/queues' index q - 1 using 1:2 with fillsteps fs transparent solid 0.12 noborder lc rgb blue, '' index q - 1 using 1:2 with steps lc rgb blue lw 1.3"
    if (moving > 0) { lines = lines.", for [m = 1:moving] '' index q - 1 using 1:2 + m with steps lc rgb (m == 1 ? red : green) lw 1.1" }
    if (fixed > 0) { lines = lines.", upper[q] with lines lc rgb red dt 2 lw 1.5, lower[q] with lines lc rgb green dt 3 lw 1.5" }
    eval(lines)
  }
  unset multiplot
  set output
}
