#include "cmodel/clocked/sluice_thresholds.h"

#include <string.h>

#include "cmodel/rules/sluice_threshold.h"

// ---- STATIC, SIH, SHP and DSH ----

void sluice_threshold_step(struct sluice_threshold *t, const struct sluice_context *x, uint32_t pool_free,
                           struct sluice_out *out) {
  const struct sluice_config *cfg = &x->cfg;
  const bool port_level = x->dims.schemes >> SLUICE_DSH & 1;
  out->mon_xqoff = t->xqoff;
  out->mon_xqon = t->constant ? t->xqon : (uint32_t)sluice_minus(t->xqoff, t->delta_q2);
  out->mon_xpoff = port_level ? t->xpoff : 0;
  out->mon_xpon = port_level ? (uint32_t)sluice_minus(t->xpoff, t->delta_p2) : 0;
  t->constant = cfg->scheme == SLUICE_STATIC;
  const struct sluice_limits none = {0};
  t->xqoff = t->constant
                 ? t->xoff
                 : (uint32_t)sluice_threshold_xqoff(cfg->scheme, x->dims.port_limits ? &none : &cfg->limits, t->t);
  t->xqon = t->xon;
  t->xpoff = (uint32_t)sluice_threshold_xpoff(x->max, x->dims.classes, t->t);
  t->delta_q2 = t->delta_q;
  t->delta_p2 = t->delta_p;
  t->t = (uint32_t)sluice_threshold_t(cfg->scheme, cfg, x->max, pool_free);
  t->xoff = (uint32_t)cfg->limits.xoff;
  t->xon = (uint32_t)cfg->limits.xon;
  t->delta_q = (uint32_t)cfg->delta_q;
  t->delta_p = (uint32_t)cfg->delta_p;
}

// ---- TTL ----

static bool has_turn(uint64_t cycle) { return cycle % SLUICE_WEIGH_CYCLES == 0; }

static struct sluice_weighed *turn_of(struct sluice_weigh *w, uint64_t cycle) {
  return &w->turn[cycle / SLUICE_WEIGH_CYCLES % SLUICE_WEIGH_TURNS];
}

void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_context *x, const struct sluice_occupancy *o,
                       uint32_t delta_q) {
  if (!has_turn(x->cycle)) return;
  struct sluice_weighed *last = turn_of(w, x->cycle - SLUICE_WEIGH_ACTIVE);
  struct sluice_weighed *sum = turn_of(w, x->cycle - SLUICE_WEIGH_SUM);
  if (last->valid) {
    w->xqoff[last->cls] = last->threshold;
    w->xqon[last->cls] = (uint32_t)sluice_minus(last->threshold, delta_q);
    last->valid = false;
  }
  if (sum->valid)
    sum->threshold = (uint32_t)sluice_weigh_threshold(x->cfg.alpha, x->max, sum->share, sum->partition_free);
  if (x->cfg.scheme != SLUICE_TTL) return;
  const int cls = (int)(x->cycle / SLUICE_WEIGH_CYCLES % (uint64_t)x->dims.classes);
  *turn_of(w, x->cycle) = (struct sluice_weighed){
      .valid = true,
      .cls = cls,
      .share = (uint32_t)sluice_weigh_share(&x->cfg, cls, o->pool_free),
      .partition_free = o->partition_free[cls],
  };
}

void sluice_weigh_restart(struct sluice_weigh *w, const struct sluice_context *x) {
  for (int age = 1; age <= SLUICE_WEIGH_SUM; age++)
    if (has_turn(x->cycle - (uint64_t)age)) turn_of(w, x->cycle - (uint64_t)age)->valid = false;
}

void sluice_weigh_pass(struct sluice_weigh *w) { memset(w->turn, 0, sizeof w->turn); }
