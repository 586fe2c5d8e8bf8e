// Warnings for keys outside section mmu that have no effect beside the other keys and the flows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/flow_walk.h"
#include "tb/sim/scenario/routes.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"

// ---- routes ----

// Whether a flow may choose among links: it has no written route, and several links lead closer to its destination.
static bool chooses(const struct checker *c, int i) {
  const struct scenario *s = c->s;
  const struct scenario_flow *f = &s->flow[i];
  uint16_t port[SCENARIO_MOST_PORTS];
  bool down = false;
  if ((unsigned)i < c->file->flows_count && c->file->flows[i].route != NULL) return false;
  if (s->host[f->from - s->switches].links > 1 || s->host[f->to - s->switches].links > 1) return true;
  for (int k = 0; k + 1 < f->hops; k++) {
    if (routes_next(s->routes, f->route[k], f->route[f->hops - 1], down, port) > 1) return true;
    down |= routes_leaves_down(s->routes, f->route[k], f->egress[k]);
  }
  return false;
}

// If routes change, a choice may come later.
static bool any_chooses(const struct checker *c) {
  if (c->s->changes > 0) return true;
  for (int i = 0; i < c->s->flows; i++)
    if (chooses(c, i)) return true;
  return false;
}

static int check_routing(struct checker *c) {
  const struct scenario *s = c->s;
  int status = 0;
  if (s->routing != ROUTING_FIRST && !any_chooses(c))
    status =
        scenario_warn(c, "routing", "routing%s has no effect, because no flow has a choice among routes; leave it out",
                      c->file->ecmp_seed != NULL ? " with ecmp_seed" : "");
  if (c->file->ecmp_seed != NULL && s->routing == ROUTING_FIRST)
    status = scenario_warn(c, "ecmp_seed", "ecmp_seed has no effect without ECMP; give routing: ecmp or spray");
  return status;
}

// A TTL above the switches of the route never ends.
static int check_ttl(struct checker *c) {
  char path[64];
  for (unsigned i = 0; i < c->file->flows_count; i++) {
    const struct scenario_flow *f = &c->s->flow[i];
    if (c->file->flows[i].ttl == NULL || f->loop || f->ttl <= f->hops) continue;
    return scenario_warn(c, scenario_flow_path(c, (int)i, "ttl", path, sizeof(path)),
                         "ttl %u of flow %s has no effect: its packets pass %d switches; leave ttl out", f->ttl,
                         f->name, f->hops);
  }
  return 0;
}

// ---- random numbers ----

static bool draws_traffic(const struct file *f) {
  for (unsigned i = 0; i < f->traffic_count; i++) {
    const struct file_traffic *t = &f->traffic[i];
    const bool fixed = *t->pattern == TRAFFIC_RING_ALL_REDUCE || *t->pattern == TRAFFIC_ALL_TO_ALL ||
                       (*t->pattern == TRAFFIC_SHIFT && t->sizes == NULL && t->load == NULL);
    if (t->seed == NULL && !fixed) return true;
  }
  return false;
}

static bool draws_marks(const struct scenario *s) {
  for (int i = 0; i < 2 * s->links; i++) {
    const struct scenario_link *l = &s->link[i / 2];
    const int sw = l->end[i % 2].node;
    if (sw >= s->switches || s->sw[sw].ecn.classes == 0) continue;
    const struct sluice_ecn x = scenario_ecn(s, sw, l->bps);
    if (x.kmax > x.kmin && x.slope != 0) return true;
  }
  return false;
}

static bool draws(const struct checker *c) {
  const struct scenario *s = c->s;
  bool any = s->jitter != 0 || s->credits.message_loss > 0 || s->credits.frame_loss > 0 ||
             (s->routing != ROUTING_FIRST && c->file->ecmp_seed == NULL && any_chooses(c));
  for (int i = 0; i < s->storms; i++) any |= s->storm[i].jitter != 0;
  return any || draws_traffic(c->file) || draws_marks(s);
}

static int check_seed(struct checker *c) {
  if ((c->file->seed == NULL && c->seed == NULL) || draws(c)) return 0;
  return scenario_warn(c, "seed", "%s has no effect, because nothing is random; leave it out",
                       c->seed != NULL ? "--seed" : "seed");
}

// ---- lanes and their classes ----

// Whether a key depends on the packets of single lanes.
static bool asks_for_lanes(const struct checker *c) {
  bool any = c->file->scheduler != NULL || c->s->storms > 0;
  for (unsigned i = 0; i < c->file->switches_count; i++) {
    const struct file_switch *f = &c->file->switches[i];
    any |= f->scheduler != NULL || f->limit_count != 0 || f->ingress_limit_count != 0;
  }
  for (int i = 0; i < c->s->links; i++) any |= c->s->link[i].outage.to != 0;
  return any;
}

// Sets the classes of the packets of a flow on each lane, a bit each; packets to senders take the route back.
static void take_flow(const struct scenario *s, const struct scenario_flow *f, bool controlled, uint8_t *classes) {
  const unsigned all = (1u << s->dims.classes) - 1;
  struct flow_walk w = flow_walk_begin(s, f);
  do {
    classes[w.lane] |= (uint8_t)(1u << w.cls);
    if (controlled) classes[w.lane ^ 1] |= (uint8_t)(scenario_counts_hops(s) ? all : 1u << s->senders.cls);
  } while (flow_walk_next(&w));
}

// The classes of all packets that are sprayed, or whose routes change: they may be on any lane.
static unsigned classes_anywhere(const struct scenario *s) {
  unsigned classes = 0;
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    if (!f->sprays && (s->changes == 0 || f->fixed)) continue;
    if (scenario_counts_hops(s)) return (1u << s->dims.classes) - 1;
    classes |= 1u << f->cls;
    if (scenario_policy_of(s, i)->algorithm != CONGESTION_NONE) classes |= 1u << s->senders.cls;
  }
  return classes;
}

// Whether a port of the switch sends packets of two of these classes.
static bool shares(const struct scenario *s, int sw, const uint8_t *classes, unsigned among) {
  for (int p = 0; p < s->sw[sw].ports; p++) {
    const unsigned x = classes[lane_of_port(s, sw, p)] & among;
    if ((x & (x - 1)) != 0) return true;
  }
  return false;
}

// Warns of the scheduler at a path: of both keys, or of quanta alone, which only classes without priority have.
static int check_scheduler(struct checker *c, const char *path, const struct file_scheduler *f, bool two,
                           bool two_share) {
  if (!two)
    return scenario_warn(c, path,
                         "scheduler has no effect, because no port sends packets of two classes; leave strict and "
                         "quanta out");
  if (two_share || f->quanta_count == 0) return 0;
  return scenario_warn(c, path,
                       "quanta has no effect, because no port sends packets of two classes without strict priority; "
                       "leave it out");
}

static int check_schedulers(struct checker *c, const uint8_t *classes) {
  const struct scenario *s = c->s;
  bool all = false, all_share = false;
  char path[64];
  for (int i = 0; i < s->switches; i++) {
    const struct file_scheduler *own = c->file->switches[i].scheduler;
    const bool two = shares(s, i, classes, UINT8_MAX),
               two_share = shares(s, i, classes, ~(unsigned)s->sw[i].scheduler.strict);
    all |= own == NULL && two;
    all_share |= own == NULL && two_share;
    snprintf(path, sizeof(path), "switches.%d.scheduler", i);
    int status = own != NULL ? check_scheduler(c, path, own, two, two_share) : 0;
    if (status != 0) return status;
  }
  return c->file->scheduler != NULL ? check_scheduler(c, "scheduler", c->file->scheduler, all, all_share) : 0;
}

static int check_limits(struct checker *c, const uint8_t *classes) {
  const struct scenario *s = c->s;
  char path[64];
  for (int i = 0; i < s->switches; i++) {
    const struct file_switch *f = &c->file->switches[i];
    for (unsigned k = 0; k < f->limit_count + f->ingress_limit_count; k++) {
      const bool in = k >= f->limit_count;
      const unsigned number = in ? k - f->limit_count : k;
      const char *name = in ? f->ingress_limit[number].link : f->limit[number].link;
      const int link = scenario_find_link(s, name), lane = 2 * link + (s->link[link].end[0].node != i);
      if (classes[in ? lane ^ 1 : lane] != 0) continue;
      snprintf(path, sizeof(path), "switches.%d.%s.%u", i, in ? "ingress_limit" : "limit", number);
      int status = scenario_warn(c, path, "%s has no effect, because no packet %s switch %s on link %s; leave it out",
                                 in ? "ingress_limit" : "limit", in ? "reaches" : "leaves", s->sw[i].name, name);
      if (status != 0) return status;
    }
  }
  return 0;
}

static int check_times(struct checker *c, const uint8_t *classes) {
  const struct scenario *s = c->s;
  char path[96], prefix[64];
  int status = 0;
  for (int i = 0; status == 0 && i < s->links; i++) {
    if (s->link[i].outage.to == 0 || (classes[2 * i] | classes[2 * i + 1]) != 0) continue;
    snprintf(path, sizeof(path), "%s.down_us", scenario_link_path(c, i, prefix, sizeof(prefix)));
    status = scenario_warn(
        c, path, "down_us and up_us have no effect, because no packet passes link %s; leave them out", s->link[i].name);
  }
  for (int i = 0; status == 0 && i < s->storms; i++) {
    const struct scenario_storm *x = &s->storm[i];
    if (classes[2 * s->host[x->host].link] >> x->cls & 1) continue;
    snprintf(path, sizeof(path), "hosts.%d.pause", x->host);
    status =
        scenario_warn(c, path, "pause stops no packet, because none of class %d goes to host %s; give another class",
                      x->cls, s->host[x->host].name);
  }
  return status;
}

static int check_lanes(struct checker *c) {
  const struct scenario *s = c->s;
  if (!asks_for_lanes(c)) return 0;
  uint8_t *classes = malloc(2 * (size_t)s->links);
  if (classes == NULL) return scenario_no_memory(c);
  memset(classes, (int)classes_anywhere(s), 2 * (size_t)s->links);
  for (int i = 0; i < s->flows; i++)
    take_flow(s, &s->flow[i], scenario_policy_of(s, i)->algorithm != CONGESTION_NONE, classes);
  int status = check_schedulers(c, classes);
  if (status == 0) status = check_limits(c, classes);
  if (status == 0) status = check_times(c, classes);
  free(classes);
  return status;
}

int scenario_check_effects(struct checker *c) {
  int status = check_routing(c);
  if (status == 0) status = check_ttl(c);
  if (status == 0) status = check_seed(c);
  return status == 0 ? check_lanes(c) : status;
}
