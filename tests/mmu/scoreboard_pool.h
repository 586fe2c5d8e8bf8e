// Bounds of the headroom pool of SHP [spec 12], for the scoreboard of the rules. Written from the rules alone.
//
// With H(p), the headroom in use of all queues of port p, the pool holds the sum over all ports of
// max(0, H(p) - PORT_HEADROOM). It is computed anew from the bounds of all queues for each packet, so the order of
// repayment follows from the sum. A packet that PORT_HEADROOM does not hold certainly may be charged whole to the pool,
// and the rest returns within sluice_free_bound() cycles. Enqueues under way on any port count as if each had gone to
// the pool, those of the packet's port also as if each had gone to the headroom of that port [spec 3].
#ifndef SCOREBOARD_POOL_H
#define SCOREBOARD_POOL_H

#include "tests/mmu/scoreboard_rules.h"

struct scoreboard_pool {
  int64_t least;  // cells of the pool with the packet: freed cells have returned, nothing is under way
  int64_t most;   // cells return as late as allowed, the packet is charged whole
  bool own;       // PORT_HEADROOM holds the packet in any case
};

// x: growth of w of the queue. port and all: cells of the enqueues under way on the packet's port and on all ports.
struct scoreboard_pool scoreboard_pool_with(const struct scoreboard_rules *l, int queue, int64_t cells, int64_t x,
                                            int64_t port, int64_t all);

#endif
