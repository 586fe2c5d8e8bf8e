#!/bin/bash
# Tests sluice.core with FuseSoC: lint, Icarus, and a design that depends on it. `make fusesoc` runs it.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
program=$(realpath "$BUILD")/fusesoc/bin/fusesoc
list=$(realpath "$BUILD/sluice.f")
here=$PWD
mkdir "$tree/design" "$tree/use"
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
run() (cd "$tree/use" && "$program" --cores-root "$here" --cores-root "$tree/design" run "$@")
expect "lint of another size" run --target lint ::sluice --NP 3 --NC 5 --W 12
order() { sed -n 's|^.*/\(sluice_[a-z_]*\.sv\)$|\1|p' "$1"; }
expect "the files are in the order of build/sluice.f" diff <(order "$list") <(order "$tree"/use/build/sluice_*/lint/*.vc)
expect "Icarus" run --target icarus --setup --build ::sluice
expect "a design that depends on it" run --target lint ::design
missing_port() {
  sed 's/\.enq_ttl(enq_ttl),//' -i "$tree/design/$top.sv"
  ! run --target lint ::design >"$tree/missing" 2>&1 && grep "PINMISSING.*enq_ttl" "$tree/missing"
}
expect "an instance without one of the ports is refused" missing_port
summary
