#include "tb/sim/results/feedback.h"

#include <stdlib.h>

// Doubles the ring, with the oldest message first.
static bool grow(struct feedback_sent *f) {
  const uint32_t size = f->size != 0 ? 2 * f->size : 16;
  uint64_t *recent = malloc(size * sizeof(*recent));
  if (recent == NULL) return false;
  for (uint32_t i = 0; i < f->count; i++) recent[i] = f->recent[(f->first + i) & (f->size - 1)];
  free(f->recent);
  f->recent = recent;
  f->first = 0;
  f->size = size;
  return true;
}

bool feedback_send(struct feedback_sent *f, struct link_result *r, uint64_t now, uint64_t tau, uint64_t half_from,
                   uint32_t frame) {
  r->messages++;
  r->message_bytes += frame;
  if (now >= half_from) r->half_message_bytes += frame;
  uint64_t since = now + 1 - f->last;
  if (f->last != 0 && (r->message_gap == 0 || since < r->message_gap)) r->message_gap = since;
  f->last = now + 1;
  if (tau == 0) return true;
  for (; f->count > 0 && now - f->recent[f->first] >= tau; f->count--) f->first = (f->first + 1) & (f->size - 1);
  if (f->count == f->size && !grow(f)) return false;
  f->recent[(f->first + f->count++) & (f->size - 1)] = now;
  if (f->count > r->message_burst) r->message_burst = f->count;
  return true;
}

void feedback_sent_free(struct feedback_sent *f) { free(f->recent); }
