// Tests credits in directed cases, RTL and model in lock-step: the credits that a link needs for its full rate, no
// fewer; the repair of a lost value and of a lost packet within the stated time; what an over-committed limit loses.
#include <limits.h>

#include "cmodel/rules/sluice_credit.h"
#include "tests/credit/link.h"
#include "tests/suite.h"

static struct link l;
enum { VARIANT_UE = 0 };  // the first variant; the second is InfiniBand

// Port 0 sends packets of `bytes` in channel 0 to port 1; nothing else happens unless a test changes it.
static void quiet_link(int variant, uint32_t credits) {
  link_new(&l, variant, 1, 0);
  for (int p = 0; p < 2; p++) {
    struct sluice_credit_config *cfg = &l.in[p].config;
    cfg->amount = 1;
    cfg->consumed_period = cfg->freed_period = 1000;
    for (int c = 0; c < l.port[0].model.dims.channels; c++) cfg->limit[c] = cfg->room[c] = credits;
  }
}

// One cycle of one port alone.
static void cycle(int p) {
  l.now++;
  if (!lockstep_step(&l.port[p], &l.in[p])) link_fail(&l, "port %d: %s", p, l.port[p].difference);
}

// Returns the cycles without a start, after a first loop, of a sender that has `limit` credits and a packet every
// `every` cycles, whose credits return in words of `amount` credits `loop` cycles after the packet.
static int idle_cycles(uint32_t limit, uint32_t amount, int every, int loop) {
  enum { CYCLES = 4000, RING = 4096, BYTES = 4096 };
  static uint64_t returned[RING];  // credits freed at each cycle, in all
  quiet_link(VARIANT_UE, limit);
  const uint32_t n = link_credits(&l, 0, BYTES);
  struct sluice_credit_in *in = &l.in[0];
  uint64_t sent = 0, freed = 0;
  int idle = 0, next = 0;
  memset(returned, 0, sizeof returned);
  for (int t = 0; t < CYCLES; t++) {
    // A packet that starts in cycle t counts as freed in cycle t + loop - 2, so that its credits serve a packet that
    // asks then and starts in t + loop.
    freed += returned[t];
    in->rx.valid = freed >= l.to[1].channel[0].known + (amount > 0 ? amount : 1);
    if (in->rx.valid) {
      l.to[1].channel[0].known = freed;
      in->rx = (struct sluice_credit_word){true, SLUICE_CREDIT_FREED, 0, (uint32_t)(freed & 0xfffff)};
    }
    const bool wants = t >= next, starts = wants && sluice_credit_tx_ready(&l.port[0].model.tx);
    if (starts) {
      sent += n;
      next = t + every;
      if (t + loop - 2 < RING) returned[t + loop - 2] += n;
    }
    idle += wants && !starts && t > 2 * loop;
    in->snd = (struct sluice_credit_packet){t + 2 >= next, 0, BYTES};
    cycle(0);
  }
  ck_assert(limit < n || sent > 0);
  link_free(&l);
  return idle;
}

// The rule says which limit keeps the line busy; a credit less does not.
START_TEST(needed_credits) {
  static const struct {
    int every, loop;
    uint32_t amount;
  } cases[] = {{10, 10, 0},  {10, 11, 0},  {10, 95, 0},    {7, 100, 32},
               {7, 100, 33}, {7, 100, 64}, {10, 100, 100}, {3, 200, 1000}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const struct sluice_credit_link link = {32, (uint32_t)cases[i].every,
                                            cases[i].amount};  // a byte of line time per cycle
    const uint32_t needed = (uint32_t)sluice_credits_needed(&link, (uint64_t)cases[i].loop);
    ck_assert_int_eq(idle_cycles(needed, cases[i].amount, cases[i].every, cases[i].loop), 0);
    ck_assert_int_gt(idle_cycles(needed - 1, cases[i].amount, cases[i].every, cases[i].loop), 0);
  }
}
END_TEST

// Every packet, or every value of the receiver, is lost until the sender stops. From then on nothing is lost, and all
// credits are back after a period, the round of all channels, and the line, in each direction.
START_TEST(repair) {
  const int variant = _i / 2;
  const bool packets = _i % 2 == 0;
  quiet_link(variant, 300);
  const int channels = l.port[0].model.dims.channels;
  struct link_traffic t = {
      .sends = 1024, .drains = 1024, .words_ready = 1024, .delay = 40, .least_bytes = 3000, .most_bytes = 4000};
  for (int i = 0; i < 500; i++) link_step(&l, &t);
  if (packets)
    t.packets_lost = 1024;
  else
    t.words_lost = 1024;
  for (int i = 0; i < 3000; i++) link_step(&l, &t);
  ck_assert_uint_gt(packets ? l.lost_packets : l.lost_words, 5);
  const uint64_t before = l.starts;
  for (int i = 0; i < 300; i++) link_step(&l, &t);
  if (!packets) ck_assert_uint_eq(l.starts, before);  // no credit is left
  t.sends = t.packets_lost = t.words_lost = 0;
  for (int i = 0; i < 100 || !link_drained(&l); i++) link_step(&l, &t);
  ck_assert(!link_whole(&l));
  for (int i = 0; i < 2 * (1000 + 5 * channels + 42) + 3; i++) link_step(&l, &t);
  ck_assert(link_whole(&l));
  ck_assert_uint_eq(l.overflows, 0);
  link_free(&l);
}
END_TEST

// Returns the cycles from an event to the first word of kind 1, after `idle` cycles without a word. The event is a
// packet of one byte that leaves, or a word of kind 0 that reports a lost credit.
static int cycles_to_word(int variant, int idle, bool leaves) {
  enum { MOST = 1000 };
  quiet_link(variant, 100);
  struct sluice_credit_in *in = &l.in[0];
  in->config.consumed_period = in->config.freed_period = 0;
  in->tx_ready = true;
  for (int i = 0; i < 200 + idle; i++) cycle(0);
  in->out = (struct sluice_credit_packet){leaves, 0, 1};
  in->rx = (struct sluice_credit_word){!leaves, SLUICE_CREDIT_CONSUMED, 0, 1};
  int cycles = 0;
  for (cycle(0); !l.port[0].out.tx.valid && cycles < MOST; cycles++) {
    in->out.valid = in->rx.valid = false;
    cycle(0);
  }
  const struct sluice_credit_word *word = &l.port[0].out.tx;
  ck_assert(word->valid && word->kind == SLUICE_CREDIT_FREED && word->channel == 0);
  ck_assert_uint_eq(word->value, 1 + (l.port[0].model.dims.infiniband ? in->config.room[0] : 0));
  link_free(&l);
  return cycles;
}

// The times of docs/hardware/latencies.md from freed credits to their word, for any cycle of the poll.
START_TEST(word_by_amount) {
  struct sluice_credit_dims d;
  ck_assert(lockstep_variant(_i, &d));
  int least = INT_MAX, most = 0;
  for (int idle = 0; idle < 2 * d.channels; idle++)
    for (int leaves = 0; leaves < 2; leaves++) {
      const int cycles = cycles_to_word(_i, idle, leaves);
      least = cycles < least ? cycles : least;
      most = cycles > most ? cycles : most;
    }
  // The poll after the one that finds the amount, at least 3 cycles later
  const int again = (3 + d.channels - 1) / d.channels * d.channels;
  ck_assert_int_eq(least, again + 4);
  ck_assert_int_eq(most, again + d.channels + 3);
}
END_TEST

// A limit of twice the buffer loses packets; the sender's value returns their credits.
START_TEST(over_committed) {
  quiet_link(VARIANT_UE, 200);
  for (int c = 0; c < l.port[0].model.dims.channels; c++) l.in[0].config.limit[c] = 400;
  struct link_traffic t = {.sends = 1024, .words_ready = 1024, .delay = 5, .least_bytes = 1000, .most_bytes = 2000};
  for (int i = 0; i < 2000; i++) link_step(&l, &t);
  ck_assert_uint_gt(l.overflows, 20);
  t.sends = 0;
  t.drains = 1024;
  while (!link_drained(&l)) link_step(&l, &t);
  for (int i = 0; i < 2 * (1000 + 5 * 8 + 7) + 3; i++) link_step(&l, &t);
  ck_assert(link_whole(&l));
  link_free(&l);
}
END_TEST

int main(void) {
  const int chosen = lockstep_chosen();
  Suite *suite = suite_create("credit cases");
  TCase *tcase = tcase_create("cases");
  tcase_set_timeout(tcase, 0);
  tcase_add_test(tcase, needed_credits);
  tcase_add_loop_test(tcase, repair, 0, 4);
  tcase_add_test(tcase, over_committed);
  struct sluice_credit_dims d;
  for (int v = 0; lockstep_variant(v, &d); v++)
    if (chosen < 0 || v == chosen) tcase_add_loop_test(tcase, word_by_amount, v, v + 1);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
