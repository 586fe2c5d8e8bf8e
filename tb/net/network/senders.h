// Flows that have not sent everything: when may the last packet of all be sent?
#ifndef NET_SENDERS_H
#define NET_SENDERS_H

#include <stdint.h>

struct network;

// Flows of this process; before that, all zero.
struct senders {
  int count, *flow;  // those that have not sent everything, as far as is known
  int witness;       // one of them that takes long
};

int senders_new(struct network *n);  // 0 or -1: out of memory
void senders_free(struct network *n);

// A clock before which not all flows can have sent all, 0: they have; UINT64_MAX: they never do. Exact where it is not
// above enough.
uint64_t senders_done(struct network *n, uint64_t enough);

#endif
