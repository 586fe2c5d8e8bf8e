// Bounds of the headroom pool of SHP [spec 12], for the scoreboard of the rules. Written from the rules alone.
//
// With H(p), the headroom in use of all queues of port p, the pool holds the sum over all ports of
// max(0, H(p) - PORT_HEADROOM). It is computed anew from the bounds of all queues for each packet, so the order of
// repayment follows from the sum. Enqueues under way on any port count as if each had gone to the pool [spec 3], those
// of the packet's port also as if each had gone to the headroom of that port.
#ifndef SCOREBOARD_POOL_H
#define SCOREBOARD_POOL_H

#include "tests/mmu/scoreboard_rules.h"

// Cells of the pool that a packet of SHP could take it to. `least`: freed cells have returned and nothing is under way.
// `most`: cells return as late as allowed, and the packet is charged whole.
struct scoreboard_pool {
  int64_t least, most;
};

// x: growth of w of the queue. port and all: cells of the enqueues under way on the packet's port and on all ports.
struct scoreboard_pool scoreboard_pool_with(const struct scoreboard_rules *l, int queue, int64_t cells, int64_t x,
                                            int64_t port, int64_t all);

#endif
