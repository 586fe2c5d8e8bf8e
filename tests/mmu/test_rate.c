// Tests GFC's rate limiter through the gate of a whole MMU, with RTL and model in lock-step if the program has RTL. A
// backlogged sender that starts a packet whenever its gate is open must send at C / 2^k, or at the linear rate,
// exactly. The test has no random numbers: make test T=rate repeats a failure.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cosim/engine.h"
#include "tests/suite.h"

enum { PACKET = 1000, CELLS_PER_CYCLE = 20, TOP = 100000 };  // 40 Gb/s at 250 MHz, bytes
enum { ROUND = 64 };                                         // cycles of a round of sluice_rate with 4 x 8 queues

// What differs between the tests.
struct setup {
  struct sluice_dims dims;
  uint32_t phi, packet, top, stages, d, cell_step, drain_cycles;  // d: D = Bm - B0, for GFC a power of two
};

static struct sluice_dims dims;  // of the engine
static struct engine *e;

static const struct sluice_out *step(const struct sluice_in *in) {
  const struct sluice_out *out = engine_step(e, in);
  if (out == NULL) {
    engine_report(e, stdout);
    fflush(stdout);
    ck_abort_msg("RTL and model differ");
  }
  return out;
}

static void write_register(int reg, uint32_t value) {
  const struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  step(&in);
}

static enum engine_kind lockstep(void) { return BUILD_HAS_RTL ? ENGINE_BOTH : ENGINE_MODEL; }

static void start(enum engine_kind kind, enum sluice_scheme scheme, const struct setup *s) {
  const struct sluice_in nothing = {0};
  dims = s->dims;
  ck_assert_int_eq(engine_new(&e, kind, &dims, "mmu"), 0);
  while (!engine_out(e)->ready) step(&nothing);
  const uint32_t regs[][2] = {{SLUICE_REG_SCHEME, scheme},
                              {SLUICE_REG_BUFFER, (uint32_t)(dims.ports * dims.classes) * s->phi},
                              {SLUICE_REG_PRIVATE, s->phi},
                              {SLUICE_REG_LOSSLESS, (1u << dims.classes) - 1},
                              {SLUICE_REG_MAX_PACKET, s->packet},
                              {SLUICE_REG_PAUSE_TIME, 65535},
                              {SLUICE_REG_REFRESH, 32767},
                              {SLUICE_REG_QUANTA_STEP, 2560},
                              {SLUICE_REG_STAGE_TOP, s->top},
                              {SLUICE_REG_STAGE_BASE, s->top - s->d},
                              {SLUICE_REG_STAGES, s->stages | SLUICE_STAGES_COUNT_LEADING_ZEROS},
                              {SLUICE_REG_CELL_STEP, s->cell_step},
                              {SLUICE_REG_DRAIN_CYCLES, s->drain_cycles}};
  for (size_t i = 0; i < sizeof regs / sizeof regs[0]; i++) write_register((int)regs[i][0], regs[i][1]);
}

static void commit(void) {
  const struct sluice_in nothing = {0};
  write_register(SLUICE_REG_COMMIT, 1);
  for (int i = 0; i < sluice_commit_latency(&dims); i++) step(&nothing);
  ck_assert_int_eq(engine_out(e)->cfg_reason, SLUICE_OK);
}

static void configure(enum engine_kind kind, enum sluice_scheme scheme, uint32_t d, uint32_t cell_step,
                      uint32_t drain_cycles) {
  const struct setup s = {{4, 8, 26, 127, false}, 375000, PACKET, TOP, 14, d, cell_step, drain_cycles};
  start(kind, scheme, &s);
  commit();
}

static void feedback(int port, int cls, uint16_t level) {
  struct sluice_in in = {.rx_valid = true, .rx_port = (uint8_t)port, .rx_enable = (uint8_t)(1 << cls)};
  in.rx_time[cls] = level;
  step(&in);
}

static bool open(int port, int cls) {
  int bit = port * dims.classes + cls;
  return !(engine_out(e)->gate[bit / 64] >> (bit % 64) & 1);
}

// Sends for so many cycles. Returns the cells of all packets but the last, per cycle between the first and the last
// start.
static double rate(int port, int cls, uint32_t packet, double line, uint64_t cycles) {
  uint64_t busy_until = 0, first = 0, last = 0, cells = 0;
  for (uint64_t cycle = 0; cycle < cycles; cycle++) {
    struct sluice_in in = {0};
    if (cycle >= busy_until && open(port, cls)) {
      in.snd_valid = true;
      in.snd_port = (uint8_t)port;
      in.snd_class = (uint8_t)cls;
      in.snd_cells = packet;
      busy_until = cycle + (uint64_t)ceil(packet / line);
      if (first == 0)
        first = cycle + 1;
      else
        cells += packet;
      last = cycle + 1;
    }
    step(&in);
  }
  return (double)cells / (double)(last - first);
}

// The last start may be late by a round and the datapath's reaction. The delay must not add up over the packets.
static void must_be(double got, double want, uint64_t cycles, const char *what, int level) {
  double most = want * 16 / (double)cycles * 4 + 1e-12;
  ck_assert_msg(fabs(got - want) <= most, "%s %d: expected %.9f cells per cycle, got %.9f", what, level, want, got);
}

START_TEST(stage_k_is_c_over_2_to_the_k) {
  configure(lockstep(), SLUICE_GFC, 65536, CELLS_PER_CYCLE << 16, 0);
  uint64_t cycles = UINT64_C(400) << (_i > 6 ? _i : 6);
  feedback(2, 5, (uint16_t)_i);
  must_be(rate(2, 5, PACKET, CELLS_PER_CYCLE, cycles), CELLS_PER_CYCLE / pow(2, _i), cycles, "stage", _i);
  engine_free(e);
}
END_TEST

// A cell of 64 bytes at 10 Gb/s and 322 MHz takes 16.49 cycles; the fraction must not be lost.
START_TEST(fractions_of_a_cycle_are_not_lost) {
  uint32_t step_size = (uint32_t)lround(65536 * 10e9 / 512 / 322e6);
  configure(lockstep(), SLUICE_GFC, 65536, step_size, 0);
  feedback(0, 0, 1);
  must_be(rate(0, 0, 1, step_size / 65536.0, 400000), step_size / 65536.0 / 2, 400000, "stage", 1);
  engine_free(e);
}
END_TEST

// The model alone runs so many cycles that a delay of one round cannot matter: the rate must be exact to 1 in 65,536.
// The run in lock-step is shorter; its tolerance is the two rounds that a queue may be ahead.
START_TEST(linear_rate_is_exact) {
  static const uint16_t levels[] = {1, 12500, 49000};
  uint32_t d = 50000, drain_cycles = 256 * d / CELLS_PER_CYCLE;
  bool alone = _i >= 3;
  uint64_t cycles = alone ? 6000000 : 400000;
  configure(alone ? ENGINE_MODEL : lockstep(), SLUICE_GFC_LINEAR, d, 0, drain_cycles);
  uint16_t level = levels[_i % 3];
  feedback(3, 7, level);
  double want = CELLS_PER_CYCLE * (double)(d - level) / d, got = rate(3, 7, PACKET, CELLS_PER_CYCLE, cycles);
  double most = alone ? 1.0 / 65536 : 2 * ROUND / (cycles - PACKET / want);
  ck_assert_msg(fabs(got / want - 1) < most, "level %u: expected %.9f cells per cycle, got %.9f", level, want, got);
  engine_free(e);
}
END_TEST

// Neither D / C nor a cell is a whole number of cycles.
START_TEST(linear_rate_loses_no_fraction) {
  uint32_t d = 1000, drain_cycles = (uint32_t)lround(256 * d * 512 * 322e6 / 10e9);
  double line = 256.0 * d / drain_cycles, want = line * 333 / d;
  configure(lockstep(), SLUICE_GFC_LINEAR, d, 0, drain_cycles);
  feedback(0, 0, (uint16_t)(d - 333));
  must_be(rate(0, 0, 1, line, 4000000), want, 4000000, "level", 667);
  engine_free(e);
}
END_TEST

// GFC-linear: a charge of more than 32 bits. GFC: a packet of more than 2^14 - 1 cells, which is charged as 2^14 - 1.
START_TEST(large_charge_counts_in_full) {
  const struct sluice_in nothing = {0};
  bool linear = _i == 1;
  uint32_t d = 50000, most_cycles = 100000, left = d - SLUICE_MAX_STAGES, cells = linear ? 257 : (1 << 17) + 1;
  configure(lockstep(), linear ? SLUICE_GFC_LINEAR : SLUICE_GFC, linear ? d : 65536, 0xffffff, 0xffffffff);
  feedback(3, 0, SLUICE_MAX_STAGES);
  const struct sluice_in send = {.snd_valid = true, .snd_port = 3, .snd_cells = cells};
  step(&send);
  step(&nothing);
  uint32_t cycles = 0;
  for (; cycles < most_cycles && !open(3, 0); cycles++) step(&nothing);
  uint32_t expected = linear ? (uint32_t)((uint64_t)cells * UINT32_MAX / 256 / left) : most_cycles;
  ck_assert_uint_ge(cycles, expected - ROUND);
  ck_assert_uint_le(cycles, expected + ROUND);
  engine_free(e);
}
END_TEST

START_TEST(level_d_stops_until_it_falls) {
  const struct sluice_in nothing = {0};
  configure(lockstep(), SLUICE_GFC_LINEAR, 50000, 0, 640000);
  feedback(0, 1, 50000);
  for (int i = 0; i < 1000; i++) ck_assert(!open(0, 1)), step(&nothing);
  feedback(0, 1, 49999);
  ck_assert(open(0, 1));
  engine_free(e);
}
END_TEST

// A message with a level in cycle 0, and a packet in the cycle `packet`. Returns the first cycle in which the gate is
// closed, or 100.
static int first_closed(enum sluice_scheme scheme, uint16_t level, int packet) {
  enum { BEFORE = 4, AFTER = 20, NEVER = 100 };
  int first = NEVER;
  configure(lockstep(), scheme, scheme == SLUICE_GFC ? 65536 : 50000, CELLS_PER_CYCLE << 16, 640000);
  for (int cycle = -BEFORE; cycle < AFTER; cycle++) {
    struct sluice_in in = {0};
    if (cycle == 0) in = (struct sluice_in){.rx_valid = true, .rx_port = 2, .rx_enable = 1 << 5};
    if (cycle == 0) in.rx_time[5] = level;
    if (cycle == packet) in.snd_valid = true, in.snd_port = 2, in.snd_class = 5, in.snd_cells = PACKET;
    if (first == NEVER && !open(2, 5)) first = cycle;
    step(&in);
  }
  engine_free(e);
  return first;
}

// [docs/hardware/latencies.md, "Rate limiter of GFC"]: a packet obeys a message of its own cycle, and its gate closes
// 2 cycles later. A packet of the cycle before is free. The level that stops a queue of GFC-linear closes the gate
// one cycle after the message.
START_TEST(a_packet_obeys_the_level_of_its_cycle) {
  for (int packet = -3; packet <= 3; packet++)
    ck_assert_int_eq(first_closed(SLUICE_GFC, 3, packet), packet < 0 ? 100 : packet + SLUICE_HOLD_LATENCY);
  for (int packet = 1; packet <= 3; packet++)
    ck_assert_int_eq(first_closed(SLUICE_GFC_LINEAR, 1, packet), packet + SLUICE_HOLD_LATENCY);
  ck_assert_int_eq(first_closed(SLUICE_GFC_LINEAR, 50000, -10), 1);
}
END_TEST

// Sends a packet at the level `before`. The level becomes `after` cycles_before cycles later. Returns the cycles from
// the packet until the gate opens.
static int gap(uint16_t before, int cycles_before, uint16_t after) {
  struct sluice_in send = {.snd_valid = true, .snd_port = 1, .snd_class = 3, .snd_cells = PACKET}, nothing = {0};
  configure(lockstep(), SLUICE_GFC, 65536, CELLS_PER_CYCLE << 16, 0);
  feedback(1, 3, before);
  for (int i = 0; i < ROUND; i++) step(&nothing);
  step(&send);
  step(&nothing);
  ck_assert(!open(1, 3));  // SLUICE_HOLD_LATENCY
  for (int i = 2; i < cycles_before; i++) ck_assert(!open(1, 3)), step(&nothing);
  feedback(1, 3, after);
  int cycles = cycles_before + 1;
  for (; !open(1, 3); cycles++) step(&nothing);
  return cycles;
}

// The rest of a packet's charge is paid at the new rate.
START_TEST(a_gap_follows_the_level) {
  enum { CHARGE = PACKET / CELLS_PER_CYCLE };
  int shorter = gap(4, 8 * CHARGE, 0);
  ck_assert_int_ge(shorter, 8 * CHARGE + CHARGE / 2 - ROUND);
  ck_assert_int_le(shorter, 8 * CHARGE + CHARGE / 2 + ROUND);
  const struct sluice_in send = {.snd_valid = true, .snd_port = 1, .snd_class = 3, .snd_cells = PACKET}, nothing = {0};
  step(&send);  // at level 0 the gate stays open
  for (int i = 0; i < 2 * ROUND; i++) ck_assert(open(1, 3)), step(&nothing);
  engine_free(e);
  int longer = gap(3, 4 * CHARGE, 5), expected = 4 * CHARGE + 32 * CHARGE / 2;
  ck_assert_int_ge(longer, expected - 4 * ROUND);  // a round at the old rate is four at the new one
  ck_assert_int_le(longer, expected + 4 * ROUND);
  engine_free(e);
}
END_TEST

// A deficit below the pay of a round must not close the gate for a whole round: short packets keep to the rate, too.
START_TEST(packets_shorter_than_a_round) {
  configure(lockstep(), SLUICE_GFC, 65536, 1 << 16, 0);
  feedback(2, 2, 2);
  must_be(rate(2, 2, 3, 1, 200000), 0.25, 200000, "packets of 3 cells", 2);
  engine_free(e);
}
END_TEST

// PORT_LIMITS: each port but one has its own CELL_STEP and DRAIN_CYCLES. One after the other sends, while all have
// levels. D / C is more than 256 cycles, so that the rate of GFC-linear is exact [docs/hardware/gfc.md].
START_TEST(each_port_sends_at_its_own_rate) {
  enum { D = 64, LARGEST = 16, CYCLES = 20000, CLASS = 1, PAGE = SLUICE_LIMIT_CELL_STEP / 4 };
  static const struct sluice_dims own_dims[] = {{3, 5, 12, 127, true}, {6, 2, 10, 127, true}};
  const bool linear = _i % 2 == 1;
  const struct setup s = {.dims = own_dims[_i / 2],
                          .phi = D,
                          .packet = LARGEST,
                          .top = D,
                          .stages = 5,
                          .d = D,
                          .cell_step = 30011,
                          .drain_cycles = 101009};
  uint32_t cell_step[SLUICE_MAX_PORTS] = {0}, drain_cycles[SLUICE_MAX_PORTS] = {0};
  start(lockstep(), linear ? SLUICE_GFC_LINEAR : SLUICE_GFC, &s);
  for (int p = 0; p < dims.ports; p++) {
    const bool own = p != 1;
    cell_step[p] = own ? 60013 - 7919 * (uint32_t)p : s.cell_step;
    drain_cycles[p] = own ? 70001 + 17011 * (uint32_t)p : s.drain_cycles;
    if (!own) continue;
    write_register(SLUICE_REG_PORT_SELECT, (uint32_t)p + (PAGE << 6));
    write_register(SLUICE_REG_PORT_WINDOW + SLUICE_LIMIT_CELL_STEP % 4, cell_step[p]);
    write_register(SLUICE_REG_PORT_WINDOW + SLUICE_LIMIT_DRAIN_CYCLES % 4, drain_cycles[p]);
  }
  commit();
  for (int p = 0; p < dims.ports; p++) feedback(p, CLASS, (uint16_t)(linear ? 10 + 7 * p : 1 + p % 3));
  for (int p = 0; p < dims.ports; p++) {
    const double line = linear ? 256.0 * D / drain_cycles[p] : cell_step[p] / 65536.0;
    const double want = linear ? line * (D - 10 - 7 * p) / D : line / pow(2, 1 + p % 3);
    must_be(rate(p, CLASS, LARGEST, line, CYCLES), want, CYCLES, "port", p);
  }
  engine_free(e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("rate");
  TCase *rates = tcase_create("rates"), *own = tcase_create("own");
  tcase_set_timeout(rates, 120);
  tcase_add_loop_test(rates, stage_k_is_c_over_2_to_the_k, 1, 12);
  tcase_add_test(rates, fractions_of_a_cycle_are_not_lost);
  tcase_add_loop_test(rates, linear_rate_is_exact, 0, 6);
  tcase_add_test(rates, linear_rate_loses_no_fraction);
  tcase_add_loop_test(rates, large_charge_counts_in_full, 0, 2);
  tcase_add_test(rates, level_d_stops_until_it_falls);
  tcase_add_test(rates, a_packet_obeys_the_level_of_its_cycle);
  tcase_add_test(rates, a_gap_follows_the_level);
  tcase_add_test(rates, packets_shorter_than_a_round);
  tcase_add_loop_test(own, each_port_sends_at_its_own_rate, 0, 4);
  suite_add_tcase(suite, rates);
  suite_add_tcase(suite, own);
  return suite_run(suite);
}
