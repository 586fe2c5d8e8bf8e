// A switch and the model beside it under random frames: a third of the smallest size, a third around whole cells, a
// third of any; bursts, gaps, stalls, bad ones, runts, giants; links that fall; pauses in both directions; classes
// changed under way, schemes when it is empty. Without RTL the model is played as the switch.
//
// A failure names the seed: SLUICE_SWITCH=0 SLUICE_SEED=7 build/test_switch_lockstep repeats one run on the first
// variant; SLUICE_CLOCKS sets its length, SLUICE_FIRST the first seed of all runs.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "beside.h"
#include "play.h"
#include "score.h"

enum { SEEDS = 24, MODEL_SEEDS = 4, CLOCKS = 150000, DRAIN_CLOCKS = 400000, MMU_STATUS = 4 * (SLUICE_REG_COMMIT + 1) };

struct source {
  struct frames_frame *frame;  // made, and its first word not taken
  uint8_t bytes[SLUICE_SWITCH_MOST_FRAME + 256];
  size_t n, at;
  bool busy, bad, counts;
  uint32_t gap;
  uint32_t stall, idle, burst;  // of 1024: no word in a clock; a long gap behind a frame; no gap at all
};

struct run {
  struct beside b;
  struct score score;
  struct frames_setup setup;
  struct source source[SWITCH_MAX_PORTS];
  uint64_t rng, id;
  bool inputs, calm;                                     // frames begin; nothing is paused, stalled or cut off
  uint32_t ready[SWITCH_MAX_PORTS], tx_ready, rx, link;  // of 1024, link of 2^20
  uint64_t down_until[SWITCH_MAX_PORTS];
  uint16_t up;  // the links of the clock before
};

static struct seen {
  uint64_t clocks, in, out, reasons[SLUICE_SWITCH_REASONS], kinds[SLUICE_DROPPED + 1], cut_out, pauses, copies,
      statistics, schemes[SLUICE_SCHEMES], changes, refused_commits;
} * seen;  // of all runs; shared between processes, because libcheck forks

static uint64_t from_environment(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text != NULL ? strtoull(text, NULL, 0) : otherwise;
}

static const struct switch_shim *variant(int n) {
  int count = 0;
  while (switch_shim_list[count] != NULL) count++;
  if (count > 0) return n < count ? switch_shim_list[n] : NULL;
  return n == 0 ? &play_small : n == 1 ? &play_large : NULL;
}

static int variants(void) {
  int n = 0;
  while (variant(n) != NULL) n++;
  return n;
}

// ---- One clock ----

static void new_frame(struct run *r, int p) {
  struct source *s = &r->source[p];
  s->frame = frames_new(&r->setup, &r->rng, p, ++r->id);
  if (s->frame == NULL) ck_abort_msg("no memory");
  s->n = s->frame->n;
  s->bad = s->frame->bad;
  memcpy(s->bytes, s->frame->bytes, s->n);
  s->at = 0;
  s->busy = true;
}

static void offer(struct run *r, int p) {
  struct source *s = &r->source[p];
  struct switch_word *w = &r->b.in.in[p];
  if (w->valid) return;  // what was offered stays
  if (!s->busy && s->gap > 0) {
    s->gap--;
    return;
  }
  if (!s->busy && r->inputs) new_frame(r, p);
  if (!s->busy || frames_chance(&r->rng, s->stall)) return;
  size_t width = (size_t)r->b.shim->dims.bytes, n = s->n - s->at < width ? s->n - s->at : width;
  memset(w, 0, sizeof *w);
  memcpy(w->data, s->bytes + s->at, n);
  w->keep = (uint32_t)((UINT64_C(1) << n) - 1);
  w->last = s->at + n == s->n;
  w->user = w->last ? s->bad : frames_chance(&r->rng, 30);  // means nothing before the end
  w->valid = true;
}

// The word that is offered is taken in this clock.
static void taken(struct run *r, int p) {
  struct source *s = &r->source[p];
  struct switch_word *w = &r->b.in.in[p];
  size_t width = (size_t)r->b.shim->dims.bytes;
  if (s->at == 0) {
    s->counts = r->up >> p & 1;  // a word meets the link of the clock before
    if (s->counts)
      score_sent(&r->score, s->frame);
    else
      frames_free(s->frame);
    s->frame = NULL;
  }
  s->at += width;
  if (w->last) {
    s->busy = false;
    s->gap = frames_chance(&r->rng, s->burst) ? 0 : (uint32_t)((24 + width - 1) / width);
    if (frames_chance(&r->rng, s->idle)) s->gap += frames_pick(&r->rng, 400);
  }
}

static void links(struct run *r) {
  struct beside *b = &r->b;
  for (int p = 0; p < b->dims.ports; p++) {
    bool up = b->in.link_up >> p & 1;
    if (up && !r->calm && frames_pick(&r->rng, 1 << 20) < r->link) {
      b->in.link_up &= (uint16_t) ~(1u << p);
      r->down_until[p] = b->clock + 1 + frames_pick(&r->rng, frames_chance(&r->rng, 300) ? 3000 : 200);
    } else if (!up && b->clock >= r->down_until[p]) {
      b->in.link_up |= (uint16_t)(1u << p);
    }
  }
}

static void pauses(struct run *r) {
  struct switch_in *in = &r->b.in;
  in->tx_ready = r->calm || frames_chance(&r->rng, r->tx_ready);
  in->rx_valid = frames_chance(&r->rng, r->calm ? 200 : r->rx);
  if (!in->rx_valid) return;
  in->rx_port = (uint8_t)frames_pick(&r->rng, (uint32_t)r->b.dims.ports);
  if (!(in->link_up & r->up & 1u << in->rx_port)) in->rx_valid = false;  // a link that is down gives none
  in->rx_level = frames_chance(&r->rng, r->calm ? 512 : 150);
  in->rx_enable = (uint8_t)(r->calm ? 255u : frames_pick(&r->rng, 256));
  in->rx_enable &= (uint8_t)((1u << r->b.dims.classes) - 1);
  for (int c = 0; c < SWITCH_MAX_CLASSES; c++)
    in->rx_time[c] = (uint16_t)(r->calm || frames_chance(&r->rng, 300) ? 0 : frames_pick(&r->rng, 200));
}

static void tick(struct run *r) {
  struct beside *b = &r->b;
  links(r);
  pauses(r);
  b->in.out_ready = 0;
  for (int p = 0; p < b->dims.ports; p++) {
    offer(r, p);
    if (r->calm || frames_chance(&r->rng, r->ready[p])) b->in.out_ready |= (uint16_t)(1u << p);
  }
  uint16_t ready = b->out.in_ready;
  for (int p = 0; p < b->dims.ports; p++)
    if (b->in.in[p].valid && ready >> p & 1) taken(r, p);
  for (int p = 0; p < b->dims.ports; p++) {  // a link that falls cuts the frame that it finds
    struct source *s = &r->source[p];
    if (!((r->up & ~b->in.link_up) >> p & 1)) continue;
    if (s->busy && s->at > 0 && s->counts) score_cut(&r->score, p, s->at > r->setup.max_frame);
    s->counts = false;
  }
  r->up = b->in.link_up;
  beside_step(b);
  for (int p = 0; p < b->dims.ports; p++)
    if (ready >> p & 1) b->in.in[p].valid = false;
  if (b->error[0] != 0) {
    ck_abort_msg("%s: %s; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it", "switch", b->error, (int)(b->seed >> 32),
                 (unsigned long long)(b->seed & 0xffffffff));
  }
}

static void run_clocks(struct run *r, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) tick(r);
}

// ---- Registers ----

static void host_write(struct run *r, uint32_t addr, uint32_t value) {
  struct switch_in *in = &r->b.in;
  beside_writes(&r->b, addr, value);
  in->awvalid = in->wvalid = true;
  in->awaddr = (uint16_t)addr;
  in->wdata = value;
  in->wstrb = 15;
  in->bready = false;
  for (int i = 0; i < 300 && !r->b.out.bvalid; i++) tick(r);
  ck_assert_msg(r->b.out.bvalid, "a write to %x is not answered", addr);
  in->awvalid = in->wvalid = false;
  in->bready = true;
  tick(r);
}

static uint32_t host_read(struct run *r, uint32_t addr) {
  struct switch_in *in = &r->b.in;
  in->arvalid = true;
  in->araddr = (uint16_t)addr;
  in->rready = false;
  for (int i = 0; i < 300 && !r->b.out.rvalid; i++) tick(r);
  ck_assert_msg(r->b.out.rvalid, "a read of %x is not answered", addr);
  uint32_t value = r->b.out.rdata;
  in->arvalid = false;
  in->rready = true;
  tick(r);
  return value;
}

static void expect_read(struct run *r, uint32_t addr, uint32_t expected) {
  uint32_t got = host_read(r, addr);
  ck_assert_msg(got == expected, "register %x: expected %x, got %x; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it", addr,
                expected, got, (int)(r->b.seed >> 32), (unsigned long long)(r->b.seed & 0xffffffff));
}

// Counters are those of the model, register for register; all else reads back as it was written.
static void compare_registers(struct run *r) {
  for (int p = 0; p < r->b.dims.ports; p++)
    for (uint32_t k = 0; k < SLUICE_SWITCH_COUNTERS; k++) {
      uint32_t addr = SLUICE_SWITCH_REG_COUNTER + 512 * (uint32_t)p + 8 * k;
      uint64_t expected = sluice_switch_counter(r->b.model, p, (int)k);
      expect_read(r, addr, (uint32_t)expected);
      if (k % 8 == 0) expect_read(r, addr + 4, (uint32_t)(expected >> 32));
    }
  uint32_t addr, value;
  for (int n = 0; frames_write(&r->setup, n, &addr, &value) && addr != 4 * SLUICE_REG_COMMIT; n++)
    expect_read(r, addr, sluice_switch_read(r->b.model, addr));
  // Some of the MMU's statistics, as its model answers in the same clock.
  for (int i = 0; i < 24; i++) {
    struct sluice_in in;
    addr = SLUICE_SWITCH_REG_STATISTIC + 512 * frames_pick(&r->rng, (uint32_t)r->b.dims.ports + 1) +
           64 * frames_pick(&r->rng, 8) + 4 * frames_pick(&r->rng, 16);
    uint32_t got = host_read(r, addr), expected = sluice_switch_asks(r->b.model, addr, &in) ? r->b.statistic : 0;
    ck_assert_msg(got == expected, "statistic at %x: expected %x, got %x; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it",
                  addr, expected, got, (int)(r->b.seed >> 32), (unsigned long long)(r->b.seed & 0xffffffff));
    r->b.statistic = 0;
    seen->statistics += got != 0;
  }
}

static void configure(struct run *r) {
  static const uint32_t sizes[] = {1518, 256, 600, 64, 2000, 9216};
  struct beside *b = &r->b;
  enum sluice_scheme scheme;
  bool floods = r->setup.floods;  // of a set that was used, not only drawn
  do scheme = (enum sluice_scheme)frames_pick(&r->rng, SLUICE_SCHEMES);
  while (
      !(b->dims.schemes >> scheme & 1) ||
      !(r->setup.floods = floods, frames_setup(&r->setup, &r->rng, &b->dims, scheme, sizes[frames_pick(&r->rng, 6)])));
  if (frames_chance(&r->rng, 300)) r->setup.watchdog = 1 + frames_pick(&r->rng, 2);
  uint32_t addr, value;
  if (frames_chance(&r->rng, 300)) {  // one cell too many for the reserve
    for (int n = 0; frames_write(&r->setup, n, &addr, &value); n++)
      host_write(r, addr, value + (addr == 4 * SLUICE_REG_BUFFER));
    expect_read(r, SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY | SLUICE_SWITCH_STATUS_RESERVE);
    seen->refused_commits++;
  }
  for (int n = 0; frames_write(&r->setup, n, &addr, &value); n++) host_write(r, addr, value);
  r->score.by_ttl = scheme == SLUICE_TTL;
  b->watchdog = 1024 * r->setup.watchdog;
  run_clocks(r, 80);
  expect_read(r, SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY);
  if (b->out.mmu.cfg_write) ck_abort_msg("a write goes on");
  char why[200];
  struct sluice_dims mmu = sluice_switch_mmu_dims(&b->dims);
  sluice_config_explain(&mmu, r->setup.mmu, why, sizeof why);
  ck_assert_msg(!sluice_switch_out(b->model)->cfg_error, "scheme %d: the MMU refuses the set, reason %d, %s",
                (int)scheme, sluice_switch_out(b->model)->cfg_reason, why);
  seen->schemes[scheme]++;
}

// Classes of a port, and how priorities are trusted, while the queues hold frames.
static void change_classes(struct run *r) {
  struct frames_setup *s = &r->setup;
  for (int p = 0; p < s->dims.ports; p++) {
    s->default_class[p] = frames_pick(&r->rng, 8);
    s->trust_pcp[p] = frames_chance(&r->rng, 512);
    s->trust_dscp[p] = frames_chance(&r->rng, 512);
    s->strict[p] = frames_pick(&r->rng, 256);
  }
  if (s->floods) s->flood = frames_pick(&r->rng, 1u << s->dims.ports);
  uint32_t a = frames_pick(&r->rng, (uint32_t)s->dims.classes), c = frames_pick(&r->rng, (uint32_t)s->dims.classes);
  uint32_t priority = s->priority[a];
  s->priority[a] = s->priority[c];
  s->priority[c] = priority;
  s->quantum[a] = frames_pick(&r->rng, 50);
  if (s->mmu[SLUICE_REG_SCHEME] != SLUICE_TTL) s->ttl_mode = frames_chance(&r->rng, 512);
  uint32_t addr, value;
  for (int n = 0; frames_write(s, n, &addr, &value); n++)
    if (addr >= SLUICE_SWITCH_REG_PRIORITY && addr < SLUICE_SWITCH_REG_MAC_LOW) host_write(r, addr, value);
  seen->changes++;
}

// ---- Runs ----

static void rest(struct run *r) {
  r->inputs = false;
  uint64_t end = r->b.clock + DRAIN_CLOCKS;
  bool quiet = false;
  while (!quiet && r->b.clock < end) {
    run_clocks(r, 20);
    quiet = beside_judged(&r->b);
    for (int p = 0; p < r->b.dims.ports; p++) quiet &= !r->source[p].busy;
  }
  ck_assert_msg(quiet, "a frame that came in is never judged; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it",
                (int)(r->b.seed >> 32), (unsigned long long)(r->b.seed & 0xffffffff));
}

static void drain(struct run *r) {
  rest(r);
  r->calm = true;
  uint64_t end = r->b.clock + DRAIN_CLOCKS;
  while (!beside_empty(&r->b) && r->b.clock < end) run_clocks(r, 50);
  ck_assert_msg(beside_empty(&r->b), "%zu frames never leave; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it",
                sluice_switch_held(r->b.model), (int)(r->b.seed >> 32), (unsigned long long)(r->b.seed & 0xffffffff));
  struct sluice_dims mmu = sluice_switch_mmu_dims(&r->b.dims);
  run_clocks(r, 2 * (uint64_t)sluice_free_bound(&mmu) + 100);
  beside_check_rest(&r->b);
  ck_assert_msg(r->b.error[0] == 0, "%s; SLUICE_SWITCH=%d SLUICE_SEED=%llu repeats it", r->b.error,
                (int)(r->b.seed >> 32), (unsigned long long)(r->b.seed & 0xffffffff));
  compare_registers(r);
  r->calm = false;
}

static uint32_t one_of(struct run *r, const uint32_t *values, uint32_t n) { return values[frames_pick(&r->rng, n)]; }
#define ONE_OF(r, ...) one_of(r, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static void new_phase(struct run *r) {
  r->tx_ready = ONE_OF(r, 100, 512, 1024, 1024);
  r->rx = ONE_OF(r, 0, 0, 2, 20, 100);
  r->link = ONE_OF(r, 0, 0, 0, 200, 2000);
  r->setup.many = ONE_OF(r, 0, 0, 0, 600);
  for (int p = 0; p < r->b.dims.ports; p++) {
    r->ready[p] = ONE_OF(r, 0, 100, 512, 900, 1024, 1024, 1024, 1024);
    r->source[p].stall = ONE_OF(r, 0, 0, 0, 100, 900);
    r->source[p].idle = ONE_OF(r, 0, 100, 512, 1000);
    r->source[p].burst = ONE_OF(r, 0, 0, 100, 1024);
  }
  r->inputs = true;
}

static void random_frames(int which, uint64_t seed, uint64_t clocks) {
  struct run *r = calloc(1, sizeof *r);
  if (r == NULL || !beside_new(&r->b, variant(which), (uint64_t)which << 32 | seed)) ck_abort_msg("no memory");
  score_start(&r->score, r->b.dims.ports, false);
  r->b.watch = score_watch(&r->score);
  r->rng = seed * 1000 + (uint64_t)which;
  r->tx_ready = 1024;
  r->up = r->b.in.link_up;
  for (int i = 0; i < 100000 && !r->b.out.ready; i++) tick(r);
  configure(r);
  while (r->b.clock < clocks) {
    new_phase(r);
    run_clocks(r, 500 + frames_pick(&r->rng, 8000));
    if (frames_chance(&r->rng, 300)) {
      rest(r);
      change_classes(r);
    } else if (frames_chance(&r->rng, 200)) {
      drain(r);
      configure(r);
    }
  }
  drain(r);
  seen->clocks += r->b.clock;
  seen->in += r->b.in_frames;
  seen->out += r->b.out_frames;
  seen->cut_out += r->b.cut_out;
  seen->pauses += r->b.pauses;
  seen->copies += r->b.copies;
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++) seen->reasons[i] += r->b.reasons[i];
  for (int i = 0; i <= SLUICE_DROPPED; i++) seen->kinds[i] += r->b.kinds[i];
  beside_free(&r->b);
  score_end(&r->score);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) frames_free(r->source[p].frame);
  free(r);
}

static int seeds(void) { return switch_shim_list[0] != NULL ? SEEDS : MODEL_SEEDS; }

START_TEST(random_runs) {
  random_frames(_i / seeds(), (uint64_t)(_i % seeds()) + from_environment("SLUICE_FIRST", 1),
                from_environment("SLUICE_CLOCKS", CLOCKS));
}
END_TEST

START_TEST(repeated) {
  random_frames((int)from_environment("SLUICE_SWITCH", 0), from_environment("SLUICE_SEED", 1),
                from_environment("SLUICE_CLOCKS", CLOCKS));
}
END_TEST

START_TEST(everything_seen) {
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++)
    if (i != SLUICE_SWITCH_NO_CELL && i != SLUICE_SWITCH_REFUSED && i != SLUICE_SWITCH_TTL)
      ck_assert_msg(seen->reasons[i] > 0, "no frame had reason %d", i);
  for (int i = 0; i <= SLUICE_DROPPED; i++) ck_assert_msg(seen->kinds[i] > 0, "no verdict was %d", i);
  for (int i = 0; i < SLUICE_SCHEMES; i++) ck_assert_msg(seen->schemes[i] > 0, "scheme %d was never used", i);
  ck_assert_msg(seen->cut_out > 0 && seen->pauses > 0 && seen->changes > 0 && seen->refused_commits > 0 &&
                    seen->copies > 0 && seen->statistics > 0,
                "not seen");
}
END_TEST

int main(void) {
  seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (seen == MAP_FAILED) return EXIT_FAILURE;
  Suite *suite = suite_create(switch_shim_list[0] != NULL ? "switch beside its model" : "switch, model alone");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 600);
  if (getenv("SLUICE_SEED") != NULL || getenv("SLUICE_SWITCH") != NULL) {
    tcase_add_test(random, repeated);
  } else {
    tcase_add_loop_test(random, random_runs, 0, variants() * seeds());
    tcase_add_test(random, everything_seen);
  }
  suite_add_tcase(suite, random);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  printf(
      "clocks %llu, frames in %llu, out %llu, ended by a link %llu, pause messages %llu, copies %llu, class changes "
      "%llu; reasons",
      (unsigned long long)seen->clocks, (unsigned long long)seen->in, (unsigned long long)seen->out,
      (unsigned long long)seen->cut_out, (unsigned long long)seen->pauses, (unsigned long long)seen->copies,
      (unsigned long long)seen->changes);
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++) printf(" %llu", (unsigned long long)seen->reasons[i]);
  printf("; verdicts");
  for (int i = 0; i <= SLUICE_DROPPED; i++) printf(" %llu", (unsigned long long)seen->kinds[i]);
  printf("\n");
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
