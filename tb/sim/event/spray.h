// Sprayed packets: at each switch a packet takes one of the ports that lead closer to its last switch, by a hash of
// ecmp_seed, and of the packet and the switch. A packet is known by its flow and the time of its birth, so the choice
// is the same for windows of any length, and for any threads and processes.
#ifndef NET_SPRAY_H
#define NET_SPRAY_H

#include "tb/sim/event/ring.h"
#include "tb/sim/scenario/routes.h"

// The lists of ports at a place, each made when it is first needed
struct spray {
  const struct routes *routes;
  int sw;
  uint64_t seed;
  uint32_t *list;  // [2 * last switch + down] position of a list in `port`, plus 1; 0: not made yet
  uint16_t *port;  // lists: number of ports, then the ports
  uint32_t used, size;
};

enum { SPRAY_NO_MEMORY = -2 };

// The number of ports, then the ports, by which a packet that came in by port `from` may go on to another switch.
// Returns NULL if out of memory.
const uint16_t *spray_ports(struct spray *y, int last, int from);

// The port that a sprayed packet takes, or SPRAY_NO_MEMORY.
int spray_egress(struct spray *y, int last, int from, const struct event_packet *x);
void spray_free(struct spray *y);

#endif
