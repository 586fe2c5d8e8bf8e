// Compares RTL and model in lock-step, or runs the model alone, in cases that long random runs seldom reach: the first
// cycles after reset, a COMMIT in every cycle of the limiter's round, the largest linear D, every level of GFC, and
// register sets that just pass or just fail the check. A failure prints its seed and the command that repeats it.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/draw.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/register_set.h"
#include "tests/suite.h"

enum { STARTS = 24, START_CYCLES = 1500, COMMITS = 40, MOST_PACKETS = 64, LIMITS = 800, FEW_QUEUES = 32 };
enum { RULES_OF_TTL = 7, RULES_OF_GFC = 12, RULES_OF_SHP = 19, RULES = 21 };  // cases of move_to_limit()
enum { LEVEL_QUEUES = 16, LEVEL_TURNS = SLUICE_MAX_STAGES + 5 };

static const char test[] = "make test T=corners CASE=corners";

// The first cycles after reset. Each run starts with other values in the registers and RAMs that reset does not clear.
START_TEST(starts) {
  static struct stimulus s;
  const struct sluice_dims dims = pair_dims(_i);
  for (int start = 0; start < STARTS; start++) {
    int scheme = start % SLUICE_SCHEMES;
    if (!(dims.schemes >> scheme & 1)) scheme = __builtin_ctz(dims.schemes);
    uint64_t seed = (uint64_t)start + 1000;
    struct pair p = pair_new(&dims, test, seed);
    stimulus_init(&s, &dims, seed, scheme, NULL);
    for (int cycle = 0; cycle < START_CYCLES; cycle++) {
      struct sluice_in in;
      stimulus_next(&s, pair_out(&p), &in);
      pair_step(&p, &in);
    }
    pair_free(&p);
  }
}
END_TEST

// A configuration may be active before the tables are cleared. Then SHP's pool still holds just its cells, with any
// values in the RAMs: of MORE packets of one cell that go to headroom, POOL fit.
START_TEST(configured_before_ready) {
  enum { POOL = 3, MORE = 2, SEEDS = 12 };
  const uint32_t set[][2] = {
      {SLUICE_REG_SCHEME, SLUICE_SHP},  {SLUICE_REG_BUFFER, POOL},    {SLUICE_REG_LOSSLESS, 1},
      {SLUICE_REG_HEADROOM, POOL},      {SLUICE_REG_MAX_PACKET, 1},   {SLUICE_REG_PAUSE_TIME, 0xffff},
      {SLUICE_REG_HEADROOM_POOL, POOL}, {SLUICE_REG_REFRESH, 0x7fff}, {SLUICE_REG_QUANTA_STEP, 16}};
  const struct sluice_dims dims = pair_dims(_i);
  if (!(dims.schemes >> SLUICE_SHP & 1)) return;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct pair p = pair_new(&dims, test, seed);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) pair_set(&p, (int)set[i][0], set[i][1]);
    ck_assert_int_eq(pair_commit(&p), SLUICE_OK);
    while (!pair_out(&p)->ready) pair_wait(&p, 1);
    pair_wait(&p, 2 * dims.ports * dims.classes + 20);
    int held = 0;
    for (int i = 0; i < POOL + MORE; i++) {
      pair_step(&p, &(struct sluice_in){.enq_valid = true, .enq_cells = 1});
      pair_wait(&p, SLUICE_ADMIT_LATENCY - 1);
      held += pair_out(&p)->adm_valid && pair_out(&p)->adm_kind == SLUICE_HEADROOM;
    }
    ck_assert_int_eq(held, POOL);
    pair_free(&p);
  }
}
END_TEST

// Gives each queue the largest private pool of up to `most` cells that fits, and no other pool. Returns its size.
static uint32_t private_only(const struct sluice_dims *d, uint32_t most, uint32_t *regs) {
  uint32_t queues = (uint32_t)(d->ports * d->classes), phi = ((UINT32_C(1) << d->width) - 1) / queues;
  if (phi > most) phi = most;
  regs[SLUICE_REG_SHARED] = regs[SLUICE_REG_HEADROOM] = 0;
  regs[SLUICE_REG_PRIVATE] = phi;
  regs[SLUICE_REG_BUFFER] = phi * queues;
  regs[SLUICE_REG_MAX_PACKET] = 1;
  return phi;
}

// Steps one cycle. In half of the cycles a packet is sent from a random egress queue.
static void send(struct pair *p, struct stimulus *s) {
  struct sluice_in in = {.tx_ready = true, .snd_valid = chance(s, 512), .snd_cells = 1 + stimulus_pick(s, 20)};
  in.snd_port = (uint8_t)stimulus_pick(s, (uint32_t)s->dims.ports);
  in.snd_class = (uint8_t)stimulus_pick(s, (uint32_t)s->dims.classes);
  pair_step(p, &in);
}

// A COMMIT changes the pay of a visit from nearly nothing to a whole packet, or back. Many queues have a deficit, so
// every possible visit takes place. The visits around the last cycle of the COMMIT show which set they used. The pay
// depends on CELL_STEP for GFC, on D for GFC-linear.
START_TEST(commits_around_the_visits_of_the_limiter) {
  static struct stimulus s;
  const struct sluice_dims dims = pair_dims(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR, round = sluice_limiter_round(&dims);
  if (!(dims.schemes >> scheme & 1)) SUITE_SKIP;
  uint64_t seed = (uint64_t)_i + 1, held = 0, released = 0;
  uint32_t regs[SLUICE_REGS], top = 0;
  memset(&s, 0, sizeof s);
  s.dims = dims;
  s.rng = seed;
  struct pair p = pair_new(&dims, test, seed);
  register_set(&s, scheme, regs);
  regs[SLUICE_REG_CELL_STEP] = 0xffffff;
  if (scheme == SLUICE_GFC_LINEAR) {
    top = regs[SLUICE_REG_STAGE_TOP] = private_only(&dims, 60000, regs);
    regs[SLUICE_REG_STAGE_BASE] = 0;
    regs[SLUICE_REG_DRAIN_CYCLES] = 5 * 256 * (uint32_t)round;  // a cell takes five visits at a level of D - 1
  }
  regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
  ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
  for (int n = 0; n < COMMITS; n++) {
    bool fast = n % 2 == 1;
    if (scheme == SLUICE_GFC)
      pair_set(&p, SLUICE_REG_CELL_STEP, fast ? 0xffffff : 1 + stimulus_pick(&s, 64));
    else
      pair_set(&p, SLUICE_REG_STAGE_BASE, fast ? 0 : top - 2);
    for (int port = 0; port < dims.ports; port++) {
      struct sluice_in in = {.tx_ready = true, .rx_valid = true, .rx_port = (uint8_t)port, .rx_enable = 255};
      for (int c = 0; c < dims.classes; c++) in.rx_time[c] = 1;
      pair_step(&p, &in);
    }
    for (int k = 0; k < MOST_PACKETS; k++) send(&p, &s);
    pair_wait(&p, 4 * round + (int)stimulus_pick(&s, (uint32_t)round));
    uint64_t before[SLUICE_WORDS];
    memcpy(before, pair_out(&p)->gate, sizeof before);
    pair_set(&p, SLUICE_REG_COMMIT, 0);
    for (int cycle = 0; cycle < SLUICE_COMMIT_LATENCY; cycle++) send(&p, &s);
    ck_assert_int_eq(pair_out(&p)->cfg_reason, SLUICE_OK);
    pair_wait(&p, 4 * round);
    for (int i = 0; i < SLUICE_WORDS; i++) {
      held += (uint64_t)__builtin_popcountll(before[i]);
      released += (uint64_t)__builtin_popcountll(before[i] & ~pair_out(&p)->gate[i]);
    }
  }
  ck_assert_uint_gt(held, COMMITS / 2 - 1);
  // A single queue has the deficit of all packets and is not released so soon.
  if (dims.ports * dims.classes > 1) ck_assert_uint_gt(released, COMMITS / 4);
  pair_free(&p);
}
END_TEST

// D = 65534 is the largest D whose levels all differ from OFF.
START_TEST(largest_linear_d) {
  static struct stimulus s;
  const struct sluice_dims dims = pair_dims(_i);
  uint32_t queues = (uint32_t)(dims.ports * dims.classes);
  if (!(dims.schemes >> SLUICE_GFC_LINEAR & 1) || (UINT64_C(1) << dims.width) / queues < 70000) SUITE_SKIP;
  for (uint32_t d = 65533; d <= 65537; d++) {
    uint32_t regs[SLUICE_REGS];
    memset(&s, 0, sizeof s);
    s.dims = dims;
    s.rng = d;
    register_set(&s, SLUICE_GFC_LINEAR, regs);
    ck_assert_uint_ge(private_only(&dims, 66000, regs), 100 + d);
    regs[SLUICE_REG_STAGE_BASE] = 100;
    regs[SLUICE_REG_STAGE_TOP] = 100 + d;
    struct pair p = pair_new(&dims, test, d);
    ck_assert_int_eq(pair_configure(&p, regs), d <= 65534 ? SLUICE_OK : SLUICE_BAD_STAGES);
    pair_free(&p);
  }
}
END_TEST

// ---- levels ----

// A table of `stages` rising stages between base and top, or as many as fit. The registers above hold random values.
static void rising_table(struct stimulus *s, uint32_t base, uint32_t top, uint32_t stages, uint32_t *regs) {
  uint32_t count = smaller(top - base, stages), here = base;
  for (uint32_t k = 0; k < SLUICE_MAX_STAGES; k++) regs[SLUICE_REG_STAGE + k] = up_to(s, top);
  for (uint32_t k = 1; k <= count; k++) {
    uint32_t more = count - k, spare = top - here - more - 1;
    here += 1 + up_to(s, smaller(spare, 2 * spare / (more + 1)));
    regs[SLUICE_REG_STAGE + k - 1] = here;
  }
  regs[SLUICE_REG_STAGES] = count;
}

// Stages by leading zeros, as many as D allows. D is a power of two.
static void leading_zeros(struct stimulus *s, uint32_t top, uint32_t *regs) {
  uint32_t log = 2 + stimulus_pick(s, 30 - (uint32_t)__builtin_clz(top));
  regs[SLUICE_REG_STAGE_BASE] = top - (UINT32_C(1) << log);
  regs[SLUICE_REG_STAGES] = SLUICE_STAGES_COUNT_LEADING_ZEROS + smaller(log - 1, SLUICE_MAX_STAGES);
}

// Occupancies of the queues.
struct fill {
  uint32_t cells[SLUICE_MAX_PORTS * SLUICE_MAX_CLASSES], most, packet;
  int queues, classes;
  uint64_t levels_seen;  // a bit per level
};

// Enqueues a packet to a random queue that has free cells, or dequeues one from a queue that holds cells. Returns false
// if there is no such queue.
static bool fill_step(struct pair *p, struct stimulus *s, struct fill *f, bool in) {
  int first = (int)stimulus_pick(s, (uint32_t)f->queues);
  for (int n = 0; n < f->queues; n++) {
    int q = (first + n) % f->queues;
    uint32_t left = in ? f->most - f->cells[q] : f->cells[q];
    if (left == 0) continue;
    uint32_t cells = 1 + stimulus_pick(s, smaller(left, f->packet));
    struct sluice_in event = {.tx_ready = true, .enq_valid = in, .deq_valid = !in};
    event.enq_port = event.deq_port = (uint8_t)(q / f->classes);
    event.enq_class = event.deq_class = (uint8_t)(q % f->classes);
    event.enq_cells = event.deq_cells = cells;
    pair_step(p, &event);
    pair_wait(p, SLUICE_ADMIT_LATENCY - 1);
    ck_assert(in ? pair_out(p)->adm_kind == SLUICE_PRIVATE : !pair_out(p)->deq_error);
    pair_wait(p, 2 + (int)stimulus_pick(s, 4));
    f->cells[q] += in ? cells : 0 - cells;
    for (q = 0; q < f->queues; q++) f->levels_seen |= UINT64_C(1) << smaller(pair_out(p)->queue_level[q], 63);
    return true;
  }
  return false;
}

// Fills and drains all queues, one packet of a random queue at a time, so that every class reports every stage: for
// tables of every size and for leading zeros. Small queues grow cell by cell. GFC-linear: every bit of the level.
START_TEST(each_level) {
  static struct stimulus s;
  const struct sluice_dims dims = pair_dims(_i / 2);
  int scheme = _i % 2 == 0 ? SLUICE_GFC : SLUICE_GFC_LINEAR;
  struct fill f = {.queues = dims.ports * dims.classes, .classes = dims.classes};
  if (!(dims.schemes >> scheme & 1) || f.queues > LEVEL_QUEUES) SUITE_SKIP;
  memset(&s, 0, sizeof s);
  s.dims = dims;
  s.rng = (uint64_t)_i + 1;
  struct pair p = pair_new(&dims, test, s.rng);
  for (int turn = 0; turn < LEVEL_TURNS; turn++) {
    bool table = turn < SLUICE_MAX_STAGES;
    uint32_t regs[SLUICE_REGS];
    register_set(&s, scheme, regs);
    regs[SLUICE_REG_LOSSLESS] = (1u << dims.classes) - 1;
    f.most = private_only(&dims, 60000, regs);
    if (f.most < 8) break;
    f.packet = regs[SLUICE_REG_MAX_PACKET] = 1 + smaller(f.most / (table ? 32 : 128), 0x1fff);
    f.levels_seen = 0;
    uint32_t top = regs[SLUICE_REG_STAGE_TOP] = f.most - up_to(&s, f.most / 8);
    uint32_t base = regs[SLUICE_REG_STAGE_BASE] = up_to(&s, top / 8);
    if (scheme == SLUICE_GFC && table) rising_table(&s, base, top, (uint32_t)turn + 1, regs);
    if (scheme == SLUICE_GFC && !table) leading_zeros(&s, top, regs);
    pair_wait(&p, f.queues);  // until the MMU is at rest
    ck_assert_int_eq(pair_configure(&p, regs), SLUICE_OK);
    uint32_t highest = scheme == SLUICE_GFC ? regs[SLUICE_REG_STAGES] & 15 : top - base;
    while (fill_step(&p, &s, &f, true)) continue;
    pair_wait(&p, 16);
    for (int q = 0; q < f.queues; q++) ck_assert_uint_eq(pair_out(&p)->queue_level[q], highest);
    while (fill_step(&p, &s, &f, false)) continue;
    if (scheme == SLUICE_GFC && f.packet == 1) ck_assert_uint_eq(f.levels_seen, (UINT64_C(2) << highest) - 1);
  }
  pair_free(&p);
}
END_TEST

// Changes a register, or a few, of a legal set so that a rule of docs/reference/registers.md just holds, or just fails.
static void move_to_limit(struct stimulus *s, uint32_t *regs) {
  const struct sluice_dims *d = &s->dims;
  uint32_t by = stimulus_pick(s, 3) - 1, packet = regs[SLUICE_REG_MAX_PACKET], ports = (uint32_t)d->ports;  // -1, 0, 1
  uint32_t k = 1 + stimulus_pick(s, SLUICE_MAX_STAGES), c = stimulus_pick(s, (uint32_t)d->classes);
  uint32_t *stage = &regs[SLUICE_REG_STAGE - 1];  // B_k
  uint32_t rule = stimulus_pick(s, RULES);
  if (regs[SLUICE_REG_SCHEME] == SLUICE_TTL && chance(s, 512))
    rule = RULES_OF_TTL + stimulus_pick(s, RULES_OF_GFC - RULES_OF_TTL);
  if (regs[SLUICE_REG_SCHEME] == SLUICE_SHP && chance(s, 512))
    rule = RULES_OF_SHP + stimulus_pick(s, RULES - RULES_OF_SHP);
  uint32_t bit;  // distance below the limit: shows a comparison that is wrong in this bit
  switch (rule) {
    case 0:
      regs[SLUICE_REG_HEADROOM] = packet + by;
      break;
    case 1:
      regs[SLUICE_REG_REFRESH] = 16 + by;
      break;
    case 2:
      regs[SLUICE_REG_PAUSE_TIME] = 2 * regs[SLUICE_REG_REFRESH] + by;
      break;
    case 3:
      regs[SLUICE_REG_QUANTA_STEP] = (regs[SLUICE_REG_REFRESH] << (ports > 32 ? 5 : 6)) + by;
      break;
    case 4:  // the product over ports, classes or queues just exceeds W bits
      regs[chance(s, 512) ? SLUICE_REG_PRIVATE : SLUICE_REG_HEADROOM] =
          (UINT32_C(1) << d->width) / ONE_OF(s, ports, (uint32_t)d->classes, ports * (uint32_t)d->classes) + 1 +
          stimulus_pick(s, 3);
      break;
    case 5:
      regs[SLUICE_REG_BUFFER] += by;
      break;
    case 6:
      regs[SLUICE_REG_XON] = regs[SLUICE_REG_XOFF] + by;
      break;
    case 7:
      regs[SLUICE_REG_TTL0] = stimulus_pick(s, 2 * (uint32_t)d->classes + 3);
      break;
    case 8:
      regs[SLUICE_REG_TTL_OPTIONS] = stimulus_pick(s, 8);
      break;
    case 9:
      bit = UINT32_C(1) << stimulus_pick(s, 32 - (uint32_t)__builtin_clz(ports * packet));
      regs[SLUICE_REG_PARTITION + c] = ports * packet + (chance(s, 512) ? -bit : by);
      break;
    case 10:
      regs[SLUICE_REG_ALPHA] = -stimulus_pick(s, 9);
      regs[SLUICE_REG_PARTITION + c] = (packet << -regs[SLUICE_REG_ALPHA]) + by;
      if (chance(s, 512)) {  // make the pools fit
        regs[SLUICE_REG_BUFFER] = (UINT32_C(1) << d->width) - 1;
        regs[SLUICE_REG_SHARED] = 0;
      }
      break;
    case 11:  // MAX_PACKET / alpha exceeds a partition or W bits
      regs[SLUICE_REG_ALPHA] = -stimulus_pick(s, 9);
      break;
    case 12:
      stage[k] = stage[k - 1] + by;
      break;
    case 13:
      regs[SLUICE_REG_STAGE_TOP] = regs[SLUICE_REG_PRIVATE] + by;
      break;
    case 14:
      regs[SLUICE_REG_STAGE_TOP] = stage[regs[SLUICE_REG_STAGES] & 15] + by;
      break;
    case 15:
      regs[SLUICE_REG_STAGE_BASE] =
          regs[SLUICE_REG_STAGE_TOP] - (UINT32_C(1) << stimulus_pick(s, (uint32_t)d->width)) + by;
      break;
    case 16:
      regs[SLUICE_REG_STAGES] = stimulus_pick(s, 32);
      break;
    case 17:
      regs[SLUICE_REG_STAGE_BASE] = stage[1] + by;
      break;
    case 19:  // SHP: the port's own headroom and the pool just hold a packet
      bit = UINT32_C(1) << stimulus_pick(s, 32 - (uint32_t)__builtin_clz(packet | 1));
      regs[SLUICE_REG_PORT_HEADROOM] = up_to(s, packet);
      regs[SLUICE_REG_HEADROOM_POOL] = packet - regs[SLUICE_REG_PORT_HEADROOM] + (chance(s, 512) ? -bit : by);
      break;
    case 20:  // SHP: the headroom of all ports just exceeds W bits
      regs[SLUICE_REG_PORT_HEADROOM] = (UINT32_C(1) << d->width) / ports + by;
      break;
    default:  // leading zeros with one stage and a D with one or two bits set
      bit = UINT32_C(1) << (31 - __builtin_clz(regs[SLUICE_REG_STAGE_TOP] | 16)) >> 1;
      regs[SLUICE_REG_STAGE_BASE] = regs[SLUICE_REG_STAGE_TOP] - (bit | bit >> stimulus_pick(s, 3));
      regs[SLUICE_REG_STAGES] = SLUICE_STAGES_COUNT_LEADING_ZEROS | 1;
      break;
  }
}

START_TEST(sets_at_their_limits) {
  static struct stimulus s;
  const struct sluice_dims dims = pair_dims(_i / SLUICE_SCHEMES);
  int scheme = _i % SLUICE_SCHEMES;
  if (!(dims.schemes >> scheme & 1)) SUITE_SKIP;
  memset(&s, 0, sizeof s);
  s.dims = dims;
  s.rng = (uint64_t)_i + 1;
  struct pair p = pair_new(&dims, test, s.rng);
  int taken = 0, refused = 0, sets = dims.ports * dims.classes > FEW_QUEUES ? LIMITS / 8 : LIMITS;
  for (int set = 0; set < sets; set++) {
    uint32_t regs[SLUICE_REGS];
    // Every fourth set has the largest packets: only then does the upper bit of a comparison with MAX_PACKET decide.
    do set % 4 == 0 ? register_set_large(&s, scheme, regs) : register_set(&s, scheme, regs);
    while (sluice_config_check(&dims, regs) != SLUICE_OK);
    for (int n = (int)stimulus_pick(&s, 3); n >= 0; n--) move_to_limit(&s, regs);
    enum sluice_reason reason = sluice_config_check(&dims, regs);
    pair_wait(&p, dims.ports * dims.classes);  // at rest after the set before, else the commit is refused as BUSY
    ck_assert_int_eq(pair_configure(&p, regs), reason);
    reason == SLUICE_OK ? taken++ : refused++;
  }
  ck_assert_int_gt(taken, sets / 8);
  ck_assert_int_gt(refused, sets / 8);
  pair_free(&p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("corners");
  TCase *tcase = tcase_create("corners");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, starts, 0, pair_variants());
  tcase_add_loop_test(tcase, configured_before_ready, 0, pair_variants());
  tcase_add_loop_test(tcase, commits_around_the_visits_of_the_limiter, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, largest_linear_d, 0, pair_variants());
  tcase_add_loop_test(tcase, each_level, 0, 2 * pair_variants());
  tcase_add_loop_test(tcase, sets_at_their_limits, 0, SLUICE_SCHEMES * pair_variants());
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
