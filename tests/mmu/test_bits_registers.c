// Compares RTL and model in lock-step, or runs the model alone, for each bit of each register and for the largest
// packets. The reasons of commits are compared with sluice_config_check().
// A failure prints its seed and the command build/test_bits_registers.
#include <check.h>
#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum {
  TURNS = 8,      // register sets of each scheme
  END_TURNS = 2,  // register sets of each scheme for the extreme values
  STARTS = 16,
  START_CYCLES = 2000,
};

static const char test[] = "build/test_bits_registers";

// ---- registers ----

static uint32_t read_back(struct pair *p, int reg) {
  pair_step(p, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)reg});
  pair_wait(p, SLUICE_READ_LATENCY - 1);
  ck_assert(pair_out(p)->cfg_rvalid);
  return pair_out(p)->cfg_rdata;
}

// Inverts one bit of one register of a legal set: RTL and model must take or refuse the set for the same reason.
// A register must read back the written value, whether it is legal or not (docs/reference/registers.md).
START_TEST(each_bit_of_each_register) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!bits_few(&dims) || !(dims.schemes >> scheme & 1)) SUITE_SKIP;
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    bits_passing_set(&s, scheme, regs);
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

// The same for a register with an extreme value: 0, 1, the largest count of cells or one more, 16 or 32 bits set.
START_TEST(each_register_at_its_ends) {
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!bits_few(&dims) || !(dims.schemes >> scheme & 1)) SUITE_SKIP;
  const uint32_t cells = (UINT32_C(1) << dims.width) - 1, ends[] = {0, 1, cells, cells + 1, 0xffff, 0xffffffff};
  struct stimulus s = bits_numbers(&dims, (uint64_t)_i + 1);
  struct pair p = pair_new(&dims, test, s.rng);
  uint32_t regs[SLUICE_REGS], taken = 0, refused = 0;
  for (int turn = 0; turn < END_TURNS; turn++) {
    bits_passing_set(&s, scheme, regs);
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

// Random traffic of the largest packets that fit the headroom, so that the sums of cells under way use all their bits.
START_TEST(largest_packets) {
  static struct stimulus s;
  static struct stimulus_seen seen;
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!bits_few(&dims) || !(dims.schemes >> scheme & 1)) SUITE_SKIP;
  uint64_t large = 0;
  memset(&seen, 0, sizeof seen);
  for (int start = 0; start < STARTS; start++) {
    uint32_t regs[SLUICE_REGS];
    uint64_t seed = (uint64_t)(_i * STARTS + start) + 1;
    struct pair p = pair_new(&dims, test, seed);
    stimulus_init(&s, &dims, seed, scheme, &seen);
    register_set_large(&s, scheme, regs);
    stimulus_begin_with(&s, regs);
    for (int cycle = 0; cycle < START_CYCLES; cycle++) {
      struct sluice_in in;
      stimulus_next(&s, pair_out(&p), &in);
      const struct sluice_out *out = pair_step(&p, &in);
      const struct sluice_in *old = &s.before[SLUICE_ADMIT_LATENCY - 1];
      large += out->adm_valid && out->adm_kind < SLUICE_REFUSED && old->enq_cells > regs[SLUICE_REG_MAX_PACKET] / 2;
    }
    pair_free(&p);
  }
  // Under TTL, a switch with a single port drops every packet.
  if (dims.ports > 1 || scheme != SLUICE_TTL) ck_assert_uint_gt(large, 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("bits_registers");
  TCase *tcase = tcase_create("bits_registers");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, each_bit_of_each_register, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, each_register_at_its_ends, 0, SLUICE_SCHEMES * pair_variants());
  tcase_add_loop_test(tcase, largest_packets, 0, SLUICE_SCHEMES * pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
