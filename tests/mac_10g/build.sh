# Shared by the tests in shell that run a bench in C++ around mac_10g_switch, which source it.
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${CC:=gcc}" "${CXX:=g++}"
. tests/checks.sh
# The first command `build/sluice plan ARGUMENT...` of page $1, without its output; $2: how it begins behind "plan ".
plan_of() { grep -m 1 "^build/sluice plan $2" "$1" | sed "s/ [>|].*//; s|^build|$BUILD|"; }
clock_of() { sed -n 's/.* --clock-mhz \([0-9]*\) .*/\1/p' <<<"$1"; }
# verilate NAME=VALUE...: the parameters
verilate() {
  # shellcheck disable=SC2046
  $VERILATOR --cc -Wno-lint --top-module mac_10g_switch -GHOLD=4 $(printf ' -G%s' "$@") -f "$BUILD/sluice.f" fpga/mac_10g/mac_10g_*.sv \
    -Mdir "$tree/rtl" && make -s -C "$tree/rtl" -f Vmac_10g_switch.mk Vmac_10g_switch__ALL.a OPT_FAST=-O1 OPT_SLOW=-O0
}
# link BENCH PORTS PORTS_1G: the program $tree/bench
link() {
  local root
  root=$(sed -n 's/^VERILATOR_ROOT = //p' "$tree/rtl/Vmac_10g_switch.mk")
  $CC -std=c11 -Wall -Wextra -Werror -I. -c cmodel/driver/sluice_driver.c -o "$tree/driver.o" &&
    $CXX -std=c++17 -O1 -Wall -Wextra -Werror -DPORTS="$2" -DPORTS_1G="$3" -I. -I"$tree/rtl" -isystem "$root/include" \
      -isystem "$root/include/vltstd" "tests/mac_10g/$1.cpp" "$tree/driver.o" "$tree/rtl/Vmac_10g_switch__ALL.a" "$BUILD/libverilated.a" \
      -lz -lpthread -o "$tree/bench"
}
# fails TEXT ARGUMENT...: the bench must fail with these arguments, in a check of this text.
fails() { ! "$tree/bench" "${@:2}" >"$tree/said" && grep -q "^failed .*$1" "$tree/said"; }
