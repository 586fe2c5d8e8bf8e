#!/bin/sh
# Figure 13 of [DSH]: the throughput of a flow that shares only a paused link with a fan-in. Prints a table and plots it.
# Both sizes are the same: 16 runs of a CPU second together.
. "$(dirname "$0")/common.sh"

# damage NETWORK DIR SCHEME: runs the network, and prints
# "F0 before,F0 least of 50 us before,F0 least after,pauses of L,L paused us,fan-ins not complete,lost". Rates are Gb/s. A missing row of rates.csv is 0.
damage() {
  "$sluice" run "$1" --mmu "$here/mmu_$3.yaml" --quiet --out "$2"
  rates=$(awk -F, '$2 == "F0" && $3 == "received" { rate[int($1 / 10000 + 0.5)] = $4 }
    function mean(first, last, i, sum) { for (i = first; i <= last; i++) sum += rate[i]; return sum / (last - first + 1) }
    function least(first, last, i, low) {
      low = mean(first, first + 4)
      for (i = first + 1; i <= last - 4; i++) if (mean(i, i + 4) < low) low = mean(i, i + 4)
      return low
    }
    END { printf "%.1f,%.1f,%.1f", mean(181, 280), least(181, 280), least(281, 360) }' "$2/rates.csv")
  jq -r --arg rates "$rates" '(.links[] | select(.name == "L" and .from == "S0")) as $l |
    [$rates, $l.pauses, ($l.paused_ns / 100 | round / 10), ([.traffic[].left_out] | add), ([.switches[].lost] | add)] |
    map(tostring) | join(",")' "$2/results.json"
}

echo "control,scheme,F0 before; Gb/s,F0 least before,F0 least after,pauses of L,L paused; us,fan-ins not complete,lost" >"$out/rows.csv"
for control in none dcqcn window powertcp; do
  mkdir -p "$out/$control"
  { cat $here/fig13_network.yaml; control $control; } | keep "$out/$control/network.yaml"
  for scheme in sih dsh shp static; do
    echo "$control,$(echo $scheme | tr a-z A-Z),$(damage "$out/$control/network.yaml" "$out/$control/$scheme" $scheme)" >>"$out/rows.csv"
  done
done
markdown <"$out/rows.csv"
plot "$out"
