#!/bin/bash
# Maps the MMU to the cells of a library: asic.sh LIBERTY NS DIR NAME=VALUE ...    environment: RTL, the Verilog files
#   NS: target delay of the logic between registers, ns; faster logic is made smaller
#   NAME=VALUE: parameters of the module
# Maps the flattened MMU (mmu), and each block of the MMU alone, with its parameters in the MMU. If the environment has TOP, a module
# sluice_NAME, maps only this module, flattened. Writes into DIR:
#   NAME.v              netlist
#   NAME.json           cell counts (`stat -json`)
#   NAME.memories.json  the memories, which the netlist does not contain
#   blocks              a line "NAME TIMES" for each block; TIMES is the number of its instances in the MMU
# A memory is a macro outside the netlist. Each input of the macro is an output of the module, each output of the macro an input.
set -euo pipefail
lib=$1 ps=$(awk "BEGIN { print int(1000 * $2) }") dir=$3
shift 3
mkdir -p "$dir"
run() {
  yosys -q -l "$dir/$1.log" -p "$2" >"$dir/$1.err" 2>&1 ||
    { grep -m 3 ERROR "$dir/$1.err" >&2 || tail -3 "$dir/$1.err" >&2; echo "asic: yosys failed; see $dir/$1.log" >&2; exit 1; }
  rm "$dir/$1.err"
}
: "${RTL:?asic: set RTL to the Verilog files}"
top=${TOP:-sluice_mmu}
params=
for p; do params+=" -set ${p%%=*} ${p#*=}"; done

# -D sets the delay target of mapping and sizing. -N 16 limits the fanout to 16 by trees of buffers. The script does not use dc2,
# which turns prefix adders into ripple carries: they need 4 % less area, but are slower.
printf 'set_driving_cell BUFX4\nset_load 37\n' >"$dir/constr"
abc="strash;&get,-n;&fraig,-x;&put;scorr;dch,-f;map,-B,0.9,-D,$ps;topo;buffer,-c,-N,16;upsize,-D,$ps;dnsize,-D,$ps;stime,-p"
map() {
  run "$1" "read_rtlil $dir/elaborated.il; hierarchy -top $2; rename -top sluice_$1; flatten; opt_clean; synth -run coarse:fine; \
    json -o $dir/$1.memories.json t:\$mem_v2; expose -evert t:\$mem_v2; \
    delete -output w:*.RD_CLK w:*.WR_CLK w:*.RD_ARST w:*.RD_SRST; opt_clean -purge; opt -fast -full; techmap; opt -fast; \
    dfflegalize -cell \$_DFF_P_ x; opt; read_liberty -lib $lib; dfflibmap -liberty $lib; \
    abc -liberty $lib -constr $dir/constr -script +$abc; opt_clean -purge; splitnets -ports; opt_clean -purge; \
    rename -wire -suffix _reg t:DFF*; check -assert; tee -q -o $dir/$1.json stat -json; write_verilog -noattr $dir/$1.part"
  # OpenSTA reads a bracket inside a name as the index of a bus.
  sed -E 's/\[([0-9]+)\]\./_\1./g' "$dir/$1.part" >"$dir/$1.v"
  rm "$dir/$1.part"
}

run elaborate "read_verilog -sv $RTL; chparam$params $top; hierarchy -check -top $top; rename -top $top; proc; \
  write_rtlil $dir/elaborated.il; tee -q -o $dir/children stat -json $top"
map "${top#sluice_}" "$top"
[ -z "${TOP:-}" ] || { rm "$dir/elaborated.il" "$dir/children"; exit 0; }
rm -f "$dir/blocks"
: >"$dir/blocks.part"
sed -n 's/^ *"\(.*sluice_.*\)": \([0-9]*\),*$/\2 \1/p' "$dir/children" | sed 's/\\\\/\\/g' | while read -r times module; do
  name=$(sed -E 's/.*sluice_([a-z_]*).*/\1/' <<<"$module")
  n=1 block=$name
  while grep -q "^$block " "$dir/blocks.part"; do n=$((n + 1)) block=$name$n; done
  map "$block" "$module" </dev/null
  echo "$block $times" >>"$dir/blocks.part"
done
rm "$dir/elaborated.il" "$dir/children"
mv "$dir/blocks.part" "$dir/blocks"
