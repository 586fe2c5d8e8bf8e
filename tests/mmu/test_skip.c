// Skipping against stepping: of two models with the same sparse events one steps every clock, the other skips what
// sluice_mmu_idle() or sluice_mmu_quiet() allows. Before the last clock that it skips no output of the first but mon_*
// may change, foreseen verdicts apart; after it, all must be equal.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

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

static void must_equal(struct sluice_mmu *stepped, struct sluice_mmu *skipped, uint64_t clock) {
  if (memcmp(sluice_mmu_out(stepped), sluice_mmu_out(skipped), sizeof(struct sluice_out)) != 0)
    ck_abort_msg("after clock %llu: skipping and stepping differ", (unsigned long long)clock);
}

// Verdicts that were foreseen, by the clock after which they show.
static struct {
  uint64_t clock;
  struct sluice_verdict verdict;
} foreseen[16];
static uint64_t foresights;

// The model has just been stepped.
static void foresee(const struct sluice_mmu *m, uint64_t clock) {
  uint64_t shows = clock + SLUICE_ADMIT_LATENCY - 1;
  struct sluice_verdict verdict;
  if (!sluice_mmu_foresee(m, &verdict)) return;
  foreseen[shows % 16].clock = shows;
  foreseen[shows % 16].verdict = verdict;
  foresights++;
}

// Whatever else happens, a foreseen verdict shows in its clock.
static bool foreseen_shows(struct sluice_mmu *stepped, uint64_t clock) {
  const struct sluice_out *out = sluice_mmu_out(stepped);
  const struct sluice_verdict *v = &foreseen[clock % 16].verdict;
  if (foreseen[clock % 16].clock != clock || clock == 0) return false;
  if (!out->adm_valid || out->adm_kind != v->kind || out->adm_port != v->port || out->adm_class != v->cls)
    ck_abort_msg("after clock %llu: a foreseen verdict does not show", (unsigned long long)clock);
  return true;
}

static void end_verdict(struct sluice_out *out) {
  out->adm_valid = out->deq_error = false;
  out->adm_port = out->adm_class = out->adm_kind = 0;
}

// Apart from mon_*.
static bool same_shown(const struct sluice_out *before, const struct sluice_out *now) {
  struct sluice_out after = *now;
  after.mon_shared = before->mon_shared;
  after.mon_xqoff = before->mon_xqoff;
  after.mon_xqon = before->mon_xqon;
  after.mon_xpoff = before->mon_xpoff;
  after.mon_xpon = before->mon_xpon;
  return memcmp(before, &after, sizeof after) == 0;
}

// Outputs as they go on once a verdict has been shown.
static struct sluice_out without_verdict(const struct sluice_out *out) {
  struct sluice_out ended = *out;
  if (ended.adm_valid && ended.adm_kind == SLUICE_REFUSED) ended.loss++;
  end_verdict(&ended);
  return ended;
}

// An event and the clocks before it, which the other model has stepped. Returns the clocks that may be skipped after
// it.
static uint64_t event(struct sluice_mmu *m, uint64_t n, const struct sluice_in *in, uint64_t clock) {
  struct sluice_out before = without_verdict(sluice_mmu_out(m));
  uint64_t quiet = sluice_mmu_event(m, n, in);
  if (quiet == 0) return 0;
  struct sluice_out after = *sluice_mmu_out(m);
  end_verdict(&after);
  if (!same_shown(&before, &after) || quiet != sluice_mmu_quiet(m))
    ck_abort_msg("after clock %llu: an event changed more than it says", (unsigned long long)clock);
  return quiet;
}

// Of the two models one skips n clocks; without the other: it will with the next event.
static void skip(struct sluice_mmu *stepped, struct sluice_mmu *skipped, uint64_t n, uint64_t clock,
                 struct stimulus *s) {
  struct sluice_out before = without_verdict(sluice_mmu_out(stepped));
  const struct sluice_in nothing = {0};
  for (uint64_t i = 0; i < n; i++) {
    if (s != NULL) stimulus_quiet(s, sluice_mmu_out(stepped), &nothing);
    sluice_mmu_step(stepped, &nothing);
    struct sluice_out after = *sluice_mmu_out(stepped);
    if (foreseen_shows(stepped, clock + i + 1)) end_verdict(&after);
    if (i + 1 < n && !same_shown(&before, &after))
      ck_abort_msg("clock %llu: an output changed in a clock that may be skipped", (unsigned long long)(clock + i + 1));
  }
  if (skipped != NULL) sluice_mmu_skip(skipped, n);
}

START_TEST(skip_equals_step) {
  static struct stimulus s;
  static struct stimulus_seen seen;
  const struct sluice_dims *d = &dims[_i % (int)(sizeof dims / sizeof dims[0])];
  struct sluice_mmu *stepped, *skipped;
  ck_assert_int_eq(sluice_mmu_new(&stepped, d), 0);
  ck_assert_int_eq(sluice_mmu_new(&skipped, d), 0);
  stimulus_init(&s, d, (uint64_t)_i + 100, _i % SLUICE_SCHEMES, &seen);
  uint64_t clocks = 0, steps = 0, events = 0, kept = 0;  // clocks that the next event comes after
  bool quiet = _i / 2 % 2;
  memset(foreseen, 0, sizeof foreseen);
  foresights = 0;
  while (clocks < CLOCKS) {
    struct sluice_in in;
    stimulus_next(&s, sluice_mmu_out(stepped), &in);
    sluice_mmu_step(stepped, &in);
    clocks++;
    steps++;
    if (quiet)
      events += event(skipped, kept, &in, clocks) != 0;
    else
      sluice_mmu_step(skipped, &in);
    kept = 0;
    must_equal(stepped, skipped, clocks);
    foresee(skipped, clocks);
    foreseen_shows(stepped, clocks);
    for (uint64_t left = gap(&s); left > 0;) {
      uint64_t idle = quiet ? sluice_mmu_quiet(skipped) : sluice_mmu_idle(skipped), n = idle < left ? idle : left;
      kept = quiet && n == left ? n : 0;
      if (n > 0) {
        skip(stepped, kept > 0 ? NULL : skipped, n, clocks, &s);
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
      if (kept == 0) must_equal(stepped, skipped, clocks);
    }
  }
  // Otherwise the test would say little
  ck_assert_uint_lt(steps, clocks * 19 / 20);
  ck_assert_uint_gt(seen.admission[SLUICE_SHARED] + seen.admission[SLUICE_PRIVATE] + seen.admission[SLUICE_HEADROOM],
                    50);
  ck_assert_uint_gt(foresights, 10);
  if (quiet) ck_assert_uint_gt(events, 10);
  sluice_mmu_free(stepped);
  sluice_mmu_free(skipped);
}
END_TEST

// ---- as in a network ----

// A packet of a few cells now and then, a message taken at once: nearly all clocks are left out, and what thresholds do
// meanwhile is met by views of a clock in which they were others.
static const struct {
  uint32_t scheme, lossless, phi;
  uint64_t steps[2];  // of the first clocks, by idle and by quiet: what needs more is slower, although it is right
} networks[] = {
    {SLUICE_STATIC, 7, 0, {16010, 16010}}, {SLUICE_STATIC, 5, 6, {12812, 12812}},
    {SLUICE_SIH, 7, 0, {17000, 17000}},    {SLUICE_SIH, 5, 6, {14782, 14782}},
    {SLUICE_DSH, 7, 0, {53661, 53647}},    {SLUICE_DSH, 7, 6, {47812, 47752}},
    {SLUICE_DSH, 5, 3, {33029, 32989}},    {SLUICE_DSH, 6, 0, {33033, 32898}},
    {SLUICE_TTL, 7, 0, {14526, 14526}},    {SLUICE_TTL, 6, 0, {14274, 14274}},
    {SLUICE_GFC, 7, 64, {20578, 20578}},   {SLUICE_GFC_LINEAR, 5, 64, {27820, 27820}},
};
enum { PORTS = 5, CLASSES = 3, PACKET = 12, NETWORK_CLOCKS = LONG_RUN(1000000), FIRST_CLOCKS = 100000 };

static void configure(struct sluice_mmu *m, int i) {
  const uint32_t regs[][2] = {
      {SLUICE_REG_SCHEME, networks[i].scheme},
      {SLUICE_REG_BUFFER, 4000},
      {SLUICE_REG_PRIVATE, networks[i].phi},
      {SLUICE_REG_SHARED, 300},
      {SLUICE_REG_HEADROOM, 120},
      {SLUICE_REG_LOSSLESS, networks[i].lossless},
      {SLUICE_REG_XOFF, 30},
      {SLUICE_REG_XON, 20},
      {SLUICE_REG_TTL0, 3},
      {SLUICE_REG_PARTITION, 100},
      {SLUICE_REG_PARTITION + 1, 100},
      {SLUICE_REG_PARTITION + 2, 100},
      {SLUICE_REG_WEIGHT, 20000},
      {SLUICE_REG_WEIGHT + 1, 20000},
      {SLUICE_REG_WEIGHT + 2, 20000},
      {SLUICE_REG_MAX_PACKET, PACKET},
      {SLUICE_REG_ALPHA, (uint32_t)-3},
      {SLUICE_REG_DELTA_Q, 2},
      {SLUICE_REG_DELTA_P, 4},
      {SLUICE_REG_PAUSE_TIME, 4000},
      {SLUICE_REG_REFRESH, 1000},
      {SLUICE_REG_QUANTA_STEP, 1280},
      {SLUICE_REG_STAGE_TOP, 40},
      {SLUICE_REG_STAGE_BASE, 8},
      {SLUICE_REG_STAGES, 4 | SLUICE_STAGES_COUNT_LEADING_ZEROS},
      {SLUICE_REG_CELL_STEP, 6000},
      {SLUICE_REG_ROOM_CLOCKS, 80000},
      {SLUICE_REG_COMMIT, 1},
  };
  for (size_t r = 0; r < sizeof regs / sizeof regs[0]; r++)
    sluice_mmu_step(m,
                    &(struct sluice_in){.cfg_write = true, .cfg_addr = (uint8_t)regs[r][0], .cfg_wdata = regs[r][1]});
  for (int k = 0; k < 200; k++) sluice_mmu_step(m, &(struct sluice_in){.tx_ready = true});
  ck_assert_msg(!sluice_mmu_out(m)->cfg_error, "%s", sluice_reason_text(sluice_mmu_out(m)->cfg_reason));
}

START_TEST(skip_equals_step_in_a_network) {
  const struct sluice_dims d = {PORTS, CLASSES, 16, 63};
  static struct stimulus s;  // for its numbers
  struct sluice_mmu *m[2];
  const int i = _i / 2;
  const bool quiet = _i % 2;  // leaves out foreseen verdicts, too
  stimulus_init(&s, &d, (uint64_t)i + 1, SLUICE_SIH, NULL);
  memset(foreseen, 0, sizeof foreseen);
  foresights = 0;
  for (int k = 0; k < 2; k++) {
    ck_assert_int_eq(sluice_mmu_new(&m[k], &d), 0);
    configure(m[k], i);
  }
  uint64_t clock = 0, next = 0, changes = 0, steps = 0, first_steps = 0;
  while (clock < NETWORK_CLOCKS) {
    uint16_t level[PORTS * CLASSES];
    memcpy(level, sluice_mmu_out(m[0])->queue_level, sizeof level);
    uint64_t idle = quiet ? sluice_mmu_quiet(m[1]) : sluice_mmu_idle(m[1]);
    uint64_t left = next - clock, n = idle < left ? idle : left;
    if (n > 0) {
      skip(m[0], m[1], n, clock, NULL);
    } else {
      struct sluice_in in = {.tx_ready = sluice_mmu_out(m[0])->tx_valid};
      if (left == 0) {
        int fill = clock / 8192 % 2 == 0 ? 6 : 4;  // of ten
        next = clock + 1 + stimulus_pick(&s, clock / 2048 % 2 == 0 ? 40 : 10);
        in.enq_valid = stimulus_pick(&s, 10) < (uint32_t)fill;
        in.enq_port = (uint8_t)stimulus_pick(&s, PORTS);
        in.enq_class = (uint8_t)stimulus_pick(&s, CLASSES);
        in.enq_ttl = (uint8_t)(3 - in.enq_class);
        in.enq_egress = (uint8_t)((in.enq_port + 1) % PORTS);
        in.enq_cells = 1 + stimulus_pick(&s, PACKET);
        in.deq_port = (uint8_t)stimulus_pick(&s, PORTS);
        in.deq_class = (uint8_t)stimulus_pick(&s, CLASSES);
        uint32_t held = sluice_mmu_queue_cells(m[0], in.deq_port, in.deq_class);
        in.deq_cells = held < PACKET ? held : 1 + stimulus_pick(&s, PACKET);
        in.deq_valid = held > 0 && stimulus_pick(&s, 10) >= 4;
        if (clock + 1 == next) next++;
      }
      for (int k = 0; k < 2; k++) sluice_mmu_step(m[k], &in);
      n = 1;
      steps++;
      first_steps += clock < FIRST_CLOCKS;
      foresee(m[1], clock + 1);
      foreseen_shows(m[0], clock + 1);
    }
    clock += n;
    must_equal(m[0], m[1], clock);
    changes += memcmp(sluice_mmu_out(m[0])->queue_level, level, sizeof level) != 0;
  }
  ck_assert_uint_lt(steps, NETWORK_CLOCKS * 3 / 4);
  ck_assert_uint_le(first_steps, networks[i].steps[quiet]);
  ck_assert_uint_gt(changes, LONG_RUN(1000));
  ck_assert_uint_gt(foresights, LONG_RUN(1000));
  for (int k = 0; k < 2; k++) sluice_mmu_free(m[k]);
}
END_TEST

// ---- unasked ----

// All outputs but mon_* follow in their place although nobody calls sluice_mmu_out(): of two models with the same
// inputs one is asked in every clock, the other now and then.
START_TEST(outputs_follow_unasked) {
  enum { UNASKED_CLOCKS = LONG_RUN(300000), ASKED_EVERY = 997 };
  static struct stimulus s;
  const struct sluice_dims *d = &dims[_i % 2];
  struct sluice_mmu *m[2];
  for (int k = 0; k < 2; k++) ck_assert_int_eq(sluice_mmu_new(&m[k], d), 0);
  const struct sluice_out *shown = sluice_mmu_out(m[1]);
  stimulus_init(&s, d, (uint64_t)_i + 200, _i / 2, NULL);
  for (uint64_t clock = 0; clock < UNASKED_CLOCKS; clock++) {
    struct sluice_in in;
    stimulus_next(&s, sluice_mmu_out(m[0]), &in);
    for (int k = 0; k < 2; k++) sluice_mmu_step(m[k], &in);
    if (!same_shown(sluice_mmu_out(m[0]), shown))
      ck_abort_msg("after clock %llu: it depends on who asks", (unsigned long long)clock);
    if (clock % ASKED_EVERY == 0) must_equal(m[0], m[1], clock);
  }
  for (int k = 0; k < 2; k++) sluice_mmu_free(m[k]);
}
END_TEST

// ---- statistics ----

// Clocks from an enqueue, or from one that is refused, to the first read that finds it; RTL: lock-step.
enum { PEAK_CLOCKS = 10, REFUSED_CLOCKS = 8, LAGS = 20 };

// n clocks with the same outputs, stepped or skipped as far as that goes.
static void let(struct sluice_mmu *m, int n, bool skips) {
  const struct sluice_in nothing = {0};
  while (n > 0) {
    uint64_t idle = skips ? sluice_mmu_idle(m) : 0, clocks = idle < (uint64_t)n ? idle : (uint64_t)n;
    if (clocks > 0)
      sluice_mmu_skip(m, clocks);
    else
      sluice_mmu_step(m, &nothing), clocks = 1;
    n -= (int)clocks;
  }
}

// What a statistic shows so many clocks after an enqueue.
static uint32_t statistic_after(uint32_t cells, int lag, enum sluice_stat stat, bool skips) {
  const struct sluice_dims d = {PORTS, CLASSES, 16, 63};
  struct sluice_mmu *m;
  ck_assert_int_eq(sluice_mmu_new(&m, &d), 0);
  configure(m, 0);
  sluice_mmu_step(m, &(struct sluice_in){.enq_valid = true, .enq_port = 2, .enq_class = 1, .enq_cells = cells});
  let(m, lag - 1, skips);
  sluice_mmu_step(m, &(struct sluice_in){.stat_read = true, .stat_select = stat, .stat_port = 2, .stat_class = 1});
  let(m, SLUICE_STAT_LATENCY - 1, skips);
  ck_assert(sluice_mmu_out(m)->stat_valid);
  uint32_t value = sluice_mmu_out(m)->stat_data;
  sluice_mmu_free(m);
  return value;
}

// A peak and a refusal are in the tables from one certain clock on, whether clocks were left out before or not, and
// although the model enters them there later.
START_TEST(statistics_show_from_their_clock_on) {
  bool skips = _i;
  for (int lag = 1; lag < LAGS; lag++) {
    uint32_t peak = statistic_after(PACKET, lag, SLUICE_STAT_QUEUE_PEAK, skips);
    uint32_t refused = statistic_after(PACKET + 1, lag, SLUICE_STAT_REFUSED, skips);
    if (peak != (lag >= PEAK_CLOCKS ? PACKET : 0) || refused != (lag >= REFUSED_CLOCKS))
      ck_abort_msg("read %d clocks after the enqueue: peak %u, refused %u; from clock %d on %d, from %d on 1", lag,
                   peak, refused, PEAK_CLOCKS, PACKET, REFUSED_CLOCKS);
  }
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
  TCase *runs = tcase_create("skip");
  tcase_set_timeout(runs, 120);
  tcase_add_test(runs, fresh_model_is_idle_for_ever);
  tcase_add_loop_test(runs, skip_equals_step, 0, 5 * SLUICE_SCHEMES / STRIDE(2));
  tcase_add_loop_test(runs, skip_equals_step_in_a_network, 0, 2 * sizeof networks / sizeof networks[0]);
  tcase_add_loop_test(runs, outputs_follow_unasked, 0, 2 * SLUICE_SCHEMES);
  tcase_add_loop_test(runs, statistics_show_from_their_clock_on, 0, 2);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
