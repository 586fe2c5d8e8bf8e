#!/bin/bash
# The tables of docs/studies/credits.md: credits.sh [deadlocks | amounts | needed | dynamic | lost]. All: make credits.
# credits.sh picture writes docs/pictures/credits.svg.
set -euo pipefail
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
scenarios=tb/examples/scenarios
own=tb/studies/credits
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# run SCENARIO OPTION...: runs it, and leaves $results
run() {
  rm -rf "$out/run"
  "$build/sluice" run "$1" --engine event --quiet --out "$out/run" "${@:2}" >/dev/null 2>&1 || true  # losses are an error of the run
  results=$out/run/results.json
}
value() { jq -r "$1" "$results"; }
rates='[.flows[].gbps * 10 | round / 10 | tostring | if test("\\.") then . else . + ".0" end] | join(", ")'
verdict='if .verdict == "deadlocked" then "deadlocked since \((.deadlocked_since_ns // .since_ns // 0) / 1000 | round) us" else "\(.verdict)" end'
empty='[.links[] | select(.name | startswith("L")) | .paused * 100] | max * 10 | round / 10'
lost='[.switches[].lost] | add'

deadlocks() {
  printf '%-5s %-30s %-24s %-9s %4s  %s\n' case scheme 'Gb/s of the flows' 'waiting %' lost verdict
  for number in 1 2 3; do
    while read -r name mmu amount; do
      run $scenarios/case$number.yaml --mmu $scenarios/mmu_$mmu.yaml ${amount:+--set mmu.credits.kind=infiniband --set mmu.credits.amount="$amount"}
      printf '%-5d %-30s %-24s %-9.1f %4d  %s\n' $number "${name//_/ }" "$(value "$rates")" "$(value "$empty")" "$(value "$lost")" "$(value "$verdict")"
    done <<EOF
STATIC,_pauses static
CBFC,_Ultra_Ethernet cbfc
CBFC,_InfiniBand cbfc 64
CBFC_with_TTL,_Ultra_Ethernet cbfc_ttl
CBFC_with_TTL,_InfiniBand cbfc_ttl 64
EOF
  done
}

amounts() {
  printf '%8s %8s  %-14s  %-14s  %s\n' amount packets 'Gb/s, 2 ms' 'Gb/s, 100 ms' 'verdict of 100 ms'
  for amount in 64 1024 2048 4096 6400; do
    set -- --mmu $scenarios/mmu_cbfc.yaml --set mmu.credits.amount=$amount
    [ $amount -lt 6400 ] && set -- "$@" --set mmu.credits.kind=infiniband
    run $scenarios/case2.yaml "$@"
    short=$(value "$rates")
    run $scenarios/case2.yaml "$@" --set stop_us=100000 --set duration_us=200000
    printf '%8d %8d  %-14s  %-14s  %s\n' $amount $(((amount + 1023) / 1024)) "$short" "$(value "$rates")" "$(value "$verdict")"
  done
}

needed() {
  for kind in ultra_ethernet infiniband; do
    "$build/sluice" plan --ports 2 --classes 1 --gbps 100 --length-m 1000 --buffer 2MB --mtu 4096 --clock-mhz 250 --credits $kind --json >"$out/plan.json"
    plan=$(jq .credits.needed "$out/plan.json")
    size=$(jq .credits.credit_bytes "$out/plan.json")
    most=$(jq .credits.most "$out/plan.json")
    packet=$(jq .credits.packet "$out/plan.json")
    printf '%s: planned %d credits of %d B\n' $kind "$plan" "$size"
    for credits in $((plan / 4)) $((plan / 2)) $((plan * 3 / 4)) $((plan - 2 * packet)) "$plan" $((plan * 3 / 2)); do
      note=
      [ $credits -gt "$most" ] && continue
      [ $credits -eq "$most" ] && note=', all that the counter allows'
      [ $credits -eq "$plan" ] && note=', planned'
      run $own/link.yaml --set mmu.credits.kind=$kind --set mmu.credits.amount=$([ $kind = infiniband ] && echo 4096 || echo 6400) --set mmu.credits.limit=$((credits * size))
      printf '  %5d credits: %6.2f Gb/s, %5.1f %% without credit%s\n' $credits "$(value '.flows[0].gbps')" "$(value '[.links[] | select(.name == "L")][0].paused * 100')" "$note"
    done
  done
}

dynamic() {
  printf '%-8s %14s %14s %12s %10s\n' limit 'most of queue' 'peak of pool' 'sent' 'lost'
  row() {
    printf '%-8s %11d KB %11d KB %12d %10d\n' "$1" "$(value '[.queues[] | select(.side == "ingress") | .max_bytes] | max / 1000 | round')" \
      "$(value '.switches[0].peak_shared_bytes / 1000 | round')" "$(value '[.flows[].sent_packets] | add')" "$(value "$lost")"
  }
  run $own/dynamic.yaml
  row static
  for alpha in 1/16 1/8 1/4 1/2 1 2 4; do
    run $own/dynamic.yaml --set mmu.alpha=$alpha
    row $alpha
  done
}

lost() {
  printf '%8s %8s %-12s %10s %10s %14s  %s\n' messages frames counters 'Gb/s' 'dropped' 'credits found' verdict
  while read -r messages frames period; do
    run $own/link.yaml --set mmu.credits.message_loss="$messages" --set mmu.credits.frame_loss="$frames" \
      --set mmu.credits.freed_period_us="$period" --set mmu.credits.consumed_period_us="$period" --set mmu.credits.limit=143360
    printf '%8s %8s %-12s %10.2f %10d %14d  %s\n' "$messages" "$frames" "$([ "$period" = 0 ] && echo never || echo "$period us")" "$(value '.flows[0].gbps')" \
      "$(value '[.flows[].dropped] | add')" "$(value '[.links[].credits_lost] | add')" "$(value '.verdict')"
  done <<EOF
0 0 256
0.1 0 256
0.5 0 256
0.9 0 256
0 0.001 0
0 0.001 256
0 0.001 64
0.1 0.01 64
EOF
}

# Gb/s of the link against the limit, and the available credits of case 2 over time.
picture() {
  for kind in ultra_ethernet infiniband; do
    size=128 amount=6400
    [ $kind = infiniband ] && size=64 amount=4096
    for kilobytes in 6 $(seq 10 5 130) $([ $kind = infiniband ] || seq 135 5 180); do
      run $own/link.yaml --set mmu.credits.kind=$kind --set mmu.credits.amount=$amount --set mmu.credits.limit=${kilobytes}KB
      echo "$kilobytes $(value '.flows[0].gbps')"
    done >"$out/$kind.txt"
    "$build/sluice" plan --ports 2 --classes 1 --gbps 100 --length-m 1000 --buffer 2MB --mtu 4096 --clock-mhz 250 --credits $kind --json |
      jq ".credits.needed * $size / 1000" >"$out/$kind.plan"
  done
  sed '/^trace:/,$d' $scenarios/case2.yaml >"$out/case2.yaml"
  echo "trace: {series: [{queues: ['A:L1/0', 'A:L1/1'], what: [credits]}]}" >>"$out/case2.yaml"
  for mmu in cbfc cbfc_ttl; do
    run "$out/case2.yaml" --mmu $scenarios/mmu_$mmu.yaml --set mmu.credits.kind=infiniband --set mmu.credits.amount=64
    awk -F, -v class=$([ $mmu = cbfc ] && echo 0 || echo 1) '$4 == class && $1 < 800000 {print $1 / 1000, $6 / 1000}' "$out/run/series.csv" >"$out/$mmu.txt"
  done
  gnuplot -c tb/studies/plots/credits.gp "$out" docs/pictures/credits.svg
}

for table in ${1:-deadlocks amounts needed dynamic lost}; do $table; done
