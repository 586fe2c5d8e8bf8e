// The lossless adversary [spec 3] tests the no-loss guarantee. a: cells that have arrived at a headroom group (the
// queue in STATIC, SIH and TTL, the port in DSH) since the event that paused it, including that packet. f: other cells
// that have arrived at its port in the last SLUICE_ADMISSION_LAG cycles, which an admission adds. As long as a + f is
// within the headroom, no lossless packet may be refused, whatever all other traffic does. The bound must be reached:
// the peak of the headroom in use must equal the headroom. The seeds are fixed: make test T=lossless repeats a failure.
//
// The state of an event in cycle t is output in cycle t + SLUICE_STATE_LATENCY. While a group is still on, any of the
// events under way may be the one that pauses it. So the adversary keeps the cells of any SLUICE_STATE_LATENCY
// consecutive cycles within the budget. When the group turns off, the cells of the last SLUICE_STATE_LATENCY cycles are
// spent.
//
// SHP gives this guarantee only while its headroom pool holds [spec 12]. The adversary keeps an upper bound of the
// cells in the pool, from the rules alone, and sends no packet that might not fit: on each port, the headroom in use
// beyond PORT_HEADROOM as of so many cycles ago that the cells freed until then have returned, and all cells that have
// gone, or may go, to headroom since. In a small pool that bound must limit packets, too.
//
// TTL uses headroom only if no other pool fits, paused or not. The bound is the same: the first packet in headroom
// pauses the queue. GFC has no headroom and never pauses; test_gentle.c tests its guarantee.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

enum {
  WINDOW = SLUICE_STATE_LATENCY,  // cycles from an event to its state
  MODEL_CYCLES = 1200000 / STRIDE(8),
  RTL_CYCLES = 250000,
  ATTACKED = 5,  // number of schemes tested
  RUNS = 4 * ATTACKED,
  MARGIN = 16,   // more than the latency of an admission
  HISTORY = 256  // cycles, more than the window of the pool
};

static const enum sluice_scheme schemes[ATTACKED] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH, SLUICE_TTL, SLUICE_SHP};

struct adversary {
  struct engine *e;
  struct sluice_dims dims;
  int scheme, groups;
  bool may_lose, lost;
  uint32_t phi, shared, headroom, largest, limit;
  uint8_t lossless;
  int first_class;                  // TTL: hops with plain numbering start at class 1
  uint8_t ttl0, options;            // TTL
  struct stimulus random;           // used only for its random numbers
  uint32_t cells[STIMULUS_QUEUES];  // admitted and not dequeued, by port * classes + class
  uint32_t spent[STIMULUS_QUEUES];  // cells of the budget spent, while the group is off
  bool off[STIMULUS_QUEUES];
  struct {
    int group, port;  // -1: none
    uint32_t cells;
  } recent[WINDOW];                // enqueues of the last cycles, newest first
  uint32_t port_headroom, pool;    // SHP
  uint32_t held[STIMULUS_QUEUES];  // SHP: most headroom in use, of each queue
  uint32_t was_held[HISTORY][SLUICE_MAX_PORTS],
      charged[HISTORY];  // of each port; cells that may be in headroom, by cycle
  struct sluice_in last[SLUICE_ADMIT_LATENCY];
  uint64_t cycle, events, pauses, by_pool;  // by_pool: packets that the pool limits
  // Present phase of the events
  uint32_t left, enq, deq;  // cycles left; probabilities, of 1024
  int target;               // the only queue that gets packets, -1: any
  uint32_t fixed;           // packet size, 0: any
};

static int group_of(const struct adversary *a, int port, int cls) {
  return a->scheme == SLUICE_DSH ? port : port * a->dims.classes + cls;
}

static uint32_t pick(struct adversary *a, uint32_t n) { return stimulus_pick(&a->random, n); }

static int any_queue(struct adversary *a) {
  int classes = a->dims.classes - a->first_class;
  int n = (int)pick(a, (uint32_t)(a->dims.ports * classes));
  return n / classes * a->dims.classes + a->first_class + n % classes;
}

// A TTL that maps a packet to this class.
static uint8_t ttl_of(const struct adversary *a, int cls) {
  bool half = a->options & SLUICE_TTL_HALF, odd = a->options & SLUICE_TTL_ODD;
  return (uint8_t)(a->ttl0 - (half ? 2 * cls + odd : cls));
}

static uint32_t above(uint32_t x, uint32_t y) { return x > y ? x - y : 0; }

// SHP: the cells that certainly fit the headroom pool.
static uint32_t pool_left(const struct adversary *a) {
  const uint64_t window = (uint64_t)sluice_free_bound(&a->dims) + MARGIN;
  uint32_t most = 0;
  if (a->scheme != SLUICE_SHP) return UINT32_MAX;
  for (int p = 0; p < a->dims.ports; p++)
    most += above(a->was_held[(a->cycle + HISTORY - window) % HISTORY][p], a->port_headroom);
  for (uint64_t ago = 0; ago <= window + MARGIN; ago++) most += a->charged[(a->cycle + HISTORY - ago) % HISTORY];
  return above(a->pool, most);
}

// SHP: headroom is repaid first, and no more of it is in use than cells above private.
static void repay(struct adversary *a, int queue, uint32_t n) {
  const uint32_t before = above(a->cells[queue] + n, a->phi), now = above(a->cells[queue], a->phi);
  a->held[queue] = above(a->held[queue], before - now);
  if (a->held[queue] > now) a->held[queue] = now;
}

// The cells that may arrive at this group in the next cycle.
static uint32_t allowance(struct adversary *a, int port, int group) {
  uint32_t since = a->off[group] ? a->spent[group] : 0, others = 0;
  for (int i = 0; i < WINDOW - 1; i++) {
    if (a->recent[i].group == group && !a->off[group]) since += a->recent[i].cells;
    if (a->recent[i].group != group && a->recent[i].port == port && i < SLUICE_ADMISSION_LAG)
      others += a->recent[i].cells;
  }
  const uint32_t left = above(a->limit, since + others), pool = pool_left(a);
  a->by_pool += pool < left && pool < a->largest;
  return left < pool ? left : pool;
}

static void see_states(struct adversary *a, const struct sluice_out *out) {
  for (int g = 0; g < a->groups; g++) {
    bool off = a->scheme == SLUICE_DSH ? out->port_off >> g & 1 : out->queue_off[g / 64] >> (g % 64) & 1;
    if (off && !a->off[g]) {
      a->pauses++;
      a->spent[g] = 0;
      for (int i = 0; i < WINDOW; i++)
        if (a->recent[i].group == g) a->spent[g] += a->recent[i].cells;
    }
    a->off[g] = off;
  }
}

static void write_register(struct adversary *a, int reg, uint32_t value) {
  struct sluice_in in = {.tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  ck_assert(engine_step(a->e, &in) != NULL);
}

static uint32_t random_threshold(struct adversary *a) { return pick(a, pick(a, 2) ? a->shared + 1 : a->largest + 1); }

static void write_thresholds(struct adversary *a) {
  uint32_t xoff = random_threshold(a);
  write_register(a, SLUICE_REG_ALPHA, a->scheme == SLUICE_TTL ? pick(a, 8) : pick(a, 16) - 8);
  write_register(a, SLUICE_REG_XOFF, xoff);
  write_register(a, SLUICE_REG_XON, pick(a, xoff + 1));
  write_register(a, SLUICE_REG_DELTA_Q, random_threshold(a));
  write_register(a, SLUICE_REG_DELTA_P, random_threshold(a));
  write_register(a, SLUICE_REG_COMMIT, 1);
}

// Writes a numbering of the classes, partitions of the least size or a little more, and random weights. Returns the sum
// of the partitions.
static uint32_t write_partitions(struct adversary *a) {
  static const uint8_t options[] = {0, SLUICE_TTL_ODD, SLUICE_TTL_HALF, SLUICE_TTL_HALF | SLUICE_TTL_ODD};
  a->options = options[pick(a, 4)];
  bool half = a->options & SLUICE_TTL_HALF;
  a->first_class = a->options == (SLUICE_TTL_HALF | SLUICE_TTL_ODD) ? 0 : 1;
  a->ttl0 = (uint8_t)((half ? 2 : 1) * a->dims.classes);
  write_register(a, SLUICE_REG_TTL0, a->ttl0);
  write_register(a, SLUICE_REG_TTL_OPTIONS, a->options);
  uint32_t sum = 0;
  for (int c = half ? 0 : 1; c < a->dims.classes; c++) {
    uint32_t cells = (uint32_t)a->dims.ports * a->largest + pick(a, pick(a, 2) ? 1 : 2 * a->largest);
    write_register(a, SLUICE_REG_PARTITION + c, cells);
    write_register(a, SLUICE_REG_WEIGHT + c, pick(a, 65536));
    sum += cells;
  }
  return sum;
}

static void start(struct adversary *a, enum engine_kind kind, const struct sluice_dims *dims, int run,
                  uint32_t excess) {
  memset(a, 0, sizeof *a);
  a->dims = *dims;
  a->random.rng = (uint64_t)run + 1000;
  a->scheme = schemes[run % ATTACKED];
  int queues = dims->ports * dims->classes;
  a->groups = a->scheme == SLUICE_DSH ? dims->ports : queues;
  a->largest = 1 + pick(a, 24);
  a->headroom = 2 * a->largest + pick(a, 4 * a->largest);
  a->limit = a->headroom + excess;
  a->may_lose = excess > 0;
  a->phi = pick(a, 2) || a->scheme == SLUICE_TTL ? 0 : pick(a, 2 * a->largest);
  a->shared = pick(a, 2) ? pick(a, 4 * a->largest) : pick(a, (uint32_t)queues * a->largest);
  a->lossless = (uint8_t)((1u << dims->classes) - 1);
  if (run % 4 == 3) a->lossless &= 0x55;  // the lossy classes fill the shared pool
  a->target = -1;
  for (int i = 0; i < WINDOW; i++) a->recent[i].group = a->recent[i].port = -1;
  ck_assert_int_eq(engine_new(&a->e, kind, dims, "mmu"), 0);
  const struct sluice_in nothing = {.tx_ready = true};
  while (!engine_out(a->e)->ready) ck_assert(engine_step(a->e, &nothing) != NULL);
  const int reserved = a->scheme == SLUICE_DSH ? dims->ports : dims->ports * __builtin_popcount(a->lossless);
  uint32_t buffer = a->phi * (uint32_t)queues + a->headroom * (uint32_t)reserved + a->shared;
  if (a->scheme == SLUICE_TTL) buffer += write_partitions(a);
  if (a->scheme == SLUICE_SHP) {
    a->port_headroom = pick(a, 2) ? pick(a, 4 * a->largest) : 0;
    a->pool = a->headroom + a->largest * (8 + pick(a, (uint32_t)queues));
    buffer = a->phi * (uint32_t)queues + (uint32_t)dims->ports * a->port_headroom + a->pool + a->shared;
  }
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, (uint32_t)a->scheme},
      {SLUICE_REG_BUFFER, buffer},
      {SLUICE_REG_PRIVATE, a->phi},
      {SLUICE_REG_SHARED, a->shared},
      {SLUICE_REG_HEADROOM, a->headroom},
      {SLUICE_REG_LOSSLESS, a->lossless},
      {SLUICE_REG_MAX_PACKET, a->largest},
      {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},
      {SLUICE_REG_QUANTA_STEP, 2560},
      {SLUICE_REG_NATIVE, pick(a, 2)},
      {SLUICE_REG_HEADROOM_POOL, a->pool},
      {SLUICE_REG_PORT_HEADROOM, a->port_headroom},
  };
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) write_register(a, (int)regs[i][0], regs[i][1]);
  write_thresholds(a);
  for (int i = 0; i < SLUICE_COMMIT_LATENCY; i++) ck_assert(engine_step(a->e, &nothing) != NULL);
  ck_assert_int_eq(engine_out(a->e)->cfg_reason, SLUICE_OK);
}

static void new_plan(struct adversary *a, const struct sluice_out *out) {
  a->left = 10 + pick(a, 400);
  a->enq = pick(a, 4) ? 1024 : pick(a, 1025);
  a->deq = pick(a, 4) ? pick(a, 200) : pick(a, 1025);
  a->target = -1;
  a->fixed = pick(a, 2) ? a->largest : pick(a, 3) ? 0 : 1;
  // Attack one queue when the shared pool is nearly full.
  if (pick(a, 2) && out->mon_shared + a->largest > a->shared) {
    int queue = any_queue(a);
    if (a->lossless >> (queue % a->dims.classes) & 1) a->target = queue;
    a->left = 3 + pick(a, 40);
    a->enq = 1024;
    a->deq = pick(a, 3) ? 0 : 300;
  }
}

static void check_result(struct adversary *a, const struct sluice_out *out) {
  const struct sluice_in *in = &a->last[SLUICE_ADMIT_LATENCY - 1];
  if (out->deq_error) ck_abort_msg("cycle %llu, deq_error: expected 0, got 1", (unsigned long long)a->cycle);
  if (!out->adm_valid) return;
  if (out->adm_kind == SLUICE_DROPPED)
    ck_abort_msg("cycle %llu, adm_kind: expected no drop, got dropped", (unsigned long long)a->cycle);
  const int queue = out->adm_port * a->dims.classes + out->adm_class;
  if (out->adm_kind != SLUICE_HEADROOM)
    a->charged[(a->cycle + HISTORY - SLUICE_ADMIT_LATENCY) % HISTORY] = 0;
  else
    a->held[queue] += in->enq_cells;
  if (out->adm_kind != SLUICE_REFUSED)
    a->cells[queue] += in->enq_cells;
  else if (a->lossless >> out->adm_class & 1 && a->may_lose)
    a->lost = true;
  else if (a->lossless >> out->adm_class & 1)
    ck_abort_msg("cycle %llu, adm_kind of %u cells to (%d,%d): expected admitted, got refused",
                 (unsigned long long)a->cycle, in->enq_cells, out->adm_port, out->adm_class);
}

static void next_events(struct adversary *a, struct sluice_in *in) {
  int group = -1;
  int queue = a->target >= 0 ? a->target : any_queue(a);
  if (pick(a, 1024) < a->enq) {
    int port = queue / a->dims.classes, cls = queue % a->dims.classes;
    bool counts = a->lossless >> cls & 1;
    uint32_t most = a->largest;
    if (counts && allowance(a, port, group_of(a, port, cls)) < most) most = allowance(a, port, group_of(a, port, cls));
    uint32_t n = a->fixed != 0 && a->fixed < most ? a->fixed : a->fixed != 0 ? most : pick(a, most + 1);
    if (n > 0) {
      in->enq_valid = true;
      in->enq_port = (uint8_t)port;
      in->enq_class = (uint8_t)(a->scheme == SLUICE_TTL ? pick(a, (uint32_t)a->dims.classes) : (uint32_t)cls);
      in->enq_ttl = ttl_of(a, cls);
      in->enq_cells = n;
      if (counts) {
        group = group_of(a, port, cls);
        if (a->off[group]) a->spent[group] += n;
      }
      a->events++;
    }
  }
  a->charged[a->cycle % HISTORY] = in->enq_cells;
  memmove(&a->recent[1], &a->recent[0], sizeof a->recent[0] * (WINDOW - 1));
  a->recent[0].group = group;
  a->recent[0].port = in->enq_valid ? in->enq_port : -1;
  a->recent[0].cells = in->enq_cells;
  queue = any_queue(a);
  if (pick(a, 1024) < a->deq && a->cells[queue] > 0) {
    uint32_t held = a->cells[queue], n = 1 + pick(a, held < a->largest ? held : a->largest);
    in->deq_valid = true;
    in->deq_port = (uint8_t)(queue / a->dims.classes);
    in->deq_class = (uint8_t)(queue % a->dims.classes);
    in->deq_cells = pick(a, 8) ? n : held;
    a->cells[queue] -= in->deq_cells;
    repay(a, queue, in->deq_cells);
    a->events++;
  }
}

static uint32_t headroom_peak(struct adversary *a) {
  uint32_t peak = 0;
  for (int q = 0; q < a->dims.ports * a->dims.classes; q++) {
    struct sluice_in in = {.tx_ready = true, .stat_read = true, .stat_select = SLUICE_STAT_HEADROOM_PEAK};
    in.stat_port = (uint8_t)(q / a->dims.classes);
    in.stat_class = (uint8_t)(q % a->dims.classes);
    const struct sluice_out *out = engine_step(a->e, &in);
    in.stat_read = false;
    while (out != NULL && !out->stat_valid) out = engine_step(a->e, &in);
    ck_assert(out != NULL);
    if (out->stat_data > peak) peak = out->stat_data;
  }
  return peak;
}

// Returns whether a lossless packet was refused. With excess 0 a refused packet fails the test.
static bool attack(enum engine_kind kind, const struct sluice_dims *dims, int run, uint64_t cycles, uint32_t excess) {
  static struct adversary adversary;
  struct adversary *a = &adversary;
  start(a, kind, dims, run, excess);
  const struct sluice_out *out = engine_out(a->e);
  for (a->cycle = 0; a->cycle < cycles; a->cycle++) {
    check_result(a, out);
    see_states(a, out);
    for (int q = 0; q < a->dims.ports * a->dims.classes; q++) {
      uint32_t *sum = &a->was_held[a->cycle % HISTORY][q / a->dims.classes];
      *sum = (q % a->dims.classes == 0 ? 0 : *sum) + a->held[q];
    }
    struct sluice_in in = {.tx_ready = true};
    if (a->left-- == 0) new_plan(a, out);
    next_events(a, &in);
    if (pick(a, 5000) == 0) {  // thresholds may change at any time
      in.cfg_write = true;
      in.cfg_addr = SLUICE_REG_ALPHA;
      in.cfg_wdata = pick(a, 16) - 8;
    } else if (a->last[0].cfg_write && a->last[0].cfg_addr == SLUICE_REG_ALPHA) {
      in.cfg_write = true;
      in.cfg_addr = SLUICE_REG_COMMIT;
    }
    memmove(&a->last[1], &a->last[0], sizeof a->last - sizeof a->last[0]);
    a->last[0] = in;
    out = engine_step(a->e, &in);
    if (out == NULL) {
      engine_report(a->e, stdout);
      fflush(stdout);
      ck_abort_msg("run %d: RTL and model differ", run);
    }
  }
  uint32_t peak = headroom_peak(a);
  printf("scheme %d, headroom %u, largest packet %u: %llu events, %llu pauses, headroom peak %u\n", a->scheme,
         a->headroom, a->largest, (unsigned long long)a->events, (unsigned long long)a->pauses, peak);
  fflush(stdout);
  ck_assert_uint_eq(peak, a->headroom);
  ck_assert_uint_gt(a->pauses, cycles / 1000);
  // A pool that few queues fill
  if (a->scheme == SLUICE_SHP && 2 * a->pool < a->headroom * (uint32_t)a->groups) ck_assert_uint_gt(a->by_pool, 0);
  engine_free(a->e);
  return a->lost;
}

static const struct sluice_dims model_dims[] = {
    {4, 8, 18, 127, false}, {3, 5, 12, 127, false}, {8, 8, 26, 127, false}, {2, 2, 16, 127, false}};

START_TEST(model_loses_nothing) { attack(ENGINE_MODEL, &model_dims[_i / ATTACKED % 4], _i, MODEL_CYCLES, 0); }
END_TEST

// The bound is tight: with a budget of one cell more, the same adversary makes the MMU refuse lossless packets.
START_TEST(one_cell_more_is_lost) {
  ck_assert(attack(ENGINE_MODEL, &model_dims[_i / ATTACKED % 4], _i, MODEL_CYCLES, 1));
}
END_TEST

START_TEST(rtl_loses_nothing) {
  const struct sluice_dims dims = {4, 8, 18, 127, false};
  attack(ENGINE_BOTH, &dims, _i, RTL_CYCLES, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("lossless");
  TCase *adversary = tcase_create("adversary");
  tcase_set_timeout(adversary, 240);
  tcase_add_loop_test(adversary, model_loses_nothing, 0, RUNS);
  tcase_add_loop_test(adversary, one_cell_more_is_lost, 0, RUNS);
  if (BUILD_HAS_RTL) tcase_add_loop_test(adversary, rtl_loses_nothing, RUNS, RUNS + 2 * ATTACKED);
  suite_add_tcase(suite, adversary);
  return suite_run(suite);
}
