// Drained, deadlocked or still moving.
//
// Deadlocked [TTL Eq. 14]: the sources have stopped, and the buffer state is non-empty and will never change. The proof
// here: no data packet has moved for several times the longest time that a pause lasts without being refreshed. All
// packets then wait behind gates which only refreshes keep closed, each MMU's queues and states are as they were one
// refresh before, and so are the messages they cause: the network repeats itself for ever. GFC has no refreshes: there
// the longest gap behind a packet is over, and only a rate of 0 is left, which no stage has.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "net.h"

enum { PAUSE_TIMES = 3 };  // how many times the longest pause nothing may have moved

// Clocks for which a switch can keep a class from sending, by a pause or by the slowest rate that is not 0.
static uint64_t longest_hold(const struct scenario *s, const struct scenario_switch *sw) {
  const uint32_t *regs = sw->regs;
  uint64_t packet_clocks = (uint64_t)(scenario_wire(s) + s->cell_bytes) * 8 * s->clock_hz / sw->bps + 1;
  if (s->feedback == FEEDBACK_STAGE)
    return packet_clocks << regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS;
  if (s->feedback == FEEDBACK_LEVEL) return packet_clocks * (regs[SLUICE_REG_STAGE_TOP] - regs[SLUICE_REG_STAGE_BASE]);
  return PAUSE_TIMES * (regs[SLUICE_REG_PAUSE_TIME] * UINT64_C(512) * 16 / regs[SLUICE_REG_QUANTA_STEP] + 1);
}

// Clocks in which every packet that can move does move.
uint64_t verdict_window(const struct network *n) {
  const struct scenario *s = n->s;
  uint64_t hold = 0, delay = 0, slowest = UINT64_MAX;
  for (int i = 0; i < s->switches; i++) {
    uint64_t clocks = longest_hold(s, &s->sw[i]);
    if (clocks > hold) hold = clocks;
  }
  for (int i = 0; i < s->links; i++) {
    const struct scenario_link *l = &s->link[i];
    if (l->delay > delay) delay = l->delay;
    if (l->bps < slowest) slowest = l->bps;
    for (int d = 0; d < 2; d++)
      if (l->end[d].limit != 0 && l->end[d].limit < slowest) slowest = l->end[d].limit;
  }
  return hold + 4 * (delay + s->processing) + 4 * (scenario_wire(s) * 8 * s->clock_hz / slowest + 1);
}

void verdict_check(struct network *n) {
  if (n->pool.data == 0) {
    n->finished = true;
  } else if (n->now - n->moved >= n->window) {
    n->result.verdict.kind = VERDICT_DEADLOCKED;
    n->finished = true;
  } else {
    wheel_add(&n->wheel, &n->check, n->moved + n->window);
  }
}

// The graph of waiting: an egress queue behind a closed gate waits for those egress queues of the downstream switch
// which hold packets of the ingress queue that closed the gate.
struct search {
  struct network *n;
  int ports, classes;
  uint8_t *colour;   // 0: not seen, 1: on the path, 2: done
  int *path, *edge;  // the path, and where the search goes on at each of its queues
  int length;
};

static struct node_switch *at(const struct search *f, int id, int *port, int *cls) {
  *cls = id % f->classes;
  *port = id / f->classes % f->ports;
  return &f->n->sw[id / f->classes / f->ports];
}

static bool blocked(const struct search *f, int id) {
  int port, cls;
  if (f->n->s->feedback == FEEDBACK_STAGE) return false;  // it waits for a gap, not for another queue
  const struct node_switch *sw = at(f, id, &port, &cls);
  if (sw->queue[port * f->classes + cls].head == NULL) return false;
  return switch_gate(f->n, sw, port) >> cls & 1;
}

// The ingress class downstream of what an egress queue of class cls sends. Under TTL it is one higher; with every
// second class that only counts on the way to a switch that is an even number of hops away from hosts [TTL 2.3].
static int class_downstream(const struct scenario *s, int sw, int cls) {
  uint32_t options = s->sw[sw].regs[SLUICE_REG_TTL_OPTIONS];
  bool higher = s->feedback == FEEDBACK_TTL && (options & SLUICE_TTL_ODD) == 0;
  return higher ? cls + 1 : cls;
}

// Does egress queue number k of the downstream switch of queue id hold what id waits for? Returns it, or -1.
static int waits_for(const struct search *f, int id, int k) {
  int port, cls;
  const struct port *peer = at(f, id, &port, &cls)->port[port].peer;
  if (peer == NULL || peer->node >= f->n->s->switches) return -1;
  const struct node_switch *down = &f->n->sw[peer->node];
  bool any_class = down->out->port_off >> peer->index & 1;
  if (k % f->classes != class_downstream(f->n->s, peer->node, cls) && !any_class) return -1;
  for (const struct event *e = down->queue[k].head; e != NULL; e = e->next)
    if (((const struct packet *)e)->in_port == peer->index) return peer->node * f->ports * f->classes + k;
  return -1;
}

// Depth first from one queue; true when the path has come back to itself: from path[*first] on it is a cycle.
static bool follow(struct search *f, int id, int *first) {
  f->length = 0;
  f->path[f->length] = id;
  f->edge[f->length++] = 0;
  f->colour[id] = 1;
  while (f->length > 0) {
    int here = f->path[f->length - 1], k = f->edge[f->length - 1]++;
    if (k == f->ports * f->classes) {
      f->colour[here] = 2;
      f->length--;
      continue;
    }
    int next = waits_for(f, here, k);
    if (next < 0 || f->colour[next] == 2 || !blocked(f, next)) continue;
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

static char *describe(const struct search *f, int first) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  if (to == NULL) return NULL;
  for (int i = first; i <= f->length; i++) {
    int port, cls, id = f->path[i < f->length ? i : first];
    const struct node_switch *sw = at(f, id, &port, &cls);
    fprintf(to, "%s%s:%s/%d", i == first ? "" : " waits for ", f->n->s->sw[sw - f->n->sw].name,
            f->n->s->link[sw->port[port].link].name, cls);
  }
  fclose(to);
  return text;
}

// The last movement in the queues of the cycle: since then they have waited for each other.
static uint64_t since(const struct search *f, int first) {
  uint64_t last = 0;
  for (int i = first; i < f->length; i++) {
    int port, cls;
    const struct node_switch *sw = at(f, f->path[i], &port, &cls);
    if (sw->port[port].moved > last) last = sw->port[port].moved;
  }
  return last;
}

static void find_cycle(struct network *n) {
  struct search f = {.n = n, .ports = n->s->dims.ports, .classes = n->s->dims.classes};
  size_t queues = (size_t)(n->s->switches * f.ports * f.classes);
  f.colour = calloc(queues, 1);
  f.path = calloc(queues + 1, sizeof(*f.path));
  f.edge = calloc(queues + 1, sizeof(*f.edge));
  int first = 0;
  for (size_t id = 0; f.colour != NULL && f.path != NULL && f.edge != NULL && id < queues; id++) {
    if (f.colour[id] != 0 || !blocked(&f, (int)id) || !follow(&f, (int)id, &first)) continue;
    n->result.verdict.cycle = describe(&f, first);
    n->result.verdict.since = since(&f, first);
    break;
  }
  free(f.colour);
  free(f.path);
  free(f.edge);
}

void verdict_end(struct network *n) {
  struct verdict *v = &n->result.verdict;
  if (v->kind == VERDICT_DEADLOCKED) {
    v->since = n->moved;
    find_cycle(n);
  } else {
    v->kind = n->pool.data == 0 ? VERDICT_DRAINED : VERDICT_MOVING;
  }
}
