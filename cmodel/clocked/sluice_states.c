#include "cmodel/clocked/sluice_states.h"

#include <stddef.h>

#include "cmodel/rules/sluice_threshold.h"

// The thresholds of a queue whose port has these limits. limits: of the cycle before.
static struct sluice_thresholds active(const struct sluice_context *x, const struct sluice_weigh *w,
                                       const struct sluice_out *out, int cls, const struct sluice_limits *limits) {
  struct sluice_thresholds t = {out->mon_xqoff, out->mon_xqon, out->mon_xpoff, out->mon_xpon};
  if (x->cfg.scheme == SLUICE_TTL) {
    t.xqoff = w->xqoff[cls];
    t.xqon = w->xqon[cls];
  } else if (x->dims.port_limits && x->cfg.scheme == SLUICE_STATIC) {
    t.xqoff = limits->xoff;
    t.xqon = limits->xon;
  } else if (x->dims.port_limits && x->cfg.scheme == SLUICE_DSH) {
    t.xqoff = sluice_minus(t.xqoff, limits->eta);
    t.xqon = sluice_minus(t.xqon, limits->eta);
  }
  return t;
}

void sluice_examine_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_weigh *w,
                         const struct sluice_out *out) {
  struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_STAGE);
  if (enq != NULL) enq->stage = sluice_stage_of(x->cfg.scheme, &x->cfg, enq->queue);
  struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_STAGE);
  if (v != NULL) v->stage = sluice_stage_of(x->cfg.scheme, &x->cfg, v->queue);
  enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_COMPARE - 1);
  if (enq != NULL && enq->exists) enq->limits = *sluice_limits_of(&x->cfg, enq->port);
  v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_COMPARE - 1);
  if (v != NULL) v->limits = *sluice_limits_of(&x->cfg, v->port);
  enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_COMPARE);
  if (enq != NULL) enq->x = active(x, w, out, enq->cls, &enq->limits);
  v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_COMPARE);
  if (v != NULL) v->x = active(x, w, out, v->cls, &v->limits);
}

// The states of a queue and its port after a snapshot.
struct states {
  uint16_t level;
  bool port_off;
};

static struct states states_of(const struct sluice_context *x, const struct sluice_out *out, int port, int cls) {
  return (struct states){out->queue_level[sluice_bit(&x->dims, port, cls)], out->port_off >> port & 1};
}

static void change(const struct sluice_context *x, struct sluice_changes *changes, struct sluice_out *out, int port,
                   int cls, struct states is) {
  const struct states was = states_of(x, out, port, cls);
  if (is.level == was.level && is.port_off == was.port_off) return;
  const int bit = sluice_bit(&x->dims, port, cls);
  out->queue_level[bit] = is.level;
  sluice_assign(out->queue_off, bit, is.level == SLUICE_OFF);
  sluice_assign(&out->port_off, port, is.port_off);
  changes->at[changes->count++] = (struct sluice_change){
      .port = (uint8_t)port,
      .cls = (uint8_t)cls,
      .queue = is.level != was.level,
      .port_state = is.port_off != was.port_off,
      .turned = (is.level == SLUICE_FREE) != (was.level == SLUICE_FREE),
      .queue_free = is.level == SLUICE_FREE,
      .port_on = !is.port_off,
  };
}

// A snapshot of an enqueue turns nothing on.
static struct states after_enqueue(const struct sluice_context *x, const struct sluice_enq *enq, struct states was) {
  const enum sluice_scheme scheme = x->cfg.scheme;
  struct states is = was;
  if (was.level != SLUICE_OFF || sluice_is_gfc(scheme))
    is.level =
        sluice_queue_level(scheme, enq->lossless, SLUICE_FREE, enq->above, enq->stage, enq->uses_headroom, &enq->x);
  if (enq->lossless)
    is.port_off = was.port_off || sluice_port_off(scheme, false, enq->sum, enq->uses_headroom, &enq->x);
  return is;
}

// A snapshot that does not include all enqueues turns nothing on. For an enqueue in the last cycle, size and class of
// the packet are ignored (conservative).
static struct states after_visit(struct sluice_account *a, const struct sluice_context *x, const struct sluice_visit *v,
                                 struct states was) {
  const enum sluice_scheme scheme = x->cfg.scheme;
  const bool lossless = sluice_is_lossless(&x->cfg, v->cls), headroom = v->headroom > 0;
  const struct sluice_port_history *h = &a->history[v->port];
  const struct sluice_enq *last = sluice_enq_at(&a->pipe, x->cycle, 1);
  const bool same_port = last != NULL && last->came && last->port == v->port;
  const bool incomplete = h->queue_entered[v->cls] + SLUICE_INCOMPLETE + SLUICE_VISIT_STATE > x->cycle ||
                          (same_port && last->cls == v->cls);
  struct states is = was;
  if (!incomplete || !lossless || (was.level != SLUICE_OFF && !sluice_is_gfc(scheme)))
    is.level = sluice_queue_level(scheme, lossless, was.level, v->above, v->stage, headroom, &v->x);
  if (!v->with_port) return is;
  const bool port_incomplete = h->entered > v->sum_from || same_port;
  is.port_off = port_incomplete && was.port_off ? scheme == SLUICE_DSH
                                                : sluice_port_off(scheme, was.port_off, v->sum, headroom, &v->x);
  return is;
}

void sluice_pause_state_step(struct sluice_account *a, const struct sluice_context *x, struct sluice_changes *changes,
                             struct sluice_out *out) {
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_STATE);
  const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_STATE);
  changes->count = 0;
  if (enq != NULL && !enq->counts) enq = NULL;
  if (enq != NULL)
    change(x, changes, out, enq->port, enq->cls, after_enqueue(x, enq, states_of(x, out, enq->port, enq->cls)));
  if (v == NULL) return;
  const struct states was = states_of(x, out, v->port, v->cls);
  struct states is = after_visit(a, x, v, was);
  // If both are of the same queue, or port, the snapshot of the enqueue is newer and counts.
  if (enq != NULL && enq->port == v->port && enq->cls == v->cls) is.level = was.level;
  if (enq != NULL && enq->port == v->port && enq->lossless) is.port_off = was.port_off;
  change(x, changes, out, v->port, v->cls, is);
}
