#include "tests/mmu/admission.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>

_Static_assert((int)SLUICE_ADMIT_LATENCY <= (int)ADMISSION_LAG && (int)SLUICE_STATE_LATENCY <= (int)ADMISSION_LAG,
               "ADMISSION_LAG is shorter than a latency of the MMU");
_Static_assert(SLUICE_ADMISSION_LAG < SLUICE_ADMIT_LATENCY, "the admission lag is below the admission latency");

const char *const admission_seen_names[SEEN] = {
    [SEEN_PRIVATE_CERTAIN] = "private certain",
    [SEEN_SHARED_CERTAIN] = "shared certain",
    [SEEN_HEADROOM_CERTAIN] = "headroom certain",
    [SEEN_REFUSED_CERTAIN] = "refused certain",
    [SEEN_DROPPED] = "dropped",
    [SEEN_PRIVATE_FULL] = "private full",
    [SEEN_PRIVATE_ONE_MORE] = "private one more",
    [SEEN_SHARED_FULL] = "shared full",
    [SEEN_SHARED_ONE_MORE] = "shared one more",
    [SEEN_HEADROOM_FULL] = "headroom full",
    [SEEN_HEADROOM_ONE_MORE] = "headroom one more",
    [SEEN_HEADROOM_WHILE_OFF] = "headroom while off",
    [SEEN_POOL_FULL] = "headroom pool full",
    [SEEN_POOL_ONE_MORE] = "headroom pool one more",
    [SEEN_LOSSY_REFUSED] = "lossy refused",
    [SEEN_WITHIN_BUDGET_HEADROOM] = "within budget headroom",
    [SEEN_LARGEST] = "largest",
    [SEEN_LARGEST_AND_ONE] = "largest and one",
    [SEEN_NO_CELLS] = "no cells",
    [SEEN_NO_QUEUE] = "no queue",
    [SEEN_DEQUEUE_ALL] = "dequeue all",
    [SEEN_DEQUEUE_ONE_MORE] = "dequeue one more",
    [SEEN_DEQUEUE_EARLY] = "dequeue early",
    [SEEN_DEQUEUE_BEHIND_ERROR] = "dequeue behind error",
    [SEEN_DEQUEUES_TOGETHER] = "dequeues together",
    [SEEN_QUEUE_OFF] = "queue off",
    [SEEN_QUEUE_ON] = "queue on",
    [SEEN_PORT_OFF] = "port off",
    [SEEN_PORT_ON] = "port on",
    [SEEN_AT_REST] = "at rest",
    [SEEN_DRAINED] = "drained",
    [SEEN_LIMITS_CHANGED] = "limits changed",
};

static const char *const kinds[] = {"private", "shared", "headroom", "refused", "dropped"};

void admission_failed(const struct admission_run *r, int64_t cycle, const char *format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const struct scoreboard_rules_setup *s = &r->scoreboard.s;
  printf("cycle %lld: %s\n", (long long)cycle, text);
  printf("%dx%dx%d, scheme %d, shared %lld, largest packet %lld, lossless 0x%x\n", r->dims.ports, r->dims.classes,
         r->dims.width, s->scheme, (long long)s->shared, (long long)s->largest, s->lossless);
  for (int p = 0; p < (r->dims.port_limits ? r->dims.ports : 1); p++) {
    const struct scoreboard_rules_limits *limits = &s->port[p];
    printf("%s %d: private %lld, headroom %lld, XOFF %lld, XON %lld, headroom of the port %lld\n",
           r->dims.port_limits ? "port" : "all ports, as port", p, (long long)limits->phi, (long long)limits->headroom,
           (long long)limits->xoff, (long long)limits->xon, (long long)limits->port_headroom);
  }
  printf("run %d, seed %d; to repeat: CK_RUN_CASE=%s SLUICE_RUN=%d %s\n", r->index, r->index + 1, r->name, r->index,
         r->program);
  fflush(stdout);
  ck_abort_msg("%s, run %d, cycle %lld: %s", r->name, r->index, (long long)cycle, text);
}

static bool is_off(const struct admission_shown *s, int watch, int queues) {
  return (watch < queues ? s->off[watch / 64] >> (watch % 64) : s->port_off >> (watch - queues)) & 1;
}

static void judge_states(struct admission_run *r, int64_t cycle) {
  const struct admission_shown *now = admission_shown(r, cycle), *before = admission_shown(r, cycle - 1);
  const struct scoreboard_rules *l = &r->scoreboard;
  for (int i = 0; i < l->watches; i++) {
    bool was = is_off(before, i, l->queues), is = is_off(now, i, l->queues);
    const char *wrong = scoreboard_rules_check(l, i, was, is);
    if (was != is) r->seen[(i < l->queues ? SEEN_QUEUE_OFF : SEEN_PORT_OFF) + was]++;
    if (wrong == NULL) continue;
    bool port = i >= l->queues;
    const struct scoreboard_rules_watch *w = &l->watch[i];
    admission_failed(r, cycle,
                     "%s (%d,%d) is %s: %s; last cycle in which it could be found off: %lld, on: %lld; must be off "
                     "since cycle %lld (own event in cycle %lld), must be on since cycle %lld",
                     port ? "port" : "queue", port ? i - l->queues : i / r->dims.classes,
                     port ? 0 : i % r->dims.classes, is ? "off" : "on", wrong, (long long)(w->may_off + r->first),
                     (long long)(w->may_on + r->first), (long long)(w->must_off + r->first),
                     (long long)(w->must_off_event + r->first), (long long)(w->must_on + r->first));
  }
}

static void judge_dequeue(struct admission_run *r, int64_t cycle, const struct traffic_event *e) {
  struct scoreboard_rules *l = &r->scoreboard;
  int last = r->last_queue;
  r->last_queue = -1;
  if (!e->in.deq_valid) {
    if (e->error) admission_failed(r, cycle, "no dequeue: expected no error, got one");
    return;
  }
  int queue = e->in.deq_port * r->dims.classes + e->in.deq_class;
  int64_t n = e->in.deq_cells, held = l->q[queue];
  unsigned may = scoreboard_rules_dequeue_may(l, queue, n);
  if (!(may >> e->error & 1))
    admission_failed(r, cycle, "dequeue (%d,%d) of %lld of %lld cells: expected %s, got %s", e->in.deq_port,
                     e->in.deq_class, (long long)n, (long long)held, may == 1 ? "no error" : "an error",
                     e->error ? "an error" : "none");
  if (e->error) {
    r->seen[SEEN_DEQUEUE_ONE_MORE] += n == held + 1;
    r->seen[SEEN_DEQUEUE_EARLY] += n <= held;
    r->seen[SEEN_DEQUEUES_TOGETHER] += last == queue && n <= r->last_held;
    r->bad_at = cycle;
    r->bad_queue = queue;
    return;
  }
  r->seen[SEEN_DEQUEUE_ALL] += n == held;
  r->seen[SEEN_DEQUEUE_BEHIND_ERROR] += r->bad_at == cycle - 1 && r->bad_queue == queue;
  r->last_queue = queue;
  r->last_held = held;
  scoreboard_rules_dequeue(l, queue, n);
}

static void see_admission(const struct admission_run *r, const struct traffic_event *e, unsigned may, bool off) {
  const struct scoreboard_rules_setup *s = &r->scoreboard.s;
  const struct scoreboard_rules_why *y = &r->scoreboard.why;
  const struct scoreboard_rules_limits *limits = scoreboard_rules_limits_of(s, e->queue);
  int64_t n = e->in.enq_cells;
  int cls = e->queue % r->dims.classes;
  bool lossless = s->lossless >> cls & 1;
  int64_t own = s->scheme == SLUICE_TTL ? s->partition[cls] : limits->phi;
  r->seen[SEEN_LARGEST] += n == s->largest && e->kind < SLUICE_REFUSED;
  if (may != 1u << e->kind) return;
  r->seen[SEEN_PRIVATE_CERTAIN + e->kind]++;
  r->seen[SEEN_PRIVATE_FULL] += e->kind == SLUICE_PRIVATE && y->own_least + n == own;
  r->seen[SEEN_PRIVATE_ONE_MORE] += e->kind != SLUICE_PRIVATE && y->own_least + n == own + 1;
  r->seen[SEEN_SHARED_FULL] += e->kind == SLUICE_SHARED && y->shared_least + y->x == s->shared;
  r->seen[SEEN_SHARED_ONE_MORE] += e->kind > SLUICE_SHARED && !off && y->shared_least + y->x == s->shared + 1;
  r->seen[SEEN_HEADROOM_FULL] += e->kind == SLUICE_HEADROOM && y->headroom_least + y->x == limits->headroom;
  r->seen[SEEN_HEADROOM_ONE_MORE] +=
      e->kind == SLUICE_REFUSED && lossless && y->headroom_least + y->x == limits->headroom + 1;
  r->seen[SEEN_HEADROOM_WHILE_OFF] += e->kind == SLUICE_HEADROOM && off && y->shared_most + n <= s->shared;
  bool cap = y->headroom_most + n <= limits->headroom;
  r->seen[SEEN_POOL_FULL] += e->kind == SLUICE_HEADROOM && s->pool > 0 && y->pool_least == s->pool;
  r->seen[SEEN_POOL_ONE_MORE] += e->kind == SLUICE_REFUSED && lossless && cap && y->pool_least == s->pool + 1;
  r->seen[SEEN_LOSSY_REFUSED] += e->kind == SLUICE_REFUSED && !lossless;
}

static void judge_enqueue(struct admission_run *r, int64_t cycle, const struct traffic_event *e) {
  struct scoreboard_rules *l = &r->scoreboard;
  const struct scoreboard_rules_setup *s = &l->s;
  if (!e->in.enq_valid) {
    if (e->decided) admission_failed(r, cycle, "no enqueue: expected no admission, got %s", kinds[e->kind]);
    return;
  }
  int64_t n = e->in.enq_cells;
  unsigned may;
  bool off = false;
  if (e->counts) {
    int group = scoreboard_rules_group_of(s, e->queue), watch = s->scheme == SLUICE_DSH ? l->queues + group : group;
    off = is_off(admission_shown(r, cycle), watch, l->queues);
    bool steady = r->changed_at[watch] <= cycle;
    may = scoreboard_rules_enqueue_may(l, e->queue, n, off || !steady, !off || !steady);
  } else if (s->scheme == SLUICE_TTL && e->in.enq_ttl == 0) {
    may = 1u << SLUICE_DROPPED;
    r->seen[SEEN_DROPPED]++;
  } else if (e->in.enq_port >= r->dims.ports) {
    may = 1u << SLUICE_REFUSED;
    r->seen[SEEN_NO_QUEUE]++;
  } else {
    may = n == 0 ? 1u << SLUICE_PRIVATE : 1u << SLUICE_REFUSED;
    r->seen[n == 0 ? SEEN_NO_CELLS : SEEN_LARGEST_AND_ONE] += n == 0 || n == s->largest + 1;
  }
  if (!e->decided || e->kind > SLUICE_DROPPED || !(may >> e->kind & 1)) {
    char text[100] = "";
    for (int k = 0; k <= SLUICE_DROPPED; k++)
      if (may >> k & 1) snprintf(text + strlen(text), sizeof text - strlen(text), " %s", kinds[k]);
    const struct scoreboard_rules_why *y = &l->why;
    admission_failed(
        r, cycle,
        "enqueue (%d,%d) of %lld cells: expected%s, got %s; x %lld, own %lld to %lld, shared %lld to %lld, headroom "
        "%lld to %lld, headroom pool %lld to %lld of %lld, group %s; cells under way: %lld of the port, %lld of all "
        "ports",
        e->in.enq_port, e->in.enq_class, (long long)n, text, e->decided ? kinds[e->kind] : "none", (long long)y->x,
        (long long)y->own_least, (long long)y->own_most, (long long)y->shared_least, (long long)y->shared_most,
        (long long)y->headroom_least, (long long)y->headroom_most, (long long)y->pool_least, (long long)y->pool_most,
        (long long)s->pool, off ? "off" : "on", (long long)y->way_port, (long long)y->way_all);
  }
  if (e->counts && e->of != e->queue)
    admission_failed(r, cycle, "enqueue: expected the admission of queue %d, got that of queue %d", e->queue, e->of);
  r->refused += e->kind == SLUICE_REFUSED;
  if (!e->counts) return;
  see_admission(r, e, may, off);
  const struct scoreboard_rules_why *y = &l->why;
  if (e->within && y->pool_most <= s->pool) {  // SHP loses nothing only while the pool holds
    if (e->kind == SLUICE_REFUSED)
      admission_failed(r, cycle,
                       "enqueue (%d,%d) of %lld cells: expected no loss, as a + f is within the headroom, got refused",
                       e->in.enq_port, e->queue % r->dims.classes, (long long)n);
    r->seen[SEEN_WITHIN_BUDGET_HEADROOM] += e->kind == SLUICE_HEADROOM;
  }
  scoreboard_rules_enqueue(l, e->queue, n, e->kind);
}

// At rest, that is without an event for longer than the scan bound, S must lie within the scoreboard's bounds.
// They differ only by cells that may have been returned to headroom or to the pool.
static void judge_rest(struct admission_run *r, int64_t cycle) {
  const struct admission_shown *s = admission_shown(r, cycle);
  const struct scoreboard_rules *l = &r->scoreboard;
  int64_t low = scoreboard_rules_shared_least(l), high = scoreboard_rules_shared_most(l);
  if (s->shared < low || s->shared > high)
    admission_failed(r, cycle, "at rest: expected %lld to %lld shared cells, got %u", (long long)low, (long long)high,
                     s->shared);
  if (s->loss != r->refused) admission_failed(r, cycle, "at rest: expected loss %u, got %u", r->refused, s->loss);
  r->seen[SEEN_AT_REST]++;
  for (int q = 0; q < l->queues; q++)
    if (l->q[q] > 0) return;
  for (int i = 0; i < SLUICE_WORDS; i++)
    if (s->off[i] != 0 || s->port_off != 0)
      admission_failed(r, cycle, "drained: expected all queues and ports on, got some off");
  r->seen[SEEN_DRAINED]++;
}

// XOFF and XON of a port change under STATIC only, where ALPHA has no effect.
static void judge_limits(struct admission_run *r, const struct sluice_in *in) {
  struct scoreboard_rules *l = &r->scoreboard;
  const int limit = in->cfg_addr - SLUICE_REG_PORT_WINDOW;
  if (in->cfg_addr == SLUICE_REG_PORT_SELECT) {
    l->changing = (int)in->cfg_wdata;
    l->changed = l->s.port[l->changing];
    return;
  }
  if (limit == SLUICE_LIMIT_XOFF) l->changed.xoff = in->cfg_wdata;
  if (limit == SLUICE_LIMIT_XON) l->changed.xon = in->cfg_wdata;
  if (limit == SLUICE_LIMIT_XOFF || limit == SLUICE_LIMIT_XON) r->own[l->changing] |= 1u << limit;
}

// Between a COMMIT and the cycle in which it takes effect, the old and the new values are both allowed. Those of a port
// may take effect a round of visits later.
static void judge_commit(struct admission_run *r, int64_t cycle, const struct sluice_in *in) {
  struct scoreboard_rules *l = &r->scoreboard;
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_ALPHA) r->alpha = (int)(int32_t)in->cfg_wdata;
  if (in->cfg_write) judge_limits(r, in);
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_COMMIT) {
    if (r->alpha < l->alpha_least) l->alpha_least = r->alpha;
    if (r->alpha > l->alpha_most) l->alpha_most = r->alpha;
    l->commit_at = cycle - r->first;
    r->settled = cycle + sluice_commit_latency(&r->dims) + ADMISSION_LAG;
    if (l->changing >= 0) r->settled += sluice_scan_round(&r->dims);
  }
  if (cycle != r->settled) return;
  l->alpha_least = l->alpha_most = r->alpha;
  if (l->changing >= 0) l->s.port[l->changing] = l->changed;
  r->seen[SEEN_LIMITS_CHANGED] += l->changing >= 0;
  l->changing = -1;
}

void admission_judge(struct admission_run *r, int64_t cycle) {
  struct scoreboard_rules *l = &r->scoreboard;
  const struct traffic_event *e = traffic_at(&r->traffic, cycle);
  judge_commit(r, cycle, &e->in);
  scoreboard_rules_clock(l);
  judge_states(r, cycle);
  judge_dequeue(r, cycle, e);
  judge_enqueue(r, cycle, e);
  scoreboard_rules_close(l);
  if (e->in.enq_valid || e->in.deq_valid) r->last_event = cycle;
  if (cycle - r->last_event >= scoreboard_rules_scan_bound(&r->dims)) judge_rest(r, cycle);
}
