#!/bin/sh
# Why figure 13 of [DSH] differs under PowerTCP: one change of the network or of PowerTCP in each row. 30 runs, two CPU seconds together.
. "$(dirname "$0")/common.sh"
. $here/damage.sh
given=$here/fig13_network.yaml
sed 's/, gbps: 50}/}/' $given | keep "$out/unlimited.yaml"

# reading NAME NETWORK OPTIONS...: a row with both schemes.
reading() {
  name=$1 network=$2 row=
  shift 2
  for scheme in sih dsh; do
    row=$row,$(damage "$network" "$out/$(echo "$name" | tr -c 'a-z0-9\n' _)/$scheme" $scheme --set congestion=powertcp "$@" | cut -d, -f 1-3,5)
  done
  echo "$name$row" | awk -F, '{ printf "%s,%s,%s,%s,%s,%s,%.0f\n", $1, $2, $3, $7, $4, $8, $5 / 1000 }'
}

{
  echo "change,F0 before; Gb/s,F0 least: SIH,DSH,pauses of L: SIH,DSH,largest queue of L: SIH; KB"
  reading "none" $given
  reading "packets 1090 B; ACKs 88 B" $given --set packet_bytes=1090 --set senders.frame_bytes=88
  reading "packets 1500 B" $given --set packet_bytes=1500
  reading "preamble and gap" $given --set overhead_bytes=20
  reading "ACK each 4000 B" $given --set senders.ack_bytes=4000
  reading "ACKs in class 0" $given --set senders.class=0
  reading "HPCC" $given --set congestion=hpcc
  reading "F0 and F1 not limited" "$out/unlimited.yaml"
  reading "base RTT 24 us" $given --set senders.base_rtt_us=24
  reading "base RTT 48 us" $given --set senders.base_rtt_us=48
  reading "base RTT 96 us" $given --set senders.base_rtt_us=96
  reading "fixed window" $given --set senders.variable_window=false
  reading "fixed window; base RTT 18 us" $given --set senders.variable_window=false --set senders.base_rtt_us=18
  reading "no window" $given --set senders.window=false
  reading "no window; F0 and F1 not limited" "$out/unlimited.yaml" --set senders.window=false
} >"$out/rows.csv"
markdown <"$out/rows.csv"
