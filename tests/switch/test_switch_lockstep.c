// Tests a switch in lock-step with its model under random frames, with the scoreboard as second reference. Sizes, gaps,
// stalls, faulty frames, falling links and pauses are random. Classes change while frames are queued, and schemes
// change while the switch is empty. Without RTL the model runs as the switch.
//
// A failure names the seed: SLUICE_SWITCH=0 SLUICE_SEED=7 make test T=switch_lockstep repeats one run on the first
// variant. SLUICE_CYCLES sets its length, SLUICE_FIRST the first seed of all runs.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/suite.h"
#include "tests/switch/drive.h"
#include "tests/switch/play.h"

enum {
  SEEDS = 9,
  MODEL_SEEDS = 5,
  VARIANTS = 8,
  CYCLES = 183000,
  DRAIN_CYCLES = 400000,
  FRAMES = 300000,
  MMU_STATUS = 4 * (SLUICE_REG_COMMIT + 1),
  WINDOWS = 4
};

static struct seen {
  uint64_t cycles, in, out, reasons[SLUICE_SWITCH_REASONS], kinds[SLUICE_DROPPED + 1], cut_out, pauses, copies,
      statistics, schemes[SLUICE_SCHEMES], changes, refused_commits, refused_ecn, marked, managed[2], causes,
      interrupts, paid, words, limits_changed, limits_refused;
  // Extremes of registers, and lengths of frames: by variant the bytes of last words and last cells
  uint64_t quanta[4096], max_frames[SLUICE_SWITCH_MAX_FRAME + 1];
  uint32_t keeps[VARIANTS];
  bool last_cells[VARIANTS][256], lengths[SLUICE_SWITCH_MAX_FRAME + 2];
} * seen;  // totals of all runs; shared between processes, because libcheck forks

static uint64_t cycles(void) { return suite_number("SLUICE_CYCLES", 1, UINT64_MAX, CYCLES); }

static const struct switch_shim *variant(int n) {
  int count = 0;
  while (switch_shim_list[count] != NULL) count++;
  if (BUILD_HAS_RTL) return n < count ? switch_shim_list[n] : NULL;
  return n == 0 ? &play_small : n == 1 ? &play_large : NULL;
}

static int variants(void) {
  int n = 0;
  while (variant(n) != NULL) n++;
  return n;
}

// Cycles from the answer to a write to COMMIT until the new set is active.
static uint64_t commit_cycles(const struct drive *r) { return (uint64_t)switch_commit_latency(&r->b.shim->dims) + 14; }

// Writes to counters, statistics, STATUS and empty addresses, and writes without all strobes, have no effect.
static void ignored_writes(struct drive *r) {
  for (int i = 0; i < 12; i++) {
    uint32_t addr = i < 4    ? SLUICE_SWITCH_REG_COUNTER + 4 * frames_pick(&r->rng, 128 * (uint32_t)r->b.dims.ports)
                    : i == 4 ? SLUICE_SWITCH_REG_STATUS
                    : i < 7  ? SLUICE_SWITCH_REG_STATISTIC + 4 * frames_pick(&r->rng, 2048)
                             : 4 * frames_pick(&r->rng, SLUICE_SWITCH_REG_COUNTER / 4);
    drive_ignored(r, addr, ~sluice_switch_read(r->b.model, addr), (uint8_t)(i < 7 ? 15 : frames_pick(&r->rng, 15)));
  }
  // A write and a read at the same time
  drive_write(r, SLUICE_SWITCH_REG_WATCHDOG_POLL, 0);
  uint32_t watchdog = r->setup.watchdog_poll, got;
  got = drive_both(r, SLUICE_SWITCH_REG_WATCHDOG_POLL, watchdog, SLUICE_SWITCH_REG_WATCHDOG_POLL);
  ck_assert_msg(got == watchdog, "read beside a write: expected %x, got %x", watchdog, got);
}

// The host reads the limits of every port, and of one that does not exist.
static void expect_limits(struct drive *r) {
  for (int p = 0; p <= r->b.dims.ports; p++)
    for (uint32_t k = 0; k < 2 * WINDOWS; k++) {
      drive_write(r, 4 * SLUICE_REG_PORT_SELECT, (uint32_t)p | (k < WINDOWS ? 0u : SLUICE_PORT_SELECT_PAGE));
      drive_expect(r, 4 * (SLUICE_REG_PORT_WINDOW + k % WINDOWS),
                   k < SLUICE_LIMITS ? frames_limit(&r->setup, p, (enum sluice_limit)k) : 0);
    }
  drive_expect(r, 4 * SLUICE_REG_PORT_SELECT, (uint32_t)r->b.dims.ports | SLUICE_PORT_SELECT_PAGE);
}

static bool in_window(uint32_t addr) { return addr >= 4 * SLUICE_REG_PORT_SELECT && addr < SLUICE_SWITCH_REG_STATUS; }

// Counters must equal the model's, register by register. All other registers must read back the written values.
static void compare_registers(struct drive *r) {
  ignored_writes(r);
  for (int p = 0; p < r->b.dims.ports; p++)
    for (uint32_t k = 0; k < SLUICE_SWITCH_COUNTERS; k++) {
      uint32_t addr = sluice_switch_counter_address(p, (int)k);
      uint64_t expected = sluice_switch_counter(r->b.model, p, (int)k);
      drive_expect(r, addr, (uint32_t)expected);
      if (k % 8 == 0) drive_expect(r, addr + 4, (uint32_t)(expected >> 32));
    }
  uint32_t addr, value;
  for (int n = 0; frames_write(&r->setup, n, &addr, &value) && addr != 4 * SLUICE_REG_COMMIT; n++)
    if (!in_window(addr)) drive_expect(r, addr, sluice_switch_read(r->b.model, addr));
  if (r->b.dims.port_limits) expect_limits(r);
  // Some of the MMU's statistics against the model's value in the same cycle.
  for (int i = 0; i < 24; i++) {
    struct sluice_in in;
    addr = SLUICE_SWITCH_REG_STATISTIC + 512 * frames_pick(&r->rng, (uint32_t)r->b.dims.ports + 1) +
           64 * frames_pick(&r->rng, 8) + 4 * frames_pick(&r->rng, 16);
    uint32_t got = drive_read(r, addr), expected = sluice_switch_asks(r->b.model, addr, &in) ? r->b.statistic : 0;
    ck_assert_msg(got == expected, "statistic at %x: expected %x, got %x" DRIVE_REPEAT, addr, expected, got,
                  DRIVE_SEED(r));
    r->b.statistic = 0;
    seen->statistics += got != 0;
  }
}

// Reads the causes of an interrupt, and clears some of them, while nothing happens in the switch.
static void interrupts(struct drive *r) {
  while (r->b.in.link_up != (1u << r->b.dims.ports) - 1) drive_cycles(r, 1);
  drive_cycles(r, 10);
  for (int i = 0; i < 2; i++) {
    const uint32_t cause = sluice_switch_read(r->b.model, SLUICE_SWITCH_REG_CAUSE);
    drive_expect(r, SLUICE_SWITCH_REG_CAUSE, cause);
    seen->causes |= cause;
    seen->interrupts += r->b.out.irq;
    drive_write(r, SLUICE_SWITCH_REG_CAUSE, i == 0 ? frames_pick(&r->rng, 1u << 18) : UINT32_MAX);
  }
  drive_expect(r, SLUICE_SWITCH_REG_CAUSE, 0);
}

// Configures a random set. max_frame 0: of any MAX_FRAME; may_flood: FLOOD may become other than 0.
static void configure(struct drive *r, uint32_t max_frame, bool may_flood) {
  const uint32_t sizes[] = {1518, 256, 600, 64, 2000, 9216, 60, 61, 9215, 60 + frames_pick(&r->rng, 9157)};
  struct lockstep_switch *b = &r->b;
  enum sluice_scheme scheme;
  struct frames_setup written = r->setup, *s = &r->setup;  // the set that was written, not only drawn
  do {
    scheme = (enum sluice_scheme)frames_pick(&r->rng, SLUICE_SCHEMES);
    *s = written;
  } while (!(b->dims.schemes >> scheme & 1) ||
           !frames_setup(s, &r->rng, &b->dims, scheme, max_frame > 0 ? max_frame : sizes[frames_pick(&r->rng, 10)]) ||
           (s->flood != 0 && !may_flood));
  if (frames_chance(&r->rng, 500)) frames_watchdog(&r->setup, &r->rng);
  if (frames_chance(&r->rng, 300)) frames_full_range(&r->setup, &r->rng);
  uint32_t addr, value;
  if (frames_chance(&r->rng, 300)) {  // one cell too many for the reserve
    for (int n = 0; frames_write(&r->setup, n, &addr, &value); n++)
      drive_write(r, addr, value + (addr == 4 * SLUICE_REG_BUFFER));
    drive_expect(r, SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY | SLUICE_SWITCH_STATUS_RESERVE);
    seen->refused_commits++;
  }
  if (frames_chance(&r->rng, 300)) {
    struct frames_setup broken = r->setup;
    const uint32_t port = frames_break_ecn(&broken, &r->rng);
    for (int n = 0; frames_write(&broken, n, &addr, &value); n++) drive_write(r, addr, value);
    drive_expect(r, SLUICE_SWITCH_REG_STATUS,
                 SLUICE_SWITCH_STATUS_READY | SLUICE_SWITCH_STATUS_ECN | port * SLUICE_SWITCH_STATUS_PORT);
    seen->refused_ecn++;
  }
  for (int n = 0; frames_write(&r->setup, n, &addr, &value); n++) drive_write(r, addr, value);
  r->score.by_ttl = scheme == SLUICE_TTL;
  drive_cycles(r, commit_cycles(r));
  drive_expect(r, SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY);
  if (b->out.mmu.cfg_write) ck_abort_msg("a register write is still active");
  char why[200];
  struct sluice_dims mmu = sluice_switch_mmu_dims(&b->dims);
  sluice_config_explain(&mmu, r->setup.mmu, why, sizeof why);
  ck_assert_msg(!sluice_switch_out(b->model)->cfg_error, "scheme %d: the MMU refuses the set, reason %d, %s",
                (int)scheme, sluice_switch_out(b->model)->cfg_reason, why);
  r->limits_pending = false;
  drive_credits_configure(r);
  seen->schemes[scheme]++;
  seen->max_frames[r->setup.max_frame]++;
  for (int c = 0; c < b->dims.classes; c++) seen->quanta[r->setup.quantum[c]]++;
}

// Changes the classes of a port and its trust in priorities while the queues hold frames.
static void change_classes(struct drive *r) {
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
  s->quantum[a] = frames_quantum(&r->rng);
  if (s->mmu[SLUICE_REG_SCHEME] != SLUICE_TTL) s->ttl_mode = frames_chance(&r->rng, 512);
  uint32_t addr, value;
  for (int n = 0; frames_write(s, n, &addr, &value); n++)
    if (addr >= SLUICE_SWITCH_REG_PRIORITY && addr < SLUICE_SWITCH_REG_MAC_LOW) drive_write(r, addr, value);
  seen->changes++;
}

// Writes limits of a port, all or only those that are not structural, and commits. Returns whether they are active.
static bool commit_limits(struct drive *r, int port, bool all) {
  uint32_t addr, value;
  for (int n = 0; frames_write_limits(&r->setup, port, n, &addr, &value); n++)
    if (all || !frames_is_structural((enum sluice_limit)(n / 2))) drive_write(r, addr, value);
  drive_write(r, 4 * SLUICE_REG_COMMIT, 1);
  drive_cycles(r, commit_cycles(r));
  drive_expect(r, SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY);
  const uint32_t status = drive_read(r, MMU_STATUS), busy = SLUICE_BUSY;
  const bool active = status & SLUICE_STATUS_ACTIVE;
  if (active != !sluice_switch_out(r->b.model)->cfg_error || (!active && (status & SLUICE_STATUS_REASON) != busy))
    ck_abort_msg("limits of port %d: STATUS %x" DRIVE_REPEAT, port, (unsigned)status, DRIVE_SEED(r));
  seen->limits_changed += active && all;
  seen->limits_refused += !active;
  return active;
}

// Changes limits of a port while frames pass [spec 16]: structural ones while the port is idle, others at any time.
// Mostly no frame arrives at the port for some time before. A commit that is refused changes nothing, and is repeated.
static void change_limits(struct drive *r) {
  const int port = (int)frames_pick(&r->rng, (uint32_t)r->b.dims.ports);
  const bool all = frames_chance(&r->rng, 700);
  frames_lower_limits(&r->setup, &r->rng, port, all);
  r->source[port].quiet = all && frames_chance(&r->rng, 900);
  r->calm = r->source[port].quiet && frames_chance(&r->rng, 600);  // else few frames of the port leave
  bool active = false;
  for (int i = 0; i < 4 && !active; i++) {
    drive_cycles(r, frames_pick(&r->rng, 4000));
    active = commit_limits(r, port, all);
    if (!active && !all && !r->limits_pending)
      ck_abort_msg("limits of port %d that change at any time are refused" DRIVE_REPEAT, port, DRIVE_SEED(r));
    r->limits_pending = !active;
  }
  r->source[port].quiet = r->calm = false;
}

// ---- Runs ----

static void rest(struct drive *r) {
  r->inputs = false;
  uint64_t end = r->b.cycle + DRAIN_CYCLES;
  bool quiet = false;
  while (!quiet && r->b.cycle < end) {
    drive_cycles(r, 20);
    quiet = lockstep_switch_judged(&r->b);
    for (int p = 0; p < r->b.dims.ports; p++) quiet &= !r->source[p].busy;
  }
  ck_assert_msg(quiet, "the switch never reported a received frame" DRIVE_REPEAT, DRIVE_SEED(r));
}

static void drain(struct drive *r) {
  rest(r);
  drive_credits_drain(r);
  r->calm = true;
  uint64_t end = r->b.cycle + DRAIN_CYCLES;
  while (!lockstep_switch_empty(&r->b) && r->b.cycle < end) drive_cycles(r, 50);
  ck_assert_msg(lockstep_switch_empty(&r->b), "%zu frames never leave" DRIVE_REPEAT, sluice_switch_held(r->b.model),
                DRIVE_SEED(r));
  struct sluice_dims mmu = sluice_switch_mmu_dims(&r->b.dims);
  drive_cycles(r, 2 * (uint64_t)sluice_free_bound(&mmu) + 100);
  lockstep_switch_check_rest(&r->b);
  ck_assert_msg(r->b.error[0] == 0, "%s" DRIVE_REPEAT, r->b.error, DRIVE_SEED(r));
  compare_registers(r);
  interrupts(r);
  r->calm = false;
}

static uint32_t one_of(struct drive *r, const uint32_t *values, uint32_t n) { return values[frames_pick(&r->rng, n)]; }
#define ONE_OF(r, ...) one_of(r, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static void new_phase(struct drive *r) {
  r->tx_ready = ONE_OF(r, 100, 512, 1024, 1024);
  r->rx = ONE_OF(r, 0, 0, 2, 20, 100);
  r->link = ONE_OF(r, 0, 0, 0, 200, 2000);
  r->long_gap = ONE_OF(r, 20, 20, 100, 400);
  r->words = r->b.dims.credits ? ONE_OF(r, 0, 5, 50, 50, 300) : 0;
  r->word_taken = r->b.dims.credits ? ONE_OF(r, 10, 300, 1024) : 0;
  r->wrong_words = r->b.dims.credits ? ONE_OF(r, 0, 0, 100, 900) : 0;
  r->setup.many = ONE_OF(r, 0, 0, 0, 600);
  for (int p = 0; p < r->b.dims.ports; p++) {
    r->ready[p] = ONE_OF(r, 0, 100, 512, 900, 1023, 1023, 1023, MAC_LINE, MAC_LINE);
    r->source[p].stall = ONE_OF(r, 0, 0, 0, 0, 0, 0, 100, 900);
    r->source[p].idle = ONE_OF(r, 0, 0, 100, 512);
    r->source[p].burst = ONE_OF(r, 0, 0, 100, 1024);
  }
  r->inputs = true;
}

// The memory fills up, because no port sends. Then FLOOD is written for the first time, without a COMMIT, so that the
// reserve is too small: frames find no cell.
static void run_out_of_cells(struct drive *r) {
  drain(r);
  configure(r, SLUICE_SWITCH_MAX_FRAME, false);
  new_phase(r);
  r->rx = r->link = 0;
  for (int p = 0; p < r->b.dims.ports; p++) {
    r->ready[p] = r->source[p].stall = r->source[p].idle = 0;
    r->source[p].burst = 0;
  }
  drive_cycles(r, 4 * (uint64_t)r->b.dims.cells);
  rest(r);
  r->setup.flood = (1u << r->b.dims.ports) - 1;
  r->setup.floods = true;
  r->setup.large = r->setup.many = 1024;
  drive_write(r, SLUICE_SWITCH_REG_FLOOD, r->setup.flood);
  r->inputs = true;
  drive_cycles(r, 8 * SLUICE_SWITCH_MAX_FRAME / (uint64_t)r->b.shim->dims.bytes);
  drain(r);
  configure(r, 0, true);
}

static void random_frames(int which, uint64_t seed, uint64_t cycles) {
  struct drive *r = drive_new(variant(which), (uint64_t)which << 32 | seed);
  if (frames_chance(&r->rng, 512))
    run_out_of_cells(r);
  else
    configure(r, 0, true);
  while (r->b.cycle < cycles) {
    new_phase(r);
    drive_cycles(r, 500 + frames_pick(&r->rng, 8000));
    if (frames_chance(&r->rng, 300)) {
      rest(r);
      change_classes(r);
    } else if (r->b.dims.port_limits && frames_chance(&r->rng, 500)) {
      change_limits(r);
    } else if (frames_chance(&r->rng, 200)) {
      drain(r);
      configure(r, 0, true);
    } else if (!r->setup.floods && frames_chance(&r->rng, 80)) {
      run_out_of_cells(r);
    }
  }
  drain(r);
  seen->cycles += r->b.cycle;
  seen->in += r->b.in_frames;
  seen->out += r->b.out_frames;
  seen->cut_out += r->b.cut_out;
  seen->pauses += r->b.pauses;
  seen->copies += r->b.copies;
  seen->paid += r->b.credits.paid;
  seen->words += r->b.credits.words;
  for (int i = 0; i < 2; i++) seen->managed[i] += r->managed[i];
  for (int p = 0; p < r->b.dims.ports; p++) seen->marked += r->score.marked[p];
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++) seen->reasons[i] += r->b.reasons[i];
  for (int i = 0; i <= SLUICE_DROPPED; i++) seen->kinds[i] += r->b.kinds[i];
  seen->keeps[which] |= r->keeps;
  for (int i = 0; i < 256; i++) seen->last_cells[which][i] |= r->last_cells[i];
  for (int i = 0; i <= SLUICE_SWITCH_MAX_FRAME + 1; i++) seen->lengths[i] |= r->lengths[i];
  drive_free(r);
}

static int seeds(void) { return BUILD_HAS_RTL ? SEEDS : MODEL_SEEDS; }

START_TEST(random_runs) {
  random_frames(_i / seeds(), (uint64_t)(_i % seeds()) + suite_number("SLUICE_FIRST", 0, UINT64_MAX, 1), cycles());
}
END_TEST

START_TEST(repeated) {
  random_frames((int)suite_number("SLUICE_SWITCH", 0, (uint64_t)variants() - 1, 0),
                suite_number("SLUICE_SEED", 0, UINT64_MAX, 1), cycles());
}
END_TEST

START_TEST(everything_seen) {
  if (BUILD_HAS_RTL && getenv("SLUICE_CYCLES") == NULL)
    ck_assert_msg(seen->in >= FRAMES, "expected %d frames, got %llu", (int)FRAMES, (unsigned long long)seen->in);
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++)
    if (i != SLUICE_SWITCH_REFUSED && i != SLUICE_SWITCH_TTL)  // seen as kinds of admission
      ck_assert_msg(seen->reasons[i] > 0, "no frame had reason %d", i);
  for (int i = 0; i <= SLUICE_DROPPED; i++) ck_assert_msg(seen->kinds[i] > 0, "no admission had kind %d", i);
  for (int i = 0; i < SLUICE_SCHEMES; i++) ck_assert_msg(seen->schemes[i] > 0, "scheme %d was never used", i);
  ck_assert_msg(seen->cut_out > 0 && seen->pauses > 0 && seen->changes > 0 && seen->refused_commits > 0 &&
                    seen->copies > 0 && seen->statistics > 0 && seen->refused_ecn > 0,
                "no cut frame, pause, class change, refused COMMIT, copy or statistic");
  ck_assert_msg(seen->managed[0] > 0 && seen->managed[1] > 0, "no frame to or from the management port");
  const unsigned causes = ((2u << SLUICE_SWITCH_NOT_COPIED) - 2) & ~(1u << SLUICE_SWITCH_FLOODED);
  const unsigned more = SLUICE_SWITCH_CAUSE_LINK | SLUICE_SWITCH_CAUSE_STORM;
  ck_assert_msg(seen->causes == (causes | more), "causes of an interrupt: expected %x, got %x", causes | more,
                (unsigned)seen->causes);
  ck_assert_msg(seen->interrupts > 0, "no interrupt");
  ck_assert_msg(seen->limits_changed > 0 && seen->limits_refused > 0,
                "limits of ports were never changed, or never busy");
  ck_assert_msg(seen->marked >= seen->out / 100, "only %llu frames were marked", (unsigned long long)seen->marked);
  static const int lengths[] = {1, 59, 60, 61, 64, 65, 9215, 9216, 9217};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
    ck_assert_msg(seen->lengths[lengths[i]], "no frame had %d bytes", lengths[i]);
  for (int v = 0; v < variants(); v++) {
    const struct switch_dims *d = &variant(v)->dims;
    ck_assert_msg(seen->keeps[v] == (1u << d->bytes) - 1, "variant %d, bytes of the last word: only %x", v,
                  seen->keeps[v]);
    for (int i = 0; i < d->cell; i++)
      ck_assert_msg(seen->last_cells[v][i], "variant %d: no last cell of %d bytes", v, i + 1);
  }
  for (int v = 0; v < variants(); v++)
    if (variant(v)->dims.credits)
      ck_assert_msg(seen->paid >= 1000 && seen->words >= 1000, "%llu frames with credits, %llu words of credits",
                    (unsigned long long)seen->paid, (unsigned long long)seen->words);
  ck_assert_msg(seen->quanta[0] > 0 && seen->quanta[1] > 0 && seen->quanta[4095] > 0, "no QUANTUM of 0, 1 or 4,095");
  ck_assert_msg(seen->max_frames[60] > 0 && seen->max_frames[9216] > 0, "no MAX_FRAME of 60 or 9,216 bytes");
}
END_TEST

int main(void) {
  seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (seen == MAP_FAILED) return EXIT_FAILURE;
  Suite *suite = suite_create(BUILD_HAS_RTL ? "switch in lock-step with its model" : "switch, model alone");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 600);
  if (getenv("SLUICE_SEED") != NULL || getenv("SLUICE_SWITCH") != NULL) {
    tcase_add_test(random, repeated);
  } else {
    tcase_add_loop_test(random, random_runs, 0, variants() * seeds());
    if (variants() > 1) tcase_add_test(random, everything_seen);  // one variant need not reach every situation
  }
  suite_add_tcase(suite, random);
  int status = suite_run(suite);
  printf(
      "cycles %llu, frames in %llu, out %llu, ended by a link %llu, pause messages %llu, copies %llu, class changes "
      "%llu, marked %llu; reasons",
      (unsigned long long)seen->cycles, (unsigned long long)seen->in, (unsigned long long)seen->out,
      (unsigned long long)seen->cut_out, (unsigned long long)seen->pauses, (unsigned long long)seen->copies,
      (unsigned long long)seen->changes, (unsigned long long)seen->marked);
  for (int i = 0; i < SLUICE_SWITCH_REASONS; i++) printf(" %llu", (unsigned long long)seen->reasons[i]);
  printf("; with credits %llu, words of credits %llu", (unsigned long long)seen->paid, (unsigned long long)seen->words);
  printf("; limits of a port changed %llu, refused %llu", (unsigned long long)seen->limits_changed,
         (unsigned long long)seen->limits_refused);
  printf("; admissions");
  for (int i = 0; i <= SLUICE_DROPPED; i++) printf(" %llu", (unsigned long long)seen->kinds[i]);
  printf("\n");
  return status;
}
