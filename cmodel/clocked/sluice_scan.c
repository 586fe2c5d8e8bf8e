#include "cmodel/clocked/sluice_scan.h"

enum { MARGIN = 16 };  // cycles for which events and visits are under way

int sluice_scan_round(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues > SLUICE_LEAST_ROUND ? queues : SLUICE_LEAST_ROUND;
}

// A dequeue is counted after 6 cycles. Its queue is visited within a round; the last class of the port is visited up to
// NC - 1 cycles later; cells that this visit settles are free 13 cycles after the visit.
int sluice_free_bound(const struct sluice_dims *dims) { return sluice_scan_round(dims) + dims->classes + 20; }

int sluice_scan_place(struct sluice_scan *s, const struct sluice_context *x) {
  uint64_t round = (uint64_t)sluice_scan_round(&x->dims), passed = (x->cycle < s->end ? x->cycle : s->end) - s->start;
  s->start += passed / round * round;
  return (int)(passed % round);
}

void sluice_scan_wake(struct sluice_scan *s, const struct sluice_context *x) {
  uint64_t span = 1 + (uint64_t)sluice_scan_round(&x->dims) + (uint64_t)x->dims.classes + MARGIN;
  if (s->end <= x->cycle) s->start += x->cycle + 1 - s->end;
  if (s->end < x->cycle + span) s->end = x->cycle + span;
}
