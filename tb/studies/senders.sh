#!/bin/sh
# Runs one incast with each parameter set of congestion control, and plots it. Called by `make senders`.
# Writes build/senders/SET for each set, build/senders/senders.svg, and prints a table.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
out=$build/senders
mkdir -p "$out"
printf '%-18s %12s %12s %14s %14s %8s %10s\n' 'set' 'FCT mean us' 'FCT max us' 'queue mean KB' 'queue max KB' 'paused' 'marked'
while read -r control set; do
  "$build/sluice" run tb/examples/scenarios/congestion.yaml --quiet --out "$out/$set" --set "congestion=$control" \
    ${set:+$([ "$set" = none ] || echo --set "senders.set=$set")} >"$out/$set.txt"
  jq -r --arg set "$set" '
    [.queues[] | select(.switch == "T" and .link == "r" and .class == 0 and .side == "egress")][0] as $q |
    ([.links[] | select(.from != "S" and .from != "T") | .paused] | add / length) as $paused |
    [$set, .completion_ns.mean / 1000, .completion_ns.max / 1000, $q.mean_bytes / 1000, $q.max_bytes / 1000,
     $paused * 100, ([.flows[].marked // 0] | add)] | @tsv' "$out/$set/results.json" |
    awk -F'\t' '{printf "%-18s %12.0f %12.0f %14.1f %14.1f %6.1f %% %10d\n", $1, $2, $3, $4, $5, $6, $7}'
done <<EOF
none none
dcqcn hpcc_dcqcn
dcqcn hpcc_dcqcn_paper
dcqcn ns3_rdma
dcqcn ns3_datacenter
powertcp powertcp
hpcc hpcc
EOF
gnuplot -c tb/studies/plots/senders.gp "$out"
echo "$out/senders.svg"
