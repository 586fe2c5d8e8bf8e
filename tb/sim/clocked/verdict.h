// Drained, deadlocked or still moving.
#ifndef NET_VERDICT_H
#define NET_VERDICT_H

#include "tb/sim/clocked/net.h"

// Clocks in which every packet that can move does move.
uint64_t verdict_window(const struct scenario *s);
void verdict_check(struct network *n);
void verdict_end(struct network *n);

#endif
