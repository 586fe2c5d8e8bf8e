# Figure 13 of [DSH]: one run, and its row. After common.sh.

# damage NETWORK DIR SCHEME OPTIONS...: runs the network with further options of `sluice run`, and prints
# "F0 before,F0 least of 10 us,pauses of L,L paused us,largest queue of L in S1,last fan-in us,lost". Rates are Gb/s.
damage() {
  network=$1 dir=$2 scheme=$3
  shift 3
  mkdir -p "$dir"
  "$sluice" run "$network" --mmu "$here/mmu_$scheme.yaml" "$@" --quiet --out "$dir"
  rate=$(awk -F, '$2 == "F0" && $3 == "received" && $1 > 500000 && $1 <= 2000000 {
      if ($1 <= 1000000) { sum += $4; n++ } else if (!seen++ || $4 < least) least = $4 }
    END { printf "%.1f,%.1f", sum / n, least }' "$dir/rates.csv")
  jq -r --arg rate "$rate" '(.links[] | select(.name == "L" and .from == "S0")) as $l |
    ([.queues[] | select(.switch == "S1" and .link == "L" and .class == 0 and .side == "ingress") | .max_bytes] | max) as $queue |
    [$rate, $l.pauses, ($l.paused_ns / 100 | round / 10), $queue, ([.flows[] | .completion_ns // 0] | max / 100 | round / 10),
     ([.switches[].lost] | add)] | map(tostring) | join(",")' "$dir/results.json"
}
