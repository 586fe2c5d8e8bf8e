#!/bin/bash
# Plants one bug at a time into a copy of the RTL (tests/planted/list, and the lists that are its arguments) and asks that the
# lock-step test of its folder finds it, on the variant that the list names, else on VARIANT. Also runs the MMU's test on the unchanged
# copy, which must pass.
set -uo pipefail
: "${BUILD:=build}" "${VARIANT:=3x5x12}"
lists=("$(dirname "$0")/list" "$@")
work=$BUILD/planted
rm -rf "$work" && mkdir -p "$work"

# Prepares, builds and runs copy $1: found, missed or broken. The list escapes | as \|.
try() {
  n=$1
  copy=$work/$n
  IFS=$'\t' read -r file from to variant <"$work/$n.bug"
  : "${variant:=$VARIANT}"
  test=test_lockstep
  mkdir -p "$copy" && cp -r rtl "$copy/src"
  if [ "$file" != none ]; then
    file=$(find "$copy/src" -name "$file")
    case $file in */frame/*) test=test_control ;; esac
    count=$(grep -cF -- "$from" "$file")
    [ "$count" = 1 ] || { echo "broken" >"$work/$n.result"; return; }
    text=$(cat "$file"; printf .)
    printf '%s' "${text/"$from"/"$to"}" | sed '$ s/\.$//' >"$file"
  fi
  # -Wno-fatal: a planted bug may well draw a warning; it is the lock-step test that must find it.
  if ! ${MAKE:-make} -s RTL_DIR="$copy/src" RTL_BUILD="$copy" RTL_OPT=-O1 VERILATE_EXTRA="--trace-fst -Wno-fatal" \
    ONLY="$variant" "$copy/${test}_$variant" >"$copy/build.log" 2>&1; then
    echo "broken" >"$work/$n.result"
    return
  fi
  # Each run starts with another scheme, and changes it on its way.
  for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    SLUICE_VARIANT=$variant SLUICE_SEED=$seed SLUICE_SCHEME=$(((seed - 1) % 6)) SLUICE_CLOCKS=1000000 \
      "$copy/${test}_$variant" >"$copy/$seed.log" 2>&1 && continue
    grep -m 1 -o 'clock [0-9].*' "$copy/$seed.log" >"$work/$n.result" || echo "broken" >"$work/$n.result"
    return
  done
  echo "missed" >"$work/$n.result"
}
export -f try
export BUILD VARIANT work

n=0
printf 'none\t\t\n' >"$work/0.bug"
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  n=$((n + 1))
  echo "$line" | sed -E 's/\\\|/\x01/g; s/ +\| +/\t/g; s/\x01/|/g' >"$work/$n.bug"
done < <(cat "${lists[@]}")
# What all copies share.
for v in $VARIANT $(cut -sf 4 "$work"/*.bug | sort -u); do
  ${MAKE:-make} -s "$BUILD/variants/$v.o" "$BUILD/variants/control_$v.o" || exit 1
done
seq 0 "$n" | xargs -P "$(nproc)" -I{} bash -c 'try {}'

failures=0
for i in $(seq 0 "$n"); do
  IFS=$'\t' read -r file from to variant <"$work/$i.bug"
  result=$(cat "$work/$i.result" 2>/dev/null || echo broken)
  if [ "$i" = 0 ]; then
    [ "$result" = missed ] && verdict="passes, as it must" || verdict="FAILS: $result"
    echo "unchanged RTL: $verdict"
  else
    verdict=$result
    echo "$file${variant:+ ($variant)}: '$from' -> '$to': $result"
  fi
  case $verdict in
    missed | broken | FAILS*) failures=$((failures + 1)) && tail -n 3 "$work/$i"/*.log 2>/dev/null ;;
    *) rm -rf "${work:?}/$i" ;;
  esac
done
total=$((n + 1))
echo "$(((total - failures) * 100 / total))%: Checks: $total, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
