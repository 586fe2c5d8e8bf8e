#include "tb/sim/event/event_reroute.h"

#include <errno.h>
#include <stdlib.h>

#include "tb/sim/event/closed_loop.h"
#include "tb/sim/event/event_chains.h"
#include "tb/sim/event/event_network.h"

static int switch_of(const struct scenario *s, int access) { return s->link[access].end[0].node; }

// ---- a packet ----

// The access link at which a packet arrives that is here: that of its flow, else the first of its host to which a path
// leads; -1: none.
static int arrival(const struct place *m, int own, bool down) {
  const struct scenario *s = m->net->s;
  const struct routes *r = m->reroute->routes;
  const struct scenario_host *to = &s->host[s->link[own].end[1].node - s->switches];
  for (int k = -1; k < to->links; k++) {
    const int link = k < 0 ? own : to->link + k;
    if (routes_has(r, link) && routes_links(r, m->number, switch_of(s, link), down) >= 0) return link;
  }
  return -1;
}

int reroute_egress(struct place *m, uint32_t p, const struct event_packet *x) {
  const struct scenario *s = m->net->s;
  const bool back = x->kind != PACKET_DATA;
  const int flow = (int)x->flow - (back ? s->flows : 0);
  const struct scenario_flow *f = &s->flow[flow];
  const struct route_ends *e = &m->reroute->end[flow];
  const int link =
      arrival(m, back ? e->access : e->arrives, routes_arrives_down(m->reroute->routes, m->number, (int)p));
  if (link < 0) return REROUTE_NONE;
  if (switch_of(s, link) == m->number) return s->link[link].end[0].port;
  if (f->sprays) return spray_egress(&m->spray, switch_of(s, link), (int)p, x);
  const uint16_t *list = spray_ports(&m->spray, switch_of(s, link), (int)p);
  if (list == NULL) return SPRAY_NO_MEMORY;
  const struct route_key key = {back ? f->to : f->from, back ? f->from : f->to, flow};
  return list[1 + route_choice(s, &key, m->number, list[0])];
}

// ---- a change ----

static void wake(struct place *m, uint32_t port, uint64_t at) {
  if (at != NEVER && !m->host[port]->port.busy) agenda_put_earlier(&m->agenda, PLACE_HOST, port, at);
}

// The sender of a flow moves to another access link of its host. Both are in this process, or none is.
static void move_sender(struct event_network *n, int flow, int from, int to) {
  struct place *a, *b;
  uint32_t p, q;
  event_access(n, from, &a, &p);
  event_access(n, to, &b, &q);
  if (a == NULL) return;
  const uint32_t source = sources_find(&b->host[q]->sources, (uint32_t)flow);
  const uint64_t at = sources_move(&a->host[p]->sources, sources_find(&a->host[p]->sources, (uint32_t)flow),
                                   &b->host[q]->sources, source, n->now);
  if (n->chains != NULL) n->chains->source[flow] = source;
  if (n->loop != NULL) n->loop->source[flow] = source;
  if (n->flow[flow].controlled && !loop_move_sender(a, p, b, q, flow, n->now)) n->status = NETWORK_NO_MEMORY;
  wake(b, q, n->loop != NULL ? n->now : at);
}

// Data arrive at another access link now, and the packets back that wait at the old one leave there too.
static void move_receiver(struct event_network *n, int flow, int from, int to) {
  struct place *a, *b;
  uint32_t p, q;
  event_access(n, from, &a, &p);
  event_access(n, to, &b, &q);
  if (a == NULL || !n->flow[flow].controlled) return;
  if (!loop_move_answers(a->host[p]->loop, b->host[q]->loop, (uint32_t)(n->s->flows + flow)))
    n->status = NETWORK_NO_MEMORY;
  wake(b, q, n->now);
}

// Finds the ends of a flow. Returns 0 or ENOMEM.
static int find_ends(struct event_network *n, struct routes *r, int flow, struct route_ends *e) {
  const struct scenario *s = n->s;
  const struct scenario_flow *f = &s->flow[flow];
  const struct scenario_host *from = &s->host[f->from - s->switches];
  for (int k = 0; scenario_policy_of(s, flow)->algorithm != CONGESTION_NONE && k < from->links; k++)
    if (routes_to(r, switch_of(s, from->link + k)) != 0) return ENOMEM;
  const int status = route_ends(s, r, &(struct route_key){f->from, f->to, flow}, e);
  // without a path the first switch drops the packets, if the host has a link that is up
  for (int k = 0; status == EHOSTUNREACH && !routes_has(r, e->access) && k < from->links; k++)
    if (routes_has(r, from->link + k)) e->access = from->link + k;
  return status == ENOMEM ? ENOMEM : 0;
}

// moves: flows are at their hosts already.
static bool change(struct event_network *n, bool moves) {
  const struct scenario *s = n->s;
  struct event_reroute *x = n->reroute;
  struct routes *r = routes_at(s->routes, s->change[x->next++]);
  routes_free(x->routes);
  x->routes = r;
  for (int i = 0; r != NULL && i < s->flows; i++) {
    struct route_ends e = x->end[i];
    if (s->flow[i].fixed) continue;
    if (find_ends(n, r, i, &e) != 0) return false;
    if (moves && e.access != x->end[i].access) move_sender(n, i, x->end[i].access, e.access);
    if (moves && e.arrives != x->end[i].arrives) move_receiver(n, i, x->end[i].arrives, e.arrives);
    x->end[i] = e;
  }
  for (int i = 0; r != NULL && i < n->places; i++) {
    struct place *m = n->mine[i];
    spray_free(&m->spray);
    m->spray = (struct spray){.routes = r, .sw = m->number, .seed = m->spray.seed};
    m->reroute = x;
  }
  return r != NULL;
}

void event_reroute(struct event_network *n) {
  if (!change(n, true)) n->status = NETWORK_NO_MEMORY;
}

uint64_t event_reroute_next(const struct event_network *n) {
  const struct scenario *s = n->s;
  return n->reroute != NULL && n->reroute->next < s->changes ? event_ps(s->change[n->reroute->next], s->clock_hz)
                                                             : NEVER;
}

// ---- building ----

const struct place *event_first_together(const struct place *m) {
  while (m->before != NULL) m = m->before;
  return m;
}

static void join(struct place *a, struct place *b) {
  if (a == NULL || event_first_together(a) == event_first_together(b)) return;
  while (a->together != NULL) a = a->together;
  while (b->before != NULL) b = b->before;
  a->together = b;
  b->before = a;
}

bool event_reroute_build(struct event_network *n) {
  const struct scenario *s = n->s;
  if (s->changes == 0) return true;
  struct event_reroute *x = n->reroute = calloc(1, sizeof(*x));
  if (x == NULL || (x->end = malloc(((size_t)s->flows + 1) * sizeof(*x->end))) == NULL) return false;
  for (int i = 0; i < s->flows; i++) {
    const struct scenario_flow *f = &s->flow[i];
    x->end[i] = (struct route_ends){f->access, s->sw[f->route[f->hops - 1]].link[f->egress[f->hops - 1]]};
  }
  for (int i = 0; i < s->hosts; i++)
    for (int k = 1; k < s->host[i].links; k++)
      join(n->place[switch_of(s, s->host[i].link)], n->place[switch_of(s, s->host[i].link + k)]);
  return s->change[0] > 0 || change(n, false);
}

void event_reroute_free(struct event_network *n) {
  if (n->reroute == NULL) return;
  routes_free(n->reroute->routes);
  free(n->reroute->end);
  free(n->reroute);
}
