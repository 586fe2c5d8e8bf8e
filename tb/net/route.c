// The route of a flow: as written, or the shortest one. Where several are equally short, or several links lead to the
// next switch, the one declared first is taken.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario_file.h"

// The end of a link at a node; -1: not there.
static int side_at(const struct scenario_link *l, int node) {
  return l->end[0].node == node ? 0 : l->end[1].node == node ? 1 : -1;
}

// The first link from one switch to a node; -1: none.
static int link_between(const struct scenario *s, int from, int to) {
  for (int i = 0; i < s->links; i++) {
    int side = side_at(&s->link[i], from);
    if (side >= 0 && s->link[i].end[!side].node == to) return i;
  }
  return -1;
}

static int switch_of(const struct scenario *s, int host) {
  for (int i = 0; i < s->links; i++)
    if (s->link[i].access && s->link[i].end[1].node == host) return s->link[i].end[0].node;
  return -1;
}

// Distances of all switches to one, breadth first; -1: not connected.
static int *distances(const struct scenario *s, int to) {
  int *distance = malloc(2 * (size_t)s->switches * sizeof(*distance));
  if (distance == NULL) return NULL;
  int *queue = distance + s->switches, head = 0, tail = 0;
  for (int i = 0; i < s->switches; i++) distance[i] = -1;
  distance[to] = 0;
  queue[tail++] = to;
  while (head < tail) {
    int here = queue[head++];
    for (int i = 0; i < s->links; i++) {
      int side = side_at(&s->link[i], here);
      if (side < 0 || s->link[i].access) continue;
      int next = s->link[i].end[!side].node;
      if (distance[next] >= 0) continue;
      distance[next] = distance[here] + 1;
      queue[tail++] = next;
    }
  }
  return distance;
}

static int closer(const struct scenario *s, const int *distance, int here) {
  for (int i = 0; i < s->links; i++) {
    int side = side_at(&s->link[i], here);
    if (side < 0 || s->link[i].access) continue;
    int next = s->link[i].end[!side].node;
    if (distance[next] == distance[here] - 1) return next;
  }
  return -1;
}

static int shortest(struct checker *c, struct scenario_flow *f, const char *path, int first, int last) {
  const struct scenario *s = c->s;
  int *distance = distances(s, last);
  if (distance == NULL) return scenario_no_memory(c);
  int status = 0, hops = distance[first] + 1;
  if (hops == 0 || hops > 64) {
    status = scenario_wrong(c, path, "no way from %s to %s over at most 64 switches; add a link", s->sw[first].name,
                            s->sw[last].name);
  } else if ((f->route = calloc((size_t)hops, sizeof(*f->route))) == NULL) {
    status = scenario_no_memory(c);
  }
  for (int here = first; status == 0 && f->hops < hops; here = f->hops < hops ? closer(s, distance, here) : here)
    f->route[f->hops++] = here;
  free(distance);
  return status;
}

static int written(struct checker *c, struct scenario_flow *f, int flow, int first, int last) {
  const struct file_flow *file = &c->file->flows[flow];
  const struct scenario *s = c->s;
  char path[64];
  f->route = calloc(file->route_count, sizeof(*f->route));
  if (f->route == NULL) return scenario_no_memory(c);
  for (unsigned k = 0; k < file->route_count; k++) {
    snprintf(path, sizeof(path), "flows.%d.route.%u", flow, k);
    int node = scenario_find_node(s, file->route[k]);
    if (node < 0 || node >= s->switches)
      return scenario_wrong(c, path, "there is no switch %s; route lists the switches passed", file->route[k]);
    if (k == 0 && node != first)
      return scenario_wrong(c, path, "route begins at %s; begin at %s, where %s is", file->route[k], s->sw[first].name,
                            file->from);
    if (k > 0 && link_between(s, f->route[k - 1], node) < 0)
      return scenario_wrong(c, path, "no link from %s to %s; route over links that exist", file->route[k - 1],
                            file->route[k]);
    f->route[f->hops++] = node;
  }
  if (f->loop) {
    snprintf(path, sizeof(path), "flows.%d.route", flow);
    if (f->hops < 2) return scenario_wrong(c, path, "a loop of one switch; list at least two");
    if (link_between(s, f->route[f->hops - 1], first) >= 0) return 0;
    return scenario_wrong(c, path, "no link from %s back to %s; loop over links that exist", file->route[f->hops - 1],
                          file->route[0]);
  }
  if (f->route[f->hops - 1] == last) return 0;
  return scenario_wrong(c, path, "route ends at %s; end at %s, where %s is", file->route[f->hops - 1], s->sw[last].name,
                        file->to);
}

int scenario_route(struct checker *c, int flow) {
  struct scenario *s = c->s;
  struct scenario_flow *f = &s->flow[flow];
  char path[64];
  snprintf(path, sizeof(path), "flows.%d.name", flow);
  int first = switch_of(s, f->from), last = switch_of(s, f->to);
  if (f->loop && c->file->flows[flow].route == NULL)
    return scenario_wrong(c, path, "flow %s loops without a route; list the switches of the loop in route", f->name);
  int status =
      c->file->flows[flow].route != NULL ? written(c, f, flow, first, last) : shortest(c, f, path, first, last);
  if (status != 0) return status;
  f->egress = calloc((size_t)f->hops, 1);
  if (f->egress == NULL) return scenario_no_memory(c);
  for (int k = 0; k < f->hops; k++) {
    int next = k + 1 < f->hops ? f->route[k + 1] : f->loop ? first : f->to;
    const struct scenario_link *l = &s->link[link_between(s, f->route[k], next)];
    f->egress[k] = (uint8_t)l->end[side_at(l, f->route[k])].port;
  }
  return 0;
}
