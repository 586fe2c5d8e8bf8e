// Thresholds in time: what rooms were in the clocks that thresholds in use have met, and TTL's classes under way.
// Internal.
#ifndef SLUICE_PASSING_H
#define SLUICE_PASSING_H

#include "cmodel/clocked/sluice_rules.h"

// What a value was before its last changes, the clocks of which are given: a clock meets what clocks before it have
// left. As many as any clock asks back.
enum { SLUICE_PAST = 32 };
struct sluice_was {
  uint64_t clock[SLUICE_PAST];
  uint32_t value[SLUICE_PAST];
  unsigned last;
};
// It changes in this clock.
void sluice_was_note(struct sluice_was *w, uint64_t clock, uint32_t value);
// The value that a clock met, where it is `now` today.
uint32_t sluice_was_at(const struct sluice_was *w, uint32_t now, uint64_t clock);

// sluice_past: the thresholds of schemes where they move, between commits: nothing is stepped.
struct sluice_past {
  struct sluice_was room, partition[SLUICE_MAX_CLASSES];  // of the account
};
// In use in this clock, for a class.
struct sluice_thresholds sluice_past_in_use(const struct sluice_past *past, const struct sluice_dims *dims,
                                            const struct sluice_config *cfg, const struct sluice_account *a, int cls,
                                            uint64_t clock);
// Adds the rooms that thresholds of a class which are in use in this clock, or come to be, have met.
struct sluice_span {
  uint32_t least, most;
};
struct sluice_rooms {
  struct sluice_span shared, partition;
};
void sluice_past_widen(const struct sluice_past *past, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       int cls, uint64_t clock, struct sluice_rooms *rooms);

// sluice_weigh: the thresholds of TTL's classes, one class after the other; stepped around a commit.
// Clocks of a class's turn; from its rooms to their sum, which meets alpha; to its thresholds.
enum { SLUICE_WEIGH_CLOCKS = 2, SLUICE_WEIGH_SUM = 4, SLUICE_WEIGH_IN_USE = 7, SLUICE_WEIGH_UNDER_WAY = 8 };
struct sluice_weighed {
  bool valid;
  int cls;
  uint32_t share, partition_room, threshold;
};
struct sluice_weigh {
  struct sluice_weighed under_way[SLUICE_WEIGH_UNDER_WAY];  // by turns
  uint32_t xqoff[SLUICE_MAX_CLASSES], xqon[SLUICE_MAX_CLASSES];
};
// Something is under way.
bool sluice_weigh_busy(const struct sluice_weigh *w);
// From this clock on a set is in use: what would meet its alpha is given up.
void sluice_weigh_give_up(struct sluice_weigh *w, uint64_t clock);
// As it is at the beginning of a clock, from where on it is stepped.
void sluice_weigh_wake(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_past *past, const struct sluice_account *a, uint64_t clock);
// delta_q: the one that the RTL sees in this clock.
void sluice_weigh_step(struct sluice_weigh *w, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       const struct sluice_account *a, uint32_t delta_q, uint64_t clock);

#endif
