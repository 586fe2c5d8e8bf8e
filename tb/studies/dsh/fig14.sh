#!/bin/sh
# Figure 14 of [DSH]: mean completion times of background flows and fan-ins in a leaf-spine network, against the load of the background.
. "$(dirname "$0")/common.sh"
. $here/mixture.sh
if [ $size = full ]; then
  leaves=16 until_us=20000 loads="0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8" seeds=3 schemes="sih dsh shp static"
else
  leaves=4 until_us=10000 loads="0.2 0.5 0.8" seeds=1 schemes="sih dsh"
fi
seeds=${SEEDS:-$seeds} controls="dcqcn window powertcp" hosts=16 senders=16 sizes=tb/examples/scenarios/workloads/websearch.csv
racks=$(racks_of_leaf_spine $leaves)
for background in $loads; do
  fanin=$(awk "BEGIN { print 0.9 - $background }")
  for control in $controls; do for seed in $(seq "$seeds"); do
    write_network "$out/$background/$control-$seed" $control "$seed" '{strict: [7], quanta: [1600, 1600, 1600, 1600, 1600, 1600, 1600, 1600]}' \
      leaf-spine --leaves $leaves --spines 16 --hosts $hosts
  done; done
done
run_mixtures "background" "$loads" "$controls" "$seeds"
mixture_table "$out/points.csv" | tee "$out/table.md"
plot "$out/table.md"
