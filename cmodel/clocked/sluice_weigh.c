#include <stddef.h>

#include "cmodel/clocked/sluice_clocked.h"

static bool turns(uint64_t clock) { return clock % SLUICE_WEIGH_CLOCKS == 0; }

// What took its turn in that clock.
static struct sluice_weighed *of(struct sluice_weigh *w, uint64_t clock) {
  return &w->under_way[clock / SLUICE_WEIGH_CLOCKS % SLUICE_WEIGH_UNDER_WAY];
}

static struct sluice_weighed multiply(const struct sluice_dims *dims, const struct sluice_config *cfg,
                                      const struct sluice_account *a, uint64_t clock) {
  int cls = (int)(clock / SLUICE_WEIGH_CLOCKS % (uint64_t)dims->classes);
  return (struct sluice_weighed){true, cls, sluice_weigh_share(cfg, cls, a->room), a->partition_room[cls], 0};
}

static void shift(struct sluice_weighed *x, const struct sluice_dims *dims, const struct sluice_config *cfg) {
  x->threshold = sluice_weigh_threshold(cfg->alpha, (UINT32_C(1) << dims->width) - 1, x->share, x->partition_room);
}

static struct sluice_weighed multiplied_at(const struct sluice_dims *dims, const struct sluice_config *cfg,
                                           const struct sluice_past *past, const struct sluice_account *a,
                                           uint64_t clock) {
  int cls = (int)(clock / SLUICE_WEIGH_CLOCKS % (uint64_t)dims->classes);
  struct sluice_account then = {.room = sluice_was_at(&past->room, a->room, clock)};
  then.partition_room[cls] = sluice_was_at(&past->partition[cls], a->partition_room[cls], clock);
  return multiply(dims, cfg, &then, clock);
}

void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_past *past, const struct sluice_account *a, uint64_t clock) {
  for (int c = 0; c < dims->classes; c++) {
    struct sluice_thresholds x = sluice_past_in_use(past, dims, cfg, a, c, clock);
    w->xqoff[c] = x.xqoff;
    w->xqon[c] = x.xqon;
  }
  for (uint64_t from = clock - SLUICE_WEIGH_IN_USE + 1; from < clock; from++) {
    if (!turns(from)) continue;
    *of(w, from) = multiplied_at(dims, cfg, past, a, from);
    if (from + SLUICE_WEIGH_SUM < clock) shift(of(w, from), dims, cfg);
  }
}

void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint32_t delta_q, uint64_t clock) {
  if (!turns(clock)) return;
  struct sluice_weighed *last = of(w, clock - SLUICE_WEIGH_IN_USE + 1), *sum = of(w, clock - SLUICE_WEIGH_SUM);
  if (last->valid) {
    w->xqoff[last->cls] = last->threshold;
    w->xqon[last->cls] = sluice_minus(last->threshold, delta_q);
    last->valid = false;
  }
  if (sum->valid) shift(sum, dims, cfg);
  if (cfg->scheme == SLUICE_TTL) *of(w, clock) = multiply(dims, cfg, a, clock);
}

bool sluice_weigh_busy(const struct sluice_weigh *w) {
  for (int i = 0; i < SLUICE_WEIGH_UNDER_WAY; i++)
    if (w->under_way[i].valid) return true;
  return false;
}

void sluice_weigh_give_up(struct sluice_weigh *w, uint64_t clock) {
  for (uint64_t from = clock - SLUICE_WEIGH_SUM; from < clock; from++)
    if (turns(from)) of(w, from)->valid = false;
}
