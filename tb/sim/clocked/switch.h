// What a network asks of its switches, whatever they are made of.
#ifndef NET_SWITCH_H
#define NET_SWITCH_H

#include "tb/sim/clocked/port.h"

// Functions of switch i. Statuses other than NETWORK_OK end the run.
struct switch_kind {
  // All switches, those of other processes too; their ports are there. destroy: also after create() failed half-way.
  enum network_status (*create)(struct network *n);
  void (*destroy)(struct network *n);
  enum network_status (*configure)(struct network *n, int i);  // one of this process
  enum network_status (*waves)(struct network *n, int i);      // its signals, into n->trace

  // Events of a clock, then the clock itself.
  void (*arrive)(struct network *n, int i, struct packet *p);  // a frame has fully arrived
  void (*sent)(struct network *n, int i, struct port *p);      // the last bit of one is out
  void (*kick)(struct network *n, int i, int port);            // the port may be able to send
  void (*wake)(struct network *n, int i);                      // its EVENT_WAKE
  void (*clock)(struct network *n, int i);
  void (*join)(struct network *n, int i);  // areas go together from here on: nothing is left for later

  // The MMU's outputs of this clock.
  const struct sluice_out *(*outputs)(const struct network *n, int i);

  // By egress queue [port * classes + class]: a bit for each ingress port of which it holds packets; whether it holds
  // some and may not send.
  void (*waiting)(const struct network *n, int i, uint64_t *held, uint64_t *closed);

  // After the last clock: all that the MMU was given is counted; then one of its statistics at a time.
  enum network_status (*settle)(struct network *n, int i);
  enum network_status (*stat)(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value);

  void (*report)(const struct network *n, int i, FILE *to);  // why RTL and model differ
};

#endif
