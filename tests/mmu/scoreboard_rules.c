#include "tests/mmu/scoreboard_rules.h"

#include <string.h>

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t above(int64_t a, int64_t b) { return most(a - b, 0); }

int64_t scoreboard_rules_scan_bound(const struct sluice_dims *dims) { return 2 * sluice_free_bound(dims) + 64; }

int scoreboard_rules_group_of(const struct scoreboard_rules_setup *s, int queue) {
  return s->scheme == SLUICE_DSH ? queue / s->dims.classes : queue;
}

static bool is_lossless(const struct scoreboard_rules *l, int queue) {
  return l->s.lossless >> (queue % l->s.dims.classes) & 1;
}

static bool is_watched(const struct scoreboard_rules *l, int watch) {
  return watch < l->queues ? is_lossless(l, watch) : l->s.scheme == SLUICE_DSH;
}

static struct scoreboard_rules_record *at(struct scoreboard_rules *l, int64_t cycle) {
  return &l->record[cycle % SCOREBOARD_HISTORY];
}

static int64_t phi_of(const struct scoreboard_rules *l, int queue) {
  return scoreboard_rules_limits_of(&l->s, queue)->phi;
}

static int64_t charged_above(const struct scoreboard_rules *l, int queue) {
  return above(l->q[queue], phi_of(l, queue));
}

// ---- Freed cells ----

static void use(struct scoreboard_rules_least *v) {
  int64_t n = least(v->cells, v->added - v->used);
  v->cells -= n;
  v->used += n;
}

static int64_t add(struct scoreboard_rules_least *v, int64_t cells) {
  v->added += cells;
  use(v);
  return v->added;
}

static void charge(struct scoreboard_rules_least *v, int64_t cells) {
  v->cells += cells;
  use(v);
}

static void expire(struct scoreboard_rules_least *v, int64_t mark) { v->used = most(v->used, mark); }

// Returns cells to headroom first. The result is the number of cells left over.
static int64_t repay(int64_t *headroom, int64_t cells) {
  int64_t n = least(*headroom, cells);
  *headroom -= n;
  return cells - n;
}

// Cells freed sluice_free_bound() cycles ago have been returned by now: updates the late counts.
static void return_freed(struct scoreboard_rules *l, const struct scoreboard_rules_record *r) {
  bool ttl = l->s.scheme == SLUICE_TTL;
  if (r->deq >= 0) {
    struct scoreboard_rules_group *g = &l->group[scoreboard_rules_group_of(&l->s, r->deq)];
    int64_t rest = repay(&g->late, r->fall);
    if (ttl) {
      struct scoreboard_rules_class *c = &l->cls[r->deq % l->s.dims.classes];
      c->reached_late += rest;
      c->own_late -= repay(&c->pool_late, rest);
      expire(&c->least, c->reached_late);
    } else {
      l->shared_late -= rest;
    }
    if (is_lossless(l, r->deq)) {
      repay(&g->then, r->fall);
      l->sum_late[r->deq / l->s.dims.classes] -= r->fall;
    }
    expire(&g->least, r->from_deq);
  }
  if (r->enq >= 0 && r->kind < SLUICE_REFUSED) {
    struct scoreboard_rules_group *g = &l->group[scoreboard_rules_group_of(&l->s, r->enq)];
    if (is_lossless(l, r->enq) && r->kind != SLUICE_PRIVATE)
      l->sum_late[r->enq / l->s.dims.classes] -= r->cells - r->grow;
    if (!ttl && r->kind != SLUICE_PRIVATE) l->shared_late -= repay(&g->late, r->cells - r->grow);
    if (r->kind == SLUICE_HEADROOM) {
      g->then += r->grow;
      g->charged -= r->cells;
    }
    l->pool_charged -= r->pool;
    expire(&g->least, r->from_enq);
  }
}

void scoreboard_rules_clock(struct scoreboard_rules *l) {
  l->cycle++;
  if (l->cycle >= l->bound) return_freed(l, at(l, l->cycle - l->bound));
  *at(l, l->cycle) = (struct scoreboard_rules_record){.enq = -1, .deq = -1};
}

int64_t scoreboard_rules_shared_least(const struct scoreboard_rules *l) {
  if (l->s.scheme != SLUICE_TTL) return l->shared;
  int64_t sum = 0;
  for (int c = 0; c < l->s.dims.classes; c++) sum += l->cls[c].least.cells;
  return sum;
}

// Upper bound of the cells that a class of TTL holds in the shared partition: the cells held if freed cells return at
// once, and the freed cells that may not have been returned yet. Cells returned to headroom are not among them.
static int64_t pool_most(const struct scoreboard_rules_class *c) { return c->pool + c->reached - c->reached_late; }

int64_t scoreboard_rules_shared_most(const struct scoreboard_rules *l) {
  if (l->s.scheme != SLUICE_TTL) return l->shared_late;
  int64_t sum = 0;
  for (int c = 0; c < l->s.dims.classes; c++) sum += pool_most(&l->cls[c]);
  return sum;
}

// ---- Dequeue ----

// Cells of a queue that were accepted up to and including a cycle, and not dequeued since.
static int64_t cells_before(const struct scoreboard_rules *l, int queue, int64_t cycle) {
  int64_t q = l->q[queue];
  for (int64_t t = l->cycle - 1; t >= 0 && t > cycle; t--) {
    const struct scoreboard_rules_record *r = &l->record[t % SCOREBOARD_HISTORY];
    if (r->enq == queue && r->kind < SLUICE_REFUSED) q -= r->cells;
  }
  return q;
}

unsigned scoreboard_rules_dequeue_may(const struct scoreboard_rules *l, int queue, int64_t cells) {
  if (cells > cells_before(l, queue, l->cycle - SLUICE_ADMISSION_LAG - 1)) return 2;
  return cells > cells_before(l, queue, l->cycle - SLUICE_ADMIT_LATENCY) ? 3 : 1;
}

void scoreboard_rules_dequeue(struct scoreboard_rules *l, int queue, int64_t cells) {
  struct scoreboard_rules_record *r = at(l, l->cycle);
  struct scoreboard_rules_group *g = &l->group[scoreboard_rules_group_of(&l->s, queue)];
  int64_t before = charged_above(l, queue);
  l->q[queue] -= cells;
  r->deq = queue;
  r->out = cells;
  r->fall = before - charged_above(l, queue);
  if (is_lossless(l, queue)) l->sum[queue / l->s.dims.classes] -= r->fall;
  // Lossy cells hold no headroom, but under DSH a visit may return them to the port's headroom.
  int64_t rest = is_lossless(l, queue) ? repay(&g->now, r->fall) : r->fall;
  if (l->s.scheme == SLUICE_TTL) {
    struct scoreboard_rules_class *c = &l->cls[queue % l->s.dims.classes];
    c->reached += rest;
    c->own -= repay(&c->pool, rest);
    add(&c->least, rest);
  } else {
    l->shared -= rest;
  }
  r->from_deq = add(&g->least, r->fall);
}

// ---- Enqueue ----

// Cells of the enqueues under way, those of the last SLUICE_ADMISSION_LAG cycles.
struct under_way {
  int64_t port, all, cls;                  // reported: of this port, of all ports, of this class
  int64_t queue, own, headroom, shared;    // charged: to this queue, its class's partition, its group, the pool
  int64_t class_pool[SLUICE_MAX_CLASSES];  // TTL: charged to the shared partition, by class
  int64_t dequeued;                        // dequeued from this queue
};

static struct under_way under_way(const struct scoreboard_rules *l, int queue) {
  struct under_way w = {0};
  int classes = l->s.dims.classes;
  for (int64_t t = l->cycle; t >= 0 && t >= l->cycle - SLUICE_ADMISSION_LAG; t--) {
    const struct scoreboard_rules_record *r = &l->record[t % SCOREBOARD_HISTORY];
    // With a lag of 0 the admission sees the dequeue of its cycle.
    if (SLUICE_ADMISSION_LAG > 0 && r->deq == queue) w.dequeued += r->out;
    if (!r->under_way) continue;
    w.all += r->cells;
    if (r->enq / classes == queue / classes) w.port += r->cells;
    bool same_class = r->enq % classes == queue % classes;
    if (same_class) w.cls += r->cells;
    if (r->kind >= SLUICE_REFUSED) continue;
    if (r->enq == queue) w.queue += r->cells;
    if (r->kind == SLUICE_PRIVATE && same_class) w.own += r->cells;
    if (r->kind == SLUICE_SHARED) w.shared += r->cells;
    if (r->kind == SLUICE_SHARED) w.class_pool[r->enq % classes] += r->cells;
    bool same_group = scoreboard_rules_group_of(&l->s, r->enq) == scoreboard_rules_group_of(&l->s, queue);
    if (r->kind == SLUICE_HEADROOM && same_group) w.headroom += r->cells;
  }
  return w;
}

// 2^a * cells.
static int64_t shift(const struct scoreboard_rules *l, int64_t cells, int a) {
  return a >= 0 ? least(cells << a, l->max) : cells >> -a;
}

unsigned scoreboard_rules_enqueue_may(struct scoreboard_rules *l, int queue, int64_t cells, bool may_off, bool may_on) {
  const struct scoreboard_rules_setup *s = &l->s;
  const struct scoreboard_rules_group *g = &l->group[scoreboard_rules_group_of(s, queue)];
  const struct scoreboard_rules_class *c = &l->cls[queue % s->dims.classes];
  struct scoreboard_rules_why *y = &l->why;
  struct under_way way = under_way(l, queue);
  bool ttl = s->scheme == SLUICE_TTL, lossless = is_lossless(l, queue);
  *y = (struct scoreboard_rules_why){.queue = l->q[queue], .way_port = way.port, .way_all = way.all};
  y->x = above(l->q[queue] + cells, phi_of(l, queue)) - charged_above(l, queue);
  y->shared_least = scoreboard_rules_shared_least(l);
  y->shared_most = scoreboard_rules_shared_most(l) - way.shared + way.all;
  if (ttl)
    for (int i = 0; i < s->dims.classes; i++)
      y->shared_most += above(way.class_pool[i], pool_most(&l->cls[i]));  // cells under way that were freed again
  y->headroom_least = g->least.cells;
  y->headroom_most = scoreboard_rules_headroom_most(g) - way.headroom + way.port;
  y->own_least = ttl ? c->own : l->q[queue];
  y->own_most = ttl ? c->own_late - way.own + way.cls : l->q[queue] - way.queue + way.dequeued + way.port;
  int64_t own_limit = ttl ? s->partition[queue % s->dims.classes] : phi_of(l, queue);

  // Rule 1 applies to lossless packets, except under TTL.
  bool rule1 = lossless && !ttl;
  bool shared_possible = y->shared_least + y->x <= s->shared && (may_on || !rule1);
  bool shared_certain = y->shared_most + cells <= s->shared;
  if (rule1 && (may_off || scoreboard_rules_headroom_most(g) > 0)) shared_certain = false;
  if (!lossless && s->lossy_alpha != SCOREBOARD_NO_LIMIT) {
    int64_t w = charged_above(l, queue), w_most = above(y->own_most, phi_of(l, queue));
    shared_possible &= w + y->x <= shift(l, s->shared - y->shared_least, s->lossy_alpha);
    shared_certain &= w_most + cells <= shift(l, above(s->shared, y->shared_most), s->lossy_alpha);
  }
  unsigned may = 0;
  if (ttl ? y->own_least + cells <= own_limit : y->x == 0) may |= 1u << SLUICE_PRIVATE;
  if (y->own_most + cells <= own_limit) return may;
  if (shared_possible) may |= 1u << SLUICE_SHARED;
  if (shared_certain) return may;
  if (s->scheme == SLUICE_SHP) {
    const struct scoreboard_pool pool = scoreboard_pool_with(l, queue, cells, y->x, way.port, way.all);
    y->pool_least = pool.least;
    y->pool_most = pool.own ? 0 : pool.most;
    y->pool_whole = pool.own ? 0 : cells;
  }
  const int64_t headroom = scoreboard_rules_limits_of(s, queue)->headroom;
  if (lossless && y->headroom_least + y->x <= headroom && y->pool_least <= s->pool) may |= 1u << SLUICE_HEADROOM;
  if (lossless && y->headroom_most + cells <= headroom && y->pool_most <= s->pool) return may;
  return may | 1u << SLUICE_REFUSED;
}

void scoreboard_rules_enqueue(struct scoreboard_rules *l, int queue, int64_t cells, int kind) {
  struct scoreboard_rules_record *r = at(l, l->cycle);
  struct scoreboard_rules_group *g = &l->group[scoreboard_rules_group_of(&l->s, queue)];
  struct scoreboard_rules_class *c = &l->cls[queue % l->s.dims.classes];
  bool ttl = l->s.scheme == SLUICE_TTL;
  r->enq = queue;
  r->kind = kind;
  r->under_way = true;
  r->cells = cells;
  r->from_enq = g->least.added;
  r->pool = kind == SLUICE_HEADROOM ? l->why.pool_whole : 0;
  l->pool_charged += r->pool;
  if (kind >= SLUICE_REFUSED) return;
  int64_t before = charged_above(l, queue);
  l->q[queue] += cells;
  r->grow = charged_above(l, queue) - before;
  if (is_lossless(l, queue)) {
    l->sum[queue / l->s.dims.classes] += r->grow;
    if (kind != SLUICE_PRIVATE || ttl) l->sum_late[queue / l->s.dims.classes] += cells;
  }
  if (kind == SLUICE_HEADROOM) {
    g->now += r->grow;
    g->late += cells;
    g->charged += cells;
    charge(&g->least, cells);
    r->from_enq = add(&g->least, cells - r->grow);
  } else if (kind == SLUICE_SHARED && ttl) {
    c->pool += cells;
    c->pool_late += cells;
    charge(&c->least, cells);
  } else if (kind == SLUICE_SHARED) {
    l->shared += r->grow;
    l->shared_late += cells;
    r->from_enq = add(&g->least, cells - r->grow);
  } else if (ttl) {
    c->own += cells;
    c->own_late += cells;
  }
}

// ---- States ----

// Sliding maximum (up) or minimum over the last lag to 2 * lag cycles. A negative cycle sets the first value.
static void slide(struct scoreboard_rules_window *w, int64_t cycle, int64_t lag, int64_t value, bool up) {
  if (cycle < 0) w->now = w->before = value;
  if (cycle % lag == 0) {
    w->before = w->now;
    w->now = value;
  }
  w->now = up ? most(w->now, value) : least(w->now, value);
}

// Largest age of the counters behind the threshold of an event, in cycles. TTL: an event uses its threshold 10 cycles
// after the input, the threshold is up to 2 NC + 7 cycles old [docs/hardware/ttl.md], and its count of free cells does
// not include the enqueues of the last 7 cycles.
static int64_t threshold_lag(const struct scoreboard_rules *l) {
  return l->s.scheme == SLUICE_TTL ? most(2 * l->s.dims.classes + 4, SCOREBOARD_STATE_LAG) : SCOREBOARD_STATE_LAG;
}

// TTL: a threshold whose computation overlaps the end of a commit is discarded, so its class keeps the old threshold
// for one more round. Until that round is over, every threshold since the COMMIT is allowed.
static bool commit_overlaps(const struct scoreboard_rules *l) {
  return l->s.scheme == SLUICE_TTL &&
         l->cycle - l->commit_at <= sluice_commit_latency(&l->s.dims) + 4 * l->s.dims.classes + 4;
}

// Updates the bounds of Xqoff and Xqon, or Xpoff and Xpon. now: least and largest off threshold of this cycle, then
// least and largest on threshold.
static void set_threshold(struct scoreboard_rules *l, struct scoreboard_rules_threshold *t, const int64_t now[4]) {
  int64_t *all[4] = {&t->off_least, &t->off_most, &t->on_least, &t->on_most};
  for (int i = 0; i < 4; i++) {
    bool up = i & 1;
    struct scoreboard_rules_window *w = &t->window[i];
    slide(w, l->cycle, commit_overlaps(l) ? INT64_MAX : threshold_lag(l), now[i], up);
    *all[i] = up ? most(w->now, w->before) : least(w->now, w->before);
  }
}

// TTL, Eq. 16: alpha * (weight * pool_free + own_free). Rounding loses up to one cell of each product, before or after
// the factor alpha. up: the upper bound, else the lower bound.
static int64_t weighed(const struct scoreboard_rules *l, int cls, int64_t pool_free, int64_t own_free, bool up) {
  int a = up ? l->alpha_most : l->alpha_least;
  int64_t sum = shift(l, (pool_free * l->s.weight[cls] >> 16) + own_free, a);
  int64_t loss = 1 + (INT64_C(1) << most(a, 0));
  return up ? least(sum + loss, l->max) : above(sum, loss);
}

// Number of thresholds of queues, and the index of one.
static int thresholds(const struct scoreboard_rules_setup *s) {
  if (s->scheme == SLUICE_TTL) return s->dims.classes;
  return s->dims.port_limits ? s->dims.ports : 1;
}

static int threshold_of(const struct scoreboard_rules_setup *s, int queue) {
  if (s->scheme == SLUICE_TTL) return queue % s->dims.classes;
  return s->dims.port_limits ? queue / s->dims.classes : 0;
}

static void set_thresholds(struct scoreboard_rules *l) {
  const struct scoreboard_rules_setup *s = &l->s;
  int64_t least_free = above(s->shared, scoreboard_rules_shared_most(l)),
          most_free = above(s->shared, scoreboard_rules_shared_least(l));
  int64_t t[2] = {shift(l, least_free, l->alpha_least), shift(l, most_free, l->alpha_most)};
  for (int i = 0; i < thresholds(s); i++) {
    const struct scoreboard_rules_limits *limits = &s->port[s->dims.port_limits ? i : 0];  // not under TTL
    int64_t off[2] = {t[0], t[1]};
    if (s->scheme == SLUICE_TTL) {
      off[0] = weighed(l, i, least_free, above(s->partition[i], l->cls[i].own_late), false);
      off[1] = weighed(l, i, most_free, above(s->partition[i], l->cls[i].own), true);
    } else if (s->scheme == SLUICE_STATIC) {
      off[0] = off[1] = limits->xoff;
    } else if (s->scheme == SLUICE_DSH) {
      for (int k = 0; k < 2; k++) off[k] = above(t[k], limits->headroom);
    }
    int64_t on[2] = {above(off[0], s->delta_q), above(off[1], s->delta_q)};
    if (s->scheme == SLUICE_STATIC) on[0] = on[1] = limits->xon;
    if (l->changing == i) {  // the old and the new values are both allowed
      off[0] = least(off[0], l->changed.xoff), off[1] = most(off[1], l->changed.xoff);
      on[0] = least(on[0], l->changed.xon), on[1] = most(on[1], l->changed.xon);
    }
    set_threshold(l, &l->threshold[i], (const int64_t[]){off[0], off[1], on[0], on[1]});
  }
  int64_t port[2] = {least(t[0] * s->dims.classes, l->max), least(t[1] * s->dims.classes, l->max)};
  set_threshold(l, &l->port_threshold,
                (const int64_t[]){port[0], port[1], above(port[0], s->delta_p), above(port[1], s->delta_p)});
}

void scoreboard_rules_start(struct scoreboard_rules *l, const struct scoreboard_rules_setup *setup) {
  memset(l, 0, sizeof *l);
  l->s = *setup;
  l->queues = setup->dims.ports * setup->dims.classes;
  l->watches = l->queues + setup->dims.ports;
  l->bound = sluice_free_bound(&setup->dims);
  l->max = (INT64_C(1) << setup->dims.width) - 1;
  l->cycle = -1;
  l->alpha_least = l->alpha_most = setup->alpha;
  l->commit_at = -SCOREBOARD_HISTORY;
  l->changing = -1;
  for (int i = 0; i < SCOREBOARD_HISTORY; i++) l->record[i].enq = l->record[i].deq = -1;
  for (int i = 0; i < l->watches; i++) {
    struct scoreboard_rules_watch *w = &l->watch[i];
    w->may_off = w->may_on = -l->bound;
    w->must_off = w->must_off_event = w->must_on = -1;
  }
  set_thresholds(l);
}

// Updates the deadlines of one queue or port with the counts of this cycle.
static void update_watch(struct scoreboard_rules *l, int watch) {
  const struct scoreboard_rules_setup *s = &l->s;
  struct scoreboard_rules_watch *w = &l->watch[watch];
  bool port = watch >= l->queues;
  const struct scoreboard_rules_threshold *t = port ? &l->port_threshold : &l->threshold[threshold_of(s, watch)];
  int64_t cells = port ? l->sum[watch - l->queues] : charged_above(l, watch);
  bool owner = port || s->scheme != SLUICE_DSH;
  const struct scoreboard_rules_group *g = &l->group[port ? watch - l->queues : owner ? watch : 0];
  bool active = owner && g->least.cells > 0, may_use = owner && scoreboard_rules_headroom_most(g) > 0;
  const struct scoreboard_rules_record *r = at(l, l->cycle);
  int enq = port && r->enq >= 0 ? l->queues + r->enq / s->dims.classes : r->enq;
  int deq = port && r->deq >= 0 ? l->queues + r->deq / s->dims.classes : r->deq;

  slide(&w->most, l->cycle, SCOREBOARD_STATE_LAG, port ? l->sum_late[watch - l->queues] : cells, true);
  slide(&w->least, l->cycle, SCOREBOARD_STATE_LAG, cells, false);
  if (most(w->most.now, w->most.before) > t->off_least || may_use) w->may_off = l->cycle;
  if (least(w->least.now, w->least.before) <= t->on_most && !active) w->may_on = l->cycle;

  w->held = w->must_off >= 0 ? least(w->held, cells) : cells;
  if (w->held <= t->off_most && !active) {  // the condition did not hold in every cycle: start again
    w->must_off = w->must_off_event = -1;
    w->held = cells;
  }
  if (cells > t->off_most || active) {
    if (w->must_off < 0) w->must_off = l->cycle;
    bool grows = enq == watch && r->grow > 0 && is_lossless(l, r->enq);
    if (w->must_off_event < 0 && grows) w->must_off_event = l->cycle;
  }
  bool event = enq == watch || deq == watch;
  if (cells > t->on_least || may_use || event)
    w->must_on = -1;
  else if (w->must_on < 0)
    w->must_on = l->cycle;
}

void scoreboard_rules_close(struct scoreboard_rules *l) {
  set_thresholds(l);
  for (int i = 0; i < l->watches; i++)
    if (is_watched(l, i)) update_watch(l, i);
}

const char *scoreboard_rules_check(const struct scoreboard_rules *l, int watch, bool was, bool is) {
  const struct scoreboard_rules_watch *w = &l->watch[watch];
  int64_t scan = scoreboard_rules_scan_bound(&l->s.dims);
  if (!is_watched(l, watch)) return is ? "expected on, as it is never paused" : NULL;
  if (is && !was && l->cycle - w->may_off > l->bound + 32) return "turns off, but its condition for off has not held";
  if (!is && was && l->cycle - w->may_on > SCOREBOARD_STATE_LAG)
    return "turns on, but its condition for on has not held";
  if (!is && w->must_off_event >= 0 && l->cycle - w->must_off_event >= SLUICE_STATE_LATENCY)
    return "expected off, its own event is SLUICE_STATE_LATENCY cycles ago";
  if (!is && w->must_off >= 0 && l->cycle - w->must_off >= scan) return "expected off, the scan has visited it";
  if (is && w->must_on >= 0 && l->cycle - w->must_on >= scan) return "expected on, the scan has visited it";
  return NULL;
}
