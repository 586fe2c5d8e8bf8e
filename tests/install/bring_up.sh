#!/bin/bash
# Runs docs/hardware/bring-up.md: Verilator compiles the instance, the driver brings it up over AXI4-Lite with the plan of the page, and lossless frames
# pass it. design.sh checks the instance and the port table. make check-long runs this script, because the compiler takes half a minute.
set -uo pipefail
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${CC:=gcc}" "${CXX:=g++}"
. tests/checks.sh
page=docs/hardware/bring-up.md top=$(page_instance "$tree" bring-up)
list=$(realpath "$BUILD/sluice.f")

plan=$(grep '^build/sluice plan .*--registers switch' "$page" | sed 's/ >.*//')
expect "the page has a plan" test -n "$plan"
expect "the plan" sh -c "$(printf '%s' "$plan" | sed "s|^build|$BUILD|") >'$tree/plan'"

# Without optimisation: the run takes a second, and the compiler ten.
verilate() {
  $VERILATOR --cc -Wall --top-module "$top" -f "$list" "$tree/$top.sv" -Mdir "$tree/rtl" &&
    make -s -C "$tree/rtl" -f "V$top.mk" "V${top}__ALL.a" OPT_FAST=-O0 OPT_SLOW=-O0
}
expect "Verilator accepts and compiles the instance" verilate
root=$(sed -n 's/^VERILATOR_ROOT = //p' "$tree/rtl/V$top.mk")
link() {
  $CC -std=c11 -Wall -Wextra -Werror -I. -c cmodel/driver/sluice_driver.c -o "$tree/driver.o" &&
    $CXX -std=c++17 -Wall -Wextra -Werror -I. -I"$tree/rtl" -isystem "$root/include" -isystem "$root/include/vltstd" tests/install/bring_up.cpp "$tree/driver.o" \
      "$tree/rtl/V${top}__ALL.a" "$BUILD/libverilated.a" -lz -lpthread -o "$tree/bring_up"
}
expect "the program with the C library" link
expect "bring-up and lossless traffic" "$tree/bring_up" "$tree/plan"
# The program must be able to fail: without the last wait, but with a pool that does not fit
sed 's/^write 0x000c .*/write 0x000c 0xfff/' "$tree/plan" >"$tree/bad"
refused() { ! "$tree/bring_up" "$tree/bad" >"$tree/said" && grep -q '^failed the plan: the MMU refused' "$tree/said"; }
expect "a plan that the MMU refuses" refused
summary
