#include "tb/sim/results/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/lanes.h"

struct deadlock_search {
  int *sw;           // [port] its switch
  uint8_t *colour;   // 0: not visited, 1: on the path, 2: done
  int *path, *edge;  // the path, and the next edge to search at each of its queues
  int length;
};

// Numbers the ports of all switches.
static bool count(struct deadlock_graph *g) {
  const struct scenario *s = g->s;
  g->first = calloc((size_t)s->switches + 1, sizeof(*g->first));
  g->held_first = calloc((size_t)s->switches + 1, sizeof(*g->held_first));
  if (g->first == NULL || g->held_first == NULL) return false;
  for (int i = 0; i < s->switches; i++) {
    const int ports = s->sw[i].ports;
    g->first[i + 1] = g->first[i] + ports;
    g->held_first[i + 1] = g->held_first[i] + (size_t)(ports * g->classes) * ((size_t)(ports + 63) / 64);
  }
  return true;
}

int deadlock_graph_new(struct deadlock_graph *g, const struct scenario *s) {
  *g = (struct deadlock_graph){.s = s, .classes = s->dims.classes};
  if (!count(g)) return -1;
  const size_t ports = (size_t)g->first[s->switches] + 1, queues = ports * (size_t)g->classes;
  g->held = calloc(g->held_first[s->switches] + 1, sizeof(*g->held));
  g->closed = calloc(queues, sizeof(*g->closed));
  g->off = calloc(ports, sizeof(*g->off));
  g->moved = calloc(ports, sizeof(*g->moved));
  struct deadlock_search *f = g->search = calloc(1, sizeof(*f));
  if (f == NULL) return -1;
  f->sw = malloc(ports * sizeof(*f->sw));
  f->colour = calloc(queues, 1);
  f->path = calloc(queues + 1, sizeof(*f->path));
  f->edge = calloc(queues + 1, sizeof(*f->edge));
  if (g->held == NULL || g->closed == NULL || g->off == NULL || g->moved == NULL || f->sw == NULL ||
      f->colour == NULL || f->path == NULL || f->edge == NULL)
    return -1;
  for (int i = 0; i < s->switches; i++)
    for (int p = g->first[i]; p < g->first[i + 1]; p++) f->sw[p] = i;
  return 0;
}

void deadlock_graph_free(struct deadlock_graph *g) {
  free(g->first);
  free(g->held_first);
  free(g->held);
  free(g->closed);
  free(g->off);
  free(g->moved);
  if (g->search == NULL) return;
  free(g->search->sw);
  free(g->search->colour);
  free(g->search->path);
  free(g->search->edge);
  free(g->search);
}

static int at(const struct deadlock_graph *g, int id, int *port, int *cls) {
  const int sw = g->search->sw[id / g->classes];
  *cls = id % g->classes;
  *port = id / g->classes - g->first[sw];
  return sw;
}

// With stages a queue waits for a gap, not for another queue.
static bool blocked(const struct deadlock_graph *g, int id) {
  return g->closed[id] != 0 && g->s->feedback != FEEDBACK_STAGE;
}

// The ingress class at the downstream switch of packets from an egress queue of class cls. Under TTL it is one higher;
// with every second class only on the way to a switch that is an even number of hops away from hosts [TTL 2.3].
static int class_downstream(const struct scenario *s, int sw, int cls) {
  uint32_t options = s->sw[sw].cfg.ttl_options;
  bool higher = scenario_counts_hops(s) && (options & SLUICE_TTL_ODD) == 0;
  return higher ? cls + 1 : cls;
}

static bool has_port(const uint64_t *bits, int port) { return bits[port / 64] >> port % 64 & 1; }

// Whether egress queue number k of the downstream switch of queue id has packets that id waits for. *next becomes that
// queue's number, -1: it has none. Returns false if the switch has no such queue.
static bool waits_for(const struct deadlock_graph *g, int id, int k, int *next) {
  int port, cls;
  const int sw = at(g, id, &port, &cls), lane = lane_of_port(g->s, sw, port);
  const struct scenario_link *l = &g->s->link[lane / 2];
  const int down = l->end[!(lane % 2)].node, in = l->end[!(lane % 2)].port;
  *next = -1;
  if (down >= g->s->switches || k >= scenario_queues(g->s, down)) return false;
  const int k_class = k % g->classes;
  if (k_class != class_downstream(g->s, down, cls) && g->off[g->first[down] + in] == 0) return true;
  if (has_port(deadlock_held(g, down, k / g->classes, k_class), in)) *next = g->first[down] * g->classes + k;
  return true;
}

// Depth-first search from one queue. Returns true if the path has a cycle: path[*first] and the rest of the path.
static bool follow(struct deadlock_graph *g, int id, int *first) {
  struct deadlock_search *f = g->search;
  f->length = 0;
  f->path[f->length] = id;
  f->edge[f->length++] = 0;
  f->colour[id] = 1;
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1]++, next;
    if (!waits_for(g, here, k, &next)) {
      f->colour[here] = 2;
      f->length--;
      continue;
    }
    if (next < 0 || f->colour[next] == 2 || !blocked(g, next)) continue;
    if (f->colour[next] == 1) {
      for (*first = 0; f->path[*first] != next;) ++*first;
      return true;
    }
    f->colour[next] = 1;
    f->path[f->length] = next;
    f->edge[f->length++] = 0;
  }
  return false;
}

static char *describe(const struct deadlock_graph *g, int first) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (to == NULL) return NULL;
  for (int i = first; i <= g->search->length; i++) {
    int port, cls, id = g->search->path[i < g->search->length ? i : first];
    int sw = at(g, id, &port, &cls);
    fprintf(to, "%s%s:%s/%d", i == first ? "" : " waits for ", g->s->sw[sw].name,
            g->s->link[g->s->sw[sw].link[port]].name, cls);
  }
  fclose(to);
  return text;
}

// The last movement in the queues of the cycle; since then they have waited for each other.
static uint64_t since(const struct deadlock_graph *g, int first) {
  uint64_t last = 0;
  for (int i = first; i < g->search->length; i++) {
    uint64_t moved = g->moved[g->search->path[i] / g->classes];
    if (moved > last) last = moved;
  }
  return last;
}

void deadlock_find(struct deadlock_graph *g, struct verdict *v) {
  int queues = g->first[g->s->switches] * g->classes, first = 0;
  for (int id = 0; id < queues; id++) {
    if (g->search->colour[id] != 0 || !blocked(g, id) || !follow(g, id, &first)) continue;
    v->cycle = describe(g, first);
    v->since = since(g, first);
    return;
  }
}

// ---- the window of a deadlock ----

// Deadlocked [TTL Eq. 14]: the sources have stopped, and the buffer state is non-empty and never changes again.
//
// Proof: no data packet has moved for several times the longest time that a pause lasts without a refresh. So all
// packets wait behind gates that only refreshes keep closed. Queues and states of each MMU are those of one refresh
// before, and so are the messages that they cause: the network repeats itself for ever. GFC has no refreshes of pauses:
// the longest gap after a packet is over, so only a rate of 0 can hold a packet, which no stage has.

enum { PAUSE_TIMES = 3 };  // multiple of the longest pause without any movement

// Cycles for which the end of a link at a switch can hold a class, by a pause or by the slowest rate above 0.
// wire: bytes of the largest packet on a link
static uint64_t longest_hold(const struct scenario *s, const struct scenario_switch *sw, uint32_t wire, uint64_t bps) {
  const struct sluice_config *cfg = &sw->cfg;
  uint64_t packet = (uint64_t)(wire + s->cell_bytes) * 8 * s->clock_hz / bps + 1;
  if (s->feedback == FEEDBACK_STAGE) return packet << cfg->stages;
  if (s->feedback == FEEDBACK_LEVEL) return packet * (cfg->stage_top - cfg->stage_base);
  if (scenario_has_credits(s)) return credits_repair(&s->credits, s->clock_hz);
  return PAUSE_TIMES * (cfg->pause_time * UINT64_C(512) * s->clock_hz / bps + 1);
}

// Cycles after which a watchdog has acted, if it does so at all in a network that does not move: a poll under way, a
// count that a poll without a pause frame restarts, and a whole count.
static uint64_t watchdog_acts(const struct watchdog *w) {
  const bool acts = w->action == WATCHDOG_DROP || w->action == WATCHDOG_FORWARD;
  return acts ? 2 * (w->detection + w->poll) + w->poll : 0;
}

// Cycles for which a receiver holds a CNP at most: those to the end of its interval, which is the same at all hosts.
static uint64_t cnp_waits(const struct scenario *s) {
  uint64_t most = 0;
  for (int i = 0; i < s->policies; i++) {
    const uint64_t ps = scenario_parameters(&s->policy[i], 1e9).cnp_interval;
    if (ps > most) most = ps;
  }
  return (uint64_t)(((unsigned __int128)most * s->clock_hz + SCENARIO_PS - 1) / SCENARIO_PS);
}

uint64_t deadlock_window(const struct scenario *s) {
  uint64_t hold = 0, acts = 0, period = 0, delay = 0, slowest = UINT64_MAX;
  const uint32_t wire = scenario_wire(s);  // once, because it looks at all links
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    if (scenario_delay_cycles(s, i) > delay) delay = scenario_delay_cycles(s, i);
    if (l->bps < slowest) slowest = l->bps;
    for (int d = 0; d < 2; d++) {
      if (l->end[d].limit != 0 && l->end[d].limit < slowest) slowest = l->end[d].limit;
      if (l->end[d].ingress != 0 && l->end[d].ingress < slowest) slowest = l->end[d].ingress;
      if (l->end[d].node >= s->switches) continue;
      uint64_t cycles = longest_hold(s, &s->sw[l->end[d].node], wire, l->bps);
      if (cycles > hold) hold = cycles;
    }
  }
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].feedback_period > period) period = s->sw[i].feedback_period;
  for (int i = 0; i < s->switches; i++)
    if (watchdog_acts(&s->sw[i].watchdog) > acts) acts = watchdog_acts(&s->sw[i].watchdog);
  return acts + hold + cnp_waits(s) + 2 * period + 4 * (delay + s->processing) +
         4 * (wire * 8 * s->clock_hz / slowest + 1);
}
