// Tests the pause timers: the gate of a paused class must close for the time that the message gives. Reference: bit
// times counted by the test. The seeds are fixed: make test T=timers repeats a failure.
#include <check.h>
#include <stdlib.h>

#include "tests/mmu/sender.h"
#include "tests/suite.h"

static const char again[] = "make test T=timers";

enum {
  VISITS = 5,  // cycles from the end of a timer to its gate, beside the rounds of the visits
  STEPS = 7,
};

static const struct sluice_dims timer_dims[] = {
    {4, 8, 18, 127, false}, {3, 5, 12, 127, false}, {3, 5, 12, 127, true}, {6, 2, 10, 127, true}};
enum { TIMER_DIMS = sizeof timer_dims / sizeof *timer_dims };

// Draws QUANTA_STEP of each port and writes it. With PORT_LIMITS one port keeps that of all ports, the fastest.
static void set_steps(struct pair *e, struct stimulus *random, uint32_t fastest, uint32_t *step) {
  const uint32_t lossless = e->dims.classes < 5 ? (1u << e->dims.classes) - 1 : 0x1f;
  uint32_t changes[2 * SLUICE_MAX_PORTS + 4][2] = {
      {SLUICE_REG_QUANTA_STEP, fastest}, {SLUICE_REG_BUFFER, 1000}, {SLUICE_REG_LOSSLESS, lossless}};
  const int common = (int)stimulus_pick(random, (uint32_t)e->dims.ports);
  int n = 3;
  for (int p = 0; p < e->dims.ports; p++) {
    step[p] = fastest;
    if (!e->dims.port_limits || p == common) continue;
    const uint32_t least = fastest / 8 + 1;
    step[p] = stimulus_pick(random, 3) == 0 ? fastest / 2 : least + stimulus_pick(random, fastest - least + 1);
    const uint32_t page = SLUICE_LIMIT_QUANTA_STEP / 4, window = SLUICE_LIMIT_QUANTA_STEP % 4;
    changes[n][0] = SLUICE_REG_PORT_SELECT;
    changes[n++][1] = (uint32_t)p + (page << 6);
    changes[n][0] = SLUICE_REG_PORT_WINDOW + window;
    changes[n++][1] = step[p];
  }
  changes[n][0] = SLUICE_REG_COMMIT;
  sender_configure(e, changes);
}

// The rounds of visits that a pause may last longer [spec 5, 16], in cycles.
static uint32_t rounds(const struct sluice_dims *d) {
  if (!d->port_limits) return 2 * (uint32_t)d->ports;
  uint32_t round = 4;
  while (round < (uint32_t)d->ports) round *= 2;
  return 3 * round;
}

// A gate closes for at least n * 512 bit times of its port from the cycle of the message, and for at most a quantum and
// the rounds more.
START_TEST(timer_ends_in_time) {
  static const uint32_t steps[STEPS] = {16, 512, 1000, 2560, 8192, 10667, 65535};
  const struct sluice_dims *d = &timer_dims[_i % TIMER_DIMS];
  struct stimulus random = {.rng = (uint64_t)_i + 1};
  struct pair e = pair_ready(d, again, (uint64_t)_i);
  uint32_t step[SLUICE_MAX_PORTS];
  set_steps(&e, &random, steps[_i / TIMER_DIMS], step);
  for (int n = 0; n < 60; n++) {
    struct sluice_in in = {.rx_valid = true, .rx_level = (uint8_t)stimulus_pick(&random, 3)};
    in.rx_port = (uint8_t)stimulus_pick(&random, (uint32_t)d->ports);
    const uint32_t per_cycle = step[in.rx_port];
    uint64_t quanta = 1 + stimulus_pick(&random, stimulus_pick(&random, 3) == 0 ? 2 + per_cycle / 2 : 3);
    if (per_cycle > 8192 && stimulus_pick(&random, 8) == 0) quanta = 65535 - stimulus_pick(&random, 3);
    int cls = (int)stimulus_pick(&random, d->classes < 5 ? (uint32_t)d->classes : 5);
    in.rx_enable = (uint8_t)(1 << cls);
    for (int c = 0; c < d->classes; c++) in.rx_time[c] = (uint16_t)quanta;
    for (uint32_t i = stimulus_pick(&random, 600); i > 0; i--) pair_step(&e, &(struct sluice_in){.tx_ready = true});
    pair_step(&e, &in);
    uint64_t bits = per_cycle, least = quanta * BITS_PER_QUANTUM;
    uint64_t most = least + BITS_PER_QUANTUM + (uint64_t)(rounds(d) + VISITS) * per_cycle;
    pair_step(&e, &(struct sluice_in){.tx_ready = true});  // the gate closes two cycles after the message
    for (bits += per_cycle; sender_bit(pair_out(&e)->gate, d, in.rx_port, cls); bits += per_cycle)
      pair_step(&e, &(struct sluice_in){.tx_ready = true});
    ck_assert_msg(bits >= least && bits <= most,
                  "port %d, step %u, gate for %llu quanta: expected closed for %llu to %llu bit times / 16, got %llu",
                  in.rx_port, per_cycle, (unsigned long long)quanta, (unsigned long long)least,
                  (unsigned long long)most, (unsigned long long)bits);
  }
  pair_free(&e);
}
END_TEST

static void gates_are(const struct pair *e, const struct sluice_dims *d, int port, unsigned expected,
                      const char *when) {
  unsigned got = 0;
  for (int c = 0; c < d->classes; c++) got |= (unsigned)sender_bit(pair_out(e)->gate, d, port, c) << c;
  expected &= (1u << d->classes) - 1;
  ck_assert_msg(got == expected, "%s: expected gates 0x%x, got 0x%x", when, expected, got);
}

// 802.3x PAUSE stops all classes; native port level and classes stop the lossless ones. The three timers of a port run
// independently: a resume of one leaves the others.
START_TEST(pause_stops_lossy_classes_too) {
  const struct sluice_dims *d = &sender_dims[_i];
  struct pair e = pair_ready(d, again, (uint64_t)_i);
  const unsigned lossless = 0x0c;
  static const uint8_t kinds[] = {SLUICE_LEVEL_CLASSES, SLUICE_LEVEL_PORT, SLUICE_LEVEL_PAUSE};
  sender_configure(&e, (const uint32_t[][2]){{SLUICE_REG_LOSSLESS, lossless}, {SLUICE_REG_COMMIT, 1}});
  for (int first = 0; first < 3; first++)
    for (int set = 1; set < 16; set++) {
      unsigned on = 0, expected = 0;
      // Four messages: bit k of set pauses or resumes level (first + k) % 3. One cycle apart, so their timers are
      // loaded in successive cycles.
      for (int k = 0; k < 4; k++) {
        const uint8_t level = kinds[(first + k) % 3];
        struct sluice_in in = {.rx_valid = true, .rx_port = 1, .rx_level = level, .rx_enable = 0xff};
        const bool pauses = set >> k & 1;
        for (int c = 0; c < d->classes; c++) in.rx_time[c] = (uint16_t)(pauses && (c == 0 || level == 0) ? 1000 : 0);
        if (!pauses && level != 0) in.rx_time[1] = 1000;  // no time of this message
        on = (on & ~(1u << level)) | (unsigned)pauses << level;
        pair_step(&e, &in);
      }
      pair_step(&e, &(struct sluice_in){.tx_ready = true});
      expected = on & 1u << SLUICE_LEVEL_PAUSE ? ~0u : on != 0 ? lossless : 0;
      gates_are(&e, d, 1, expected, "all levels");
      gates_are(&e, d, 0, 0, "another port");
      for (int k = 0; k < 3; k++) {
        struct sluice_in in = {.rx_valid = true, .rx_port = 1, .rx_level = kinds[k], .rx_enable = 0xff};
        pair_step(&e, &in);
        pair_step(&e, &(struct sluice_in){.tx_ready = true});
        on &= ~(1u << kinds[k]);
        expected = on & 1u << SLUICE_LEVEL_PAUSE ? ~0u : on != 0 ? lossless : 0;
        gates_are(&e, d, 1, expected, "after the resume of a level");
      }
    }
  pair_free(&e);
}
END_TEST

// GFC has no timers: a change to GFC ends the timers of the scheme before.
START_TEST(gfc_ends_all_timers) {
  const struct sluice_dims *d = &sender_dims[_i];
  struct pair e = pair_ready(d, again, (uint64_t)_i);
  sender_configure(&e, (const uint32_t[][2]){{SLUICE_REG_COMMIT, 1}});
  struct sluice_in in = {.rx_valid = true, .rx_level = SLUICE_LEVEL_PORT, .rx_time = {50000, 50000, 50000}};
  pair_step(&e, &in);
  in.rx_level = SLUICE_LEVEL_PAUSE;
  pair_step(&e, &in);
  in = (struct sluice_in){.rx_valid = true, .rx_enable = 7, .rx_port = 1, .rx_time = {50000, 50000, 50000}};
  pair_step(&e, &in);
  pair_step(&e, &(struct sluice_in){0});
  gates_are(&e, d, 0, ~0u, "PAUSE");
  ck_assert(sender_bit(pair_out(&e)->gate, d, 1, 2));
  for (int back = 0; back < 2; back++) {
    const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, back ? SLUICE_DSH : SLUICE_GFC},
                                {SLUICE_REG_PRIVATE, back ? 0 : 50},
                                {SLUICE_REG_SHARED, back ? 100 : 0},
                                {SLUICE_REG_HEADROOM, back ? 64 : 0},
                                {SLUICE_REG_STAGE_TOP, 40},
                                {SLUICE_REG_STAGE_BASE, 8},
                                {SLUICE_REG_STAGES, 4 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                                {SLUICE_REG_CELL_STEP, 32768},
                                {SLUICE_REG_COMMIT, 1}};
    sender_write(&e, regs);
    for (int i = 0; i < 100; i++) pair_step(&e, &(struct sluice_in){.tx_ready = true});
    ck_assert_int_eq(pair_out(&e)->cfg_reason, SLUICE_OK);
    ck_assert_uint_eq(pair_out(&e)->gate[0], 0);
  }
  pair_free(&e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("timers");
  TCase *timers = tcase_create("timers");
  tcase_set_timeout(timers, 300);
  tcase_add_loop_test(timers, timer_ends_in_time, 0, STEPS * TIMER_DIMS);
  tcase_add_loop_test(timers, pause_stops_lossy_classes_too, 0, SENDER_DIMS);
  tcase_add_loop_test(timers, gfc_ends_all_timers, 0, SENDER_DIMS);
  suite_add_tcase(suite, timers);
  return suite_run(suite);
}
