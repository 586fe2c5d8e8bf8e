#include "cmodel/clocked/sluice_accounting.h"

#include <stddef.h>

#include "cmodel/rules/sluice_admit.h"
#include "cmodel/rules/sluice_classify.h"

// ---- the headroom pool ----

void sluice_headroom_pool_read(const struct sluice_headroom_pool *pool, struct sluice_visit *v) {
  v->port_charged = pool->port[v->port].charged;
  v->port_pooled = pool->port[v->port].pooled;
}

void sluice_headroom_pool_charge(struct sluice_headroom_pool *pool, const struct sluice_enq *enq) {
  if (enq->kind == SLUICE_HEADROOM) pool->port[enq->port].charged += enq->cells;
  if (enq->in_pool) pool->port[enq->port].pooled += enq->cells;
}

void sluice_headroom_pool_settle(struct sluice_headroom_pool *pool, const struct sluice_config *cfg,
                                 struct sluice_visit *v) {
  struct sluice_port_headroom *p = &pool->port[v->port];
  p->returned += v->returned;
  v->port_returned = p->returned;
  const uint32_t part = (uint32_t)sluice_from_pool(sluice_limits_of(cfg, v->port), v->port_charged - p->returned);
  v->pool_freed = v->port_pooled - part - p->repaid;
  p->repaid += v->pool_freed;
}

// ---- the scan's visit ----

void sluice_account_visit(struct sluice_account *a, const struct sluice_context *x) {
  if (sluice_scan_rests(&a->scan, x)) return;
  const int place = sluice_scan_place(&a->scan, x);
  if (place >= x->dims.ports * x->dims.classes) return;
  const int p = place / x->dims.classes, c = place % x->dims.classes;
  const bool lossless = sluice_is_lossless(&x->cfg, c), gathers = x->cfg.scheme == SLUICE_DSH && lossless;
  const bool last = lossless && c == a->last_lossless;
  struct sluice_port_occupancy *o = &a->occupancy.port[p];
  uint32_t surplus = o->surplus[c];
  uint64_t from = x->cycle;
  o->surplus[c] = 0;
  if (gathers) {
    if (!a->gathering) a->gathering_from = x->cycle;
    from = a->gathering_from;
    a->gathering = !last;
    surplus += a->gathered;
    a->gathered = last ? 0 : surplus;
    if (!last) surplus = 0;
  }
  a->pipe.visit[x->cycle % SLUICE_AGES] = (struct sluice_visit){
      .valid = true,
      .cycle = x->cycle,
      .with_port = last,
      .port = (uint8_t)p,
      .cls = (uint8_t)c,
      .queue = o->queue[c],
      .above = (uint32_t)sluice_above(o->queue[c], sluice_limits_of(&x->cfg, p)->phi),
      .sum = o->sum - (lossless ? surplus : 0),
      .headroom = o->headroom[sluice_group(&x->cfg, c)],
      .surplus = surplus,
      .sum_from = from > SLUICE_INCOMPLETE ? from - SLUICE_INCOMPLETE : 0,
  };
}

// ---- counting ----

// Takes the snapshot for the comparison of the queue's state. Surplus that was settled since the input of the packet is
// added: the snapshot shows the occupancy of the input's cycle, with the packet.
static void count_enqueue(struct sluice_account *a, const struct sluice_context *x, struct sluice_enq *enq) {
  const int p = enq->port, c = enq->cls, group = sluice_group(&x->cfg, c);
  const struct sluice_port_occupancy *o = &a->occupancy.port[p];
  struct sluice_port_history *h = &a->history[p];
  sluice_occupancy_charge(&a->occupancy, &x->cfg, enq->kind, p, c, enq->cells);
  if (x->cfg.scheme == SLUICE_SHP) sluice_headroom_pool_charge(&a->headroom_pool, enq);
  h->present[c] += enq->cells;
  enq->uses_headroom = enq->kind == SLUICE_HEADROOM;
  enq->queue = o->queue[c];
  enq->above = (uint32_t)sluice_above(enq->queue, sluice_limits_of(&x->cfg, p)->phi);
  enq->sum = o->sum + h->settled - enq->settled;
  enq->headroom = o->headroom[group] + h->headroom_returned[group] - enq->returned;
}

static bool wakes(struct sluice_account *a, const struct sluice_context *x) {
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_WAKE);
  const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_WAKE);
  return a->restarted || a->probes || (enq != NULL && enq->came) ||
         sluice_deq_at(&a->pipe, x->cycle, SLUICE_DEQ_WAKE) != NULL || (v != NULL && v->surplus > 0);
}

void sluice_account_count(struct sluice_account *a, const struct sluice_context *x) {
  if (wakes(a, x)) sluice_scan_wake(&a->scan, x);
  a->restarted = false;
  struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_PORT);
  if (v != NULL) sluice_headroom_pool_read(&a->headroom_pool, v);
  struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_COUNT);
  if (enq != NULL && enq->counts) count_enqueue(a, x, enq);
  const struct sluice_deq *deq = sluice_deq_at(&a->pipe, x->cycle, SLUICE_DEQ_COUNT);
  if (deq != NULL && !deq->error) sluice_occupancy_discharge(&a->occupancy, &x->cfg, deq->port, deq->cls, deq->cells);
}

// ---- the pools ----

static void settle(struct sluice_account *a, const struct sluice_context *x, struct sluice_visit *v) {
  const int group = sluice_group(&x->cfg, v->cls);
  const uint32_t *headroom = &a->occupancy.port[v->port].headroom[group], before = *headroom;
  v->freed = sluice_occupancy_settle(&a->occupancy, &x->cfg, v->port, v->cls, v->surplus, v->headroom);
  v->returned = before - *headroom;
  a->history[v->port].headroom_returned[group] += v->returned;
  if (sluice_is_lossless(&x->cfg, v->cls)) a->history[v->port].settled += v->surplus;
}

// SHP: what visits return to ports and to the pool, and what enqueues take from it.
static void headroom_pool_step(struct sluice_account *a, const struct sluice_context *x) {
  struct sluice_headroom_pool *pool = &a->headroom_pool;
  const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_RETURN);
  if (v != NULL) pool->port[v->port].seen = v->port_returned;
  v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_HEADROOM_FREE);
  if (v != NULL) pool->free += v->pool_freed;
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_TAKE);
  if (enq != NULL && enq->in_pool) pool->free -= enq->cells;
  if (a->resizing > 0) pool->free = a->resizing > 1 ? 0 : (uint32_t)x->cfg.headroom_pool;
}

void sluice_account_pool(struct sluice_account *a, const struct sluice_context *x, struct sluice_out *out) {
  struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_SETTLE);
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_COUNT);
  if (v != NULL && v->surplus > 0) settle(a, x, v);
  if (v != NULL && x->cfg.scheme == SLUICE_SHP) sluice_headroom_pool_settle(&a->headroom_pool, &x->cfg, v);
  if (x->cfg.scheme == SLUICE_TTL && enq != NULL && enq->counts)
    sluice_occupancy_take(&a->occupancy, enq->kind, enq->cls, enq->cells);
  v = sluice_visit_at(&a->pipe, x->cycle, SLUICE_VISIT_FREE);
  enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ENQ_TAKE);
  if (v != NULL) a->occupancy.pool_free += v->freed;
  if (enq != NULL && enq->kind == SLUICE_SHARED) a->occupancy.pool_free -= enq->cells;
  headroom_pool_step(a, x);
  if (a->resizing == 0) out->mon_shared = (uint32_t)x->cfg.shared - a->occupancy.pool_free;
  if (a->resizing > 0) a->occupancy.pool_free = --a->resizing > 0 ? 0 : (uint32_t)x->cfg.shared;
}

// ---- inputs and outputs ----

void sluice_account_dequeue(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in) {
  const int p = in->deq_port & x->port_mask, c = in->deq_class & x->class_mask;
  const uint32_t cells = in->deq_cells & x->max;
  const bool error = p >= x->dims.ports || c >= x->dims.classes || cells > a->history[p].present[c];
  if (!error) a->history[p].present[c] -= cells;
  a->pipe.deq[x->cycle % SLUICE_AGES] = (struct sluice_deq){
      .valid = true, .cycle = x->cycle, .error = error, .port = (uint8_t)p, .cls = (uint8_t)c, .cells = cells};
}

void sluice_account_show(struct sluice_account *a, const struct sluice_context *x, struct sluice_out *out) {
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, SLUICE_ADMIT_LATENCY - 1);
  const struct sluice_deq *deq = sluice_deq_at(&a->pipe, x->cycle, SLUICE_DEQ_COUNT);
  if (out->adm_valid && out->adm_kind == SLUICE_REFUSED && out->loss != UINT32_MAX) out->loss++;
  out->deq_error = deq != NULL && deq->error;
  out->adm_valid = enq != NULL;
  out->adm_port = enq != NULL ? enq->port : 0;
  out->adm_class = enq != NULL ? enq->cls : 0;
  out->adm_kind = enq != NULL ? (uint8_t)enq->kind : 0;
}

// Into which pools a packet fits, by the limits of its port.
static void judge(const struct sluice_context *x, const struct sluice_config *cfg, struct sluice_enq *enq) {
  const struct sluice_limits *limits = sluice_limits_of(cfg, enq->port);
  if (cfg->scheme == SLUICE_SHP) {
    enq->fits_port = sluice_from_pool(limits, enq->of_port + enq->cells) == 0;
    // Charged whole, as if the port's own headroom were in use.
    enq->met.pool_holds =
        enq->fits_port || sluice_fits_headroom_pool(limits, enq->pool_headroom, limits->port_headroom, enq->cells);
  }
  enq->fits = sluice_what_fits(cfg->scheme, cfg, limits, x->max, enq->lossless, &enq->met, enq->cells);
}

void sluice_account_restart(struct sluice_account *a, const struct sluice_context *x, bool structural) {
  a->restarted = true;
  a->last_lossless = 0;
  for (int c = 0; c < x->dims.classes; c++)
    if (sluice_is_lossless(&x->cfg, c)) a->last_lossless = c;
  for (int age = 1; x->dims.port_limits && age <= SLUICE_ENQ_LIMITS; age++) {
    struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, age);
    struct sluice_config cfg = x->cfg;
    if (enq == NULL || !enq->takes) continue;
    cfg.alpha_lossy = enq->alpha_lossy;
    judge(x, &cfg, enq);
  }
  if (!structural) return;
  const uint32_t pool_free = a->occupancy.pool_free;
  sluice_occupancy_restart(&a->occupancy, &x->cfg);
  a->occupancy.pool_free = pool_free;
  a->headroom_pool = (struct sluice_headroom_pool){.free = a->headroom_pool.free};
  a->resizing = 2;
}

bool sluice_account_is_empty(struct sluice_account *a, const struct sluice_context *x) {
  const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, 1);
  return a->occupancy.total == 0 && sluice_scan_rests(&a->scan, x) && !wakes(a, x) && (enq == NULL || !enq->came);
}

// ---- free cells of the pools ----

// Free cells of a pool. free: as counted; size: its new size; charges, freed: of an enqueue and of a visit; later:
// cycles by which its visits return cells later than those of the shared pool. An enqueue counts as charged until its
// admission is known.
struct pool {
  uint64_t size, free;
  bool (*charges)(const struct sluice_enq *enq);
  uint32_t (*freed)(const struct sluice_visit *v);
  int later;
};

static bool charges_shared(const struct sluice_enq *enq) { return enq->kind == SLUICE_SHARED; }
static uint32_t freed_shared(const struct sluice_visit *v) { return v->freed; }
static bool charges_headroom(const struct sluice_enq *enq) { return enq->in_pool; }
static uint32_t freed_headroom(const struct sluice_visit *v) { return v->pool_freed; }

static uint64_t pool_free(struct sluice_account *a, const struct sluice_context *x, const struct pool *pool, int lag) {
  int64_t cells = (int64_t)(a->resizing > 0 ? pool->size : pool->free);
  for (int age = 1; age < SLUICE_ENQ_TAKE; age++) {
    const struct sluice_enq *enq = sluice_enq_at(&a->pipe, x->cycle, age);
    if (enq != NULL && (pool->charges(enq) || age < SLUICE_ENQ_POOL + lag)) cells -= enq->cells;
  }
  for (int age = SLUICE_VISIT_POOL + pool->later + lag; age < SLUICE_VISIT_FREE + pool->later; age++) {
    const struct sluice_visit *v = sluice_visit_at(&a->pipe, x->cycle, age);
    if (v != NULL) cells += pool->freed(v);
  }
  return cells > 0 ? (uint64_t)cells : 0;
}

static uint64_t shared_free(struct sluice_account *a, const struct sluice_context *x, int lag) {
  const struct pool pool = {x->cfg.shared, a->occupancy.pool_free, charges_shared, freed_shared, 0};
  return pool_free(a, x, &pool, lag);
}

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x) { return shared_free(a, x, 0); }

uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x) {
  return shared_free(a, x, 1);
}

uint64_t sluice_headroom_pool_free(struct sluice_account *a, const struct sluice_context *x) {
  const struct pool pool = {x->cfg.headroom_pool, a->headroom_pool.free, charges_headroom, freed_headroom,
                            SLUICE_VISIT_HEADROOM_FREE - SLUICE_VISIT_FREE};
  return pool_free(a, x, &pool, 0);
}

// ---- the admission ----

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
  struct sluice_port_history *h = &a->history[p];
  enq->met = met_by(a, x, p, c);
  enq->met.pool_holds = true;
  enq->alpha_lossy = cfg->alpha_lossy;
  enq->of_port = sluice_port_headroom(&a->headroom_pool, p) + enq->met.under_way;
  enq->pool_headroom = sluice_headroom_pool_free(a, x);
  enq->cells = cells;
  enq->in_pool = cfg->scheme == SLUICE_SHP;  // until the admission is known
  enq->kind = SLUICE_SHARED;                 // the same for the shared pool
  judge(x, cfg, enq);
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
