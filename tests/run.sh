#!/bin/bash
# Runs test programs, as many at a time as there are cores, and shows each one's output when it ends.
# The last line is "N passed, N failed", summed over the programs. Exit status 1 when something failed.
set -uo pipefail
: "${BUILD:=build}"
# A machine may be slow; a timeout is for what hangs.
export CK_TIMEOUT_MULTIPLIER=10
logs=$BUILD/logs
rm -rf "$logs" && mkdir -p "$logs"

run_one() {
  log=$1/$(echo "$2" | tr / _)
  start=$SECONDS
  "$2" >"$log" 2>&1
  status=$?
  echo "$status" >"$log.status"
  # One write, so that programs do not mix.
  printf '%s\n' "== $2 ($((SECONDS - start)) s)
$(cat "$log")"
}
export -f run_one
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" bash -c 'run_one "$0" "$1"' "$logs"

passed=0
failed=0
reports=""
for program in "$@"; do
  log=$logs/$(echo "$program" | tr / _)
  # libcheck's summary, "100%: Checks: 5, Failures: 0, Errors: 0"
  line=$(grep -E '^[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+' "$log" | tail -1)
  read -r checks bad < <(echo "$line" | sed -E 's/.*Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+).*/\1 \2 \3/' |
    awk '{print $1 + 0, $2 + $3}')
  if [ -z "$line" ] || { [ "$(cat "$log.status")" != 0 ] && [ "$bad" = 0 ]; }; then
    reports+="$program: no summary, or a bad exit status"$'\n'
    failed=$((failed + 1))
    continue
  fi
  # What libcheck, or a script, says of a failure, again where the end of a long log shows it
  [ "$bad" = 0 ] || reports+="== $program"$'\n'"$(grep -E ':[FE]:|^failed: |FAILS' "$log" | head -20)"$'\n'
  passed=$((passed + checks - bad))
  failed=$((failed + bad))
done
printf '%s' "$reports"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
