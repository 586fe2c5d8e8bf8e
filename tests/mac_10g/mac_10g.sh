#!/bin/bash
# The clock crossing of the examples around MACs, in Icarus: bench.sv with a 10G MAC and words of 64 bits, and with words of 128 bits at the slowest
# clock and at 156.25 MHz; with a 1G MAC and words of 128 bits at 156.25 MHz; and slice_bench.sv. Prints the sum of the checks.
set -uo pipefail
: "${BUILD:=build}"
files=$(find fpga/mac_10g -maxdepth 1 -name 'mac_10g_*.sv' ! -name mac_10g_switch.sv)
bench() {
  # shellcheck disable=SC2086
  tests/icarus.sh "$BUILD/mac_10g.vvp" -s bench "${@/#/-Pbench.}" $files tests/mac_10g/bench.sv && vvp "$BUILD/mac_10g.vvp" | sed "s/^/$* /"
}
{
  tests/icarus.sh "$BUILD/mac_10g_slice.vvp" -s slice_bench fpga/mac_10g/mac_10g_slice.sv tests/mac_10g/slice_bench.sv && vvp "$BUILD/mac_10g_slice.vvp"
  bench DW=64
  bench DW=128 AW=3 HALF=61000 PAUSED=4
  bench DW=128 AW=3 HALF=32000 PAUSED=4
  bench DW=128 MW=8 AW=3 HALF=32000 PAUSED=30 RUN=48000 FRAMES=20
} | awk '!/Checks:/ { print }
  /Checks:/ { sub(/.*Checks: /, ""); checks += $1; failures += $3; runs++ }
  END { printf "%d%%: Checks: %d, Failures: %d, Errors: 0\n", 100 * (checks - failures) / checks, checks, failures; exit failures > 0 || runs != 5 }'
