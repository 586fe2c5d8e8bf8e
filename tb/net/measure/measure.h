// What packets and queues say about the network.
#ifndef NET_MEASURE_H
#define NET_MEASURE_H

#include "net.h"

void measure_delivery(struct network *n, const struct packet *p);  // once it is counted in the flow's packets and bytes

// Cells enter and leave queues [port * classes + class] of a switch.
void measure_enter(struct network *n, struct level *const *level, int ingress, int egress, uint32_t cells);
void measure_leave(struct network *n, struct level *const *level, int ingress, int egress, uint32_t cells);

void measure_stop(struct network *n);  // the sources stop: queues are measured until here
void measure_end(struct network *n);   // percentiles and ideal completion times of all flows
void measure_all(struct network *n);   // what flows and packets say together
void measure_free(struct network *n);

#endif
