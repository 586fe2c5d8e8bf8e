// Tests the thresholds against values computed by hand, and the stages of GFC against their definition.
// make check T=rules_thresholds repeats a failure.
#include <check.h>
#include <string.h>

#include "tests/mmu/rules.h"

START_TEST(threshold_is_alpha_times_the_free_pool) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  for (int a = -8; a <= 7; a++) {
    r.cfg.alpha = a;
    uint64_t exact = a < 0 ? 500u >> -a : 500u << a;
    ck_assert_uint_eq(sluice_threshold_t(r.cfg.scheme, &r.cfg, RULES_MAX, 500), exact);
  }
  ck_assert_uint_eq(sluice_threshold_t(r.cfg.scheme, &r.cfg, RULES_MAX, 511), 65408);
  ck_assert_uint_eq(sluice_threshold_t(r.cfg.scheme, &r.cfg, RULES_MAX, 512),
                    RULES_MAX);  // 128 * 512 exceeds a counter: T saturates
}
END_TEST

// alpha x cells with counters of every width up to 64 bits: the largest product that fits, and no product wraps.
START_TEST(product_with_alpha_saturates) {
  for (int width = 8; width <= 64; width++) {
    const uint64_t max = UINT64_MAX >> (64 - width);
    for (int a = 0; a <= 7; a++) {
      const uint64_t largest = max >> a;
      ck_assert_uint_eq(sluice_scale(a, max, largest), max - max % (UINT64_C(1) << a));
      ck_assert_uint_eq(sluice_scale(a, max, largest + (a > 0)), max);
      ck_assert_uint_eq(sluice_scale(a, max, max), max);
      ck_assert_uint_eq(sluice_scale(a, max, 1), UINT64_C(1) << a);
      ck_assert_uint_eq(sluice_scale(a, max, 0), 0);
      ck_assert_uint_eq(sluice_scale(-a - 1, max, max), largest >> 1);
    }
  }
}
END_TEST

static struct sluice_thresholds with_pool_free(struct sluice_rules *r, uint32_t pool_free) {
  r->occupancy.pool_free = pool_free;
  return sluice_occupancy_thresholds(&r->occupancy, &r->cfg, &rules_dims, 0, 1);
}

START_TEST(sih_thresholds) {
  struct sluice_rules r = rules_make(SLUICE_SIH);
  struct sluice_thresholds x = with_pool_free(&r, 600);
  ck_assert_uint_eq(x.xqoff, 300);
  ck_assert_uint_eq(x.xqon, 280);
}
END_TEST

START_TEST(dsh_thresholds) {
  struct sluice_rules r = rules_make(SLUICE_DSH);
  struct sluice_thresholds x = with_pool_free(&r, 600);
  ck_assert_uint_eq(x.xqoff, 200);  // Eq. 5: T - eta
  ck_assert_uint_eq(x.xqon, 180);
  ck_assert_uint_eq(x.xpoff, 2400);  // Eq. 6: NC T
  ck_assert_uint_eq(x.xpon, 2380);
  x = with_pool_free(&r, 150);
  ck_assert_uint_eq(x.xqoff, 0);  // saturates at 0
  ck_assert_uint_eq(x.xqon, 0);
}
END_TEST

START_TEST(static_thresholds_are_the_registers) {
  struct sluice_rules r = rules_make(SLUICE_STATIC);
  struct sluice_thresholds x = with_pool_free(&r, 3);
  ck_assert_uint_eq(x.xqoff, 40);
  ck_assert_uint_eq(x.xqon, 30);
}
END_TEST

// Eq. 16 with b_s - s_s = pool_free and b_i - s_i = own.
static uint32_t equation_16(int alpha, uint32_t weight, uint32_t pool_free, uint32_t own) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  r.cfg.alpha = alpha;
  r.cfg.weight[3] = (uint16_t)weight;
  return sluice_weigh_threshold(r.cfg.alpha, RULES_MAX, sluice_weigh_share(&r.cfg, 3, pool_free), own);
}

START_TEST(ttl_thresholds_by_hand) {
  // weight 1/7 is 9362 / 65536: 9362 * 1000 / 65536 = 142.85
  ck_assert_uint_eq(equation_16(0, 9362, 1000, 100), 242);
  ck_assert_uint_eq(equation_16(-1, 9362, 1000, 100), 121);  // 121.4 with the fraction
  ck_assert_uint_eq(equation_16(-2, 9362, 1000, 100), 60);   // 60.5
  ck_assert_uint_eq(equation_16(-7, 9362, 1000, 100), 1);    // 1.89
  ck_assert_uint_eq(equation_16(-8, 9362, 1000, 100), 0);    // 0.95
  ck_assert_uint_eq(equation_16(3, 9362, 1000, 100), 1936);  // 8 * 242: the fraction is cut off first
  ck_assert_uint_eq(equation_16(0, 32768, 999, 0), 499);     // 499.5
  ck_assert_uint_eq(equation_16(0, 65535, 1000, 0), 999);    // the largest weight is slightly below 1: 999.98
  ck_assert_uint_eq(equation_16(0, 1, 65535, 7), 7);         // 0.99998 + 7
  ck_assert_uint_eq(equation_16(0, 2, 32768, 7), 8);         // 1 + 7
  ck_assert_uint_eq(equation_16(0, 0, 65535, 100), 100);
  ck_assert_uint_eq(equation_16(3, 9362, 0, 0), 0);
}
END_TEST

START_TEST(ttl_threshold_saturates) {
  ck_assert_uint_eq(equation_16(0, 65535, 65535, 1), 65535);       // 65534 + 1 fits
  ck_assert_uint_eq(equation_16(0, 65535, 65535, 2), RULES_MAX);   // 65536 saturates
  ck_assert_uint_eq(equation_16(-1, 65535, 65535, 65535), 65534);  // only the sum exceeds a counter: 131069 / 2
  ck_assert_uint_eq(equation_16(3, 0, 0, 8191), 65528);
  ck_assert_uint_eq(equation_16(3, 0, 0, 8192), RULES_MAX);
  ck_assert_uint_eq(equation_16(3, 65535, 65535, 65535), RULES_MAX);
  ck_assert_uint_eq(equation_16(7, 0, 0, 511), 65408);
  ck_assert_uint_eq(equation_16(7, 0, 0, 512), RULES_MAX);
  ck_assert_uint_eq(equation_16(7, 65535, 65535, 65535), RULES_MAX);
  ck_assert_uint_eq(equation_16(-8, 65535, 65535, 65535), 511);  // 131069 / 256
}
END_TEST

START_TEST(ttl_thresholds_of_a_class) {
  struct sluice_rules r = rules_make(SLUICE_TTL);
  r.occupancy.pool_free = 600;
  r.occupancy.partition_free[4] = 40;
  // 9362 * 600 / 65536 = 85.7; (85 + 40) / 2 = 62
  struct sluice_thresholds x = sluice_occupancy_thresholds(&r.occupancy, &r.cfg, &rules_dims, 0, 4);
  ck_assert_uint_eq(x.xqoff, 62);
  ck_assert_uint_eq(x.xqon, 42);
  ck_assert_uint_eq(x.xpoff, 0);
  ck_assert_uint_eq(x.xpon, 0);
  ck_assert_uint_eq(sluice_occupancy_thresholds(&r.occupancy, &r.cfg, &rules_dims, 0, 5).xqoff, 92);  // (85 + 100) / 2
  r.occupancy.partition_free[4] = 0;
  r.occupancy.pool_free = 200;  // 28.6; 14
  x = sluice_occupancy_thresholds(&r.occupancy, &r.cfg, &rules_dims, 0, 4);
  ck_assert_uint_eq(x.xqoff, 14);
  ck_assert_uint_eq(x.xqon, 0);  // saturates at 0
}
END_TEST

START_TEST(gfc_has_no_thresholds) {
  for (int scheme = SLUICE_GFC; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    struct sluice_thresholds x = with_pool_free(&r, 600);
    ck_assert_uint_eq(x.xqoff + x.xqon + x.xpoff + x.xpon, 0);
  }
}
END_TEST

// GFC's stage by its definition [GFC Eq. 4, 5]: the largest k of up to N with B_k = Bm - D / 2^k <= q.
static uint16_t stage_by_definition(uint32_t top, uint32_t d, int stages, uint32_t queue) {
  int k = stages;
  while (k > 0 && queue < top - (d >> k)) k--;
  return (uint16_t)k;
}

// Compares both encodings of a stage, table and leading zeros, with the definition for queues of from to `to` cells.
static void stages_must_agree(struct sluice_config *cfg, uint32_t top, uint32_t d, int stages, uint32_t from,
                              uint32_t to) {
  cfg->stage_top = top;
  cfg->stage_base = top - d;
  cfg->stages = stages;
  for (int k = 1; k <= SLUICE_MAX_STAGES; k++) cfg->stage[k] = top - (d >> k);
  for (uint32_t q = from; q <= to; q++) {
    uint16_t expected = stage_by_definition(top, d, stages, q);
    for (int zeros = 0; zeros < 2; zeros++) {
      cfg->count_leading_zeros = zeros;
      uint16_t got = sluice_stage_of(cfg->scheme, cfg, q);
      if (got != expected)
        ck_abort_msg("Bm %u, D %u, N %d, q %u, stage by %s: expected %d, got %d", top, d, stages, q,
                     zeros ? "leading zeros" : "the table", expected, got);
    }
  }
}

// Every D that is a power of two, every N that D allows, and every length of a queue. With wide counters that would
// take too long: there the test covers the lengths around every boundary.
START_TEST(leading_zeros_and_table_agree) {
  static const int widths[] = {8, 12, 16, 28};
  int width = widths[_i];
  uint32_t max = (UINT32_C(1) << width) - 1;
  struct sluice_rules r = rules_make(SLUICE_GFC);
  for (int log = 2; log < width; log++) {
    uint32_t d = UINT32_C(1) << log;
    const uint32_t tops[] = {d, d + 1, d + (max - d) / 3, max};
    int most = log - 1 < SLUICE_MAX_STAGES ? log - 1 : SLUICE_MAX_STAGES;
    for (size_t t = 0; t < sizeof tops / sizeof tops[0]; t++)
      for (int stages = 1; stages <= most; stages++) {
        bool every = width <= 12 || (width == 16 && stages == most);
        if (every) stages_must_agree(&r.cfg, tops[t], d, stages, 0, max);
        for (int k = 0; !every && k <= most + 1; k++) {
          uint32_t at = tops[t] - (d >> k);
          stages_must_agree(&r.cfg, tops[t], d, stages, at > 2 ? at - 2 : 0, at < max - 2 ? at + 2 : max);
        }
      }
  }
}
END_TEST

START_TEST(stage_boundaries_are_exact) {
  for (int zeros = 0; zeros < 2; zeros++) {
    struct sluice_rules r = rules_make(SLUICE_GFC);
    r.cfg.count_leading_zeros = zeros;
    // B_1 .. B_5 = 100 - 64 / 2^k; stages of 16, 8, 4 and 2 cells, and the last stage without end
    static const uint32_t boundary[] = {68, 84, 92, 96, 98};
    for (uint16_t k = 1; k <= 5; k++) {
      ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, boundary[k - 1] - 1), k - 1);
      ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, boundary[k - 1]), k);
    }
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 0), SLUICE_FREE);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 36),
                      SLUICE_FREE);  // B0 is no boundary of a stage
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 99), 5);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 100), 5);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, RULES_MAX), 5);
    r.cfg.stages = 3;  // N: the stages above it are not used
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 92), 3);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 98), 3);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 100), 3);
  }
}
END_TEST

START_TEST(stages_from_a_table_that_is_no_power_of_two) {
  struct sluice_rules r = rules_make(SLUICE_GFC);
  static const uint64_t table[] = {0, 41, 42, 100};
  memcpy(r.cfg.stage, table, sizeof table);
  r.cfg.stages = 3;
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 40), 0);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 41), 1);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 42), 2);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 99), 2);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 100), 3);
}
END_TEST

START_TEST(linear_level_is_the_cells_above_b0) {
  struct sluice_rules r = rules_make(SLUICE_GFC_LINEAR);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 0), SLUICE_FREE);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 36), SLUICE_FREE);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 37), 1);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 99), 63);
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 100), 64);  // D at most
  ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, RULES_MAX), 64);
}
END_TEST

START_TEST(other_schemes_have_no_stages) {
  for (int scheme = SLUICE_STATIC; scheme <= SLUICE_TTL; scheme++) {
    struct sluice_rules r = rules_make((enum sluice_scheme)scheme);
    ck_assert_uint_eq(sluice_stage_of(r.cfg.scheme, &r.cfg, 100), SLUICE_FREE);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("rules_thresholds");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, threshold_is_alpha_times_the_free_pool);
  tcase_add_test(tcase, product_with_alpha_saturates);
  tcase_add_test(tcase, sih_thresholds);
  tcase_add_test(tcase, dsh_thresholds);
  tcase_add_test(tcase, static_thresholds_are_the_registers);
  tcase_add_test(tcase, ttl_thresholds_by_hand);
  tcase_add_test(tcase, ttl_threshold_saturates);
  tcase_add_test(tcase, ttl_thresholds_of_a_class);
  tcase_add_test(tcase, gfc_has_no_thresholds);
  tcase_add_loop_test(tcase, leading_zeros_and_table_agree, 0, 4);
  tcase_add_test(tcase, stage_boundaries_are_exact);
  tcase_add_test(tcase, stages_from_a_table_that_is_no_power_of_two);
  tcase_add_test(tcase, linear_level_is_the_cells_above_b0);
  tcase_add_test(tcase, other_schemes_have_no_stages);
  return rules_run("rules_thresholds", tcase);
}
