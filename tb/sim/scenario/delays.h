// The least sum of link delays from one host to the others, over any links, outages ignored. Hosts forward nothing.
#ifndef NET_DELAYS_H
#define NET_DELAYS_H

#include "tb/sim/scenario/scenario.h"

struct delays;

// Returns NULL if out of memory.
struct delays *delays_new(const struct scenario *s);
void delays_free(struct delays *d);

// Computes the delays from a host, a node number. Costs links x log(links).
void delays_from(struct delays *d, int host);

// The delay to another host, ps; UINT64_MAX: no way leads there.
uint64_t delays_to(const struct delays *d, int host);

#endif
