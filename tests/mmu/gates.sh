#!/bin/bash
# Simulates an MMU with clock gates (latch and AND) and an MMU without in Icarus, and compares every output in every cycle (gates.sv).
# A failure prints its seed and cycle; vvp $BUILD/gates.vvp +cycles=N +seed=S repeats it.
set -uo pipefail
: "${BUILD:=build}" "${CYCLES:=2500}"
RTL=$(sed -nE 's,^ *- (rtl/(common|mmu)/),\1,p' sluice.core)
mkdir -p "$BUILD"
# shellcheck disable=SC2086
iverilog -g2012 -s gates -o "$BUILD/gates.vvp" $RTL tests/mmu/gates.sv >"$BUILD/gates.log" 2>&1 || { cat "$BUILD/gates.log"; exit 1; }
vvp "$BUILD/gates.vvp" "+cycles=$CYCLES" | tee "$BUILD/gates.log"
grep -q '^100%' "$BUILD/gates.log"
