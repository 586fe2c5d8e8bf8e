#include "tb/sim/clocked/ranks.h"

#include "tb/sim/ranks/transport.h"

void ranks_agree(struct network *n) {
  const struct transport *t = n->ranks->t;
  uint64_t worst = (uint64_t)n->status << 32 | (uint64_t)(t->ranks - t->rank);
  t->max(&worst, 1);
  n->status = (enum network_status)(worst >> 32);
  n->ranks->failed = t->ranks - (int)(worst & UINT32_MAX);
  if (n->status != NETWORK_OK) n->finished = true;
}

int ranks_compare(const struct ranks_key *a, const struct ranks_key *b) {
  if (a->clock != b->clock) return a->clock < b->clock ? -1 : 1;
  if (a->phase != b->phase) return a->phase < b->phase ? -1 : 1;
  int order = wheel_order(a->clock, a->added, b->added);
  if (order == 0) order = (a->sender > b->sender) - (a->sender < b->sender);
  return order != 0 ? order : (a->sample > b->sample) - (a->sample < b->sample);
}
