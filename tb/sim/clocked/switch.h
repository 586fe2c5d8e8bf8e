// What a network needs of its switches, whatever they are made of: a table of functions, and a pointer to all switches
// that only these functions look into.
#ifndef NET_SWITCH_H
#define NET_SWITCH_H

#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"

struct engine_trace;

// Functions of switch i, but for create() and destroy(). Statuses other than NETWORK_OK end the run.
struct switch_kind {
  // All switches; their ports are there. destroy: *all, also after create() failed half-way.
  enum network_status (*create)(void **all, struct network *n, struct links *l, struct series *x);
  void (*destroy)(void *all);
  enum network_status (*configure)(void *all, int i);
  enum network_status (*waves)(void *all, int i, struct engine_trace *t);  // its signals, into t; before it is opened

  // Events of a cycle.
  void (*arrive)(void *all, int i, struct packet *p);  // EVENT_ARRIVE
  void (*sent)(void *all, int i, struct port *p);      // EVENT_SENT
  void (*kick)(void *all, int i, struct port *p);      // EVENT_KICK

  // The cycle itself, after its events. True: without an event nothing happens in the next cycles.
  bool (*cycle)(void *all, int i);

  // The MMU's outputs of this cycle.
  const struct sluice_out *(*outputs)(const void *all, int i);

  // By egress queue [port * classes + class]: a bit for each ingress port of which it holds packets; whether it holds
  // some and may not send.
  void (*waiting)(const void *all, int i, uint64_t *held, uint64_t *closed);

  // After the last cycle: everything that the MMU was given is counted; then one of its statistics at a time.
  enum network_status (*settle)(void *all, int i);
  enum network_status (*stat)(void *all, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);

  void (*report)(const void *all, int i, FILE *to);  // after NETWORK_MISMATCH: how RTL and model differ
};

#endif
