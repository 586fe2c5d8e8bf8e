#!/bin/sh
# Figure 15 of [DSH]: mean completion times of four workloads in a leaf-spine network and a fat-tree, with DCQCN.
. "$(dirname "$0")/common.sh"
. $here/mixture.sh
if [ $size = full ]; then
  leaf_spine="--leaves 16 --spines 16 --hosts 16" groups=16 fat_tree="--ports 16" pods=16 until=10000 seeds=3
else
  leaf_spine="--leaves 4 --spines 8 --hosts 8" groups=4 fat_tree="--ports 6" pods=6 until=2000 seeds=2
fi
names=
for network in leaf-spine fat-tree; do
  for sizes in websearch ./datamining.csv ./cache.csv fb_hadoop; do
    name=$(basename $sizes .csv)
    dir=$out/$network-$name
    if [ $network = leaf-spine ]; then options=$leaf_spine count=$groups; else options=$fat_tree count=$pods; fi
    write_network "$dir" $count 0.5 0.4 $sizes $until $network $options
    sed "s/congestion: .*/congestion: [hpcc_dcqcn, ns3_datacenter]/; s/mmu: .*/mmu: [mmu_sih.yaml, mmu_dsh.yaml]/; s/seed: .*/seed: 1..${SEEDS:-$seeds}/" \
      $here/mixture.yaml | keep "$dir/sweep.yaml"
    names="$names $network-$name"
  done
done
run_mixtures "network and flows" "$names"
mixture_table "$out/points.csv" | tee "$out/table.md"
plot "$out/table.md"
