// Which address the frames of a flow are sent to, so that tables of switches lead them along the flow's route: that of
// its host where no flow to it leaves a switch by another port, else another of that host.
#ifndef NET_ADDRESSES_H
#define NET_ADDRESSES_H

#include "tb/sim/scenario/scenario.h"

struct addresses {
  int count;
  uint64_t *of_flow;  // [flow]
  uint64_t *address;  // [count], 48 bits
  int8_t *port;       // [count * switches + switch], -1: frames to it do not pass
};

// 0 or ENOMEM. ELOOP: flow *which leaves a switch by two ports.
int addresses_new(struct addresses *a, const struct scenario *s, int *which);
void addresses_free(struct addresses *a);

uint64_t addresses_host(int host);                                              // of host number host, to send from
uint64_t addresses_port(int sw, int port);                                      // of a switch's port
int addresses_in(const struct addresses *a, const struct scenario *s, int sw);  // entries that a switch needs

#endif
