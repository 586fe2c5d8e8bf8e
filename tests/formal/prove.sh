#!/bin/bash
# Proves the properties of the RTL that tests/formal/list names. Each proof must fail after its fault is planted in a copy of the RTL,
# and its assumptions must allow a run that reaches each cover point of the module's text.
# usage: prove.sh [all|MODULE]    default: the quick proofs at their first size, without faults and cover points, for make test; MODULE: all proofs
# of one module. JOBS proofs run at a time.
# Prints the table of docs/verification/proofs.md. `prove.sh MODULE` repeats a failure; its circuits and logs are in $BUILD/formal.
set -uo pipefail
: "${BUILD:=build}" "${JOBS:=$(nproc)}" "${SECONDS_EACH:=600}" "${FAULT_SECONDS:=120}"
here=$(dirname "$0")
work=$BUILD/formal
rm -rf "$work" && mkdir -p "$work"

# $1: module, then files. Prints those that define the module, the modules inside it, packages and types; Yosys reads all files in three times the time.
files_of() {
  awk -v top="$1" '
    function need(module,    n, i, names) {
      if (!(module in file) || file[module] in needed) return
      needed[file[module]]
      n = split(uses[file[module]], names)
      for (i = 1; i <= n; i++) need(names[i])
    }
    FNR == 1 { files[++count] = FILENAME }
    { sub(/\/\/.*/, "") }
    /^module / { name = $2; sub(/[^a-z0-9_].*/, "", name); file[name] = FILENAME; modules[FILENAME] }
    { for (rest = $0; match(rest, /sluice_[a-z0-9_]+/); rest = substr(rest, RSTART + RLENGTH)) uses[FILENAME] = uses[FILENAME] " " substr(rest, RSTART, RLENGTH) }
    END { need(top); for (i = 1; i <= count; i++) if (files[i] in needed || !(files[i] in modules)) print files[i] }' "${@:2}"
}

# $1: files, $2: module, $3: its parameters, $4: the AIGER file to write, $5: pdr, or another method, which reads no binary file
circuit() {
  local m=${2%+*} set= p files
  local define=FORMAL_${m^^}
  [ "$m" = "$2" ] || define+=" -D FORMAL_${2#*+}"
  for p in ${3//[,-]/ }; do set+=" -set ${p%=*} ${p#*=}"; done
  files=$(files_of "sluice_$m" $1 "$here"/*.sv | tr '\n' ' ')
  yosys -q -w 'Replacing memory' -p "read_verilog -formal -sv -D SYNTHESIS -D $define $INCLUDES $files; ${set:+chparam $set sluice_$m;}
    prep -top sluice_$m -flatten; script $here/aiger.ys; write_aiger -ascii -symbols -zinit $4;
    $([ "$5" != pdr ] || echo "delete -output w:*.reached; opt_clean; write_aiger -I -zinit ${4%.aag}.aig")" >"$4.log" 2>&1
}

# $1: a circuit, $2: the method: ind K, bmc K, or pdr, an inductive invariant that ABC finds and checks
result_of() {
  case $2 in
    pdr) yosys-abc -c "read_aiger ${1%.aag}.aig; fold; strash; orpos; pdr -T $SECONDS_EACH" | sed -n 's/^Property proved.*/proven/p; s/^Output 0 .* was asserted.*/fails/p' ;;
    *) "$here/prove.py" "$1" $2 "$SECONDS_EACH" ;;
  esac
}

# $1: RTL file, $2: text in it, $3: its replacement, $4: file to write. Prints all RTL files, with $4 for $1, or an error.
plant() {
  local f faulty=() text
  for f in $RTL; do
    [ "${f##*/}" = "$1" ] || { faulty+=("$f"); continue; }
    [ "$(grep -cF -- "$2" "$f")" = 1 ] || { echo "BROKEN: $1: expected once: '$2'"; return 1; }
    text=$(cat "$f"; printf .)
    printf '%s' "${text/"$2"/"$3"}" | sed '$ s/\.$//' >"$4"
    faulty+=("$4")
  done
  echo "${faulty[*]}"
}

# Searches for a failure of module $1 at size $2 with each of its planted faults. $3: prefix of files, $4: method; then file, text, replacement of each fault.
# Prints the cycles of the failures after power-up, or `step` for a failure that is more than 40 cycles after it, where only the induction fails.
find_faults() {
  local number=0 prefix=$3 faulty found step cycles=()
  while [ $# -ge 7 ]; do
    number=$((number + 1))
    faulty=$(plant "$5" "$6" "$7" "$prefix.fault$number.sv") || { echo "$faulty"; return; }
    found=$(circuit "$faulty" "$1" "$2" "$prefix.fault$number.aag" - &&
      "$here/prove.py" "$prefix.fault$number.aag" bmc 4,12,24,40 "$FAULT_SECONDS")
    case $found,$4 in open*,ind*|time*,ind*)
      step=$("$here/prove.py" "$prefix.fault$number.aag" $4 "$SECONDS_EACH")
      case $step in step*) found="fails step" ;; fails*) found=$step ;; esac
    esac
    case $found in fails*) found=${found#fails }; cycles+=("${found%% *}") ;; *) echo "FAULT MISSED: $7: $found"; return ;; esac
    set -- "${@:1:4}" "${@:8}"
  done
  [ $# = 4 ] && [ "$number" -gt 0 ] && echo "found, cycle ${cycles[*]}" || echo "BROKEN: a fault has a file, a text and a replacement"
}

# Proves module $1 at size $2 by method $3, and searches for its cover points; once for all rows that ask for it. Prints the prefix of its files:
# .result, .cpu and .covered.
prove() {
  local of=$work/$1.${2//,/.}.${3// /.}
  {
    flock 9
    [ -e "$of.covered" ] || {
      { time { circuit "$RTL" "$1" "$2" "$of.aag" "$3" && result_of "$of.aag" "$3"; } >"$of.result"; } 2>"$of.cpu"
      [ "$chosen" = quick ] || "$here/prove.py" "$of.aag" cover 4,12,24,40,60,90 "$SECONDS_EACH" >"$of.covered"
      touch "$of.covered"
    }
  } 9>"$of.lock"
  echo "$of"
}

# Proof $1: writes a row of the table for each size, of the quick proofs for the first one, or an error.
try() {
  local fields n=0
  IFS=$'\t' read -r -a fields <"$work/$1"
  local property=${fields[0]} module=${fields[1]} sizes=${fields[2]} method=${fields[3]}
  [ "$chosen" != quick ] || sizes=${sizes%% *}
  case $module in switch_*) RTL=$SWITCH_RTL ;; credit_* | formal_credit*) RTL=$CREDIT_RTL ;; room_*) RTL=$ROOM_RTL ;; esac
  for size in $sizes; do
    n=$((n + 1))
    local of result found covered
    found=-
    [ "$chosen" = quick ] || found=$(find_faults "$module" "$size" "$work/$1.$n" "$method" "${fields[@]:5}")
    of=$(prove "$module" "$size" "$method")
    result=$(cat "$of.result")
    covered=$(cat "$of.covered")
    case $chosen,$covered in quick,*) covered=- ;; *,'reached '?*) covered=${covered#reached } ;; *,reached*) covered='NO COVER POINT' ;; *) covered="NOT COVERED: $covered" ;; esac
    case $method,$result in
      ind*,proven) result="induction, ${method#* }" ;;
      pdr,proven) result="invariant, ABC pdr" ;;
      bmc*,open*) result="bounded, ${method#* }" ;;
      *) result="NOT PROVEN: $result" ;;
    esac
    printf '| %s | `%s` | %s | %s | %.0f | %s | %s |\n' "$property" "$module" "${size//[,-]/ }" "$result" "$(cat "$of.cpu")" "$found" "$covered"
  done >"$work/$1.rows"
}
export -f try prove plant find_faults circuit files_of result_of
export TIMEFORMAT=%U
rtl_of() { sed -nE "s,^ *- (rtl/(common|$1)/),\1,p" sluice.core | tr "\n" " "; }
RTL=$(rtl_of mmu)
SWITCH_RTL=$(rtl_of 'mmu|credit|switch')
CREDIT_RTL=$(rtl_of credit)
ROOM_RTL=$(rtl_of 'mmu|room')
# The assertions of a module are in a .svh file in its folder.
INCLUDES=$(find rtl -name '*.svh' -printf '-I %h\n' | sort -u | tr '\n' ' ')
chosen=${1:-quick}
export RTL SWITCH_RTL CREDIT_RTL ROOM_RTL INCLUDES BUILD SECONDS_EACH FAULT_SECONDS here work chosen

n=0
while IFS= read -r line; do
  case $line in '#'* | '') continue ;; esac
  IFS=$'\t' read -r _ module _ _ quick _ <<<"$(echo "$line" | sed -E 's/ +\| +/\t/g')"
  [ "$chosen" = all ] || [ "$chosen" = "$quick" ] || [ "$chosen" = "${module%+*}" ] || continue
  n=$((n + 1))
  echo "$line" | sed -E 's/\\\|/\x01/g; s/ +\| +/\t/g; s/\x01/|/g' >"$work/$n"
done <"$here/list"
seq "$n" | xargs -P "$JOBS" -I{} bash -c 'try {}'

echo '| property | module | sizes | by, cycles | CPU s | planted fault | cover points (cycle) |'
echo '| --- | --- | --- | --- | ---: | --- | --- |'
for i in $(seq "$n"); do [ -s "$work/$i.rows" ] && cat "$work/$i.rows" || echo "BROKEN: proof $i of $here/list ended without a result"; done | tee "$work/rows"
failures=$(grep -cE 'NOT PROVEN|FAULT MISSED|NOT COVERED|NO COVER POINT|BROKEN' "$work/rows")
total=$(wc -l <"$work/rows")
echo
echo "$((total ? (total - failures) * 100 / total : 0))%: Checks: $total, Failures: $failures, Errors: 0"
[ "$total" -gt 0 ] && [ "$failures" = 0 ]
