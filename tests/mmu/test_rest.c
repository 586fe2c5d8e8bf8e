// Tests sluice_mmu_at_rest() and sluice_mmu_pass(). Two models get the same events: the reference steps every cycle,
// the other passes the cycles in which it is at rest. All outputs must stay equal, so a simulator may skip idle
// switches. The seeds are fixed: make check T=rest repeats a failure.
#include <check.h>
#include <string.h>

#include "cmodel/rules/sluice_config.h"
#include "tests/mmu/draw.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum { BURSTS = 60, MOST_EVENTS = 40, MOST_IDLE = 3000 };

struct two {
  struct sluice_mmu *steps, *passes;
  struct stimulus s;
  uint64_t passed;
};

static void step(struct two *t, const struct sluice_in *in) {
  sluice_mmu_step(t->steps, in);
  sluice_mmu_step(t->passes, in);
  const struct sluice_out *a = sluice_mmu_out(t->steps), *b = sluice_mmu_out(t->passes);
  if (memcmp(a, b, sizeof *a) != 0)
    ck_abort_msg("an output differs from the model that steps; state of the generator %llu",
                 (unsigned long long)t->s.rng);
}

static void idle(struct two *t, uint64_t cycles) {
  const struct sluice_in nothing = {.tx_ready = true};
  for (uint64_t left = cycles; left > 0; left--) {
    if (sluice_mmu_at_rest(t->passes)) {
      const struct sluice_out before = *sluice_mmu_out(t->passes);
      for (uint64_t i = 0; i < left; i++) {
        sluice_mmu_step(t->steps, &nothing);
        if (memcmp(sluice_mmu_out(t->steps), &before, sizeof before) != 0)
          ck_abort_msg("at rest for %llu cycles: expected no change, got an output that changes",
                       (unsigned long long)i);
      }
      sluice_mmu_pass(t->passes, left);
      t->passed += left;
      return;
    }
    step(t, &nothing);
  }
}

static void configure(struct two *t, int scheme) {
  uint32_t regs[SLUICE_REGS];
  do register_set(&t->s, scheme, regs);
  while (sluice_config_check(&t->s.dims, regs) != SLUICE_OK);
  for (int r = 0; r < SLUICE_REGS; r++)
    step(t, &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)r, .cfg_wdata = regs[r]});
  step(t, &(struct sluice_in){.cfg_write = true, .cfg_addr = SLUICE_REG_COMMIT});
  idle(t, SLUICE_COMMIT_LATENCY + 4);
  ck_assert(!sluice_mmu_out(t->passes)->cfg_error);
}

// Enqueues and dequeues packets, and sends messages and reads. The timer of a pause may end later, in idle().
static void burst(struct two *t) {
  struct stimulus *s = &t->s;
  const int ports = s->dims.ports, classes = s->dims.classes;
  struct sluice_in enq[MOST_EVENTS];
  const uint32_t events = up_to(s, MOST_EVENTS);
  for (uint32_t i = 0; i < events; i++) {
    enq[i] = (struct sluice_in){.tx_ready = true,
                                .enq_valid = true,
                                .enq_port = (uint8_t)stimulus_pick(s, (uint32_t)ports),
                                .enq_class = (uint8_t)stimulus_pick(s, (uint32_t)classes),
                                .enq_ttl = (uint8_t)stimulus_pick(s, 8),
                                .enq_egress = (uint8_t)stimulus_pick(s, (uint32_t)ports),
                                .enq_cells = 1 + stimulus_pick(s, 30)};
    step(t, &enq[i]);
    idle(t, SLUICE_ADMIT_LATENCY - 1);
    const struct sluice_out *out = sluice_mmu_out(t->passes);
    if (out->adm_kind >= SLUICE_REFUSED) enq[i].enq_valid = false;
    enq[i].enq_class = out->adm_class;
  }
  for (uint32_t i = 0; i < events; i++) {
    if (!enq[i].enq_valid) continue;
    step(t, &(struct sluice_in){.tx_ready = true,
                                .deq_valid = true,
                                .deq_port = enq[i].enq_port,
                                .deq_class = enq[i].enq_class,
                                .deq_cells = enq[i].enq_cells,
                                .snd_valid = chance(s, 512),
                                .snd_port = enq[i].enq_egress,
                                .snd_class = enq[i].enq_class,
                                .snd_cells = enq[i].enq_cells});
    idle(t, stimulus_pick(s, 20));
  }
  if (chance(s, 512))
    step(t, &(struct sluice_in){.tx_ready = true,
                                .rx_valid = true,
                                .rx_port = (uint8_t)stimulus_pick(s, (uint32_t)ports),
                                .rx_enable = 255,
                                .rx_time = {(uint16_t)stimulus_pick(s, 100), 3, 0, 7}});
  if (chance(s, 512))
    step(t, &(struct sluice_in){.tx_ready = true, .stat_read = true, .stat_select = (uint8_t)stimulus_pick(s, 14)});
}

START_TEST(passing_equals_stepping) {
  static const struct sluice_dims builds[] = {{4, 8, 18, 127, false}, {3, 5, 12, 127, false}, {9, 2, 16, 7, false}};
  const struct sluice_dims *dims = &builds[_i / SLUICE_SCHEMES];
  const int scheme = _i % SLUICE_SCHEMES;
  if (!(dims->schemes >> scheme & 1)) SUITE_SKIP;
  struct two t = {.s = {.dims = *dims, .rng = (uint64_t)_i + 1}};
  ck_assert_int_eq(sluice_mmu_new(&t.steps, dims), 0);
  ck_assert_int_eq(sluice_mmu_new(&t.passes, dims), 0);
  idle(&t, 1024);
  for (int n = 0; n < BURSTS; n++) {
    if (n % 5 == 0) configure(&t, scheme);  // a set with slow quanta is seldom at rest after a received pause
    burst(&t);
    idle(&t, stimulus_pick(&t.s, MOST_IDLE));
  }
  // Under GFC the limiter runs in every cycle.
  if (!sluice_is_gfc((enum sluice_scheme)scheme)) ck_assert_uint_gt(t.passed, BURSTS * MOST_IDLE / 8);
  sluice_mmu_free(t.steps);
  sluice_mmu_free(t.passes);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("rest");
  TCase *tcase = tcase_create("rest");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, passing_equals_stepping, 0, 3 * SLUICE_SCHEMES);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
