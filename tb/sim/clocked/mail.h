// Packets between the ranks of a network.
#ifndef NET_MAIL_H
#define NET_MAIL_H

#include "tb/sim/clocked/net.h"

// A packet on its way to a switch of another rank; it is freed here.
void mail_send(struct network *n, struct packet *p, uint64_t clock);
bool mail_foreign(const struct network *n, int node);

// What arrives from other ranks before an event of this clock (NULL: the rest), one by one, then NULL.
struct packet *mail_arrival(struct network *n, const struct event *e);
uint64_t mail_next(const struct network *n);  // the clock of the next arrival, UINT64_MAX: none

// What was sent goes to the others, what they sent comes in. 0 or an errno.
int mail_exchange(struct network *n);

#endif
