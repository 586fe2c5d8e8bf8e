#!/bin/bash
# The clock crossing of the example around a 10G MAC, in Icarus: bench.sv.
set -uo pipefail
: "${BUILD:=build}"
tests/icarus.sh "$BUILD/mac_10g.vvp" -s bench fpga/mac_10g/mac_10g_*.sv tests/mac_10g/bench.sv && vvp "$BUILD/mac_10g.vvp"
