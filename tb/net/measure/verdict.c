// Drained, deadlocked or still moving.
//
// Deadlocked [TTL Eq. 14]: the sources have stopped, and the buffer state is non-empty and will never change. The proof
// here: no data packet has moved for several times the longest time that a pause lasts without being refreshed. All
// packets then wait behind gates which only refreshes keep closed, each MMU's queues and states are as they were one
// refresh before, and so are the messages they cause: the network repeats itself for ever. GFC has no refreshes: there
// the longest gap behind a packet is over, and only a rate of 0 is left, which no stage has.
#define _POSIX_C_SOURCE 200809L
#include "verdict.h"

#include <stdlib.h>
#include <string.h>

#include "ranks.h"
#include "switch.h"
#include "transport.h"

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

// Are packets under way, in any process?
static bool data_left(const struct network *n) { return n->ranks != NULL ? n->ranks->data : n->pool.data != 0; }

void verdict_check(struct network *n) {
  if (!data_left(n)) {
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
  uint64_t *held;    // [queue] a bit for each port from which it holds packets
  uint64_t *closed;  // [queue] it holds some, and its gate is closed
  uint64_t *off;     // [switch] ports that are off as a whole
  uint64_t *moved;   // [switch * ports + port] the last movement
  uint8_t *colour;   // 0: not seen, 1: on the path, 2: done
  int *path, *edge;  // the path, and where the search goes on at each of its queues
  int length;
};

static int at(const struct search *f, int id, int *port, int *cls) {
  *cls = id % f->classes;
  *port = id / f->classes % f->ports;
  return id / f->classes / f->ports;
}

static bool blocked(const struct search *f, int id) { return f->closed[id] != 0; }

// What this process knows of its switches; of several processes rank 0 gets it of all.
static void look(struct search *f) {
  const struct network *n = f->n;
  bool waits = n->s->feedback != FEEDBACK_STAGE;  // else for a gap, not for another queue
  int queues = f->ports * f->classes;
  for (int i = n->first; i < n->last; i++) {
    f->off[i] = n->kind->outputs(n, i)->port_off;
    for (int p = 0; p < f->ports; p++) f->moved[i * f->ports + p] = n->port[i][p].moved;
    n->kind->waiting(n, i, f->held + i * queues, f->closed + i * queues);
  }
  if (!waits) memset(f->closed, 0, (size_t)(n->s->switches * queues) * sizeof(*f->closed));
  if (n->ranks == NULL) return;
  size_t switches = (size_t)n->s->switches;
  n->ranks->t->sum(f->held, switches * (size_t)queues);
  n->ranks->t->sum(f->closed, switches * (size_t)queues);
  n->ranks->t->sum(f->off, switches);
  n->ranks->t->sum(f->moved, switches * (size_t)f->ports);
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
  int sw = at(f, id, &port, &cls);
  const struct port *peer = f->n->port[sw][port].peer;
  if (peer == NULL || peer->node >= f->n->s->switches) return -1;
  bool any_class = f->off[peer->node] >> peer->index & 1;
  if (k % f->classes != class_downstream(f->n->s, peer->node, cls) && !any_class) return -1;
  int id_down = peer->node * f->ports * f->classes + k;
  return f->held[id_down] >> peer->index & 1 ? id_down : -1;
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
    int sw = at(f, id, &port, &cls);
    fprintf(to, "%s%s:%s/%d", i == first ? "" : " waits for ", f->n->s->sw[sw].name,
            f->n->s->link[f->n->port[sw][port].link].name, cls);
  }
  fclose(to);
  return text;
}

// The last movement in the queues of the cycle: since then they have waited for each other.
static uint64_t since(const struct search *f, int first) {
  uint64_t last = 0;
  for (int i = first; i < f->length; i++) {
    int port, cls;
    int sw = at(f, f->path[i], &port, &cls);
    uint64_t moved = f->moved[sw * f->ports + port];
    if (moved > last) last = moved;
  }
  return last;
}

static void find_cycle(struct network *n) {
  struct search f = {.n = n, .ports = n->s->dims.ports, .classes = n->s->dims.classes};
  size_t queues = (size_t)(n->s->switches * f.ports * f.classes);
  f.colour = calloc(queues, 1);
  f.path = calloc(queues + 1, sizeof(*f.path));
  f.edge = calloc(queues + 1, sizeof(*f.edge));
  f.held = calloc(queues, sizeof(*f.held));
  f.closed = calloc(queues, sizeof(*f.closed));
  f.off = calloc((size_t)n->s->switches, sizeof(*f.off));
  f.moved = calloc((size_t)(n->s->switches * f.ports), sizeof(*f.moved));
  bool good = f.colour != NULL && f.path != NULL && f.edge != NULL && f.held != NULL && f.closed != NULL &&
              f.off != NULL && f.moved != NULL;
  int first = 0;
  if (good) look(&f);
  for (size_t id = 0; good && id < queues; id++) {
    if (f.colour[id] != 0 || !blocked(&f, (int)id) || !follow(&f, (int)id, &first)) continue;
    n->result.verdict.cycle = describe(&f, first);
    n->result.verdict.since = since(&f, first);
    break;
  }
  free(f.held);
  free(f.closed);
  free(f.off);
  free(f.moved);
  free(f.colour);
  free(f.path);
  free(f.edge);
}

void verdict_end(struct network *n) {
  struct verdict *v = &n->result.verdict;
  if (v->kind == VERDICT_DEADLOCKED) {
    v->since = n->moved;  // of all processes, since the check
    find_cycle(n);
  } else {
    v->kind = data_left(n) ? VERDICT_MOVING : VERDICT_DRAINED;
  }
}
