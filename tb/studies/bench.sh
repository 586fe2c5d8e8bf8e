#!/bin/sh
# Speed of the engines, in packet-hops (packets sent by a switch) per CPU second on one thread. Called by `make bench`.
# Runs to be compared alternate, because a machine's speed varies; each row has the medians of ROUNDS (5).
# PEER=command   another program to compare with; it prints packet-hops and CPU seconds, two numbers on a line
# BASE=commit    the C model before the event engine (d8e8e1d); BASE= omits this comparison
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
rounds=${ROUNDS:-5}
base=${BASE-d8e8e1d}
scenarios=tb/examples/scenarios
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# case 1; $1: microseconds until the sources stop
case1() {
  sed "s/^stop_us:.*/stop_us: $1/; s/^duration_us:.*/duration_us: $(($1 + 1000))/" $scenarios/case1.yaml
}

# $1: switches, $2: microseconds. Case 1 in a larger ring: every second switch has a flow over itself and the next three.
ring() {
  case1 "$2" | sed '/^switches:/,$d'
  awk -v n="$1" 'BEGIN {
    print "switches:"; for (i = 0; i < n; i++) printf "  - {name: S%d}\n", i
    print "links:"; for (i = 0; i < n; i++) printf "  - {name: L%d, a: S%d, b: S%d}\n", i, i, (i + 1) % n
    print "hosts:"; for (i = 0; i < n; i += 2) printf "  - {name: s%d, switch: S%d}\n  - {name: d%d, switch: S%d}\n", i, i, i, (i + 3) % n
    print "flows:"
    for (i = 0; i < n; i += 2)
      printf "  - {name: f%d, from: s%d, to: d%d, route: [S%d, S%d, S%d, S%d]}\n", i, i, i, i, i + 1, (i + 2) % n, (i + 3) % n
  }'
}

# $1: leaves, $2: spines, $3: microseconds. A link from every leaf to every spine; two hosts per leaf, each sends to one other host; ECMP.
# All switches have 64 ports.
leaf_spine() {
  case1 "$3" | sed '/^switches:/,$d; s/^  ports:.*/  ports: 64/; s/^  buffer:.*/  buffer: 24MB/; s/^  scheme:.*/  scheme: STATIC/'
  awk -v leaves="$1" -v spines="$2" 'BEGIN {
    print "routing: ecmp\nseed: 1\nswitches:"
    for (i = 0; i < leaves; i++) printf "  - {name: L%d}\n", i
    for (i = 0; i < spines; i++) printf "  - {name: S%d}\n", i
    print "links:"
    for (i = 0; i < leaves; i++) for (k = 0; k < spines; k++)
      printf "  - {name: L%dS%d, a: L%d, b: S%d}\n", i, k, i, k
    print "hosts:"; for (i = 0; i < 2 * leaves; i++) printf "  - {name: h%d, switch: L%d}\n", i, i / 2
    print "traffic:\n  - {name: p, pattern: permutation}"
  }'
}

# Packet-hops per CPU second of a run, all results computed and printed. $1: program, others: arguments of the run.
speed() {
  program=$1
  shift
  rm -rf "$tmp/out"
  "$program" run "$@" 2>&1 >/dev/null | sed -n 's/.* \([0-9]*\) packet-hops per CPU second.*/\1/p'
}

# The same run: runs per 1000 seconds of wall time; memory in KB.
wall() { measured %e "$@" | awk '{print int($1 > 0 ? 1000 / $1 : 0)}'; }
memory() { measured %M "$@"; }
measured() {
  what=$1
  program=$2
  shift 2
  env time -f "$what" -o "$tmp/measured" "$program" run "$@" >/dev/null 2>&1
  cat "$tmp/measured"
}

# Flows in the format of HPCC, between 64 hosts of a leaf-spine network. $1: file of the network, $2: of the flows, $3: their number
hpcc() {
  awk 'BEGIN {
    print 72, 8, 80; for (i = 64; i < 72; i++) print i
    for (i = 0; i < 64; i++) print i, 64 + int(i / 16), "100Gbps 1us 0"
    for (i = 0; i < 16; i++) print 64 + i % 4, 68 + int(i / 4), "100Gbps 1us 0"
  }' >"$1"
  awk -v n="$3" 'BEGIN {
    print n
    for (i = 0; i < n; i++) printf "%d %d 3 100 %d %.9f\n", i % 64, (i % 64 + 1 + i % 63) % 64, 1 + i % 1000000, 2 + i / 1e7
  }' >"$2"
}

# Imported flows per CPU second. $1: file of the network, $2: of the flows
imported() {
  env time -f '%U %S' -o "$tmp/measured" "$new" import hpcc "$1" "$2" --out "$tmp/imported" >/dev/null 2>&1
  awk -v n="$(head -n 1 "$2")" '{print int($1 + $2 > 0 ? n / ($1 + $2) : 0)}' "$tmp/measured"
}

peer() {
  sh -c "$PEER" | awk 'NF >= 2 && $1 > 0 && $2 > 0 {rate = $1 / $2} END {printf "%d\n", rate}'
}

# Runs two commands, given as words in $1 and $2, alternately; prints the median of each.
in_turn() {
  for _ in $(seq "$rounds"); do
    echo "a $($1)"
    echo "b $($2)"
  done | sort -k1,1 -k2,2n | awk '{value[$1, ++count[$1]] = $2}
    END {print value["a", int((count["a"] + 1) / 2)] + 0, value["b", int((count["b"] + 1) / 2)] + 0}'
}

# Prints a row. $1: what was measured, $2 and $3: two speeds. The ratio is $2 / $3.
row() {
  awk -v what="$1" -v a="$2" -v b="$3" 'BEGIN {
    if (a == 0 || b == 0) {print "bench.sh: " what ": a run failed" >"/dev/stderr"; exit 1}
    printf "%-52s %12d %12d %7.2f\n", what, a, b, a / b}'
}

# Measures two commands in turn and prints their row.
measure() {
  step "$1"
  speeds=$(in_turn "$2" "$3")
  steps_hide
  # shellcheck disable=SC2086  # two numbers
  row "$1" $speeds
}

# Builds the program of that commit, with one variant of the RTL, by its own Makefile.
old=
if [ -n "$base" ]; then
  if git rev-parse -q --verify "$base^{commit}" >/dev/null 2>&1; then
    tree=$build/bench/$base
    old=$tree/build/sluice
    if [ ! -x "$old" ]; then
      rm -rf "$tree" && mkdir -p "$tree"
      git archive "$base" | tar x -C "$tree"
      MAKEFLAGS='' make -s -C "$tree" BUILD=build PROGRAM_VARIANTS=4x8x26s7 build/sluice >&2
    fi
  else
    echo "bench.sh: no commit $base here; rows against it are left out" >&2
  fi
fi

case1 100000 >"$tmp/case1.yaml"
ring 4 60000 >"$tmp/ring4.yaml"
ring 256 1000 >"$tmp/ring256.yaml"
leaf_spine 64 32 1000 >"$tmp/fabric96.yaml"
new=$build/sluice
# Ends with the traffic, so that the rates are those under load.
"$new" topology fat-tree --ports 16 --load 0.5 --duration-us 1000 | sed 's/^stop_us: .*/stop_us: 1000/; s/^duration_us: .*/duration_us: 1000/' >"$tmp/fat_tree.yaml"
. tb/studies/steps.sh
steps_begin $((19 + ${PEER:+1} + 0 + (${#old} > 0 ? 3 : 0)))
printf '%-52s %12s %12s %7s\n' 'packet-hops per CPU second, one thread' first second ratio

static="speed $new $tmp/case1.yaml"
[ -z "${PEER:-}" ] || measure 'case 1, STATIC: against PEER' "$static" peer
measure 'case 1, STATIC: with files of results, against none' "$static --out $tmp/out" "$static"
for scheme in sih dsh gfc ttl gfc_linear; do
  name=$(sed -n 's/^ *scheme: *\([A-Z_]*\).*/\1/p' "$scenarios/mmu_$scheme.yaml")
  measure "case 1, $name: against STATIC" "$static --mmu $scenarios/mmu_$scheme.yaml" "$static"
done
measure 'ring of 256 switches: against 4' "speed $new $tmp/ring256.yaml" "speed $new $tmp/ring4.yaml"
if [ -n "$old" ]; then
  measure "case 1, STATIC: against the model of $base" "$static" "speed $old $tmp/case1.yaml --engine model"
  measure "leaf-spine of 96 switches: against the model" "speed $new $tmp/fabric96.yaml" "speed $old $tmp/fabric96.yaml --engine model"
  measure "fat-tree, k = 16: against the model" "speed $new $tmp/fat_tree.yaml" "speed $old $tmp/fat_tree.yaml --engine model"
  row 'fat-tree, k = 16: KB of memory, and of the model' "$(memory "$new" "$tmp/fat_tree.yaml")" \
    "$(memory "$old" "$tmp/fat_tree.yaml" --engine model)"
fi
measure 'fat-tree, k = 16: 2 threads, runs in 1000 s' "wall $new $tmp/fat_tree.yaml --threads 2" "wall $new $tmp/fat_tree.yaml --threads 1"

fabric="speed $new $tmp/fabric96.yaml --set mmu.scheme=DSH --set mmu.alpha=1/16 --set congestion"
measure 'leaf-spine, DCQCN: data packets, against none' "$fabric=dcqcn" "$fabric=none"
measure 'leaf-spine, DCQCN, an ACK for 4000 bytes: the same' "$fabric=dcqcn --set senders.ack_bytes=4000" "$fabric=none"
measure 'leaf-spine, PowerTCP: the same' "$fabric=powertcp" "$fabric=none"
measure 'leaf-spine, HPCC: the same' "$fabric=hpcc" "$fabric=none"

case1 3000 >"$tmp/short.yaml"
for scheme in static sih dsh; do
  with="--mmu $scenarios/mmu_$scheme.yaml --engine"
  name=$(sed -n 's/^ *scheme: *\([A-Z_]*\).*/\1/p' "$scenarios/mmu_$scheme.yaml")
  rtl="speed $new $tmp/short.yaml $with rtl"
  measure "case 1, $name: engine both against rtl" "speed $new $tmp/short.yaml $with both" "$rtl"
  measure "case 1, $name: engine model against rtl" "speed $new $tmp/short.yaml $with model" "$rtl"
done
hpcc "$tmp/hpcc.txt" "$tmp/many.txt" 1000000
hpcc "$tmp/hpcc.txt" "$tmp/few.txt" 200000
measure 'import of a million flows per CPU second: of 200,000' "imported $tmp/hpcc.txt $tmp/many.txt" "imported $tmp/hpcc.txt $tmp/few.txt"
