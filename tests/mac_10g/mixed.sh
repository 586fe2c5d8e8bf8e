#!/bin/bash
# Runs mixed.cpp with the plan of docs/hardware/mac-10g.md for two ports of 10 Gb/s and two of 1 Gb/s: Verilator compiles mac_10g_switch, and frames of
# all lengths pass between the ports. make check-long runs this script, because the compiler takes a minute.
set -uo pipefail
. tests/mac_10g/build.sh
plan=$(plan_of docs/hardware/mac-10g.md --group)
mhz=$(clock_of "$plan")
expect "the page has a plan" test -n "$plan" -a -n "$mhz"
expect "the plan" sh -c "$plan >'$tree/plan'"
expect "the plan with a larger alpha" sh -c "${plan/--alpha 1 /--alpha 16 } >'$tree/full'"
expect "Verilator compiles the switch and its crossings" verilate NP=4 PORTS_1G=12 DW=128 LINE=118 CELL=128 CELLS=2048 SCHEMES=4
expect "the bench" link mixed 4 12
expect "frames pass between ports of both rates" "$tree/bench" "$tree/plan" "$mhz" "$tree/full"
sed -n '/^ok MAC/!s/^ok //p' "$tree/log"
# The bench must be able to fail: with a clock below the rate of the lines, and if the slow ports count quanta of the fast ones.
expect "a clock that is too slow" fails overflows "$tree/plan" $((mhz - 10)) "$tree/full"
grep -v 'QUANTA_STEP of port' "$tree/plan" >"$tree/one_rate"
expect "one rate for all ports" fails 'a pause of .* at 1 Gb/s' "$tree/one_rate" "$mhz" "$tree/full"
summary
