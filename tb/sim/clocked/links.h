// Links: each end, a port, sends towards the other and receives from it.
#ifndef NET_LINKS_H
#define NET_LINKS_H

#include "tb/sim/clocked/network.h"
#include "tb/sim/nodes/pace.h"
#include "tb/sim/results/feedback.h"

// One end of a link. A host has one, a switch several. peer NULL: nothing is connected.
struct port {
  struct port *peer;
  int node;            // owner
  uint8_t index;       // port number there
  uint8_t next_class;  // the first one in the next round of round robin (switch)
  uint8_t filled;      // classes with packets (switch)
  bool busy;           // sending
  bool data;           // ... a data packet:
  uint8_t in_port, cls;
  uint32_t cells;
  bool streams;         // its owner takes frames bit by bit
  uint32_t overhead;    // of the link, bytes with every frame
  struct fifo control;  // messages that wait for the frame being sent
  struct pace line;     // the link's rate
  struct pace limit;    // the egress limiter, num = 0: none
  uint64_t delay;       // of the link, cycles
  uint32_t frames;      // sent; the number orders those that arrive in one cycle
  uint64_t moved;       // cycle at which the last data packet was out
  int link, direction;  // results go there
  struct event sent, kick;
  struct feedback_sent messages;
  struct feedback_state told;
  uint64_t tau;           // cycles, for counting messages
  uint64_t closed_since;  // valid while closed
  bool closed;            // at least one class may not send; GFC: not at full rate
};

struct links {
  struct network *n;
  struct port **port;  // [node] the ports of the node, by number
  struct port *all;
  int closed;  // ports that are closed
};

// The ports of all nodes, connected. 0 or -1: out of memory; to be freed in any case.
int links_new(struct links *l, struct network *n);
void links_free(struct links *l);

// The end that sends in a direction of a link.
struct port *links_end(const struct links *l, int link, int direction);

// A frame is sent from now on: EVENT_SENT comes when its last bit is out, EVENT_ARRIVE after the link's delay, and for
// a message after the processing time of its receiver, too.
void port_send(struct links *l, struct port *p, struct packet *packet);

// EVENT_KICK comes in that cycle, or in an earlier one.
void port_kick_at(struct links *l, struct port *p, uint64_t cycle);

// Statistics of what the other end's feedback does to this one: its gate opens or closes; a message has arrived.
void port_closed(struct links *l, struct port *p, bool closed);
void port_count_message(struct links *l, struct port *p, const struct pause *m);

void links_stop(struct links *l);     // the sources stop: what was counted until here is kept apart
void links_end_run(struct links *l);  // after the last cycle: gates that are closed count until now

#endif
