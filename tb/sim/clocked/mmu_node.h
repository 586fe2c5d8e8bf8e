// Inside of mmu_switch.h: what its files share.
#ifndef NET_MMU_NODE_H
#define NET_MMU_NODE_H

#include "tb/sim/clocked/port.h"

struct mmu_event {
  uint8_t port, cls;
  uint32_t cells;
  uint64_t since;  // the clock from which it waits
};

// Events that wait for their clock at an MMU.
struct ring {
  struct mmu_event *item;
  unsigned size, head, count;  // size: a power of two
};

struct node_switch {
  struct engine *mmu;
  struct sluice_mmu *model;      // NULL: RTL is evaluated
  const struct sluice_out *out;  // outputs of clock, mon_* only where something is traced
  uint64_t clock;
  bool due;             // something has come in this clock
  bool speaking;        // the outputs show something to act on
  uint64_t kicked;      // ports that look for something to send in this clock
  uint64_t wake_at;     // the clock at which the MMU must be evaluated if nothing happens before
  struct watch *watch;  // what to trace on every change, NULL: nothing
  struct port *port;
  struct fifo *queue;          // [port * classes + class], packets that wait for the egress port
  struct level *level[SIDES];  // [port * classes + class], what the datapath holds: the result's
  struct fifo enq;             // arrived, not yet given to the MMU
  unsigned enq_count;
  int words;
  struct fifo rx;   // messages, not yet given
  struct ring deq;  // packets that have left, not yet given
  struct ring snd;  // GFC: packets that start to leave, not yet given
  struct fifo
      admission;   // given, verdict not yet acted on; since: the clock in which it will be, UINT64_MAX: not known
  uint64_t shows;  // that of the first one, UINT64_MAX: there is none
  struct sluice_in in;
  uint64_t gate[SLUICE_WORDS];  // as last seen
  uint64_t *settled;            // GFC: [port * classes + class], from when on the gate knows of the last one
  struct event wake;
};

// Classes of an egress port that may not send.
static inline uint8_t switch_gate(const struct network *n, const struct node_switch *sw, int port) {
  unsigned classes = (unsigned)n->classes, first = (unsigned)port * classes, shift = first % 64;
  uint64_t bits = sw->gate[first / 64] >> shift;
  if (shift + classes > 64) bits |= sw->gate[first / 64 + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << classes) - 1));
}

#endif
