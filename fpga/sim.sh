#!/bin/bash
# Simulates the self-test of a board: sim.sh DIRECTORY [NAME=VALUE ...]
#   DIRECTORY: a directory of `make fpga-sim`; NAME=VALUE: parameters of the simulation
# Verilator simulates two complete runs, the second with a fault, and the first part of a third. Icarus simulates one short run.
# Exit status 1 if a check fails.
set -uo pipefail
dir=$1
read -r -a parameters < <(sed 's/ [^= ]*$//' "$dir/parameters")
log=$dir/sim.log
"$dir/sim" "${parameters[@]}" "${@:2}" | tee "$log"
ran=$?
line=$(grep -E '^[0-9]+%: Checks: ' "$log" | tail -1)
read -r checks failures < <(echo "$line" | sed -E 's/.*Checks: ([0-9]+), Failures: ([0-9]+),.*/\1 \2/')
: "${checks:=0}" "${failures:=1}"
[ "$ran" = 0 ] || [ "$failures" != 0 ] || failures=1  # the program ended badly after its last check

# Icarus simulates the first of the two runs of the predicted text.
checks=$((checks + 1))
lines=$(($(wc -l <"$dir/slice.txt") / 2))
if [ "$lines" -gt 0 ] && timeout 300 vvp -n "$dir/slice.vvp" >"$dir/slice.out" && head -n "$lines" "$dir/slice.txt" | cmp "$dir/slice.out"; then
  echo "Icarus: a short run has the predicted text"
else
  echo "Icarus: the text differs from $dir/slice.txt:"
  diff "$dir/slice.out" <(head -n "$lines" "$dir/slice.txt")
  failures=$((failures + 1))
fi
if [ "$failures" = 0 ]; then echo "fpga-sim: pass"; else echo "fpga-sim: FAIL"; fi
echo "$((100 * (checks - failures) / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
