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

void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint64_t clock) {
  uint64_t classes = (uint64_t)dims->classes;
  multiply(w, cfg, a, (int)((clock + classes * 2 - 2) % classes));
  shift(w, (UINT32_C(1) << dims->width) - 1);
  multiply(w, cfg, a, (int)((clock + classes - 1) % classes));
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

static void widen(const struct sluice_config *cfg, uint32_t xqoff, struct sluice_thresholds *range) {
  uint32_t xqon = sluice_minus(xqoff, cfg->delta_q);
  if (xqoff < range->xqoff) range->xqoff = xqoff;
  if (xqon > range->xqon) range->xqon = xqon;
}

void sluice_weigh_moving(const struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         int cls, struct sluice_thresholds *range) {
  widen(cfg, w->xqoff[cls], range);
  if (w->valid2 && w->cls2 == cls) widen(cfg, w->threshold, range);
  if (w->valid1 && w->cls1 == cls)
    widen(cfg, sluice_weigh_threshold(w->alpha, (UINT32_C(1) << dims->width) - 1, w->share, w->partition_room), range);
}
