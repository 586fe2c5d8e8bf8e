#!/bin/bash
# Runs time-based GFC over periods and bounds, prints the tables of docs/studies/time-based-gfc.md, and plots the queues.
# Called by `make time-based-gfc`. Writes build/room.
set -euo pipefail
cd "$(dirname "$0")/../../.."
build=${BUILD:-build}
out=$build/room
examples=tb/examples/scenarios
rm -rf "$out"
mkdir -p "$out"

# run NAME SCENARIO OPTIONS: a run with the results in $out/NAME.
run() {
  local name=$1 scenario=$2
  shift 2
  "$build/sluice" run "$scenario" --quiet --out "$out/$name" "$@" 2>"$out/$name.log"
}

# queue NAME FROM_US TO_US: least and most KB of the ingress queue of a in that time, and the peak of the run.
queue() {
  awk -F, -v from="$2" -v to="$3" '$3 == "a" { q = $5 / 1000; if (q > peak) peak = q
    if ($1 >= from * 1000 && $1 <= to * 1000) { if (!n++ || q < low) low = q; if (q > high) high = q } }
    END { printf "%.1f %.1f %.1f", low, high, peak }' "$out/$1/occupancy.csv"
}

# rate NAME: Gb/s of all flows together until the stop.
rate() { jq -r '[.flows[].gbps] | add * 100 | round / 100' "$out/$1/results.json"; }

limits() { # bound of B0 in KB: BM_KB T_US
  awk -v bm="$1" -v t="$2" 'BEGIN { printf "%d", bm - 5 * (25 + t) }'
}

echo '## Figure 5: Bm 100 KB, B0 50 KB; queue in the last millisecond of four'
echo '| inputs | T, us | bound of B0, KB | map | least, KB | most, KB | peak, KB | rate, Gb/s |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
for inputs in two one; do
  scenario=$examples/fig5.yaml
  [ $inputs = two ] || scenario=tb/studies/room/one_input.yaml
  for t in 5 10 25 50 100; do
    for map in gfc gfc_linear; do
      name=$inputs-$map-$t
      run "$name" $scenario --mmu $examples/mmu_fig5_$map.yaml --set mmu.feedback_period_us=$t --set stop_us=4000 --set duration_us=8000
      read -r low high peak <<<"$(queue "$name" 3000 4000)"
      echo "| $inputs | $t | $(limits 100 $t) | $([ $map = gfc ] && echo stages || echo linear) | $low | $high | $peak | $(rate "$name") |"
    done
  done
done

echo
echo '## Bm 1 MB, one input: D as a multiple of 4 C (tau + T); the output has 5 Gb/s, or 1 Mb/s'
echo '| T, us | D / 4 C (tau + T) | B0, KB | map | least at 5 Gb/s, KB | most, KB | peak at 1 Mb/s, KB | above Bm, packets |'
echo '| --- | --- | --- | --- | --- | --- | --- | --- |'
for t in 5 25 100; do
  for ratio in 1.5 1 0.75 0.5 0.25; do
    b0=$(awk -v t=$t -v r=$ratio 'BEGIN { printf "%d", 1000000 - r * 5000 * (25 + t) }')
    for map in GFC GFC_LINEAR; do
      name=mb-$map-$t-$ratio
      set -- --set cell_bytes=20 --set mmu.scheme=$map --set mmu.buffer=96MB --set mmu.bm=1MB --set mmu.b0=$b0 --set mmu.feedback_period_us=$t
      run "$name" tb/studies/room/one_input.yaml "$@" --set stop_us=8000 --set duration_us=16000
      run "$name-blocked" tb/studies/room/one_input.yaml "$@" --set 'switches.S.limit.0.gbps=0.001' --set stop_us=8000 --set duration_us=8000
      read -r low high peak <<<"$(queue "$name" 6000 8000)"
      read -r _ _ blocked <<<"$(queue "$name-blocked" 6000 8000)"
      echo "| $t | $ratio | $((b0 / 1000)) | $([ $map = GFC ] && echo stages || echo linear) | $low | $high | $blocked | $(awk -v q="$blocked" 'BEGIN { printf "%d", (q > 1000 ? (q - 1000) / 1.5 + 0.999 : 0) }') |"
    done
  done
done

# case2 MAP D_KB T_US STOP_MS: runs case 2 and prints a row. T 0: messages at changes.
case2() {
  local name=case2-$1-$2-$3-$4 period=()
  [ "$3" = 0 ] || period=(--set "mmu.feedback_period_us=$3")
  run "$name" $examples/case2.yaml --mmu $examples/mmu_gfc.yaml --set cell_bytes=20 --set "mmu.scheme=$1" --set mmu.buffer=96MB \
    --set mmu.bm=1200KB --set "mmu.b0=$((1200000 - $2 * 1000))" "${period[@]}" --set "stop_us=$(($4 * 1000))" \
    --set "duration_us=$(($4 * 1000 + 400000))" --set trace.sample_ns=1000000
  jq -r --arg map "$1" --arg d "$2" --arg t "$3" --arg stop "$4" '[.flows[].gbps * 100 | round / 100 | tostring] as $r |
    "| \(if $map == "GFC" then "stages" else "linear" end) | \($d) KB | \(if $t == "0" then "at changes" else $t end) | \($stop) | \($r | join(", ")) | \(.verdict) | \(if .verdict == "drained" then (.end_ns - .stop_ns) / 1e6 * 10 | round / 10 else "-" end) |"' "$out/$name/results.json"
}

echo
echo '## Case 2'
echo '| map | D | T, us | sources stop after, ms | flow 1, 2, 3, Gb/s | verdict | drained after the stop, ms |'
echo '| --- | --- | --- | --- | --- | --- | --- |'
for map in GFC GFC_LINEAR; do
  for t in 2 10 50; do case2 $map 64 $t 20; done
  for stop in 20 100 400; do
    case2 $map 48 0 $stop
    for t in 2 10 50; do case2 $map $((48 + 20 * t)) $t $stop; done
  done
done

gnuplot -c tb/studies/room/time_based_gfc.gp "$out"
echo "$out/time-based-gfc.svg"
