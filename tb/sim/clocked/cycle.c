#include "tb/sim/clocked/cycle.h"

#include "tb/cosim/engine.h"
#include "tb/sim/clocked/measure.h"

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
