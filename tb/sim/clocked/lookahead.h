// Ranks go from one look-ahead to the next, and what all of them have to agree on between.
#ifndef NET_LOOKAHEAD_H
#define NET_LOOKAHEAD_H

#include "tb/sim/clocked/net.h"

// Before the switches are made. 0 or -1: out of memory.
int lookahead_new(struct network *n, const struct transport *t);
void lookahead_free(struct network *n);
void lookahead_run(struct network *n);  // instead of turn by turn

#endif
