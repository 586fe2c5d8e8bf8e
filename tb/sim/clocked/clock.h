// From clock to clock.
#ifndef NET_CLOCK_H
#define NET_CLOCK_H

#include "tb/sim/clocked/net.h"

void network_work(struct network *n);                           // clock n->now
void network_area(struct network *n, int area, uint64_t last);  // the rest of an area's turn
void network_next(struct network *n, uint64_t end);  // on to the next clock in which anything happens, at most the end
bool network_turn(struct network *n);  // clock n->now, then on to the next in which anything happens; false: the end
uint64_t network_sent_by(struct network *n, uint64_t enough);  // senders_done() of its flows
void network_stop(struct network *n);                          // the sources stop
bool network_quiet(const struct network *n);                   // empty, and no pause stands or is on its way

#endif
