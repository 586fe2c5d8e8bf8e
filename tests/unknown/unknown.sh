#!/bin/bash
# Simulates the MMU, then the lossless switch, in Icarus, where a register is unknown until it is set. From the reset on, all outputs must be known and equal to
# the C model's. A second run of each must fail: it has a bug, planted in a copy of the RTL. Ports and classes are powers of
# two, because Icarus reads an unknown value at an index that does not exist. The seeds are fixed, so a rerun repeats a failure.
set -uo pipefail
: "${BUILD:=build}" "${PORTS:=2}" "${CLASSES:=2}" "${WIDTH:=8}" "${CYCLES:=500}"
SCHEMES=127  # all seven, which each run for CYCLES cycles
here=$(dirname "$0")
work=$BUILD/unknown
mkdir -p "$work"
RTL=$(sed -nE 's,^ *- (rtl/(common|mmu)/),\1,p' sluice.core)
bench=bench
parameters=(-Pbench.NP="$PORTS" -Pbench.NC="$CLASSES" -Pbench.W="$WIDTH" -Pbench.SCHEMES="$SCHEMES")

# $1: file in which to plant a bug, or none; $2: expression, which occurs once in the file; $3: its replacement
play() {
  local f at list=()
  for f in $RTL; do
    at=$f
    if [ "${f##*/}" = "$1" ]; then
      [ "$(grep -cF -- "$2" "$f")" = 1 ] || { echo "BROKEN: $1: expected once: '$2'"; return; }
      at=$work/$1
      text=$(cat "$f"; printf .)
      printf '%s' "${text/"$2"/"$3"}" | sed '$ s/\.$//' >"$at"
    fi
    list+=("$at")
  done
  tests/icarus.sh "$work/bench.vvp" -s "$bench" "${parameters[@]}" "${list[@]}" "$here/$bench.sv" && (cd "$work" && vvp -n bench.vvp) | tail -n 1
}

failures=0 checks=0
check() {
  checks=$((checks + 1))
  echo "$1: $2"
  case $2 in $3*) ;; *) failures=$((failures + 1)) ;; esac
}
# $1: PORT_LIMITS
vectors() { "$BUILD/vectors" "$PORTS" "$CLASSES" "$WIDTH" "$SCHEMES" "$1" "$CYCLES" >"$work/vectors.txt" || exit 1; }
vectors 1
parameters+=(-Pbench.PORT_LIMITS=1)
check "RTL with limits per port without a bug" "$(play none '' '')" "$((7 * CYCLES)) cycles, all outputs known and equal to the model's"
vectors 0
unset 'parameters[-1]'
check "RTL without a bug" "$(play none '' '')" "$((7 * CYCLES)) cycles, all outputs known and equal to the model's"
check "pause states without reset" "$(play sluice_pause_rx.sv 'if (rst || clear) begin' 'if (clear) begin')" 'cycle'

# The lossless switch with its control frames. SWITCHES: PORTS:CLASSES:SCHEMES:SCHEME:CREDITS:CYCLES of each run; a switch with GFC has 4 ports or more.
: "${SWITCHES:=2:2:15:2:0:1200}"
RTL=$(sed -nE 's,^ *- (rtl/.*),\1,p' sluice.core)
bench=switch_bench
for switch in $SWITCHES; do
  IFS=: read -r ports classes schemes scheme credits cycles <<<"$switch"
  parameters=(-Pswitch_bench.NP="$ports" -Pswitch_bench.NC="$classes" -Pswitch_bench.SCHEMES="$schemes" -Pswitch_bench.CREDITS="$credits")
  "$BUILD/switch_vectors" "$ports" "$classes" "$schemes" "$scheme" "$credits" "$cycles" >"$work/vectors.txt" || { echo "unknown: no vectors for $switch"; exit 1; }
  check "lossless switch $switch without a bug" "$(play none '' '')" "$(wc -l <"$work/vectors.txt") cycles, "
done
check "an unknown address marks registers as written" "$(play sluice_registers.sv "(take ? 64'd1 << addr : '0)" "(64'(take) << addr)")" 'cycle'
echo "$(((checks - failures) * 100 / checks))%: Checks: $checks, Failures: $failures, Errors: 0"
[ "$failures" = 0 ]
