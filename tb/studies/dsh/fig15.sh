#!/bin/sh
# Figure 15 of [DSH]: mean completion times of four workloads in a leaf-spine network and a fat-tree, with DCQCN.
. "$(dirname "$0")/common.sh"
. $here/mixture.sh
if [ $size = full ]; then leaves=16 ports=16 until_us=10000 seeds=3; else leaves=4 ports=8 until_us=5000 seeds=2; fi
seeds=${SEEDS:-$seeds} background=0.5 fanin=0.4 senders=${SENDERS:-64} workloads=tb/examples/scenarios/workloads names=

# The fat-tree of the public scripts: SIH has 10 MiB and DSH 15 MiB, for 16 ports; DSH_10 is DSH with 10 MiB.
# pool DIR NAME SCHEME MIB: DIR/mmu_NAME.yaml, the registers of a scheme with another buffer. The class of ACKs has 16 x 3,072 B more.
pool() {
  awk -v scheme="$3" -v buffer=$(($4 * 1048576)) '{
    if ($1 == "buffer:") $0 = "  buffer: " buffer + 16 * 3072
    if ($1 == "shared:") $0 = "  shared: " buffer - 16 * 7 * 3072 - 16 * 56840 * (scheme == "sih" ? 7 : 1)
    if (!/^#/) print }' "$here/mmu_$3.yaml" | keep "$1/mmu_$2.yaml"
}

for network in leaf-spine fat-tree; do
  if [ $network = leaf-spine ]; then
    options="--leaves $leaves --spines 16 --hosts 16" hosts=16 racks=$(racks_of_leaf_spine $leaves) schemes="sih dsh"
  else
    options="--ports $ports" hosts=$((ports / 2)) racks=$(racks_of_fat_tree $ports) schemes="sih dsh dsh_10"
  fi
  for sizes in $workloads/websearch.csv $here/datamining.csv $here/cache.csv $workloads/fb_hadoop.csv; do
    name=$network-$(basename $sizes .csv)
    for seed in $(seq "$seeds"); do
      write_network "$out/$name/dcqcn-$seed" dcqcn "$seed" '{strict: [0, 1, 2, 3, 4, 5, 6, 7]}' $network $options
      [ $network = leaf-spine ] || for pool in "sih sih 10" "dsh dsh 15" "dsh_10 dsh 10"; do pool "$out/$name/dcqcn-$seed" $pool; done
    done
    names="$names $name"
  done
done
run_mixtures "network and flows" "$names" dcqcn "$seeds"
mixture_table "$out/points.csv" | tee "$out/table.md"
plot "$out/table.md"
