#include "tb/sim/ranks/partition.h"

#include <stdlib.h>

// Packets of a flow in the run
static double packets(const struct scenario *s, const struct scenario_flow *f) {
  double bps = f->bps != 0 ? (double)f->bps : (double)s->link[f->access].bps;
  double most = (double)(f->stop - f->start) / (double)s->clock_hz * bps / 8;
  if (f->bytes != 0 && (double)f->bytes < most) most = (double)f->bytes;
  return most / f->packet + 1;
}

// Counts for each switch the hosts with a switch before it and another one at or after it. Without changes of routes
// no host counts.
static void count_shared(const struct scenario *s, int *shared) {
  for (int i = 0; i < s->hosts && s->changes > 0; i++) {
    int first = s->switches, last = 0;
    for (int k = 0; k < s->host[i].links; k++) {
      const int sw = s->link[s->host[i].link + k].end[0].node;
      if (sw < first) first = sw;
      if (sw > last) last = sw;
    }
    shared[first + 1]++;
    shared[last + 1]--;
  }
  for (int i = 0; i < s->switches; i++) shared[i + 1] += shared[i];
}

// Each switch has a cost even without packets. If routes change, flows move between the switches of a host with several
// links, so no border is between these.
void partition(const struct scenario *s, int ranks, int *first) {
  double *work = calloc((size_t)s->switches, sizeof(*work)), all = 0, before = 0;
  for (int i = 0; work != NULL && i < s->flows; i++)
    for (int k = 0; k < s->flow[i].hops; k++) work[s->flow[i].route[k]] += packets(s, &s->flow[i]);
  for (int i = 0; i < s->switches; i++) all += work != NULL ? ++work[i] : 1;
  int rank = 0, *shared = calloc((size_t)s->switches + 2, sizeof(*shared));
  if (shared != NULL) count_shared(s, shared);
  first[0] = 0;
  for (int i = 0; i < s->switches; i++) {
    double mine = work != NULL ? work[i] : 1;
    // The border goes to the nearer side of the rank's share, but every rank gets a switch while there are enough.
    while (rank + 1 < ranks && i > first[rank] && (shared == NULL ? s->changes == 0 : shared[i] == 0) &&
           (before + mine / 2 > all * (rank + 1) / ranks || s->switches - i <= ranks - rank - 1))
      first[++rank] = i;
    before += mine;
  }
  while (rank < ranks) first[++rank] = s->switches;
  free(work);
  free(shared);
}
