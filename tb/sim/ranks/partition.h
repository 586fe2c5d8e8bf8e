// Which switches, with their hosts, each of several processes has: switches that follow each other in the file.
#ifndef NET_PARTITION_H
#define NET_PARTITION_H

#include "tb/sim/scenario/scenario.h"

// first[rank] to first[rank + 1] - 1. Balanced by the packets that flows bring to each switch, where all are as fast as
// they can.
void partition(const struct scenario *s, int ranks, int *first);

static inline int partition_rank(const int *first, int sw) {
  int rank = 0;
  while (sw >= first[rank + 1]) rank++;
  return rank;
}

#endif
