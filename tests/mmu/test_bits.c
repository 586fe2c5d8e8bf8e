// RTL and model in lock-step where one bit of a wide word decides, which random runs seldom draw alone: each bit of
// each register, of a pause time, of what a packet is charged by the limiter, and counts that run into their upper
// halves. Without RTL the model alone.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "pair.h"
#include "register_set.h"

enum {
  FEW_QUEUES = 16,  // variants with more of them take longer, and have the same words,
  WIDE = 26,        // but for the one of all schemes with so many bits
  HALF = 1 << 16,   // a count's lower half
  CHARGE_CLOCKS = 600,
  TURNS = 8,      // sets of registers for each scheme
  END_TURNS = 2,  // and of those with a register at its ends
  STARTS = 16,
  START_CLOCKS = 2000,
};

static const char test[] = "build/test_bits";

static bool few(const struct sluice_dims *dims) {
  int queues = dims->ports * dims->classes;
  return queues <= FEW_QUEUES || (dims->width >= WIDE && queues <= 2 * FEW_QUEUES && dims->schemes == 63);
}

static struct stimulus numbers(const struct sluice_dims *dims, uint64_t seed) {
  struct stimulus s;
  memset(&s, 0, sizeof s);
  s.dims = *dims;
  s.rng = seed;
  return s;
}

static void passing_set(struct stimulus *s, int scheme, uint32_t *regs) {
  do register_set(s, scheme, regs);
  while (sluice_config_check(&s->dims, regs) != SLUICE_OK || regs[SLUICE_REG_LOSSLESS] == 0);
}

static uint32_t port_of(struct stimulus *s) { return stimulus_pick(s, (uint32_t)s->dims.ports); }

// ---- registers ----

static uint32_t read_back(struct pair *p, int reg) {
  pair_step(p, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)reg});
  pair_wait(p, SLUICE_READ_LATENCY - 1);
  ck_assert(pair_out(p)->cfg_rvalid);
  return pair_out(p)->cfg_rdata;
}

// docs/configuration.md: a set that passes, but for one bit of one register, is taken or refused for the reason that
// the rules give; what was written reads as it was, whether it fits or not.
START_TEST(each_bit_of_each_register) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    passing_set(&s, scheme, regs);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (int r = 0; r < SLUICE_REGS; r++)
      for (int bit = turn; bit < 32; bit += TURNS) {
        uint32_t value = regs[r] ^ UINT32_C(1) << bit;
        pair_set(&p, r, value);
        ck_assert_uint_eq(read_back(&p, r), sluice_register_built(&dims, r) ? value : 0);
        pair_commit(&p) == SLUICE_OK ? taken++ : refused++;
        pair_set(&p, r, regs[r]);
      }
  }
  ck_assert_uint_gt(taken, 100);
  ck_assert_uint_gt(refused, 100);
  pair_free(&p);
}
END_TEST

// The same of a register that is nothing, one, or the most that its bits, or a count of cells, can be.
START_TEST(each_register_at_its_ends) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  const uint32_t cells = (UINT32_C(1) << dims.width) - 1, ends[] = {0, 1, cells, cells + 1, 0xffff, 0xffffffff};
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < END_TURNS; turn++) {
    passing_set(&s, scheme, regs);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (int r = 0; r < SLUICE_REGS; r++)
      for (size_t n = 0; n < sizeof ends / sizeof ends[0]; n++) {
        uint32_t kept = regs[r];
        regs[r] = ends[n];
        pair_set(&p, r, regs[r]);
        enum sluice_reason reason = pair_commit(&p);
        ck_assert_int_eq(reason, sluice_config_check(&dims, regs));
        reason == SLUICE_OK ? taken++ : refused++;
        regs[r] = kept;
        pair_set(&p, r, kept);
      }
  }
  ck_assert_uint_gt(taken, 50);
  ck_assert_uint_gt(refused, 50);
  pair_free(&p);
}
END_TEST

// ---- packets ----

// Random traffic of the largest packets that there is headroom for: sums of what is under way run through all their
// bits.
START_TEST(largest_packets) {
  static struct stimulus s;
  static struct stimulus_seen seen;
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  uint64_t large = 0;
  memset(&seen, 0, sizeof seen);
  for (int start = 0; start < STARTS; start++) {
    uint32_t regs[SLUICE_REGS];
    uint64_t seed = (uint64_t)(_i * STARTS + start) + 1;
    struct pair p = pair_new(&dims, test, seed);
    stimulus_init(&s, &dims, seed, scheme, &seen);
    register_set_large(&s, scheme, regs);
    stimulus_begin_with(&s, regs);
    for (int clock = 0; clock < START_CLOCKS; clock++) {
      struct sluice_in in;
      stimulus_next(&s, pair_out(&p), &in);
      const struct sluice_out *out = pair_step(&p, &in);
      const struct sluice_in *old = &s.before[SLUICE_ADMIT_LATENCY - 1];
      large += out->adm_valid && out->adm_kind < SLUICE_REFUSED && old->enq_cells > regs[SLUICE_REG_MAX_PACKET] / 2;
    }
    pair_free(&p);
  }
  // Under TTL what comes to the only port there is has nowhere to go.
  if (dims.ports > 1 || scheme != SLUICE_TTL) ck_assert_uint_gt(large, 0);
}
END_TEST

// ---- pause times ----

// Eight quanta in a clock, so that the longest pause ends soon.
static void fast_quanta(struct stimulus *s, uint32_t *regs) {
  passing_set(s, __builtin_ctz((unsigned)s->dims.schemes), regs);
  regs[SLUICE_REG_QUANTA_STEP] = 0xffff;
  regs[SLUICE_REG_REFRESH] = 0x7fff;
  regs[SLUICE_REG_PAUSE_TIME] = 0xffff;
}

static bool any_gate(const struct pair *p) {
  uint64_t any = 0;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= pair_out(p)->gate[i];
  return any != 0;
}

// A pause of 2^k quanta, and of all bits but that one, holds its gate until they have passed.
START_TEST(each_bit_of_a_pause) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || (dims.schemes & 15) == 0) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  fast_quanta(&s, regs);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  uint32_t lossless = regs[SLUICE_REG_LOSSLESS];
  for (int k = 0; k < 64; k++) {
    struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_level = k / 16 % 2, .rx_port = (uint8_t)port_of(&s)};
    uint16_t time = (uint16_t)(UINT32_C(1) << k % 16);
    if (k >= 32) time = (uint16_t)~time;
    in.rx_enable = (uint8_t)(lossless & (0u - lossless));
    if (in.rx_level) in.rx_time[0] = time;
    for (int c = 0; c < dims.classes && !in.rx_level; c++)
      if (in.rx_enable >> c & 1) in.rx_time[c] = time;
    pair_step(&p, &in);
    pair_wait(&p, 1);
    ck_assert_msg(any_gate(&p), "a pause of %u quanta holds no gate", time);
    pair_wait(&p, time / 8 + 2 * dims.ports + 16);
    ck_assert_msg(!any_gate(&p), "a pause of %u quanta does not end", time);
  }
  pair_free(&p);
}
END_TEST

// ---- what a packet is charged ----

// A packet of 2^k cells is charged by CELL_STEP, or by ROOM_CLOCKS, of one bit alone; where that is soon the queue is
// free again in the end.
START_TEST(each_bit_of_a_charge) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR, bits = _i % 2 == 0 ? 24 : 32;
  if (!few(&dims) || !(dims.schemes >> scheme & 1)) return;
  struct stimulus s = numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], held = 0;
  passing_set(&s, scheme, regs);
  for (int bit = 0; bit < bits; bit++) {
    regs[scheme == SLUICE_GFC ? SLUICE_REG_CELL_STEP : SLUICE_REG_ROOM_CLOCKS] = UINT32_C(1) << bit;
    for (uint32_t k = 0; k < smaller((uint32_t)dims.width, 14); k++) {
      if (k % 7 == 0) ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);  // and nothing is owed any more
      struct sluice_in level = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)port_of(&s), .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++)
        level.rx_time[c] = (uint16_t)(scheme == SLUICE_GFC ? stimulus_pick(&s, 16) : 1u << stimulus_pick(&s, 16));
      pair_step(&p, &level);
      for (int n = 0; n < 3; n++)
        pair_step(&p, &(struct sluice_in){.tx_ready = true,
                                          .snd_valid = true,
                                          .snd_port = n == 1 ? (uint8_t)port_of(&s) : level.rx_port,
                                          .snd_class = (uint8_t)stimulus_pick(&s, (uint32_t)dims.classes),
                                          .snd_cells = UINT32_C(1) << k});
      for (int clock = 0; clock < CHARGE_CLOCKS; clock++) {
        pair_wait(&p, 1);
        held += any_gate(&p);
        if (clock > 100 && !any_gate(&p)) break;
      }
    }
  }
  ck_assert_uint_gt(held, CHARGE_CLOCKS);
  pair_free(&p);
}
END_TEST

// ---- counts ----

static uint32_t statistic(struct pair *p, enum sluice_stat stat) {
  pair_step(p, &(struct sluice_in){.tx_ready = true, .stat_read = true, .stat_select = stat});
  pair_wait(p, SLUICE_STAT_LATENCY - 1);
  ck_assert(pair_out(p)->stat_valid);
  return pair_out(p)->stat_data;
}

// Refused packets are counted beyond the lower half of a word, of the port and in all; without a set each is refused.
START_TEST(refusals_run_into_the_upper_half) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims)) return;
  struct pair p = pair_new(&dims, test, 1);
  while (!pair_out(&p)->ready) pair_wait(&p, 1);
  for (uint32_t n = 0; n < HALF + 9; n++) pair_step(&p, &(struct sluice_in){.enq_valid = true, .enq_cells = 1});
  pair_wait(&p, 2 * SLUICE_ADMIT_LATENCY);
  ck_assert_uint_eq(pair_out(&p)->loss, HALF + 9);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_REFUSED), HALF + 9);
  pair_free(&p);
}
END_TEST

// A queue that stays off is paused for all these clocks, and its message, which nobody takes, waits as long as can be
// told.
START_TEST(time_runs_into_the_upper_half) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims) || !(dims.schemes & 1)) return;
  struct stimulus s = numbers(&dims, 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  register_set(&s, SLUICE_STATIC, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  regs[SLUICE_REG_SHARED] = 4;
  regs[SLUICE_REG_PRIVATE] = 0;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_MAX_PACKET] = 1;
  regs[SLUICE_REG_BUFFER] = (uint32_t)(dims.ports * dims.classes) + 4;
  regs[SLUICE_REG_XOFF] = regs[SLUICE_REG_XON] = 0;
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  pair_step(&p, &(struct sluice_in){.enq_valid = true, .enq_cells = 1});
  for (uint32_t n = 0; n < 2 * HALF + 100; n++) pair_step(&p, &(struct sluice_in){.tx_ready = n > HALF + 50});
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_MESSAGE_WAIT), HALF - 1);
  ck_assert_uint_ge(statistic(&p, SLUICE_STAT_QUEUE_PAUSED), 2 * HALF);
  pair_step(&p, &(struct sluice_in){.tx_ready = true, .deq_valid = true, .deq_cells = 1});
  pair_wait(&p, 200);
  ck_assert_uint_ge(statistic(&p, SLUICE_STAT_QUEUE_PAUSED), 2 * HALF);
  ck_assert_uint_eq(statistic(&p, SLUICE_STAT_QUEUE_RESUMES), 1);
  pair_free(&p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("bits");
  TCase *tcase = tcase_create("bits");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, each_bit_of_each_register, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, each_register_at_its_ends, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, largest_packets, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_pause, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_charge, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, refusals_run_into_the_upper_half, 0, pair_variants());
  tcase_add_loop_test(tcase, time_runs_into_the_upper_half, 0, pair_variants());
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
