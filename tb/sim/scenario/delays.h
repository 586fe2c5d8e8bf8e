// The least sum of link delays from one host to the others, over any links, outages ignored. Hosts forward nothing.
#ifndef NET_DELAYS_H
#define NET_DELAYS_H

#include "tb/sim/scenario/scenario.h"

struct delays;

// Returns NULL if out of memory.
struct delays *delays_new(const struct scenario *s);
void delays_free(struct delays *d);

// Begins the delays from a host, a node number.
void delays_from(struct delays *d, int host);

// The delay to another host, ps; UINT64_MAX: no way leads there. Looks only at the links of nearer switches, at most
// links x log(links) in all calls for one host.
uint64_t delays_to(struct delays *d, int host);

#endif
