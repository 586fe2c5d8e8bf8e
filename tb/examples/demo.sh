#!/bin/sh
# The deadlock cases under every scheme, GFC's Fig. 5, the burst experiment, and captures through a lossless switch: RTL and C model in
# lock-step, tables, plots, waves.
# Called by `make demo`; all output is under build/demo.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/demo
mkdir -p "$out"

echo "== every scheme in the three deadlock cases: four Verilated MMUs and their C models, every output compared in every cycle"
tb/studies/schemes.sh | tee "$out/schemes.md"
echo
for case in 1 2 3; do
  dir=$out/case$case
  mkdir -p "$dir"
  echo "== case $case in detail, under STATIC"
  "$build/sluice" run "tb/examples/scenarios/case$case.yaml" --engine both --out "$dir"
  "$build/sluice" run "tb/examples/scenarios/case$case.yaml" --engine rtl --quiet --waves "$dir/waves.fst" --waves-us 400 \
    >/dev/null
  tb/studies/plots/plot.sh "$dir" 0 400
  "$build/sluice" report "$dir"
  echo
done
echo "== Fig. 5 of GFC: two inputs to one output under PFC, practical and conceptual GFC"
for way in pfc gfc gfc_linear; do
  mkdir -p "$out/fig5/$way"
  [ "$way" = pfc ] && mmu= || mmu="--mmu tb/examples/scenarios/mmu_fig5_$way.yaml"
  # shellcheck disable=SC2086  # an option and its value, or nothing
  "$build/sluice" run tb/examples/scenarios/fig5.yaml $mmu --engine both --out "$out/fig5/$way"
done
gnuplot -c tb/studies/plots/fig5.gp "$out/fig5" "$out/fig5/pfc" "$out/fig5/gfc" "$out/fig5/gfc_linear"
echo
for scheme in sih dsh; do
  echo "== burst absorption under $scheme"
  "$build/sluice" run "tb/examples/scenarios/burst_$scheme.yaml" --engine both
  echo
done

echo "== captures through a lossless switch in RTL, beside its models: three senders, one receiver, PFC frames both ways"
mkdir -p "$out/replay"
tb/cli/replay/captures.py "$out/replay"
"$build/sluice" replay tb/examples/scenarios/replay.yaml --engine both --obey --out "$out/replay" --in "0=$out/replay/in0.pcap" \
  --in "1=$out/replay/in1.pcap" --in "2=$out/replay/in2.pcap" --in "3=$out/replay/in3.pcap"
echo
echo "What leaves towards sender 0 and towards the receiver, as tshark reads it:"
for port in 0 3; do
  tshark -r "$out/replay/port$port.pcap" 2>/dev/null | head -n 5
done
echo

cat <<END
Look at
  $out/schemes.md             the table above: throughput, pauses and verdict of every scheme in every case
  $out/caseN/pauses.png       pauses over time, from pause to resume (also .svg), as Fig. 1(c) of the case study
  $out/caseN/occupancy.png    cells held for the ring's ingress queues, as Fig. 1(d) to (g)
  $out/caseN/report.html      all of it as one page, for a browser
  $out/caseN/results.json     all numbers; pauses.csv and occupancy.csv are the plots' data
  $out/fig5/fig5.png          queue length and input rate under PFC and GFC, as Fig. 5 of the GFC paper
  $out/replay/portN.pcap      what left each port of the lossless switch, data and PFC frames, for Wireshark
Waveforms of the RTL, the first 400 us:
  gtkwave --rcvar 'do_initial_zoom_fit yes' $out/case2/waves.fst tb/examples/waves/ring.gtkw
END
