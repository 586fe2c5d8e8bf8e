#!/bin/bash
# Counts control frames at the highest rate that a build allows, in Icarus (counters.sv).
set -uo pipefail
: "${BUILD:=build}"
RTL=$(sed -nE 's,^ *- (rtl/.*),\1,p' sluice.core)
# shellcheck disable=SC2086
tests/icarus.sh "$BUILD/counters.vvp" -s counters $RTL tests/lossless/counters.sv || exit 1
vvp "$BUILD/counters.vvp" | tee "$BUILD/counters.log"
grep -q '^100%' "$BUILD/counters.log"
