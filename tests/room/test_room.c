// Tests time-based GFC in hardware: RTL and model in lock-step under random queues, stalls, periods and words, and the
// model against a scoreboard. A word of each lossless queue is taken within the stated time and has the room of its
// queue; a level is the stage, or the distance from B0, by division.
//
// A failure names the seed: SLUICE_SEED=7 make test T=room repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/traffic/random.h"
#include "tests/room/lockstep.h"
#include "tests/suite.h"

enum { SEEDS = 3, EPISODES = 12, CYCLES = LONG_RUN(4000), PORTS = 64, CLASSES = 8 };

struct bench {
  struct lockstep l;
  struct sluice_config cfg;
  struct sluice_room_in in;
  uint64_t random, seed, cycle;
  uint32_t cells[PORTS][CLASSES];  // the counters of the ingress queues
  uint32_t read[2];                // cells of the last two reads
  uint64_t taken[PORTS][CLASSES];  // cycle of the last word
  struct sluice_room_word sent[SLUICE_ROOM_RX_LATENCY];
  int wait, waited;                                  // longest wait of a word; present one
  uint64_t words, full, saturated, levels, longest;  // seen in this run
};

static uint32_t below(struct bench *b, uint32_t n) { return n == 0 ? 0 : (uint32_t)(random_next(&b->random) % n); }

static void wrong(const struct bench *b, const char *what) {
  ck_abort_msg("seed %" PRIu64 ", cycle %" PRIu64 ": %s", b->seed, b->cycle, what);
}

// Draws the registers, of those that a commit accepts and whose D fits a message.
static void configure(struct bench *b) {
  const struct sluice_room_dims *d = &b->l.model.dims;
  struct sluice_config *c = &b->cfg;
  const uint32_t most = (1u << d->bits) - 1, range = most < 65535 ? most : 65535;
  *c = (struct sluice_config){.lossless = (uint8_t)(1 + below(b, (1u << d->classes) - 1))};
  c->scheme = d->linear && (!d->staged || below(b, 2)) ? SLUICE_GFC_LINEAR : SLUICE_GFC;
  c->count_leading_zeros = below(b, 2);
  uint32_t width = 4 + below(b, range - 3);
  if (c->count_leading_zeros) {
    int bits = 2;
    while (bits < d->bits && bits < 15 && below(b, 8) != 0) bits++;
    if (bits >= d->bits) bits = d->bits - 1;
    width = 1u << bits;
  }
  c->stage_top = width + below(b, most - width + 1);
  c->stage_base = c->stage_top - width;
  while (c->stages < 15 && width >> (c->stages + 1) >= 2) c->stages++;
  for (int k = 1; k <= c->stages; k++) c->stage[k] = c->stage_top - (width >> k);
  const uint32_t queues = (uint32_t)(d->ports * d->classes), longest = (1u << d->period_bits) - 1;
  b->wait = (int)below(b, 4);
  const uint32_t least = (queues + 2) * (uint32_t)(b->wait + 1) + 1;
  const bool fits = least < longest && below(b, 4) != 0;
  b->in.period = fits ? least + below(b, longest - least < 300 ? longest - least : 300) : below(b, 30);
  b->in.config = c;
}

static uint32_t room_of(const struct bench *b, uint32_t cells) {
  const uint64_t room = cells >= b->cfg.stage_top ? 0 : b->cfg.stage_top - cells;
  return room > 65535 ? 65535 : (uint32_t)room;
}

// The level of a room, by division.
static uint32_t level_of(const struct bench *b, uint32_t room) {
  const uint64_t width = b->cfg.stage_top - b->cfg.stage_base;
  if (b->cfg.scheme == SLUICE_GFC_LINEAR) return room >= width ? 0 : (uint32_t)(width - room);
  uint32_t k = 0;
  for (uint64_t part = width / 2; k < (uint32_t)b->cfg.stages && room <= part; part = width >> (k + 1)) k++;
  return k;
}

static void check_tx(struct bench *b, bool promised) {
  const struct sluice_room_dims *d = &b->l.model.dims;
  const struct sluice_room_word *x = &b->l.out.tx;
  const uint64_t bound = b->in.period + (uint64_t)(d->ports * d->classes + 2) * (uint64_t)(b->wait + 1);
  if (x->valid) {
    if (!(b->cfg.lossless >> x->cls & 1)) wrong(b, "a word of a lossy class");
    if (x->value != room_of(b, b->read[1])) wrong(b, "a word has another room than its queue");
  }
  if (x->valid && b->in.tx_ready) {
    b->taken[x->port][x->cls] = b->cycle;
    b->words++;
    b->full += x->value == 0;
    b->saturated += x->value == 65535;
  }
  for (int p = 0; promised && p < d->ports; p++)
    for (int c = 0; c < d->classes; c++) {
      const uint64_t age = b->cycle - b->taken[p][c];
      if (!(b->cfg.lossless >> c & 1)) continue;
      if (age >= bound) wrong(b, "a queue is not reported in time");
      if (age > b->longest) b->longest = age;
    }
}

static void check_rx(struct bench *b) {
  const struct sluice_room_word *old = &b->sent[SLUICE_ROOM_RX_LATENCY - 1], *x = &b->l.out.level;
  if (x->valid != old->valid) wrong(b, "a level is early or late");
  if (!x->valid) return;
  if (x->port != old->port || x->cls != old->cls) wrong(b, "a level is of another queue");
  if (x->value != level_of(b, old->value)) wrong(b, "a room has another level");
  b->levels++;
}

static void one_cycle(struct bench *b, bool promised) {
  const struct sluice_room_dims *d = &b->l.model.dims;
  const bool word = b->l.model.tx.word.valid;
  b->in.read_cells = b->read[0];
  b->in.tx_ready = below(b, 2) || (word && b->waited == b->wait);
  b->waited = word && !b->in.tx_ready ? b->waited + 1 : 0;
  const uint32_t near = (uint32_t)b->cfg.stage_top - below(b, (uint32_t)(b->cfg.stage_top - b->cfg.stage_base) + 1);
  b->in.rx = (struct sluice_room_word){below(b, 2), (uint8_t)below(b, (uint32_t)d->ports),
                                       (uint8_t)below(b, (uint32_t)d->classes), (uint16_t)room_of(b, near)};
  if (below(b, 4) == 0) b->in.rx.value = (uint16_t)below(b, 65536);
  if (!lockstep_step(&b->l, &b->in)) wrong(b, b->l.difference);
  check_tx(b, promised);
  check_rx(b);
  memmove(&b->sent[1], &b->sent[0], sizeof b->sent - sizeof b->sent[0]);
  b->sent[0] = b->in.rx;
  if (b->l.out.read_enable) {
    b->read[1] = b->read[0];
    b->read[0] = b->cells[b->l.out.read_port][b->l.out.read_class];
  }
  const uint32_t all = (1u << d->bits) - 1, some = below(b, 2) ? near : below(b, 6) ? below(b, all) : all;
  b->cells[below(b, (uint32_t)d->ports)][below(b, (uint32_t)d->classes)] = some;
  b->cycle++;
}

static void run(struct bench *b, int variant, int episode) {
  b->random = random_mix(b->seed * EPISODES + (uint64_t)episode);
  b->cycle = 0;
  b->waited = 0;
  memset(b->taken, 0, sizeof b->taken);
  memset(b->sent, 0, sizeof b->sent);
  lockstep_new(&b->l, variant);
  configure(b);
  const uint64_t round = (uint64_t)(b->l.model.dims.ports * b->l.model.dims.classes + 2) * (uint64_t)(b->wait + 1);
  for (int i = 0; i < CYCLES; i++) one_cycle(b, b->in.period > round);
  lockstep_free(&b->l);
}

START_TEST(random_rounds) {
  static struct bench b;
  b = (struct bench){.seed = suite_number("SLUICE_SEED", 0, UINT64_MAX, (uint64_t)(_i % SEEDS + 1))};
  for (int episode = 0; episode < EPISODES; episode++) run(&b, _i / SEEDS, episode);
  if (getenv("SLUICE_SEED") != NULL) return;  // one run need not reach every event
  ck_assert_uint_gt(b.words, 300);
  ck_assert_uint_gt(b.full, 10);
  ck_assert_uint_gt(b.levels, 1000);
  ck_assert_uint_gt(b.longest, 20);
  if (b.l.model.dims.bits > 17) ck_assert_uint_gt(b.saturated, 10);
}
END_TEST

START_TEST(bad_parameters) {
  const struct sluice_room_dims bad[] = {
      {0, 8, 18, 12, true, true}, {65, 8, 18, 12, true, true}, {4, 9, 18, 12, true, true}, {4, 8, 7, 12, true, true},
      {4, 8, 29, 12, true, true}, {4, 8, 18, 3, true, true},   {4, 8, 18, 33, true, true}};
  struct sluice_room_port p;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ck_assert_int_ne(sluice_room_port_init(&p, &bad[i]), 0);
}
END_TEST

int main(void) {
  struct sluice_room_dims d;
  Suite *suite = suite_create("room");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 0);
  for (int v = 0; lockstep_variant(v, &d); v++) tcase_add_loop_test(random, random_rounds, v * SEEDS, (v + 1) * SEEDS);
  tcase_add_test(random, bad_parameters);
  suite_add_tcase(suite, random);
  return suite_run(suite);
}
