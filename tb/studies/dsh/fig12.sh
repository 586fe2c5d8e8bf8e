#!/bin/sh
# Figure 12 of [DSH]: how many runs deadlock, and when, with the traffic of public scripts. Prints a table and plots the times of the deadlocks.
# Load 1 is the load of the scripts, 0.5 that of a part of them that is commented out; LOADS="0.8 0.7" runs other loads.
. "$(dirname "$0")/common.sh"
if [ $size = full ]; then
  seeds=100 loads="1 0.6 0.5" controls="dcqcn window" schemes="sih dsh"
else
  seeds=4 loads="1 0.6 0.5" controls="none dcqcn window powertcp" schemes="sih dsh shp static ttl"
fi
seeds=${SEEDS:-$seeds} loads=${LOADS:-$loads}

for load in $loads; do
  mkdir -p "$out/$load"
  for seed in $(seq "$seeds"); do
    awk -v seed="$seed" -v load="$load" -v sizes=tb/examples/scenarios/workloads/fb_hadoop.csv -f $here/random.awk -f $here/fig12.awk |
      keep "$out/$load/flows_$seed.csv"
  done
  for control in $controls; do
    dir=$out/$load/$control
    mkdir -p "$dir"
    copy_registers "$dir"
    { cat $here/fig12_network.yaml; echo "flows_csv: ../flows_1.csv"; control "$control"; } | keep "$dir/network.yaml"
    sed "s/^  mmu:.*/  mmu: [$(registers $schemes)]/; s|^  flows_csv:.*|  flows_csv: [$(sequence "$seeds" ../flows_%g.csv)]|" $here/fig12.yaml |
      keep "$dir/sweep.yaml"
  done
done
end_of_preparation

echo "load,control,scheme,deadlocked_us,lost" >"$out/points.csv"
for load in $loads; do
  for control in $controls; do
    dir=$out/$load/$control
    run_sweep "$dir/sweep.yaml" "$dir/sweep"
    over_rows "$dir/sweep/sweep.csv" '{ printf "'"$load,$control"',%s,%s,%d\n", scheme(),
      $col["verdict"] == "deadlocked" ? sprintf("%.1f", $col["deadlocked_since_ns"] / 1000) : $col["verdict"], $col["switches.lost.sum"] }' >>"$out/points.csv"
  done
done
awk -F, 'NR == 1 { print "load,control,scheme,runs,deadlocked,still moving,median time; ms,lost"; next }
  { key = $1 "," $2 "," $3; if (!(key in runs)) order[++n] = key
    runs[key]++; lost[key] += $5
    if ($4 == "still moving") moving[key]++
    if ($4 + 0 > 0) times[key] = times[key] " " $4; }
  END { for (i = 1; i <= n; i++) { k = order[i]; count = split(times[k], t, " "); median = "-"
      for (a = 1; a <= count; a++) { below = 0; for (b = 1; b <= count; b++) below += t[b] + 0 < t[a] + 0
        if (below == int((count - 1) / 2)) median = sprintf("%.1f", t[a] / 1000) }
      printf "%s,%d,%d,%d,%s,%d\n", k, runs[k], count, moving[k], median, lost[k] } }' "$out/points.csv" | markdown
plot "$out/points.csv"
