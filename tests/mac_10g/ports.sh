#!/bin/bash
# Runs ports.cpp with the plan and the parameters of docs/hardware/six-ports.md: Verilator compiles mac_10g_switch, and frames pass all ports.
# make check-long runs this script, because the compiler takes a minute.
set -uo pipefail
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${CC:=gcc}" "${CXX:=g++}"
. tests/checks.sh
page=docs/hardware/six-ports.md
plan=$(grep -m 1 '^build/sluice plan ' "$page" | sed "s/ [>|].*//; s|^build|$BUILD|")
parameters=$(sed -n 's/^make area TECH=ecp5 //p' "$page" | head -n 1)
mhz=$(sed -n 's/.* --clock-mhz \([0-9]*\) .*/\1/p' <<<"$plan") ports=$(sed -n 's/^NP=\([0-9]*\) .*/\1/p' <<<"$parameters")
expect "the page has a plan and parameters" test -n "$plan" -a -n "$mhz" -a -n "$ports"
expect "the plan" sh -c "$plan >'$tree/plan'"

verilate() {
  # shellcheck disable=SC2086
  $VERILATOR --cc -Wno-lint --top-module mac_10g_switch -GHOLD=4 $(printf ' -G%s' $parameters) -f "$BUILD/sluice.f" fpga/mac_10g/mac_10g_*.sv \
    -Mdir "$tree/rtl" && make -s -C "$tree/rtl" -f Vmac_10g_switch.mk Vmac_10g_switch__ALL.a OPT_FAST=-O1 OPT_SLOW=-O0
}
expect "Verilator compiles the switch and its crossings" verilate
root=$(sed -n 's/^VERILATOR_ROOT = //p' "$tree/rtl/Vmac_10g_switch.mk")
link() {
  $CC -std=c11 -Wall -Wextra -Werror -I. -c cmodel/driver/sluice_driver.c -o "$tree/driver.o" &&
    $CXX -std=c++17 -O1 -Wall -Wextra -Werror -DPORTS="$ports" -I. -I"$tree/rtl" -isystem "$root/include" -isystem "$root/include/vltstd" \
      tests/mac_10g/ports.cpp "$tree/driver.o" "$tree/rtl/Vmac_10g_switch__ALL.a" "$BUILD/libverilated.a" -lz -lpthread -o "$tree/ports"
}
expect "the bench" link
expect "frames pass all ports" "$tree/ports" "$tree/plan" "$mhz"
sed -n '/^ok MAC/!s/^ok //p' "$tree/log"
# The bench must be able to fail: a clock below the rate of the lines loses frames.
too_slow() { ! "$tree/ports" "$tree/plan" $((mhz - 10)) >"$tree/said" && grep -q '^failed .* overflows' "$tree/said"; }
expect "a clock that is too slow" too_slow
summary
