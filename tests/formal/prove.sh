#!/bin/bash
# Proves the properties of the RTL that tests/formal/list names. Each proof must fail after its fault is planted in a copy of the RTL.
# usage: prove.sh [all|MODULE]    default: the proofs of make test; MODULE: the proofs of one module. JOBS proofs run at a time.
# Prints the table of docs/verification/proofs.md. `prove.sh MODULE` repeats a failure; its circuits and logs are in $BUILD/formal.
set -uo pipefail
: "${BUILD:=build}" "${JOBS:=$(nproc)}" "${SECONDS_EACH:=600}"
here=$(dirname "$0")
work=$BUILD/formal
rm -rf "$work" && mkdir -p "$work"

# $1: files, $2: module, $3: its parameters, $4: the AIGER file to write
circuit() {
  local m=${2%+*} set= p
  local define=FORMAL_${m^^}
  [ "$m" = "$2" ] || define+=" -D FORMAL_${2#*+}"
  for p in ${3//[,-]/ }; do set+=" -set ${p%=*} ${p#*=}"; done
  yosys -q -w 'Replacing memory' -p "read_verilog -formal -sv -D SYNTHESIS -D $define $INCLUDES $1 $here/*.sv; ${set:+chparam $set sluice_$m;}
    prep -top sluice_$m -flatten; script $here/aiger.ys; write_aiger -ascii -symbols -zinit $4; write_aiger -I -zinit ${4%.aag}.aig" >"$4.log" 2>&1
}

# $1: a circuit, $2: the method: ind K, bmc K, or pdr, an inductive invariant that ABC finds and checks
result_of() {
  case $2 in
    pdr) yosys-abc -c "read_aiger ${1%.aag}.aig; fold; strash; orpos; pdr -T $SECONDS_EACH" | sed -n 's/^Property proved.*/proven/p; s/^Output 0 .* was asserted.*/fails/p' ;;
    *) "$here/prove.py" "$1" $2 "$SECONDS_EACH" ;;
  esac
}

# Proof $1: writes a row of the table for each size, or an error.
try() {
  IFS=$'\t' read -r property module sizes method quick file from to <"$work/$1"
  local faulty=() f at n=0
  for f in $RTL; do
    at=$f
    if [ "${f##*/}" = "$file" ]; then
      [ "$(grep -cF -- "$from" "$f")" = 1 ] || { echo "BROKEN: $file: expected once: '$from'" >"$work/$1.rows"; return; }
      at=$work/$1.$file
      text=$(cat "$f"; printf .)
      printf '%s' "${text/"$from"/"$to"}" | sed '$ s/\.$//' >"$at"
    fi
    faulty+=("$at")
  done
  for size in $sizes; do
    n=$((n + 1))
    local result found cpu
    cpu=$({ time { circuit "$RTL" "$module" "$size" "$work/$1.$n.aag" &&
      result_of "$work/$1.$n.aag" "$method"; } >"$work/$1.$n.result"; } 2>&1)
    result=$(cat "$work/$1.$n.result")
    circuit "${faulty[*]}" "$module" "$size" "$work/$1.$n.fault.aag" &&
      found=$("$here/prove.py" "$work/$1.$n.fault.aag" bmc 4,12,24,40 "$SECONDS_EACH")
    case $found in fails*) found="found, cycle ${found#fails }" ;; *) found="FAULT MISSED: $found" ;; esac
    case $method,$result in
      ind*,proven) result="induction, ${method#* }" ;;
      pdr,proven) result="invariant, ABC pdr" ;;
      bmc*,open*) result="bounded, ${method#* }" ;;
      *) result="NOT PROVEN: $result" ;;
    esac
    printf '| %s | `%s` | %s | %s | %.0f | %s |\n' "$property" "$module" "${size//[,-]/ }" "$result" "$cpu" "$found"
  done >"$work/$1.rows"
}
export -f try circuit result_of
export TIMEFORMAT=%U
RTL=$(sed -nE "s,^ *- (rtl/(common|mmu)/),\1,p" sluice.core | tr "\n" " ")
# The assertions of a module are in a .svh file in its folder.
INCLUDES=$(find rtl -name '*.svh' -printf '-I %h\n' | sort -u | tr '\n' ' ')
export RTL INCLUDES BUILD SECONDS_EACH here work

n=0
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  IFS=$'\t' read -r _ module _ _ quick _ <<<"$(echo "$line" | sed -E 's/ +\| +/\t/g')"
  [ "${1:-$quick}" = all ] || [ "${1:-$quick}" = quick ] || [ "${1:-}" = "${module%+*}" ] || continue
  n=$((n + 1))
  echo "$line" | sed -E 's/\\\|/\x01/g; s/ +\| +/\t/g; s/\x01/|/g' >"$work/$n"
done <"$here/list"
seq "$n" | xargs -P "$JOBS" -I{} bash -c 'try {}'

echo '| property | module | sizes | by, cycles | CPU s | planted fault |'
echo '| --- | --- | --- | --- | ---: | --- |'
for i in $(seq "$n"); do [ -s "$work/$i.rows" ] && cat "$work/$i.rows" || echo "BROKEN: proof $i of $here/list ended without a result"; done | tee "$work/rows"
failures=$(grep -cE 'NOT PROVEN|FAULT MISSED|BROKEN' "$work/rows")
total=$(wc -l <"$work/rows")
echo
echo "$((total ? (total - failures) * 100 / total : 0))%: Checks: $total, Failures: $failures, Errors: 0"
[ "$total" -gt 0 ] && [ "$failures" = 0 ]
