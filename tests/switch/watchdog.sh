#!/bin/bash
# The watchdog of the switch alone, in lock-step with its model (watchdog.cpp), at three sizes.
# usage: watchdog.sh [SEED|planted]
set -uo pipefail
: "${BUILD:=build}" "${CXX:=g++}"
work=$BUILD/watchdog
rm -rf "$work" && mkdir -p "$work" && work=$(realpath "$work")
sources=$(sed -nE 's,^ *- (rtl/(switch/sluice_switch_(pkg|types)|common/sluice_(select|row))\.sv),\1,p' sluice.core)
root=$(verilator --getenv VERILATOR_ROOT)
seed=${1:-1} checks=0 failures=0
[ "$seed" = planted ] && seed=1
${CC:-cc} -std=c11 -O1 -I . -c cmodel/switch/sluice_watchdog.c -o "$work/model.o" || exit 1

# $1: RTL of the watchdog, $2 $3 $4: ports, classes, own registers of each port, $5: directory. One unit of compilation, because the headers of
# Verilator take most of its time.
compile() {
  # shellcheck disable=SC2086
  verilator --cc -O3 --noassert --prefix Vwatchdog --top-module sluice_switch_watchdog -Mdir "$5" -Wno-fatal -GNP="$2" -GNC="$3" -GPORT_LIMITS="$4" \
    -GPW="$(bits "$2")" -GCW="$(bits "$3")" $sources "$1" >"$5.log" 2>&1 &&
    for f in tests/switch/watchdog.cpp "$5"/*.cpp; do echo "#include \"$f\""; done >"$5/all.cc" &&
    "$CXX" -O1 -I . -I "$5" -I "$root/include" -I "$root/include/vltstd" "$5/all.cc" "$work/model.o" "$BUILD/libverilated.a" -lz -lpthread -o "$5.run" >>"$5.log" 2>&1
}
bits() { case $1 in 1 | 2) echo 1 ;; 3 | 4) echo 2 ;; [5-8]) echo 3 ;; *) echo 4 ;; esac; }

for size in "2 1 0" "3 5 1" "16 8 0" "4 8 1"; do
  read -r ports classes own <<<"$size"
  checks=$((checks + 1))
  compile rtl/switch/sluice_switch_watchdog.sv "$ports" "$classes" "$own" "$work/$ports.$classes" && "$work/$ports.$classes.run" "$ports" "$classes" "$own" "$seed" || { failures=$((failures + 1)); tail -5 "$work/$ports.$classes.log"; }
done
# With `planted`, each bug of the list must be found.
while [ "${1:-}" = planted ] && IFS= read -r line; do
  text=${line%% | *} other=${line#* | }
  checks=$((checks + 1))
  all=$(cat rtl/switch/sluice_switch_watchdog.sv)
  printf '%s\n' "${all/"$text"/"$other"}" >"$work/planted.sv"
  if [ "$(grep -cF -- "$text" rtl/switch/sluice_switch_watchdog.sv)" = 1 ] && compile "$work/planted.sv" 3 5 1 "$work/planted" && ! "$work/planted.run" 3 5 1 1 >"$work/planted.out"; then
    echo "found: $other: $(tail -1 "$work/planted.out")"
  else
    failures=$((failures + 1))
    echo "not found: $other"
  fi
done <tests/switch/watchdog_bugs
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
