// Tests the event engine's MMU packet by packet against two references: tests/event/reference.c, written from the
// specification alone, and the clockless rules of the C model. Admissions, q, S, h and W are equal after every event;
// states are equal after their latency: off after 13 cycles, on within two rounds and the scan's latency. A failure
// prints the command that repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/rules/sluice_rules.h"
#include "tb/sim/traffic/random.h"
#include "tests/event/place_one.h"
#include "tests/event/reference.h"
#include "tests/suite.h"

enum { PORTS = 4, EVENTS = 20000, RUNS = 6, SCHEMES = SLUICE_RULE_SCHEMES };

struct replay {
  struct one one;
  struct ref ref;
  struct sluice_rules rules;  // the clockless rules of the C model
  struct sluice_limits limits[PORTS];
  uint64_t seed, random, now, events;
  int classes;
  enum sluice_scheme scheme;
  uint64_t seen[5], offs, ons;
};

static void differs(const struct replay *x, const char *what, int port, int cls, uint64_t expected, uint64_t got) {
  ck_abort_msg("scheme %d, seed %" PRIu64 ", event %" PRIu64 ", cycle %" PRIu64 ": %s of (%d, %d): expected %" PRIu64
               ", got %" PRIu64 "; repeat: SLUICE_FIRST=%" PRIu64 " make test T=event_rules",
               (int)x->scheme, x->seed, x->events, x->now / x->one.place->cycle, what, port, cls, expected, got,
               x->seed);
}

static struct ref_config config_of(const struct sluice_config *c, int classes) {
  struct ref_config r = {.scheme = (enum ref_scheme)c->scheme,
                         .ports = PORTS,
                         .classes = classes,
                         .lossless = c->lossless,
                         .max_packet = c->max_packet,
                         .shared = c->shared,
                         .headroom_pool = c->headroom_pool,
                         .delta_q = c->delta_q,
                         .delta_p = c->delta_p,
                         .alpha = c->alpha,
                         .alpha_lossy = c->alpha_lossy,
                         .counter_max = 65535,
                         .stage_top = c->stage_top,
                         .stage_base = c->stage_base,
                         .stages = c->stages};
  for (int p = 0; p < PORTS; p++) {
    const struct sluice_limits *x = sluice_limits_of(c, p);
    r.port[p] =
        (struct ref_port){.phi = x->phi, .eta = x->eta, .xoff = x->xoff, .xon = x->xon, .headroom = x->port_headroom};
  }
  for (int i = 0; i < classes; i++) {
    r.partition[i] = c->partition[i];
    r.weight[i] = c->weight[i];
  }
  for (int k = 1; k <= c->stages; k++) r.stage[k] = c->stage[k];
  return r;
}

// Gives each port its own amounts.
static void own_amounts(struct replay *x, struct sluice_config *cfg) {
  for (int p = 0; p < PORTS; p++) {
    x->limits[p] = (struct sluice_limits){.phi = random_below(&x->random, 40),
                                          .eta = cfg->max_packet + random_below(&x->random, 100),
                                          .xoff = 20 + random_below(&x->random, 60),
                                          .port_headroom = random_below(&x->random, 60),
                                          .quanta_step = 2560,
                                          .cell_step = 65536,
                                          .drain_cycles = 64 << 8};
    x->limits[p].xon = x->limits[p].xoff - random_below(&x->random, 20);
  }
  cfg->port = x->limits;
}

static void begin(struct replay *x, enum sluice_scheme scheme, uint64_t seed) {
  static const int classes[] = {1, 2, 5, 8};
  struct sluice_config cfg;
  *x = (struct replay){.seed = seed, .random = seed, .scheme = scheme};
  x->classes = scheme == SLUICE_TTL ? 8 : classes[seed % 4];
  one_config(&x->random, PORTS, x->classes, scheme, &cfg);
  if (seed % 2 == 0 && scheme != SLUICE_TTL && sluice_has_headroom(scheme)) own_amounts(x, &cfg);
  one_new(&x->one, PORTS, x->classes, &cfg);
  const struct sluice_dims dims = {PORTS, x->classes, 16, (1u << SLUICE_RULE_SCHEMES) - 1, false};
  ck_assert_int_eq(sluice_rules_start(&x->rules, &dims, &cfg), SLUICE_OK);
  const struct ref_config c = config_of(&x->one.place->mmu.cfg, x->classes);
  ref_init(&x->ref, &c);
}

static uint64_t cycles(const struct replay *x, uint64_t n) { return n * x->one.place->cycle; }

static bool is_off(const struct replay *x, int port, int cls, uint64_t at) {
  const struct place *m = x->one.place;
  return m->ingress[queue_number(m, (uint32_t)port, (uint32_t)cls)].off_at <= at;
}

// Compares the occupancy of a queue, its port and the pools.
static void compare(const struct replay *x, int port, int cls) {
  const struct place *m = x->one.place;
  const struct event_mmu *u = &m->mmu;
  const struct ingress_queue *q = &m->ingress[queue_number(m, (uint32_t)port, (uint32_t)cls)];
  const bool lossless = u->cfg.lossless >> cls & 1, dsh = x->scheme == SLUICE_DSH;
  const uint64_t held = dsh && lossless ? u->port[port].headroom : q->headroom;
  const struct sluice_occupancy *a = &x->rules.occupancy;
  const struct {
    const char *what;
    uint64_t reference, rules, event;
  } check[] = {
      {"queue", ref_queue(&x->ref, port, cls), a->port[port].queue[cls], q->cells},
      {"free pool", ref_shared_free(&x->ref), a->pool_free, u->pool_free},
      {"headroom", lossless ? ref_headroom(&x->ref, port, cls) : 0,
       lossless ? a->port[port].headroom[sluice_group(&x->rules.cfg, cls)] : 0, held},
      {"headroom pool", ref_headroom_pool(&x->ref), a->headroom_pool, u->headroom_pool},
      {"port sum", dsh ? ref_port_sum(&x->ref, port) : 0, dsh ? a->port[port].sum : 0, dsh ? u->port[port].sum : 0},
      {"partition", x->scheme == SLUICE_TTL ? ref_partition_free(&x->ref, cls) : 0,
       x->scheme == SLUICE_TTL ? a->partition_free[cls] : 0, x->scheme == SLUICE_TTL ? u->partition_free[cls] : 0},
  };
  for (size_t i = 0; i < sizeof check / sizeof check[0]; i++) {
    if (check[i].reference != check[i].event) differs(x, check[i].what, port, cls, check[i].reference, check[i].event);
    if (check[i].rules != check[i].event) differs(x, check[i].what, port, cls, check[i].rules, check[i].event);
  }
}

// An event turns its own queue and port off after the latency, and never on.
static void must_turn_off(struct replay *x, int port, int cls, bool was_off, bool port_was_off) {
  const struct place *m = x->one.place;
  const uint64_t at = x->now + cycles(x, SLUICE_STATE_LATENCY);
  const bool lossless = m->mmu.cfg.lossless >> cls & 1;
  if (sluice_is_gfc(x->scheme)) {
    const struct mmu_level *l = &m->mmu.level[queue_number(m, (uint32_t)port, (uint32_t)cls)];
    uint64_t level = lossless ? ref_level(&x->ref, port, cls) : 0;
    if (level_at(l, at) != level) differs(x, "level", port, cls, level, level_at(l, at));
    return;
  }
  if (lossless && !was_off) {
    bool off = ref_queue_off(&x->ref, port, cls, false);
    if (off != is_off(x, port, cls, at)) differs(x, "state", port, cls, off, !off);
    if (off && is_off(x, port, cls, at - 1)) differs(x, "state, before the latency", port, cls, 0, 1);
    x->offs += off;
  }
  if (lossless && x->scheme == SLUICE_DSH && !port_was_off) {
    bool off = ref_port_off(&x->ref, port, false);
    if (off != (m->mmu.port[port].off_at <= at)) differs(x, "port state", port, cls, off, !off);
    x->offs += off;
  }
}

static void enqueue(struct replay *x) {
  static const enum sluice_admission kinds[] = {[REF_PRIVATE] = SLUICE_PRIVATE,
                                                [REF_SHARED] = SLUICE_SHARED,
                                                [REF_HEADROOM] = SLUICE_HEADROOM,
                                                [REF_REFUSED] = SLUICE_REFUSED};
  struct place *m = x->one.place;
  int port = (int)random_below(&x->random, PORTS), cls = (int)random_below(&x->random, (uint32_t)x->classes);
  uint32_t cells = 1 + random_below(&x->random, (uint32_t)m->mmu.cfg.max_packet + 1);
  bool dsh = x->scheme == SLUICE_DSH, gfc = sluice_is_gfc(x->scheme);
  uint64_t seen = x->now + cycles(x, SLUICE_GROUP_LATENCY);
  uint32_t k = queue_number(m, (uint32_t)port, (uint32_t)cls);
  bool was_off = m->ingress[k].off_at != NEVER, port_was_off = dsh && m->mmu.port[port].off_at != NEVER;
  bool off = !gfc && (dsh ? m->mmu.port[port].off_at <= seen : is_off(x, port, cls, seen));
  enum sluice_admission expected = kinds[ref_enqueue(&x->ref, port, cls, cells, off)];
  x->rules.level[port][cls] = was_off ? SLUICE_OFF : SLUICE_FREE;
  x->rules.port_off[port] = off && dsh;
  if (!dsh) x->rules.level[port][cls] = off ? SLUICE_OFF : SLUICE_FREE;
  enum sluice_admission rules = sluice_rules_enqueue(&x->rules, port, cls, cells);
  m->now = x->now;
  enum sluice_admission got = mmu_enqueue(m, x->scheme, k, cells, x->now);
  if (got != expected) differs(x, "admission", port, cls, expected, got);
  if (got != rules) differs(x, "admission by the clockless rules", port, cls, rules, got);
  x->seen[got]++;
  compare(x, port, cls);
  if (got != SLUICE_REFUSED) must_turn_off(x, port, cls, was_off, port_was_off);
}

static void dequeue(struct replay *x) {
  struct place *m = x->one.place;
  int port = (int)random_below(&x->random, PORTS), cls = (int)random_below(&x->random, (uint32_t)x->classes);
  uint32_t k = queue_number(m, (uint32_t)port, (uint32_t)cls), held = m->ingress[k].cells;
  if (held == 0) return;
  uint32_t cells = 1 + random_below(&x->random, held < 20 ? held : 20);
  ref_dequeue(&x->ref, port, cls, cells);
  ck_assert(sluice_rules_dequeue(&x->rules, port, cls, cells));
  m->now = x->now;
  mmu_dequeue(m, x->scheme, k, cells, x->now);
  compare(x, port, cls);
}

// After twice the model's bound without an event, every state must be that of the rules.
static void rest(struct replay *x) {
  const struct place *m = x->one.place;
  const struct sluice_dims dims = {PORTS, x->classes, 16, 127, false};
  x->now += cycles(x, 2 * (uint64_t)sluice_free_bound(&dims) + 20);
  one_visits(&x->one, x->now);
  if (m->mmu.visits_at != NEVER) differs(x, "pending visits", 0, 0, 0, 1);
  for (int p = 0; p < PORTS; p++) {
    for (int c = 0; c < x->classes; c++) {
      bool lossless = m->mmu.cfg.lossless >> c & 1, off = is_off(x, p, c, x->now);
      if (sluice_is_gfc(x->scheme)) {
        const struct mmu_level *l = &m->mmu.level[queue_number(m, (uint32_t)p, (uint32_t)c)];
        uint64_t level = lossless ? ref_level(&x->ref, p, c) : 0;
        if (level_at(l, x->now) != level) differs(x, "level at rest", p, c, level, level_at(l, x->now));
      } else if (lossless && ref_queue_off(&x->ref, p, c, off) != off) {
        differs(x, "state at rest", p, c, !off, off);
      }
      x->ons += lossless && !off;
    }
    bool off = m->mmu.port[p].off_at <= x->now;
    if (x->scheme == SLUICE_DSH && ref_port_off(&x->ref, p, off) != off) differs(x, "port at rest", p, 0, !off, off);
  }
}

static void replay(enum sluice_scheme scheme, uint64_t seed, struct replay *x) {
  begin(x, scheme, seed);
  for (x->events = 0; x->events < LONG_RUN(EVENTS); x->events++) {
    // Alternate between bursts, in which enqueues dominate, and drains. Queues cross their thresholds in both
    // directions.
    bool filling = x->events / 200 % 2 == 0;
    x->now += cycles(x, random_below(&x->random, 4) == 0 ? random_below(&x->random, 60) : 1);
    one_visits(&x->one, x->now);
    if (random_below(&x->random, 10) < (filling ? 7u : 3u))
      enqueue(x);
    else
      dequeue(x);
    if (random_below(&x->random, 100) == 0) rest(x);
  }
  rest(x);
  one_free(&x->one);
}

static uint64_t first_seed(void) { return suite_number("SLUICE_FIRST", 0, UINT64_MAX, 1); }

START_TEST(events_follow_the_rules) {
  struct replay x;
  replay((enum sluice_scheme)(_i % SCHEMES), first_seed() + (uint64_t)(_i / SCHEMES), &x);
}
END_TEST

// DSH with an eta of each port: T is compared with bounds over queues of all ports. Few configurations come near them.
START_TEST(bounds_hold_for_ports_with_own_amounts) {
  struct replay x;
  replay(SLUICE_DSH, first_seed() + 100 + 2 * (uint64_t)_i + first_seed() % 2, &x);
}
END_TEST

// Random registers must reach every admission and both states. A test within the private cells alone would check
// little.
START_TEST(all_admissions_and_states_occur) {
  struct replay x;
  uint64_t seen[5] = {0}, offs = 0, ons = 0;
  for (uint64_t seed = 1; seed <= RUNS; seed++)
    for (int scheme = SLUICE_STATIC; scheme <= SLUICE_TTL; scheme++) {
      replay((enum sluice_scheme)scheme, seed, &x);
      for (int k = 0; k < 5; k++) seen[k] += x.seen[k];
      offs += x.offs;
      ons += x.ons;
    }
  for (int k = SLUICE_PRIVATE; k <= SLUICE_REFUSED; k++) ck_assert_uint_gt(seen[k], 1000);
  ck_assert_uint_gt(offs, 1000);
  ck_assert_uint_gt(ons, 1000);
}
END_TEST

// Seeds that differ in every run.
START_TEST(new_seeds) {
  struct replay x;
  uint64_t from = (uint64_t)time(NULL);
  printf("event rules: seeds from %" PRIu64 "\n", from);
  for (int i = 0; i < SCHEMES; i++) replay((enum sluice_scheme)i, from + (uint64_t)i, &x);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event_rules");
  TCase *c = tcase_create("replay");
  tcase_set_timeout(c, 300);
  tcase_add_loop_test(c, events_follow_the_rules, 0, RUNS * SCHEMES);
  tcase_add_loop_test(c, bounds_hold_for_ports_with_own_amounts, 0, 24);
  tcase_add_test(c, all_admissions_and_states_occur);
  tcase_add_test(c, new_seeds);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
