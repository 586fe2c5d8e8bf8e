// Results of all ranks, at rank 0. What one rank alone counts is 0 at the others: sums bring it over.
#ifndef NET_RANKS_GATHER_H
#define NET_RANKS_GATHER_H

#include "tb/sim/clocked/net.h"

void ranks_gather(struct network *n);

#endif
