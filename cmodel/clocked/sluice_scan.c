// The scan names one queue per clock, the classes of a port one after another, for a round and what is under way after
// the last event and the last visit that gave something back; then it rests where it is.
#include "cmodel/clocked/sluice_clocked.h"

int sluice_scan_round(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues > SLUICE_LEAST_ROUND ? queues : SLUICE_LEAST_ROUND;
}

// A dequeue has been counted after 6 clocks, its queue is visited in a round, the last class of its port up to NC - 1
// clocks later, and what that settles is in the free room after 13 more.
int sluice_free_bound(const struct sluice_dims *dims) { return sluice_scan_round(dims) + dims->classes + 20; }

int sluice_scan_span(const struct sluice_dims *dims) {
  return 1 + sluice_scan_round(dims) + dims->classes + SLUICE_SCAN_MARGIN;
}

int sluice_scan_at(struct sluice_scan *s, const struct sluice_dims *dims, uint64_t clock) {
  uint64_t round = (uint64_t)sluice_scan_round(dims), passed = (clock < s->end ? clock : s->end) - s->start;
  if (passed < round) return (int)passed;
  s->start += passed / round * round;
  return (int)(passed % round);
}

void sluice_scan_wake(struct sluice_scan *s, uint64_t clock) {
  if (s->end <= clock) s->start += clock + 1 - s->end;
  if (s->end < clock + s->span) s->end = clock + s->span;
}
