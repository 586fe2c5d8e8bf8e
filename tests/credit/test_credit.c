// Tests credits under random traffic, losses, delays and stalls: RTL and model in lock-step, and both against a
// scoreboard in 64 bits. No buffer overflows; when the losses end, every credit is known to be free within the stated
// time.
//
// A failure names the seed: SLUICE_VARIANT=3x8x4x8x8 SLUICE_SEED=7 make test T=credit repeats it.
#include "tests/credit/link.h"
#include "tests/suite.h"

enum { SEEDS = 4, EPISODES = 8, CYCLES = LONG_RUN(4000), GARBAGE = LONG_RUN(20000) };

static struct link l;
static uint64_t starts, stops, follows, lost_packets, lost_words, wraps, waiting_words, words[2];  // of this run

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

// Draws the configuration of both ports. Limits are the credits of the buffer at the other end.
static void configure(int within) {
  const struct sluice_credit_dims *d = &l.port[0].model.dims;
  const uint32_t most = d->infiniband ? 1u << (d->bits - 1) : (1u << d->bits) - 1, longest = (1u << d->period_bits) - 1;
  const uint32_t round = (uint32_t)(d->channels * (2 * within + 5)) + 1;
  for (int p = 0; p < 2; p++) {
    struct sluice_credit_config *cfg = &l.in[p].config;
    cfg->tx_overhead = l.in[!p].config.rx_overhead = (int8_t)((int)link_below(&l, 144) - 16);
    cfg->amount = link_below(&l, 3) == 0 ? 0 : 1 + link_below(&l, link_below(&l, 2) ? 40 : most);
    cfg->consumed_period = smaller(round + link_below(&l, 400), longest);
    cfg->freed_period = smaller(round + link_below(&l, 400), longest);
    for (int c = 0; c < d->channels; c++) {
      uint32_t credits = link_below(&l, 3) == 0 ? most : 1 + link_below(&l, smaller(most, 1000));
      cfg->limit[c] = l.in[!p].config.room[c] = credits;
    }
  }
}

static void run(int variant, uint64_t seed) {
  static const uint32_t rates[] = {20, 300, 900, 1024}, losses[] = {0, 0, 10, 200, 1000};
  for (int episode = 0; episode < EPISODES; episode++) {
    link_new(&l, variant, seed, episode);
    const struct sluice_credit_dims *d = &l.port[0].model.dims;
    struct link_traffic t = {.sends = rates[link_below(&l, 4)],
                             .drains = rates[link_below(&l, 4)],
                             .words_ready = rates[link_below(&l, 4)],
                             .packets_lost = losses[link_below(&l, 5)],
                             .words_lost = losses[link_below(&l, 5)],
                             .ready_within = (int)link_below(&l, 4),
                             .delay = link_below(&l, 2) ? link_below(&l, 200) : 0,
                             .delay_more = link_below(&l, 20),
                             .least_bytes = link_below(&l, 2) ? 1 : 60,
                             .most_bytes = (1u << d->length_bits) - 1};
    if (link_below(&l, 2)) t.most_bytes = 200;
    configure(t.ready_within);
    for (int i = 0; i < CYCLES; i++) link_step(&l, &t);
    // Without new packets and losses, all packets leave or are lost, then the last words that are lost, and then the
    // repair may take its time: a round of the sender's words, a round of the receiver's, and the lines.
    t.sends = t.packets_lost = t.words_lost = 0;
    t.drains = 1024;
    const uint32_t line = t.delay + t.delay_more + 2, counts = 3,
                   round = (uint32_t)(d->channels * (2 * t.ready_within + 5));
    uint32_t period[2] = {line + round, line + round}, repair;
    for (int p = 0; p < 2; p++) period[p] += l.in[!p].config.consumed_period + l.in[p].config.freed_period;
    repair = counts + line + round + (period[0] > period[1] ? period[0] : period[1]);
    for (int i = 0; i < 2; i++) link_step(&l, &t);  // the last answers
    while (!link_drained(&l)) link_step(&l, &t);
    for (uint32_t i = 0; i < line; i++) link_step(&l, &t);
    for (uint32_t i = 0; i < repair; i++) link_step(&l, &t);
    if (!link_whole(&l)) link_fail(&l, "credits are missing after %u cycles", repair);
    if (l.overflows > 0) link_fail(&l, "%llu packets found no buffer", (unsigned long long)l.overflows);
    starts += l.starts, stops += l.stops, follows += l.follows, lost_packets += l.lost_packets,
        lost_words += l.lost_words;
    wraps += l.wraps, waiting_words += l.waiting_words;
    for (int k = 0; k < 2; k++) words[k] += l.words[k];
    link_free(&l);
  }
}

START_TEST(random_traffic) {
  run(_i / SEEDS, suite_number("SLUICE_SEED", 0, UINT64_MAX, (uint64_t)(_i % SEEDS + 1)));
  if (getenv("SLUICE_SEED") != NULL) return;  // one run need not reach every event
  ck_assert_uint_gt(starts, 200);
  ck_assert_uint_gt(stops, 50);
  ck_assert_uint_gt(follows, 50);
  ck_assert_uint_gt(lost_packets, 10);
  ck_assert_uint_gt(lost_words, 10);
  ck_assert_uint_gt(waiting_words, 10);
  for (int k = 0; k < 2; k++) ck_assert_uint_gt(words[k], 50);
  if (l.port[0].model.dims.bits < 12) ck_assert_uint_gt(wraps, 100);
}
END_TEST

// Any input in any cycle: values that no sender would send, packets that were never sent, limits that change.
START_TEST(random_inputs) {
  const uint64_t seed = suite_number("SLUICE_SEED", 0, UINT64_MAX, (uint64_t)_i);
  link_new(&l, _i, seed, EPISODES);
  const struct sluice_credit_dims *d = &l.port[0].model.dims;
  struct sluice_credit_in *in = &l.in[0];
  const uint32_t bytes = 1u << d->length_bits;
  for (int i = 0; i < GARBAGE; i++) {
    struct sluice_credit_packet *packets[] = {&in->snd, &in->in, &in->out};
    if (i % 500 == 0) configure(0);
    if (i % 100 == 0) in->config.limit[link_below(&l, (uint32_t)d->channels)] = link_below(&l, 1u << d->bits);
    for (int k = 0; k < 3; k++)
      *packets[k] =
          (struct sluice_credit_packet){link_below(&l, 3) == 0, (uint8_t)link_below(&l, (uint32_t)d->channels),
                                        (uint16_t)link_below(&l, link_below(&l, 4) == 0 ? bytes : 20)};
    in->rx = (struct sluice_credit_word){.valid = link_below(&l, 5) == 0,
                                         .kind = (uint8_t)link_below(&l, 2),
                                         .channel = (uint8_t)link_below(&l, (uint32_t)d->channels),
                                         .value = link_below(&l, 1u << d->bits)};
    in->tx_ready = link_below(&l, 2);
    l.now++;
    if (!lockstep_step(&l.port[0], in)) link_fail(&l, "%s", l.port[0].difference);
  }
  link_free(&l);
}
END_TEST

int main(void) {
  const int chosen = lockstep_chosen(), runs = getenv("SLUICE_SEED") != NULL ? 1 : SEEDS;
  struct sluice_credit_dims d;
  Suite *suite = suite_create("credit");
  TCase *random = tcase_create("random"), *inputs = tcase_create("inputs");
  tcase_set_timeout(random, 0);
  tcase_set_timeout(inputs, 0);
  for (int v = 0; lockstep_variant(v, &d); v++) {
    if (chosen >= 0 && v != chosen) continue;
    tcase_add_loop_test(random, random_traffic, v * SEEDS, v * SEEDS + runs);
    tcase_add_loop_test(inputs, random_inputs, v, v + 1);
  }
  suite_add_tcase(suite, random);
  suite_add_tcase(suite, inputs);
  return suite_run(suite);
}
