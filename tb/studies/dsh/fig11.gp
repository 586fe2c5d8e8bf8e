# Pauses of the 16 bursting hosts together against the size of the burst, without congestion control.
# gnuplot -c tb/studies/dsh/fig11.gp OUT.svg POINTS.csv
set datafile separator ','
set terminal svg size 700,360 font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid back lc rgb '#dddddd'
set key top left samplen 2
set xlabel 'burst, % of the buffer'
set ylabel 'pauses of 16 hosts, ms'
plot for [s in 'SIH DSH SHP STATIC'] ARG2 every ::1 using (strcol(1) eq 'none' && strcol(2) eq s ? $3 : NaN):4 \
  with linespoints pt 7 ps 0.5 lw 1.5 title s
set output
