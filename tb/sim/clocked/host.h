// Hosts: they send their flows, obey feedback, and sink what arrives.
#ifndef NET_HOST_H
#define NET_HOST_H

#include "tb/sim/clocked/port.h"
#include "tb/sim/nodes/limiter.h"
#include "tb/sim/nodes/sources.h"

struct node_host {
  struct port port;
  struct sources sources;
  uint64_t quantum_num, quantum_den;   // clocks per quantum of 512 bit times
  uint64_t until[SLUICE_MAX_CLASSES];  // class timers, as the clock of their expiry
  uint64_t level_until;
  struct limiter limiter[SLUICE_MAX_CLASSES];  // GFC
  bool timed;                                  // a timer may be running
  bool kicked;
};

// Their ends of links, then, when all links are there, the rest. 0 or -1: out of memory.
int hosts_new(struct network *n);
int hosts_init(struct network *n);
void hosts_free(struct network *n);

void host_arrive(struct network *n, int i, struct packet *p);  // a frame has fully arrived
void host_sent(struct network *n, int i);                      // the last bit of one is out
void host_kick(struct network *n, int i);                      // it may be able to send
void host_clock(struct network *n, int i);                     // those that were kicked, after all switches

#endif
