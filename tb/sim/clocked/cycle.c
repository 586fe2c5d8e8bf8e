#include "tb/sim/clocked/cycle.h"

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/measure.h"
#include "tb/sim/results/deadlock.h"

// ---- the verdict ----

void verdict_start(struct verdict_proof *v, struct network *n) {
  v->window = deadlock_window(n->s);
  event_init(&v->check, EVENT_CHECK, 0, 0);
  network_add(n, &v->check, n->now + v->window);
}

void verdict_check(struct verdict_proof *v, struct network *n) {
  if (n->pool.data == 0) {
    n->finished = true;
  } else if (n->now - n->moved >= v->window) {
    n->result.verdict.kind = VERDICT_DEADLOCKED;
    n->finished = true;
  } else {
    network_add(n, &v->check, n->moved + v->window);
  }
}

bool verdict_quiet(const struct network *n, const struct links *l, const struct switch_kind *kind,
                   const void *switches) {
  if (n->pool.data != 0 || n->pool.control != 0 || l->closed != 0) return false;
  int queues = n->s->dims.ports * n->classes, words = (queues + 63) / 64;
  int levels = scenario_is_gfc(n->s) ? queues : 0;
  for (int i = 0; i < n->s->switches; i++) {
    const struct sluice_out *out = kind->outputs(switches, i);
    uint64_t off = out->port_off;
    for (int w = 0; w < words; w++) off |= out->queue_off[w];
    if (off != 0 || out->tx_valid) return false;
    for (int k = 0; k < levels; k++)
      if (out->queue_level[k] != SLUICE_FREE) return false;
  }
  return true;
}

static void look(const struct links *l, const struct switch_kind *kind, const void *switches,
                 struct deadlock_graph *g) {
  for (int i = 0; i < g->s->switches; i++) {
    const int first = g->first[i];
    for (int p = 0; p < g->s->sw[i].ports; p++) {
      g->off[first + p] = kind->outputs(switches, i)->port_off >> p & 1;
      g->moved[first + p] = l->port[i][p].moved;
    }
    kind->waiting(switches, i, g->held + g->held_first[i], g->closed + first * g->classes);
  }
}

void verdict_end(struct network *n, const struct links *l, const struct switch_kind *kind, const void *switches) {
  struct verdict *v = &n->result.verdict;
  v->since = n->moved;
  if (v->kind != VERDICT_DEADLOCKED) {
    v->kind = n->pool.data != 0 ? VERDICT_MOVING : VERDICT_DRAINED;
    return;
  }
  struct deadlock_graph g;
  if (deadlock_graph_new(&g, n->s) == 0) {
    look(l, kind, switches, &g);
    deadlock_find(&g, v);
  }
  deadlock_graph_free(&g);
}

// ---- a cycle ----

void network_stop(struct clocked_network *c) {
  struct network *n = &c->net;
  if (n->stopped) return;
  measure_stop(n);
  n->stopped = true;
  n->result.stop = n->now;
  links_stop(&c->links);
  if (event_pending(&c->stop)) events_remove(&n->events, &c->stop);
  verdict_start(&c->proof, n);
}

// ---- events ----

static void arrive(struct clocked_network *c, int node, struct packet *p) {
  if (node < c->net.s->switches)
    c->kind->arrive(c->switches, node, p);
  else
    host_arrive(&c->hosts, node - c->net.s->switches, p);
}

static void sent(struct clocked_network *c, int node, struct port *p) {
  if (node < c->net.s->switches)
    c->kind->sent(c->switches, node, p);
  else
    host_sent(&c->hosts, node - c->net.s->switches);
}

static void kick(struct clocked_network *c, int node, struct port *p) {
  if (node < c->net.s->switches)
    c->kind->kick(c->switches, node, p);
  else
    host_kick(&c->hosts, node - c->net.s->switches);
}

static void happen(struct clocked_network *c, struct event *e) {
  int node = event_node(e);
  switch (event_kind(e)) {
    case EVENT_STOP:
      network_stop(c);
      break;
    case EVENT_ARRIVE:
      arrive(c, node, (struct packet *)e);
      break;
    case EVENT_SENT:
      sent(c, node, &c->links.port[node][event_port(e)]);
      break;
    case EVENT_KICK:
      kick(c, node, &c->links.port[node][event_port(e)]);
      break;
    case EVENT_SERIES:
      series_sample(&c->series, node);
      break;
    case EVENT_SAMPLE:
      occupancy_sample(&c->occupancy);
      break;
    case EVENT_CHECK:
      verdict_check(&c->proof, &c->net);
      break;
  }
}

// ---- cycles ----

static void dump_waves(struct clocked_network *c) {
  const struct network *n = &c->net;
  if (c->trace == NULL || n->status != NETWORK_OK || n->now < n->opt.waves_from) return;
  if (n->opt.waves_to == 0 || n->now < n->opt.waves_to) engine_trace_dump(c->trace, n->now);
}

bool network_cycle(struct clocked_network *c) {
  struct network *n = &c->net;
  bool rest = true;  // all switches are at rest
  for (struct event *e; (e = events_take(&n->events, n->now)) != NULL;) happen(c, e);
  for (int i = 0; i < n->s->switches; i++) rest &= c->kind->cycle(c->switches, i);
  hosts_cycle(&c->hosts);
  dump_waves(c);
  if (c->hosts.live_sources == 0) network_stop(c);
  if (n->stopped && verdict_quiet(n, &c->links, c->kind, c->switches)) n->finished = true;
  if (n->finished || n->now >= n->s->duration) return false;
  uint64_t next = rest ? events_next(&n->events) : n->now + 1;
  n->now = next < n->s->duration ? next : n->s->duration;
  return true;
}
