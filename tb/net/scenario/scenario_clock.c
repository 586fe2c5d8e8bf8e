// Is the MMU's clock fast enough? An MMU takes one packet in and one out in a clock, over all its ports; what comes
// faster waits in front of it, and holds the network back.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "scenario_file.h"

// Flows on a link: their packets a second where they have the link alone, and what a packet takes of the link. Flows
// that follow each other in the file and are alike are one demand.
struct demand {
  double most;  // packets a second
  double bits;  // on the wire
};

static int smaller(const void *a, const void *b) {
  double x = ((const struct demand *)a)->bits, y = ((const struct demand *)b)->bits;
  return (x > y) - (x < y);
}

// Links by number, direction 0 and 1 of each after the other: lane 2 * link + direction.
struct lanes {
  const struct scenario *s;
  int *of_port;           // [switch * SLUICE_MAX_PORTS + port] that leads away from there
  int *of_host;           // [host]
  size_t *first;          // [lane] of its demands; one more ends the last
  int *alike;             // [lane] the first of the flows that its last demand stands for, -1: none yet
  struct demand *demand;  // by lane
};

static void free_lanes(struct lanes *l) {
  free(l->of_port);
  free(l->of_host);
  free(l->first);
  free(l->alike);
  free(l->demand);
}

static bool new_lanes(struct lanes *l, const struct scenario *s) {
  *l = (struct lanes){.s = s};
  l->of_port = calloc((size_t)s->switches * SLUICE_MAX_PORTS, sizeof(*l->of_port));
  l->of_host = calloc((size_t)s->hosts, sizeof(*l->of_host));
  l->first = calloc(2 * (size_t)s->links + 2, sizeof(*l->first));
  l->alike = calloc(2 * (size_t)s->links + 1, sizeof(*l->alike));
  if (l->of_port == NULL || l->of_host == NULL || l->first == NULL || l->alike == NULL) return false;
  for (int lane = 0; lane < 2 * s->links; lane++) {
    int node = s->link[lane / 2].end[lane % 2].node, port = s->link[lane / 2].end[lane % 2].port;
    *(node < s->switches ? &l->of_port[node * SLUICE_MAX_PORTS + port] : &l->of_host[node - s->switches]) = lane;
  }
  return true;
}

// The lane by which a flow leaves its host, hop -1, or a switch of its route.
static int lane_of(const struct lanes *l, const struct scenario_flow *f, int hop) {
  if (hop < 0) return l->of_host[f->from - l->s->switches];
  return l->of_port[f->route[hop] * SLUICE_MAX_PORTS + f->egress[hop]];
}

static struct demand demand_of(const struct scenario *s, const struct scenario_flow *f, int lane) {
  const struct scenario_link *l = &s->link[lane / 2];
  double bits = 8.0 * (f->packet + l->overhead), most = (double)l->bps / bits;
  if (f->bps != 0) most = fmin(most, (double)f->bps / (8.0 * f->packet));
  if (l->end[lane % 2].limit != 0) most = fmin(most, (double)l->end[lane % 2].limit / (8.0 * f->packet));
  return (struct demand){most, bits};
}

static bool are_alike(const struct scenario_flow *a, const struct scenario_flow *b) {
  return a->packet == b->packet && a->bps == b->bps;
}

// Counts the demands of each lane; once there is room for them, puts each where its lane begins. first[lane + 1] is
// where the next one goes.
static void each_demand(struct lanes *l) {
  const struct scenario *s = l->s;
  for (int lane = 0; lane < 2 * s->links; lane++) l->alike[lane] = -1;
  for (int i = 0, run = 0; i < s->flows; i++) {
    if (!are_alike(&s->flow[i], &s->flow[run])) run = i;
    for (int hop = -1; hop < s->flow[i].hops; hop++) {
      int lane = lane_of(l, &s->flow[i], hop);
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

static bool fill_lanes(struct lanes *l) {
  int lanes = 2 * l->s->links;
  each_demand(l);
  for (int lane = 0; lane < lanes; lane++) l->first[lane + 2] += l->first[lane + 1];
  l->demand = calloc(l->first[lanes + 1] + 1, sizeof(*l->demand));
  if (l->demand != NULL) each_demand(l);
  return l->demand != NULL;
}

// The most packets a second on a lane: the shortest first, until the line is full.
static double packets_on(const struct lanes *l, int lane) {
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

// Into a switch, 2 * switch, and out of it, 2 * switch + 1, over all its links.
static int busiest(const struct lanes *l, double *packets) {
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
  return scenario_warn(c, "clock_mhz",
                       "%s switch %s up to %.4g million packets a second, its MMU takes one a clock: at %.10g MHz it "
                       "holds the network back; give clock_mhz %.0f, or larger packets",
                       where % 2 != 0 ? "out of" : "into", s->sw[where / 2].name, packets / 1e6,
                       (double)s->clock_hz / 1e6, ceil(packets / 1e6));
}

int scenario_check_clock(struct checker *c) {
  const struct scenario *s = c->s;
  struct lanes lanes;
  double *packets = calloc(2 * (size_t)s->switches, sizeof(*packets));
  int status = 0;
  if (new_lanes(&lanes, s) && fill_lanes(&lanes) && packets != NULL) {
    int most = busiest(&lanes, packets);
    if (packets[most] > (double)s->clock_hz) status = warn(c, packets[most], most);
  } else {
    status = scenario_no_memory(c);
  }
  free_lanes(&lanes);
  free(packets);
  return status;
}
