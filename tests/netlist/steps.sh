#!/bin/bash
# Shows that the steps which change an iCE40 netlist for nextpnr keep the function of the circuit: synth/masks.py, synth/carries.py, synth/fill.py.
# Each step runs on the netlist of steps.sv and must change it. ABC proves that the result equals the netlist before, from registers and RAM at 0.
# A step with a planted fault must give another circuit.
set -uo pipefail
: "${CELLS:=$(dirname "$(dirname "$(command -v yosys)")")/share/yosys/ice40/cells_sim.v}"
here=$(dirname "$0")
. tests/checks.sh

# A RAM of four words: the design uses two bits of an address, and 256 words would make the proof larger.
cat >"$tree/ram.v" <<V
module SB_RAM40_4K (output reg [15:0] RDATA, input RCLK, RCLKE, RE, input [10:0] RADDR, input WCLK, WCLKE, WE, input [10:0] WADDR, input [15:0] MASK, WDATA);
  parameter READ_MODE = 0, WRITE_MODE = 0$(printf ', INIT_%X = 0' {0..15});
  reg [15:0] mem[0:3];
  always @(posedge WCLK) if (WE && WCLKE) mem[WADDR[1:0]] <= mem[WADDR[1:0]] & MASK | WDATA & ~MASK;
  always @(posedge RCLK) if (RE && RCLKE) RDATA <= mem[RADDR[1:0]];
endmodule
V
awk '/^module / { name = $2; sub(/[(].*/, "", name); on = name ~ /^(SB_LUT4|SB_CARRY|SB_DFF.*|ICESTORM_LC)$/ }
  on || /^`/ { print } /^endmodule/ { on = 0 }' "$CELLS" >"$tree/cells.v"

# circuit NAME: reads $tree/NAME.json as module NAME, of registers and gates.
circuit() {
  echo "read_json $tree/$1.json; rename steps $1; delete =A:blackbox; read_verilog -D ICE40_HX -D NO_ICE40_DEFAULT_ASSIGNMENTS $tree/cells.v $tree/ram.v;
    hierarchy -check -top $1; proc; flatten; opt_clean; memory; opt_clean; design -stash $1; design -reset"
}
# same A B: proves that the netlists A and B are the same circuit.
same() {
  yosys -q -w tri-state -p "$(circuit "$1"); $(circuit "$2"); design -copy-from $1 -as $1 $1; design -copy-from $2 -as $2 $2; miter -equiv -flatten -make_assert $1 $2 miter;
    hierarchy -check -top miter; async2sync; delete -output; setundef -zero; opt_clean; techmap; opt -mux_undef; dffunmap; zinit -all; aigmap; opt_clean;
    write_aiger -zinit $tree/miter.aig" &&
    yosys-abc -c "read_aiger $tree/miter.aig; strash; scorr; dprove" | tee "$tree/abc" | grep -E '^(Networks are equivalent|UNSATISFIABLE)' || { cat "$tree/abc"; false; }
}
differs() { ! same "$@" && grep -qE 'NOT EQUIVALENT|SATISFIABLE|was asserted' "$tree/abc"; }
changes() { ! cmp "$tree/$1.json" "$tree/$2.json"; }
# step SCRIPT FROM TO: applies the script to the netlist FROM.
step() { cp "$tree/$2.json" "$tree/$3.json" && python3 "$1" "$tree/$3.json"; }
# planted STEP FROM TEXT REPLACEMENT: with the fault, the step gives another circuit.
planted() {
  [ "$(grep -cF -- "$3" "synth/$1.py")" = 1 ] || { echo "$1.py: expected once: $3"; return 1; }
  text=$(cat "synth/$1.py")
  printf '%s\n' "${text/"$3"/"$4"}" >"$tree/faulty.py"
  step "$tree/faulty.py" "$2" faulty && differs "$2" faulty
}

expect "synthesis" yosys -q -p "read_verilog -sv $here/steps.sv; synth_ice40 -top steps; opt_clean -purge; write_json $tree/netlist.json"
from=netlist
for name in masks carries fill; do
  expect "$name.py" step "synth/$name.py" "$from" "$name"
  expect "$name.py changes the netlist" changes "$from" "$name"
  expect "$name.py keeps the function" same "$from" "$name"
  from=$name
done
expect "all steps keep the function" same netlist fill
expect "a mask without its clock enable" planted masks netlist '== pins["WCLKE"][0]' 'is not None'
expect "a table of a LUT that keeps the order of its inputs" planted carries masks 'high << pin | low << 3' 'low << pin | high << 3'
expect "a carry instead of its delayed operand" planted carries masks '(0xCCCC, 0xF0F0)[k]' '0xFF00'
expect "a table of a moved LUT with its inputs in another order" planted fill carries 'wire: i >> k & 1 for' 'wire: i >> (k ^ 3) & 1 for'
expect "a carry of other operands" planted fill carries 'places = [second, a, b, first]' 'places = [a, second, b, first]'
summary
