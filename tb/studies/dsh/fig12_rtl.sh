#!/bin/sh
# The network of figure 12 of [DSH] for 1 ms on RTL and model: hosts of 100 Gb/s, uplinks of 400 Gb/s. A small shared pool and a high alpha make
# the switches use their headroom: the published one of each port, then the host's and the uplink's for all ports.
# The program needs the build 18x8x26s7p1 for the first run: make VARIANTS=18x8x26s7p1.
. "$(dirname "$0")/common.sh"
awk -v seed=1 -v load=1 -v sizes=tb/examples/scenarios/workloads/fb_hadoop.csv -f $here/random.awk -f $here/fig12.awk |
  awk -F, -v OFS=, 'NR == 1 || $5 < 6000 { if (NR > 1) $5 = $5 / 6; print }' | keep "$out/flows.csv"

# network EDIT: the network, changed by sed.
network() {
  { echo "flows_csv: flows.csv"
    sed "s/^clock_mhz:.*/clock_mhz: 1000/; s/^duration_us:.*/duration_us: 1000/; /^stop_us:/d; /^scheduler:/d
      s/^  scheme:.*/  scheme: DSH/; s/^  buffer:.*/  buffer: 5MB/; s/^  shared:.*/  shared: 600000/; s/^  alpha:.*/  alpha: 16/; $1" $here/fig12_network.yaml
  }
}
network "" | keep "$out/each.yaml"
network "s/, headroom: 206840//" | keep "$out/host.yaml"
network "s/, headroom: 206840//; s/^  headroom:.*/  headroom: 206840/" | keep "$out/uplink.yaml"

# run NETWORK ENGINE: sets `row` to the lost packets of all switches and the largest headroom in use. Exit status 4: packets were lost.
run() {
  "$sluice" run "$out/$1.yaml" --engine "$2" --out "$out/$1" >"$out/$1.txt" 2>"$out/$1.err" || [ $? = 4 ] || { cat "$out/$1.err" >&2; exit 1; }
  row=$2,$3,$(awk '/^switch / { table = 1; next } table && NF == 0 { exit } table { lost += $7; if ($5 > most) most = $5 } END { print lost "," most }' "$out/$1.txt")
}
run each both $((16 * 56840 + 2 * 206840)) && each=$row
run host event $((18 * 56840)) && host=$row
run uplink event $((18 * 206840)) && uplink=$row
markdown <<END
headroom,engine,reserved in a leaf of 16 hosts and 2 uplinks; B,lost packets,largest headroom in use; B
of each port,$each
of a host for all,$host
of an uplink for all,$uplink
END
grep mismatches "$out/each.err"
