#!/bin/sh
# Figure 13 of [DSH]: the throughput of a flow that shares only a paused link with a fan-in. Prints a table and plots it.
# Both sizes are the same: 16 runs of a CPU second together.
. "$(dirname "$0")/common.sh"
. $here/damage.sh
echo "control,scheme,F0 before; Gb/s,F0 least of 10 us; Gb/s,pauses of L,L paused; us,last fan-in complete; us,lost" >"$out/rows.csv"
for control in none hpcc_dcqcn ns3_datacenter powertcp; do
  for scheme in sih dsh shp static; do
    row=$(damage $here/fig13_network.yaml "$out/$control/$scheme" $scheme --set congestion=$control)
    echo "$control,$(echo $scheme | tr a-z A-Z),$row" | cut -d, -f 1-6,8- >>"$out/rows.csv"
  done
done
markdown <"$out/rows.csv"
plot "$out"
