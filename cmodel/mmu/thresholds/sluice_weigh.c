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

// Clocks from a class's turn to the thresholds that come of it.
enum { WEIGHED_AFTER = 3 };

void sluice_was_note(struct sluice_was *w, uint64_t clock, uint32_t value) {
  if (w->clock[w->last] == clock) return;
  w->last = (w->last + 1) % SLUICE_PAST;
  w->clock[w->last] = clock;
  w->value[w->last] = value;
}

// The value that a clock met, where it is `now` today.
static uint32_t value_at(const struct sluice_was *w, uint32_t now, uint64_t clock) {
  unsigned i = w->last;
  for (int n = 0; n < SLUICE_PAST && w->clock[i] >= clock; n++, i = (i + SLUICE_PAST - 1) % SLUICE_PAST)
    now = w->value[i];
  return now;
}

static void multiply_at(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                        const struct sluice_account *a, uint64_t clock) {
  int cls = (int)(clock % (uint64_t)dims->classes);
  struct sluice_account then = {.room = value_at(&w->room, a->room, clock)};
  then.partition_room[cls] = value_at(&w->partition[cls], a->partition_room[cls], clock);
  multiply(w, cfg, &then, cls);
}

struct sluice_thresholds sluice_weigh_in_use(const struct sluice_weigh *w, const struct sluice_dims *dims,
                                             const struct sluice_config *cfg, const struct sluice_account *a, int cls,
                                             uint64_t clock) {
  uint64_t classes = (uint64_t)dims->classes, last = clock - WEIGHED_AFTER,
           turn = last - (last + classes - (uint64_t)cls) % classes;
  uint32_t share = sluice_weigh_share(cfg, cls, value_at(&w->room, a->room, turn));
  uint32_t xqoff = sluice_weigh_threshold(cfg->alpha, (UINT32_C(1) << dims->width) - 1, share,
                                          value_at(&w->partition[cls], a->partition_room[cls], turn));
  return (struct sluice_thresholds){.xqoff = xqoff, .xqon = sluice_minus(xqoff, cfg->delta_q)};
}

void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint64_t clock) {
  for (int c = 0; c < dims->classes; c++) {
    struct sluice_thresholds x = sluice_weigh_in_use(w, dims, cfg, a, c, clock);
    w->xqoff[c] = x.xqoff;
    w->xqon[c] = x.xqon;
  }
  multiply_at(w, dims, cfg, a, clock - 2);
  shift(w, (UINT32_C(1) << dims->width) - 1);
  multiply_at(w, dims, cfg, a, clock - 1);
  w->valid1 = w->valid2 = true;
}

static void widen(const struct sluice_was *w, uint64_t from, uint32_t *least, uint32_t *most) {
  unsigned i = w->last;
  for (int n = 0; n < SLUICE_PAST && w->clock[i] >= from; n++, i = (i + SLUICE_PAST - 1) % SLUICE_PAST) {
    if (w->value[i] < *least) *least = w->value[i];
    if (w->value[i] > *most) *most = w->value[i];
  }
}

struct sluice_thresholds sluice_weigh_range(const struct sluice_weigh *w, const struct sluice_dims *dims,
                                            const struct sluice_config *cfg, int cls, uint64_t clock,
                                            struct sluice_span room, struct sluice_span partition) {
  uint32_t max = (UINT32_C(1) << dims->width) - 1;
  uint64_t from = clock - (uint64_t)(WEIGHED_AFTER + dims->classes);
  widen(&w->room, from, &room.least, &room.most);
  widen(&w->partition[cls], from, &partition.least, &partition.most);
  uint32_t most = sluice_weigh_threshold(cfg->alpha, max, sluice_weigh_share(cfg, cls, room.most), partition.most);
  return (struct sluice_thresholds){
      .xqoff = sluice_weigh_threshold(cfg->alpha, max, sluice_weigh_share(cfg, cls, room.least), partition.least),
      .xqon = sluice_minus(most, cfg->delta_q),
  };
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
