// Sets the clock of each MMU, and checks that a given clock is fast enough. An MMU takes one arriving and one leaving
// packet per cycle, over all its ports. Further packets wait in front of it, which slows the network down.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/scenario_file.h"

// Flows on a link: packets per second of each, if it has the link alone, and the bits of a packet on the link.
// Consecutive flows of the file with equal values are one demand.
struct demand {
  double most;  // packets per second
  double bits;  // on the wire
  double acks;  // for each packet, by congestion control
  double cnps;  // per second, at most
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
  struct demand d = {.most = most, .bits = bits};
  const struct congestion_parameters p = scenario_parameters(&s->policy[f->policy], (double)l->bps);
  if (p.algorithm == CONGESTION_NONE) return d;
  d.acks = 1 / ceil((double)p.ack_bytes / f->packet);
  if (p.cnp_interval != 0) d.cnps = 1e12 / (double)p.cnp_interval;
  return d;
}

static bool are_alike(const struct scenario_flow *a, const struct scenario_flow *b) {
  return a->packet == b->packet && a->bps == b->bps && a->policy == b->policy;
}

static void add(struct demand *to, struct demand alike) {
  to->most += alike.most;
  to->cnps += alike.cnps;
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
        add(&l->demand[l->first[lane + 1] - 1], demand_of(s, &s->flow[i], lane));
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
  if (l->demand == NULL) return false;
  each_demand(l);
  for (int lane = 0; lane < lanes; lane++)
    qsort(&l->demand[l->first[lane]], l->first[lane + 1] - l->first[lane], sizeof(*l->demand), smaller);
  return true;
}

// Packets per second of a demand on a line with so many bits per second left
static double take(double *left, struct demand d) {
  const double packets = fmin(d.most, *left / d.bits);
  *left -= packets * d.bits;
  return packets;
}

// The most packets per second on a lane: the shortest packets first, until the line is full. back: packets to senders
// on this lane. *answers: those that the data of this lane cause, on the other lane of the link, because they take the
// route of the data backwards.
static double packets_on(const struct loads *l, int lane, struct demand back, double *answers) {
  double left = (double)l->s->link[lane / 2].bps, packets = 0;
  *answers = 0;
  for (size_t i = l->first[lane]; i < l->first[lane + 1]; i++) {
    const struct demand *d = &l->demand[i];
    if (back.bits <= d->bits) {
      packets += take(&left, back);
      back.most = 0;
    }
    const double some = take(&left, *d);
    packets += some;
    *answers += some * d->acks + fmin(some, d->cnps);
  }
  return packets + take(&left, back);
}

// Packets per second into each switch, 2 * switch, and out of it, 2 * switch + 1, over all its links
static void count_packets(const struct loads *l, double *packets) {
  for (int lane = 0; lane < 2 * l->s->links; lane++) {
    const struct scenario_link *link = &l->s->link[lane / 2];
    const int from = link->end[lane % 2].node, to = link->end[1 - lane % 2].node;
    const struct demand none = {.bits = 1};
    struct demand back = none;
    double unused;
    if (l->s->controlled) {
      back.bits = 8.0 * (l->s->senders.frame + link->overhead);
      packets_on(l, lane ^ 1, none, &back.most);
    }
    const double some = packets_on(l, lane, back, &unused);
    if (to < l->s->switches) packets[2 * to] += some;
    if (from < l->s->switches) packets[2 * from + 1] += some;
  }
}

static int warn(struct checker *c, double packets, int where, uint64_t hz) {
  const struct file_switch *f = &c->file->switches[where / 2];
  char path[64];
  snprintf(path, sizeof(path), f->clock_mhz != NULL ? "switches.%d.clock_mhz" : "clock_mhz", where / 2);
  return scenario_warn(
      c, path,
      "%s switch %s up to %.4g million packets per second, but its MMU takes one per cycle: at %.10g MHz it "
      "slows the network down; give clock_mhz %.0f, or larger packets",
      where % 2 != 0 ? "out of" : "into", f->name, packets / 1e6, (double)hz / 1e6, ceil(packets / 1e6));
}

// The clock of each switch: the given one. If none is given, the least one in whole MHz that takes the packets of all
// ports [spec 10], but at least SCENARIO_CLOCK_HZ. Warns of the busiest switch whose given clock is too slow.
static int set_clocks(struct checker *c, const double *packets) {
  struct scenario *s = c->s;
  int worst = -1;
  double most = 0;
  for (int i = 0; i < s->switches; i++) {
    const double *own = c->file->switches[i].clock_mhz;
    const int busier = packets[2 * i + 1] > packets[2 * i] ? 2 * i + 1 : 2 * i;
    s->sw[i].clock_hz = own != NULL ? scenario_hz(*own) : s->clock_hz;
    s->sw[i].own_clock = own != NULL || c->file->clock_mhz != NULL;
    if (packets[busier] <= (double)s->sw[i].clock_hz) continue;
    if (!s->sw[i].own_clock) {
      s->sw[i].clock_hz = (uint64_t)ceil(packets[busier] / 1e6) * 1000000;
    } else if (packets[busier] > most) {
      most = packets[busier];
      worst = busier;
    }
  }
  return worst >= 0 ? warn(c, most, worst, s->sw[worst / 2].clock_hz) : 0;
}

int scenario_check_clock(struct checker *c) {
  const struct scenario *s = c->s;
  struct loads loads;
  double *packets = calloc(2 * (size_t)s->switches, sizeof(*packets));
  int status = 0;
  if (new_loads(&loads, s) && fill_loads(&loads) && packets != NULL) {
    count_packets(&loads, packets);
    status = set_clocks(c, packets);
  } else {
    status = scenario_no_memory(c);
  }
  free_loads(&loads);
  free(packets);
  return status;
}
