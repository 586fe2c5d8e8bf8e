#include "cmodel/clocked/sluice_threshold.h"

#include "cmodel/rules/sluice_threshold.h"

void sluice_threshold_step(struct sluice_threshold *t, const struct sluice_context *x, uint32_t pool_free,
                           struct sluice_out *out) {
  const struct sluice_config *cfg = &x->cfg;
  const bool port_level = x->dims.schemes >> SLUICE_DSH & 1;
  out->mon_xqoff = t->xqoff;
  out->mon_xqon = t->constant ? t->xqon : (uint32_t)sluice_minus(t->xqoff, t->delta_q2);
  out->mon_xpoff = port_level ? t->xpoff : 0;
  out->mon_xpon = port_level ? (uint32_t)sluice_minus(t->xpoff, t->delta_p2) : 0;
  t->constant = cfg->scheme == SLUICE_STATIC;
  t->xqoff = t->constant ? t->xoff : (uint32_t)sluice_threshold_xqoff(cfg->scheme, &cfg->limits, t->t);
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
