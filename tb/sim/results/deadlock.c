#define _POSIX_C_SOURCE 200809L
#include "tb/sim/results/deadlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct deadlock_search {
  struct peer {
    int node, port;  // -1: no link is connected
  } * peer;          // [switch * ports + port]
  uint8_t *colour;   // 0: not visited, 1: on the path, 2: done
  int *path, *edge;  // the path, and the next edge to search at each of its queues
  int length;
};

static void connect(struct deadlock_graph *g) {
  const struct scenario *s = g->s;
  for (int i = 0; i < s->switches * g->ports; i++) g->search->peer[i] = (struct peer){-1, -1};
  for (int l = 0; l < s->links; l++)
    for (int d = 0; d < 2; d++) {
      int node = s->link[l].end[d].node;
      if (node >= s->switches) continue;
      g->search->peer[node * g->ports + s->link[l].end[d].port] =
          (struct peer){s->link[l].end[!d].node, s->link[l].end[!d].port};
    }
}

int deadlock_graph_new(struct deadlock_graph *g, const struct scenario *s, int ports) {
  size_t switches = (size_t)s->switches, queues = switches * (size_t)(ports * s->dims.classes);
  *g = (struct deadlock_graph){.s = s, .ports = ports, .classes = s->dims.classes, .words = (ports + 63) / 64};
  g->held = calloc(queues * (size_t)g->words, sizeof(*g->held));
  g->closed = calloc(queues, sizeof(*g->closed));
  g->off = calloc(switches * (size_t)g->words, sizeof(*g->off));
  g->moved = calloc(switches * (size_t)ports, sizeof(*g->moved));
  struct deadlock_search *f = g->search = calloc(1, sizeof(*f));
  if (f == NULL) return -1;
  f->peer = malloc(switches * (size_t)ports * sizeof(*f->peer));
  f->colour = calloc(queues, 1);
  f->path = calloc(queues + 1, sizeof(*f->path));
  f->edge = calloc(queues + 1, sizeof(*f->edge));
  if (g->held == NULL || g->closed == NULL || g->off == NULL || g->moved == NULL || f->peer == NULL ||
      f->colour == NULL || f->path == NULL || f->edge == NULL)
    return -1;
  connect(g);
  return 0;
}

void deadlock_graph_free(struct deadlock_graph *g) {
  free(g->held);
  free(g->closed);
  free(g->off);
  free(g->moved);
  if (g->search == NULL) return;
  free(g->search->peer);
  free(g->search->colour);
  free(g->search->path);
  free(g->search->edge);
  free(g->search);
}

static int at(const struct deadlock_graph *g, int id, int *port, int *cls) {
  *cls = id % g->classes;
  *port = id / g->classes % g->ports;
  return id / g->classes / g->ports;
}

// With stages a queue waits for a gap, not for another queue.
static bool blocked(const struct deadlock_graph *g, int id) {
  return g->closed[id] != 0 && g->s->feedback != FEEDBACK_STAGE;
}

// The ingress class at the downstream switch of packets from an egress queue of class cls. Under TTL it is one higher;
// with every second class only on the way to a switch that is an even number of hops away from hosts [TTL 2.3].
static int class_downstream(const struct scenario *s, int sw, int cls) {
  uint32_t options = s->sw[sw].cfg.ttl_options;
  bool higher = s->feedback == FEEDBACK_TTL && (options & SLUICE_TTL_ODD) == 0;
  return higher ? cls + 1 : cls;
}

static bool has_port(const uint64_t *bits, int port) { return bits[port / 64] >> port % 64 & 1; }

// Whether egress queue number k of the downstream switch of queue id has packets that id waits for. Returns that
// queue's number, or -1.
static int waits_for(const struct deadlock_graph *g, int id, int k) {
  int port, cls;
  int sw = at(g, id, &port, &cls);
  struct peer peer = g->search->peer[sw * g->ports + port];
  if (peer.node < 0 || peer.node >= g->s->switches) return -1;
  bool any_class = has_port(g->off + peer.node * g->words, peer.port);
  if (k % g->classes != class_downstream(g->s, peer.node, cls) && !any_class) return -1;
  int down = peer.node * g->ports * g->classes + k;
  return has_port(g->held + (size_t)down * (size_t)g->words, peer.port) ? down : -1;
}

// Depth-first search from one queue. Returns true if the path has a cycle: path[*first] and the rest of the path.
static bool follow(struct deadlock_graph *g, int id, int *first) {
  struct deadlock_search *f = g->search;
  f->length = 0;
  f->path[f->length] = id;
  f->edge[f->length++] = 0;
  f->colour[id] = 1;
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1]++;
    if (k == g->ports * g->classes) {
      f->colour[here] = 2;
      f->length--;
      continue;
    }
    int next = waits_for(g, here, k);
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

static int link_at(const struct scenario *s, int sw, int port) {
  for (int l = 0; l < s->links; l++)
    for (int d = 0; d < 2; d++)
      if (s->link[l].end[d].node == sw && s->link[l].end[d].port == port) return l;
  return -1;
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
            g->s->link[link_at(g->s, sw, port)].name, cls);
  }
  fclose(to);
  return text;
}

// The last movement in the queues of the cycle; since then they have waited for each other.
static uint64_t since(const struct deadlock_graph *g, int first) {
  uint64_t last = 0;
  for (int i = first; i < g->search->length; i++) {
    int port, cls;
    int sw = at(g, g->search->path[i], &port, &cls);
    uint64_t moved = g->moved[sw * g->ports + port];
    if (moved > last) last = moved;
  }
  return last;
}

void deadlock_find(struct deadlock_graph *g, struct verdict *v) {
  int queues = g->s->switches * g->ports * g->classes, first = 0;
  for (int id = 0; id < queues; id++) {
    if (g->search->colour[id] != 0 || !blocked(g, id) || !follow(g, id, &first)) continue;
    v->cycle = describe(g, first);
    v->since = since(g, first);
    return;
  }
}
