#include "cmodel/clocked/sluice_refresh.h"

bool sluice_refresh_step(struct sluice_refresh *r, const struct sluice_context *x, const struct sluice_quanta *q,
                         bool active, bool restart) {
  const bool due = r->reached;
  if (!r->active || due || restart) r->start = q->now + q->ticks;
  r->active = active;
  r->reached = active && q->now >= r->start + x->cfg.refresh;
  return due;
}
