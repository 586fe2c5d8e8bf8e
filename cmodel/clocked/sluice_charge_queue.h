// GFC: packets that wait for their charge, in order, and the charge of the first: its cells or, GFC-linear, its cells
// times D / C, one bit of the cells per cycle. Internal.
#ifndef SLUICE_CHARGE_QUEUE_H
#define SLUICE_CHARGE_QUEUE_H

#include "cmodel/clocked/sluice_context.h"

enum { SLUICE_MAX_WAITING = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES };
enum { SLUICE_CHARGE_FRACTION = 31 };  // GFC: a charge counts 2^-31 cells; GFC-linear: 2^-8 cycles of D cells

struct sluice_sent {
  uint8_t port, cls;
  uint32_t cells;
};
struct sluice_charge_queue {
  unsigned first, count;
  struct sluice_sent waiting[SLUICE_MAX_WAITING];
  bool fetched, forming;      // a packet has just been taken; its charge is being formed
  struct sluice_sent packet;  // that one
  uint32_t cells_left;        // GFC-linear: the bits that are not added yet
  uint64_t multiple;
  int64_t charge;
};

// Packets that can wait in this build.
unsigned sluice_charge_queue_depth(const struct sluice_dims *dims);
static inline bool sluice_charge_queue_ready(const struct sluice_charge_queue *q) {
  return q->forming && q->cells_left == 0;
}
// taken: the charge leaves in this cycle, which it may when it is ready. sent: a packet to be charged, NULL: none.
// Returns whether the queue accepted it.
bool sluice_charge_queue_step(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear, bool taken,
                              const struct sluice_sent *sent);
void sluice_charge_queue_clear(struct sluice_charge_queue *q);

#endif
