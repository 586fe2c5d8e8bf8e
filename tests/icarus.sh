#!/bin/bash
# Compiles with Icarus: icarus.sh OUT ARGUMENT..    A warning, or no OUT, is an error. OUT of an earlier call is removed first.
# Icarus 11 also prints constructs that it cannot synthesise; it simulates them correctly, so these lines are left out.
set -uo pipefail
limits='sorry: constant selects in always_\* processes are not currently supported \(all bits will be included\)\.$|sorry: Case unique/unique0 qualities are ignored\.$|warning: A for statement must compare against a constant value to be synthesized in an always_comb process\.$'
out=$1
rm -f "$out"
mkdir -p "$(dirname "$out")"
# -Wno-timescale: synthesizable RTL has no delays and no timescale, but the cell libraries and benches of some calls have one.
messages=$(iverilog -g2012 -Wall -Wno-timescale -o "$out" "${@:2}" 2>&1)
status=$?
messages=$(grep -vE "$limits" <<<"$messages")
[ -z "$messages" ] || echo "$messages" >&2
if [ "$status" = 0 ] && [ -z "$messages" ] && [ -s "$out" ]; then exit 0; fi
echo "icarus: $out: expected no message and a result, got exit status $status" >&2
exit 1
