#!/bin/bash
# Tests two aids for users who put the MMU into a design: the list of files, and the instance and port table of docs/hardware/integration.md.
# The list must work with three tools from any directory. The table must match the ports of the module.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
list=$(realpath "$BUILD/sluice.f")
here=$PWD

# ---- the list of files ----

expect "every file of rtl/ is listed once in sluice.core" diff <(find "$PWD/rtl" -name "*.sv" | sort) <(sort "$list")
mkdir "$tree/elsewhere"
listed_verilator() (cd "$tree/elsewhere" && verilator --lint-only -Wall --top-module "$1" -f "$list" "${@:2}")
listed_icarus() (cd "$tree/elsewhere" && "$here/tests/icarus.sh" "$tree/$1.vvp" -s "$1" -c "$list" "${@:2}")
# Yosys reads file by file, so a module must precede its instances. Short pipelines are arrays that become registers on purpose.
listed_yosys() (
  cd "$tree/elsewhere" && { sed 's/^/read_verilog -sv /' "$list" && printf 'read_verilog -sv %s\n' "${@:2}" &&
    echo "hierarchy -check -top $1"; } >"$tree/script.ys" && yosys -q -w 'Replacing memory' -e . "$tree/script.ys"
)
expect "Verilator accepts the list" listed_verilator sluice_mmu

# ---- the page ----

top=$(page_instance "$tree" integration)
instance=$tree/$top.sv
expect "the page has an instance" grep -q sluice_mmu "$instance"
expect "Verilator accepts the instance" listed_verilator "$top" "$instance"
expect "Icarus accepts the instance" listed_icarus "$top" "$instance"
expect "Yosys accepts the instance" listed_yosys "$top" "$instance"

mmu=rtl/mmu/sluice_mmu.sv
expect "the module has ports" test "$(module_ports $mmu | wc -l)" -gt 50
expect "the port table matches the module" diff <(module_ports $mmu) <(table_ports docs/hardware/integration.md)
expect "the instance connects all ports" diff <(module_ports $mmu | cut -d ' ' -f 2 | sort) <(connected_ports "$instance")
summary
