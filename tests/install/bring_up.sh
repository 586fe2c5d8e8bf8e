#!/bin/bash
# Tests docs/hardware/bring-up.md: the port table matches the RTL; Verilator accepts the instance (-Wall); the commands of the page bring it up
# through the C library, over AXI4-Lite, and lossless frames pass it. A failure prints the name of the check and its output.
set -uo pipefail
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${CC:=gcc}" "${CXX:=g++}"
. tests/checks.sh
page=docs/hardware/bring-up.md top=$(page_instance "$tree" bring-up)
instance=$tree/$top.sv module=rtl/lossless/sluice_lossless_switch.sv
list=$(realpath "$BUILD/sluice.f")

# The monitor outputs are in switch-timing.md.
ports() { module_ports "$module" | grep -v ' mon_'; }
parameters() { grep -o '^      \.[A-Z].*' "$instance" | grep -o '\.[A-Z]*(' | tr -d '.(' | sort; }
settable() { sed -n '/derived/!s/^ *parameter [^=]* \([A-Z]*\) = .*/\1/p' "$module" | sort; }
expect "the module has ports" test "$(ports | wc -l)" -gt 30
expect "the port table matches the module" diff <(ports) <(table_ports "$page")
expect "the instance connects all ports" diff <(module_ports "$module" | cut -d ' ' -f 2 | sort) <(connected_ports "$instance")
expect "the instance sets all parameters" diff <(settable) <(parameters)

plan=$(grep '^build/sluice plan .*--registers switch' "$page" | sed 's/ >.*//')
expect "the page has a plan" test -n "$plan"
expect "the plan" sh -c "$(printf '%s' "$plan" | sed "s|^build|$BUILD|") >'$tree/plan'"

# Without optimisation: the run takes a second, and the compiler ten.
verilate() {
  $VERILATOR --cc -Wall --top-module "$top" -f "$list" "$instance" -Mdir "$tree/rtl" &&
    make -s -C "$tree/rtl" -f "V$top.mk" "V${top}__ALL.a" OPT_FAST=-O0 OPT_SLOW=-O0
}
expect "Verilator accepts and compiles the instance" verilate
root=$(sed -n 's/^VERILATOR_ROOT = //p' "$tree/rtl/V$top.mk")
link() {
  $CC -std=c11 -Wall -Wextra -Werror -I. -c driver/sluice_driver.c -o "$tree/driver.o" &&
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
