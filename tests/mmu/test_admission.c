// Checks admissions, dequeue errors, pause states, and the pool at rest under random events. Reference: the scoreboard
// of the rules [spec 3, 4] in scoreboard_rules.h, which is independent of the model. With SLUICE_ADMISSION_LAG = 0 the
// same test checks the rules without enqueues under way.
//
// A failure prints the command that repeats its run, such as CK_RUN_CASE=model SLUICE_RUN=7 build/test_admission.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/mmu/admission.h"
#include "tests/suite.h"

enum {
  MODEL_CYCLES = 200000 / STRIDE(8),  // least cycles of a run
  RTL_CYCLES = 40000,
};

static const int schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH, SLUICE_TTL, SLUICE_SHP};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

static const struct sluice_dims model_dims[] = {
    {4, 8, 18, 127, false}, {3, 5, 12, 127, false},  {1, 1, 8, 127, false},   {2, 8, 16, 127, false},
    {8, 8, 20, 127, false}, {32, 8, 20, 127, false}, {64, 8, 24, 127, false}, {4, 8, 18, 127, true},
    {3, 5, 12, 127, true},  {6, 2, 10, 127, true}};
enum { MODEL_RUNS = SCHEMES * sizeof model_dims / sizeof model_dims[0] };

static uint64_t *seen;  // shared between processes, because libcheck forks
static char program[4096];

static void step(struct admission_run *r, const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(r->e, in);
  if (out == NULL) {
    engine_report(r->e, stdout);
    admission_failed(r, r->now, "RTL and model differ");
  }
  r->now++;
  struct admission_shown *now = admission_shown(r, r->now);
  const struct admission_shown before = *admission_shown(r, r->now - 1);
  memcpy(now->off, out->queue_off, sizeof now->off);
  now->port_off = out->port_off;
  now->shared = out->mon_shared;
  now->loss = out->loss;
  if (out->mon_shared > r->scoreboard.s.shared)
    admission_failed(r, r->now, "expected at most %lld shared cells, got %u", (long long)r->scoreboard.s.shared,
                     out->mon_shared);
  int queues = r->dims.ports * r->dims.classes;
  for (int i = 0; i < SLUICE_WORDS; i++)
    for (uint64_t changed = before.off[i] ^ now->off[i]; changed != 0; changed &= changed - 1)
      r->changed_at[64 * i + __builtin_ctzll(changed)] = r->now;
  for (uint64_t changed = before.port_off ^ now->port_off; changed != 0; changed &= changed - 1)
    r->changed_at[queues + __builtin_ctzll(changed)] = r->now;
}

static void busy(struct admission_run *r, int64_t cycles, bool quiet) {
  for (int64_t end = r->now + cycles; r->now < end;) {
    const struct sluice_out *out = engine_out(r->e);
    traffic_see(&r->traffic, r->now, out);
    if (r->now - ADMISSION_LAG >= r->first) admission_judge(r, r->now - ADMISSION_LAG);
    traffic_next(&r->traffic, r->now, out, quiet);
    step(r, &traffic_at(&r->traffic, r->now)->in);
  }
}

static uint32_t pick(struct admission_run *r, uint32_t n) { return traffic_pick(&r->traffic, n); }

// Draws the limits of a port.
static struct scoreboard_rules_limits draw_limits(struct admission_run *r, const struct scoreboard_rules_setup *s) {
  const uint32_t largest = (uint32_t)s->largest;
  struct scoreboard_rules_limits l = {.headroom = largest * (1 + pick(r, 8))};
  l.phi = s->scheme == SLUICE_TTL || pick(r, 2) ? 0 : 1 + pick(r, 2 * largest);
  l.xoff = pick(r, pick(r, 2) ? (uint32_t)s->shared + 1 : 4 * largest);
  l.xon = pick(r, (uint32_t)l.xoff + 1);
  if (s->scheme == SLUICE_SHP) l.port_headroom = pick(r, 2) ? pick(r, 4 * largest) : largest * pick(r, 3);
  return l;
}

// Draws the limits of all ports: the common ones and, with PORT_LIMITS, some of each port's own.
static void choose_limits(struct admission_run *r, struct scoreboard_rules_setup *s) {
  r->common = draw_limits(r, s);
  for (int p = 0; p < r->dims.ports; p++) s->port[p] = r->common;
  for (int p = 0; r->dims.port_limits && p < r->dims.ports; p++) {
    const struct scoreboard_rules_limits own = draw_limits(r, s);
    const unsigned has = r->own[p];
    if (has >> SLUICE_LIMIT_PRIVATE & 1) s->port[p].phi = own.phi;
    if (has >> SLUICE_LIMIT_HEADROOM & 1) s->port[p].headroom = own.headroom;
    if (has >> SLUICE_LIMIT_PORT_HEADROOM & 1) s->port[p].port_headroom = own.port_headroom;
    if (has >> SLUICE_LIMIT_XOFF & 1) s->port[p].xoff = own.xoff;
    if (has >> SLUICE_LIMIT_XON & 1) s->port[p].xon = own.xon;
    if (s->port[p].xon > s->port[p].xoff)  // one of them is common
      *(has >> SLUICE_LIMIT_XON & 1 ? &s->port[p].xon : &s->port[p].xoff) = r->common.xoff;
  }
}

// Draws small pools, so that all of them get full. Returns the cells of the buffer.
static int64_t choose(struct admission_run *r, struct scoreboard_rules_setup *s, int scheme) {
  bool shp = scheme == SLUICE_SHP;
  bool ttl = scheme == SLUICE_TTL, tiny = r->dims.width < 10;
  memset(s, 0, sizeof *s);
  s->dims = r->dims;
  s->scheme = scheme;
  s->largest = 1 + pick(r, tiny ? 4 : 24);
  s->shared = pick(r, 2) ? pick(r, 6 * (uint32_t)s->largest) : pick(r, (tiny ? 8 : 40) * (uint32_t)s->largest);
  s->alpha = (int)(ttl ? pick(r, 8) : pick(r, 16) - 8);
  s->delta_q = pick(r, 2) ? 0 : pick(r, 2 * (uint32_t)s->largest);
  s->delta_p = pick(r, 2) ? 0 : pick(r, 4 * (uint32_t)s->largest);
  s->lossless = (1u << r->dims.classes) - 1;
  if (!ttl && pick(r, 3) == 0) s->lossless &= pick(r, 2) ? 0x55 : 0xaa;
  s->lossy_alpha = SCOREBOARD_NO_LIMIT;
  choose_limits(r, s);
  // The pool is often a few largest packets, so that several ports fill it to the last cell.
  if (shp) s->pool = s->largest + (pick(r, 2) ? s->largest * pick(r, 8) : pick(r, 24 * (uint32_t)s->largest));
  const int groups = scheme == SLUICE_DSH ? s->lossless != 0 : __builtin_popcount(s->lossless);  // of a port
  int64_t buffer = s->shared + s->pool;
  for (int p = 0; p < r->dims.ports; p++)
    buffer += s->port[p].phi * r->dims.classes + (shp ? s->port[p].port_headroom : s->port[p].headroom * groups);
  for (int c = 1; ttl && c < r->dims.classes; c++) {
    s->partition[c] = r->dims.ports * s->largest + pick(r, pick(r, 2) ? 1 : 2 * (uint32_t)s->largest);
    s->weight[c] = pick(r, 65536);
    buffer += s->partition[c];
  }
  return buffer;
}

static void write_register(struct admission_run *r, int reg, int64_t value) {
  step(r, &(struct sluice_in){
              .tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = (uint32_t)value});
}

static void write_own_limits(struct admission_run *r, const struct scoreboard_rules_setup *s) {
  for (int p = 0; p < r->dims.ports; p++) {
    const struct scoreboard_rules_limits *l = &s->port[p];
    const int64_t value[] = {[SLUICE_LIMIT_PRIVATE] = l->phi,
                             [SLUICE_LIMIT_HEADROOM] = l->headroom,
                             [SLUICE_LIMIT_XOFF] = l->xoff,
                             [SLUICE_LIMIT_XON] = l->xon,
                             [SLUICE_LIMIT_PORT_HEADROOM] = l->port_headroom};
    for (int k = 0; k < (int)(sizeof value / sizeof *value); k++) {
      if (!(r->own[p] >> k & 1)) continue;
      write_register(r, SLUICE_REG_PORT_SELECT, p + (k / 4 << 6));
      write_register(r, SLUICE_REG_PORT_WINDOW + k % 4, value[k]);
    }
  }
}

// Configures an empty switch with random registers.
static void configure(struct admission_run *r, int scheme) {
  struct scoreboard_rules_setup s;
  struct traffic *t = &r->traffic;
  int64_t buffer;
  do buffer = choose(r, &s, scheme);
  while (buffer >= INT64_C(1) << r->dims.width);
  t->ttl0 = r->dims.classes;
  for (int i = 0; i < SLUICE_REGS; i++) {
    const char *name = sluice_register_name(i);
    if (name == NULL || strcmp(name, "ALPHA_LOSSY") != 0 || !sluice_register_built(&r->dims, i)) continue;
    s.lossy_alpha = (int)pick(r, 16) - 8;
    write_register(r, i, s.lossy_alpha);
  }
  const int64_t regs[][2] = {
      {SLUICE_REG_SCHEME, scheme},
      {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_PRIVATE, r->common.phi},
      {SLUICE_REG_SHARED, s.shared},
      {SLUICE_REG_HEADROOM, r->common.headroom},
      {SLUICE_REG_LOSSLESS, s.lossless},
      {SLUICE_REG_MAX_PACKET, s.largest},
      {SLUICE_REG_ALPHA, s.alpha},
      {SLUICE_REG_XOFF, r->common.xoff},
      {SLUICE_REG_XON, r->common.xon},
      {SLUICE_REG_DELTA_Q, s.delta_q},
      {SLUICE_REG_DELTA_P, s.delta_p},
      {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},
      {SLUICE_REG_QUANTA_STEP, 2560},
      {SLUICE_REG_TTL0, t->ttl0},
      {SLUICE_REG_TTL_OPTIONS, 0},
  };
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) write_register(r, (int)regs[i][0], regs[i][1]);
  for (int c = 0; scheme == SLUICE_TTL && c < r->dims.classes; c++) {
    write_register(r, SLUICE_REG_PARTITION + c, s.partition[c]);
    write_register(r, SLUICE_REG_WEIGHT + c, s.weight[c]);
  }
  if (scheme == SLUICE_SHP) write_register(r, SLUICE_REG_HEADROOM_POOL, s.pool);
  if (scheme == SLUICE_SHP) write_register(r, SLUICE_REG_PORT_HEADROOM, r->common.port_headroom);
  write_own_limits(r, &s);
  write_register(r, SLUICE_REG_COMMIT, 1);
  r->scoreboard.s.shared = s.shared;
  for (int i = 0; i < 3 * sluice_commit_latency(&r->dims); i++) step(r, &(struct sluice_in){.tx_ready = true});
  const struct sluice_out *out = engine_out(r->e);
  if (out->cfg_error)
    admission_failed(r, r->now, "commit of an empty switch: expected reason 0, got %d, %s", out->cfg_reason,
                     sluice_reason_text(out->cfg_reason));
  scoreboard_rules_start(&r->scoreboard, &s);
  t->s = s;
  t->first_class = scheme == SLUICE_TTL;
  t->polite = pick(r, 3) == 0;
  t->phase.left = 0;
  t->drain = false;
  t->write = 0;
  t->commit_at = r->now;
  t->again = -1;
  memset(t->event, 0, sizeof t->event);
  memset(t->budget, 0, sizeof t->budget);
  for (int i = 0; i < SCOREBOARD_QUEUES; i++) t->budget[i].overrun_at = -1;
  r->last_queue = -1;
  r->bad_at = -2;
  r->first = r->last_event = r->now;
}

static void run(const char *name, int index, enum engine_kind kind, const struct sluice_dims *dims, int scheme,
                int64_t cycles) {
  static struct admission_run one;
  struct admission_run *r = &one;
  memset(r, 0, sizeof *r);
  r->program = program;
  r->seen = seen;
  r->name = name;
  r->index = index;
  r->dims = *dims;
  r->traffic.random.rng = (uint64_t)index + 1;
  for (int p = 0; dims->port_limits && p < dims->ports; p++) r->own[p] = pick(r, 1u << SLUICE_LIMITS);
  ck_assert_int_eq(engine_new(&r->e, kind, dims, "mmu"), 0);
  while (!engine_out(r->e)->ready) step(r, &(struct sluice_in){.tx_ready = true});
  int64_t rest = scoreboard_rules_scan_bound(dims) + ADMISSION_LAG + 16;
  while (r->now < cycles) {
    configure(r, scheme);
    busy(r, 3000 + pick(r, 3000), false);
    busy(r, rest, true);
    busy(r, 1000 + pick(r, 3000), false);
    r->traffic.drain = true;
    do busy(r, 2 * SLUICE_ADMIT_LATENCY, false);
    while (!traffic_drained(&r->traffic));
    busy(r, rest, true);
    for (int q = 0; q < r->scoreboard.queues; q++) ck_assert_int_eq(r->scoreboard.q[q], 0);
  }
  engine_free(r->e);
}

// The n-th pair of a variant and a scheme that it has. TTL is left out if there is only one class.
static bool variant_of(int n, struct sluice_dims *dims, int *scheme) {
  for (int v = 0; engine_variant(v, dims); v++)
    for (int i = 0; i < SCHEMES; i++) {
      *scheme = schemes[i];
      bool can = dims->schemes >> *scheme & 1 && (*scheme != SLUICE_TTL || dims->classes > 1);
      if (can && n-- == 0) return true;
    }
  return false;
}

START_TEST(model_alone) {
  const struct sluice_dims *dims = &model_dims[_i / SCHEMES];
  int scheme = schemes[_i % SCHEMES];
  if (scheme == SLUICE_TTL && dims->classes < 2) scheme = SLUICE_STATIC;
  run("model", _i, ENGINE_MODEL, dims, scheme, MODEL_CYCLES);
}
END_TEST

START_TEST(rtl_and_model) {
  struct sluice_dims dims;
  int scheme;
  ck_assert(variant_of(_i, &dims, &scheme));
  run("both", _i, ENGINE_BOTH, &dims, scheme, RTL_CYCLES);
}
END_TEST

START_TEST(everything_seen) {
  for (int i = 0; i < SEEN; i++)
    ck_assert_msg(seen[i] > 20, "%s: expected more than 20, got %llu", admission_seen_names[i],
                  (unsigned long long)seen[i]);
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
  bool one = getenv("SLUICE_RUN") != NULL;
  int first = (int)suite_number("SLUICE_RUN", 0, (uint64_t)(variants > MODEL_RUNS ? variants : MODEL_RUNS) - 1, 0);

  Suite *suite = suite_create("admission");
  TCase *model = tcase_create("model"), *both = tcase_create("both"), *all = tcase_create("all");
  tcase_set_timeout(model, 240);
  tcase_set_timeout(both, 240);
  if (first < MODEL_RUNS) tcase_add_loop_test(model, model_alone, first, one ? first + 1 : MODEL_RUNS);
  if (BUILD_HAS_RTL && (!one || first < variants))
    tcase_add_loop_test(both, rtl_and_model, first, one ? first + 1 : variants);
  if (!one) tcase_add_test(all, everything_seen);
  suite_add_tcase(suite, model);
  suite_add_tcase(suite, both);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
