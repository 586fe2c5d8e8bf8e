// Assigns switches, with their hosts, to several processes: consecutive switches of the file.
#ifndef NET_PARTITION_H
#define NET_PARTITION_H

#include "tb/sim/scenario/scenario.h"

// Rank r gets switches first[r] to first[r + 1] - 1. The parts are balanced by the packets that flows bring to each
// switch, if all flows are as fast as possible.
void partition(const struct scenario *s, int ranks, int *first);

static inline int partition_rank(const int *first, int sw) {
  int rank = 0;
  while (sw >= first[rank + 1]) rank++;
  return rank;
}

#endif
