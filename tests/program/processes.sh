#!/bin/bash
# Tests one network over several processes: the same bytes for 1, 2, 3 and 8 processes, and refusal of options for one
# process only. `make test T=processes` repeats it. The last line has libcheck's form, for tests/run.sh.
set -uo pipefail
. tests/checks.sh
BUILD=${BUILD:-build}
sluice=$PWD/$BUILD/sluice
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

processes() { timeout 300 mpirun -q --oversubscribe -n "$@"; }

# The directory has the same name for all numbers of processes, because results.json contains the command.
alone() {
  rm -rf "$tree/out" "$tree/1"
  (cd "$tree" && "$sluice" run "$@" --out out >1.txt 2>1.err) && mv "$tree/out" "$tree/1"
}
same() {
  local n=$1
  shift
  rm -rf "$tree/out"
  (cd "$tree" && processes "$n" "$sluice" run "$@" --out out >n.txt 2>n.err) &&
    diff -r "$tree/out" "$tree/1" && diff "$tree/n.txt" "$tree/1.txt" &&
    diff <(grep -v 'CPU seconds\|look-aheads' "$tree/n.err") <(grep -v 'CPU seconds' "$tree/1.err")
}
compare() { # PROCESSES WHAT ARGUMENTS...
  local all=$1 what=$2
  shift 2
  expect "$what, one process" alone "$@"
  for n in $all; do expect "$what, $n processes" same "$n" "$@"; done
}

cases=$PWD/tb/examples/scenarios
short="--set duration_us=400 --set stop_us=150"
compare "2 3 8" "case 2, deadlocked" "$cases/case2.yaml"
for scheme in dsh ttl gfc gfc_linear; do
  compare 3 "case 2 under $scheme" "$cases/case2.yaml" --mmu "$cases/mmu_$scheme.yaml" $short
done

# Finite flows: the sources stop with the last packet of the last flow, and the run ends with an empty network.
"$sluice" topology fat-tree --ports 4 --load 0.5 --sizes fb_hadoop --duration-us 150 --out "$tree/tree.yaml"
sed -i 's/load: 0.5}/load: 0.5, until_us: 40}/; s/duration_us: 150/duration_us: 4000/' "$tree/tree.yaml"
compare "2 3 8" "fat-tree, finite flows" "$tree/tree.yaml"

compare "2 3" "fat-tree, CNPs at the end of intervals" "$tree/tree.yaml" --set congestion=ns3_rdma --set ecn.kmin=0 --set ecn.kmax=10KB

# A run that ends while packets are in flight.
"$sluice" topology fat-tree --ports 4 --classes 8 --duration-us 20 --out "$tree/moving.yaml"
compare "2 5" "fat-tree, still moving" "$tree/moving.yaml"
results() { sed '/"command"/d; /"engine"/d' "$1/results.json" | grep . || echo "no results in $1"; }  # two missing files differ
engines_agree() {
  alone "$tree/moving.yaml" --engine model && rm -rf "$tree/model" && mv "$tree/1" "$tree/model" &&
    alone "$tree/moving.yaml" --engine rtl && diff <(results "$tree/1") <(results "$tree/model")
}
expect "engines model and rtl agree on it" engines_agree

# Packets that are sprayed, and hosts with several links.
compare "2 3" "spraying" "$cases/permutation.yaml" --set routing=spray --set stop_us=60

# Flows that start when others have completed, in other processes too; some never start.
compare "2 4" "SHP, spraying, an outage, chains of flows" "$PWD/tests/event/combined.yaml"
compare 3 "a collective operation" "$cases/all_reduce.yaml"
compare 2 "hosts with two links, chains of flows" "$PWD/tests/event/dual_homed.yaml"

# Time series, at every change and sampled. Different processes own the queues, and samples coincide or not.
"$sluice" topology fat-tree --ports 4 --classes 8 --duration-us 20 --out "$tree/series.yaml"
cat >>"$tree/series.yaml" <<'EOF'
trace:
  packets: true
  series:
    - {queues: [all], what: [ingress, egress, state]}
    - {queues: [all], what: [ingress, egress, state], every_ns: 300}
    - {queues: [all], what: [egress], every_ns: 900}
EOF
compare "2 3 8" "time series" "$tree/series.yaml"

refused() {
  local says=$1
  shift
  ! processes 2 "$sluice" run "$@" >"$tree/n.txt" 2>"$tree/n.err" && grep -q -- "$says" "$tree/n.err" &&
    [ "$(wc -l <"$tree/n.err")" = 1 ] && return
  cat "$tree/n.err"
  return 1
}
clocked() {
  refused "--engine $1 runs in one process; use --engine event" "$cases/case1.yaml" --engine "$1" --out "$tree/refused" &&
    [ ! -e "$tree/refused" ]
}
for engine in model rtl both switch; do expect "engine $engine is refused" clocked $engine; done
expect "waves are refused" refused "runs in one process" "$cases/case1.yaml" --engine rtl --waves "$tree/x.fst"
threads() { rm -rf "$tree/t" && "$sluice" run "$tree/tree.yaml" --threads "$1" --quiet --out "$tree/t" >/dev/null && diff <(results "$tree/t") <(results "$tree/1"); }
expect "fat-tree, one process" alone "$tree/tree.yaml"
for n in 2 3; do expect "fat-tree, $n threads" threads "$n"; done
expect "a search is refused" refused "leave mpirun out" "$cases/burst_dsh.yaml"
expect "no directory" refused "/dev/null/x: cannot make" "$cases/case1.yaml" --out /dev/null/x
expect "no file" refused "cannot open" /nonexistent
summary
