# Flows of figure 12 as CSV. awk -v seed=N -v load=SHARE -v sizes=FILE -f random.awk -f fig12.awk
# Host 0 of each leaf receives fan-ins from the partner leaf: L0 and L3, L1 and L2. All four have the same 333 start times, or those before 100 ms.
BEGIN {
  start_random(seed)
  mean = read_sizes(sizes)
  interval_us = mean * 8 * 15 / (load * 100000)
  print "source,destination,class,bytes,start_us"
  for (n = 0; n < 333; n++) {
    now += exponential(interval_us)
    if (now >= 100000) break
    for (leaf = 0; leaf < 4; leaf++) {
      for (h = 0; h < 16; h++) host[h] = h
      senders = 1 + below(15)
      for (i = 0; i < senders; i++) {
        other = i + below(16 - i)
        h = host[other]; host[other] = host[i]; host[i] = h
        printf "h%d_%d,h%d_0,0,%d,%.3f\n", 3 - leaf, h, leaf, draw_size(), now
      }
    }
  }
}
