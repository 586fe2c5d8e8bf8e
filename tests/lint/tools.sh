#!/bin/bash
# Shows that each tool of `make lint` reports a fault: it must accept a file, and refuse the file with one change. A tool that is broken, or is
# called with options that switch its warnings off, accepts both.
set -uo pipefail
: "${BUILD:=build}" "${VERILATOR:=verilator}" "${YOSYS:=yosys}"
work=$BUILD/tools
rm -rf "$work" && mkdir -p "$work/good"
printf '%s\n' '`default_nettype none' 'module part (' '    input  wire logic [3:0] a,' '    output logic      [3:0] b' ');' '  assign b = ~a;' 'endmodule' \
  '`default_nettype wire' >"$work/good/part.sv"
sed 's/module part/module top/; s/assign b = ~a;/part part (.a(a), .b);/' "$work/good/part.sv" >"$work/good/top.sv"
printf 'int at(const int *of);\nint at(const int *of) { return of[0]; }\n' >"$work/good/at.c"

verilator_lint() { $VERILATOR --lint-only -Wall --top-module top "$1"/*.sv; }
yosys_check() { $YOSYS -q -w 'Replacing memory' -e '.' -p "read_verilog -sv $1/part.sv $1/top.sv; hierarchy -check -top top; proc; check -assert"; }
icarus_lint() { tests/icarus.sh "$work/lint.vvp" -s top "$1"/*.sv; }
constructs() { tests/lint/constructs.py "$1"/*.sv; }
columns() { tests/lint/columns.py "$1"; }
cppcheck_lint() { cppcheck -q --error-exitcode=1 --std=c11 --enable=warning,portability,performance "$1/at.c"; }
format() { clang-format --dry-run -Werror --assume-filename=tests/lint/at.c <"$1/at.c"; }

failures=0
# sees COMMAND FILE SED TEXT: accepts the good files, and refuses them after a change of one file with a message that contains the text.
sees() {
  local message
  rm -rf "$work/bad" && cp -r "$work/good" "$work/bad" && sed -i "$3" "$work/bad/$2"
  if ! message=$("$1" "$work/good" 2>&1); then
    echo "lint: $1: expected $work/good accepted, got: $message"
  elif message=$("$1" "$work/bad" 2>&1) || ! grep -q -- "$4" <<<"$message"; then
    echo "lint: $1: expected '$4' for $2 with $3, got: ${message:-nothing}"
  else
    return
  fi
  failures=$((failures + 1))
}
sees verilator_lint top.sv 's/(.a(a)/(.a(a[2:0])/' WIDTH
sees verilator_lint part.sv "s/~a/~{a[3:1], 1'b0}/" UNUSED
sees yosys_check part.sv 's/assign/logic [3:0] c; assign/; s/~a/~(a ^ c)/' 'no driver'
sees icarus_lint top.sv 's/(.a(a)/(.a(a[2:0])/' 'expects 4 bits, got 3'
swap='function automatic logic [3:0] swap(input logic [3:0] x); swap = {x[1:0], x[3:2]}; endfunction'
sees constructs part.sv "s/assign b = ~a;/$swap always_comb b[1:0] = 2'(swap(a)); always_comb begin b[3:2] = 2'(swap(~a)); end/" 'several always_comb blocks call swap'
sees constructs part.sv "s/assign b = ~a;/$swap for (genvar i = 0; i < 4; i++) begin : g_bit always_comb b[i] = 1'(swap(a) >> i); end/" 'several always_comb blocks call swap'
sees constructs part.sv 's/assign b = ~a;/always_comb for (int i = 0; i < 4; i++) b[i] |= a[i];/' 'variable index'
sees constructs part.sv "s/assign b = ~a;/localparam logic P = 1; localparam logic [3:0] All = P ? '1 : 4'd3; assign b = ~a \& All;/" "constant condition P"
sees columns part.sv "s/assign b = ~a;/assign b = ~a;$(printf '%105s' '')  /" 'expected at most 120'
sees cppcheck_lint at.c 's/return of/int x[2] = {of[0], 1}; return x[2] + of/' 'out of bounds'
sees format at.c 's/ {/{/' clang-format-violations
# The other parts of lint are programs in Python.
if python3 -c 'raise SystemExit(1)'; then
  echo "lint: python3: expected exit status 1, got 0"
  failures=$((failures + 1))
fi
[ "$failures" = 0 ]
