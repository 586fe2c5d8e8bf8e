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
. tb/studies/jobs.sh
steps_begin 43

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

# Each is a job; the longest begin first. The waves contain the deadlock of case 2, at 106 us.
waves() { logged "$out/case$1/waves.log" "$sluice" run $scenarios/case$1.yaml --engine rtl --waves "$out/case$1/waves.fst" --waves-us 150; }
burst() { logged "$out/burst_$1.log" "$sluice" run "$scenarios/burst_$1.yaml" --set duration_us=400 --engine both --out "$out/burst_$1"; }
detail() {
  local dir=$out/case$1
  logged "$dir/run.log" "$sluice" run $scenarios/case$1.yaml --engine both --out "$dir"
  logged "$dir/plots.log" tb/studies/plots/plot.sh "$dir" 0 400
  logged "$dir/report.log" "$sluice" report "$dir"
}
fig5() {
  local mmu=()
  [ "$1" = pfc ] || mmu=(--mmu "$scenarios/mmu_fig5_$1.yaml")
  logged "$out/fig5/$1/run.log" "$sluice" run $scenarios/fig5.yaml "${mmu[@]}" --engine both --out "$out/fig5/$1"
}
replay() {
  local dir=$out/replay
  mkdir -p "$dir"
  tb/cli/replay/captures.py "$dir"
  logged "$dir/replay.log" "$sluice" replay $scenarios/replay.yaml --engine both --obey --out "$dir" --in "0=$dir/in0.pcap" \
    --in "1=$dir/in1.pcap" --in "2=$dir/in2.pcap" --in "3=$dir/in3.pcap"
  for port in 0 3; do # frames that left, as tshark reads them
    tshark -r "$dir/port$port.pcap" 2>/dev/null >"$dir/port$port.txt"
  done
}
for scheme in dsh sih; do
  step "largest burst under $scheme"
  job burst $scheme
done
for case in 1 2 3; do
  step "case $case: waves of the RTL"
  job waves $case
done
for case in 1 2 3; do
  step "case $case in detail, with plots and page"
  job detail $case
done
step "captures through the lossless switch"
job replay
for way in pfc gfc gfc_linear; do
  step "Fig. 5 of GFC: $way"
  job fig5 $way
done
jobs_end
step "Fig. 5 of GFC: plot"
logged "$out/fig5/plot.log" gnuplot -c tb/studies/plots/fig5.gp "$out/fig5" "$out/fig5/pfc" "$out/fig5/gfc" "$out/fig5/gfc_linear"
steps_hide
tb/examples/demo_summary.sh
