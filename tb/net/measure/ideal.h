// How long a flow takes alone in the network, in clocks.
#ifndef NET_IDEAL_H
#define NET_IDEAL_H

#include "net.h"

uint64_t ideal_completion(const struct network *n, int flow);

#endif
