// What thresholds are in a clock, between commits, from the rooms that clocks before it have met: sluice_threshold and
// sluice_weigh take a room, and some clocks later what comes of it is in use. sluice_weigh takes one class after the
// other.
#include "cmodel/clocked/sluice_clocked.h"

enum { IN_USE_AFTER = 3 };

void sluice_was_note(struct sluice_was *w, uint64_t clock, uint32_t value) {
  if (w->clock[w->last] == clock) return;
  w->last = (w->last + 1) % SLUICE_PAST;
  w->clock[w->last] = clock;
  w->value[w->last] = value;
}

static unsigned before(unsigned i) { return (i + SLUICE_PAST - 1) % SLUICE_PAST; }

uint32_t sluice_was_at(const struct sluice_was *w, uint32_t now, uint64_t clock) {
  unsigned i = w->last;
  for (int n = 0; n < SLUICE_PAST && w->clock[i] >= clock; n++, i = before(i)) now = w->value[i];
  return now;
}

static void widen(const struct sluice_was *w, uint64_t from, struct sluice_span *span) {
  unsigned i = w->last;
  for (int n = 0; n < SLUICE_PAST && w->clock[i] >= from; n++, i = before(i)) {
    if (w->value[i] < span->least) span->least = w->value[i];
    if (w->value[i] > span->most) span->most = w->value[i];
  }
}

struct sluice_thresholds sluice_past_in_use(const struct sluice_past *past, const struct sluice_dims *dims,
                                            const struct sluice_config *cfg, const struct sluice_account *a, int cls,
                                            uint64_t clock) {
  uint64_t taken = clock - IN_USE_AFTER, round = (uint64_t)dims->classes * SLUICE_WEIGH_CLOCKS;
  if (cfg->scheme == SLUICE_TTL) {
    taken = clock - SLUICE_WEIGH_IN_USE;
    taken -= (taken + round - (uint64_t)cls * SLUICE_WEIGH_CLOCKS) % round;
  }
  return sluice_thresholds_of(cfg->scheme, cfg, sluice_max(dims), dims->classes, cls,
                              sluice_was_at(&past->room, a->room, taken),
                              sluice_was_at(&past->partition[cls], a->partition_room[cls], taken));
}

void sluice_past_widen(const struct sluice_past *past, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       int cls, uint64_t clock, struct sluice_rooms *rooms) {
  bool ttl = cfg->scheme == SLUICE_TTL;
  uint64_t from = clock - (ttl ? SLUICE_WEIGH_IN_USE + (uint64_t)dims->classes * SLUICE_WEIGH_CLOCKS : IN_USE_AFTER);
  widen(&past->room, from, &rooms->shared);
  if (ttl) widen(&past->partition[cls], from, &rooms->partition);
}
