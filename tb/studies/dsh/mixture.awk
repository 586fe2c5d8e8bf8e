# Traffic of figures 14 and 15: the section `flows` with the background on standard output, and the fan-ins as CSV to the file CSV.
# awk -v seed=N -v racks="PREFIX..." -v hosts=N -v until_us=N -v load=SHARE -v sizes=FILE -v fanin_load=SHARE -v senders=N -v csv=FILE
#   -f random.awk -f mixture.awk
# Host n of a rack is called PREFIXn. Loads are shares of the 100 Gb/s of each host: of the sender for the background, of the receiver for fan-ins.

# A random host outside a rack.
function outside(rack, other) {
  other = below(count - 1)
  return prefix[other < rack ? other + 1 : other + 2] below(hosts)
}

BEGIN {
  start_random(seed)
  count = split(racks, prefix, " ")
  all_mbps = count * hosts * 100000
  interval_us = read_sizes(sizes) * 8 / (load * all_mbps)
  print "flows:"
  for (now = exponential(interval_us); now < until_us; now += exponential(interval_us)) {
    rack = below(count)
    printf "  - {name: background%d, from: %s%d, to: %s, class: %d, bytes: %d, start_us: %.3f}\n",
      n++, prefix[rack + 1], below(hosts), outside(rack), below(7), draw_size(), now
  }
  print "source,destination,class,bytes,start_us" >csv
  interval_us = senders * 65536 * 8 / (fanin_load * all_mbps)
  for (now = exponential(interval_us); now < until_us; now += exponential(interval_us)) {
    rack = below(count)
    to = prefix[rack + 1] below(hosts)
    for (i = 0; i < senders; i++) printf "%s,%s,%d,65536,%.3f\n", outside(rack), to, below(7), now >csv
  }
}
