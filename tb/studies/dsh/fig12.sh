#!/bin/sh
# Figure 12 of [DSH]: how many runs deadlock, and when. Prints a table and plots the times of the deadlocks.
# The published setting has four readings. The load of a leaf's hosts is half of its 16 links to hosts, 800 Gb/s, or half of the one 400 Gb/s
# link from a spine that L0 and L3 have, 200 Gb/s. All flows have one class, or each fan-in has one of seven classes.
. "$(dirname "$0")/common.sh"
readings="800-one 800-seven 200-one 200-seven"
# TTL cannot deadlock, and its class is the hop: only the small size has it, with one class.
if [ $size = full ]; then
  seeds=100 stop=100000 one="sih dsh shp static" seven="sih dsh shp static"
else
  seeds=4 stop=10000 one="sih dsh shp static ttl" seven="sih dsh"
fi

# fan_ins LOAD CLASSES: the entries of traffic. Each number of senders from 1 to 15 is equally frequent, and each class: the load of n senders in
# a class is n / (120 CLASSES) of all.
fan_ins() {
  echo "traffic:"
  for pair in "0 3" "3 0" "1 2" "2 1"; do
    awk -v from="${pair% *}" -v to="${pair#* }" -v load="$1" -v classes="$2" 'BEGIN { for (n = 1; n <= 15; n++) for (c = 0; c < classes; c++) {
      printf "  - {name: f%d%d_%d%s, pattern: incast, senders: %d, from: [\"h%d_*\"], to: [\"h%d_*\"], sizes: fb_hadoop, load: %.9f%s}\n",
        from, to, n, classes == 1 ? "" : "_" c, n, from, to, load / 1600 * n / 120 / classes, classes == 1 ? "" : ", class: " c } }'
  done
}

for reading in $readings; do
  dir=$out/$reading
  mkdir -p "$dir"
  copy_registers "$dir"
  if [ "${reading#*-}" = seven ]; then classes=7 schemes=$seven; else classes=1 schemes=$one; fi
  { sed "s/^duration_us:.*/duration_us: $((stop + 10000))/; s/^stop_us:.*/stop_us: $stop/" $here/fig12_network.yaml
    fan_ins "${reading%-*}" $classes; } | keep "$dir/network.yaml"
  sed "s/^  seed:.*/  seed: 1..${SEEDS:-$seeds}/; s/^  mmu:.*/  mmu: [$(registers $schemes)]/" $here/fig12.yaml | keep "$dir/sweep.yaml"
done
end_of_preparation

echo "load-classes,control,scheme,deadlocked_us,lost" >"$out/points.csv"
for reading in $readings; do
  dir=$out/$reading
  run_sweep "$dir/sweep.yaml" "$dir/sweep"
  over_rows "$dir/sweep/sweep.csv" '{ printf "'$reading',%s,%s,%s,%d\n", control(), scheme(),
    $col["verdict"] == "deadlocked" ? sprintf("%.1f", $col["deadlocked_since_ns"] / 1000) : $col["verdict"], $col["switches.lost.sum"] }' >>"$out/points.csv"
done
awk -F, 'NR == 1 { print "load; Gb/s and classes,control,scheme,runs,deadlocked,still moving,median time; us,lost"; next }
  { key = $1 "," $2 "," $3; if (!(key in runs)) order[++n] = key
    runs[key]++; lost[key] += $5
    if ($4 == "still moving") moving[key]++
    if ($4 + 0 > 0) times[key] = times[key] " " $4; }
  END { for (i = 1; i <= n; i++) { k = order[i]; count = split(times[k], t, " "); median = "-"
      for (a = 1; a <= count; a++) { below = 0; for (b = 1; b <= count; b++) below += t[b] + 0 < t[a] + 0; if (below == int((count - 1) / 2)) median = t[a] }
      printf "%s,%d,%d,%d,%s,%d\n", k, runs[k], count, moving[k], median, lost[k] } }' "$out/points.csv" | markdown
plot "$out/points.csv"
