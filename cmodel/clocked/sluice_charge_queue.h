// GFC: packets that wait for their charge, in order, and the charge of the first packet. GFC charges the cells of a
// packet; GFC-linear charges cells * D / C, one bit of the cells per cycle [spec 6]. Internal.
#ifndef SLUICE_CHARGE_QUEUE_H
#define SLUICE_CHARGE_QUEUE_H

#include "cmodel/clocked/sluice_context.h"

enum { SLUICE_MAX_WAITING = SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES };
enum { SLUICE_CHARGE_FRACTION = 31 };  // unit of a charge: 2^-31 cells; GFC-linear: 2^-8 cells * cycles

struct sluice_sent {
  uint8_t port, cls;
  uint32_t cells;
};
struct sluice_charge_queue {
  unsigned first, count;
  struct sluice_sent waiting[SLUICE_MAX_WAITING];
  bool fetched, forming;      // a packet was taken from the FIFO in the last cycle; its charge is computed
  struct sluice_sent packet;  // the packet that is charged
  uint32_t cells_left;        // GFC-linear: bits of the cells that are not added yet
  uint64_t multiple;
  int64_t charge;
};

// Number of packets that can wait in this build.
unsigned sluice_charge_queue_depth(const struct sluice_dims *dims);
static inline bool sluice_charge_queue_ready(const struct sluice_charge_queue *q) {
  return q->forming && q->cells_left == 0;
}
// One cycle. taken: the charge is taken in this cycle; only if it is ready. sent: a packet to be charged, or NULL.
// Returns whether the queue accepted that packet.
bool sluice_charge_queue_step(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear, bool taken,
                              const struct sluice_sent *sent);
void sluice_charge_queue_clear(struct sluice_charge_queue *q);

#endif
