#!/bin/bash
# What someone takes who puts the MMU into a design: the list of files, and the page that says how.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
list=$(realpath "$BUILD/sluice.f")

# ---- the list of files: all there are, in an order that works anywhere ----

expect "every file of rtl/ is in sluice.core, once" diff <(find "$PWD/rtl" -name "*.sv" | sort) <(sort "$list")
mkdir "$tree/elsewhere"
listed_verilator() (cd "$tree/elsewhere" && verilator --lint-only -Wall --top-module "$1" -f "$list" "${@:2}")
listed_icarus() (cd "$tree/elsewhere" && iverilog -g2012 -Wall -s "$1" -o "$tree/$1.vvp" -c "$list" "${@:2}")
# Reads file by file: nothing may be used before it is there. Short pipelines are arrays: that they become registers is meant.
listed_yosys() (
  cd "$tree/elsewhere" && { sed 's/^/read_verilog -sv /' "$list" && printf 'read_verilog -sv %s\n' "${@:2}" &&
    echo "hierarchy -check -top $1"; } >"$tree/script.ys" && yosys -q -w 'Replacing memory' -e . "$tree/script.ys"
)
expect "Verilator takes the list" listed_verilator sluice_mmu

# ---- the page ----

top=$(page_instance "$tree")
instance=$tree/$top.sv
expect "the page has an instance" grep -q sluice_mmu "$instance"
expect "Verilator takes the instance" listed_verilator "$top" "$instance"
expect "Icarus takes the instance" listed_icarus "$top" "$instance"
expect "Yosys takes the instance" listed_yosys "$top" "$instance"

# "in enq_cells W", of the module and of the table.
module_ports() {
  sed -n '/^) ($/,/^);$/s/^ *\(in\|out\)put *\(wire\)\? *logic *\(\[\([^:]*\):0\]\)\? *\([a-z_]*\).*/\1 \5 \4/p' rtl/mmu/sluice_mmu.sv |
    awk '{ $3 == "" ? $3 = 1 : sub(/-1$/, "", $3) || $3++; print }' | sort
}
table_ports() {
  awk -F '|' '$3 ~ /^ (in|out) $/ { n = split($4, s, "`"); for (i = 2; i <= n; i += 2) {
    bits = 1; if (split(s[i], p, /[][]/) > 1) bits = p[2]; gsub(" ", "", $3); print $3, p[1], bits } }' docs/hardware/integration.md | sort
}
expect "the module has ports" test "$(module_ports | wc -l)" -gt 50
expect "the table has the module's ports" diff <(module_ports) <(table_ports)
connected() { grep -o '\.[a-z][a-z_]*(' "$instance" | tr -d '.(' | sort; }
expect "all ports are connected" diff <(module_ports | cut -d ' ' -f 2 | sort) <(connected)
summary
