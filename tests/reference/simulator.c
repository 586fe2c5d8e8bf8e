// An independent reference of the event engine: a plain packet simulator with one queue of events. It was written from
// the specification and the pages of docs/ alone, and shares no code with the engines but the latencies of
// cmodel/sluice.h. [spec N] names a section of the specification; other words in brackets name pages of docs/.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice.h"
#include "tests/reference/network.h"

enum { DATA, ACK, NACK, CNP, PAUSE };
enum { MAX_PORTS = 2 * NET_LINKS, LEAST_FRAME = 64, CHANGES = 4, WHOLE = NET_CLASSES };
static const int64_t NEVER = INT64_MAX / 4, US = 1000000;  // picoseconds

struct packet {
  struct packet *next;
  int flow, kind, cls;
  int64_t bytes, seq, born;  // seq: first byte of data; of an acknowledgement: first byte that is missing
  int in, out, hops;         // ports of the switch that holds it; switches passed
  unsigned life;             // of the link, when it was sent
  bool marked;
  unsigned enable;  // of a pause: classes, and WHOLE for the port level
  int64_t time[NET_CLASSES + 1];
};

struct fifo {
  struct packet *head, *tail;
};

// The feedback level of a queue or port: 0 on, 1 off; under GFC the stage. Changes take effect later, in order.
struct state {
  int level, before, changes;
  int64_t since;  // last change, from `before`
  struct {
    int64_t time;
    int level;
  } change[CHANGES];
  bool other_side;                      // of its threshold
  int64_t visit, last_visit, enqueued;  // state of a scheduled visit of the scan, 0: none; of the last one that is due;
                                        // last enqueue into its group
};

// One end of a link: what its node sends over it, and what it has received.
struct port {
  int node, number;
  bool up, busy;
  unsigned life;  // times that the link went down
  int64_t carry;  // remainder of the end of the last frame
  struct packet *sending;
  struct fifo queue[NET_CLASSES], control;  // control: messages of a switch, acknowledgements of a host
  int64_t waiting[NET_CLASSES];             // cells of an egress queue
  int last_class, last_flow;
  int64_t credit[NET_CLASSES];                         // scheduler: bytes
  int64_t closed_until[NET_CLASSES + 1];               // pause timers, and that of the port level
  int sender_level[NET_CLASSES];                       // GFC
  double owed[NET_CLASSES];                            // GFC: picoseconds at full rate
  int64_t owed_at[NET_CLASSES], gap_end[NET_CLASSES];  // end: at a host
  int64_t marked[2];  // when the last message of the queues, of the port is due at the MMU
  int64_t q[NET_CLASSES], h[NET_CLASSES], own_headroom;
  struct state state[NET_CLASSES + 1];  // of the queues, and of the port
};

struct mmu {
  int ports;
  int64_t shared, pool, part[NET_CLASSES], common[NET_CLASSES];  // S; SHP: of the pool; TTL: of b_j, of b_s by class
  int64_t enqueue, dequeue, message, refresh;                    // last cycles in use; next refresh
};

struct sender {
  int path[NET_HOPS + 2], hops;  // egress ports from the host on, until the routes change; fixed ones always
  int first, last;               // ports of the source, and of the switch to the destination
  int waits;
  bool started, done, failed;
  int64_t ready, start, next_time, base, carry;
  int64_t next, highest, acked, arrived, completion;
  int64_t expected, unacked, nack_for, nack_time, cnp_end;
  bool mark_due, mark_seen;
  double rate, target, alpha;
  bool active, cnp_alpha, cnp_decrease, increased;
  int stage;
  int64_t alpha_at, decrease_at, increase_at;
  int64_t timer_end, timer_left, timer_length;  // end: 0 stands still
  int64_t expired;                              // in sequence
};

struct event {
  int64_t time, number;
  int kind, where, sub;
  struct packet *packet;
};

// The order of events at one time: a dequeue is before an enqueue [spec 3]; a port that is free looks for a frame
// before packets arrive and messages take effect [event engine: time and order]. Intervals of DCQCN and timers
// end before all that asks for them, and intervals of CNPs before packets arrive [congestion].
enum {
  LINK,
  REROUTE,
  ALPHA_END,
  INCREASE_END,
  DECREASE_END,
  TIMER_END,
  START,
  QUEUE,
  SENT,
  TRY,
  VISIT,
  STATE,
  CNP_END,
  ARRIVE,
  MESSAGE,
  OBEY,
  EXPIRE,
  REFRESH,
};

struct simulator {
  const struct network *net;
  const struct reference_options *options;
  struct net_result *result;
  struct event *heap;
  size_t events, room;
  uint64_t luck;                                    // of readings with late visits
  int64_t number, now, cycle, moved, packets, end;  // end: of the sources, 0: not yet
  int round;
  struct port port[MAX_PORTS];
  struct mmu mmu[NET_SWITCHES];
  struct net_switch sw[NET_SWITCHES];  // in cells
  struct sender sender[NET_FLOWS];
  bool usable[NET_LINKS], rerouted;
  int distance[NET_SWITCHES][NET_SWITCHES];
};

static bool planted(const struct simulator *s, int fault) { return s->options->fault == fault; }
static bool is_switch(const struct simulator *s, int node) { return node < s->net->switches; }
static const struct net_link *link_of(const struct simulator *s, int port) { return &s->net->link[port / 2]; }
static const struct net_switch *switch_of(const struct simulator *s, int port) { return &s->sw[s->port[port].node]; }
static bool lossless(const struct simulator *s, int cls) { return (s->net->lossless >> cls & 1) != 0; }
static int64_t cells_of(const struct simulator *s, int64_t bytes) {
  return (bytes + s->net->cell - 1) / s->net->cell;  // [spec 1]
}
static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// ---- events ----

static bool before(const struct event *a, const struct event *b) {
  if (a->time != b->time) return a->time < b->time;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->where != b->where) return a->where < b->where;
  return a->number < b->number;
}

static void schedule(struct simulator *s, int64_t time, int kind, int where, int sub, struct packet *packet) {
  if (s->events == s->room) {
    s->room = s->room * 2 + 64;
    s->heap = realloc(s->heap, s->room * sizeof *s->heap);
    if (s->heap == NULL) abort();
  }
  struct event event = {time, s->number++, kind, where, sub, packet};
  size_t i = s->events++;
  for (; i > 0 && before(&event, &s->heap[(i - 1) / 2]); i = (i - 1) / 2) s->heap[i] = s->heap[(i - 1) / 2];
  s->heap[i] = event;
}

static struct event take_first(struct simulator *s) {
  struct event first = s->heap[0], last = s->heap[--s->events];
  size_t i = 0;
  for (size_t child; (child = 2 * i + 1) < s->events; i = child) {
    if (child + 1 < s->events && before(&s->heap[child + 1], &s->heap[child])) child++;
    if (!before(&s->heap[child], &last)) break;
    s->heap[i] = s->heap[child];
  }
  s->heap[i] = last;
  return first;
}

static void put(struct fifo *fifo, struct packet *packet) {
  packet->next = NULL;
  if (fifo->head == NULL)
    fifo->head = packet;
  else
    fifo->tail->next = packet;
  fifo->tail = packet;
}

static struct packet *take(struct fifo *fifo) {
  struct packet *packet = fifo->head;
  fifo->head = packet->next;
  return packet;
}

static void try_to_send(struct simulator *s, int port) { schedule(s, s->now, TRY, port, 0, NULL); }

static void trace(const struct simulator *s, const char *step, int port, const struct packet *p) {
  if (s->options->trace == NULL) return;
  int node = s->port[port].node;
  fprintf(s->options->trace, "%.3f,%s,%c%d,%d,%d,%s%d,%.3f,%lld,%lld\n", (double)s->now / 1000, step,
          is_switch(s, node) ? 'S' : 'h', is_switch(s, node) ? node : node - s->net->switches, port / 2, p->cls,
          p->kind == DATA   ? "f"
          : p->kind == ACK  ? "ack"
          : p->kind == NACK ? "nack"
          : p->kind == CNP  ? "cnp"
                            : "pause",
          p->flow, (double)p->born / 1000, (long long)p->bytes, (long long)p->seq);
}

// ---- routes [traffic: routes] ----

// Links from switch to switch over the links in use.
static void measure(struct simulator *s) {
  const struct network *net = s->net;
  for (int to = 0; to < net->switches; to++) {
    for (int n = 0; n < net->switches; n++) s->distance[n][to] = n == to ? 0 : INT16_MAX;
    for (int round = 0; round < net->switches; round++)
      for (int i = 0; i < 2 * net->links; i++) {
        int a = s->port[i].node, b = s->port[i ^ 1].node;
        if (s->usable[i / 2] && is_switch(s, a) && is_switch(s, b))
          s->distance[a][to] = (int)smaller(s->distance[a][to], s->distance[b][to] + 1);
      }
  }
}

// The port of the switch that begins a shortest way to the port, by the link declared first; -1: none.
static int next_port(const struct simulator *s, int node, int last) {
  if (!s->usable[last / 2]) return -1;
  int to = s->port[last].node;
  if (node == to) return last;
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->usable[i / 2] && s->port[i].node == node && is_switch(s, s->port[i ^ 1].node) &&
        s->distance[node][to] < INT16_MAX && s->distance[s->port[i ^ 1].node][to] + 1 == s->distance[node][to])
      return i;
  return -1;
}

static int port_between(const struct simulator *s, int from, int to) {
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->port[i].node == from && s->port[i ^ 1].node == to) return i;
  return -1;
}

static int link_in_use(const struct simulator *s, int host, int kept, int end) {
  if (s->usable[kept / 2] && s->port[kept | 1].node == host) return kept;
  for (int l = 0; l < s->net->links; l++)
    if (s->port[2 * l + 1].node == host && s->usable[l]) return 2 * l + end;
  return kept;
}

// The access links of a flow that are up: that of the source first, then that of the destination. Without a way each
// end keeps its link if it is up, or takes the first that is. A source without a link waits.
static void choose_links(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  int from = s->net->switches + s->net->flow[f].from, to = s->net->switches + s->net->flow[f].to;
  int least = INT16_MAX;
  sender->first = link_in_use(s, from, sender->first, 1);  // hosts are the ends b
  sender->last = link_in_use(s, to, sender->last, 0);
  bool up = s->usable[sender->first / 2];
  int kept = sender->first;
  for (int i = 1; i < 2 * s->net->links; i += 2)
    for (int j = 0; j < 2 * s->net->links && s->port[i].node == from && (up ? s->usable[i / 2] : i == kept); j += 2) {
      if (s->port[j ^ 1].node != to || !s->usable[j / 2]) continue;
      int distance = planted(s, FAULT_ACCESS) ? 0 : s->distance[s->port[i ^ 1].node][s->port[j].node];
      if (distance >= least) continue;
      least = distance;
      sender->first = i;
      sender->last = j;
    }
}

// The path of a flow; a fixed one has the switches of its `route`.
static void find_path(struct simulator *s, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  struct sender *sender = &s->sender[f];
  choose_links(s, f);
  sender->path[0] = sender->first;
  sender->hops = 1;
  int last = s->net->switches + flow->to;
  for (int node = s->port[sender->first ^ 1].node; node != last;) {
    int i = sender->hops;
    int port = flow->hops == 0 ? next_port(s, node, sender->last)
                               : port_between(s, node, i < flow->hops ? flow->route[i] : last);
    if (port < 0 || sender->hops == NET_HOPS + 2) abort();
    sender->path[sender->hops++] = port;
    node = s->port[port ^ 1].node;
  }
}

// Where a switch sends a packet: along the path of its flow, packets to the sender backwards. When routes have changed,
// towards the access link.
static int egress_of(const struct simulator *s, const struct packet *p, int node) {
  const struct sender *sender = &s->sender[p->flow];
  for (int i = 0; i < sender->hops && (!s->rerouted || s->net->flow[p->flow].hops > 0); i++) {
    if (p->kind == DATA && s->port[sender->path[i]].node == node) return sender->path[i];
    if (p->kind != DATA && s->port[sender->path[i] ^ 1].node == node) return sender->path[i] ^ 1;
  }
  return next_port(s, node, p->kind == DATA ? sender->last : sender->first ^ 1);
}

// The least sum of delays between two hosts, without outages [spec 14, after].
static int64_t least_delay(const struct simulator *s, int from, int to) {
  int nodes = s->net->switches + s->net->hosts;
  int64_t delay[NET_NODES] = {0}, hop = planted(s, FAULT_HOPS) ? 1000000 * US : 0;
  for (int n = 0; n < nodes; n++) delay[n] = n == s->net->switches + from ? 0 : NEVER;
  for (int round = 0; round < nodes; round++)
    for (int i = 0; i < 2 * s->net->links; i++) {
      int a = s->port[i].node, b = s->port[i ^ 1].node;
      if (!is_switch(s, a) && a != s->net->switches + from) continue;
      delay[b] = smaller(delay[b], delay[a] + link_of(s, i)->delay_ps + hop);
    }
  return hop > 0 ? delay[s->net->switches + to] % hop : delay[s->net->switches + to];
}

// ---- thresholds and states [spec 4] ----

static int64_t above_private(const struct simulator *s, int port, int cls) {
  return larger(0, s->port[port].q[cls] - switch_of(s, port)->phi);
}

static int64_t shifted(int64_t amount, int alpha) { return alpha < 0 ? amount >> -alpha : amount << alpha; }

static int64_t threshold(const struct simulator *s, int port, int cls) {
  const struct net_switch *sw = switch_of(s, port);
  const struct mmu *mmu = &s->mmu[s->port[port].node];
  int64_t wrong = planted(s, FAULT_THRESHOLD) ? cells_of(s, s->net->max_packet) : 0;
  if (sw->scheme == NET_STATIC) return sw->xoff + wrong;
  if (sw->scheme == NET_TTL) {  // Eq. 16
    int64_t all = 0, weight = 65536 / (s->net->ttl - 1);
    for (int c = 0; c < s->net->classes; c++) all += mmu->common[c];
    return shifted((weight * (sw->shared - all) >> 16) + sw->partition - mmu->part[cls], sw->alpha) + wrong;
  }
  return shifted(sw->shared - mmu->shared, sw->alpha) + wrong;
}

static int64_t port_above(const struct simulator *s, int port) {  // W, of lossless classes [accounting]
  int64_t sum = 0;
  for (int c = 0; c < s->net->classes; c++)
    if (lossless(s, c)) sum += above_private(s, port, c);
  return sum;
}

static int stage(const struct net_switch *sw, int64_t q) {  // [spec 6], D a power of two
  int64_t d = sw->bm - sw->b0;
  int k = 0, last = 0;
  while (last < SLUICE_MAX_STAGES && d >> (last + 2) >= 1) last++;
  while (k < last && q >= sw->bm - (d >> (k + 1))) k++;
  return k;
}

// The level that the counters ask for, after the level `last`. Without `headroom`: by the thresholds alone.
static int wanted(const struct simulator *s, int port, int cls, int last, bool headroom) {
  const struct net_switch *sw = switch_of(s, port);
  const struct port *p = &s->port[port];
  if (sw->scheme == NET_GFC) return stage(sw, p->q[cls]);
  int64_t w, off, delta;
  if (cls == WHOLE) {
    w = port_above(s, port);
    off = s->net->classes * threshold(s, port, 0);
    delta = sw->delta_p;
    headroom = headroom && p->own_headroom > 0;
    if (planted(s, FAULT_PORT)) return 0;
  } else {
    w = above_private(s, port, cls);
    off = threshold(s, port, cls);
    if (sw->scheme == NET_DSH) off = larger(0, off - sw->eta);
    delta = sw->scheme == NET_STATIC ? sw->xoff - sw->xon : sw->delta_q;
    headroom = headroom && sw->scheme != NET_DSH && p->h[cls] > 0;
  }
  if (w > off || (headroom && !planted(s, FAULT_RESUME))) return 1;
  return w <= larger(0, off - delta) ? 0 : last;
}

static int level_at(const struct state *state, int64_t time) {
  int level = state->level;
  for (int i = 0; i < state->changes && state->change[i].time <= time; i++) level = state->change[i].level;
  return level;
}

static void change_level(struct simulator *s, int port, int cls, int64_t time, int level) {
  struct state *state = &s->port[port].state[cls];
  if (state->changes == CHANGES) abort();
  state->other_side = false;
  state->change[state->changes].time = time;
  state->change[state->changes++].level = level;
  schedule(s, time, STATE, port, cls, NULL);
}

// The first visit of the scan that includes an event: one queue in a cycle, in rounds of R cycles; a port with the
// visit of its highest lossless class [latencies: scan].
static int64_t next_visit(const struct simulator *s, int port, int cls, int64_t event) {
  int highest = 0;
  for (int c = 0; c < s->net->classes; c++)
    if (lossless(s, c)) highest = c;
  int64_t slot = s->port[port].number * s->net->classes + (cls == WHOLE ? highest : cls);
  int64_t least = event + SLUICE_COUNT_LATENCY * s->cycle, round = s->round * s->cycle;
  int64_t turn = (least - slot * s->cycle + round - 1) / round;
  return turn * round + slot * s->cycle;
}

static bool has_state(const struct simulator *s, int port, int cls) {
  if (cls == WHOLE) return switch_of(s, port)->scheme == NET_DSH;
  return lossless(s, cls) && cls < s->net->classes;
}

// A choice that the specification leaves open, in runs with late visits.
static bool late(struct simulator *s) {
  if (s->options->late == 0) return false;
  s->luck = s->luck * 6364136223846793005 + s->options->late;
  return s->luck >> 63 != 0;
}

static void plan_visit(struct simulator *s, int port, int cls) {
  struct state *state = &s->port[port].state[cls];
  state->visit = state->last_visit;
  if (late(s)) state->visit += s->round * s->cycle;
  schedule(s, state->visit, VISIT, port, cls, NULL);
}

// After an event of queue (own, cls): a queue that is now on the other side of its threshold changes at its next visit.
static void examine(struct simulator *s, int own, int cls, bool enqueue, int64_t event) {
  for (int port = 0; port < 2 * s->net->links; port++)
    for (int c = 0; s->port[port].node == s->port[own].node && c <= WHOLE; c++) {
      if (!has_state(s, port, c)) continue;
      struct state *state = &s->port[port].state[c];
      int last = level_at(state, NEVER);
      bool other = wanted(s, port, c, last, true) != last || wanted(s, port, c, last, false) < last;
      bool itself = port == own && (c == cls || c == WHOLE);
      bool crossed = other && (itself ? !enqueue : !state->other_side || s->options->reading & READING_EACH_EVENT);
      state->other_side = other;
      if (itself && !other && s->options->reading & READING_OWN) state->visit = 0;
      if (!crossed) continue;
      state->last_visit = next_visit(s, port, c, event) + SLUICE_VISIT_LATENCY * s->cycle;
      if (state->visit == 0) plan_visit(s, port, c);
    }
}

// What the visit decides takes effect at once: it is scheduled for the time of its state. An incomplete view turns
// nothing on: the next visit decides [pause states: snapshots].
static void visit(struct simulator *s, int port, int cls) {
  struct state *state = &s->port[port].state[cls];
  if (state->visit != s->now) return;
  int64_t view = s->now - (SLUICE_VISIT_LATENCY + SLUICE_COUNT_LATENCY) * s->cycle;
  state->visit = 0;
  int last = level_at(state, NEVER), level = wanted(s, port, cls, last, true);
  if (level < last && state->enqueued > view) state->last_visit = s->now + s->round * s->cycle;
  if (state->last_visit > s->now && (s->options->reading & READING_AGAIN || state->enqueued > view))
    plan_visit(s, port, cls);
  if (level == last || (level < last && state->enqueued > view)) return;
  change_level(s, port, cls, s->now, level);
}

// An enqueue may turn its own queue and port off [spec 4].
static void after_enqueue(struct simulator *s, int port, int cls, int64_t event) {
  for (int i = 0; i < 2; i++) {
    int c = i == 0 ? cls : WHOLE;
    if (!has_state(s, port, c)) continue;
    struct state *state = &s->port[port].state[c];
    state->enqueued = event;
    int last = level_at(state, NEVER), level = wanted(s, port, c, last, true);
    if (level > last) change_level(s, port, c, event + SLUICE_STATE_LATENCY * s->cycle, level);
  }
}

// ---- messages [spec 5; messages] ----

static bool any_active(const struct simulator *s, int port) {
  for (int c = 0; c <= WHOLE; c++)
    if (level_at(&s->port[port].state[c], NEVER) > 0) return true;
  return false;
}

// A message that is due has the states of the cycle before.
static void mark(struct simulator *s, int port, int of_port, bool again) {
  int64_t *due = &s->port[port].marked[of_port], time = s->now + SLUICE_MESSAGE_LATENCY * s->cycle;
  if (s->now <= *due - (again ? 1 : s->cycle) && !late(s)) return;
  *due = time;
  schedule(s, time, MESSAGE, port, of_port, NULL);
}

static int64_t quanta(int64_t n, int64_t mbps) { return (n * 512 * US + mbps - 1) / mbps; }

static int64_t fastest(const struct simulator *s, int node) {
  int64_t mbps = 0;
  for (int i = 0; i < 2 * s->net->links; i++)
    if (s->port[i].node == node) mbps = larger(mbps, link_of(s, i)->mbps);
  return mbps;
}

static void state_event(struct simulator *s, int port, int cls) {
  struct state *state = &s->port[port].state[cls];
  if (state->changes == 0 || state->change[0].time != s->now) return;  // cancelled
  state->before = state->level;
  state->since = s->now;
  state->level = state->change[0].level;
  memmove(state->change, state->change + 1, sizeof state->change - sizeof state->change[0]);
  state->changes--;
  if (s->options->trace != NULL)
    fprintf(s->options->trace, "#%.3f,state,%d,%d,%d,%d\n", (double)s->now / 1000, s->port[port].node, port / 2, cls,
            state->level);
  mark(s, port, cls == WHOLE && switch_of(s, port)->native, false);
  int node = s->port[port].node;
  bool active = false;
  for (int i = 0; i < 2 * s->net->links; i++) active = active || (s->port[i].node == node && any_active(s, i));
  if (active && s->mmu[node].refresh == 0) {
    s->mmu[node].refresh = s->now + quanta(s->net->refresh, fastest(s, node));
    schedule(s, s->mmu[node].refresh, REFRESH, node, 0, NULL);
  } else if (!active) {
    s->mmu[node].refresh = 0;
  }
}

// Repeats all active pauses of the switch, every REFRESH quanta of its fastest link from its first active state on.
static void refresh(struct simulator *s, int node) {
  if (s->mmu[node].refresh != s->now) return;
  bool active = false;
  s->mmu[node].refresh = 0;
  for (int port = 0; port < 2 * s->net->links; port++)
    if (s->port[port].node == node) {
      active = active || any_active(s, port);
      for (int c = 0; c <= WHOLE; c++)
        if (level_at(&s->port[port].state[c], switch_of(s, port)->scheme == NET_GFC ? NEVER : s->now) > 0)
          mark(s, port, c == WHOLE && switch_of(s, port)->native, true);
    }
  if (!active) return;
  s->mmu[node].refresh = s->now + quanta(s->net->refresh, fastest(s, node));
  schedule(s, s->mmu[node].refresh, REFRESH, node, 0, NULL);
}

static struct packet *new_packet(struct simulator *s, int flow, int kind, int cls, int64_t bytes) {
  struct packet *p = calloc(1, sizeof *p);
  if (p == NULL) abort();
  p->flow = flow;
  p->kind = kind;
  p->cls = cls;
  p->bytes = bytes;
  p->born = s->now;
  p->in = p->out = -1;
  if (kind != PAUSE) s->packets++;
  return p;
}

static int told(const struct simulator *s, const struct state *state) {
  return state->since > s->now - s->cycle ? state->before : state->level;
}

// The message of a port has the states of the cycle before the MMU sends it, and may wait for the line. Interoperable
// mode merges both states; under TTL queue j pauses class j - 1 of the upstream.
static struct packet *new_message(struct simulator *s, int port, int of_port) {
  const struct net_switch *sw = switch_of(s, port);
  const struct port *p = &s->port[port];
  struct packet *message = new_packet(s, 0, PAUSE, 0, LEAST_FRAME);
  if (of_port) {
    message->enable = 1U << WHOLE;
    message->time[WHOLE] = told(s, &p->state[WHOLE]) > 0 ? s->net->pause_time : 0;
    return message;
  }
  bool shift = sw->scheme == NET_TTL && !planted(s, FAULT_TTL);
  for (int c = shift ? 1 : 0; c < s->net->classes; c++) {
    if (!lossless(s, c)) continue;
    int to = shift ? c - 1 : c, level = told(s, &p->state[c]);
    if (!sw->native && told(s, &p->state[WHOLE]) > 0) level = 1;
    message->enable |= 1U << to;
    message->time[to] = sw->scheme == NET_GFC ? level : level > 0 ? s->net->pause_time : 0;
  }
  return message;
}

// ---- gates ----

// GFC: the time that the gap still takes, at the present level [gfc: gaps in the simulator].
static void settle_gap(struct simulator *s, int port, int cls) {
  struct port *p = &s->port[port];
  double paid = (double)(s->now - p->owed_at[cls]) / (double)(1 << p->sender_level[cls]);
  p->owed[cls] = p->owed[cls] > paid ? p->owed[cls] - paid : 0;
  p->owed_at[cls] = s->now;
}

static bool gate_open(const struct simulator *s, int port, int cls) {
  const struct port *p = &s->port[port];
  if (p->owed[cls] > 0 || p->gap_end[cls] > s->now) return false;
  if (is_switch(s, p->node) && !lossless(s, cls)) return true;
  return p->closed_until[cls] <= s->now && p->closed_until[WHOLE] <= s->now;
}

static void look_at_gap(struct simulator *s, int port, int cls) {
  struct port *p = &s->port[port];
  settle_gap(s, port, cls);
  if (p->owed[cls] < 0.5) p->owed[cls] = 0;
  if (p->owed[cls] > 0)
    schedule(s, s->now + (int64_t)ceil(p->owed[cls] * (double)(1 << p->sender_level[cls])), EXPIRE, port, cls, NULL);
}

static void hold_timer(struct simulator *s, int f);
static void progress(struct simulator *s);
static void look_for_end(struct simulator *s);
static bool sources_end(const struct simulator *s);

static void hold_timers(struct simulator *s, int port) {
  for (int f = 0; f < s->net->flows; f++)
    if (s->sender[f].first == port) hold_timer(s, f);
}

static void obey(struct simulator *s, int port, const struct packet *message) {
  struct port *p = &s->port[port];
  int64_t late = is_switch(s, p->node) ? SLUICE_GATE_LATENCY * s->cycle : 0;
  for (int c = 0; c <= WHOLE; c++) {
    if ((message->enable >> c & 1) == 0) continue;
    if (s->net->sw[0].scheme == NET_GFC) {
      settle_gap(s, port, c);
      p->sender_level[c] = (int)message->time[c];
      if (planted(s, FAULT_STAGE) && p->sender_level[c] > 0) p->sender_level[c]--;
      look_at_gap(s, port, c);
      continue;
    }
    p->closed_until[c] = message->time[c] > 0 ? s->now - late + quanta(message->time[c], link_of(s, port)->mbps) : 0;
    if (message->time[c] > 0) schedule(s, p->closed_until[c], EXPIRE, port, c, NULL);
  }
  hold_timers(s, port);
}

// ---- accounting [spec 3] ----

static int64_t over_private_headroom(const struct simulator *s, int port, int64_t growth) {  // SHP
  int64_t sum = growth;
  for (int c = 0; c < s->net->classes; c++) sum += s->port[port].h[c];
  return larger(0, sum - switch_of(s, port)->port_headroom);
}

static bool admit_to_headroom(struct simulator *s, int port, int cls, int64_t x) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  int64_t *h = sw->scheme == NET_DSH ? &p->own_headroom : &p->h[cls];
  if (*h + x > sw->eta) return false;
  if (sw->scheme == NET_SHP) {
    struct mmu *mmu = &s->mmu[p->node];
    int64_t more = over_private_headroom(s, port, x) - over_private_headroom(s, port, 0);
    if (mmu->pool + more > sw->pool && !planted(s, FAULT_POOL)) return false;
    mmu->pool += more;
  }
  *h += x;
  return true;
}

static bool admit_ttl(struct simulator *s, int port, int cls, int64_t n) {
  const struct net_switch *sw = switch_of(s, port);
  struct mmu *mmu = &s->mmu[s->port[port].node];
  int64_t all = 0;
  for (int c = 0; c < s->net->classes; c++) all += mmu->common[c];
  if (mmu->part[cls] + n <= sw->partition)
    mmu->part[cls] += n;
  else if (all + n <= sw->shared)
    mmu->common[cls] += n;
  else if (!admit_to_headroom(s, port, cls, n))
    return false;
  s->port[port].q[cls] += n;
  return true;
}

// `event`: the time of the enqueue at the MMU.
static bool admit(struct simulator *s, int port, int cls, int64_t n, int64_t event) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  struct mmu *mmu = &s->mmu[p->node];
  if (sw->scheme == NET_TTL) return admit_ttl(s, port, cls, n);
  int64_t w = above_private(s, port, cls), x = larger(0, p->q[cls] + n - sw->phi) - w;
  if (!lossless(s, cls)) {
    int64_t limit = sw->shared - mmu->shared + (planted(s, FAULT_LOSSY) ? cells_of(s, s->net->max_packet) : 0);
    if (x > 0 && (w + n > limit || mmu->shared + x > sw->shared)) return false;
    mmu->shared += x;
    p->q[cls] += n;
    return true;
  }
  const struct state *group = &p->state[sw->scheme == NET_DSH ? WHOLE : cls];
  bool off = sw->scheme != NET_GFC && level_at(group, event + SLUICE_GROUP_LATENCY * s->cycle) > 0;
  if ((off && !planted(s, FAULT_HEADROOM)) || mmu->shared + x > sw->shared) {
    if (x > 0 && !admit_to_headroom(s, port, cls, x)) return false;
  } else {
    mmu->shared += x;
  }
  p->q[cls] += n;
  return true;
}

static void release(struct simulator *s, int port, int cls, int64_t n) {
  const struct net_switch *sw = switch_of(s, port);
  struct port *p = &s->port[port];
  struct mmu *mmu = &s->mmu[p->node];
  int64_t y = above_private(s, port, cls);
  p->q[cls] -= n;
  y -= above_private(s, port, cls);
  int64_t *h = sw->scheme == NET_DSH ? &p->own_headroom : &p->h[cls];
  int64_t d = lossless(s, cls) ? smaller(y, *h) : 0;  // lossy classes use no headroom
  int64_t pool = over_private_headroom(s, port, 0);
  *h -= d;
  if (sw->scheme == NET_SHP) mmu->pool -= pool - over_private_headroom(s, port, 0);
  if (sw->scheme == NET_TTL) {
    int64_t common = smaller(n - d, mmu->common[cls]);
    mmu->common[cls] -= common;
    mmu->part[cls] -= n - d - common;
  } else {
    mmu->shared -= y - d;
  }
}

// One enqueue and one dequeue in a cycle: the second waits [event engine: latencies].
static int64_t in_turn(const struct simulator *s, int64_t *last) { return *last = larger(s->now, *last + s->cycle); }

// The packets of a link that goes down are dequeued at once.
static void dequeue(struct simulator *s, const struct packet *p, bool flushed) {
  int node = s->port[p->in].node;
  int64_t event = flushed ? s->now : in_turn(s, &s->mmu[node].dequeue);
  release(s, p->in, p->cls, cells_of(s, p->bytes));
  examine(s, p->in, p->cls, false, event);
}

static void drop(struct simulator *s, struct packet *p, int port) {
  trace(s, "drop", port, p);
  if (p->kind == DATA) s->result->flow[p->flow].dropped++;
  if (p->kind != PAUSE) s->packets--;
  s->moved = s->now;
  free(p);
}

static void arrive_at_switch(struct simulator *s, int port, struct packet *p) {
  int node = s->port[port].node;
  p->in = port;
  p->hops++;
  if (s->net->sw[0].scheme == NET_TTL) {  // class = TTL0 - TTL; at TTL 0 the receiver drops the packet
    p->cls = p->hops;
    if (p->hops >= s->net->ttl) {
      drop(s, p, port);
      return;
    }
  }
  p->out = egress_of(s, p, node);
  if (p->out < 0 && p->kind == DATA) s->result->flow[p->flow].unreachable++;
  if (p->out < 0 || !s->port[p->out].up) {
    drop(s, p, port);
    return;
  }
  int64_t event = in_turn(s, &s->mmu[node].enqueue), n = cells_of(s, p->bytes);
  if (!admit(s, port, p->cls, n, event)) {
    trace(s, "refuse", port, p);
    if (p->kind == DATA) s->result->flow[p->flow].lost++;
    s->packets--;
    s->moved = s->now;
    free(p);
    return;
  }
  trace(s, "enqueue", port, p);
  after_enqueue(s, port, p->cls, event);
  examine(s, port, p->cls, true, event);
  p->life = s->port[p->out].life;
  schedule(s, event + SLUICE_ADMIT_LATENCY * s->cycle, QUEUE, p->out, 0, p);
}

static void join_queue(struct simulator *s, int port, struct packet *p) {
  if (p->life != s->port[port].life || !s->port[port].up) {
    dequeue(s, p, false);
    drop(s, p, port);
    return;
  }
  put(&s->port[port].queue[p->cls], p);
  s->port[port].waiting[p->cls] += cells_of(s, p->bytes);
  try_to_send(s, port);
}

// ---- senders and receivers ----

static void start_flow(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  sender->started = true;
  progress(s);
  sender->start = sender->next_time = sender->base = s->now;
  s->result->flow[f].start_ps = s->now;
  try_to_send(s, sender->first);
}

// The last byte has arrived: dependent flows may start [spec 14, after].
static void complete(struct simulator *s, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  s->sender[f].completion = s->now;
  look_for_end(s);
  s->result->flow[f].completion_ps = s->now - s->sender[f].start;
  for (int g = 0; g < s->net->flows; g++)
    for (int i = 0; i < s->net->flow[g].afters; i++) {
      if (s->net->flow[g].after[i] != f) continue;
      int64_t delay = flow->to == s->net->flow[g].from ? 0 : least_delay(s, flow->to, s->net->flow[g].from);
      if (s->net->flow[g].after_delay_ns >= 0) delay = s->net->flow[g].after_delay_ns * 1000;
      if (planted(s, FAULT_AFTER)) delay = 0;
      s->sender[g].ready = larger(s->sender[g].ready, s->now + delay);
      if (--s->sender[g].waits == 0)
        schedule(s, s->sender[g].ready + s->net->flow[g].start_ns * 1000, START, g, 0, NULL);
    }
}

// ---- DCQCN [congestion] ----

static const struct net_link *access_link(const struct simulator *s, int f) { return link_of(s, s->sender[f].first); }
static const struct net_policy *policy_of(const struct simulator *s, int f) { return &s->net->flow[f].policy; }
static bool controlled(const struct simulator *s, int f) { return policy_of(s, f)->control != NET_OPEN; }

struct parameters {
  double min_rate, first_alpha, additive, hyper;  // bit/s
  int64_t alpha, decrease, increase;              // intervals
  int fast;                                       // increases before the additive one
  bool react_at_cnp, clamp;
};

static struct parameters parameters_of(const struct simulator *s, int f) {
  double line = (double)access_link(s, f)->mbps * 1e6;
  if (policy_of(s, f)->control == NET_HPCC_DCQCN)
    return (struct parameters){1e9, 1, 5e6 * line / 25e9, 50e6 * line / 25e9, US, 4 * US, 300 * US, 1, false, false};
  return (struct parameters){1e8, 0.5, 40e6, 200e6, 55 * US, 0, 60 * US, 4, true, true};
}

static void decrease(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  struct parameters set = parameters_of(s, f);
  if (set.clamp || sender->increased) sender->target = sender->rate;
  sender->increased = false;
  double rate = sender->rate * (1 - (planted(s, FAULT_ALPHA) ? sender->alpha : sender->alpha / 2));
  sender->rate = rate > set.min_rate ? rate : set.min_rate;
  sender->stage = 0;
  sender->increase_at = s->now + set.increase;
  schedule(s, sender->increase_at, INCREASE_END, f, 0, NULL);
}

static void notify(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  struct parameters set = parameters_of(s, f);
  const double g = 1.0 / 256;
  if (set.react_at_cnp) {
    sender->alpha = (1 - g) * sender->alpha + g;
    decrease(s, f);
  } else if (sender->active) {
    sender->cnp_alpha = sender->cnp_decrease = true;
    return;
  } else {
    sender->alpha = set.first_alpha;
    sender->cnp_decrease = true;
    sender->decrease_at = s->now + set.decrease;
    schedule(s, sender->decrease_at, DECREASE_END, f, 0, NULL);
  }
  sender->active = true;
  sender->alpha_at = s->now + set.alpha;
  schedule(s, sender->alpha_at, ALPHA_END, f, 0, NULL);
}

static void alpha_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  const double g = 1.0 / 256;
  if (sender->alpha_at != s->now) return;
  sender->alpha = (1 - g) * sender->alpha + (sender->cnp_alpha ? g : 0);
  sender->cnp_alpha = false;
  sender->alpha_at = s->now + parameters_of(s, f).alpha;
  if (!sender->done) schedule(s, sender->alpha_at, ALPHA_END, f, 0, NULL);
}

static void decrease_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->cnp_decrease) decrease(s, f);
  sender->cnp_decrease = false;
  if (!sender->done) schedule(s, s->now + parameters_of(s, f).decrease, DECREASE_END, f, 0, NULL);
}

// Without a byte counter both stages are the time stage; that of ns3_rdma never ends in these networks, so its
// increases are never hyper.
static void increase_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->increase_at != s->now) return;
  struct parameters set = parameters_of(s, f);
  double line = (double)access_link(s, f)->mbps * 1e6;
  sender->stage++;
  if (sender->stage > set.fast)
    sender->target += sender->stage > set.fast + 1 && !set.react_at_cnp ? set.hyper : set.additive;
  if (sender->target > line) sender->target = line;
  sender->rate = (sender->rate + sender->target) / 2;
  sender->increased = true;
  sender->increase_at = s->now + set.increase;
  if (!sender->done) schedule(s, sender->increase_at, INCREASE_END, f, 0, NULL);
}

// ---- closed loop [congestion: what a sender, a receiver does; spec 14] ----

// The highest class without data, or the highest one [spec 14, classes].
static int control_class(const struct simulator *s) {
  int cls = s->net->classes - 1;
  unsigned used = 0;
  for (int f = 0; f < s->net->flows; f++) used |= 1U << s->net->flow[f].cls;
  while (cls >= 0 && used >> cls & 1) cls--;
  return cls < 0 || planted(s, FAULT_CLASS) ? s->net->classes - 1 : cls;
}

static void answer(struct simulator *s, int port, int f, int kind, int64_t seq, bool mark) {
  struct packet *p = new_packet(s, f, kind, control_class(s), LEAST_FRAME);
  p->seq = seq;
  p->marked = mark;
  put(&s->port[port].control, p);
  try_to_send(s, port);
}

static void send_cnp(struct simulator *s, int port, int f) {
  s->sender[f].mark_seen = false;
  s->sender[f].cnp_end = s->now + policy_of(s, f)->cnp_us * US;
  schedule(s, s->sender[f].cnp_end, CNP_END, port, f, NULL);
  answer(s, port, f, CNP, 0, false);
}

static void take_data(struct simulator *s, int port, const struct packet *p) {
  const struct net_flow *flow = &s->net->flow[p->flow];
  struct sender *sender = &s->sender[p->flow];
  if (p->marked && policy_of(s, p->flow)->cnp_us > 0) {
    if (sender->cnp_end == 0)
      send_cnp(s, port, p->flow);
    else
      sender->mark_seen = !planted(s, FAULT_CNP);
  }
  bool mark = p->marked && policy_of(s, p->flow)->cnp_us == 0;
  if (p->seq >
      sender->expected) {  // a gap: one NACK until the expected packet arrives; the next acknowledgement has the mark
    sender->mark_due = sender->mark_due || mark;
    if (sender->nack_for == sender->expected && !planted(s, FAULT_NACKS)) return;
    sender->nack_for = sender->expected;
    answer(s, port, p->flow, NACK, sender->expected, false);
    return;
  }
  bool again = p->seq < sender->expected;
  if (again) {
    s->result->flow[p->flow].spurious += p->bytes;
  } else {
    sender->expected += p->bytes;
    sender->unacked += p->bytes;
    s->result->flow[p->flow].received += p->bytes;
    progress(s);
    if (sender->expected == flow->bytes) complete(s, p->flow);
  }
  sender->mark_due = sender->mark_due || mark;
  if (!again && sender->unacked < policy_of(s, p->flow)->ack_bytes && sender->expected != flow->bytes) return;
  sender->unacked = 0;
  answer(s, port, p->flow, ACK, sender->expected, sender->mark_due);
  sender->mark_due = false;
}

static void cnp_end(struct simulator *s, int port, int f) {
  s->sender[f].cnp_end = 0;
  port = s->sender[f].last ^ 1;  // the receiver moves with its flow
  if (s->sender[f].mark_seen) send_cnp(s, port, f);
}

static bool stopped(const struct simulator *s) {
  return s->now >= s->net->stop_ns * 1000 || (s->net->early_stop_ps > 0 && s->now >= s->net->early_stop_ps) ||
         (s->end > 0 && s->now >= s->end);
}

// When all has been sent, under congestion control when all has arrived, the sources stop at a multiple of 100 ns.
static void look_for_end(struct simulator *s) {
  if (s->end == 0 && sources_end(s)) s->end = (s->now + 100 * 1000 - 1) / (100 * 1000) * (100 * 1000);
}

// New data, links, routes, flows and pauses that change: the sources go on for two ends of the slowest timer [spec 14].
static void progress(struct simulator *s) {
  int64_t slowest = 0;
  bool failed = false;
  for (int f = 0; f < s->net->flows; f++) {
    if (controlled(s, f)) slowest = larger(slowest, policy_of(s, f)->rto_us);
    failed = failed || s->sender[f].failed;
  }
  s->result->early_stop_ps = failed ? 0 : s->now + 2 * 16 * slowest * US;
}

static int64_t rto(const struct simulator *s, int f) {
  return planted(s, FAULT_POLICY) && s->net->policy.control != NET_OPEN ? s->net->policy.rto_us * US
                                                                        : policy_of(s, f)->rto_us * US;
}

static bool held(const struct simulator *s, int f) {
  return !gate_open(s, s->sender[f].first, s->net->flow[f].cls) && !planted(s, FAULT_HELD);
}

static void run_timer(struct simulator *s, int f, int64_t length) {
  struct sender *sender = &s->sender[f];
  sender->timer_left = length;
  sender->timer_end = 0;
  if (sender->acked == sender->next || held(s, f)) return;
  sender->timer_end = s->now + length;
  schedule(s, sender->timer_end, TIMER_END, f, 0, NULL);
}

// The timer stands still while the host's own link is paused for the class.
static void hold_timer(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (!controlled(s, f) || !sender->started) return;
  if (held(s, f) && sender->timer_end > 0) {
    sender->timer_left = sender->timer_end - s->now;
    sender->timer_end = 0;
  } else if (!held(s, f) && sender->timer_end == 0 && sender->acked < sender->next) {
    run_timer(s, f, sender->timer_left > 0 ? sender->timer_left : sender->timer_length);
  }
}

static void timer_end(struct simulator *s, int f) {
  struct sender *sender = &s->sender[f];
  if (sender->timer_end != s->now || sender->done) return;
  if (stopped(s)) {
    s->result->unsettled = true;
    return;
  }
  if (s->options->trace != NULL) fprintf(s->options->trace, "#%.3f,expiry,f%d\n", (double)s->now / 1000, f);
  s->result->flow[f].timeouts++;
  sender->next = sender->acked;
  sender->timer_end = 0;
  if (!planted(s, FAULT_BACKOFF)) sender->timer_length = smaller(2 * sender->timer_length, 16 * rto(s, f));
  sender->timer_left = 0;
  int64_t limit = policy_of(s, f)->rto_limit;
  sender->failed = limit > 0 && ++sender->expired == limit + (planted(s, FAULT_LIMIT) ? 1 : 0);
  if (sender->failed) progress(s);
  try_to_send(s, sender->first);
}

static void take_answer(struct simulator *s, const struct packet *p) {
  struct sender *sender = &s->sender[p->flow];
  if (p->kind == CNP || p->marked) notify(s, p->flow);
  if (p->kind == CNP) return;
  bool news = p->seq > sender->acked;
  sender->acked = larger(sender->acked, p->seq);
  if (sender->next < sender->acked) sender->next = sender->acked;
  if (p->kind == NACK && p->seq == sender->acked) {
    sender->next = sender->acked;
    sender->timer_end = sender->timer_left = 0;  // it starts again with the first byte under way
    if (planted(s, FAULT_NACK)) sender->next = larger(0, sender->acked - s->net->flow[p->flow].packet);
  }
  if (sender->acked == s->net->flow[p->flow].bytes) sender->done = true;
  if (news) {
    sender->expired = 0;
    sender->timer_length = rto(s, p->flow);
    run_timer(s, p->flow, sender->timer_length);
  }
  try_to_send(s, sender->first);
}

static void arrive_at_host(struct simulator *s, int port, struct packet *p) {
  trace(s, "arrive", port, p);
  s->packets--;
  if (p->kind == DATA && p->marked) s->result->flow[p->flow].marked++;
  if (p->kind != DATA) {
    take_answer(s, p);
  } else if (controlled(s, p->flow)) {
    take_data(s, port, p);
  } else {
    s->sender[p->flow].arrived += p->bytes;
    s->result->flow[p->flow].received += p->bytes;
    if (s->sender[p->flow].arrived == s->net->flow[p->flow].bytes) complete(s, p->flow);
  }
  free(p);
}

// ---- sending ----

static void begin(struct simulator *s, int port, struct packet *packet) {
  struct port *p = &s->port[port];
  const struct net_link *link = link_of(s, port);
  int64_t bits = 8 * (larger(packet->bytes, LEAST_FRAME) + link->overhead) * US + p->carry;
  p->carry = bits % link->mbps;
  p->busy = true;
  p->sending = packet;
  packet->life = p->life;
  int64_t end = s->now + bits / link->mbps;
  trace(s, "send", port, packet);
  int64_t delay = packet->kind == PAUSE && planted(s, FAULT_DELAY) ? 0 : link->delay_ps;
  schedule(s, end, SENT, port, 0, NULL);
  schedule(s, end + delay, ARRIVE, port ^ 1, 0, packet);
  if (packet->kind == PAUSE) return;
  s->moved = s->now;
  if (s->net->sw[0].scheme != NET_GFC) return;
  settle_gap(s, port, packet->cls);
  int level = p->sender_level[packet->cls];
  if (level == 0) return;
  int64_t cells = 8 * US * s->net->cell * cells_of(s, packet->bytes);
  if (!is_switch(s, p->node)) {  // a host: the gap of the level at its start, behind the frame
    p->gap_end[packet->cls] = end + (cells * ((1 << level) - 1) + link->mbps - 1) / link->mbps;
    schedule(s, p->gap_end[packet->cls], EXPIRE, port, packet->cls, NULL);
    return;
  }
  p->owed[packet->cls] = (double)cells / (double)link->mbps;
  look_at_gap(s, port, packet->cls);
}

// ECN: the egress queue without the packet that leaves [spec 11].
static void mark_congestion(struct simulator *s, int port, struct packet *p) {
  if (s->net->kmin == 0 || p->kind != DATA) return;
  if (!policy_of(s, p->flow)->ecn_capable && !planted(s, FAULT_CAPABLE)) return;
  int64_t k = s->net->kmin * link_of(s, port)->mbps / s->net->at_mbps / s->net->cell;
  if (planted(s, FAULT_MARK)) k += s->net->flow[p->flow].packet;
  if (s->port[port].waiting[p->cls] > k) p->marked = true;
}

static bool may_send(const struct simulator *s, int port, int cls) {
  return s->port[port].queue[cls].head != NULL && gate_open(s, port, cls);
}

// Surplus round robin over the classes without strict priority [switch: scheduler].
static int class_by_credit(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  int classes = s->net->classes, winner = -1, first = -1;
  int64_t largest = 0, times = 1;
  bool by_credit = false;
  for (int f = 0; f < s->net->flows; f++) largest = larger(largest, s->net->flow[f].packet);
  for (int c = 0; c < classes && s->net->quanta[0] > 0; c++)
    if ((s->net->strict >> c & 1) == 0) times = larger(times, (largest + s->net->quanta[c] - 1) / s->net->quanta[c]);
  for (int i = 0; i < classes && !by_credit; i++) {
    int c = (p->last_class + i) % classes;
    if (s->net->strict >> c & 1 || !may_send(s, port, c)) continue;
    if (first < 0) first = c;
    winner = p->credit[c] > 0 ? c : winner;
    by_credit = winner >= 0;
  }
  if (first < 0) return -1;
  if (winner < 0) winner = first;
  for (int i = 0; i < classes; i++) {
    int c = (p->last_class + i) % classes;
    if (by_credit && c == winner) break;
    if (s->net->strict >> c & 1) continue;
    if (may_send(s, port, c)) p->credit[c] += s->net->quanta[c] > 0 ? s->net->quanta[c] * times : largest;
    if (p->queue[c].head == NULL && !planted(s, FAULT_CREDIT)) p->credit[c] = 0;
  }
  p->credit[winner] -= planted(s, FAULT_BYTES) ? largest : larger(p->queue[winner].head->bytes, LEAST_FRAME);
  return p->last_class = winner;
}

static int next_class(struct simulator *s, int port) {
  for (int c = s->net->classes - 1; c >= 0; c--)
    if (s->net->strict >> c & 1 && may_send(s, port, c)) return c;
  if (s->net->strict != 0 || s->net->quanta[0] > 0) return class_by_credit(s, port);
  for (int i = 1; i <= s->net->classes; i++) {
    int c = planted(s, FAULT_ROUND_ROBIN) ? i - 1 : (s->port[port].last_class + i) % s->net->classes;
    if (may_send(s, port, c)) return s->port[port].last_class = c;
  }
  return -1;
}

static void send_from_switch(struct simulator *s, int port) {
  int c = next_class(s, port);
  if (c < 0) return;
  struct packet *packet = take(&s->port[port].queue[c]);
  s->port[port].waiting[c] -= cells_of(s, packet->bytes);
  mark_congestion(s, port, packet);
  begin(s, port, packet);
}

static void send_data(struct simulator *s, int port, int f) {
  const struct net_flow *flow = &s->net->flow[f];
  struct sender *sender = &s->sender[f];
  int64_t bytes = flow->bytes > 0 ? smaller(flow->packet, flow->bytes - sender->next) : flow->packet;
  struct packet *p = new_packet(s, f, DATA, s->net->sw[0].scheme == NET_TTL ? 0 : flow->cls, bytes);
  p->seq = sender->next;
  s->result->flow[f].resent += smaller(bytes, larger(0, sender->highest - sender->next));
  sender->next += bytes;
  sender->highest = larger(sender->highest, sender->next);
  if (!controlled(s, f)) {  // a gap is exact: its remainder is carried
    int64_t start = sender->next_time == s->now ? sender->base : s->now;
    int64_t bits = 8 * bytes * US + (sender->next_time == s->now ? sender->carry : 0);
    sender->base = start + bits / flow->mbps;
    sender->carry = bits % flow->mbps;
    sender->next_time = sender->base + (sender->carry > 0 ? 1 : 0);
  } else {
    double rate = smaller(flow->mbps, access_link(s, f)->mbps) * 1e6;
    if (sender->rate < rate) rate = sender->rate;
    sender->next_time = s->now + (int64_t)((double)(8 * bytes) * 1e12 / rate);
    if (sender->timer_end == 0) run_timer(s, f, sender->timer_length);
  }
  if (sender->next == flow->bytes) look_for_end(s);
  begin(s, port, p);
}

static void send_from_host(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  int flows = s->net->flows;
  if (p->control.head != NULL && gate_open(s, port, p->control.head->cls)) {
    begin(s, port, take(&p->control));
    return;
  }
  int64_t next = NEVER;
  for (int f = 0; f < flows && s->end > 0 && s->now >= s->end; f++)
    if (controlled(s, f) && s->sender[f].next < s->net->flow[f].bytes) s->result->unsettled = true;
  for (int i = 1; i <= flows && !stopped(s); i++) {
    int f = (p->last_flow + i) % flows;
    const struct net_flow *flow = &s->net->flow[f];
    const struct sender *sender = &s->sender[f];
    if (!sender->started || sender->failed || sender->first != port) continue;
    if (flow->bytes > 0 && sender->next >= flow->bytes) continue;
    if (!gate_open(s, port, s->net->sw[0].scheme == NET_TTL ? 0 : flow->cls)) continue;
    if (sender->next_time <= s->now) {
      p->last_flow = f;
      send_data(s, port, f);
      return;
    }
    next = smaller(next, sender->next_time);
  }
  if (next < NEVER) schedule(s, next, TRY, port, 0, NULL);
}

static void choose(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  if (p->busy || !p->up) return;
  if (!is_switch(s, p->node)) {
    send_from_host(s, port);
    return;
  }
  if (p->control.head != NULL)
    begin(s, port, take(&p->control));  // pauses are never paused
  else
    send_from_switch(s, port);
}

static void sent(struct simulator *s, int port) {
  struct port *p = &s->port[port];
  p->busy = false;
  if (is_switch(s, p->node) && p->sending->kind != PAUSE) dequeue(s, p->sending, false);
  try_to_send(s, port);
}

static void arrive(struct simulator *s, int port, struct packet *p) {
  if (p->life != s->port[port].life || !s->port[port].up) {  // the link was down since its start
    if (p->kind == PAUSE)
      free(p);
    else
      drop(s, p, port);
    return;
  }
  if (p->kind == PAUSE) {
    int64_t late =
        s->net->processing_ns * 1000 + (is_switch(s, s->port[port].node) ? SLUICE_GATE_LATENCY * s->cycle : 0);
    schedule(s, s->now + late, OBEY, port, 0, p);
    return;
  }
  s->moved = s->now;
  if (is_switch(s, s->port[port].node))
    arrive_at_switch(s, port, p);
  else
    arrive_at_host(s, port, p);
}

static void message_out(struct simulator *s, int port, int of_port) {
  struct mmu *mmu = &s->mmu[s->port[port].node];
  if (s->now < mmu->message + s->cycle) {  // one message in a cycle
    int64_t time = mmu->message + s->cycle;
    s->port[port].marked[of_port] = larger(s->port[port].marked[of_port], time);
    schedule(s, time, MESSAGE, port, of_port, NULL);
    return;
  }
  mmu->message = s->now;
  if (s->port[port].up) put(&s->port[port].control, new_message(s, port, of_port));
  try_to_send(s, port);
}

// ---- links that fall and return [scenarios: events at given times; spec 14] ----

static void find_routes(struct simulator *s) {
  bool change = false;
  for (int l = 0; l < s->net->links; l++) {
    change = change || s->usable[l] != s->port[2 * l].up;
    s->usable[l] = s->port[2 * l].up;
  }
  if (!change) return;
  s->rerouted = true;
  progress(s);
  measure(s);
  for (int f = 0; f < s->net->flows; f++) {
    if (s->net->flow[f].hops > 0) continue;
    if (!planted(s, FAULT_KEPT)) choose_links(s, f);
    hold_timer(s, f);
  }
  for (int i = 0; i < 2 * s->net->links; i++) try_to_send(s, i);
}

static void link_event(struct simulator *s, int link, bool up) {
  progress(s);
  for (int port = 2 * link; port < 2 * link + 2; port++) {
    struct port *p = &s->port[port];
    p->up = up;
    if (up) {
      if (any_active(s, port)) mark(s, port, 0, false);
      continue;
    }
    p->life++;
    while (is_switch(s, p->node) && p->control.head != NULL) free(take(&p->control));
    for (int c = 0; c <= WHOLE; c++) p->closed_until[c] = 0;
    for (int c = 0; c < s->net->classes && !planted(s, FAULT_FLUSH); c++)
      while (p->queue[c].head != NULL) {
        struct packet *packet = take(&p->queue[c]);
        p->waiting[c] -= cells_of(s, packet->bytes);
        dequeue(s, packet, true);
        drop(s, packet, port);
      }
  }
  for (int port = 2 * link; port < 2 * link + 2; port++) {
    hold_timers(s, port);
    try_to_send(s, port);
  }
  schedule(s, s->now + s->net->reroute_us * US + (planted(s, FAULT_REROUTE) ? US / 10 : 0), REROUTE, 0, 0, NULL);
}

// ---- a run ----

static void perform(struct simulator *s, const struct event *e) {
  switch (e->kind) {
    case LINK:
      link_event(s, e->where, e->sub != 0);
      break;
    case SENT:
      sent(s, e->where);
      break;
    case STATE:
      state_event(s, e->where, e->sub);
      break;
    case VISIT:
      visit(s, e->where, e->sub);
      break;
    case ARRIVE:
      arrive(s, e->where, e->packet);
      break;
    case QUEUE:
      join_queue(s, e->where, e->packet);
      break;
    case START:
      start_flow(s, e->where);
      break;
    case MESSAGE:
      message_out(s, e->where, e->sub);
      break;
    case OBEY:
      obey(s, e->where, e->packet);
      free(e->packet);
      try_to_send(s, e->where);
      break;
    case EXPIRE:
      if (s->net->sw[0].scheme == NET_GFC) look_at_gap(s, e->where, e->sub);
      hold_timers(s, e->where);
      try_to_send(s, e->where);
      break;
    case REFRESH:
      refresh(s, e->where);
      break;
    case ALPHA_END:
      alpha_end(s, e->where);
      break;
    case INCREASE_END:
      increase_end(s, e->where);
      break;
    case DECREASE_END:
      decrease_end(s, e->where);
      break;
    case CNP_END:
      cnp_end(s, e->where, e->sub);
      break;
    case TIMER_END:
      timer_end(s, e->where);
      break;
    case REROUTE:
      find_routes(s);
      break;
    default:
      choose(s, e->where);
      break;
  }
}

static void set_up(struct simulator *s) {
  const struct network *net = s->net;
  s->cycle = US / net->clock_mhz;
  memcpy(s->sw, net->sw, sizeof s->sw);
  for (int n = 0; n < net->switches; n++) {
    struct net_switch *sw = &s->sw[n];
    int64_t *amount[] = {&sw->phi,     &sw->eta,     &sw->shared, &sw->xoff,          &sw->xon,       &sw->bm,
                         &sw->delta_q, &sw->delta_p, &sw->pool,   &sw->port_headroom, &sw->partition, &sw->b0};
    for (size_t i = 0; i < sizeof amount / sizeof amount[0]; i++) *amount[i] /= net->cell;
  }
  for (int n = 0; n < NET_SWITCHES; n++) s->mmu[n].enqueue = s->mmu[n].dequeue = s->mmu[n].message = -s->cycle;
  int most = 0;
  for (int i = 0; i < 2 * net->links; i++) {
    struct port *p = &s->port[i];
    p->node = i % 2 == 0 ? net->link[i / 2].a : net->link[i / 2].b;
    p->up = s->usable[i / 2] = true;
    p->last_flow = net->flows - 1;
    p->last_class = net->strict != 0 || net->quanta[0] > 0 ? 0 : net->classes - 1;
    if (!is_switch(s, p->node)) continue;
    p->number = s->mmu[p->node].ports++;
    most = (int)larger(most, s->mmu[p->node].ports);
  }
  s->round = (int)larger(most * net->classes, SLUICE_LEAST_ROUND);
  measure(s);
  for (int f = 0; f < net->flows; f++) {
    struct sender *sender = &s->sender[f];
    find_path(s, f);
    sender->waits = net->flow[f].afters;
    sender->nack_for = -1;
    sender->timer_length = rto(s, f);
    sender->rate = sender->target = (double)access_link(s, f)->mbps * 1e6;
    sender->alpha = parameters_of(s, f).first_alpha;
    s->result->flow[f].completion_ps = -1;
    if (sender->waits == 0) schedule(s, net->flow[f].start_ns * 1000, START, f, 0, NULL);
  }
  for (int l = 0; l < net->links; l++) {
    if (net->link[l].down_ns >= 0) schedule(s, net->link[l].down_ns * 1000, LINK, l, 0, NULL);
    if (net->link[l].up_ns >= 0) schedule(s, net->link[l].up_ns * 1000, LINK, l, 1, NULL);
  }
}

// Whether all sources have sent, under congestion control all has arrived, or they have stopped.
static bool sources_end(const struct simulator *s) {
  if (stopped(s)) return true;
  for (int f = 0; f < s->net->flows; f++) {
    const struct net_flow *flow = &s->net->flow[f];
    if (flow->bytes == 0 || (!controlled(s, f) && s->sender[f].next < flow->bytes)) return false;
    if (controlled(s, f) && s->sender[f].expected < flow->bytes) return false;
  }
  return true;
}

void reference_run(const struct network *net, const struct reference_options *options, struct net_result *result) {
  struct simulator *s = calloc(1, sizeof *s);
  if (s == NULL) abort();
  memset(result, 0, sizeof *result);
  s->net = net;
  s->options = options;
  s->result = result;
  set_up(s);
  int64_t slowest = net->link[0].mbps;
  for (int l = 0; l < net->links; l++) slowest = smaller(slowest, net->link[l].mbps);
  int64_t still = 3 * quanta(net->pause_time, slowest) + 100 * US;  // nothing moves for so long: a deadlock [scenarios]
  result->verdict = NET_DRAINED;
  while (s->events > 0) {
    struct event event = take_first(s);
    bool late = event.time > net->duration_ns * 1000;
    if (late || (event.time > net->stop_ns * 1000 && event.time > larger(s->moved, net->stop_ns * 1000) + still)) {
      result->verdict = s->packets == 0 ? NET_DRAINED : late ? NET_MOVING : NET_DEADLOCKED;
      if (event.packet != NULL) free(event.packet);
      break;
    }
    s->now = event.time;
    perform(s, &event);
    if (s->packets == 0 && sources_end(s)) break;
  }
  for (int f = 0; f < net->flows; f++)
    result->unsettled = result->unsettled || (controlled(s, f) && !s->sender[f].done);
  if (s->events == 0 && s->packets > 0) result->verdict = NET_DEADLOCKED;
  for (size_t i = 0; i < s->events; i++)
    free(s->heap[i].packet);  // packets in the queues of a deadlock leak no further
  for (int i = 0; i < 2 * net->links; i++) {
    for (int c = 0; c < NET_CLASSES; c++)
      while (s->port[i].queue[c].head != NULL) free(take(&s->port[i].queue[c]));
    while (s->port[i].control.head != NULL) free(take(&s->port[i].control));
  }
  free(s->heap);
  free(s);
}
