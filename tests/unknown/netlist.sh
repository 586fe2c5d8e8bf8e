#!/bin/bash
# Plays the vectors of switch_vectors.c to an iCE40 netlist of the lossless switch, in which flip-flops and RAMs are unknown until the design sets them.
# The switch has 2 ports, 2 classes and DSH. A second run, in which a flip-flop has no reset, must fail.
set -uo pipefail
. tests/checks.sh
: "${BUILD:=build}" "${NETLIST_CYCLES:=600}"
work=$BUILD/unknown/netlist
mkdir -p "$work"
rtl=$(sed -nE 's,^ *- (rtl/.*),\1,p' sluice.core | tr '\n' ' ')
library=$(dirname "$(dirname "$(command -v yosys)")")/share/yosys/ice40/cells_sim.v
size=(NP=2 NC=2 SCHEMES=4 MACS=8)

"$BUILD/switch_vectors" 2 2 4 2 0 "$NETLIST_CYCLES" >"$work/vectors.txt" || { echo "unknown: too few frames in $NETLIST_CYCLES cycles" >&2; exit 1; }
RTL=$rtl synth/synth.sh ice40 sluice_lossless_switch "$work/switch.net.v" "${size[@]}" DW=64 CELLS=512 STATS=0 || exit 1
# The library starts every flip-flop at 0. Timing checks are left out: Icarus warns about each of them.
sed -e 's/^`define SB_DFF_INIT .*/`define SB_DFF_INIT/' -e '/^[[:space:]]*specify/,/endspecify/d' "$library" >"$work/cells.v"
{ sed '/^);/q' rtl/lossless/sluice_lossless_switch.sv; echo "netlist netlist (.*);"; echo "endmodule"; } >"$work/switch.sv"

# $1: flip-flops of the netlist that get no reset, a regular expression
play() {
  sed -E -e 's/^module sluice_lossless_switch\(/module netlist(/' ${1:+-e "/SB_DFFSR $1/,/\);/ s/\.R\(.*\)/.R(1'b0)/"} "$work/switch.net.v" >"$work/netlist.v"
  tests/icarus.sh "$work/bench.vvp" -s switch_bench "${size[@]/#/-Pswitch_bench.}" -DICE40_HX -DNO_ICE40_DEFAULT_ASSIGNMENTS rtl/mmu/sluice_pkg.sv \
    "$work/cells.v" "$work/netlist.v" "$work/switch.sv" tests/unknown/switch_bench.sv && (cd "$work" && vvp -n bench.vvp) | tail -n 1
}

# says BEGIN FLIP-FLOPS
says() {
  said=$(play "$2")
  echo "$said"
  [[ $said == "$1"* ]]
}
expect "iCE40 netlist of the lossless switch" says "$(wc -l <"$work/vectors.txt") cycles, " ''
expect "a cell of an egress is occupied without a frame" says "cycle" '\\switched\.outputs\.g_egress\[0\]\.egress\.occupied'
summary
