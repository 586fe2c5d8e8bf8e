// The route of a flow: as written, or a shortest route. If several links lead closer to the destination, the key
// `routing` selects: the link declared first, or the one by ECMP.
//
// ECMP: of the n links at a switch that lead closer, in the order of the file, number h mod n. h is SplitMix64's hash
// of ecmp_seed, hashed again with the numbers of source, destination, flow and switch, one after the other. The flow's
// number represents the ports of its 5-tuple.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/random.h"

enum { MOST_HOPS = 64, TOGETHER = 64, FAR = UINT8_MAX };

// The links of each switch in the order of the file, and distances. The distances of all switches to TOGETHER
// consecutive destinations are computed at once, when one of them is needed.
struct routes {
  int *first;          // [switch] first index into `link`; a further element ends the last one
  int *link;           // links between two switches, and access links
  int *neighbour;      // [as link] the switch at the other end, -1: a host
  uint8_t **distance;  // [destination / TOGETHER][destination % TOGETHER * switches + switch], NULL: not computed yet
  uint64_t *seen, *now, *next;  // [switch] a bit per destination: reached so far, in the last step, in this step
};

// The end of a link at a node that is at one of its ends.
static int side_at(const struct scenario_link *l, int node) { return l->end[0].node == node ? 0 : 1; }

static void place_links(const struct scenario *s, struct routes *r) {
  for (int side = 0; side < 2 * s->links; side++) {
    int node = s->link[side / 2].end[side % 2].node;
    if (node < s->switches) r->first[node + 2]++;
  }
  for (int i = 0; i < s->switches; i++) r->first[i + 2] += r->first[i + 1];
  for (int side = 0; side < 2 * s->links; side++) {
    int node = s->link[side / 2].end[side % 2].node;
    if (node >= s->switches) continue;
    const struct scenario_link *l = &s->link[side / 2];
    r->neighbour[r->first[node + 1]] = l->access ? -1 : l->end[!side_at(l, node)].node;
    r->link[r->first[node + 1]++] = side / 2;
  }
}

int scenario_new_routes(struct checker *c) {
  const struct scenario *s = c->s;
  struct routes *r = c->routes = calloc(1, sizeof(*r));
  if (r == NULL) return scenario_no_memory(c);
  r->first = calloc((size_t)s->switches + 2, sizeof(*r->first));
  r->link = calloc(2 * (size_t)s->links + 1, sizeof(*r->link));
  r->neighbour = calloc(2 * (size_t)s->links + 1, sizeof(*r->neighbour));
  r->distance = calloc((size_t)s->switches / TOGETHER + 1, sizeof(*r->distance));
  r->seen = calloc(3 * (size_t)s->switches, sizeof(*r->seen));
  if (r->first == NULL || r->link == NULL || r->neighbour == NULL || r->distance == NULL || r->seen == NULL)
    return scenario_no_memory(c);
  r->now = r->seen + s->switches;
  r->next = r->now + s->switches;
  place_links(s, r);
  return 0;
}

void scenario_free_routes(struct checker *c) {
  struct routes *r = c->routes;
  if (r == NULL) return;
  for (int i = 0; r->distance != NULL && i <= c->s->switches / TOGETHER; i++) free(r->distance[i]);
  free(r->first);
  free(r->link);
  free(r->neighbour);
  free(r->distance);
  free(r->seen);
  free(r);
  c->routes = NULL;
}

// The first link from one switch to another; -1: none.
static int link_between(const struct checker *c, int from, int to) {
  const struct routes *r = c->routes;
  for (int i = r->first[from]; i < r->first[from + 1]; i++)
    if (r->neighbour[i] == to) return r->link[i];
  return -1;
}

static int access_link(const struct scenario *s, int host) { return s->host[host - s->switches].link; }
static int switch_of(const struct scenario *s, int host) { return s->link[access_link(s, host)].end[0].node; }

// One more step from all destinations at once, one bit each. Returns whether a switch was reached for the first time.
static bool spread(struct routes *r, int switches, uint8_t *distance, int hops) {
  bool any = false;
  memset(r->next, 0, (size_t)switches * sizeof(*r->next));
  for (int here = 0; here < switches; here++) {
    if (r->now[here] == 0) continue;
    for (int i = r->first[here]; i < r->first[here + 1]; i++)
      if (r->neighbour[i] >= 0) r->next[r->neighbour[i]] |= r->now[here];
  }
  for (int here = 0; here < switches; here++) {
    r->now[here] = r->next[here] & ~r->seen[here];
    r->seen[here] |= r->now[here];
    for (uint64_t left = r->now[here]; left != 0; left &= left - 1)
      distance[(size_t)__builtin_ctzll(left) * (size_t)switches + (size_t)here] = (uint8_t)hops;
    any |= r->now[here] != 0;
  }
  return any;
}

// Distances of all switches to `to`; FAR: no route of at most MOST_HOPS switches. NULL: out of memory.
static const uint8_t *distances(struct checker *c, int to) {
  struct routes *r = c->routes;
  int switches = c->s->switches, first = to / TOGETHER * TOGETHER;
  uint8_t **block = &r->distance[to / TOGETHER];
  if (*block == NULL) {
    *block = malloc((size_t)TOGETHER * (size_t)switches);
    if (*block == NULL) return NULL;
    memset(*block, FAR, (size_t)TOGETHER * (size_t)switches);
    memset(r->seen, 0, 2 * (size_t)switches * sizeof(*r->seen));  // clears seen and now
    for (int i = 0; i < TOGETHER && first + i < switches; i++) {
      r->seen[first + i] = r->now[first + i] = UINT64_C(1) << i;
      (*block)[(size_t)i * (size_t)switches + (size_t)(first + i)] = 0;
    }
    for (int hops = 1; hops < MOST_HOPS && spread(r, switches, *block, hops);) hops++;
  }
  return *block + (size_t)(to - first) * (size_t)switches;
}

// The links of a switch that lead closer to the destination.
static int closer(const struct checker *c, const uint8_t *distance, int here, int *link) {
  const struct routes *r = c->routes;
  int links = 0;
  for (int i = r->first[here]; i < r->first[here + 1]; i++) {
    int next = r->neighbour[i];
    if (next >= 0 && distance[next] == distance[here] - 1) link[links++] = r->link[i];
  }
  return links;
}

static int choose(const struct scenario *s, const struct scenario_flow *f, int here, int links) {
  if (s->routing == ROUTING_FIRST || links == 1) return 0;
  uint64_t h = random_mix(s->ecmp_seed);
  h = random_mix(h ^ (uint64_t)(f->from - s->switches));
  h = random_mix(h ^ (uint64_t)(f->to - s->switches));
  h = random_mix(h ^ (uint64_t)(f - s->flow));
  h = random_mix(h ^ (uint64_t)here);
  return (int)(h % (unsigned)links);
}

static int reserve_route(struct checker *c, struct scenario_flow *f, size_t hops) {
  f->route = arena_get(&c->s->arena, hops * sizeof(*f->route), _Alignof(int));
  f->egress = arena_get(&c->s->arena, hops, 1);
  return f->route != NULL && f->egress != NULL ? 0 : ENOMEM;
}

int scenario_route(struct checker *c, struct scenario_flow *f) {
  const struct scenario *s = c->s;
  int here = switch_of(s, f->from), last = switch_of(s, f->to), link[SLUICE_MAX_PORTS];
  const uint8_t *distance = distances(c, last);
  if (distance == NULL) return ENOMEM;
  if (distance[here] == FAR) return EHOSTUNREACH;
  if (reserve_route(c, f, (size_t)distance[here] + 1) != 0) return ENOMEM;
  for (; here != last; f->hops++) {
    int links = closer(c, distance, here, link);
    const struct scenario_link *l = &s->link[link[choose(s, f, here, links)]];
    int side = side_at(l, here);
    f->route[f->hops] = here;
    f->egress[f->hops] = (uint8_t)l->end[side].port;
    here = l->end[!side].node;
  }
  f->route[f->hops] = last;
  f->egress[f->hops++] = (uint8_t)s->link[access_link(s, f->to)].end[0].port;
  return 0;
}

// Checks that a written route ends at the destination.
static int written_end(struct checker *c, const struct scenario_flow *f, int flow) {
  const struct file_flow *file = &c->file->flows[flow];
  const struct scenario *s = c->s;
  int first = f->route[0], last = f->route[f->hops - 1], to = switch_of(s, f->to);
  char path[64];
  if (f->loop) {
    snprintf(path, sizeof(path), "flows.%d.route", flow);
    if (f->hops < 2) return scenario_wrong(c, path, "a loop of one switch; list at least two");
    if (link_between(c, last, first) >= 0) return 0;
    return scenario_wrong(c, path, "no link from %s back to %s; loop over links that exist", file->route[f->hops - 1],
                          file->route[0]);
  }
  if (last == to) return 0;
  snprintf(path, sizeof(path), "flows.%d.route.%d", flow, f->hops - 1);
  return scenario_wrong(c, path, "route ends at %s; end at %s, where %s is", file->route[f->hops - 1], s->sw[to].name,
                        file->to);
}

static int written_switches(struct checker *c, struct scenario_flow *f, int flow) {
  const struct file_flow *file = &c->file->flows[flow];
  const struct scenario *s = c->s;
  int first = switch_of(s, f->from);
  for (unsigned k = 0; k < file->route_count; k++) {
    char path[64];
    snprintf(path, sizeof(path), "flows.%d.route.%u", flow, k);
    int node = scenario_find_node(s, file->route[k]);
    if (node < 0 || node >= s->switches)
      return scenario_no_switch(c, path, file->route[k], "; route lists the switches on the way");
    if (k == 0 && node != first)
      return scenario_wrong(c, path, "route begins at %s; begin at %s, where %s is", file->route[k], s->sw[first].name,
                            file->from);
    if (k > 0 && link_between(c, f->route[k - 1], node) < 0)
      return scenario_wrong(c, path, "no link from %s to %s; route over links that exist", file->route[k - 1],
                            file->route[k]);
    f->route[f->hops++] = node;
  }
  return 0;
}

int scenario_route_written(struct checker *c, int flow) {
  struct scenario_flow *f = &c->s->flow[flow];
  if (reserve_route(c, f, c->file->flows[flow].route_count) != 0) return scenario_no_memory(c);
  int status = written_switches(c, f, flow);
  if (status == 0) status = written_end(c, f, flow);
  for (int k = 0; status == 0 && k < f->hops; k++) {
    bool out = k + 1 == f->hops && !f->loop;
    int link = out ? access_link(c->s, f->to) : link_between(c, f->route[k], f->route[k + 1 < f->hops ? k + 1 : 0]);
    const struct scenario_link *l = &c->s->link[link];
    f->egress[k] = (uint8_t)l->end[side_at(l, f->route[k])].port;
  }
  return status;
}
