#!/bin/bash
# Counts control frames at the highest rate that a build allows, in Icarus (counters.sv).
set -uo pipefail
: "${BUILD:=build}"
RTL=$(sed -nE 's,^ *- (rtl/.*),\1,p' sluice.core)
mkdir -p "$BUILD"
# shellcheck disable=SC2086
iverilog -g2012 -s counters -o "$BUILD/counters.vvp" $RTL tests/lossless/counters.sv >"$BUILD/counters.log" 2>&1 || { cat "$BUILD/counters.log"; exit 1; }
vvp "$BUILD/counters.vvp" | tee "$BUILD/counters.log"
grep -q '^100%' "$BUILD/counters.log"
