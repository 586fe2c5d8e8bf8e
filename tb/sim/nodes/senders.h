// Flows that have not sent everything: when may the last packet of all be sent?
#ifndef NET_SENDERS_H
#define NET_SENDERS_H

#include <stdint.h>

// Flows of this process; before that, all zero.
struct senders {
  int count, *flow;  // those that have not sent everything, as far as is known
  int witness;       // one of them that takes long
};

// For so many flows at most, to be added. 0 or -1: out of memory.
int senders_new(struct senders *x, int flows);
void senders_free(struct senders *x);
static inline void senders_add(struct senders *x, int flow) { x->flow[x->count++] = flow; }

// The first tick in which a flow may send its last packet; 0: it has; UINT64_MAX: it never does.
typedef uint64_t (*senders_last)(const void *network, int flow);

// A tick before which not all flows can have sent all, 0: they have; UINT64_MAX: they never do. Exact where it is not
// above enough.
uint64_t senders_done(struct senders *x, uint64_t enough, senders_last last, const void *network);

// The same of one flow of so many bytes with this share sent, whose host sends at this rate.
struct pace;
uint64_t senders_last_packet(const struct pace *line, uint64_t bytes, uint64_t sent, uint32_t packet, uint64_t start,
                             uint64_t stop, uint64_t now);

#endif
