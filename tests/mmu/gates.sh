#!/bin/bash
# The MMU with clock gates, latch and AND, beside the one without, in Icarus: every output of every cycle (gates.sv).
set -uo pipefail
: "${BUILD:=build}" "${CYCLES:=2500}"
RTL=$(sed -nE 's,^ *- (rtl/(common|mmu)/),\1,p' sluice.core)
mkdir -p "$BUILD"
# shellcheck disable=SC2086
iverilog -g2012 -s gates -o "$BUILD/gates.vvp" $RTL tests/mmu/gates.sv >"$BUILD/gates.log" 2>&1 || { cat "$BUILD/gates.log"; exit 1; }
vvp "$BUILD/gates.vvp" "+cycles=$CYCLES" | tee "$BUILD/gates.log"
grep -q '^100%' "$BUILD/gates.log"
