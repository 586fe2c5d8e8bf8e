#!/bin/bash
# Tests make fast: no warnings, a program with the same results as that of make simulator, nothing to do the second time, training again after a
# change of a source, and make install takes the program. The last line has libcheck's form, for tests/run.sh.
set -uo pipefail
: "${BUILD:=build}"
. tests/checks.sh
built=$BUILD/fast_test
rm -rf "$built"
trap 'rm -rf "$tree" "$built"' EXIT
make_in() { env -u MAKEFLAGS -u MAKELEVEL "${MAKE:-make}" BUILD="$built" "$@"; }
builds() { make_in simulator fast && ! grep -i warning "$tree/log"; }
expect "make simulator fast, without warnings" builds
# A counter above 0. The output is read to its end, because a closed pipe would be a failure.
counted() { gcov-dump -l "$built/fast/obj/$built/schemes/place_$1.gcda" | grep -cE ': +0:.* [1-9]'; }
for scheme in static sih dsh shp ttl gfc gfc_linear cbfc; do
  expect "training counts the branches of $scheme" counted $scheme
done

# Both programs have the same name, because results.json contains the command. $1: name of the run, others: arguments
mkdir "$tree/plain" "$tree/fast"
cp "$built/sluice" "$tree/plain/sluice"
cp "$built/fast/sluice" "$tree/fast/sluice"
scenarios=$PWD/tb/examples/scenarios
same() {
  local name=$1
  shift
  for p in plain fast; do
    (cd "$tree/$p" && ./sluice run "$@" --out "$name" >"$name.txt" 2>"$name.messages") || { cat "$tree/$p/$name.messages"; return 1; }
    sed -i '/CPU seconds/d' "$tree/$p/$name.messages"
  done
  for part in "$name" "$name.txt" "$name.messages"; do diff -r "$tree/plain/$part" "$tree/fast/$part" || return; done
}
for scheme in static sih dsh shp ttl gfc gfc_linear gfc_timed cbfc cbfc_ttl; do
  expect "equal results: case 1 under $scheme" same "case1_$scheme" "$scenarios/case1.yaml" --mmu "$scenarios/mmu_$scheme.yaml"
done
for control in dcqcn hpcc powertcp; do
  expect "equal results: $control" same "$control" "$scenarios/congestion.yaml" --set congestion=$control
done
for scenario in case2 case3 websearch permutation all_reduce link_down pfc_storm tree_ttl mixed_rates burst_dsh; do
  expect "equal results: $scenario" same "$scenario" "$scenarios/$scenario.yaml"
done
expect "equal results: two threads" same threads "$scenarios/websearch.yaml" --threads 2
expect "equal results: a network of all features" same combined "$PWD/tests/event/combined.yaml"

nothing_to_do() { make_in simulator fast >"$tree/again" && ! grep -E '^(CC|LINK|TRAIN)' "$tree/again"; }
expect "nothing to do the second time" nothing_to_do
# make -W: as if the file had changed.
trains_again() { make_in -n -W "$1" simulator fast >"$tree/again" && grep -q 'install/train.sh' "$tree/again" && grep -q "fprofile-use.*$2.c" "$tree/again"; }
expect "training after a change of a source" trains_again tb/sim/event/agenda.c schemes/place_dsh
expect "training after a change of a header" trains_again tb/sim/event/agenda.h schemes/place_dsh
installs() { make_in -n install >"$tree/again" && grep "install .*sluice .*bin/sluice" "$tree/again" | grep -q "$built/fast/sluice"; }
expect "make install takes the program" installs
clean() { make_in clean && [ ! -e "$built" ]; }
expect "make clean removes it" clean
outside() { ! find . -name '*.gcda' -not -path "./$BUILD/*" | grep .; }
expect "no counts outside of $BUILD" outside
summary
