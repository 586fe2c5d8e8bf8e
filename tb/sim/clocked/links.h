// Links: each end of a link is a port, which sends to the other end and receives from it.
#ifndef NET_LINKS_H
#define NET_LINKS_H

#include "tb/sim/clocked/network.h"
#include "tb/sim/nodes/pace.h"
#include "tb/sim/results/feedback.h"

// One end of a link. A host has one, a switch several. peer NULL: no link is connected.
struct port {
  struct port *peer;
  int node;            // owner
  uint8_t index;       // port number at that node
  uint8_t next_class;  // switch: the class that is first in the next round of round robin
  uint8_t filled;      // switch: classes with packets
  bool busy;           // a frame is being sent
  bool data;           // ... a data packet:
  uint8_t in_port, cls;
  uint32_t cells;
  bool streams;         // the owner takes frames bit by bit
  uint32_t overhead;    // bytes of preamble and gap with every frame on the link
  struct fifo control;  // messages that wait for the end of the frame being sent
  struct pace line;     // rate of the link
  struct pace limit;    // egress limiter, num = 0: none
  uint64_t delay;       // delay of the link, cycles
  uint32_t frames;      // frames sent; the number orders frames that arrive in one cycle
  uint64_t moved;       // cycle at which the last data packet was out
  int link, direction;  // link and direction of the results
  struct event sent, kick;
  struct feedback_sent messages;
  struct feedback_state told;
  uint64_t tau;           // cycles, for counting messages
  uint64_t closed_since;  // valid while closed
  bool closed;            // at least one class may not send; GFC: not at full rate
};

struct links {
  struct network *n;
  struct port **port;  // [node] ports of the node, by number
  struct port *all;
  int closed;  // number of closed ports
};

// Creates and connects the ports of all nodes. Returns 0, or -1: out of memory. Call links_free() in any case.
int links_new(struct links *l, struct network *n);
void links_free(struct links *l);

// The end that sends in that direction of a link.
struct port *links_end(const struct links *l, int link, int direction);

// Starts to send a frame. EVENT_SENT follows when its last bit is out, EVENT_ARRIVE after the delay of the link; for a
// message also after the processing time of the receiver.
void port_send(struct links *l, struct port *p, struct packet *packet);

// Schedules EVENT_KICK for that cycle, unless an earlier one is pending.
void port_kick_at(struct links *l, struct port *p, uint64_t cycle);

// Statistics of the feedback from the other end: the gate of this end opens or closes; a message has arrived.
void port_closed(struct links *l, struct port *p, bool closed);
void port_count_message(struct links *l, struct port *p, const struct pause *m);

void links_stop(struct links *l);     // the sources stop: saves the counters of this moment
void links_end_run(struct links *l);  // after the last cycle: gates that are closed count until now

#endif
