#!/bin/sh
# Runs the examples whose branches are counted: every scheme, congestion control, files. Called by `make fast`. $1: the program
# The runs have one thread, so that equal sources give equal counts.
set -eu
program=$1
scenarios=tb/examples/scenarios
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

run() {
  "$program" run "$@" >/dev/null 2>"$tmp/messages" && return
  cat "$tmp/messages" >&2
  exit 1
}

for scheme in STATIC SIH DSH SHP TTL GFC GFC_LINEAR CBFC; do
  run $scenarios/case1.yaml --mmu "$scenarios/mmu_$(echo $scheme | tr '[:upper:]' '[:lower:]').yaml"
  "$program" topology fat-tree --ports 4 --duration-us 300 --scheme $scheme --out "$tmp/tree.yaml"
  for control in none dcqcn hpcc powertcp; do
    run "$tmp/tree.yaml" --set congestion=$control
  done
done
run $scenarios/websearch.yaml
run $scenarios/congestion.yaml --out "$tmp/congestion"
run $scenarios/case1.yaml --out "$tmp/case1"
