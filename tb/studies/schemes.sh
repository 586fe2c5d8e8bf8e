#!/bin/sh
# Runs the three deadlock cases under every scheme and prints a Markdown table. RTL and C model run in lock-step; schemes without RTL in the
# engines run in the event engine.
# Called by `make demo`; results are kept under build/schemes.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/schemes
. tb/studies/steps.sh
steps_begin 30

# Throughput of each flow and feedback received by L1 to L4 until the sources stopped; the verdict after the stop.
row='def pick(f): map(f) | join(", ");
  (.links | map(select(.name | test("^L[1-4]$"))) | map(select([.from, .to] | . != ["B","A"] and . != ["C","B"] and
    . != ["D","C"] and . != ["A","D"]))) as $ring |
  [(.flows | pick(.gbps * 10 | round / 10 | tostring)), ($ring | pick(.pauses | tostring)),
   ([.flows[].lost] | add | tostring), .verdict] | join(" | ")'

steps_hide
echo "| scheme | case | flows, Gb/s | pauses of L1, L2, L3, L4 | lost | verdict |"
echo "| --- | --- | --- | --- | --- | --- |"
for scheme in static sih dsh shp ttl gfc gfc_linear gfc_timed cbfc cbfc_ttl; do
  name=$(echo "$scheme" | tr a-z A-Z)
  case $scheme in cbfc* | gfc_timed) engine=event ;; *) engine=${ENGINE:-both} ;; esac
  for case in 1 2 3; do
    dir=$out/$scheme/case$case
    mkdir -p "$dir"
    step "case $case under $name"
    "$build/sluice" run "tb/examples/scenarios/case$case.yaml" --mmu "tb/examples/scenarios/mmu_$scheme.yaml" --engine "$engine" \
      --out "$dir" 2>"$dir/messages" >"$dir/tables.txt" || [ $? = 4 ] || { steps_hide; cat "$dir/messages" >&2; exit 1; }
    steps_hide
    echo "| $name | $case | $(jq -r "$row" "$dir/results.json") |"
  done
done
