#include "cmodel/clocked/sluice_admit.h"

#include <stddef.h>

#include "cmodel/clocked/sluice_pool_free.h"
#include "cmodel/rules/sluice_classify.h"

// Adds the cells of the enqueues of the last SLUICE_ADMISSION_LAG cycles, which the counters do not include yet: those
// of the same port, and those of the same class on all ports [spec 3].
static void add_under_way(struct sluice_account *a, const struct sluice_context *x, int port, int cls,
                          struct sluice_met *met) {
  for (int age = 1; age <= SLUICE_ADMISSION_LAG; age++) {
    const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, age);
    if (enq != NULL && enq->port == port) met->under_way += enq->cells;
    if (enq != NULL && enq->cls == cls) met->under_way_class += enq->cells;
  }
}

static struct sluice_met met_by(struct sluice_account *a, const struct sluice_context *x, int port, int cls) {
  const struct sluice_port_occupancy *p = &a->occupancy.port[port];
  struct sluice_met met = {
      .queue = p->queue[cls],
      .headroom = p->headroom[sluice_group(&x->cfg, cls)],
      .pool_free = sluice_pool_free_now(a, x),
      .pool_free_lossy = sluice_pool_free_lossy(a, x),
      .partition_free = a->occupancy.partition_free[cls],
  };
  add_under_way(a, x, port, cls, &met);
  return met;
}

// SHP: whether the headroom of the port, or the pool, holds the packet.
static bool pool_holds(struct sluice_account *a, const struct sluice_context *x, struct sluice_enq *enq,
                       uint64_t under_way) {
  if (x->cfg.scheme != SLUICE_SHP) return true;
  const uint64_t port = sluice_port_headroom(&a->headroom_pool, enq->port) + under_way;
  enq->fits_port = sluice_from_pool(&x->cfg, port + enq->cells) == 0;
  enq->in_pool = true;  // until the admission is known
  // Charged whole, as if the port's own headroom were in use.
  return enq->fits_port ||
         sluice_fits_headroom_pool(&x->cfg, sluice_headroom_pool_free(a, x), x->cfg.port_headroom, enq->cells);
}

void sluice_admit_enter(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in) {
  const struct sluice_config *cfg = &x->cfg;
  const int p = in->enq_port & x->port_mask, egress = in->enq_egress & x->port_mask;
  int c = in->enq_class & x->class_mask;
  const bool dropped = !sluice_classify(cfg->scheme, cfg, p, egress, in->enq_ttl, &c);
  const bool exists = p < x->dims.ports && c < x->dims.classes, came = exists && cfg->configured && !dropped;
  const uint32_t cells = in->enq_cells & x->max;
  struct sluice_enq *enq = &a->pipe.enq[x->cycle % SLUICE_AGES];
  *enq = (struct sluice_enq){
      .valid = true,
      .cycle = x->cycle,
      .exists = exists,
      .came = came,
      .takes = came && cells <= cfg->max_packet,
      .lossless = c < x->dims.classes && sluice_is_lossless(cfg, c),
      .port = (uint8_t)p,
      .cls = (uint8_t)c,
  };
  if (!enq->takes) {
    enq->kind = exists && cfg->configured && dropped ? SLUICE_DROPPED : SLUICE_REFUSED;
    enq->parity_drop = dropped && sluice_is_parity_drop(cfg, p, egress, in->enq_ttl);
    return;
  }
  struct sluice_met met = met_by(a, x, p, c);
  struct sluice_port_history *h = &a->history[p];
  enq->cells = cells;
  met.pool_holds = pool_holds(a, x, enq, met.under_way);
  enq->kind = SLUICE_SHARED;  // until the admission is known the packet counts as charged to the pool
  enq->fits = sluice_what_fits(cfg->scheme, cfg, &cfg->limits, x->max, enq->lossless, &met, cells);
  enq->settled = h->settled;
  enq->returned = h->headroom_returned[sluice_group(cfg, c)];
  h->queue_entered[c] = x->cycle + 1;
  if (enq->lossless) h->entered = x->cycle + 1;
}

static bool group_is_off(const struct sluice_context *x, const struct sluice_out *out, const struct sluice_enq *enq) {
  if (x->cfg.scheme == SLUICE_DSH) return out->port_off >> enq->port & 1;
  return sluice_test(out->queue_off, sluice_bit(&x->dims, enq->port, enq->cls));
}

void sluice_admit_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_out *out) {
  struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_ADMIT);
  if (enq == NULL || !enq->takes) return;
  enq->kind = enq->cells == 0 ? SLUICE_PRIVATE
                              : sluice_admit(x->cfg.scheme, enq->lossless, group_is_off(x, out, enq), &enq->fits);
  enq->counts = enq->kind != SLUICE_REFUSED && enq->cells > 0;
  enq->in_pool = enq->in_pool && enq->kind == SLUICE_HEADROOM && !enq->fits_port;
}
