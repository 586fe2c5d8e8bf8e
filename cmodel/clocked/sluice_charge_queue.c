#include "cmodel/clocked/sluice_charge_queue.h"

#include <stddef.h>

enum { LEAST_DEPTH_BITS = 4 };

unsigned sluice_charge_queue_depth(const struct sluice_dims *dims) {
  const int bits = sluice_address_bits(dims->ports) + sluice_address_bits(dims->classes);
  return 1u << (bits > LEAST_DEPTH_BITS ? bits : LEAST_DEPTH_BITS);
}

static bool put(struct sluice_charge_queue *q, const struct sluice_context *x, const struct sluice_sent *sent) {
  if (sent == NULL || q->count == sluice_charge_queue_depth(&x->dims)) return false;
  q->waiting[(q->first + q->count++) % SLUICE_MAX_WAITING] = *sent;
  return true;
}

static void form(struct sluice_charge_queue *q) {
  if (q->cells_left & 1) q->charge += (int64_t)q->multiple;
  q->cells_left >>= 1;
  q->multiple <<= 1;
}

// The charge depends on the registers of the cycle after the one in which the packet is taken from the FIFO.
static void begin(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear) {
  q->cells_left = linear ? q->packet.cells : 0;
  q->multiple = x->cfg.drain_cycles;
  q->charge = linear ? 0 : (int64_t)q->packet.cells << SLUICE_CHARGE_FRACTION;
}

bool sluice_charge_queue_step(struct sluice_charge_queue *q, const struct sluice_context *x, bool linear, bool taken,
                              const struct sluice_sent *sent) {
  const bool takes = q->count > 0 && !q->fetched && !q->forming, fetched = q->fetched;
  const bool accepted = put(q, x, sent);
  if (fetched)
    begin(q, x, linear);
  else if (q->forming && q->cells_left != 0)
    form(q);
  q->forming = fetched || (q->forming && !taken);
  q->fetched = takes;
  if (!takes) return accepted;
  q->packet = q->waiting[q->first];
  q->first = (q->first + 1) % SLUICE_MAX_WAITING;
  q->count--;
  return accepted;
}

void sluice_charge_queue_clear(struct sluice_charge_queue *q) {
  q->first = q->count = 0;
  q->fetched = q->forming = false;
}
