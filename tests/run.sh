#!/bin/bash
# Runs test programs, as many at a time as there are cores. Prints the output of each program when it ends, with its seconds and CPU seconds, and at
# the end the slowest programs.
# The last line is "N passed, N failed", summed over the programs. The exit status is 1 if a check failed or a program had no checks. A program that
# cannot run here prints "skipped: REASON" instead of checks; the last line counts it.
set -uo pipefail
[ $# -gt 0 ] || { echo "run.sh: no test program; usage: tests/run.sh PROGRAM.." >&2; exit 1; }
: "${BUILD:=build}"
# The timeouts of libcheck are meant for tests that hang, so a slow machine gets ten times as long.
export CK_TIMEOUT_MULTIPLIER=10
mkdir -p "$BUILD"
logs=$(mktemp -d "$BUILD/logs.XXXXXX")
trap 'rm -rf "$logs"' EXIT

run_one() {
  log=$1/$(echo "$2" | tr / _)
  TIMEFORMAT='%1R %1U %1S'
  { time { "$2" >"$log" 2>&1; echo $? >"$log.status"; }; } 2>"$log.times"
  took=$(awk '{ printf "%.0f s, CPU %.0f s", $1, $2 + $3 }' "$log.times")
  # A single write, so that the outputs of programs do not mix.
  printf '%s\n' "== $2 ($took)
$(cat "$log")"
}
export -f run_one
printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" bash -c 'run_one "$0" "$1"' "$logs"

# The test cases of program $1, whose name may end in a variant: those of libcheck, and functions in Python
cases_of() {
  name=$(basename "${1%_[0-9]*}")
  { grep -oh 'tcase_create("[^"]*")' tests/*/"$name".c | cut -d '"' -f 2; sed -n 's/^def test_\([a-z0-9_]*\).*/\1/p' tests/*/"$name".py; } 2>/dev/null |
    sort -u | tr '\n' ' '
}

passed=0
failed=0
skipped=0
reports=""
for program in "$@"; do
  log=$logs/$(echo "$program" | tr / _)
  status=$(cat "$log.status")
  # libcheck's summaries, "100%: Checks: 5, Failures: 0, Errors: 0". A program may have more than one; empty: one of them has no checks.
  line=$(grep -oE '(^|suite\(s\):)[0-9]+%: Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+' "$log")
  read -r checks bad empty < <(sed -E 's/.*Checks: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+).*/\1 \2 \3/' <<<"$line" |
    awk '{ checks += $1; bad += $2 + $3; empty += $1 == 0 } END { print checks, bad, empty }')
  if [ -z "$line" ] && [ "$status" = 0 ] && grep -q '^skipped: ' "$log"; then
    reports+="$program: $(grep -m 1 '^skipped: ' "$log")"$'\n'
    skipped=$((skipped + 1))
    continue
  fi
  if [ "$empty" -gt 0 ] && [ -n "$line" ]; then
    none="no checks"
    [ -z "${CK_RUN_CASE:-}" ] || none="no case $CK_RUN_CASE; its cases: $(cases_of "$program")"
    reports+="$program: $none"$'\n'
    failed=$((failed + 1))
    continue
  fi
  if [ -z "$line" ] || { [ "$status" != 0 ] && [ "$bad" = 0 ]; }; then
    reports+="$program: no summary, or a bad exit status"$'\n'
    failed=$((failed + 1))
    continue
  fi
  idle=$(grep '^no run: ' "$log") && {
    reports+="$program: $idle"$'\n'
    failed=$((failed + $(wc -l <<<"$idle")))
  }
  # Repeat the failure messages at the end, as the log may be long.
  [ "$bad" = 0 ] || reports+="== $program"$'\n'"$(grep -E ':[FE]:|^failed: |FAILS' "$log" | head -20)"$'\n'
  passed=$((passed + checks - bad))
  failed=$((failed + bad))
done
if [ $# -gt 1 ]; then
  echo "the slowest of $# tests, in seconds:"
  printf '%9s %9s  %s\n' wall CPU test
  for program in "$@"; do
    echo "$(cat "$logs/$(echo "$program" | tr / _).times") $program"
  done | sort -k 1,1nr -s | head -n 25 | while read -r wall user system program; do
    printf '%9.1f %9.1f  %s\n' "$wall" "$(awk "BEGIN { print $user + $system }")" "$program"
  done
fi
printf '%s' "$reports"
echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ]
