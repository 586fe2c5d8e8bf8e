#!/bin/sh
# The three deadlock cases and the burst experiment: RTL and C model in lock-step, verdicts, plots, waveforms.
# Called by `make demo`; everything it writes is under build/demo.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
out=$build/demo
mkdir -p "$out"

for case in 1 2 3; do
  dir=$out/case$case
  mkdir -p "$dir"
  echo "== case $case: four Verilated MMUs and their C models, every output compared in every clock"
  "$build/sluice" run "tb/scenarios/case$case.yaml" --engine both --out "$dir"
  "$build/sluice" run "tb/scenarios/case$case.yaml" --engine rtl --quiet --waves "$dir/waves.fst" --waves-us 400 \
    >/dev/null
  gnuplot -c tb/plots/case.gp "$dir" "Case $case" 0 400
  echo
done
for scheme in sih dsh; do
  echo "== burst absorption under $scheme"
  "$build/sluice" run "tb/scenarios/burst_$scheme.yaml" --engine both
  echo
done

echo "Verdicts:"
for case in 1 2 3; do
  sed -n "s/.*\"verdict\": *\"\([^\"]*\)\".*/  case $case: \1/p" "$out/case$case/results.json"
done
cat <<END
Look at
  $out/caseN/pauses.png       pause events over time (also .svg), as Fig. 1(c) of the case study
  $out/caseN/occupancy.png    cells held for the ring's ingress queues, as Fig. 1(d) to (g)
  $out/caseN/results.json     all numbers; pauses.csv and occupancy.csv are the plots' data
Waveforms of the RTL, the first 400 us:
  gtkwave $out/case2/waves.fst tb/waves/ring.gtkw
END
