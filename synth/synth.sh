#!/bin/bash
# Synthesises one module with Yosys and writes what it is made of, or the netlist.
#   synth.sh TECH TOP OUT [NAME=VALUE ...] [-- COMMAND ...]     environment: RTL, Verilog files, and
#                                                              DEFINES, macros; both space separated; KEEP=1: modules
#                                                              stay apart, counted each by itself (ecp5)
# TECH: generic (gates; memories stay memories), ice40, ecp5 or xilinx. OUT: a .json of cells (`stat -json`), or, where
# its name ends in .net.json or .net.v, the netlist; .net.json in the shape that the device has (carries.py for the iCE40, outputs.py for the ECP5).
# NAME=VALUE: parameters of TOP. COMMANDs: Yosys commands that change the design before it is flattened (dsh.sh cuts it that
# way). Without KEEP everything is flattened: cells are counted over all module boundaries. OUT appears only when all went well.
set -euo pipefail
tech=$1 top=$2 out=$3
shift 3
command -v yosys >/dev/null || { echo "synth: yosys is not installed (Debian package yosys)" >&2; exit 1; }
: "${RTL:?synth: set RTL to the Verilog files}"
params= commands=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  params+=" -set ${1%%=*} ${1#*=}"
  shift
done
[ $# -gt 0 ] && shift
for c; do commands+="$c; "; done
defines=
for d in ${DEFINES:-}; do defines+="-D $d "; done

# A count ends before Yosys' own check, which first names all cells: of a large design that takes longer than all the rest.
case $out in
  *.net.*) run= ;;
  *) run=" -run begin:check" ;;
esac
case $tech in
  generic) script="synth -flatten -run begin:fine; opt -fast -full; opt -undriven -fine; techmap; opt -fast; abc; opt_clean" ;;
  ice40) script="synth_ice40 ${SYNTH_ICE40:-}$run" ;;
  ecp5) script="synth_ecp5 ${KEEP:+-noflatten}$run" ;;
  xilinx) script="synth_xilinx -family xc7 -flatten -noiopad -noclkbuf$run" ;;
  *) echo "synth: unknown technology $tech: generic, ice40, ecp5 or xilinx" >&2; exit 1 ;;
esac
case $out in
  *.net.json) write="write_json $out.part" ;;
  *.net.v) write="splitnets; write_verilog -noattr $out.part" ;;
  *) write="tee -q -o $out.part stat -json" ;;
esac
mkdir -p "$(dirname "$out")"
flatten=$([ -n "${KEEP:-}" ] || echo "flatten; ")
# The commands find the modules under their own names: elaboration renames those with parameters.
yosys -q -l "$out.log" -p "read_verilog $defines-sv $RTL; ${params:+chparam$params $top; }hierarchy -check -top $top; \
  rename -top $top; proc; ${commands}${flatten}opt_clean; $script; check -assert; $write" >"$out.err" 2>&1 ||
  { grep -m 3 ERROR "$out.err" >&2 || tail -3 "$out.err" >&2; echo "synth: yosys failed; see $out.log" >&2; exit 1; }
rm -f "$out.err"
case $tech,$out in
  ice40,*.net.json) "$(dirname "$0")/carries.py" "$out.part" ;;
  ecp5,*.net.json) "$(dirname "$0")/outputs.py" "$out.part" ;;
esac
mv "$out.part" "$out"
