#!/bin/bash
# `make area`: names and values that it refuses, defaults of the RTL, and the same counts as the tables for the smallest MMU.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
make_here() { env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" -s BUILD="$BUILD" "$@"; }
# refused TEXT WORD..: one line of make area with the text, besides the line of make.
refused() {
  ! make_here area "${@:2}" >"$tree/said" 2>&1 && grep -qF -- "make area: $1" "$tree/said" && [ "$(wc -l <"$tree/said")" = 2 ] || { cat "$tree/said"; return 1; }
}
expect "an unknown parameter" refused 'no parameter PORTS of sluice_mmu, sluice_switch, sluice_lossless_switch; there is NP, NC, W,' PORTS=6
expect "a derived parameter" refused 'no parameter PW' PW=3
expect "a parameter of another module" refused 'no parameter DW of sluice_mmu; there is NP' TOP=mmu DW=64
expect "no number" refused 'NP=six: expected a number from 0 to 2147483647' NP=six
expect "too many bits" refused 'SCHEMES=128: expected a number from 0 to 127' SCHEMES=128
expect "a technology" refused 'no TECH=xilinx; there is ice40, ecp5' TECH=xilinx
expect "a module" refused 'no TOP=control; there is mmu, switch, lossless_switch' TOP=control
expect "ports" refused 'sluice_mmu refuses NP=65: out of range NP 1 64 NC 1 8 W 8 28' NP=65
expect "ports of the switch" refused 'sluice_switch refuses NP=32: out of range NP 2 16 NC 1 8; TOP=mmu counts the MMU alone' NP=32
expect "cells" refused 'sluice_switch refuses NP=6 NC=8 DW=64 CELL=64: CELL too small for NP lines of LINE or DW' NP=6 NC=8 DW=64 CELL=64
expect "a width" refused 'sluice_lossless_switch refuses DW=24: DW is not 8 16 32 64 128 256' TOP=lossless_switch DW=24

# The smallest MMU. GATES is not given.
counted() {
  make_here area TOP=mmu NP=1 NC=1 W=8 SCHEMES=1 STATS=0 LEVELS=0 >"$tree/area" &&
    make_here "$BUILD/synth/area/ice40/1x1x8s1.json" && synth/area.py "$BUILD/synth/area/ice40/1x1x8s1.json" --csv "$tree/csv" >"$tree/table" &&
    cells=$(sed -n 's/^| 1 x 1 | STATIC //p' "$tree/table") && test -n "$cells" && grep -F "| sluice_mmu $cells" "$tree/area"
}
expect "the counts of the table" counted
expect "the defaults of the RTL" grep -qx 'sluice_mmu: NP=1 NC=1 W=8 SCHEMES=1 STATS=0 LEVELS=0 PORT_LIMITS=0 GATES=0' "$tree/area"
summary
