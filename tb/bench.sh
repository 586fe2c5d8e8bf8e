#!/bin/sh
# Speed of the engines on the two-flow ring (case 1), in packet-hops (packets sent by a switch) per CPU second. Called by
# `make bench`. Best of three, since machines are noisy.
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# $1: engine, $2: microseconds until the sources stop
measure() {
  sed "s/^stop_us:.*/stop_us: $2/; s/^duration_us:.*/duration_us: $(($2 + 1000))/" tb/scenarios/case1.yaml >"$tmp/bench.yaml"
  for _ in 1 2 3; do
    "$build/sluice" run "$tmp/bench.yaml" --engine "$1" 2>&1 >/dev/null
  done | sed -n 's/.* \([0-9]*\) packet-hops per CPU second/\1/p' | sort -n | tail -1
}

printf '%-34s %14s\n' 'case 1, one thread' 'packet-hops/s'
printf '%-34s %14s\n' 'sluice, engine model' "$(measure model 100000)"
printf '%-34s %14s\n' 'sluice, engine rtl' "$(measure rtl 3000)"
printf '%-34s %14s\n' 'sluice, engine both' "$(measure both 3000)"
