#!/bin/bash
# Checks that the text of each planted fault of tests/formal/list occurs once in its file of the RTL: make test plants none of them.
set -uo pipefail
status=0
while IFS=$'\t' read -r -a fields; do
  set -- "${fields[@]:5}"
  while [ $# -ge 3 ]; do
    [ "$(grep -rhcF --include="$1" -- "$2" rtl)" = 1 ] || { echo "tests/formal/list: $1: expected once: '$2'" >&2; status=1; }
    shift 3
  done
done < <(sed -E '/^(#|$)/d; s/\\\|/\x01/g; s/ +\| +/\t/g; s/\x01/|/g' "$(dirname "$0")/list")
exit $status
