// Tests that active states are sent again: pauses before their timers end, and levels in case a message was lost.
// Reference: the gates of an upstream MMU, and the interval REFRESH. The seeds are fixed: make test T=refresh repeats a
// failure.
#include <check.h>

#include "tests/mmu/sender.h"
#include "tests/suite.h"

static const char again[] = "make test T=refresh";

// Messages are taken as slowly as REFRESH allows. The gate of a queue that stays off must never open.
START_TEST(active_pause_never_runs_out) {
  static struct joined j;
  joined_start(&j, again, _i, _i / SENDER_DIMS % 2);
  uint32_t per_cycle = 1000, refresh = 20, ports = (uint32_t)j.s.d->ports, slow = 0;
  // REFRESH covers a round of messages that take `slow` cycles each, and a few cycles more.
  slow = (refresh - 1) * BITS_PER_QUANTUM / per_cycle / (2 * ports + IN_FLIGHT) - 2;
  const uint32_t regs[][2] = {{SLUICE_REG_QUANTA_STEP, per_cycle},
                              {SLUICE_REG_REFRESH, refresh},
                              {SLUICE_REG_PAUSE_TIME, 2 * refresh},
                              {SLUICE_REG_COMMIT, 1}};
  sender_write(&j.upstream, regs);
  sender_write(&j.s.e, regs);
  for (int p = 0; p < j.s.d->ports; p++) {
    struct sluice_in in = {.enq_valid = true, .enq_port = (uint8_t)p, .enq_class = (uint8_t)p, .enq_cells = 1};
    for (int i = 0; i < 2; i++) {
      joined_clock(&j, &in);
      in.enq_valid = false;
    }
  }
  for (int n = 0; n < 300; n++) joined_clock(&j, &(struct sluice_in){0});
  for (uint32_t n = 0; n < LONG_RUN(40000); n++) {
    j.s.rate = n % slow == 0 || n % slow == slow - 1 + n / 1000 % 2 ? 1 : 1u << 30;
    joined_clock(&j, &(struct sluice_in){0});
    joined_must_hold(&j, 0x1f, true, "queues stay off");
  }
  joined_free(&j);
}
END_TEST

// A level above 0 must be sent every REFRESH quanta, as a message may be lost. Level 0 must be sent once.
START_TEST(levels_are_repeated) {
  enum { PORT = 2, CLS = 1, CELLS = 40, STAGE = 1, PER_CYCLE = 1000, REFRESH = 20, REPEATS = 50 };
  bool linear = _i / SENDER_DIMS;
  struct pair e = pair_ready(&sender_dims[_i % SENDER_DIMS], again, (uint64_t)_i);
  const uint32_t gfc[][2] = {{SLUICE_REG_SCHEME, linear ? SLUICE_GFC_LINEAR : SLUICE_GFC},
                             {SLUICE_REG_PRIVATE, 100},
                             {SLUICE_REG_SHARED, 0},
                             {SLUICE_REG_HEADROOM, 0},
                             {SLUICE_REG_MAX_PACKET, CELLS},
                             {SLUICE_REG_STAGE_TOP, 64},
                             {SLUICE_REG_STAGE_BASE, 0},
                             {SLUICE_REG_STAGES, 5 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                             {SLUICE_REG_CELL_STEP, 65536},
                             {SLUICE_REG_DRAIN_CYCLES, 64 << 8},
                             {SLUICE_REG_PAUSE_TIME, 2 * REFRESH},
                             {SLUICE_REG_REFRESH, REFRESH},
                             {SLUICE_REG_QUANTA_STEP, PER_CYCLE},
                             {SLUICE_REG_COMMIT, 1}};
  sender_configure(&e, gfc);
  struct sluice_in in = {.tx_ready = true, .enq_valid = true, .enq_port = PORT, .enq_class = CLS, .enq_cells = CELLS};
  uint64_t last = 0, cycle = 0;
  for (int seen = 0; seen < REPEATS; cycle++) {
    const struct sluice_out *out = pair_step(&e, &in);
    in.enq_valid = false;
    ck_assert(cycle - last < (REFRESH + 1) * BITS_PER_QUANTUM / PER_CYCLE + SETTLED);
    if (!out->tx_valid) continue;
    ck_assert_uint_eq(out->tx_port, PORT);
    ck_assert_uint_eq(out->tx_time[CLS], linear ? CELLS : STAGE);
    if (seen++ > 1) ck_assert(cycle - last >= (REFRESH - 1) * BITS_PER_QUANTUM / PER_CYCLE - SETTLED);
    last = cycle;
  }
  in = (struct sluice_in){.tx_ready = true, .deq_valid = true, .deq_port = PORT, .deq_class = CLS, .deq_cells = CELLS};
  int freed = 0;
  for (int i = 0; i < 10 * REFRESH * BITS_PER_QUANTUM / PER_CYCLE; i++) {
    const struct sluice_out *out = pair_step(&e, &in);
    in.deq_valid = false;
    freed += out->tx_valid && out->tx_time[CLS] == SLUICE_FREE;
    ck_assert(!out->tx_valid || freed == 1);
  }
  ck_assert_int_eq(freed, 1);
  pair_free(&e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("refresh");
  TCase *refresh = tcase_create("refresh");
  tcase_set_timeout(refresh, 300);
  tcase_add_loop_test(refresh, active_pause_never_runs_out, 0, 2 * SENDER_DIMS);
  tcase_add_loop_test(refresh, levels_are_repeated, 0, 2 * SENDER_DIMS);
  suite_add_tcase(suite, refresh);
  return suite_run(suite);
}
