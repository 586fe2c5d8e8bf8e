// The ends of links.
#ifndef NET_PORT_H
#define NET_PORT_H

#include "tb/sim/clocked/net.h"
#include "tb/sim/nodes/feedback.h"

// One end of a link: it sends towards the other end. A host has one, a switch several.
struct port {
  struct event sent;  // first
  struct port *peer;
  int node;        // owner
  uint8_t index;   // port number there
  uint8_t turn;    // class that is first in the next round
  uint8_t filled;  // classes with packets (switch)
  bool busy;       // sending
  bool data;       // ... a data packet:
  uint8_t in_port, cls;
  bool access;   // the link is a host's
  bool streams;  // its owner takes frames bit by bit
  uint32_t cells;
  uint32_t overhead;    // of the link, bytes with every frame
  struct fifo control;  // messages that wait for the frame being sent
  struct pace line;     // the link's rate
  uint64_t delay;       // of the link, clocks
  uint64_t since;       // clock at which the last packet began to be sent
  uint64_t moved;       // clock at which the last data packet was out
  int link, direction;  // results go there
  struct pace limit;    // the egress limiter, num = 0: none
  struct event kick;
  uint64_t asked;  // the clock in which that was asked for
  struct feedback_sent messages;
  struct feedback_state told;
  uint64_t tau;           // clocks, for counting messages
  uint64_t closed_since;  // valid while closed
  bool closed;            // at least one class may not send; GFC: not at full rate
};

// Ascends with nodes, and with the ports of a node.
static inline uint32_t port_number(const struct port *p) { return (uint32_t)p->node << 8 | p->index; }

// The end of a link that sends in a direction of it.
static inline struct port *link_end(const struct network *n, int link, int direction) {
  const struct scenario_link *l = &n->s->link[link];
  return &n->port[l->end[direction].node][l->end[direction].port];
}

#endif
