// The flows that have not sent everything, and the earliest time at which all may have.
#ifndef NET_SENDERS_H
#define NET_SENDERS_H

#include <stdint.h>

// Flows of this process; all zero before senders_new()
struct senders {
  int count, *flow;  // flows that have not sent everything, as far as is known
  int witness;       // one of these that will take long
};

// Allocates memory for up to that many flows, to be added. Returns 0, or -1: out of memory.
int senders_new(struct senders *x, int flows);
void senders_free(struct senders *x);
static inline void senders_add(struct senders *x, int flow) { x->flow[x->count++] = flow; }

// The first tick in which a flow may send its last packet; 0: it has sent it; UINT64_MAX: it never will.
typedef uint64_t (*senders_last)(const void *network, int flow);

// A tick before which not all flows can have sent everything; 0: all have; UINT64_MAX: they never will. The result is
// exact unless it is above `enough`.
uint64_t senders_done(struct senders *x, uint64_t enough, senders_last last, const void *network);

// The same for one flow of that size, with this amount sent, whose host sends at this rate.
struct pace;
uint64_t senders_last_packet(const struct pace *line, uint64_t bytes, uint64_t sent, uint32_t packet, uint64_t start,
                             uint64_t stop, uint64_t now);

#endif
