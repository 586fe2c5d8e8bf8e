// The finished share of a run, for its progress: of the time until the sources stop or, if all flows are finite, of the
// packets that arrive, whichever is larger. A run can end long before its duration.
#ifndef NET_SHARE_H
#define NET_SHARE_H

#include "tb/sim/scenario/scenario.h"

struct share {
  uint64_t stop;     // ticks until the sources stop
  uint64_t packets;  // packets of all flows; 0: a flow is endless
};

static inline struct share share_new(const struct scenario *s, uint64_t stop) {
  struct share x = {.stop = stop};
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    if (f->bytes == 0) return (struct share){.stop = stop};
    x.packets += (f->bytes + f->packet - 1) / f->packet;
  }
  return x;
}

static inline double share_done(const struct share *x, uint64_t now, uint64_t arrived) {
  double time = now < x->stop ? (double)now / (double)x->stop : 1;
  double packets = x->packets != 0 ? (double)arrived / (double)x->packets : 0;
  return time > packets ? time : packets;
}

#endif
