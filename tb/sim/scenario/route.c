// The route of a flow: as written, or a shortest route. If several links lead closer to the destination, the key
// `routing` selects: the link declared first, or the one by ECMP.
//
// ECMP: of the n links at a node that lead closer, in the order of the file, number h mod n. h is SplitMix64's hash
// of ecmp_seed, hashed again with the numbers of source, destination, flow and node, one after the other. The flow's
// number represents the ports of its 5-tuple. A host chooses the link by which a flow leaves it, and that by which a
// flow arrives, in the same way.
#include "tb/sim/scenario/route.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/random.h"

int scenario_new_routes(struct checker *c) {
  struct scenario *s = c->s;
  int *level = malloc((size_t)s->switches * sizeof(*level));
  if (level == NULL) return scenario_no_memory(c);
  for (int i = 0; i < s->switches; i++)
    level[i] = c->file->switches[i].level != NULL ? (int)*c->file->switches[i].level : -1;
  if (routes_levels(s, level) == 0) s->routes = routes_new(s, s->paths == PATHS_UP_DOWN ? level : NULL);
  free(level);
  return s->routes != NULL ? 0 : scenario_no_memory(c);
}

void scenario_free_routes(struct scenario *s) {
  routes_free(s->routes);
  s->routes = NULL;
}

static int side_at(const struct scenario_link *l, int node) { return l->end[0].node == node ? 0 : 1; }
static const struct scenario_host *host_of(const struct scenario *s, int node) { return &s->host[node - s->switches]; }
static int switch_at(const struct scenario *s, int access) { return s->link[access].end[0].node; }

// The first port of a switch to another one; -1: none.
static int port_to(const struct scenario *s, int from, int to) {
  for (int p = 0; p < s->sw[from].ports; p++) {
    const struct scenario_link *l = &s->link[s->sw[from].link[p]];
    if (!l->access && l->end[!side_at(l, from)].node == to) return p;
  }
  return -1;
}

int route_choice(const struct scenario *s, const struct route_key *k, int here, int links) {
  if (s->routing == ROUTING_FIRST || links == 1) return 0;
  uint64_t h = random_mix(s->ecmp_seed);
  h = random_mix(h ^ (uint64_t)(k->from - s->switches));
  h = random_mix(h ^ (uint64_t)(k->to - s->switches));
  h = random_mix(h ^ (uint64_t)k->flow);
  h = random_mix(h ^ (uint64_t)here);
  return (int)(h % (unsigned)links);
}

static int reserve_route(struct scenario *s, struct scenario_flow *f, size_t hops) {
  f->route = arena_get(&s->arena, hops * sizeof(*f->route), _Alignof(int));
  f->egress = arena_get(&s->arena, hops * sizeof(*f->egress), _Alignof(uint16_t));
  return f->route != NULL && f->egress != NULL ? 0 : ENOMEM;
}

// Links of the shortest route between two access links; -1: none.
static int links_between(const struct scenario *s, const struct routes *r, int access, int arrives) {
  if (!routes_has(r, access) || !routes_has(r, arrives)) return -1;
  return routes_links(r, switch_at(s, access), switch_at(s, arrives), false);
}

// ... from an access link to a host.
static int least_links(const struct scenario *s, const struct routes *r, int access, const struct scenario_host *to) {
  int least = -1;
  for (int k = 0; k < to->links; k++) {
    int links = links_between(s, r, access, to->link + k);
    if (links >= 0 && (least < 0 || links < least)) least = links;
  }
  return least;
}

int route_ends(const struct scenario *s, struct routes *r, const struct route_key *key, struct route_ends *e) {
  const struct scenario_host *from = host_of(s, key->from), *to = host_of(s, key->to);
  int least = -1, best[SCENARIO_MOST_PORTS], count = 0;
  for (int k = 0; k < to->links; k++)
    if (routes_to(r, switch_at(s, to->link + k)) != 0) return ENOMEM;
  for (int k = 0; k < from->links; k++) {
    const int links = least_links(s, r, from->link + k, to);
    if (links < 0 || (least >= 0 && links > least)) continue;
    if (links != least) count = 0;
    least = links;
    best[count++] = from->link + k;
  }
  if (least < 0) return EHOSTUNREACH;
  e->access = best[route_choice(s, key, key->from, count)];
  count = 0;
  for (int k = 0; k < to->links; k++)
    if (links_between(s, r, e->access, to->link + k) == least) best[count++] = to->link + k;
  e->arrives = best[route_choice(s, key, key->to, count)];
  return 0;
}

int route_between(struct scenario *s, struct scenario_flow *f, const struct route_key *key,
                  const struct route_ends *ends) {
  struct routes *r = s->routes;
  uint16_t port[SCENARIO_MOST_PORTS];
  bool down = false;
  int here = switch_at(s, ends->access), last = switch_at(s, ends->arrives);
  f->access = ends->access;
  f->hops = 0;
  if (routes_to(r, last) != 0) return ENOMEM;
  if (s->routing == ROUTING_SPRAY && routes_to(r, here) != 0) return ENOMEM;  // for packets back to the sender
  if (routes_links(r, here, last, false) < 0) return EHOSTUNREACH;
  if (reserve_route(s, f, (size_t)routes_links(r, here, last, false) + 1) != 0) return ENOMEM;
  for (; here != last; f->hops++) {
    const int ports = routes_next(r, here, last, down, port), p = port[route_choice(s, key, here, ports)];
    const struct scenario_link *l = &s->link[s->sw[here].link[p]];
    f->route[f->hops] = here;
    f->egress[f->hops] = (uint16_t)p;
    down |= routes_leaves_down(r, here, p);
    here = l->end[!side_at(l, here)].node;
  }
  f->route[f->hops] = last;
  f->egress[f->hops++] = (uint16_t)s->link[ends->arrives].end[0].port;
  f->sprays = s->routing == ROUTING_SPRAY && f->hops > 1;
  return 0;
}

int route_shortest(struct scenario *s, struct scenario_flow *f, const struct route_key *key) {
  struct route_ends ends;
  int status = route_ends(s, s->routes, key, &ends);
  return status == 0 ? route_between(s, f, key, &ends) : status;
}

int scenario_route(struct checker *c, struct scenario_flow *f) {
  const struct route_key key = {f->from, f->to, (int)(f - c->s->flow)};
  return route_shortest(c->s, f, &key);
}

// ---- written routes ----

// A written route while it is read: its elements are switches, and between them links, which a plain list leaves out.
struct written {
  struct checker *c;
  struct scenario_flow *f;
  const struct file_flow *file;
  int flow, link;  // link: the one named before the next switch; -1: none
  char path[64];
};

static const char *at(struct written *w, unsigned element) {
  snprintf(w->path, sizeof(w->path), "flows.%d.route.%u", w->flow, element);
  return w->path;
}

// The first access link of a host at a switch, or the named one; -1: none.
static int access_at(const struct written *w, const struct scenario_host *h, int sw) {
  const struct scenario *s = w->c->s;
  for (int link = h->link; link < h->link + h->links; link++)
    if (switch_at(s, link) == sw && (w->link < 0 || w->link == link)) return link;
  return -1;
}

// The first port from one switch to another, or that of the named link; -1: none.
static int port_between(const struct written *w, int from, int to) {
  const struct scenario *s = w->c->s;
  if (w->link < 0) return port_to(s, from, to);
  const struct scenario_link *l = &s->link[w->link];
  const int side = side_at(l, from);
  return l->end[side].node == from && l->end[!side].node == to ? l->end[side].port : -1;
}

static int no_link(struct written *w, unsigned element, int from, int to) {
  const struct scenario *s = w->c->s;
  if (w->link >= 0)
    return scenario_wrong(w->c, at(w, element), "link %s is not from %s to %s; name one that is", s->link[w->link].name,
                          scenario_node_name(s, from), scenario_node_name(s, to));
  return scenario_wrong(w->c, at(w, element), "no link from %s to %s; route over links that exist",
                        scenario_node_name(s, from), scenario_node_name(s, to));
}

// Appends a switch to the route.
static int take_switch(struct written *w, unsigned element, int node) {
  struct scenario_flow *f = w->f;
  const struct scenario *s = w->c->s;
  if (f->hops == 0) {
    const struct scenario_host *h = host_of(s, f->from);
    f->access = access_at(w, h, node);
    if (f->access < 0 && w->link >= 0) return no_link(w, element, f->from, node);
    if (f->access < 0)
      return scenario_wrong(w->c, at(w, element), "route begins at %s; begin at %s, where %s is", s->sw[node].name,
                            s->sw[switch_at(s, h->link)].name, w->file->from);
  } else {
    const int port = port_between(w, f->route[f->hops - 1], node);
    if (port < 0) return no_link(w, element, f->route[f->hops - 1], node);
    f->egress[f->hops - 1] = (uint16_t)port;
  }
  if (f->hops == ROUTES_MOST_HOPS)
    return scenario_wrong(w->c, at(w, element), "route passes more than %d switches; give a shorter one",
                          ROUTES_MOST_HOPS);
  f->route[f->hops++] = node;
  w->link = -1;
  return 0;
}

static int take_elements(struct written *w) {
  const struct scenario *s = w->c->s;
  int status = 0;
  for (unsigned k = 0; status == 0 && k < w->file->route_count; k++) {
    const char *name = w->file->route[k];
    const int node = scenario_find_node(s, name), link = scenario_find_link(s, name);
    if (node >= 0 && node < s->switches)
      status = take_switch(w, k, node);
    else if (node >= 0 || link < 0)
      status = scenario_no_switch(w->c, at(w, k), name, "; route lists the switches on the way");
    else if (w->link >= 0)
      status = scenario_wrong(w->c, at(w, k), "%s follows link %s; name the switch between them", name,
                              s->link[w->link].name);
    else
      w->link = link;
  }
  return status;
}

// Sets the port by which the flow leaves its last switch.
static int take_end(struct written *w) {
  struct scenario_flow *f = w->f;
  const struct scenario *s = w->c->s;
  const unsigned last = w->file->route_count - 1;
  if (f->hops == 0) return scenario_wrong(w->c, at(w, 0), "route has no switch; list the switches on the way");
  const int first = f->route[0], end = f->route[f->hops - 1];
  int port;
  if (f->loop) {
    snprintf(w->path, sizeof(w->path), "flows.%d.route", w->flow);
    if (f->hops < 2) return scenario_wrong(w->c, w->path, "a loop of one switch; list at least two");
    port = port_between(w, end, first);
    if (port < 0) {
      if (w->link >= 0) return no_link(w, last, end, first);
      return scenario_wrong(w->c, w->path, "no link from %s back to %s; loop over links that exist", s->sw[end].name,
                            s->sw[first].name);
    }
  } else {
    const struct scenario_host *h = host_of(s, f->to);
    const int link = access_at(w, h, end);
    if (link < 0 && w->link >= 0) return no_link(w, last, end, f->to);
    if (link < 0)
      return scenario_wrong(w->c, at(w, last), "route ends at %s; end at %s, where %s is", s->sw[end].name,
                            s->sw[switch_at(s, h->link)].name, w->file->to);
    port = s->link[link].end[0].port;
  }
  f->egress[f->hops - 1] = (uint16_t)port;
  return 0;
}

int scenario_route_written(struct checker *c, int flow) {
  struct written w = {.c = c, .f = &c->s->flow[flow], .file = &c->file->flows[flow], .flow = flow, .link = -1};
  w.f->fixed = true;
  if (reserve_route(c->s, w.f, w.file->route_count) != 0) return scenario_no_memory(c);
  int status = take_elements(&w);
  return status == 0 ? take_end(&w) : status;
}
