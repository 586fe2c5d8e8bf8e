#!/bin/bash
# The deadlock cases under every scheme, GFC's Fig. 5, the burst experiment, and captures through a lossless switch: RTL and C model in
# lock-step, tables, plots, waves. The last screen summarizes them; all other output is in files.
# Called by `make demo`; all output is under build/demo.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/demo
scenarios=tb/examples/scenarios
sluice=$build/sluice
rm -rf "$out" # a file of an earlier demo must not replace a missing one
mkdir -p "$out"
. tb/studies/steps.sh
steps_begin 48

# $1: the log of a command, which is shown where the command fails.
logged() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1; then
    steps_hide
    echo "demo: failed: $*" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
}

tb/studies/schemes.sh >"$out/schemes.md"
steps_done 30

for case in 1 2 3; do
  dir=$out/case$case
  step "case $case in detail"
  logged "$dir/run.log" "$sluice" run $scenarios/case$case.yaml --engine both --out "$dir"
  step "case $case: waves of the RTL"
  logged "$dir/waves.log" "$sluice" run $scenarios/case$case.yaml --engine rtl --waves "$dir/waves.fst" --waves-us 400
  step "case $case: plots and page"
  logged "$dir/plots.log" tb/studies/plots/plot.sh "$dir" 0 400
  logged "$dir/report.log" "$sluice" report "$dir"
done

for way in pfc gfc gfc_linear; do
  step "Fig. 5 of GFC: $way"
  mmu=()
  [ $way = pfc ] || mmu=(--mmu "$scenarios/mmu_fig5_$way.yaml")
  logged "$out/fig5/$way/run.log" "$sluice" run $scenarios/fig5.yaml "${mmu[@]}" --engine both --out "$out/fig5/$way"
done
step "Fig. 5 of GFC: plot"
logged "$out/fig5/plot.log" gnuplot -c tb/studies/plots/fig5.gp "$out/fig5" "$out/fig5/pfc" "$out/fig5/gfc" "$out/fig5/gfc_linear"

for scheme in sih dsh; do
  step "largest burst under $scheme"
  logged "$out/burst_$scheme.log" "$sluice" run "$scenarios/burst_$scheme.yaml" --set duration_us=400 --engine both --out "$out/burst_$scheme"
done

step "captures through the lossless switch"
replay=$out/replay
mkdir -p "$replay"
tb/cli/replay/captures.py "$replay"
logged "$replay/replay.log" "$sluice" replay $scenarios/replay.yaml --engine both --obey --out "$replay" --in "0=$replay/in0.pcap" \
  --in "1=$replay/in1.pcap" --in "2=$replay/in2.pcap" --in "3=$replay/in3.pcap"
step "frames that left, as tshark reads them"
for port in 0 3; do
  tshark -r "$replay/port$port.pcap" 2>/dev/null >"$replay/port$port.txt"
done
steps_hide
tb/examples/demo_summary.sh
