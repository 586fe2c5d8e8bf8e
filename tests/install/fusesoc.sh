#!/bin/bash
# Tests sluice.core with FuseSoC: lint, Icarus, and a design that depends on it. `make fusesoc` runs it.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
program=$(realpath "$BUILD")/fusesoc/bin/fusesoc
list=$(realpath "$BUILD/sluice.f")
here=$PWD
# FuseSoC searches all folders below, so the root contains no other core, such as those of build/bench.
mkdir "$tree/core" "$tree/design" "$tree/use"
ln -s "$here/sluice.core" "$here/rtl" "$tree/core"
top=$(page_instance "$tree/design" integration)
cat >"$tree/design/design.core" <<END
CAPI=2:
name: ::design:1.0.0
filesets:
  rtl: {files: [$top.sv], file_type: systemVerilogSource, depend: ["::sluice"]}
targets:
  default: {filesets: [rtl], toplevel: $top}
  lint:
    filesets: [rtl]
    toplevel: $top
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
END
run() (cd "$tree/use" && "$program" --cores-root "$tree/core" --cores-root "$tree/design" run "$@")
expect "lint of another size" run --target lint ::sluice --NP 3 --NC 5 --W 12
order() { sed -n 's|^.*/\(sluice_[a-z_]*\.sv\)$|\1|p' "$1"; }
expect "the files are in the order of build/sluice.f" diff <(order "$list") <(order "$tree"/use/build/sluice_*/lint/*.vc)
expect "Icarus" run --target icarus --setup --build ::sluice
expect "lint of a switch of another size" run --target switch_lint ::sluice --NP 5 --NC 3 --DW 32 --CELLS 1024
expect "lint of the lossless switch" run --target lossless_lint ::sluice
expect "Icarus, switch" run --target switch_icarus --setup --build ::sluice --CELLS 2048
expect "a parameter of the switch reaches it" grep -q '+parameter+sluice_switch\.CELLS=2048' "$tree"/use/build/sluice_*/switch_icarus/*.scr
expect "lint of a switch with credits and one scheme" run --target switch_lint ::sluice --SCHEMES 4 --STATS false --CREDITS true
expect "lint of the lossless switch with credits and one scheme" run --target lossless_lint ::sluice --SCHEMES 4 --STATS false --CREDITS true
passed() { grep -q "SCHEMES=4" "$1" && grep -q "STATS=0" "$1" && grep -q "CREDITS=1" "$1"; }
expect "these parameters reach the switch" passed "$tree"/use/build/sluice_*/lossless_lint/*.vc
no_scheme() { ! run --target switch_lint ::sluice --SCHEMES 0 >"$tree/none" 2>&1 && grep -q "sluice_parameter_SCHEMES_names_no_scheme" "$tree/none"; }
expect "a switch without a scheme is refused" no_scheme
expect "Icarus, lossless switch" run --target lossless_icarus --setup --build ::sluice
bad_parameter() { ! run --target lossless_lint ::sluice --DW 24 >"$tree/bad" 2>&1 && grep -q "sluice_[a-z_]*parameter_.*DW" "$tree/bad"; }
expect "a width that is not possible is refused" bad_parameter
# The synthesis itself takes minutes; the script of Yosys must read all files, in order.
synth_files() { run --target lossless_synth --setup ::sluice && diff <(order "$list") <(sed -n 's|.*/\(sluice_[a-z_]*\.sv\).*|\1|p' "$tree"/use/build/sluice_*/lossless_synth/*.tcl); }
expect "synthesis of the lossless switch" synth_files
expect "a design that depends on it" run --target lint ::design
missing_port() {
  sed 's/\.enq_ttl(enq_ttl),//' -i "$tree/design/$top.sv"
  ! run --target lint ::design >"$tree/missing" 2>&1 && grep "PINMISSING.*enq_ttl" "$tree/missing"
}
expect "an instance without one of the ports is refused" missing_port
summary
