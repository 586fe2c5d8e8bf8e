// Thresholds, the states of queues and ports, and the scan that turns them on [spec 4].
#include "tests/reference/simulator.h"

int64_t above_private(const struct simulator *s, int port, int cls) {
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

int level_at(const struct state *state, int64_t time) {
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
bool late(struct simulator *s) {
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
void examine(struct simulator *s, int own, int cls, bool enqueue, int64_t event) {
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
void visit(struct simulator *s, int port, int cls) {
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
void after_enqueue(struct simulator *s, int port, int cls, int64_t event) {
  for (int i = 0; i < 2; i++) {
    int c = i == 0 ? cls : WHOLE;
    if (!has_state(s, port, c)) continue;
    struct state *state = &s->port[port].state[c];
    state->enqueued = event;
    int last = level_at(state, NEVER), level = wanted(s, port, c, last, true);
    if (level > last) change_level(s, port, c, event + SLUICE_STATE_LATENCY * s->cycle, level);
  }
}
