#!/bin/bash
# Synthesises one module with Yosys and writes its cell counts or its netlist.
#   synth.sh TECH TOP OUT [NAME=VALUE ...] [-- COMMAND ...]
#   TECH        generic (gates; memories are not mapped), ice40, ecp5 or xilinx
#   OUT         OUT.json: cell counts (`stat -json`); OUT.net.json or OUT.net.v: the netlist
#   NAME=VALUE  parameters of TOP
#   COMMAND     Yosys command that changes the design before it is flattened; dsh.sh removes logic in this way
# Environment: RTL, the Verilog files, and DEFINES, macros; both separated by spaces. KEEP=1 keeps the modules and counts each
# of them alone (ice40, ecp5); otherwise the design is flattened, and the counts include all modules.
# AVERAGE=1: ABC makes the average of all paths short, with the LUTs of TECH.lut. Otherwise it uses the depth of the longest path for all paths.
# OUT.net.json is changed for the packer of nextpnr, by masks.py and carries.py for the iCE40 and by outputs.py for the ECP5.
# FILL=1: also by fill.py for the iCE40, for fewer cells and a slower clock.
# OUT is written only after success.
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

# To count cells, the script stops before the check of Yosys. That check first names all cells, which takes most of the time
# in a large design.
case $out in
  *.net.*) run= ;;
  *) run=" -run begin:check" ;;
esac
case $tech in
  generic) script="synth -flatten -run begin:fine; opt -fast -full; opt -undriven -fine; techmap; opt -fast; abc; opt_clean" ;;
  ice40) script="synth_ice40 ${KEEP:+-noflatten} ${SYNTH_ICE40:-}$run" ;;
  ecp5) script="synth_ecp5 ${KEEP:+-noflatten}$run" ;;
  xilinx) script="synth_xilinx -family xc7 -flatten -noiopad -noclkbuf$run" ;;
  *) echo "synth: unknown technology $tech: generic, ice40, ecp5 or xilinx" >&2; exit 1 ;;
esac
setting=
[ -z "${AVERAGE:-}" ] || setting="scratchpad -set abc.script +read_lut,$(dirname "$0")/$tech.lut;\
strash;&get,-n;&fraig,-x;&put;scorr;dc2;dretime;strash;dch,-f;if,-t;mfs2$([ "$tech" != ice40 ] || echo ";lutpack,-S,1"); "
case $out in
  *.net.json) write="write_json $out.part" ;;
  *.net.v) write="splitnets; write_verilog -noattr $out.part" ;;
  *) write="tee -q -o $out.part stat -json" ;;
esac
mkdir -p "$(dirname "$out")"
flatten=$([ -n "${KEEP:-}" ] || echo "flatten; ")
# Elaboration renames a module with parameters. The top gets its own name back, so that COMMANDs find it.
yosys -q -l "$out.log" -p "read_verilog $defines-sv $RTL; ${params:+chparam$params $top; }hierarchy -check -top $top; \
  rename -top $top; proc; ${commands}${flatten}opt_clean; ${setting}$script; check -assert; $write" >"$out.err" 2>&1 ||
  { grep -m 3 ERROR "$out.err" >&2 || tail -3 "$out.err" >&2; echo "synth: yosys failed; see $out.log" >&2; exit 1; }
rm -f "$out.err"
here=$(dirname "$0")
case $tech,$out in
  ice40,*.net.json) for step in masks carries ${FILL:+fill}; do "$here/$step.py" "$out.part"; done ;;
  ecp5,*.net.json) "$here/outputs.py" "$out.part" ;;
esac
mv "$out.part" "$out"
