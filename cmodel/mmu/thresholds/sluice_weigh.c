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

static void multiply(struct sluice_weigh *w, const struct sluice_config *cfg, const struct sluice_account *a, int cls) {
  w->share = sluice_weigh_share(cfg, cls, a->room);
  w->partition_room = a->partition_room[cls];
  w->alpha = cfg->alpha;
  w->cls1 = cls;
}

static void shift(struct sluice_weigh *w, uint32_t max) {
  w->threshold = sluice_weigh_threshold(w->alpha, max, w->share, w->partition_room);
  w->cls2 = w->cls1;
}

static void multiply_at(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                        const struct sluice_past *past, const struct sluice_account *a, uint64_t clock) {
  int cls = (int)(clock % (uint64_t)dims->classes);
  struct sluice_account then = {.room = sluice_was_at(&past->room, a->room, clock)};
  then.partition_room[cls] = sluice_was_at(&past->partition[cls], a->partition_room[cls], clock);
  multiply(w, cfg, &then, cls);
}

void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_past *past, const struct sluice_account *a, uint64_t clock) {
  for (int c = 0; c < dims->classes; c++) {
    struct sluice_thresholds x = sluice_past_in_use(past, dims, cfg, a, c, clock);
    w->xqoff[c] = x.xqoff;
    w->xqon[c] = x.xqon;
  }
  multiply_at(w, dims, cfg, past, a, clock - 2);
  shift(w, (UINT32_C(1) << dims->width) - 1);
  multiply_at(w, dims, cfg, past, a, clock - 1);
  w->valid1 = w->valid2 = true;
}

void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint32_t delta_q, uint64_t clock) {
  if (w->valid2) {
    w->xqoff[w->cls2] = w->threshold;
    w->xqon[w->cls2] = sluice_minus(w->threshold, delta_q);
  }
  if (w->valid1) shift(w, (UINT32_C(1) << dims->width) - 1);
  w->valid2 = w->valid1;
  w->valid1 = cfg->scheme == SLUICE_TTL;
  if (w->valid1) multiply(w, cfg, a, (int)(clock % (uint64_t)dims->classes));
}
