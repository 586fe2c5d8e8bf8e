// Checks that the MMU's clock is fast enough. An MMU takes one arriving and one leaving packet per cycle, over all its
// ports. Further packets wait in front of it, which slows the network down.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/scenario_file.h"

// Flows on a link: packets per second of each, if it has the link alone, and the bits of a packet on the link.
// Consecutive flows of the file with equal values are one demand.
struct demand {
  double most;  // packets per second
  double bits;  // on the wire
};

static int smaller(const void *a, const void *b) {
  double x = ((const struct demand *)a)->bits, y = ((const struct demand *)b)->bits;
  return (x > y) - (x < y);
}

// The demands on each lane
struct loads {
  const struct scenario *s;
  size_t *first;          // [lane] first demand of the lane; a further element ends the last one
  int *alike;             // [lane] first flow of its last demand, -1: none yet
  struct demand *demand;  // by lane
};

static void free_loads(struct loads *l) {
  free(l->first);
  free(l->alike);
  free(l->demand);
}

static bool new_loads(struct loads *l, const struct scenario *s) {
  *l = (struct loads){.s = s};
  l->first = calloc(2 * (size_t)s->links + 2, sizeof(*l->first));
  l->alike = calloc(2 * (size_t)s->links + 1, sizeof(*l->alike));
  return l->first != NULL && l->alike != NULL;
}

static struct demand demand_of(const struct scenario *s, const struct scenario_flow *f, int lane) {
  const struct scenario_link *l = &s->link[lane / 2];
  const uint64_t limit = l->end[lane % 2].limit;
  double bits = 8.0 * (f->packet + l->overhead), most = (double)(limit != 0 ? limit : l->bps) / bits;
  if (f->bps != 0) most = fmin(most, (double)f->bps / (8.0 * f->packet));
  return (struct demand){most, bits};
}

static bool are_alike(const struct scenario_flow *a, const struct scenario_flow *b) {
  return a->packet == b->packet && a->bps == b->bps;
}

// Counts the demands of each lane or, after their memory is allocated, writes them. first[lane + 1] is the index of the
// next demand to write.
static void each_demand(struct loads *l) {
  const struct scenario *s = l->s;
  for (int lane = 0; lane < 2 * s->links; lane++) l->alike[lane] = -1;
  for (int i = 0, run = 0; i < s->flows; i++) {
    if (!are_alike(&s->flow[i], &s->flow[run])) run = i;
    for (int hop = -1; hop < s->flow[i].hops; hop++) {
      int lane = lane_of(s, &s->flow[i], hop);
      bool more = l->alike[lane] == run;
      l->alike[lane] = run;
      if (l->demand == NULL)
        l->first[lane + 2] += !more;
      else if (more)
        l->demand[l->first[lane + 1] - 1].most += demand_of(s, &s->flow[i], lane).most;
      else
        l->demand[l->first[lane + 1]++] = demand_of(s, &s->flow[i], lane);
    }
  }
}

static bool fill_loads(struct loads *l) {
  int lanes = 2 * l->s->links;
  each_demand(l);
  for (int lane = 0; lane < lanes; lane++) l->first[lane + 2] += l->first[lane + 1];
  l->demand = calloc(l->first[lanes + 1] + 1, sizeof(*l->demand));
  if (l->demand != NULL) each_demand(l);
  return l->demand != NULL;
}

// The most packets per second on a lane: the shortest packets first, until the line is full.
static double packets_on(const struct loads *l, int lane) {
  struct demand *demand = &l->demand[l->first[lane]];
  size_t count = l->first[lane + 1] - l->first[lane];
  double left = (double)l->s->link[lane / 2].bps, packets = 0;
  qsort(demand, count, sizeof(*demand), smaller);
  for (size_t i = 0; i < count && left > 0; i++) {
    double some = fmin(demand[i].most, left / demand[i].bits);
    packets += some;
    left -= some * demand[i].bits;
  }
  return packets;
}

// Packets per second into each switch, 2 * switch, and out of it, 2 * switch + 1, over all its links. Returns the
// largest one.
static int busiest(const struct loads *l, double *packets) {
  int most = 0;
  for (int lane = 0; lane < 2 * l->s->links; lane++) {
    const struct scenario_link *link = &l->s->link[lane / 2];
    int from = link->end[lane % 2].node, to = link->end[1 - lane % 2].node;
    double some = packets_on(l, lane);
    if (to < l->s->switches) packets[2 * to] += some;
    if (from < l->s->switches) packets[2 * from + 1] += some;
  }
  for (int i = 1; i < 2 * l->s->switches; i++)
    if (packets[i] > packets[most]) most = i;
  return most;
}

static int warn(struct checker *c, double packets, int where) {
  const struct scenario *s = c->s;
  return scenario_warn(
      c, "clock_mhz",
      "%s switch %s up to %.4g million packets per second, but its MMU takes one per cycle: at %.10g MHz it "
      "slows the network down; give clock_mhz %.0f, or larger packets",
      where % 2 != 0 ? "out of" : "into", s->sw[where / 2].name, packets / 1e6, (double)s->clock_hz / 1e6,
      ceil(packets / 1e6));
}

int scenario_check_clock(struct checker *c) {
  const struct scenario *s = c->s;
  struct loads loads;
  double *packets = calloc(2 * (size_t)s->switches, sizeof(*packets));
  int status = 0;
  if (new_loads(&loads, s) && fill_loads(&loads) && packets != NULL) {
    int most = busiest(&loads, packets);
    if (packets[most] > (double)s->clock_hz) status = warn(c, packets[most], most);
  } else {
    status = scenario_no_memory(c);
  }
  free_loads(&loads);
  free(packets);
  return status;
}
