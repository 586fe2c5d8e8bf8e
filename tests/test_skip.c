// Skipping against stepping: of two models with the same sparse events one steps every clock, the other skips what
// sluice_mmu_idle() allows. While it skips, no output of the first but the thresholds may change; after it, all must be
// equal.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "sluice.h"
#include "stimulus.h"

enum { CLOCKS = 1000000 };

static const struct sluice_dims dims[] = {
    {4, 8, 18, 63}, {3, 5, 12, 63}, {1, 1, 8, 63}, {32, 7, 26, 63}, {64, 8, 24, 63}};

// Idle clocks until the next inputs. Registers are written close together, or a run would see one configuration.
static uint64_t gap(struct stimulus *s) {
  const uint32_t longest[] = {1, 1, 1, 1, 2, 8, 40, 300};
  if (stimulus_pick(s, 2000) == 0) return stimulus_pick(s, 100000);
  if (s->write_at < s->write_end && stimulus_pick(s, 8) != 0) return 0;
  return stimulus_pick(s, longest[stimulus_pick(s, 8)]);
}

static void must_equal(const struct sluice_mmu *stepped, const struct sluice_mmu *skipped, uint64_t clock) {
  if (memcmp(sluice_mmu_out(stepped), sluice_mmu_out(skipped), sizeof(struct sluice_out)) != 0)
    ck_abort_msg("after clock %llu: skipping and stepping differ", (unsigned long long)clock);
}

START_TEST(skip_equals_step) {
  static struct stimulus s;
  static struct stimulus_seen seen;
  const struct sluice_dims *d = &dims[_i % (int)(sizeof dims / sizeof dims[0])];
  struct sluice_mmu *stepped, *skipped;
  ck_assert_int_eq(sluice_mmu_new(&stepped, d), 0);
  ck_assert_int_eq(sluice_mmu_new(&skipped, d), 0);
  stimulus_init(&s, d, (uint64_t)_i + 100, _i % SLUICE_SCHEMES, &seen);
  uint64_t clocks = 0, steps = 0;
  while (clocks < CLOCKS) {
    struct sluice_in in;
    stimulus_next(&s, sluice_mmu_out(stepped), &in);
    sluice_mmu_step(stepped, &in);
    sluice_mmu_step(skipped, &in);
    clocks++;
    steps++;
    must_equal(stepped, skipped, clocks);
    for (uint64_t left = gap(&s); left > 0;) {
      uint64_t idle = sluice_mmu_idle(skipped), n = idle < left ? idle : left;
      if (n > 0) {
        struct sluice_out before = *sluice_mmu_out(stepped);
        const struct sluice_in nothing = {0};
        for (uint64_t i = 0; i < n; i++) {
          stimulus_quiet(&s, sluice_mmu_out(stepped), &nothing);
          sluice_mmu_step(stepped, &nothing);
          struct sluice_out after = *sluice_mmu_out(stepped);
          after.mon_xqoff = before.mon_xqoff;
          after.mon_xqon = before.mon_xqon;
          after.mon_xpoff = before.mon_xpoff;
          after.mon_xpon = before.mon_xpon;
          if (memcmp(&before, &after, sizeof before) != 0)
            ck_abort_msg("clock %llu: an output changed in a clock that may be skipped",
                         (unsigned long long)(clocks + i + 1));
        }
        sluice_mmu_skip(skipped, n);
      } else {  // a message waits, or something is in flight
        struct sluice_in wait = {.tx_ready = sluice_mmu_out(stepped)->tx_valid};
        stimulus_quiet(&s, sluice_mmu_out(stepped), &wait);
        sluice_mmu_step(stepped, &wait);
        sluice_mmu_step(skipped, &wait);
        n = 1;
        steps++;
      }
      clocks += n;
      left -= n;
      must_equal(stepped, skipped, clocks);
    }
  }
  // Otherwise the test would say little
  ck_assert_uint_lt(steps, clocks * 19 / 20);
  ck_assert_uint_gt(seen.admission[SLUICE_SHARED] + seen.admission[SLUICE_PRIVATE], 100);
  sluice_mmu_free(stepped);
  sluice_mmu_free(skipped);
}
END_TEST

// Nothing at all happens: skipping is for ever.
START_TEST(fresh_model_is_idle_for_ever) {
  struct sluice_mmu *m;
  ck_assert_int_eq(sluice_mmu_new(&m, &dims[0]), 0);
  const struct sluice_in nothing = {0};
  for (int i = 0; i < 1000; i++) sluice_mmu_step(m, &nothing);
  ck_assert(sluice_mmu_out(m)->ready);
  ck_assert(sluice_mmu_idle(m) == UINT64_MAX);
  sluice_mmu_free(m);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("skip");
  TCase *skip = tcase_create("skip");
  tcase_set_timeout(skip, 120);
  tcase_add_test(skip, fresh_model_is_idle_for_ever);
  tcase_add_loop_test(skip, skip_equals_step, 0, 5 * SLUICE_SCHEMES);
  suite_add_tcase(suite, skip);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
