#!/bin/bash
# Runs mixed.cpp with the plan of docs/hardware/mac-10g.md for two ports of 10 Gb/s and two of 1 Gb/s: Verilator compiles mac_10g_switch with words of
# 128 bits, and with words of 64 bits at 157 MHz, and frames of all lengths pass between the ports. make check-long runs this script, because the compiler
# takes a minute.
set -uo pipefail
. tests/mac_10g/build.sh
plan=$(plan_of docs/hardware/mac-10g.md --group)
mhz=$(clock_of "$plan")
expect "the page has a plan" test -n "$plan" -a -n "$mhz"
# pass PLAN NAME=VALUE...: all checks of the bench, with this plan and these parameters
pass() {
  expect "the plan" sh -c "$1 >'$tree/plan'"
  expect "the plan with a larger alpha" sh -c "${1/--alpha 1 /--alpha 16 } >'$tree/full'"
  expect "Verilator compiles the switch and its crossings" verilate NP=4 PORTS_1G=12 SCHEMES=4 "${@:2}"
  expect "the bench" link mixed 4 12
  expect "frames pass between ports of both rates" "$tree/bench" "$tree/plan" "$(clock_of "$1")" "$tree/full"
  sed -n '/^ok MAC/!s/^ok //p' "$tree/log"
}
pass "$(sed 's/--cell 128/--cell 64/; s/--clock-mhz [0-9]*/--clock-mhz 157/' <<<"$plan")" DW=64 LINE=64 CELL=64 CELLS=4096
rm -r "$tree/rtl"
pass "$plan" DW=128 LINE=118 CELL=128 CELLS=2048
# The bench must be able to fail: with a clock below the rate of the lines, and if the slow ports count quanta of the fast ones.
expect "a clock that is too slow" fails overflows "$tree/plan" $((mhz - 10)) "$tree/full"
grep -v 'QUANTA_STEP of port' "$tree/plan" >"$tree/one_rate"
expect "one rate for all ports" fails 'a pause of .* at 1 Gb/s' "$tree/one_rate" "$mhz" "$tree/full"
summary
