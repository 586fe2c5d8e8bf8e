#!/bin/bash
# Synthesises one module with Yosys and writes what it is made of, or the netlist.
#   synth.sh TECH TOP OUT [NAME=VALUE ...] [-- COMMAND ...]     Verilog files: environment RTL, space separated
# TECH: generic (gates; memories stay memories), ice40, ecp5 or xilinx. OUT: a .json of cells (`stat -json`), or, where
# its name ends in .net.json or .net.v, the netlist. TECH half writes a .il: the design flattened and optimised, before
# anything depends on the technology; where RTL is such a file, the second half follows, for any other TECH.
# NAME=VALUE: parameters of TOP. COMMANDs: Yosys commands that change the design before it is flattened (dsh.sh cuts it
# that way). Everything is flattened: cells are counted over all module boundaries. OUT appears only when all went well.
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

# The first half: what every synth_* script of Yosys begins with; memories find their registers before the wires around them
# are rewritten. Then, before the many cells of single bits: an index
# into a wide register makes a shifter of all its bits, mostly constants, which are folded a word at a time here.
clean="opt_clean -purge"
[[ $out == *.net.* ]] && clean=opt_clean
half="opt_expr; opt_clean; opt -nodffe -nosdff; fsm; opt; wreduce; peepopt; opt_clean; share; opt_clean; memory_dff; \
  techmap -max_iter 1 t:\$shift t:\$shiftx t:\$shl t:\$shr; opt -full; wreduce; opt -full; $clean"
# The second: the steps of synth_TECH from there on, by its own labels from the mapping of memories. Sums of many terms
# (maccmap) are mapped early: constants in their carry chains are folded at once, not one bit in every pass. A count ends
# before the check, as that names all cells by autoname, which takes longer than all the rest of a large design.
sums="alumacc; maccmap; techmap -max_iter 1 t:\$fa; opt -fine; memory -nomap; opt_clean"
cmp="techmap -map +/cmp2lut.v -D LUT_WIDTH=4"
case $out in
  *.il) to='' write="write_rtlil $out.part" ;;
  *.net.json) to=blif write="write_json $out.part" ;;
  *.net.v) to=blif write="splitnets; write_verilog -noattr $out.part" ;;
  *) to=check write="tee -q -o $out.part stat -json" ;;
esac
case $tech in
  half) script="" ;;
  generic) script="$sums; opt -fast -full; opt -undriven -fine; techmap; opt -fast; abc; opt_clean" ;;
  ice40) script="synth_ice40 -run begin:flatten; $cmp; $sums; synth_ice40 ${SYNTH_ICE40:-} -run map_ram:$to" ;;
  ecp5) script="synth_ecp5 -run begin:coarse; $cmp; techmap -map +/mul2dsp.v -map +/ecp5/dsp_map.v -D DSP_A_MAXWIDTH=18 \
    -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=2 -D DSP_B_MINWIDTH=2 -D DSP_NAME=\$__MUL18X18; \
    chtype -set \$mul t:\$__soft_mul; $sums; synth_ecp5 -run map_ram:$to" ;;
  xilinx) xilinx="synth_xilinx -family xc7 -noiopad -noclkbuf -run"
    script="$xilinx begin:prepare; pmux2shiftx; clean; $xilinx map_dsp:map_memory; maccmap; techmap -max_iter 1 t:\$fa; opt -fine; $xilinx map_memory:$to" ;;
  *) echo "synth: unknown technology $tech: half, generic, ice40, ecp5 or xilinx" >&2; exit 1 ;;
esac
# Netlists take the whole script of Yosys: one made by these halves was found to differ from the model.
[[ $out == *.net.* ]] && half="opt_clean" script="synth_ice40 ${SYNTH_ICE40:-} -run begin:blif"
mkdir -p "$(dirname "$out")"
# The commands find the modules under their own names: elaboration renames those with parameters.
if [[ $RTL == *.il ]]; then
  read="read_rtlil $RTL"
else
  read="read_verilog -sv $RTL; ${params:+chparam$params $top; }hierarchy -check -top $top; rename -top $top; proc; \
    ${commands}flatten; $clean; $half"
fi
yosys -q -d -l "$out.log" -p "$read; $script; check -assert; $write" >"$out.err" 2>&1 ||
  { grep -m 3 ERROR "$out.err" >&2 || tail -3 "$out.err" >&2; echo "synth: yosys failed; see $out.log" >&2; exit 1; }
rm -f "$out.err"
mv "$out.part" "$out"
