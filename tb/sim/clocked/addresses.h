// Destination addresses for the frames of a flow, with which the switches' MAC tables forward them along the flow's
// route. A host has one address as long as all flows to it leave each switch by the same port; else it has several.
#ifndef NET_ADDRESSES_H
#define NET_ADDRESSES_H

#include "tb/sim/scenario/scenario.h"

struct addresses {
  int count;
  uint64_t *of_flow;  // [flow]
  uint64_t *address;  // [count], 48 bits
  int8_t *port;       // [count * switches + switch] egress port, -1: no frames with this address
};

// Assigns the addresses. Returns 0, ENOMEM, or ELOOP: flow *which leaves a switch by two ports.
int addresses_new(struct addresses *a, const struct scenario *s, int *which);
void addresses_free(struct addresses *a);

uint64_t addresses_host(int host);          // source address of host number `host`
uint64_t addresses_port(int sw, int port);  // address of a switch's port
int addresses_in(const struct addresses *a, const struct scenario *s,
                 int sw);  // number of MAC table entries that a switch needs

#endif
