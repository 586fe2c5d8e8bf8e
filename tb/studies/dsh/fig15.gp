# Mean completion times under DSH against SIH, for each network and workload.
# gnuplot -c tb/studies/dsh/fig15.gp OUT.svg TABLE.md
set terminal svg size 900,420 font 'sans,12' background 'white'
set output ARG1
set border 3
set tics nomirror out
set grid y back lc rgb '#dddddd'
set key top right samplen 2 noenhanced
set style data histograms
set style fill solid 0.8
set boxwidth 0.9
set xtics rotate by -25
set ylabel 'mean completion time, % of SIH'
set yrange [0:*]
change(field) = sprintf("< awk -F ' *[|] *' '$4 == \"DSH\" {gsub(/ /, \"-\", $2); print $2, 100 + $%d}' %s", field, ARG2)
plot for [i = 1:2] change(i == 1 ? 6 : 8) using 2:xtic(1) title i == 1 ? 'background' : 'fan-in'
set output
