// Inside of mmu_switch.h: what its files share.
#ifndef NET_MMU_NODE_H
#define NET_MMU_NODE_H

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/links.h"
#include "tb/sim/clocked/series.h"

enum { MMU_BACKLOG = 1 << 16 };  // pending events of one MMU: more mean more packets than cycles

struct mmu_event {
  uint8_t port, cls;
  uint32_t cells;
  uint64_t since;  // the cycle from which it waits
};

// Events that wait for their cycle at an MMU.
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
  uint64_t cycle;                // the MMU has taken the inputs of all cycles before that
  bool watched;                  // its time series are traced
  bool resting;                  // it need not be stepped before the next input
  struct port *port;
  struct fifo *queue;          // [port * classes + class], packets that wait for the egress port
  struct level *level[SIDES];  // [port * classes + class], what the datapath holds: the result's
  uint64_t kicked;             // ports that look for something to send in this cycle

  // Admission.
  struct fifo arrived;  // not yet given to the MMU
  unsigned arrivals;    // in it
  struct fifo given;    // without an admission yet

  // Scheduling.
  struct fifo messages;         // received, not yet given
  struct ring dequeues;         // packets that have left, not yet given
  struct ring sends;            // GFC: packets that start to leave, not yet given
  int words;                    // of gates
  uint64_t gate[SLUICE_WORDS];  // as last seen
  uint64_t *settled;            // GFC: [port * classes + class], from when on the gate knows of the last one
};

// All switches of a network.
struct mmu_switches {
  int count;
  struct mmu_node node[];
};

// Classes of an egress port that may not send.
static inline uint8_t mmu_gate(const struct mmu_node *sw, int port) {
  unsigned classes = (unsigned)sw->n->classes, first = (unsigned)port * classes, shift = first % 64;
  uint64_t bits = sw->gate[first / 64] >> shift;
  if (shift + classes > 64) bits |= sw->gate[first / 64 + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << classes) - 1));
}

#endif
