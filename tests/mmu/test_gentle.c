// Gentle flow control [GFC 4] loses no packet and never stops a sender. Senders follow the feedback levels of their
// queues after a constant delay tau, and the drain is as slow as the bounds below allow. No packet may be refused. With
// 16 times the delay, packets must be refused. The seeds are fixed: make test T=gentle repeats a failure.
//
// GFC-linear with D = Bm - B0 >= 4 C tau [GFC Theorem 4.1] needs no drain. Let r be the free cells below Bm. They fall
// with r' >= -(C / D) r(t - tau). As tau C / D <= 1/e, r falls by at most the factor e in any tau and never reaches 0.
//
// GFC with Bm - B_1 = D / 2 >= 2 C tau [GFC 4.2]: let V be the cells in the queue and in flight to it, which the levels
// of the last tau allow. V rises at the rate of the present level. Let L_k = B_k + C / 2^(k-1) tau. While V is above
// L_k, the queue is above B_k. Proof by induction: from L_k on, V rises at C / 2^k at most. V takes at least tau to
// reach L_(k+1), since L_(k+1) - L_k = D / 2^(k+1) - C / 2^k tau >= C / 2^k tau. Then at most C / 2^k tau is in flight,
// and the queue is above L_(k+1) - C / 2^k tau = B_(k+1). So above L_N, V rises at C / 2^N at most. The arrears say how
// far the drain falls behind that rate while the queue is in the last stage. The buffer must hold L_N, which is less
// than Bm, and the largest arrears. A drain that stops for ever fills any buffer.
//
// The proof is for a fluid. A packet arrives in one cycle, so the buffer needs cells for one more packet, and for the
// packets under way that an admission adds.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

enum {
  MODEL_CYCLES = LONG_RUN(600000),
  RTL_CYCLES = 100000,
  RUNS = 16,
  QUEUES = 16,       // most queues of a variant
  MOST_EXTRA = 200,  // largest delay from the level to the sender, in cycles
  TAU_LATE = 16,     // delay in late_feedback_loses_packets, in multiples of tau
  HISTORY = MOST_EXTRA * TAU_LATE + 16 * TAU_LATE,
};

// Rates are in cells per cycle, in 2^-32; C is one cell per cycle.
#define C (UINT64_C(1) << 32)

struct sender {
  int64_t credit;      // cells that the sender may send, in 2^-32
  int64_t arrears;     // cells by which the drain is behind, in 2^-32
  uint32_t cells;      // admitted and not dequeued
  uint32_t in_flight;  // sent and not yet admitted
};

struct gentle {
  struct engine *e;
  struct sluice_dims dims;
  struct stimulus random;  // used only for its random numbers
  int scheme, queues;
  uint32_t top, distance, last_start, largest, most_arrears, buffer, tau, delay;
  int stages;
  struct sender sender[QUEUES];
  uint16_t level[HISTORY][QUEUES];  // levels of the last cycles, a ring
  struct sluice_in last[SLUICE_ADMIT_LATENCY];
  uint64_t cycle, refused;
  uint32_t peak;
  bool last_stage;
  // Present phase of the events
  uint32_t left, enq, deq;  // cycles left; probabilities, of 1024
  int target;               // queue of the events, -1: any
};

static uint32_t pick(struct gentle *g, uint32_t n) { return stimulus_pick(&g->random, n); }

static void write_register(struct gentle *g, int reg, uint32_t value) {
  struct sluice_in in = {.tx_ready = true, .cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  ck_assert(engine_step(g->e, &in) != NULL);
}

static void start(struct gentle *g, enum engine_kind kind, const struct sluice_dims *dims, int run, bool late) {
  memset(g, 0, sizeof *g);
  g->dims = *dims;
  g->queues = dims->ports * dims->classes;
  g->random.rng = (uint64_t)run + 2000;
  g->scheme = run % 2 ? SLUICE_GFC_LINEAR : SLUICE_GFC;
  g->largest = 1 + pick(g, 24);
  uint32_t extra = pick(g, pick(g, 2) ? MOST_EXTRA : 10);
  g->tau = SLUICE_STATE_LATENCY + extra;
  g->delay = late ? TAU_LATE * g->tau - SLUICE_STATE_LATENCY : extra;
  bool zeros = g->scheme == SLUICE_GFC && pick(g, 2);
  g->stages = 1;
  while (g->stages < SLUICE_MAX_STAGES && 4 * g->tau >> (g->stages + 1) >= 2) g->stages++;
  if (pick(g, 2)) g->stages = 1 + (int)pick(g, (uint32_t)g->stages);
  // D is 4 C tau, rounded up to a power of two, or so that all stage boundaries are whole numbers.
  g->distance = 1u << g->stages;
  while (g->distance < 4 * g->tau) g->distance += zeros ? g->distance : 1u << g->stages;
  g->top = g->distance + pick(g, 100);
  g->last_start = g->top - (g->distance >> g->stages);
  // There is one dequeue per cycle, so a drain needs so many cycles to catch up with all queues.
  g->most_arrears = (uint32_t)g->queues + pick(g, 30);
  // An admission adds the packets that have arrived at the port during its lag [spec 3].
  uint32_t packets = g->largest * (1 + SLUICE_ADMISSION_LAG);
  g->buffer = g->top + packets;
  if (g->scheme == SLUICE_GFC) {
    uint32_t overshoot = (2 * g->tau + (1u << g->stages) - 1) >> g->stages,
             needed = g->last_start + overshoot + g->most_arrears;
    g->buffer = (needed > g->top ? needed : g->top) + packets;
  }
  ck_assert_int_eq(engine_new(&g->e, kind, dims, "mmu"), 0);
  const struct sluice_in nothing = {.tx_ready = true};
  while (!engine_out(g->e)->ready) ck_assert(engine_step(g->e, &nothing) != NULL);
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, (uint32_t)g->scheme},
      {SLUICE_REG_BUFFER, g->buffer * (uint32_t)g->queues},
      {SLUICE_REG_PRIVATE, g->buffer},
      {SLUICE_REG_LOSSLESS, (1u << dims->classes) - 1},
      {SLUICE_REG_MAX_PACKET, g->largest},
      {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_REFRESH, 0x7fff},
      {SLUICE_REG_QUANTA_STEP, 2560},
      {SLUICE_REG_STAGE_TOP, g->top},
      {SLUICE_REG_STAGE_BASE, g->top - g->distance},
      {SLUICE_REG_STAGES, (uint32_t)g->stages + (zeros ? SLUICE_STAGES_COUNT_LEADING_ZEROS : 0)},
      {SLUICE_REG_CELL_STEP, 65536},
      {SLUICE_REG_DRAIN_CYCLES, g->distance << 8},
  };
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) write_register(g, (int)regs[i][0], regs[i][1]);
  for (int k = 1; k <= g->stages; k++) write_register(g, SLUICE_REG_STAGE + k - 1, g->top - (g->distance >> k));
  write_register(g, SLUICE_REG_COMMIT, 1);
  for (int i = 0; i < SLUICE_COMMIT_LATENCY; i++) ck_assert(engine_step(g->e, &nothing) != NULL);
  ck_assert_int_eq(engine_out(g->e)->cfg_reason, SLUICE_OK);
}

// The rate that a level allows the sender.
static uint64_t rate(const struct gentle *g, uint16_t level) {
  return g->scheme == SLUICE_GFC ? C >> level : C / g->distance * (g->distance - level);
}

// Updates credits and arrears by one cycle, with the levels that reach the senders in it.
static void follow_levels(struct gentle *g, const struct sluice_out *out) {
  uint32_t now = (uint32_t)(g->cycle % HISTORY), then = (uint32_t)((g->cycle + HISTORY - g->delay) % HISTORY);
  for (int q = 0; q < g->queues; q++) {
    struct sender *s = &g->sender[q];
    g->level[now][q] = out->queue_level[q];
    if (out->queue_level[q] == SLUICE_OFF)
      ck_abort_msg("cycle %llu, level of queue %d: expected not OFF, got OFF", (unsigned long long)g->cycle, q);
    s->credit += (int64_t)rate(g, g->cycle < g->delay ? SLUICE_FREE : g->level[then][q]);
    if (s->credit > 0) s->credit = 0;  // unused credit expires
    s->arrears += (int64_t)(C >> g->stages);
    if (s->cells + s->in_flight < g->last_start) s->arrears = 0;
    if (g->scheme == SLUICE_GFC && s->arrears > (int64_t)((uint64_t)g->most_arrears << 32))
      ck_abort_msg("cycle %llu: this test drains queue %d too late", (unsigned long long)g->cycle, q);
    if (s->cells > g->peak) g->peak = s->cells;
  }
}

static void check_result(struct gentle *g, const struct sluice_out *out) {
  if (out->deq_error) ck_abort_msg("cycle %llu, deq_error: expected 0, got 1", (unsigned long long)g->cycle);
  if (!out->adm_valid) return;
  struct sender *s = &g->sender[out->adm_port * g->dims.classes + out->adm_class];
  s->in_flight -= g->last[SLUICE_ADMIT_LATENCY - 1].enq_cells;
  if (out->adm_kind == SLUICE_REFUSED)
    g->refused++;
  else
    s->cells += g->last[SLUICE_ADMIT_LATENCY - 1].enq_cells;
}

static void dequeue(struct gentle *g, struct sluice_in *in, int q, uint32_t cells) {
  struct sender *s = &g->sender[q];
  in->deq_valid = true;
  in->deq_port = (uint8_t)(q / g->dims.classes);
  in->deq_class = (uint8_t)(q % g->dims.classes);
  in->deq_cells = cells;
  s->cells -= cells;
  s->arrears -= (int64_t)cells << 32;
  if (s->arrears < 0) s->arrears = 0;
}

static void next_events(struct gentle *g, struct sluice_in *in) {
  int q = g->target >= 0 ? g->target : (int)pick(g, (uint32_t)g->queues);
  struct sender *s = &g->sender[q];
  if (pick(g, 1024) < g->enq && s->credit >= 0) {
    in->enq_valid = true;
    in->enq_port = (uint8_t)(q / g->dims.classes);
    in->enq_class = (uint8_t)(q % g->dims.classes);
    in->enq_cells = pick(g, 3) ? g->largest : 1 + pick(g, g->largest);
    s->credit -= (int64_t)in->enq_cells << 32;
    s->in_flight += in->enq_cells;
  }
  // The queue with the largest arrears must be drained when they are close to the limit.
  for (int i = 0; i < g->queues; i++)
    if (g->sender[i].arrears > g->sender[q].arrears) q = i;
  int64_t excess = g->sender[q].arrears - (int64_t)((uint64_t)(g->most_arrears - (uint32_t)g->queues) << 32);
  uint32_t held = g->sender[q].cells;
  if (g->scheme == SLUICE_GFC && excess > 0 && held > 0) {
    uint32_t cells = 1 + (uint32_t)((uint64_t)excess >> 32);
    dequeue(g, in, q, cells < held ? cells : held);
    return;
  }
  q = g->target >= 0 ? g->target : (int)pick(g, (uint32_t)g->queues);
  held = g->sender[q].cells;
  if (held > 0 && pick(g, 1024) < g->deq)
    dequeue(g, in, q, pick(g, 20) ? 1 + pick(g, held < g->largest ? held : g->largest) : held);
}

static void new_plan(struct gentle *g) {
  g->left = 10 + pick(g, pick(g, 2) ? 40 * g->tau : 4 * g->tau);
  g->enq = pick(g, 4) ? 1024 : pick(g, 1025);
  g->deq = pick(g, 3) ? 0 : pick(g, pick(g, 2) ? 1025 : 200);
  g->target = pick(g, 4) ? (int)pick(g, (uint32_t)g->queues) : -1;
}

// Returns the number of refused packets.
static uint64_t run(enum engine_kind kind, const struct sluice_dims *dims, int run, uint64_t cycles, bool late) {
  static struct gentle gentle;
  struct gentle *g = &gentle;
  start(g, kind, dims, run, late);
  const struct sluice_out *out = engine_out(g->e);
  for (g->cycle = 0; g->cycle < cycles; g->cycle++) {
    check_result(g, out);
    follow_levels(g, out);
    if (g->left-- == 0) new_plan(g);
    struct sluice_in in = {.tx_ready = true};
    next_events(g, &in);
    memmove(&g->last[1], &g->last[0], sizeof g->last - sizeof g->last[0]);
    g->last[0] = in;
    out = engine_step(g->e, &in);
    if (out == NULL) {
      engine_report(g->e, stdout);
      fflush(stdout);
      ck_abort_msg("run %d: RTL and model differ", run);
    }
  }
  printf("scheme %d, tau %u, D %u, stages %d, largest packet %u, Bm %u, buffer %u: peak %u, %llu refused\n", g->scheme,
         g->tau, g->distance, g->stages, g->largest, g->top, g->buffer, g->peak, (unsigned long long)g->refused);
  fflush(stdout);
  // The run must reach the last stage.
  ck_assert_uint_ge(g->peak, g->scheme == SLUICE_GFC ? g->last_start : g->top - 1);
  engine_free(g->e);
  return g->refused;
}

static const struct sluice_dims dims[] = {
    {2, 2, 16, 48, false}, {1, 1, 16, 127, false}, {2, 8, 18, 127, false}, {3, 5, 16, 48, false}};

START_TEST(nothing_is_refused) { ck_assert_uint_eq(run(ENGINE_MODEL, &dims[_i / 2 % 4], _i, MODEL_CYCLES, false), 0); }
END_TEST

// The same with feedback much later than the stages allow.
START_TEST(late_feedback_loses_packets) {
  ck_assert_uint_gt(run(ENGINE_MODEL, &dims[_i / 2 % 4], _i, MODEL_CYCLES, true), 0);
}
END_TEST

START_TEST(rtl_refuses_nothing) {
  const struct sluice_dims rtl = {2, 8, 16, 127, false};
  ck_assert_uint_eq(run(ENGINE_BOTH, &rtl, _i, RTL_CYCLES, false), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("gentle");
  TCase *gentle = tcase_create("gentle");
  tcase_set_timeout(gentle, 120);
  tcase_add_loop_test(gentle, nothing_is_refused, 0, RUNS);
  tcase_add_loop_test(gentle, late_feedback_loses_packets, 0, RUNS);
  if (BUILD_HAS_RTL) tcase_add_loop_test(gentle, rtl_refuses_nothing, RUNS, RUNS + 4);
  suite_add_tcase(suite, gentle);
  return suite_run(suite);
}
