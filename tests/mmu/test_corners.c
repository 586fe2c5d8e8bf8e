// RTL and model in lock-step where long random runs seldom come: the first clocks after reset, a COMMIT in every clock
// of the limiter's round, the largest linear D. Without RTL the model alone.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "engine.h"
#include "register_set.h"

enum { STARTS = 24, START_CLOCKS = 1500, COMMITS = 40, MOST_PACKETS = 64 };

static const struct sluice_dims model_dims[] = {{4, 8, 26, 63}, {3, 5, 12, 63}, {64, 8, 24, 63}};

static struct sluice_dims variant(int n) {
  struct sluice_dims dims;
  if (!engine_variant(n, &dims)) dims = model_dims[n];
  return dims;
}

static int variants(void) {
  struct sluice_dims dims;
  int n = 0;
  while (engine_variant(n, &dims)) n++;
  return n > 0 ? n : (int)(sizeof model_dims / sizeof model_dims[0]);
}

static struct engine *fresh(const struct sluice_dims *dims) {
  struct engine *e;
  ck_assert_int_eq(
      engine_new(&e, engine_variant(0, &(struct sluice_dims){0}) ? ENGINE_BOTH : ENGINE_MODEL, dims, "mmu"), 0);
  return e;
}

static const struct sluice_out *step(struct engine *e, const struct sluice_in *in, uint64_t seed) {
  const struct sluice_out *out = engine_step(e, in);
  if (out != NULL) return out;
  engine_report(e, stdout);
  ck_abort_msg("RTL and model differ, seed %llu; to repeat: CK_RUN_CASE=corners build/test_corners",
               (unsigned long long)seed);
}

static const struct sluice_out *set(struct engine *e, int reg, uint32_t value, uint64_t seed) {
  return step(e, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value}, seed);
}

static void wait(struct engine *e, int clocks, uint64_t seed) {
  for (int n = 0; n < clocks; n++) step(e, &(struct sluice_in){.tx_ready = true}, seed);
}

static enum sluice_reason commit(struct engine *e, uint64_t seed) {
  set(e, SLUICE_REG_COMMIT, 0, seed);
  wait(e, SLUICE_COMMIT_LATENCY, seed);
  return (enum sluice_reason)engine_out(e)->cfg_reason;
}

static enum sluice_reason configure(struct engine *e, const uint32_t *regs, uint64_t seed) {
  while (!engine_out(e)->ready) wait(e, 1, seed);
  for (int r = 0; r < SLUICE_REGS; r++) set(e, r, regs[r], seed);
  return commit(e, seed);
}

// Where everything stands after a reset: each run starts with other contents of what reset leaves alone.
START_TEST(starts) {
  static struct stimulus s;
  const struct sluice_dims dims = variant(_i);
  for (int start = 0; start < STARTS; start++) {
    int scheme = start % SLUICE_SCHEMES;
    if (!(dims.schemes >> scheme & 1)) scheme = __builtin_ctz(dims.schemes);
    uint64_t seed = (uint64_t)start + 1000;
    struct engine *e = fresh(&dims);
    stimulus_init(&s, &dims, seed, scheme, NULL);
    for (int clock = 0; clock < START_CLOCKS; clock++) {
      struct sluice_in in;
      stimulus_next(&s, engine_out(e), &in);
      step(e, &in, seed);
    }
    engine_free(e);
  }
}
END_TEST

// A pool for each queue, as large as fits, and no other; GFC-linear wants no more.
static uint32_t private_only(const struct sluice_dims *d, uint32_t most, uint32_t *regs) {
  uint32_t queues = (uint32_t)(d->ports * d->classes), phi = ((UINT32_C(1) << d->width) - 1) / queues;
  if (phi > most) phi = most;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = 0;
  regs[SLUICE_REG_PRIVATE] = phi;
  regs[SLUICE_REG_BUFFER] = phi * queues;
  regs[SLUICE_REG_MAX_PACKET] = 1;
  return phi;
}

// Of one packet in two clocks, to any queue.
static void send(struct engine *e, struct stimulus *s, uint64_t seed) {
  struct sluice_in in = {.tx_ready = true, .snd_valid = chance(s, 512), .snd_cells = 1 + stimulus_pick(s, 20)};
  in.snd_port = (uint8_t)stimulus_pick(s, (uint32_t)s->dims.ports);
  in.snd_class = (uint8_t)stimulus_pick(s, (uint32_t)s->dims.classes);
  step(e, &in, seed);
}

// What a visit pays changes with a COMMIT: from next to nothing to a whole packet, and back. Many queues owe something,
// so that there are visits in every clock in which there can be one, and those around the last clock of the COMMIT tell
// which set they paid with. GFC pays by CELL_STEP, GFC-linear by D.
START_TEST(commits_around_the_visits_of_the_limiter) {
  static struct stimulus s;
  const struct sluice_dims dims = variant(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR, round = sluice_limiter_round(&dims);
  if (!(dims.schemes >> scheme & 1)) return;
  uint64_t seed = (uint64_t)_i + 1, held = 0, released = 0;
  uint32_t regs[SLUICE_REGS], top = 0;
  memset(&s, 0, sizeof s);
  s.dims = dims;
  s.rng = seed;
  struct engine *e = fresh(&dims);
  register_set(&s, scheme, regs);
  regs[SLUICE_REG_CELL_STEP] = 0xffffff;
  if (scheme == SLUICE_GFC_LINEAR) {
    top = regs[SLUICE_REG_STAGE_TOP] = private_only(&dims, 60000, regs);
    regs[SLUICE_REG_STAGE_BASE] = 0;
    regs[SLUICE_REG_ROOM_CLOCKS] = 5 * 256 * (uint32_t)round;  // five visits of a room of 1
  }
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  ck_assert_int_eq(configure(e, regs, seed), SLUICE_OK);
  for (int n = 0; n < COMMITS; n++) {
    bool fast = n % 2 == 1;
    if (scheme == SLUICE_GFC)
      set(e, SLUICE_REG_CELL_STEP, fast ? 0xffffff : 1 + stimulus_pick(&s, 64), seed);
    else
      set(e, SLUICE_REG_STAGE_BASE, fast ? 0 : top - 2, seed);
    for (int p = 0; p < dims.ports; p++) {
      struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)p, .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = 1;
      step(e, &in, seed);
    }
    for (int k = 0; k < MOST_PACKETS; k++) send(e, &s, seed);
    wait(e, 4 * round + (int)stimulus_pick(&s, (uint32_t)round), seed);
    uint64_t before[SLUICE_WORDS];
    memcpy(before, engine_out(e)->gate, sizeof before);
    set(e, SLUICE_REG_COMMIT, 0, seed);
    for (int clock = 0; clock < SLUICE_COMMIT_LATENCY; clock++) send(e, &s, seed);
    ck_assert_int_eq(engine_out(e)->cfg_reason, SLUICE_OK);
    wait(e, 4 * round, seed);
    for (int i = 0; i < SLUICE_WORDS; i++) {
      held += (uint64_t)__builtin_popcountll(before[i]);
      released += (uint64_t)__builtin_popcountll(before[i] & ~engine_out(e)->gate[i]);
    }
  }
  ck_assert_uint_gt(held, COMMITS / 2 - 1);
  // A queue that owes all packets alone is not free so soon.
  if (dims.ports * dims.classes > 1) ck_assert_uint_gt(released, COMMITS / 4);
  engine_free(e);
}
END_TEST

// D = 65534 is the largest whose levels differ from OFF.
START_TEST(largest_linear_d) {
  static struct stimulus s;
  const struct sluice_dims dims = variant(_i);
  uint32_t queues = (uint32_t)(dims.ports * dims.classes);
  if (!(dims.schemes >> SLUICE_GFC_LINEAR & 1) || (UINT64_C(1) << dims.width) / queues < 70000) return;
  for (uint32_t d = 65533; d <= 65537; d++) {
    uint32_t regs[SLUICE_REGS];
    memset(&s, 0, sizeof s);
    s.dims = dims;
    s.rng = d;
    register_set(&s, SLUICE_GFC_LINEAR, regs);
    ck_assert_uint_ge(private_only(&dims, 66000, regs), 100 + d);
    regs[SLUICE_REG_STAGE_BASE] = 100;
    regs[SLUICE_REG_STAGE_TOP] = 100 + d;
    struct engine *e = fresh(&dims);
    ck_assert_int_eq(configure(e, regs, d), d <= 65534 ? SLUICE_OK : SLUICE_BAD_STAGES);
    engine_free(e);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("corners");
  TCase *tcase = tcase_create("corners");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, starts, 0, variants());
  tcase_add_loop_test(tcase, commits_around_the_visits_of_the_limiter, 0, 2 * variants());
  tcase_add_loop_test(tcase, largest_linear_d, 0, variants());
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
