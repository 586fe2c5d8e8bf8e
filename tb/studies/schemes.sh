#!/bin/bash
# Runs the three deadlock cases under every scheme and prints a Markdown table. RTL and C model run in lock-step; schemes without RTL in the
# engines run in the event engine.
# Called by `make demo`; results are kept under build/schemes.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/schemes
. tb/studies/steps.sh
. tb/studies/jobs.sh
steps_begin 30

# Throughput of each flow and feedback received by L1 to L4 until the sources stopped; the verdict after the stop.
row='def pick(f): map(f) | join(", ");
  (.links | map(select(.name | test("^L[1-4]$"))) | map(select([.from, .to] | . != ["B","A"] and . != ["C","B"] and
    . != ["D","C"] and . != ["A","D"]))) as $ring |
  [(.flows | pick(.gbps * 10 | round / 10 | tostring)), ($ring | pick(.pauses | tostring)),
   ([.flows[].lost] | add | tostring), .verdict] | join(" | ")'

schemes="static sih dsh shp ttl gfc gfc_linear gfc_timed cbfc cbfc_ttl"
run_case() { # scheme, case
  local dir=$out/$1/case$2 engine=${ENGINE:-both}
  case $1 in cbfc* | gfc_timed) engine=event ;; esac
  mkdir -p "$dir"
  "$build/sluice" run "tb/examples/scenarios/case$2.yaml" --mmu "tb/examples/scenarios/mmu_$1.yaml" --engine "$engine" \
    --out "$dir" 2>"$dir/messages" >"$dir/tables.txt" || [ $? = 4 ] || { steps_hide; cat "$dir/messages" >&2; return 1; }
}
for scheme in $schemes; do
  for case in 1 2 3; do
    step "case $case under ${scheme^^}"
    job run_case "$scheme" "$case"
  done
done
jobs_end
steps_hide
echo "| scheme | case | flows, Gb/s | pauses of L1, L2, L3, L4 | lost | verdict |"
echo "| --- | --- | --- | --- | --- | --- |"
for scheme in $schemes; do
  for case in 1 2 3; do echo "| ${scheme^^} | $case | $(jq -r "$row" "$out/$scheme/case$case/results.json") |"; done
done
