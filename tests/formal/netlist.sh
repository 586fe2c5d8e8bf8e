#!/bin/bash
# Proves that the netlist which Yosys makes for the iCE40 equals the RTL, by sequential equivalence with ABC. Both circuits start with all
# registers at 0 and run 16 cycles with equal inputs, in which constant registers settle. Then all inputs are free, including the reset.
# Memories are left out of both circuits: their read data are free inputs, equal for both, and their write ports are compared like outputs.
# Each proof must fail after one LUT of the netlist is inverted.
# usage: netlist.sh [MODULE NAME=VALUE,..]..    default: the modules of make prove. Prints rows of the table of docs/verification/proofs.md.
# A failure leaves the logs of ABC and Yosys in $BUILD/formal-netlist.
set -uo pipefail
: "${BUILD:=build}" "${SECONDS_EACH:=600}" "${CELLS:=$(dirname "$(dirname "$(command -v yosys)")")/share/yosys/ice40/cells_sim.v}"
work=$BUILD/formal-netlist
rm -rf "$work" && mkdir -p "$work"
RTL=$(sed -nE "s,^ *- (rtl/(common|mmu)/),\1,p" sluice.core | tr "\n" " ")
[ $# -gt 0 ] || set -- mmu NP=2,NC=2,W=8,SCHEMES=1,STATS=0,LEVELS=0

# Models of the cells in a netlist without memories
awk '/^module / { name = $2; sub(/[(].*/, "", name); on = name == "SB_LUT4" || name == "SB_CARRY" || name ~ /^SB_DFF/ }
  on || /^`/ { print } /^endmodule/ { on = 0 }' "$CELLS" >"$work/cells.v"

# $1: module, $2: its parameters. Writes the RTL with all memories moved to one module, and the netlist of the rest.
synthesise() {
  local set= p
  for p in ${2//,/ }; do set+=" -set ${p%=*} ${p#*=}"; done
  yosys -q -w 'Replacing memory|did not match any module' -p "read_verilog -sv $RTL; chparam $set sluice_$1; hierarchy -check -top sluice_$1; rename -top top; proc; flatten;
    opt_clean; memory -nomap; opt_expr -mux_undef -undriven; opt_clean; submod -name memories t:\$mem_v2; blackbox =memories; write_ilang $work/rtl.il;
    synth_ice40 -top top -run begin:check; rename top gate; write_verilog -noattr $work/netlist.v"
}

# $1: the netlist, $2: the AIGER file to write, a circuit whose bad state is a difference between RTL and netlist
circuit() {
  yosys -q -w 'did not match any module' -p "read_ilang $work/rtl.il; rename top gold; expose -evert gold/c:memories; opt_clean; design -stash gold;
    read_ilang $work/rtl.il; delete top; read_verilog $1; expose -evert gate/c:memories; read_verilog -D ICE40_HX -D NO_ICE40_DEFAULT_ASSIGNMENTS $work/cells.v;
    hierarchy -check -top gate; proc; flatten gate; opt_clean gate; design -copy-from gold -as gold gold;
    miter -equiv -flatten -make_assert gold gate miter; hierarchy -check -top miter; async2sync; delete -output; opt_clean; techmap; opt_clean; opt_expr -mux_undef; opt_clean;
    dffunmap; zinit -all; aigmap; opt_clean; write_aiger -zinit $2"
}

settle="cycle -F 16; strash"
# Runs ABC with commands $2 on circuit $1 and prints its output.
abc() { timeout "$SECONDS_EACH" yosys-abc -c "read_aiger $1; strash; $2" 2>&1 | tee "$1.log"; }

export TIMEFORMAT=%U
failures=0 checks=0
while [ $# -gt 1 ]; do
  cpu=$({ time { synthesise "$1" "$2" && circuit "$work/netlist.v" "$work/equal.aig" && abc "$work/equal.aig" "$settle; scorr; dprove"; } >"$work/result" 2>"$work/errors"; } 2>&1)
  # Invert one LUT after the other, spread over the netlist, until ABC finds one. Some LUTs matter only after a COMMIT of 64 cycles.
  luts=$(grep -c 'LUT_INIT(' "$work/netlist.v") found=
  for share in 2 3 4 5 6 7 8; do
    awk -v lut=$((luts / share)) '/LUT_INIT\(/ && ++luts == lut { sub(/LUT_INIT\(/, "&~") } { print }' "$work/netlist.v" >"$work/damaged.v"
    found=$(circuit "$work/damaged.v" "$work/damaged.aig" 2>>"$work/errors" && SECONDS_EACH=30 abc "$work/damaged.aig" "$settle; bmc3 -F 40" |
      sed -nE 's/.*was asserted in frame ([0-9]+).*/found, cycle \1/p')
    [ -z "$found" ] || break
  done
  by="NOT PROVEN: $(tail -1 "$work/result")$(tail -1 "$work/errors")"
  grep -qE '^(Networks are equivalent|UNSATISFIABLE)' "$work/result" && by="ABC scorr"
  printf '| the netlist for the iCE40 is the RTL; memories apart | `%s` | %s | %s | %.0f | %s |\n' "$1" "${2//,/ }" "$by" "$cpu" "${found:-FAULT MISSED}"
  checks=$((checks + 1))
  case $by$found in 'ABC scorrfound'*) ;; *) failures=$((failures + 1)) ;; esac
  shift 2
done
echo
echo "$(((checks - failures) * 100 / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
