#!/bin/bash
# Tests two aids for users who put the MMU or the switch into a design: the list of files, and the instances and port tables of the pages.
# The list must work with three tools from any directory. A table must match the ports of its module.
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

# ---- the pages ----

# instance PAGE MODULE LEAST SKIPPED: the instance of the page connects all ports of the module, at least LEAST, and the table has all of them but
# SKIPPED.
instance() {
  local page=docs/hardware/$1.md module=$2
  top=$(page_instance "$tree" "$1")
  expect "$1 has an instance" grep -q "$(basename "$module" .sv) " "$tree/$top.sv"
  expect "$1: Verilator accepts the instance" listed_verilator "$top" "$tree/$top.sv"
  expect "$1: the module has ports" test "$(module_ports "$module" | wc -l)" -ge "$3"
  expect "$1: the port table matches the module" diff <(module_ports "$module" | grep -v "$4") <(table_ports "$page")
  expect "$1: the instance connects all ports" diff <(module_ports "$module" | cut -d ' ' -f 2 | sort) <(connected_ports "$tree/$top.sv")
}
instance bring-up rtl/lossless/sluice_lossless_switch.sv 33 ' mon_'
instance integration rtl/mmu/sluice_mmu.sv 50 '^$'
expect "Icarus accepts the instance" listed_icarus "$top" "$tree/$top.sv"
expect "Yosys accepts the instance" listed_yosys "$top" "$tree/$top.sv"
summary
