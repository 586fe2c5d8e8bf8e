#!/bin/sh
# Figure 14 of [DSH]: mean completion times of background flows and fan-ins in a leaf-spine network, against the load of the background.
. "$(dirname "$0")/common.sh"
. $here/mixture.sh
if [ $size = full ]; then
  network="--leaves 16 --spines 16 --hosts 16" groups=16 until=20000 loads="0.2 0.3 0.4 0.5 0.6 0.7 0.8" seeds=3 schemes="sih dsh shp static"
else
  network="--leaves 4 --spines 8 --hosts 8" groups=4 until=5000 loads="0.2 0.5 0.8" seeds=2 schemes="sih dsh"
fi
for load in $loads; do
  dir=$out/$load
  write_network "$dir" $groups "$load" "$(awk "BEGIN { print 0.9 - $load }")" websearch $until leaf-spine $network
  sed "s/congestion: .*/congestion: [hpcc_dcqcn, ns3_datacenter, powertcp]/; s/mmu: .*/mmu: [$(registers $schemes)]/
    s/seed: .*/seed: 1..${SEEDS:-$seeds}/" $here/mixture.yaml | keep "$dir/sweep.yaml"
done
run_mixtures "background" "$loads"
mixture_table "$out/points.csv" | tee "$out/table.md"
plot "$out/table.md"
