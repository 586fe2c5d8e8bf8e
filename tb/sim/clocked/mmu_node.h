// Declarations that the files of mmu_switch share. Internal.
#ifndef NET_MMU_NODE_H
#define NET_MMU_NODE_H

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"
#include "tb/sim/scenario/marker.h"

enum { MMU_BACKLOG = 1 << 16 };  // pending events of one MMU; more mean that packets arrive faster than one per cycle

struct mmu_event {
  uint8_t port, cls;
  uint32_t cells;
  uint64_t since;  // the cycle since which it waits
};

// Events that wait for their input cycle at an MMU
struct ring {
  struct mmu_event *item;
  unsigned size, head, count;  // size: a power of two
};

struct mmu_node {
  struct network *n;
  struct links *links;
  struct series *series;
  int number;
  struct engine *mmu;
  const struct sluice_out *out;  // outputs of this cycle
  struct sluice_in in;           // inputs of this cycle
  uint64_t cycle;                // the MMU has received the inputs of all earlier cycles
  bool watched;                  // time series of the switch are traced
  bool resting;                  // the switch need not be stepped before its next input
  struct port *port;
  struct fifo *queue;          // [port * classes + class] packets that wait for the egress port
  struct level *level[SIDES];  // [port * classes + class] cells in the datapath; part of the result
  struct marker *marker;       // [port] NULL: no ECN
  struct marks *marks;         // [port * classes + class]; part of the result
  uint64_t kicked;             // ports that look for a frame to send in this cycle

  // Admission
  struct fifo arrived;  // packets not yet given to the MMU
  unsigned arrivals;    // their number
  struct fifo given;    // packets given to the MMU, without an admission yet

  // Scheduling
  struct fifo messages;         // received messages, not yet given to the MMU
  struct ring dequeues;         // packets that have left, not yet given to the MMU
  struct ring sends;            // GFC: packets that start to leave, not yet given to the MMU
  int words;                    // words of a gate vector
  uint64_t gate[SLUICE_WORDS];  // gates as of the last cycle
  uint64_t *settled;            // GFC: [port * classes + class] cycle from which the gate includes the last packet
};

// All switches of a network
struct mmu_switches {
  int count;
  struct mmu_node node[];
};

// Classes of an egress port that may not send
static inline uint8_t mmu_gate(const struct mmu_node *sw, int port) {
  unsigned classes = (unsigned)sw->n->classes, first = (unsigned)port * classes, shift = first % 64;
  uint64_t bits = sw->gate[first / 64] >> shift;
  if (shift + classes > 64) bits |= sw->gate[first / 64 + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << classes) - 1));
}

// ---- admission: from the arrival of a packet at the switch until it is in its queue or dropped ----

// A data packet has fully arrived. If more than MMU_BACKLOG packets wait, the run ends with NETWORK_OVERLOAD.
void mmu_packet_arrived(struct mmu_node *sw, struct packet *p);

// Applies the admission in the MMU's outputs, SLUICE_ADMIT_LATENCY cycles after the enqueue. If it does not belong to
// the oldest packet without admission, the run ends with NETWORK_PROTOCOL.
void mmu_admit(struct mmu_node *sw);

// Puts at most one enqueue into the inputs of this cycle; other packets wait. Returns whether there is one.
bool mmu_give_enqueue(struct mmu_node *sw);

// Scheduling: the ports of the switch send packets and messages, under the MMU's gates; the MMU gets dequeues, sends
// and received messages.

// A message has fully arrived; the last bit of a frame is out.
void mmu_message_arrived(struct mmu_node *sw, struct packet *p);
void mmu_sent(struct mmu_node *sw, struct port *p);

// Applies gates and message of the MMU's outputs; then all kicked ports look for a frame to send. An error that the MMU
// reports ends the run with NETWORK_PROTOCOL.
void mmu_schedule(struct mmu_node *sw);

// Puts at most one dequeue, one send and one message into the inputs of this cycle; others wait. Returns whether there
// is any. If more than MMU_BACKLOG events wait, the run ends with NETWORK_OVERLOAD.
bool mmu_give_sent(struct mmu_node *sw);

#endif
