// Verdicts, errors, states and the pool at rest against the rules [spec 3, 4], event by event: what each may be follows
// from the events before it and from what is under way (ledger.h), not from the model. With K = SLUICE_VERDICT_LAG = 0
// the same test asks for the rules in order.
//
// A failure prints the command that repeats its run: CK_RUN_CASE=model SLUICE_RUN=7 build/test_verdict.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "engine.h"
#include "ledger.h"
#include "traffic.h"

enum {
  LAG = LEDGER_STATE_LAG,  // clocks after which a clock is judged: its verdicts and the states around it are known
  MODEL_CLOCKS = 200000,   // per run, at least
  RTL_CLOCKS = 40000,
  SCHEMES = SLUICE_TTL + 1,
};

_Static_assert((int)SLUICE_ADMIT_LATENCY <= (int)LAG && (int)SLUICE_STATE_LATENCY <= (int)LAG, "judged too early");
_Static_assert(SLUICE_VERDICT_LAG < SLUICE_ADMIT_LATENCY, "a verdict knows no more than what is out");

static const struct sluice_dims model_dims[] = {{4, 8, 18, 63}, {3, 5, 12, 63},  {1, 1, 8, 63},  {2, 8, 16, 63},
                                                {8, 8, 20, 63}, {32, 8, 20, 63}, {64, 8, 24, 63}};
enum { MODEL_RUNS = SCHEMES * sizeof model_dims / sizeof model_dims[0] };

// What must have been seen in all runs together.
enum {
  SEEN_PRIVATE_CERTAIN,  // where no other verdict was allowed; in the order of the verdicts
  SEEN_SHARED_CERTAIN,
  SEEN_HEADROOM_CERTAIN,
  SEEN_REFUSED_CERTAIN,
  SEEN_DROPPED,
  SEEN_PRIVATE_FULL,  // to the last cell; and where there was one cell less
  SEEN_PRIVATE_ONE_MORE,
  SEEN_SHARED_FULL,
  SEEN_SHARED_ONE_MORE,
  SEEN_HEADROOM_FULL,
  SEEN_HEADROOM_ONE_MORE,
  SEEN_HEADROOM_WHILE_OFF,
  SEEN_LOSSY_REFUSED,
  SEEN_WITHIN_BUDGET_HEADROOM,
  SEEN_LARGEST,
  SEEN_LARGEST_AND_ONE,
  SEEN_NO_CELLS,
  SEEN_NO_QUEUE,
  SEEN_DEQUEUE_ALL,
  SEEN_DEQUEUE_ONE_MORE,
  SEEN_DEQUEUE_EARLY,
  SEEN_DEQUEUE_BEHIND_ERROR,
  SEEN_DEQUEUES_TOGETHER,
  SEEN_QUEUE_OFF,
  SEEN_QUEUE_ON,
  SEEN_PORT_OFF,
  SEEN_PORT_ON,
  SEEN_AT_REST,
  SEEN_DRAINED,
  SEEN
};
static const char *const sights[SEEN] = {
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
};
static const char *const kinds[] = {"private", "shared", "headroom", "refused", "dropped"};
static uint64_t *seen;  // shared between processes, because libcheck forks
static char program[4096];

struct shown {
  uint64_t off[SLUICE_WORDS], port_off;
  uint32_t shared, loss;
};

struct run {
  const char *name;  // of the test case
  int index;
  struct engine *e;
  struct sluice_dims dims;
  struct ledger ledger;
  struct traffic traffic;
  struct shown shown[TRAFFIC_HISTORY];
  int64_t changed_at[LEDGER_QUEUES + SLUICE_MAX_PORTS];  // queues, ports
  int64_t now, first;                                    // clock; the first that the ledger knows
  int64_t last_event, bad_at;                            // of the clocks judged; the last dequeue that was an error
  int bad_queue, last_queue;                             // its queue; that of the dequeue in the clock before, -1: none
  int64_t last_held;                                     // its cells before that
  uint32_t refused;
  int alpha;        // written last
  int64_t settled;  // when the last commit is in use
};

static void failed(const struct run *r, int64_t clock, const char *format, ...)
    __attribute__((format(printf, 3, 4), noreturn));
static void failed(const struct run *r, int64_t clock, const char *format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const struct ledger_setup *s = &r->ledger.s;
  printf("clock %lld: %s\n", (long long)clock, text);
  printf("%dx%dx%d, scheme %d, private %lld, shared %lld, headroom %lld, largest packet %lld, lossless 0x%x\n",
         r->dims.ports, r->dims.classes, r->dims.width, s->scheme, (long long)s->phi, (long long)s->shared,
         (long long)s->headroom, (long long)s->largest, s->lossless);
  printf("seed %d; to repeat: CK_RUN_CASE=%s SLUICE_RUN=%d %s\n", r->index, r->name, r->index, program);
  fflush(stdout);
  ck_abort_msg("%s, run %d, clock %lld: %s", r->name, r->index, (long long)clock, text);
}

static struct shown *shown(struct run *r, int64_t clock) { return &r->shown[clock & (TRAFFIC_HISTORY - 1)]; }

// ---- One clock is judged ----

static bool is_off(const struct shown *s, int watch, int queues) {
  return (watch < queues ? s->off[watch / 64] >> (watch % 64) : s->port_off >> (watch - queues)) & 1;
}

static void judge_states(struct run *r, int64_t clock) {
  const struct shown *now = shown(r, clock), *before = shown(r, clock - 1);
  const struct ledger *l = &r->ledger;
  for (int i = 0; i < l->watches; i++) {
    bool was = is_off(before, i, l->queues), is = is_off(now, i, l->queues);
    const char *wrong = ledger_check(l, i, was, is);
    if (was != is) seen[(i < l->queues ? SEEN_QUEUE_OFF : SEEN_PORT_OFF) + was]++;
    if (wrong == NULL) continue;
    bool port = i >= l->queues;
    const struct ledger_watch *w = &l->watch[i];
    failed(r, clock,
           "%s (%d,%d) is %s: %s; may have been found off in clock %lld, on in %lld, must be off since %lld "
           "(own event in %lld), on since %lld",
           port ? "port" : "queue", port ? i - l->queues : i / r->dims.classes, port ? 0 : i % r->dims.classes,
           is ? "off" : "on", wrong, (long long)(w->may_off + r->first), (long long)(w->may_on + r->first),
           (long long)(w->must_off + r->first), (long long)(w->must_off_event + r->first),
           (long long)(w->must_on + r->first));
  }
}

static void judge_dequeue(struct run *r, int64_t clock, const struct traffic_event *e) {
  struct ledger *l = &r->ledger;
  int last = r->last_queue;
  r->last_queue = -1;
  if (!e->in.deq_valid) {
    if (e->error) failed(r, clock, "no dequeue: expected no error, got one");
    return;
  }
  int queue = e->in.deq_port * r->dims.classes + e->in.deq_class;
  int64_t n = e->in.deq_cells, held = l->q[queue];
  unsigned may = ledger_dequeue_may(l, queue, n);
  if (!(may >> e->error & 1))
    failed(r, clock, "dequeue (%d,%d) %lld of %lld: expected %s, got %s", e->in.deq_port, e->in.deq_class, (long long)n,
           (long long)held, may == 1 ? "no error" : "an error", e->error ? "an error" : "none");
  if (e->error) {
    seen[SEEN_DEQUEUE_ONE_MORE] += n == held + 1;
    seen[SEEN_DEQUEUE_EARLY] += n <= held;
    seen[SEEN_DEQUEUES_TOGETHER] += last == queue && n <= r->last_held;
    r->bad_at = clock;
    r->bad_queue = queue;
    return;
  }
  seen[SEEN_DEQUEUE_ALL] += n == held;
  seen[SEEN_DEQUEUE_BEHIND_ERROR] += r->bad_at == clock - 1 && r->bad_queue == queue;
  r->last_queue = queue;
  r->last_held = held;
  ledger_dequeue(l, queue, n);
}

static void see_verdict(const struct run *r, const struct traffic_event *e, unsigned may, bool off) {
  const struct ledger_setup *s = &r->ledger.s;
  const struct ledger_why *y = &r->ledger.why;
  int64_t n = e->in.enq_cells;
  int cls = e->queue % r->dims.classes;
  bool lossless = s->lossless >> cls & 1;
  int64_t own = s->scheme == SLUICE_TTL ? s->partition[cls] : s->phi;
  seen[SEEN_LARGEST] += n == s->largest && e->kind < SLUICE_REFUSED;
  if (may != 1u << e->kind) return;
  seen[SEEN_PRIVATE_CERTAIN + e->kind]++;
  seen[SEEN_PRIVATE_FULL] += e->kind == SLUICE_PRIVATE && y->own_least + n == own;
  seen[SEEN_PRIVATE_ONE_MORE] += e->kind != SLUICE_PRIVATE && y->own_least + n == own + 1;
  seen[SEEN_SHARED_FULL] += e->kind == SLUICE_SHARED && y->shared_least + y->x == s->shared;
  seen[SEEN_SHARED_ONE_MORE] += e->kind > SLUICE_SHARED && !off && y->shared_least + y->x == s->shared + 1;
  seen[SEEN_HEADROOM_FULL] += e->kind == SLUICE_HEADROOM && y->headroom_least + y->x == s->headroom;
  seen[SEEN_HEADROOM_ONE_MORE] += e->kind == SLUICE_REFUSED && lossless && y->headroom_least + y->x == s->headroom + 1;
  seen[SEEN_HEADROOM_WHILE_OFF] += e->kind == SLUICE_HEADROOM && off && y->shared_most + n <= s->shared;
  seen[SEEN_LOSSY_REFUSED] += e->kind == SLUICE_REFUSED && !lossless;
}

static void judge_enqueue(struct run *r, int64_t clock, const struct traffic_event *e) {
  struct ledger *l = &r->ledger;
  const struct ledger_setup *s = &l->s;
  if (!e->in.enq_valid) {
    if (e->decided) failed(r, clock, "no enqueue: expected no verdict, got %s", kinds[e->kind]);
    return;
  }
  int64_t n = e->in.enq_cells;
  unsigned may;
  bool off = false;
  if (e->counts) {
    int group = ledger_group_of(s, e->queue), watch = s->scheme == SLUICE_DSH ? l->queues + group : group;
    off = is_off(shown(r, clock), watch, l->queues);
    bool steady = r->changed_at[watch] <= clock;
    may = ledger_enqueue_may(l, e->queue, n, off || !steady, !off || !steady);
  } else if (s->scheme == SLUICE_TTL && e->in.enq_ttl == 0) {
    may = 1u << SLUICE_DROPPED;
    seen[SEEN_DROPPED]++;
  } else if (e->in.enq_port >= r->dims.ports) {
    may = 1u << SLUICE_REFUSED;
    seen[SEEN_NO_QUEUE]++;
  } else {
    may = n == 0 ? 1u << SLUICE_PRIVATE : 1u << SLUICE_REFUSED;
    seen[n == 0 ? SEEN_NO_CELLS : SEEN_LARGEST_AND_ONE] += n == 0 || n == s->largest + 1;
  }
  if (!e->decided || e->kind > SLUICE_DROPPED || !(may >> e->kind & 1)) {
    char text[100] = "";
    for (int k = 0; k <= SLUICE_DROPPED; k++)
      if (may >> k & 1) snprintf(text + strlen(text), sizeof text - strlen(text), " %s", kinds[k]);
    const struct ledger_why *y = &l->why;
    failed(r, clock,
           "enqueue (%d,%d) %lld: expected%s, got %s; x %lld, own %lld to %lld, shared %lld to %lld, headroom %lld to "
           "%lld, the group shows %s; under way %lld on the port, %lld on all",
           e->in.enq_port, e->in.enq_class, (long long)n, text, e->decided ? kinds[e->kind] : "none", (long long)y->x,
           (long long)y->own_least, (long long)y->own_most, (long long)y->shared_least, (long long)y->shared_most,
           (long long)y->headroom_least, (long long)y->headroom_most, off ? "off" : "on", (long long)y->way_port,
           (long long)y->way_all);
  }
  if (e->counts && e->of != e->queue)
    failed(r, clock, "enqueue: expected the verdict of queue %d, got that of %d", e->queue, e->of);
  r->refused += e->kind == SLUICE_REFUSED;
  if (!e->counts) return;
  see_verdict(r, e, may, off);
  if (e->within) {
    if (e->kind == SLUICE_REFUSED)
      failed(r, clock, "enqueue (%d,%d) %lld: expected no loss, a + f is within the headroom, got refused",
             e->in.enq_port, e->queue % r->dims.classes, (long long)n);
    seen[SEEN_WITHIN_BUDGET_HEADROOM] += e->kind == SLUICE_HEADROOM;
  }
  ledger_enqueue(l, e->queue, n, e->kind);
}

// Nothing has happened for long: S and what follows from it have one value, but for cells of which headroom was repaid.
static void judge_rest(struct run *r, int64_t clock) {
  const struct shown *s = shown(r, clock);
  const struct ledger *l = &r->ledger;
  int64_t low = ledger_shared_least(l), high = ledger_shared_most(l);
  if (s->shared < low || s->shared > high)
    failed(r, clock, "at rest: expected %lld to %lld shared cells, got %u", (long long)low, (long long)high, s->shared);
  if (s->loss != r->refused) failed(r, clock, "at rest: expected loss %u, got %u", r->refused, s->loss);
  seen[SEEN_AT_REST]++;
  for (int q = 0; q < l->queues; q++)
    if (l->q[q] > 0) return;
  for (int i = 0; i < SLUICE_WORDS; i++)
    if (s->off[i] != 0 || s->port_off != 0) failed(r, clock, "drained: expected nothing off, got queues or ports off");
  seen[SEEN_DRAINED]++;
}

// Between a commit and its use both values are allowed.
static void judge_commit(struct run *r, int64_t clock, const struct sluice_in *in) {
  struct ledger *l = &r->ledger;
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_ALPHA) r->alpha = (int)(int32_t)in->cfg_wdata;
  if (in->cfg_write && in->cfg_addr == SLUICE_REG_COMMIT) {
    if (r->alpha < l->alpha_least) l->alpha_least = r->alpha;
    if (r->alpha > l->alpha_most) l->alpha_most = r->alpha;
    r->settled = clock + SLUICE_COMMIT_LATENCY + LAG;
  }
  if (clock == r->settled) l->alpha_least = l->alpha_most = r->alpha;
}

static void judge(struct run *r, int64_t clock) {
  struct ledger *l = &r->ledger;
  const struct traffic_event *e = traffic_at(&r->traffic, clock);
  judge_commit(r, clock, &e->in);
  ledger_clock(l);
  judge_states(r, clock);
  judge_dequeue(r, clock, e);
  judge_enqueue(r, clock, e);
  ledger_close(l);
  if (e->in.enq_valid || e->in.deq_valid) r->last_event = clock;
  if (clock - r->last_event >= ledger_scan_bound(&r->dims)) judge_rest(r, clock);
}

// ---- Running ----

static void step(struct run *r, const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(r->e, in);
  if (out == NULL) {
    engine_report(r->e, stdout);
    failed(r, r->now, "RTL and model differ");
  }
  r->now++;
  struct shown *now = shown(r, r->now);
  const struct shown before = *shown(r, r->now - 1);
  memcpy(now->off, out->queue_off, sizeof now->off);
  now->port_off = out->port_off;
  now->shared = out->mon_shared;
  now->loss = out->loss;
  if (out->mon_shared > r->ledger.s.shared)
    failed(r, r->now, "expected at most %lld shared cells, got %u", (long long)r->ledger.s.shared, out->mon_shared);
  int queues = r->dims.ports * r->dims.classes;
  for (int i = 0; i < SLUICE_WORDS; i++)
    for (uint64_t changed = before.off[i] ^ now->off[i]; changed != 0; changed &= changed - 1)
      r->changed_at[64 * i + __builtin_ctzll(changed)] = r->now;
  for (uint64_t changed = before.port_off ^ now->port_off; changed != 0; changed &= changed - 1)
    r->changed_at[queues + __builtin_ctzll(changed)] = r->now;
}

static void busy(struct run *r, int64_t clocks, bool quiet) {
  for (int64_t end = r->now + clocks; r->now < end;) {
    const struct sluice_out *out = engine_out(r->e);
    traffic_see(&r->traffic, r->now, out);
    if (r->now - LAG >= r->first) judge(r, r->now - LAG);
    traffic_next(&r->traffic, r->now, out, quiet);
    step(r, &traffic_at(&r->traffic, r->now)->in);
  }
}

static uint32_t pick(struct run *r, uint32_t n) { return traffic_pick(&r->traffic, n); }

// Small pools, so that all of them get full. Returns the cells of the buffer.
static int64_t choose(struct run *r, struct ledger_setup *s, int scheme) {
  int ports = r->dims.ports, queues = ports * r->dims.classes;
  int groups = scheme == SLUICE_DSH ? ports : queues;
  bool ttl = scheme == SLUICE_TTL, tiny = r->dims.width < 10;
  memset(s, 0, sizeof *s);
  s->dims = r->dims;
  s->scheme = scheme;
  s->largest = 1 + pick(r, tiny ? 4 : 24);
  s->headroom = s->largest * (1 + pick(r, 8));
  s->phi = ttl || pick(r, 2) ? 0 : 1 + pick(r, 2 * (uint32_t)s->largest);
  s->shared = pick(r, 2) ? pick(r, 6 * (uint32_t)s->largest) : pick(r, (tiny ? 8 : 40) * (uint32_t)s->largest);
  s->alpha = ttl ? (int)pick(r, 4) : (int)pick(r, 11) - 7;
  s->xoff = pick(r, (uint32_t)s->shared + 1);
  s->xon = pick(r, (uint32_t)s->xoff + 1);
  s->delta_q = pick(r, 2) ? 0 : pick(r, 2 * (uint32_t)s->largest);
  s->delta_p = pick(r, 2) ? 0 : pick(r, 4 * (uint32_t)s->largest);
  s->lossless = (1u << r->dims.classes) - 1;
  if (!ttl && pick(r, 3) == 0) s->lossless &= pick(r, 2) ? 0x55 : 0xaa;
  s->lossy_alpha = LEDGER_NO_LIMIT;
  int64_t buffer = s->phi * queues + s->headroom * groups + s->shared;
  for (int c = 1; ttl && c < r->dims.classes; c++) {
    s->partition[c] = ports * s->largest + pick(r, pick(r, 2) ? 1 : 2 * (uint32_t)s->largest);
    s->weight[c] = pick(r, 65536);
    buffer += s->partition[c];
  }
  return buffer;
}

static void write_register(struct run *r, int reg, int64_t value) {
  step(r, &(struct sluice_in){
              .tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = (uint32_t)value});
}

// An empty switch gets new registers.
static void configure(struct run *r, int scheme) {
  struct ledger_setup s;
  struct traffic *t = &r->traffic;
  int64_t buffer;
  do buffer = choose(r, &s, scheme);
  while (buffer >= INT64_C(1) << r->dims.width);
  t->ttl0 = r->dims.classes;
  for (int i = 0; i < SLUICE_REGS; i++) {
    const char *name = sluice_register_name(i);
    if (name == NULL || strcmp(name, "ALPHA_LOSSY") != 0 || !sluice_register_built(&r->dims, i)) continue;
    s.lossy_alpha = (int)pick(r, 11) - 7;
    write_register(r, i, s.lossy_alpha);
  }
  const int64_t regs[][2] = {
      {SLUICE_REG_SCHEME, scheme},        {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_PRIVATE, s.phi},        {SLUICE_REG_SHARED, s.shared},
      {SLUICE_REG_HEADROOM, s.headroom},  {SLUICE_REG_LOSSLESS, s.lossless},
      {SLUICE_REG_MAX_PACKET, s.largest}, {SLUICE_REG_ALPHA, s.alpha},
      {SLUICE_REG_XOFF, s.xoff},          {SLUICE_REG_XON, s.xon},
      {SLUICE_REG_DELTA_Q, s.delta_q},    {SLUICE_REG_DELTA_P, s.delta_p},
      {SLUICE_REG_PAUSE_TIME, 0xffff},    {SLUICE_REG_REFRESH, 0x7fff},
      {SLUICE_REG_QUANTA_STEP, 2560},     {SLUICE_REG_TTL0, t->ttl0},
      {SLUICE_REG_TTL_OPTIONS, 0},
  };
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) write_register(r, (int)regs[i][0], regs[i][1]);
  for (int c = 0; scheme == SLUICE_TTL && c < r->dims.classes; c++) {
    write_register(r, SLUICE_REG_PARTITION + c, s.partition[c]);
    write_register(r, SLUICE_REG_WEIGHT + c, s.weight[c]);
  }
  write_register(r, SLUICE_REG_COMMIT, 1);
  r->ledger.s.shared = s.shared;
  for (int i = 0; i < 3 * SLUICE_COMMIT_LATENCY; i++) step(r, &(struct sluice_in){.tx_ready = true});
  const struct sluice_out *out = engine_out(r->e);
  if (out->cfg_error)
    failed(r, r->now, "commit of an empty switch: expected it taken, got reason %d, %s", out->cfg_reason,
           sluice_reason_text(out->cfg_reason));
  ledger_start(&r->ledger, &s);
  t->s = s;
  t->first_class = scheme == SLUICE_TTL;
  t->polite = pick(r, 3) == 0;
  t->phase.left = 0;
  t->drain = t->commit = false;
  t->commit_at = r->now;
  t->again = -1;
  memset(t->event, 0, sizeof t->event);
  memset(t->budget, 0, sizeof t->budget);
  for (int i = 0; i < LEDGER_QUEUES; i++) t->budget[i].overrun_at = -1;
  r->last_queue = -1;
  r->bad_at = -2;
  r->first = r->last_event = r->now;
}

static void run(const char *name, int index, enum engine_kind kind, const struct sluice_dims *dims, int scheme,
                int64_t clocks) {
  static struct run one;
  struct run *r = &one;
  memset(r, 0, sizeof *r);
  r->name = name;
  r->index = index;
  r->dims = *dims;
  r->traffic.random.rng = (uint64_t)index + 1;
  ck_assert_int_eq(engine_new(&r->e, kind, dims, "mmu"), 0);
  while (!engine_out(r->e)->ready) step(r, &(struct sluice_in){.tx_ready = true});
  int64_t rest = ledger_scan_bound(dims) + LAG + 16;
  while (r->now < clocks) {
    configure(r, scheme);
    busy(r, 3000 + pick(r, 3000), false);
    busy(r, rest, true);
    busy(r, 1000 + pick(r, 3000), false);
    r->traffic.drain = true;
    do busy(r, 2 * SLUICE_ADMIT_LATENCY, false);
    while (!traffic_drained(&r->traffic));
    busy(r, rest, true);
    for (int q = 0; q < r->ledger.queues; q++) ck_assert_int_eq(r->ledger.q[q], 0);
  }
  engine_free(r->e);
}

// The n-th of all variants with their schemes, of these that have a register set.
static bool variant_of(int n, struct sluice_dims *dims, int *scheme) {
  for (int v = 0; engine_variant(v, dims); v++)
    for (*scheme = 0; *scheme < SCHEMES; ++*scheme) {
      bool can = dims->schemes >> *scheme & 1 && (*scheme != SLUICE_TTL || dims->classes > 1);
      if (can && n-- == 0) return true;
    }
  return false;
}

START_TEST(model_alone) {
  const struct sluice_dims *dims = &model_dims[_i / SCHEMES];
  int scheme = _i % SCHEMES;
  if (scheme == SLUICE_TTL && dims->classes < 2) scheme = SLUICE_STATIC;
  run("model", _i, ENGINE_MODEL, dims, scheme, MODEL_CLOCKS);
}
END_TEST

START_TEST(rtl_and_model) {
  struct sluice_dims dims;
  int scheme;
  ck_assert(variant_of(_i, &dims, &scheme));
  run("both", _i, ENGINE_BOTH, &dims, scheme, RTL_CLOCKS);
}
END_TEST

START_TEST(everything_seen) {
  for (int i = 0; i < SEEN; i++) ck_assert_msg(seen[i] > 20, "%s: %llu", sights[i], (unsigned long long)seen[i]);
}
END_TEST

int main(int argc, char **argv) {
  (void)argc;
  snprintf(program, sizeof program, "%s", argv[0]);
  seen = mmap(NULL, SEEN * sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (seen == MAP_FAILED) return EXIT_FAILURE;
  struct sluice_dims dims;
  int scheme, variants = 0;
  while (variant_of(variants, &dims, &scheme)) variants++;
  const char *only = getenv("SLUICE_RUN");
  int first = only != NULL ? atoi(only) : 0;

  Suite *suite = suite_create("verdict");
  TCase *model = tcase_create("model"), *both = tcase_create("both"), *all = tcase_create("all");
  tcase_set_timeout(model, 240);
  tcase_set_timeout(both, 240);
  tcase_add_loop_test(model, model_alone, first, only != NULL ? first + 1 : MODEL_RUNS);
  if (first < variants) tcase_add_loop_test(both, rtl_and_model, first, only != NULL ? first + 1 : variants);
  if (only == NULL) tcase_add_test(all, everything_seen);
  suite_add_tcase(suite, model);
  suite_add_tcase(suite, both);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int bad = srunner_ntests_failed(runner);
  srunner_free(runner);
  return bad == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
