#include <stddef.h>

#include "sluice_clocked.h"

uint32_t sluice_weigh_share(const struct sluice_config *cfg, int cls, uint32_t room) {
  return (uint32_t)((uint64_t)cfg->weight[cls] * room >> 16);
}

uint32_t sluice_weigh_threshold(int alpha, uint32_t max, uint32_t share, uint32_t partition_room) {
  uint64_t sum = (uint64_t)share + partition_room;
  sum = alpha < 0 ? sum >> -alpha : sum << alpha;
  return sum < max ? (uint32_t)sum : max;
}

static bool turns(uint64_t clock) { return clock % SLUICE_WEIGH_CLOCKS == 0; }

static struct sluice_weighed multiply(const struct sluice_dims *dims, const struct sluice_config *cfg,
                                      const struct sluice_account *a, uint64_t clock) {
  int cls = (int)(clock / SLUICE_WEIGH_CLOCKS % (uint64_t)dims->classes);
  return (struct sluice_weighed){true, cls, sluice_weigh_share(cfg, cls, a->room), a->partition_room[cls], cfg->alpha};
}

static void shift(struct sluice_weigh *w, uint32_t max) {
  w->threshold = sluice_weigh_threshold(w->product.alpha, max, w->product.share, w->product.partition_room);
  w->cls2 = w->product.cls;
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
  w->valid2 = turns(clock - 2);
  if (w->valid2) {
    w->product = multiplied_at(dims, cfg, past, a, clock - 2 - SLUICE_WEIGH_CLOCKS);
    shift(w, (UINT32_C(1) << dims->width) - 1);
  }
  w->product.valid = turns(clock - 1);
  if (w->product.valid) w->product = multiplied_at(dims, cfg, past, a, clock - 1 - SLUICE_WEIGH_CLOCKS);
  w->multiplied = multiplied_at(dims, cfg, past, a, (clock - 1) / SLUICE_WEIGH_CLOCKS * SLUICE_WEIGH_CLOCKS);
}

void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint32_t delta_q, uint64_t clock) {
  if (w->valid2) {
    w->xqoff[w->cls2] = w->threshold;
    w->xqon[w->cls2] = sluice_minus(w->threshold, delta_q);
  }
  if (w->product.valid) shift(w, (UINT32_C(1) << dims->width) - 1);
  w->valid2 = w->product.valid;
  w->product.valid = false;
  if (!turns(clock)) return;
  w->product = w->multiplied;
  w->multiplied.valid = cfg->scheme == SLUICE_TTL;
  if (w->multiplied.valid) w->multiplied = multiply(dims, cfg, a, clock);
}
