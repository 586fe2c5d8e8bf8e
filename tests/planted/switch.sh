#!/bin/bash
# Plants the bugs of tests/planted/switch_list into a copy of the RTL, each behind a condition that the environment sets, so that one
# build has them all; asks that the test of the switch finds each, and passes with none.
set -uo pipefail
: "${BUILD:=build}" "${VARIANT:=4x5x64x64x2048s12}"
here=$(dirname "$0")
work=$BUILD/planted_switch
rm -rf "$work" && mkdir -p "$work" && cp -r rtl "$work/src"

bugs=()
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  bugs+=("$line")
  IFS=$'\t' read -r file from to < <(echo "$line" | sed -E 's/\\\|/\x01/g; s/ +\| +/\t/g; s/\x01/|/g')
  file=$work/src/switch/$file
  [ "$(grep -cF -- "$from" "$file")" = 1 ] || { echo "stands there not once: $line" >&2; exit 1; }
  text=$(cat "$file"; printf .)
  with="(planted::bug == ${#bugs[@]} ? $to : $from)"
  printf '%s' "${text/"$from"/"$with"}" | sed '$ s/\.$//' >"$file"
done <"$here/switch_list"
{ printf 'package planted;\n  import "DPI-C" function int planted_bug();\n  int bug = planted_bug();\nendpackage\n'
  cat rtl/switch/sluice_switch_pkg.sv; } >"$work/src/switch/sluice_switch_pkg.sv"

if ! ${MAKE:-make} -s RTL_DIR="$work/src" RTL_BUILD="$work" RTL_OPT=-O1 VERILATE_EXTRA="--trace-fst -Wno-fatal" \
  SWITCH_VARIANTS="$VARIANT" "$work/test_switch_planted" >"$work/build.log" 2>&1; then
  tail -n 5 "$work/build.log" >&2
  exit 1
fi
failures=0
for i in $(seq 0 "${#bugs[@]}"); do
  found=
  for part in directed random; do
    SLUICE_PLANTED=$i CK_RUN_CASE=$part timeout 300 "$work/test_switch_planted" >"$work/$i.log" 2>&1 && continue
    found=$(grep -m 1 '^tests/switch' "$work/$i.log" || echo "does not end")
    break
  done
  if [ "$i" = 0 ]; then
    echo "unchanged RTL: ${found:-passes, as it must}"
    [ -z "$found" ] || failures=$((failures + 1))
  else
    echo "${bugs[i - 1]}: ${found:-missed}"
    [ -n "$found" ] || failures=$((failures + 1))
  fi
done
total=$((${#bugs[@]} + 1))
echo "$(((total - failures) * 100 / total))%: Checks: $total, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
