// Compares RTL and model in lock-step, or runs the model alone, for each bit of a pause time and of the limiter's
// charges. A failure prints its seed and the command build/test_bits_times.
#include <check.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum {
  CHARGE_CYCLES = 600,
  LEVEL_TURNS = 32,
  LOW_PAYS = 128,
  MOST_VISITS = 3000,
};

static const char test[] = "build/test_bits_times";

// ---- pause times ----

// Eight quanta per cycle, so that the longest pause ends soon.
static void fast_quanta(struct stimulus *s, uint32_t *regs) {
  bits_passing_set(s, __builtin_ctz((unsigned)s->dims.schemes), regs);
  regs[SLUICE_REG_QUANTA_STEP] = 0xffff;
  regs[SLUICE_REG_REFRESH] = 0x7fff;
  regs[SLUICE_REG_PAUSE_TIME] = 0xffff;
}

// A pause of 2^k quanta, and one with all other bits set, closes its gate until the quanta have passed.
START_TEST(each_bit_of_a_pause) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!bits_few(&dims) || (dims.schemes & 15) == 0) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS];
  fast_quanta(&s, regs);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  uint32_t lossless = regs[SLUICE_REG_LOSSLESS];
  for (int k = 0; k < 64; k++) {
    struct sluice_in in = {
        .tx_ready = true, .rx_valid = true, .rx_level = (uint8_t)(k / 16 % 3), .rx_port = (uint8_t)bits_port(&s)};
    uint16_t time = (uint16_t)(UINT32_C(1) << k % 16);
    if (k >= 32) time = (uint16_t)~time;
    in.rx_enable = (uint8_t)(lossless & (0u - lossless));
    if (in.rx_level) in.rx_time[0] = time;
    for (int c = 0; c < dims.classes && !in.rx_level; c++)
      if (in.rx_enable >> c & 1) in.rx_time[c] = time;
    pair_step(&p, &in);
    pair_wait(&p, 1);
    ck_assert_msg(bits_any_gate(&p), "pause of %u quanta: expected a closed gate, got none", time);
    pair_wait(&p, time / 8 + 2 * dims.ports + 16);
    ck_assert_msg(!bits_any_gate(&p), "pause of %u quanta: expected the gate open after its end, got closed", time);
  }
  pair_free(&p);
}
END_TEST

// ---- charges of the limiter ----

// Packets of 2^k cells, with one bit set in CELL_STEP or DRAIN_CYCLES, from which the charge is computed.
START_TEST(each_bit_of_a_charge) {
  const struct sluice_dims dims = pair_dims(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR, bits = _i % 2 == 0 ? 24 : 32;
  if (!bits_few(&dims) || !(dims.schemes >> scheme & 1)) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], held = 0;
  bits_passing_set(&s, scheme, regs);
  for (int bit = 0; bit < bits; bit++) {
    regs[scheme == SLUICE_GFC ? SLUICE_REG_CELL_STEP : SLUICE_REG_DRAIN_CYCLES] = UINT32_C(1) << bit;
    for (uint32_t k = 0; k < smaller((uint32_t)dims.width, 14); k++) {
      if (k % 7 == 0) ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);  // also clears all deficits
      struct sluice_in level = {
          .tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)bits_port(&s), .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++)
        level.rx_time[c] = (uint16_t)(scheme == SLUICE_GFC ? stimulus_pick(&s, 16) : 1u << stimulus_pick(&s, 16));
      pair_step(&p, &level);
      for (int n = 0; n < 3; n++)
        pair_step(&p, &(struct sluice_in){.tx_ready = true,
                                          .snd_valid = true,
                                          .snd_port = n == 1 ? (uint8_t)bits_port(&s) : level.rx_port,
                                          .snd_class = (uint8_t)stimulus_pick(&s, (uint32_t)dims.classes),
                                          .snd_cells = UINT32_C(1) << k});
      for (int cycle = 0; cycle < CHARGE_CYCLES; cycle++) {
        pair_wait(&p, 1);
        held += bits_any_gate(&p);
        if (cycle > 100 && !bits_any_gate(&p)) break;
      }
    }
  }
  ck_assert_uint_gt(held, CHARGE_CYCLES);
  pair_free(&p);
}
END_TEST

// A packet and the number of the limiter's visits after which its deficit is paid.
struct deficit {
  uint32_t cells, visits;
  uint16_t level;
};

// Sends the packet at the level; its gate must open after that number of visits.
static void must_pay_in_time(struct pair *p, struct stimulus *s, const struct deficit *deficit) {
  const struct sluice_dims *d = &s->dims;
  uint32_t round = (uint32_t)sluice_limiter_round(d), held = 0;
  uint8_t port = (uint8_t)bits_port(s), cls = (uint8_t)stimulus_pick(s, (uint32_t)d->classes);
  struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = port, .rx_enable = 255};
  for (int c = 0; c < d->classes; c++) in.rx_time[c] = deficit->level;
  pair_step(p, &in);
  in = (struct sluice_in){.tx_ready = true, .snd_valid = true, .snd_port = port, .snd_cells = deficit->cells};
  if (d->classes & (d->classes - 1)) {  // a packet of a class that does not exist charges no queue
    in.snd_class = (uint8_t)d->classes;
    pair_step(p, &in);
  }
  in.snd_class = cls;
  pair_step(p, &in);
  pair_wait(p, 2);
  ck_assert(bits_any_gate(p));
  for (; bits_any_gate(p); held++) {
    ck_assert_msg(held < (deficit->visits + 2) * round,
                  "gate after %u cells: expected open after %u visits, got closed", deficit->cells, deficit->visits);
    pair_wait(p, 1);
  }
  ck_assert_uint_ge(held, (deficit->visits - 1) * round);
  pair_wait(p, 4 * (int)round);  // excess pay is discarded
}

// At half of the link's rate, a visit pays CELL_STEP * round / 2 in units of 1/65536 cell.
START_TEST(each_bit_of_cell_step) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!bits_few(&dims) || !(dims.schemes >> SLUICE_GFC & 1)) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], half = (uint32_t)sluice_limiter_round(&dims) / 2,
                              cell = 65536 / half;  // the CELL_STEP with which a visit pays one cell
  bits_passing_set(&s, SLUICE_GFC, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (int bit = 2; bit < 24; bit++) {
    uint32_t step = UINT32_C(1) << bit;
    struct deficit deficit = {.cells = step / cell, .visits = 1, .level = 1};
    if (step < cell) {  // another bit pays half a cell per visit, and this bit one cell in `visits` visits
      deficit.visits = cell / step;
      deficit.cells = deficit.visits / 2 + 1;
      step += cell / 2;
    }
    pair_set(&p, SLUICE_REG_CELL_STEP, step);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    if (deficit.cells >> smaller((uint32_t)dims.width, 14) != 0) continue;  // larger than any packet
    must_pay_in_time(&p, &s, &deficit);
    deficit.cells++;
    deficit.visits++;
    if (deficit.cells >> smaller((uint32_t)dims.width, 14) == 0) must_pay_in_time(&p, &s, &deficit);
  }
  // At the lowest rate the low bits matter: the pay of several visits is just above or just below one cell.
  for (uint32_t n = 0; n < LOW_PAYS; n++) {
    uint32_t pays = 5 + n % 8, step = (UINT32_C(1) << 31) / (2 * half * pays);
    step += (UINT32_C(1) << n / 8 % 16) - (n % 2 == 0 ? 1 : UINT32_C(1) << 16);
    step = smaller(step, 0xffffff);
    uint64_t paid = UINT64_C(2) * half * step;
    pair_set(&p, SLUICE_REG_CELL_STEP, step);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    must_pay_in_time(
        &p, &s,
        &(struct deficit){.cells = 1, .visits = (uint32_t)(((UINT64_C(1) << 31) + paid - 1) / paid), .level = 15});
  }
  pair_free(&p);
}
END_TEST

// All cells are private. Returns D, the cells of a queue divided by `part`.
static uint32_t linear_set(struct stimulus *s, uint32_t *regs, uint32_t part) {
  const struct sluice_dims *d = &s->dims;
  uint32_t most = (UINT32_C(1) << d->width) - 1;
  register_set(s, SLUICE_GFC_LINEAR, regs);
  regs[SLUICE_REG_LOSSLESS] = (1u << d->classes) - 1;
  regs[SLUICE_REG_BUFFER] = most;
  regs[SLUICE_REG_HEADROOM] = regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_STAGE_BASE] = 0;
  regs[SLUICE_REG_PRIVATE] = most / (uint32_t)(d->ports * d->classes);
  regs[SLUICE_REG_STAGE_TOP] = smaller(regs[SLUICE_REG_PRIVATE], 65534) / part;
  if (regs[SLUICE_REG_STAGE_TOP] < 3) regs[SLUICE_REG_STAGE_TOP] = 3;
  return regs[SLUICE_REG_STAGE_TOP];
}

// A visit pays D minus the level, `left`, for each cycle of a round.
START_TEST(each_bit_of_drain_cycles) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!bits_few(&dims) || !(dims.schemes >> SLUICE_GFC_LINEAR & 1)) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], d = linear_set(&s, regs, 1);
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (uint32_t n = 0; n < 64; n++) {
    uint32_t left = 1 + stimulus_pick(&s, d - 1), paid = left * 256 * (uint32_t)sluice_limiter_round(&dims);
    uint32_t more = UINT32_C(1) << n / 2 % 16, visits = 1 + stimulus_pick(&s, 3);
    if (more >= paid) continue;
    bool just = n % 2 == 0;
    pair_set(&p, SLUICE_REG_DRAIN_CYCLES, just ? visits * paid - more + 1 : visits * paid + more);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    must_pay_in_time(
        &p, &s, &(struct deficit){.cells = 1, .visits = just ? visits : visits + 1, .level = (uint16_t)(d - left)});
  }
  for (uint32_t bit = 0; bit < 31; bit++) {  // nearly at the link's rate, charges of up to MOST_VISITS visits
    uint32_t paid = (d - 1) * 256 * (uint32_t)sluice_limiter_round(&dims), visits = (UINT32_C(1) << bit) / paid + 1;
    if (visits > MOST_VISITS) break;
    pair_set(&p, SLUICE_REG_DRAIN_CYCLES, UINT32_C(1) << bit);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    must_pay_in_time(&p, &s, &(struct deficit){.cells = 1, .visits = visits, .level = 1});
  }
  pair_free(&p);
}
END_TEST

// A level of D or more closes the gate, whichever bit of the level is set.
START_TEST(each_bit_of_a_level) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!bits_few(&dims) || !(dims.schemes >> SLUICE_GFC_LINEAR & 1)) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  for (int turn = 0; turn < LEVEL_TURNS; turn++) {
    uint32_t regs[SLUICE_REGS];
    uint32_t d = linear_set(&s, regs, 1 + (uint32_t)turn);
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    for (uint32_t n = 0; n < 35; n++) {
      uint32_t level = n >= 32 ? d + n - 33 : n >= 16 ? 0xffff ^ UINT32_C(1) << n % 16 : UINT32_C(1) << n;
      struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)bits_port(&s), .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = (uint16_t)level;
      pair_step(&p, &in);
      ck_assert_msg(bits_any_gate(&p) == (level >= d), "gate at level %u with D = %u: expected %s, got %s", level, d,
                    level >= d ? "closed" : "open", level >= d ? "open" : "closed");
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = 0;
      pair_step(&p, &in);
      ck_assert(!bits_any_gate(&p));
    }
  }
  pair_free(&p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("bits_times");
  TCase *tcase = tcase_create("bits_times");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, each_bit_of_a_pause, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_charge, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_cell_step, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_drain_cycles, 0, pair_variants());
  tcase_add_loop_test(tcase, each_bit_of_a_level, 0, pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
