#!/bin/bash
# Counters whose largest values no run of a whole switch reaches, in Icarus: counters.sv and tests/switch/counters.sv. The AXI4-Lite slave against
# masters that keep to the protocol: tests/switch/axil.sv.
set -uo pipefail
: "${BUILD:=build}"
RTL=$(sed -nE 's,^ *- (rtl/.*),\1,p' sluice.core)
mkdir -p "$BUILD"
: >"$BUILD/counters.log"
for bench in counters:tests/lossless/counters.sv switch_counters:tests/switch/counters.sv switch_axil:tests/switch/axil.sv; do
  # shellcheck disable=SC2086
  tests/icarus.sh "$BUILD/counters.vvp" -s "${bench%%:*}" $RTL "${bench#*:}" || exit 1
  vvp "$BUILD/counters.vvp" | tee -a "$BUILD/counters.log"
done
# A sum for tests/run.sh
awk '/Checks:/ { sub(/%/, ""); checks += $3; failures += $5; runs++ }
  END { printf "%d%%: Checks: %d, Failures: %d, Errors: 0\n", 100 * (checks - failures) / checks, checks, failures; exit failures > 0 || runs != 3 }' "$BUILD/counters.log"
