#include "tb/sim/ranks/partition.h"

#include <stdlib.h>

// Packets of a flow in the run
static double packets(const struct scenario *s, const struct scenario_flow *f) {
  double bps = f->bps != 0 ? (double)f->bps : (double)s->link[f->access].bps;
  double most = (double)(f->stop - f->start) / (double)s->clock_hz * bps / 8;
  if (f->bytes != 0 && (double)f->bytes < most) most = (double)f->bytes;
  return most / f->packet + 1;
}

// Each switch has a cost even without packets.
void partition(const struct scenario *s, int ranks, int *first) {
  double *work = calloc((size_t)s->switches, sizeof(*work)), all = 0, before = 0;
  for (int i = 0; work != NULL && i < s->flows; i++)
    for (int k = 0; k < s->flow[i].hops; k++) work[s->flow[i].route[k]] += packets(s, &s->flow[i]);
  for (int i = 0; i < s->switches; i++) all += work != NULL ? ++work[i] : 1;
  int rank = 0;
  first[0] = 0;
  for (int i = 0; i < s->switches; i++) {
    double mine = work != NULL ? work[i] : 1;
    // The border goes to the nearer side of the rank's share, but every rank gets a switch while there are enough.
    while (rank + 1 < ranks && i > first[rank] &&
           (before + mine / 2 > all * (rank + 1) / ranks || s->switches - i <= ranks - rank - 1))
      first[++rank] = i;
    before += mine;
  }
  while (rank < ranks) first[++rank] = s->switches;
  free(work);
}
