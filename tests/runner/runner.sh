#!/bin/bash
# Tests the checks: each must fail where nothing was checked. The cases are empty lists, unknown names, tools that report nothing, runs that fail,
# and results of earlier calls. `make test T=runner` repeats it.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
here=$PWD
model=$here/$BUILD/sanitize

# refused TEXT COMMAND..: the command must fail, with a message that contains the text.
refused() {
  if "${@:2}" >"$tree/said" 2>&1; then
    echo "expected a failure with '$1', got success:"
  elif ! grep -qF -- "$1" "$tree/said"; then
    echo "expected '$1', got:"
  else
    return 0
  fi
  tail -n 20 "$tree/said"
  return 1
}
# program NAME LINE..: a script of these lines.
program() {
  printf '%s\n' '#!/bin/bash' "${@:2}" >"$tree/$1" && chmod +x "$tree/$1"
}
# without TOOL COMMAND..: the command, with a tool that prints nothing and succeeds.
without() {
  mkdir -p "$tree/stub/$1" && printf '#!/bin/sh\nexit 0\n' >"$tree/stub/$1/$1" && chmod +x "$tree/stub/$1/$1"
  PATH=$tree/stub/$1:$PATH "${@:2}"
}
make_here() { env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" -s BUILD="$BUILD" "$@"; }

# ---- tests/run.sh and tests/checks.sh ----

good='echo "100%: Checks: 2, Failures: 0, Errors: 0"'
program good "$good"
program none 'echo "100%: Checks: 0, Failures: 0, Errors: 0"'
program silent 'exit 0'
program crash "$good" 'exit 139'
program failing 'echo "50%: Checks: 2, Failures: 1, Errors: 0"'
program skipped 'echo "skipped: no browser"'
program skipped_badly 'echo "skipped: no browser"' 'exit 1'
program no_expect "cd $here && . tests/checks.sh && summary"
run() { BUILD=$tree/logs tests/run.sh "$@"; }
last_line() { run "${@:2}" >"$tree/said" 2>&1 && [ "$(tail -n 1 "$tree/said")" = "$1" ]; }
expect "a program passes" last_line "2 passed, 0 failed" "$tree/good"
expect "a skipped program is counted" last_line "2 passed, 0 failed, 1 skipped" "$tree/good" "$tree/skipped"
expect "no program" refused "no test program" run
expect "no checks" refused "none: no checks" run "$tree/good" "$tree/none"
expect "no case" refused "none: no case nosuch" env CK_RUN_CASE=nosuch BUILD="$tree/logs" tests/run.sh "$tree/none"
expect "no summary" refused "no summary" run "$tree/good" "$tree/silent"
expect "a crash after the summary" refused "no summary, or a bad exit status" run "$tree/crash"
expect "a failed check" refused "1 passed, 1 failed" run "$tree/failing"
program idle 'echo "no run: nothing applies to none of the 3 values of its loop"' "$good"
expect "a test that applies to nothing" refused "2 passed, 1 failed" run "$tree/idle"
program twice 'echo "50%: Checks: 2, Failures: 1, Errors: 0"' "$good"
program twice_none 'echo "100%: Checks: 0, Failures: 0, Errors: 0"' "$good"
expect "a failure in the first of two summaries" refused "3 passed, 1 failed" run "$tree/twice"
expect "no checks in the first of two summaries" refused "twice_none: no checks" run "$tree/twice_none"
expect "no program of that name" refused "no summary" run "$tree/nosuch"
expect "a skipped program that failed" refused "no summary" run "$tree/skipped_badly"
expect "a script without a check" refused "0%: Checks: 0" "$tree/no_expect"

program waits 'sleep 1' "$good"
program works 'while [ "$SECONDS" -lt 2 ]; do :; done' "$good"
for n in {1..27}; do program "short$n" "$good"; done
# slowest PROGRAM..: the list of the slowest, and the last line
slowest() { run "$@" | sed -n "/^the slowest of $# tests, in seconds:\$/,/passed/p" >"$tree/slowest"; }
seconds_of_tests() {
  slowest "$tree/good" "$tree/waits" "$tree/works" &&
    awk '$3 ~ /works$/ { works = $1 >= 1 && $2 > 0 } $3 ~ /waits$/ { waits = $1 >= 1 && $2 < $1 } END { exit !(works && waits) }' "$tree/slowest"
}
expect "wall and CPU seconds of the tests" seconds_of_tests
slowest "$tree"/short*
expect "25 of 27 tests, then the sum" test "$(sed '1,2d;$d' "$tree/slowest" | sort -u -k 3 | wc -l) $(tail -n 1 "$tree/slowest")" = "25 54 passed, 0 failed"
expect "the slowest first" awk 'NR > 3 && NR < 28 && $1 > last { exit 1 } { last = $1 }' "$tree/slowest"

# ---- .ci/run ----

# A make that prints its arguments and its environment, and fails on demand
mkdir "$tree/ci"
program ci/make 'echo "make $*"' 'env | grep -v "^_=" | sort' "[ ! -e $tree/ci/fails ]"
ci() { env -u MAKEFLAGS -u MAKELEVEL PATH="$tree/ci:$PATH" "$@" .ci/run >"$tree/ci/said"; }
ci_is_whole() {
  ci env && [ "$(grep '^make ' "$tree/ci/said")" = $'make test\nmake evidence-today BUDGET=40m' ] && cp "$tree/ci/said" "$tree/ci/plain" &&
    ci env "$@" && cmp "$tree/ci/plain" "$tree/ci/said"
}
for word in T=plan CASE=random VARIANT=3x5x12 PART=prove VARIANTS=1x1x8 MUTANTS=1 SEEDS=1 MAKEFLAGS=n GNUMAKEFLAGS=n SLUICE_SEED=1 CK_RUN_CASE=x \
  CK_FORK=no CYCLES=1 PROGRAM=none; do
  expect "CI with $word in the environment" ci_is_whole "$word"
done
touch "$tree/ci/fails"
ci_fails() { ! ci env; }
expect "CI with a failing make test" ci_fails
expect "CI runs no part after a failure" test "$(grep -c '^make ' "$tree/ci/said")" = 1

# ---- make ----

expect "no such test" refused 'No test "nosuch"' make_here -n test T=nosuch
expect "a case without a test" refused 'CASE is a test case of one test' make_here -n test T= CASE=nosuch
expect "a variant of a wrong form" refused 'VARIANT=3x5: expected PORTSxCLASSESxBITS,' make_here -n test T=lockstep VARIANT=3x5
expect "a variant that the RTL refuses" refused 'sluice_switch refuses NP=6 NC=8 DW=64 CELL=64' make_here -n test T=switch_lockstep VARIANT=6x8x64x64x2048s4
expect "a variant of a test without variants" refused 'NAME is control credit lockstep' make_here -n test T=plan VARIANT=3x5x12
expect "a variable that selects runs" refused 'SLUICE_SEED in the environment' env SLUICE_SEED=1 MAKE="${MAKE:-make}" bash -c '"$MAKE" -n check T='
expect "no such part" refused 'No PART "nosuch"' make_here -n check-long PART=nosuch
expect "a part without goals" refused 'part fuzz has no goals' make_here part-fuzz PART_fuzz=
expect "a test that make test does not run" refused 'not in the list of tests: ' make_here -n test RTL_TESTS=test_net
expect "variants that do not exist" refused 'VARIANTS has "nosuch"' make_here -n all VARIANTS=nosuch
for empty in lint-verilator:LINT_VARIANTS lint-yosys:YOSYS_VARIANTS lint-frame:CONTROL_VARIANTS lint-switch:SWITCH_LINT_VARIANTS lint-tests:MAY_USE_RTL; do
  expect "${empty%:*} of nothing" refused "${empty#*:} is empty" make_here -n "${empty%:*}" "${empty#*:}="
done
netlist=$BUILD/netlist/3x3x10/build/test_lockstep_3x3x10
expect "a netlist without seeds" refused "NETLIST_SEEDS is empty" make_here -n -o "$netlist" netlist-test NETLIST_SEEDS=

# ---- tests in C ----

cat >"$tree/suite.c" <<'END'
#include "tests/suite.h"
START_TEST(nothing) { ck_assert(suite_number("SLUICE_N", 1, 9, 5) < 10); }
END_TEST
START_TEST(idle) {
  if (getenv("SLUICE_APPLIES") == NULL || _i == 0) SUITE_SKIP;
}
END_TEST
int main(int argc, char **argv) {
  (void)argv;
  Suite *suite = suite_create("suite");
  TCase *c = tcase_create("c");
  tcase_add_loop_test(c, nothing, 0, argc - 1);
  tcase_add_loop_test(c, idle, 0, 3);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
END
# Flags are words. shellcheck disable=SC2046
expect "a test is compiled" gcc -std=c11 -D_POSIX_C_SOURCE=200809L -I. "$tree/suite.c" $(pkg-config --cflags --libs check) -o "$tree/suite"
expect "a loop of one value" "$tree/suite" 1
idle() { "$tree/suite" 1 | grep -c '^no run: idle applies to none of the 3 values'; }
expect "a test that is always skipped" test "$(idle)" = 1
expect "a test that is skipped once" test "$(SLUICE_APPLIES=1 idle)" = 0
expect "a loop over nothing" refused "nothing has no runs: its loop is from 0 to 0" "$tree/suite"
for value in '' x 0 10 -1 1x 99999999999999999999; do
  expect "SLUICE_N=$value" refused "SLUICE_N=$value: expected a number from 1 to 9" env SLUICE_N="$value" "$tree/suite" 1
done
expect "no such variant of the MMU" refused "SLUICE_VARIANT=nosuch: expected one of: 4x8x18" env SLUICE_VARIANT=nosuch "$model/test_lockstep"
expect "a scheme that is not built" refused "was built without this scheme" env SLUICE_VARIANT=4x8x16s2 SLUICE_SCHEME=0 "$model/test_lockstep"
expect "no cycles" refused "SLUICE_CYCLES=0" env SLUICE_VARIANT=1x1x8 SLUICE_CYCLES=0 "$model/test_lockstep"
expect "no such variant of the control frames" refused "SLUICE_VARIANT=nosuch: expected one of: 3x5x8" env SLUICE_VARIANT=nosuch "$model/test_control"
expect "no such switch" refused "SLUICE_SWITCH=9: expected a number from 0 to 1" env SLUICE_SWITCH=9 "$model/test_switch_lockstep"
renamed_lane() {
  rm -rf "$tree/docs" && mkdir -p "$tree/docs/hardware" && cp -r docs/hardware/timing "$tree/docs/hardware" &&
    sed -i "$1" "$tree"/docs/hardware/timing/*.json && (cd "$tree" && "$model/test_timing")
}
expect "a renamed lane of a diagram" refused "neither driven nor compared" renamed_lane 's/adm_valid/adm_vld/'
expect "a lane less in a diagram" refused "expected 5 lanes of levels, got 4" renamed_lane '/tx_valid/d'

# ---- tests in Python ----

python() { printf '%s\n' "from program import each, main, run, write" "${@:2}" "main()" >"$tree/$1.py" && PYTHONPATH=tests/program SLUICE="$BUILD/sluice" python3 "$tree/$1.py"; }
expect "a test in Python" python good '@each([1, 2])' 'def test_two(x): assert x'
expect "a test in Python that fails" refused "50%: Checks: 2, Failures: 1" python failing '@each([1, 0])' 'def test_two(x): assert x'
expect "a program that ends otherwise" refused "expected exit status 1, got 0" python status 'def test_status(): run("help", 1)'
expect "no test in Python" refused "0%: Checks: 0" python none 'def other(): pass'
expect "a test in Python without values" refused "nothing has no values" python nothing '@each([])' 'def test_nothing(x): pass'
expect "no case in Python" refused "0%: Checks: 0" env CK_RUN_CASE=nosuch bash -c "PYTHONPATH=tests/program python3 $tree/good.py"

# A program in which every run of full switches fails; it refuses input as before.
mkdir "$tree/broken"
cp "$BUILD/test_full_switch" "$tree/broken"
program broken/sluice "$here/$BUILD/sluice \"\$@\"; status=\$?" 'case "$status $* " in "0 "*" --engine switch "*) exit 1 ;; esac' 'exit $status'
expect "every run of RTL fails" refused "verdicts_are_those_of_the_model" "$tree/broken/test_full_switch"

# ---- tools that report nothing ----

for tool in verilator yosys iverilog cppcheck clang-format python3; do
  expect "lint with a broken $tool" refused "expected" without $tool env BUILD="$tree" tests/lint/tools.sh
done
printf 'module top;\nendmodule\n' >"$tree/top.sv"
expect "Icarus" tests/icarus.sh "$tree/top.vvp" -s top "$tree/top.sv"
expect "a result of an earlier Icarus" refused "expected no message and a result" without iverilog tests/icarus.sh "$tree/top.vvp" -s top "$tree/top.sv"
printf 'module top;\n  logic [3:0] a;\n  part part (.a(a[1:0]));\nendmodule\nmodule part (input wire logic [3:0] a);\nendmodule\n' >"$tree/top.sv"
expect "a warning of Icarus" refused "expects 4 bits, got 2" tests/icarus.sh "$tree/top.vvp" -s top "$tree/top.sv"
expect "links of no page" refused "git ls-files lists 0 pages" without git tests/pages/links.py
expect "no page" refused "0%: Checks: 0" without git tests/pages/commands.py
page_of_proofs() {
  cp -r --parents docs/verification/proofs.md tests/formal rtl/mmu rtl/switch rtl/credit rtl/room "$tree" && sed -i "$1" "$tree/docs/verification/proofs.md" && (cd "$tree" && "$here/tests/pages/proofs.py")
}
expect "the page of proofs" page_of_proofs ''
expect "a proof that its page does not list" refused "no row has the proof of pause_tx+MODE, NC=2 NP=9 PW=4, ind 8" page_of_proofs '/`pause_tx+MODE` | NP/s/; NP=9 NC=2//'
expect "another depth of an induction" refused "tests/formal/list has no proof of gate, NP=2 NC=2, by ind 2" page_of_proofs '/`gate` | NP/s/ind 1/ind 2/'
expect "an assumption that nothing guarantees" refused "no row says who guarantees A2 of formal_no_loss" page_of_proofs 's/A2 `settle`: a visit returns at most/a visit returns at most/'
numbers_of_pages() {
  cp -r --parents README.md docs tests/pages synth/results.md tb/examples/scenarios/case2.yaml "$tree" && sed -i "$1" "$tree/$2" && (cd "$tree" && tests/pages/figures.py)
}
expect "numbers of pages" numbers_of_pages '' README.md
expect "a number that differs from its table" refused "found 317, expected 307 (307) by docs/studies/deadlocks.md" numbers_of_pages 's/STATIC 307,/STATIC 317,/' README.md
expect "a table that differs from its number" refused "found 39.1, expected 39.4 (39.4) by docs/studies/results.md" numbers_of_pages 's/6,565,354 B | 6,287,420 B | 39.1 %/6,565,354 B | 6,287,420 B | 39.4 %/' docs/studies/results.md
expect "a number without a claim" refused "77 has no claim in tests/pages/figures.txt" numbers_of_pages 's/learns no addresses/& of 77/' README.md
expect "a claim without a value" refused "1 numbers (*), 0 values" numbers_of_pages '/^  docs.hardware.switch.md ~/d' tests/pages/figures.txt
printf 'text\n```bash\nfalse\n```\n' >"$tree/page.md"
expect "an unknown mark of a block" refused "page.md:2: mark bash: expected one of" tests/pages/commands.py "$tree/page.md"
printf 'text\n```sh\nfalse\n' >"$tree/page.md"
expect "a block without an end" refused "page.md:2: the block has no end" tests/pages/commands.py "$tree/page.md"
printf '```sh\nfalse | cat\n```\n' >"$tree/page.md"
expect "a failure inside a pipe" refused "exit status 1" tests/pages/commands.py "$tree/page.md"
expect "area without tables" refused "expected the tables of docs/hardware/area.md, got none" synth/page.py /dev/null docs/hardware/area.md --check

# ---- planted bugs ----

program found 'echo "tests/x.c:1:F:random:r:0: cycle 7, gate: expected 1, got 0"' 'exit 1'
program hangs 'sleep 30'
program expires 'echo "tests/x.c:1:E:random:r:0: (after this point) Test timeout expired"' 'exit 1'
outcome() { python3 -c "import sys; sys.path.insert(0, 'tests/planted'); import planted; planted.LONGEST_S = 1; print(planted.outcome('$tree/$1', {})[0])"; }
for kind in "good passed" "found found" "hangs timed out" "expires timed out" "crash broken"; do
  expect "planted: ${kind%% *}" test "$(outcome "${kind%% *}")" = "${kind#* }"
done
echo '# nothing' >"$tree/list"
expect "a list without bugs" refused "the lists have no bugs" env BUILD="$tree" tests/planted/planted.py --check "$tree/list"

# ---- coverage ----

cat >"$tree/net.json" <<'END'
{"modules": {"sluice_mmu": {"attributes": {"top": "1"}, "ports": {"a": {"direction": "input", "bits": [2, 3]}}, "cells": {},
 "netnames": {"a": {"bits": [2, 3]}}}}}
END
# points COUNT..: Verilator's counts of a line, a branch and two bits
points() {
  local n=0 count
  for count; do
    n=$((n + 1))
    case $n in
      1) printf "C '\1page\2v_line/m\1f\2m.sv\1l\2%d\1n\2%d\1o\2block\1h\2sluice_mmu' %s\n" 1 1 "$count" ;;
      2) printf "C '\1page\2v_branch/m\1f\2m.sv\1l\2%d\1n\2%d\1o\2if\1h\2sluice_mmu' %s\n" 2 2 "$count" ;;
      *) printf "C '\1page\2v_toggle/m\1f\2m.sv\1l\2%d\1n\2%d\1o\2a[%d]\1h\2sluice_mmu' %s\n" 3 3 $((n - 3)) "$count" ;;
    esac
  done >"$tree/points.dat"
}
coverage() { tests/coverage/points.py "$tree/points.dat" "$tree/net.json" "$tree/excluded"; }
: >"$tree/excluded"
points 1 1 1 1
expect "all points are reached" coverage
points 0 1 1 1
expect "a line is not reached" refused "expected 100 % of the points of kind line, got 0 of 1" coverage
points 1 1 0 1
expect "too few toggles" refused "expected 98 % of the points of kind toggle, got 1 of 2" coverage
echo 'm.sv | a\[0\] | too slow' >"$tree/excluded"
expect "a bit is left out" coverage
echo 'm.sv | a\[\d\] | too slow' >"$tree/excluded"
expect "a reached bit is left out" refused "a[1] is reached" coverage
points 1 1 1 1
echo 'm.sv | b\[0\] | too slow' >"$tree/excluded"
expect "a bit that does not exist is left out" refused "no such point is unreached" coverage
: >"$tree/points.dat"
expect "no counts" refused "got 0 of 0" coverage
summary
