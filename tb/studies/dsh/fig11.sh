#!/bin/sh
# Figure 11 of [DSH]: the pauses that a burst causes, against its size. Prints a table and plots it.
. "$(dirname "$0")/common.sh"
if [ $size = full ]; then sweep=$here/fig11_full.yaml; else sweep=$here/fig11.yaml; fi
run_sweep $sweep "$out/sweep"
over_rows "$out/sweep/sweep.csv" 'BEGIN { print "control,scheme,share,paused_us,pauses,lost" }
  { printf "%s,%s,%.2f,%.3f,%d,%d\n", control(), scheme(), $col["traffic.burst.bytes"] * 1600 / 16777216,
      $col["links.b*.paused_ns.sum"] / 16000, $col["links.b*.pauses.sum"], $col["switches.lost.sum"] }' >"$out/points.csv"
# The largest burst of the sweep below which none causes a pause.
awk -F, 'NR == 1 { print "control,scheme,largest burst without a pause,pause of a host at 30 %; us,at 50 %,lost"; next }
  { key = $1 "," $2; if (!(key in most)) { order[++n] = key; most[key] = 0 }
    if ($5 > 0) over[key] = 1
    if (!over[key]) most[key] = $3
    if ($3 == 30) at30[key] = $4
    if ($3 == 50) at50[key] = $4
    lost[key] += $6 }
  END { for (i = 1; i <= n; i++) { k = order[i]; printf "%s,%.0f %%,%.1f,%.1f,%d\n", k, most[k], at30[k], at50[k], lost[k] } }' \
  "$out/points.csv" | markdown
plot "$out/points.csv"
