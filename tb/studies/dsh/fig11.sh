#!/bin/sh
# Figure 11 of [DSH]: the pauses that a burst causes, against its size. Prints a table and plots it.
. "$(dirname "$0")/common.sh"
if [ $size = full ]; then sweep=$here/fig11_full.yaml; else sweep=$here/fig11.yaml; fi
run_sweep $sweep "$out/sweep"
over_rows "$out/sweep/sweep.csv" 'BEGIN { print "control,scheme,share,paused_ms,pauses,lost" }
  { printf "%s,%s,%.2f,%.3f,%d,%d\n", ("congestion" in col) ? $col["congestion"] : "none", scheme(), $col["traffic.burst.bytes"] * 1600 / 16777216,
      $col["links.b*.paused_ns.sum"] / 1000000, $col["links.b*.pauses.sum"], $col["switches.lost.sum"] }' >"$out/points.csv"
# The largest burst of the sweep below which none causes a pause, and the steps of 10 % of the public scripts.
awk -F, 'NR == 1 { printf "control,scheme,largest burst without a pause"
    for (s = 10; s <= 60; s += 10) printf ",%s%d %%", s == 10 ? "pauses of all hosts; ms: at " : "", s
    print ",lost"; next }
  { key = $1 "," $2; if (!(key in most)) { order[++n] = key; most[key] = 0 }
    if ($5 > 0) over[key] = 1
    if (!over[key]) most[key] = $3
    paused[key, $3 + 0] = $4
    lost[key] += $6 }
  END { for (i = 1; i <= n; i++) { k = order[i]; printf "%s,%.0f %%", k, most[k]
      for (s = 10; s <= 60; s += 10) printf ",%.2f", paused[k, s]
      printf ",%d\n", lost[k] } }' "$out/points.csv" | markdown
plot "$out/points.csv"
