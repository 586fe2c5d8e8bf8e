#!/bin/bash
# One build of the MMU in the cells of a library: asic.sh LIBERTY NS DIR NAME=VALUE ...    environment: RTL, Verilog files
#   NS: the delay that logic between registers may take; what is faster is made smaller
# Writes into DIR, for the MMU flattened (mmu) and for each of its blocks alone, with the parameters that it has there: .v netlist,
# .json cells (`stat -json`), .memories.json the memories that were taken out; and blocks, a line "NAME TIMES" for each.
# A memory is a macro beside the netlist: its pins are ports of the module, the outputs of the macro inputs and the other way round.
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
params=
for p; do params+=" -set ${p%%=*} ${p#*=}"; done

# The delay target is for mapping and sizing. Trees of buffers from 16 loads on. No dc2, which makes ripple carries of the prefix
# adders: 4 % less area, half as fast again.
printf 'set_driving_cell BUFX4\nset_load 37\n' >"$dir/constr"
abc="strash;&get,-n;&fraig,-x;&put;scorr;dch,-f;map,-B,0.9,-D,$ps;topo;buffer,-c,-N,16;upsize,-D,$ps;dnsize,-D,$ps;stime,-p"
map() {
  run "$1" "read_rtlil $dir/elaborated.il; hierarchy -top $2; rename -top sluice_$1; flatten; opt_clean; synth -run coarse:fine; \
    json -o $dir/$1.memories.json t:\$mem_v2; expose -evert t:\$mem_v2; \
    delete -output w:*.RD_CLK w:*.WR_CLK w:*.RD_ARST w:*.RD_SRST; opt_clean -purge; opt -fast -full; techmap; opt -fast; \
    dfflegalize -cell \$_DFF_P_ x; opt; read_liberty -lib $lib; dfflibmap -liberty $lib; \
    abc -liberty $lib -constr $dir/constr -script +$abc; opt_clean -purge; splitnets -ports; opt_clean -purge; \
    rename -wire -suffix _reg t:DFF*; check -assert; tee -q -o $dir/$1.json stat -json; write_verilog -noattr $dir/$1.part"
  # The timing analysis takes a bracket inside a name for a bus.
  sed -E 's/\[([0-9]+)\]\./_\1./g' "$dir/$1.part" >"$dir/$1.v"
  rm "$dir/$1.part"
}

run elaborate "read_verilog -sv $RTL; chparam$params sluice_mmu; hierarchy -check -top sluice_mmu; rename -top sluice_mmu; proc; \
  write_rtlil $dir/elaborated.il; tee -q -o $dir/children stat -json sluice_mmu"
map mmu sluice_mmu
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
