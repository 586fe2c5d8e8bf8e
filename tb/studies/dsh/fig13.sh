#!/bin/sh
# Figure 13 of [DSH]: the throughput of a flow that shares only a paused link with a fan-in. Prints a table and plots it.
# Both sizes are the same: 16 runs of a CPU second together.
. "$(dirname "$0")/common.sh"
echo "control,scheme,F0 before; Gb/s,F0 least of 10 us; Gb/s,pauses of L,L paused; us,last fan-in complete; us,lost" >"$out/rows.csv"
for control in none hpcc_dcqcn ns3_datacenter powertcp; do
  for scheme in sih dsh shp static; do
    dir=$out/$control/$scheme
    mkdir -p "$dir"
    "$sluice" run $here/fig13_network.yaml --mmu $here/mmu_$scheme.yaml --set congestion=$control --quiet --out "$dir"
    rate=$(awk -F, '$2 == "F0" && $3 == "received" && $1 > 500000 && $1 <= 2000000 {
        if ($1 <= 1000000) { sum += $4; n++ } else if (!seen++ || $4 < least) least = $4 }
      END { printf "%.1f,%.1f", sum / n, least }' "$dir/rates.csv")
    jq -r --arg row "$control,$(echo $scheme | tr a-z A-Z),$rate" '(.links[] | select(.name == "L" and .from == "S0")) as $l |
      [$row, $l.pauses, ($l.paused_ns / 100 | round / 10), ([.flows[] | .completion_ns // 0] | max / 100 | round / 10),
       ([.switches[].lost] | add)] | map(tostring) | join(",")' "$dir/results.json" >>"$out/rows.csv"
  done
done
markdown <"$out/rows.csv"
plot "$out"
