#!/bin/sh
# The deadlock cases under every scheme, GFC's Fig. 5 and the burst experiment: RTL and C model in lock-step, tables, plots,
# waveforms.
# Called by `make demo`; everything it writes is under build/demo.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
out=$build/demo
mkdir -p "$out"

echo "== every scheme in the three deadlock cases: four Verilated MMUs and their C models, every output compared in every clock"
tb/schemes.sh | tee "$out/schemes.md"
echo
for case in 1 2 3; do
  dir=$out/case$case
  mkdir -p "$dir"
  echo "== case $case in detail, under STATIC"
  "$build/sluice" run "tb/scenarios/case$case.yaml" --engine both --out "$dir"
  "$build/sluice" run "tb/scenarios/case$case.yaml" --engine rtl --quiet --waves "$dir/waves.fst" --waves-us 400 \
    >/dev/null
  tb/plots/plot.sh "$dir" 0 400
  "$build/sluice" report "$dir"
  echo
done
echo "== Fig. 5 of GFC: two inputs to one output under PFC, practical and conceptual GFC"
for way in pfc gfc gfc_linear; do
  mkdir -p "$out/fig5/$way"
  [ "$way" = pfc ] && mmu= || mmu="--mmu tb/scenarios/mmu_fig5_$way.yaml"
  # shellcheck disable=SC2086  # an option and its value, or nothing
  "$build/sluice" run tb/scenarios/fig5.yaml $mmu --engine both --out "$out/fig5/$way"
done
gnuplot -c tb/plots/fig5.gp "$out/fig5" "$out/fig5/pfc" "$out/fig5/gfc" "$out/fig5/gfc_linear"
echo
for scheme in sih dsh; do
  echo "== burst absorption under $scheme"
  "$build/sluice" run "tb/scenarios/burst_$scheme.yaml" --engine both
  echo
done

cat <<END
Look at
  $out/schemes.md             the table above: throughput, pauses and verdict of every scheme in every case
  $out/caseN/pauses.png       pauses over time, from pause to resume (also .svg), as Fig. 1(c) of the case study
  $out/caseN/occupancy.png    cells held for the ring's ingress queues, as Fig. 1(d) to (g)
  $out/caseN/report.html      all of it as one page, for a browser
  $out/caseN/results.json     all numbers; pauses.csv and occupancy.csv are the plots' data
  $out/fig5/fig5.png          queue length and input rate under PFC and GFC, as Fig. 5 of the GFC paper
Waveforms of the RTL, the first 400 us:
  gtkwave --rcvar 'do_initial_zoom_fit yes' $out/case2/waves.fst tb/waves/ring.gtkw
END
