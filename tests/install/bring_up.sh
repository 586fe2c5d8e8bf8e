#!/bin/bash
# Runs docs/hardware/bring-up.md: Verilator compiles the instance, the driver brings it up over AXI4-Lite with the plan of the page, and lossless frames
# pass it. design.sh checks the instance and the port table. make check-long runs this script, because the compiler takes half a minute.
set -uo pipefail
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${CC:=gcc}" "${CXX:=g++}"
. tests/checks.sh
page=docs/hardware/bring-up.md top=$(page_instance "$tree" bring-up)
list=$(realpath "$BUILD/sluice.f")

# plan OPTION NAME: runs the plan of the page with OPTION, into the file NAME
plan() {
  local line
  line=$(grep "^build/sluice plan .*$1" "$page" | head -n 1 | sed "s/ [>|].*//; s|^build|$BUILD|")
  expect "the page has a plan with $1" test -n "$line"
  expect "the plan" sh -c "$line >'$tree/$2'"
}
plan '--registers switch' plan

# Without optimisation: the run takes a second, and the compiler ten.
verilate() {
  $VERILATOR --cc -Wall --top-module "$top" -f "$list" "$1" -Mdir "$tree/$2" &&
    make -s -C "$tree/$2" -f "V$top.mk" "V${top}__ALL.a" OPT_FAST=-O0 OPT_SLOW=-O0
}
expect "Verilator accepts and compiles the instance" verilate "$tree/$top.sv" rtl
root=$(sed -n 's/^VERILATOR_ROOT = //p' "$tree/rtl/V$top.mk")
link() {
  $CC -std=c11 -Wall -Wextra -Werror -I. -c cmodel/driver/sluice_driver.c -o "$tree/driver.o" &&
    $CXX -std=c++17 -Wall -Wextra -Werror -I. -I"$tree/$1" -isystem "$root/include" -isystem "$root/include/vltstd" "tests/install/$2.cpp" "$tree/driver.o" \
      "$tree/$1/V${top}__ALL.a" "$BUILD/libverilated.a" -lz -lpthread -o "$tree/$2"
}
expect "the program with the C library" link rtl bring_up
expect "bring-up and lossless traffic" "$tree/bring_up" "$tree/plan"
# The program must be able to fail: without the last wait, but with a pool that does not fit
sed 's/^write 0x000c .*/write 0x000c 0xfff/' "$tree/plan" >"$tree/bad"
refused() { ! "$tree/bring_up" "$tree/bad" >"$tree/said" && grep -q '^failed the plan: the MMU refused' "$tree/said"; }
expect "a plan that the MMU refuses" refused

# ---- credits ----

plan '--credits ultra_ethernet' credits
limit=$(sed -n 's/^write 0x02ec \(0x[0-9a-f]*\).*/\1/p' "$tree/credits")
with_credits() {
  local parameters
  parameters=$(sed -n 's/^With credits, the instance has `\(.*\)`\.$/\1/p' "$page")
  mkdir "$tree/with_credits"
  test -n "$parameters" && sed "s/\.CELLS(4096)/$parameters/" "$tree/$top.sv" >"$tree/with_credits/$top.sv" &&
    verilate "$tree/with_credits/$top.sv" rtl_credits
}
expect "the instance with credits" with_credits
expect "the program for credits" link rtl_credits bring_up_credits
expect "bring-up with credits, and full lines" "$tree/bring_up_credits" "$tree/credits" "$((limit))"
# With too few credits, the lines must be idle at times.
sed 's/^write 0x02ec .*/write 0x02ec 0x0a4/' "$tree/credits" >"$tree/few"
idle() { ! "$tree/bring_up_credits" "$tree/few" 164 >"$tree/said" && grep -q '^failed frames of 1514 bytes' "$tree/said"; }
expect "a plan with too few credits is seen" idle
summary
