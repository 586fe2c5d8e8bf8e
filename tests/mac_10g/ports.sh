#!/bin/bash
# Runs ports.cpp with the plan and the parameters of docs/hardware/six-ports.md: Verilator compiles mac_10g_switch, and frames pass all ports.
# make check-long runs this script, because the compiler takes a minute.
set -uo pipefail
. tests/mac_10g/build.sh
page=docs/hardware/six-ports.md
plan=$(plan_of "$page" "")
parameters=$(sed -n 's/^make area TECH=ecp5 //p' "$page" | head -n 1)
mhz=$(clock_of "$plan") ports=$(sed -n 's/^NP=\([0-9]*\) .*/\1/p' <<<"$parameters")
expect "the page has a plan and parameters" test -n "$plan" -a -n "$mhz" -a -n "$ports"
expect "the plan" sh -c "$plan >'$tree/plan'"
# Parameters are words.
# shellcheck disable=SC2086
expect "Verilator compiles the switch and its crossings" verilate $parameters
expect "the bench" link ports "$ports" 0
expect "frames pass all ports" "$tree/bench" "$tree/plan" "$mhz"
sed -n '/^ok MAC/!s/^ok //p' "$tree/log"
# The bench must be able to fail: a clock below the rate of the lines loses frames.
expect "a clock that is too slow" fails overflows "$tree/plan" $((mhz - 10))
summary
