// Tests which register sets a COMMIT accepts or refuses: the checks, their reasons and their texts, without the clocked
// model. The expected values are computed by hand from the default registers (rules.h).
// make check T=rules_config repeats a failure.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/mmu/rules.h"
#include "tests/suite.h"

// A register, a value that is just accepted, and a value that is refused.
struct bad {
  enum sluice_scheme scheme;
  int reg;
  uint32_t good, bad;
  enum sluice_reason reason;
};

static const struct bad bad[] = {
    {SLUICE_STATIC, SLUICE_REG_SCHEME, SLUICE_SIH, SLUICE_SCHEMES, SLUICE_BAD_SCHEME},
    {SLUICE_STATIC, SLUICE_REG_SCHEME, SLUICE_STATIC, SLUICE_SCHEMES + 1, SLUICE_BAD_VALUE},
    {SLUICE_STATIC, SLUICE_REG_ALPHA, 7, 8, SLUICE_BAD_ALPHA},
    {SLUICE_STATIC, SLUICE_REG_ALPHA, (uint32_t)-8, (uint32_t)-9, SLUICE_BAD_ALPHA},
    {SLUICE_STATIC, SLUICE_REG_SHARED, 1000, 1001, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_PRIVATE, 10, 11, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_HEADROOM, 100, 101, SLUICE_BAD_POOLS},
    {SLUICE_STATIC, SLUICE_REG_BUFFER, 4520, 4519, SLUICE_BAD_POOLS},
    {SLUICE_TTL, SLUICE_REG_PARTITION, 0, 1, SLUICE_BAD_POOLS},  // under TTL, partitions are pools
    {SLUICE_TTL, SLUICE_REG_PARTITION + 7, 100, 101, SLUICE_BAD_POOLS},
    {SLUICE_SHP, SLUICE_REG_HEADROOM_POOL, 2800, 2801, SLUICE_BAD_POOLS},
    {SLUICE_SHP, SLUICE_REG_PORT_HEADROOM, 100, 101, SLUICE_BAD_POOLS},
    {SLUICE_SHP, SLUICE_REG_HEADROOM, 100, RULES_MAX, SLUICE_OK},  // the cap of a queue is no pool
    {SLUICE_SHP, SLUICE_REG_HEADROOM, 20, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_SIH, SLUICE_REG_HEADROOM_POOL, 2801, RULES_MAX, SLUICE_OK},    // only under SHP
    {SLUICE_STATIC, SLUICE_REG_PARTITION + 7, 100, RULES_MAX, SLUICE_OK},  // only under TTL
    {SLUICE_STATIC, SLUICE_REG_HEADROOM, 20, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_STATIC, SLUICE_REG_MAX_PACKET, 1, 0, SLUICE_BAD_HEADROOM},
    {SLUICE_STATIC, SLUICE_REG_MAX_PACKET, 100, 101, SLUICE_BAD_HEADROOM},
    {SLUICE_TTL, SLUICE_REG_HEADROOM, 20, 19, SLUICE_BAD_HEADROOM},
    {SLUICE_GFC, SLUICE_REG_MAX_PACKET, 1, 0, SLUICE_BAD_HEADROOM},
    {SLUICE_GFC, SLUICE_REG_MAX_PACKET, 20, 0x3fff, SLUICE_OK},  // GFC keeps no headroom
    {SLUICE_STATIC, SLUICE_REG_XON, 40, 41, SLUICE_BAD_XON},
    {SLUICE_SIH, SLUICE_REG_XON, 40, 41, SLUICE_OK},
    {SLUICE_STATIC, SLUICE_REG_REFRESH, 41, 40, SLUICE_BAD_TIMES},    // 128 cycles at 2560 / 16 bit times each
    {SLUICE_STATIC, SLUICE_REG_REFRESH, 500, 501, SLUICE_BAD_TIMES},  // half of PAUSE_TIME
    {SLUICE_STATIC, SLUICE_REG_PAUSE_TIME, 800, 799, SLUICE_BAD_TIMES},
    {SLUICE_STATIC, SLUICE_REG_QUANTA_STEP, 400 * 64 - 1, 400 * 64, SLUICE_BAD_TIMES},
    {SLUICE_STATIC, SLUICE_REG_ALPHA_LOSSY, 7, 8, SLUICE_BAD_ALPHA},
    {SLUICE_GFC, SLUICE_REG_ALPHA_LOSSY, (uint32_t)-8, (uint32_t)-9, SLUICE_BAD_ALPHA},
    {SLUICE_GFC, SLUICE_REG_QUANTA_STEP, 1, 0, SLUICE_BAD_TIMES},
    {SLUICE_TTL, SLUICE_REG_PRIVATE, 0, 1, SLUICE_BAD_POOLS},
    {SLUICE_TTL, SLUICE_REG_TTL0, 2, 1, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_TTL0, 8, 9, SLUICE_BAD_TTL},  // would need class 8
    {SLUICE_TTL, SLUICE_REG_TTL0, 2, 0, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_TTL0, 8, 255, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_PARTITION + 1, 80, 79, SLUICE_BAD_TTL},  // a packet of each of 4 ports
    {SLUICE_TTL, SLUICE_REG_PARTITION + 7, 80, 79, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_MAX_PACKET, 25, 26, SLUICE_BAD_TTL},
    {SLUICE_TTL, SLUICE_REG_ALPHA, (uint32_t)-2, (uint32_t)-3,
     SLUICE_BAD_TTL},  // MAX_PACKET 20 is within 100 / 4, not within 100 / 8
    {SLUICE_TTL, SLUICE_REG_ALPHA, 7, (uint32_t)-8, SLUICE_BAD_TTL},
    {SLUICE_DSH, SLUICE_REG_TTL0, 8, 1, SLUICE_OK},
    {SLUICE_GFC, SLUICE_REG_SHARED, 0, 1, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_SHARED, 0, 1000, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_SHARED, 0, 1001, SLUICE_BAD_POOLS},
    {SLUICE_GFC, SLUICE_REG_HEADROOM, 0, 1, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_HEADROOM, 0, 31, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_SHARED, 0, 1, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_HEADROOM, 0, 1, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE_TOP, 120, 121, SLUICE_BAD_STAGES},  // Bm <= B
    {SLUICE_GFC, SLUICE_REG_STAGE_TOP, 98, 97, SLUICE_BAD_STAGES},    // B_5 is 98
    {SLUICE_GFC, SLUICE_REG_STAGE_BASE, 67, 68, SLUICE_BAD_STAGES},   // B_1 is 68
    {SLUICE_GFC, SLUICE_REG_STAGE_BASE, 0, 100, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE, 37, 36, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE, 83, 84, SLUICE_BAD_STAGES},      // B_2 is 84
    {SLUICE_GFC, SLUICE_REG_STAGE + 4, 97, 96, SLUICE_BAD_STAGES},  // B_4 is 96
    {SLUICE_GFC, SLUICE_REG_STAGE + 4, 100, 101, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGE + 5, 0, RULES_MAX, SLUICE_OK},  // above N
    {SLUICE_GFC, SLUICE_REG_STAGES, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_STAGES, 5, 6, SLUICE_BAD_STAGES},        // B_6 is 0
    {SLUICE_GFC, SLUICE_REG_STAGES, 16 + 1, 16, SLUICE_BAD_STAGES},  // by leading zeros, too
    {SLUICE_GFC, SLUICE_REG_STAGES, 16 + 5, 16 + 6,
     SLUICE_BAD_STAGES},  // D / 2^6 is one cell, and the next stage would have none
    {SLUICE_GFC, SLUICE_REG_CELL_STEP, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC, SLUICE_REG_DRAIN_CYCLES, 1, 0, SLUICE_OK},  // used by GFC-linear only
    {SLUICE_GFC_LINEAR, SLUICE_REG_DRAIN_CYCLES, 1, 0, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_CELL_STEP, 1, 0, SLUICE_OK},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGES, 5, 0, SLUICE_OK},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_TOP, 120, 121, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_TOP, 37, 36, SLUICE_BAD_STAGES},
    {SLUICE_GFC_LINEAR, SLUICE_REG_STAGE_BASE, 99, 100, SLUICE_BAD_STAGES},
    {SLUICE_TTL, SLUICE_REG_STAGE_TOP, 120, RULES_MAX, SLUICE_OK},
};

// Checks the reason, and that the explanation gives the same reason with a text that has a number.
static void expect(const struct sluice_dims *dims, const uint32_t *regs, enum sluice_reason reason) {
  char line[256] = "";
  ck_assert_int_eq(sluice_config_check(dims, regs), reason);
  ck_assert_int_eq(sluice_config_explain(dims, regs, line, sizeof line), reason);
  if (reason == SLUICE_OK) return;
  ck_assert_msg(strpbrk(line, "0123456789") != NULL, "explanation: expected a number in it, got '%s'", line);
  ck_assert_str_ne(line, sluice_reason_text(reason));
}

static void set(uint32_t *regs, int reg, uint32_t value, enum sluice_reason reason) {
  regs[reg] = value;
  expect(&rules_dims, regs, reason);
}

START_TEST(bad_register_is_refused_with_its_reason) {
  uint32_t regs[SLUICE_REGS];
  const struct bad *b = &bad[_i];
  rules_defaults(regs, b->scheme);
  expect(&rules_dims, regs, SLUICE_OK);
  set(regs, b->reg, b->good, SLUICE_OK);
  set(regs, b->reg, b->bad, b->reason);
}
END_TEST

START_TEST(every_reason_text_names_the_remedy) {
  for (int reason = SLUICE_UNCONFIGURED; reason <= SLUICE_BUSY; reason++) {
    const char *text = sluice_reason_text((enum sluice_reason)reason);
    static const char *const words[] = {"must", "use one", "needs", "only while", "write the"};
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) found = found || strstr(text, words[i]) != NULL;
    ck_assert_msg(found, "reason %d: expected a text that names the remedy, got '%s'", reason, text);
  }
  ck_assert_str_eq(sluice_reason_text((enum sluice_reason)(SLUICE_BUSY + 1)), "unknown reason");
}
END_TEST

START_TEST(stages_by_leading_zeros_require_a_power_of_two) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_GFC);
  regs[SLUICE_REG_STAGES] = 16 + 1;
  for (uint32_t base = 0; base < 100; base++) {
    uint32_t d = 100 - base;
    bool good = d == 64 || d == 32 || d == 16 || d == 8 || d == 4;  // 2: the last stage would be half a cell wide
    regs[SLUICE_REG_STAGE_BASE] = base;
    expect(&rules_dims, regs, good ? SLUICE_OK : SLUICE_BAD_STAGES);
  }
  regs[SLUICE_REG_STAGE_BASE] = 36;
  memset(&regs[SLUICE_REG_STAGE], 0, SLUICE_MAX_STAGES * sizeof *regs);  // the table is ignored
  expect(&rules_dims, regs, SLUICE_OK);
}
END_TEST

// A level must not look like OFF, which is 65535.
START_TEST(linear_distance_fits_a_level) {
  const struct sluice_dims wide = {.ports = 1, .classes = 1, .width = 20, .schemes = 127};
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_GFC_LINEAR);
  regs[SLUICE_REG_LOSSLESS] = 1;
  regs[SLUICE_REG_SHARED] = 0;
  regs[SLUICE_REG_BUFFER] = regs[SLUICE_REG_PRIVATE] = regs[SLUICE_REG_STAGE_TOP] = 100000;
  regs[SLUICE_REG_STAGE_BASE] = 100000 - 65534;
  expect(&wide, regs, SLUICE_OK);
  regs[SLUICE_REG_STAGE_BASE]--;
  char line[200];
  ck_assert_int_eq(sluice_config_explain(&wide, regs, line, sizeof line), SLUICE_BAD_STAGES);
  ck_assert_str_eq(line, "STAGE_TOP - STAGE_BASE is 65,535 cells, a level counts at most 65,534");
}
END_TEST

START_TEST(ttl_allows_no_private_cells) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_TTL);
  regs[SLUICE_REG_BUFFER] += 32;
  set(regs, SLUICE_REG_PRIVATE, 1, SLUICE_BAD_TTL);
}
END_TEST

// HALF uses one class for two hops, so that twice as many hops have a class, and hop 1 has class 0.
START_TEST(half_the_classes_reach_twice_as_far) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_TTL);
  set(regs, SLUICE_REG_TTL_OPTIONS, SLUICE_TTL_HALF, SLUICE_BAD_TTL);
  regs[SLUICE_REG_PARTITION] = 80;
  regs[SLUICE_REG_BUFFER] += 80;
  set(regs, SLUICE_REG_TTL0, 16, SLUICE_OK);
  set(regs, SLUICE_REG_TTL0, 17, SLUICE_BAD_TTL);
  char line[200];
  sluice_config_explain(&rules_dims, regs, line, sizeof line);
  ck_assert_str_eq(line, "TTL0 is 17, with 8 classes and every second one kept 2 to 16 have a class for every hop");
}
END_TEST

START_TEST(ttl_checks_only_the_classes_that_packets_can_have) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_TTL);
  regs[SLUICE_REG_TTL0] = 4;
  for (int c = 4; c < 8; c++) regs[SLUICE_REG_PARTITION + c] = 0;
  expect(&rules_dims, regs, SLUICE_OK);
  set(regs, SLUICE_REG_TTL0, 5, SLUICE_BAD_TTL);
}
END_TEST

// Bits of every register with 8 classes and 16-bit counters; 0: signed.
static int bits_of(int reg) {
  static const int bits[SLUICE_REGS] = {
      [SLUICE_REG_SCHEME] = 3,       [SLUICE_REG_LOSSLESS] = 8,      [SLUICE_REG_TTL0] = 8,
      [SLUICE_REG_TTL_OPTIONS] = 3,  [SLUICE_REG_PAUSE_TIME] = 16,   [SLUICE_REG_REFRESH] = 16,
      [SLUICE_REG_QUANTA_STEP] = 16, [SLUICE_REG_NATIVE] = 1,        [SLUICE_REG_STAGES] = 5,
      [SLUICE_REG_CELL_STEP] = 24,   [SLUICE_REG_DRAIN_CYCLES] = 32, [SLUICE_REG_ALPHA] = -1,
      [SLUICE_REG_MAX_PACKET] = 14,  [SLUICE_REG_ALPHA_LOSSY] = -1,
  };
  return bits[reg] == 0 ? 16 : bits[reg] < 0 ? 0 : bits[reg];
}

START_TEST(register_holds_its_bits_and_no_more) {
  const struct sluice_dims five = {.ports = 4, .classes = 5, .width = 20, .schemes = 127};
  for (int reg = 0; reg < SLUICE_REGS; reg++) {
    uint32_t regs[SLUICE_REGS];
    rules_defaults(regs, SLUICE_STATIC);
    int bits = bits_of(reg);
    if (bits == 0) {  // a signed register of 4 bits: -8 to 7
      regs[reg] = 8;
      expect(&rules_dims, regs, SLUICE_BAD_ALPHA);
      regs[reg] = (uint32_t)-9;
      expect(&rules_dims, regs, SLUICE_BAD_ALPHA);
      continue;
    }
    regs[reg] = (uint32_t)((UINT64_C(1) << bits) - 1);
    ck_assert_msg(sluice_config_check(&rules_dims, regs) != SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
    if (bits == 32) continue;
    regs[reg]++;
    ck_assert_msg(sluice_config_check(&rules_dims, regs) == SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
    // With other dims, the registers of cells and classes have other widths, and the rest has the same.
    rules_defaults(regs, SLUICE_STATIC);
    regs[SLUICE_REG_LOSSLESS] = 0x1f;
    bool cells = bits == 16 && reg != SLUICE_REG_PAUSE_TIME && reg != SLUICE_REG_REFRESH &&
                 reg != SLUICE_REG_QUANTA_STEP && (reg < SLUICE_REG_WEIGHT || reg >= SLUICE_REG_STAGE_TOP);
    bits = reg == SLUICE_REG_HEADROOM ? 16 : cells ? 20 : reg == SLUICE_REG_LOSSLESS ? 5 : bits;
    regs[reg] = UINT32_C(1) << bits;
    bool built = sluice_register_built(&five, reg);
    ck_assert_msg((sluice_config_check(&five, regs) == SLUICE_BAD_VALUE) == built, "%s", sluice_register_name(reg));
    regs[reg]--;
    ck_assert_msg(sluice_config_check(&five, regs) != SLUICE_BAD_VALUE, "%s", sluice_register_name(reg));
  }
}
END_TEST

// A quantum lasts 8192 / QUANTA_STEP cycles. A round of messages takes 2 cycles per port, a frame 64 cycles. The check
// must require 64 * REFRESH > QUANTA_STEP, or 32 * REFRESH with more than 32 ports, and no more.
START_TEST(shortest_refresh_outlasts_a_round_and_a_frame) {
  for (int ports = 1; ports <= SLUICE_MAX_PORTS; ports += STRIDE(7))
    for (uint32_t step = 1; step <= 0xffff; step += step < 600 ? 1 : 97) {
      const struct sluice_dims d = {.ports = ports, .classes = 1, .width = 16, .schemes = 127};
      uint32_t regs[SLUICE_REGS];
      rules_defaults(regs, SLUICE_STATIC);
      regs[SLUICE_REG_PAUSE_TIME] = 0xffff;
      regs[SLUICE_REG_QUANTA_STEP] = step;
      regs[SLUICE_REG_LOSSLESS] = 1;
      regs[SLUICE_REG_BUFFER] = (uint32_t)ports * 110 + 1000;
      regs[SLUICE_REG_REFRESH] = 0x7fff;
      ck_assert_int_eq(sluice_config_check(&d, regs), SLUICE_OK);
      uint32_t low = 0, high = 0x7fff;  // refused, taken
      while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        regs[SLUICE_REG_REFRESH] = middle;
        *(sluice_config_check(&d, regs) == SLUICE_OK ? &high : &low) = middle;
      }
      ck_assert_uint_ge(high, 16);
      if (high != 16 && (high - 1) * (ports > 32 ? 32 : 64) > step)
        ck_abort_msg("%d ports, step %u, least REFRESH: expected less, got %u quanta", ports, step, high);
      if (high * UINT64_C(8192) <= (2 * (uint64_t)ports + 64) * step)
        ck_abort_msg("%d ports, step %u, least REFRESH: expected more, got %u quanta", ports, step, high);
    }
}
END_TEST

// The text of every refusal, and of a set that is taken.
START_TEST(refusals_are_explained) {
  static const struct {
    int reg;
    uint32_t value;
    const char *text;
    enum sluice_scheme scheme;
  } refusals[] = {
      {SLUICE_REG_NATIVE, 0, "in use", SLUICE_STATIC},
      {SLUICE_REG_TTL0, 256, "TTL0 is 256, at most 255 fits its 8 bits", SLUICE_STATIC},
      {SLUICE_REG_MAX_PACKET, 16384, "MAX_PACKET is 16,384, at most 16,383 fits its 14 bits", SLUICE_STATIC},
      {SLUICE_REG_ALPHA_LOSSY, 9, "ALPHA_LOSSY is 9, its exponent must be -8 to 7", SLUICE_STATIC},
      {SLUICE_REG_SCHEME, 7, "SCHEME is 7, this build has those of the mask 0x7f", SLUICE_STATIC},
      {SLUICE_REG_ALPHA, (uint32_t)-9, "ALPHA is -9, its exponent must be -8 to 7", SLUICE_STATIC},
      {SLUICE_REG_MAX_PACKET, 0, "MAX_PACKET is 0 cells, at least 1 is needed", SLUICE_STATIC},
      {SLUICE_REG_XON, 1041, "XON is 1,041 cells, above XOFF 40", SLUICE_STATIC},
      {SLUICE_REG_QUANTA_STEP, 0, "QUANTA_STEP is 0, no time would pass", SLUICE_STATIC},
      {SLUICE_REG_REFRESH, 40, "REFRESH is 40 quanta, a round of messages and a frame take 41", SLUICE_STATIC},
      {SLUICE_REG_REFRESH, 501, "PAUSE_TIME is 1,000 quanta, below twice a REFRESH of 501", SLUICE_STATIC},
      {SLUICE_REG_PRIVATE, 1,
       "pools exceed the buffer by 32 cells (32 queues x 1 private + 32 x 100 headroom + 1,000 shared + "
       "partitions 700 > 4,900); raise the buffer or lower a pool",
       SLUICE_TTL},
      {SLUICE_REG_HEADROOM_POOL, 2801,
       "pools exceed the buffer by 1 cells (32 queues x 10 private + 4 x 100 headroom + 1,000 shared + headroom pool "
       "2,801 > 4,520); raise the buffer or lower a pool",
       SLUICE_SHP},
      {SLUICE_REG_TTL0, 1, "TTL0 is 1, with 8 classes 2 to 8 have a class for every hop", SLUICE_TTL},
      {SLUICE_REG_TTL0, 9, "TTL0 is 9, with 8 classes 2 to 8 have a class for every hop", SLUICE_TTL},
      {SLUICE_REG_PARTITION + 7, 79, "PARTITION_7 is 79 cells, a MAX_PACKET of every port needs 80", SLUICE_TTL},
      {SLUICE_REG_ALPHA, (uint32_t)-3, "PARTITION_1 is 100 cells, a threshold of alpha x b_j >= MAX_PACKET needs 160",
       SLUICE_TTL},
      {SLUICE_REG_SHARED, 1, "SHARED is 1 cells, with GFC it must be 0", SLUICE_GFC},
      {SLUICE_REG_HEADROOM, 2, "HEADROOM is 2 cells, with GFC it must be 0", SLUICE_GFC_LINEAR},
      {SLUICE_REG_STAGE_TOP, 121, "STAGE_TOP is 121 cells, above PRIVATE 120", SLUICE_GFC},
      {SLUICE_REG_STAGE_BASE, 100, "STAGE_BASE is 100 cells, not below STAGE_TOP 100", SLUICE_GFC},
      {SLUICE_REG_STAGES, 16, "the number of STAGES is 0, at least 1 is needed", SLUICE_GFC},
      {SLUICE_REG_CELL_STEP, 0, "CELL_STEP is 0, at least 1 is needed", SLUICE_GFC},
      {SLUICE_REG_STAGE, 36, "STAGE_1 is 36 cells, the table rises from 36 to at most STAGE_TOP 100", SLUICE_GFC},
      {SLUICE_REG_STAGE + 4, 101, "STAGE_5 is 101 cells, the table rises from 96 to at most STAGE_TOP 100", SLUICE_GFC},
      {SLUICE_REG_STAGES, 16 + 6, "STAGES are 6, the last of 64 cells would be narrower than a cell", SLUICE_GFC},
      {SLUICE_REG_DRAIN_CYCLES, 0, "DRAIN_CYCLES is 0, at least 1 is needed", SLUICE_GFC_LINEAR},
  };
  char line[200];
  for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
    uint32_t regs[SLUICE_REGS];
    rules_defaults(regs, refusals[i].scheme);
    regs[refusals[i].reg] = refusals[i].value;
    enum sluice_reason reason = sluice_config_explain(&rules_dims, regs, line, sizeof line);
    ck_assert_int_eq(reason, sluice_config_check(&rules_dims, regs));
    ck_assert_str_eq(line, refusals[i].text);
  }
}
END_TEST

// SHP: the largest packet fits the port's own headroom and the pool together.
START_TEST(headroom_pool_holds_the_largest_packet) {
  char line[200];
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_SHP);
  regs[SLUICE_REG_PORT_HEADROOM] = 30;
  regs[SLUICE_REG_HEADROOM_POOL] = 60;
  set(regs, SLUICE_REG_MAX_PACKET, 90, SLUICE_OK);
  set(regs, SLUICE_REG_MAX_PACKET, 91, SLUICE_BAD_HEADROOM);
  sluice_config_explain(&rules_dims, regs, line, sizeof line);
  ck_assert_str_eq(line, "headroom pool and port headroom are 90 cells, MAX_PACKET 91 does not fit them");
}
END_TEST

// If one of ALPHA and ALPHA_LOSSY is illegal and the other is at its limit, the text names the illegal register.
START_TEST(illegal_alpha_is_named) {
  static const int32_t alphas[][2] = {{7, 8}, {-8, 8}, {7, -9}, {-8, INT32_MIN}};
  for (size_t i = 0; i < sizeof alphas / sizeof alphas[0]; i++)
    for (int wrong = 0; wrong < 2; wrong++) {
      const char *const name = wrong == 0 ? "ALPHA" : "ALPHA_LOSSY";
      char line[200], text[200];
      uint32_t regs[SLUICE_REGS];
      rules_defaults(regs, SLUICE_STATIC);
      regs[wrong == 0 ? SLUICE_REG_ALPHA_LOSSY : SLUICE_REG_ALPHA] = (uint32_t)alphas[i][0];
      regs[wrong == 0 ? SLUICE_REG_ALPHA : SLUICE_REG_ALPHA_LOSSY] = (uint32_t)alphas[i][1];
      snprintf(text, sizeof text, "%s is %d, its exponent must be -8 to 7", name, (int)alphas[i][1]);
      ck_assert_int_eq(sluice_config_explain(&rules_dims, regs, line, sizeof line), SLUICE_BAD_ALPHA);
      ck_assert_str_eq(line, text);
    }
}
END_TEST

// The text lists a pool of one cell, and leaves out a pool without cells.
START_TEST(pools_that_exceed_the_buffer_are_named) {
  static const char *const text[] = {
      "pools exceed the buffer by 1 cells (32 queues x 0 private + 32 x 100 headroom + 1,000 shared > 4,199); raise "
      "the buffer or lower a pool",
      "pools exceed the buffer by 2 cells (32 queues x 0 private + 32 x 100 headroom + 1,000 shared + partitions 1 > "
      "4,199); raise the buffer or lower a pool",
  };
  for (uint32_t cells = 0; cells <= 1; cells++) {
    char line[200];
    uint32_t regs[SLUICE_REGS];
    rules_defaults(regs, SLUICE_TTL);
    for (int c = 0; c < 8; c++) regs[SLUICE_REG_PARTITION + c] = 0;
    regs[SLUICE_REG_PARTITION + 7] = cells;
    regs[SLUICE_REG_BUFFER] = 32 * 100 + 1000 - 1;
    ck_assert_int_eq(sluice_config_explain(&rules_dims, regs, line, sizeof line), SLUICE_BAD_POOLS);
    ck_assert_str_eq(line, text[cells]);
  }
}
END_TEST

// Queues of lossless classes have headroom; DSH, SHP: a port has, if a class is lossless. 32 queues of 10 private
// cells.
START_TEST(only_lossless_queues_reserve_headroom) {
  static const enum sluice_scheme schemes[] = {SLUICE_STATIC, SLUICE_SIH, SLUICE_DSH, SLUICE_SHP};
  static const uint32_t masks[][2] = {{0, 0}, {0x80, 1}, {0x18, 2}, {0x5d, 5}, {0xff, 8}};  // LOSSLESS, classes
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
    for (size_t k = 0; k < sizeof masks / sizeof masks[0]; k++) {
      uint32_t regs[SLUICE_REGS], groups = 4 * masks[k][1];
      rules_defaults(regs, schemes[i]);
      regs[SLUICE_REG_LOSSLESS] = masks[k][0];
      if (schemes[i] == SLUICE_DSH || schemes[i] == SLUICE_SHP) groups = masks[k][0] != 0 ? 4 : 0;
      const uint32_t pool = schemes[i] == SLUICE_SHP ? 2800 : 0;
      set(regs, SLUICE_REG_BUFFER, 320 + 1000 + groups * 100 + pool, SLUICE_OK);
      set(regs, SLUICE_REG_BUFFER, 320 + 1000 + groups * 100 + pool - 1, SLUICE_BAD_POOLS);
    }
}
END_TEST

START_TEST(lowest_reason_is_reported) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_STATIC);
  set(regs, SLUICE_REG_QUANTA_STEP, 0, SLUICE_BAD_TIMES);
  set(regs, SLUICE_REG_XON, 41, SLUICE_BAD_XON);
  set(regs, SLUICE_REG_MAX_PACKET, 0, SLUICE_BAD_HEADROOM);
  set(regs, SLUICE_REG_BUFFER, 0, SLUICE_BAD_POOLS);
  set(regs, SLUICE_REG_ALPHA, 8, SLUICE_BAD_ALPHA);
  set(regs, SLUICE_REG_SCHEME, 7, SLUICE_BAD_SCHEME);
  set(regs, SLUICE_REG_NATIVE, 2, SLUICE_BAD_VALUE);
  for (int scheme = SLUICE_TTL; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    rules_defaults(regs, (enum sluice_scheme)scheme);
    regs[SLUICE_REG_TTL0] = regs[SLUICE_REG_STAGE_TOP] = 0;
    expect(&rules_dims, regs, scheme == SLUICE_TTL ? SLUICE_BAD_TTL : SLUICE_BAD_STAGES);
    regs[SLUICE_REG_QUANTA_STEP] = 0;
    expect(&rules_dims, regs, SLUICE_BAD_TIMES);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_config");
  tcase_add_loop_test(tcase, bad_register_is_refused_with_its_reason, 0, sizeof bad / sizeof bad[0]);
  tcase_add_test(tcase, every_reason_text_names_the_remedy);
  tcase_add_test(tcase, stages_by_leading_zeros_require_a_power_of_two);
  tcase_add_test(tcase, linear_distance_fits_a_level);
  tcase_add_test(tcase, ttl_allows_no_private_cells);
  tcase_add_test(tcase, half_the_classes_reach_twice_as_far);
  tcase_add_test(tcase, ttl_checks_only_the_classes_that_packets_can_have);
  tcase_add_test(tcase, register_holds_its_bits_and_no_more);
  tcase_add_test(tcase, shortest_refresh_outlasts_a_round_and_a_frame);
  tcase_add_test(tcase, refusals_are_explained);
  tcase_add_test(tcase, illegal_alpha_is_named);
  tcase_add_test(tcase, headroom_pool_holds_the_largest_packet);
  tcase_add_test(tcase, pools_that_exceed_the_buffer_are_named);
  tcase_add_test(tcase, only_lossless_queues_reserve_headroom);
  tcase_add_test(tcase, lowest_reason_is_reported);
  return rules_run("rules_config", tcase);
}
