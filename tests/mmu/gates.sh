#!/bin/bash
# Simulates an MMU with clock gates (latch and AND) and an MMU without in Icarus, and compares every output in every cycle (gates.sv).
# A failure prints its seed and cycle; vvp $BUILD/gates.vvp +cycles=N +seed=S repeats it.
set -uo pipefail
: "${BUILD:=build}" "${CYCLES:=3000}"
RTL=$(sed -nE 's,^ *- (rtl/(common|mmu)/),\1,p' sluice.core)
# shellcheck disable=SC2086
tests/icarus.sh "$BUILD/gates.vvp" -s gates $RTL tests/mmu/gates.sv || exit 1
vvp "$BUILD/gates.vvp" "+cycles=$CYCLES" | tee "$BUILD/gates.log"
grep -q '^100%' "$BUILD/gates.log"
