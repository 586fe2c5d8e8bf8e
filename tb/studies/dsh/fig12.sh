#!/bin/sh
# Figure 12 of [DSH]: how many runs deadlock, and when. Prints a table and plots the times of the deadlocks.
# The offered load of a leaf's hosts has two readings: half of its 16 links to hosts, 800 Gb/s, or half of the one 400 Gb/s link from a spine
# that L0 and L3 have, 200 Gb/s.
. "$(dirname "$0")/common.sh"
# TTL cannot deadlock, so only the small size has it.
if [ $size = full ]; then seeds=100 stop=100000 schemes="sih dsh shp static"; else seeds=4 stop=10000 schemes="sih dsh shp static ttl"; fi

# The entries of traffic. Each number of senders from 1 to 15 is equally frequent: the load of n senders is n / 120 of all.
fan_ins() {
  echo "traffic:"
  for pair in "0 3" "3 0" "1 2" "2 1"; do
    awk -v from="${pair% *}" -v to="${pair#* }" -v load="$1" 'BEGIN { for (n = 1; n <= 15; n++)
      printf "  - {name: f%d%d_%d, pattern: incast, senders: %d, from: [\"h%d_*\"], to: [\"h%d_*\"], sizes: fb_hadoop, load: %.9f}\n",
        from, to, n, n, from, to, load / 1600 * n / 120 }'
  done
}

loads="800 200"
for offered in $loads; do
  dir=$out/$offered
  mkdir -p "$dir"
  copy_registers "$dir"
  { sed "s/^duration_us:.*/duration_us: $((stop + 10000))/; s/^stop_us:.*/stop_us: $stop/" $here/fig12_network.yaml; fan_ins $offered; } | keep "$dir/network.yaml"
  sed "s/^  seed:.*/  seed: 1..${SEEDS:-$seeds}/; s/^  mmu:.*/  mmu: [$(registers $schemes)]/" $here/fig12.yaml | keep "$dir/sweep.yaml"
done
end_of_preparation

echo "offered,control,scheme,deadlocked_us,lost" >"$out/points.csv"
for offered in $loads; do
  dir=$out/$offered
  run_sweep "$dir/sweep.yaml" "$dir/sweep"
  over_rows "$dir/sweep/sweep.csv" '{ printf "'$offered',%s,%s,%s,%d\n", control(), scheme(),
    $col["verdict"] == "deadlocked" ? sprintf("%.1f", $col["deadlocked_since_ns"] / 1000) : $col["verdict"], $col["switches.lost.sum"] }' >>"$out/points.csv"
done
awk -F, 'NR == 1 { print "offered; Gb/s,control,scheme,runs,deadlocked,still moving,median time; us,lost"; next }
  { key = $1 "," $2 "," $3; if (!(key in runs)) order[++n] = key
    runs[key]++; lost[key] += $5
    if ($4 == "still moving") moving[key]++
    if ($4 + 0 > 0) times[key] = times[key] " " $4; }
  END { for (i = 1; i <= n; i++) { k = order[i]; count = split(times[k], t, " "); median = "-"
      for (a = 1; a <= count; a++) { below = 0; for (b = 1; b <= count; b++) below += t[b] + 0 < t[a] + 0; if (below == int((count - 1) / 2)) median = t[a] }
      printf "%s,%d,%d,%d,%s,%d\n", k, runs[k], count, moving[k], median, lost[k] } }' "$out/points.csv" | markdown
plot "$out/points.csv"
