// Tests credits (scheme CBFC) of the event engine against closed forms and counts: the rate of a link with few credits,
// the credits that the planner asks for, no loss with static limits, losses with dynamic limits, and the repair of lost
// messages and frames. `make check T=event_credits` repeats it.
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/event/event_network.h"
#include "tb/sim/event/place_credit.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/traffic/random.h"
#include "tests/event/compare.h"
#include "tests/suite.h"

struct run {
  struct scenario *s;
  struct event_network *n;
};

static struct run run_scenario(struct scenario *s, uint64_t seed) {
  struct run r = {.s = s};
  const struct network_options o = {.event = true, .threads = 1, .seed = seed};
  ck_assert_int_eq(event_new(&r.n, s, &o), NETWORK_OK);
  ck_assert_int_eq(event_run(r.n), NETWORK_OK);
  return r;
}

static struct run run_text(const char *text, uint64_t seed) { return run_scenario(compare_load(text), seed); }

static void end(struct run *r) {
  event_free(r->n);
  scenario_free(r->s);
}

// ---- the rate of a link ----

enum { KINDS = 2, GBPS = 40, OVERHEAD = 20, CYCLE_PS = 4000 };

// A kind of credits, and packets that take one message each
struct one {
  const char *kind;
  uint32_t packet, size, amount, overhead, delay_ns;
};
static const struct one ones[KINDS] = {{"ultra_ethernet", 6392, 128, 6400, 8, 20000},
                                       {"infiniband", 1000, 64, 64, 40, 4000}};

static uint64_t line_ps(uint64_t bytes) { return bytes * 8000 / GBPS; }

// Credits of a packet, written out: 6392 + 8 bytes are 50 credits of 128; 1000 + 40 bytes are 17 of 64.
static uint32_t credits(int kind) { return kind == 0 ? 50 : 17; }

// The time from the start of a packet until its credits allow another start: the packet, the wire, the MMU, the packet
// again, a cycle, the message, the wire.
static uint64_t loop_ps(const struct one *x) {
  const uint64_t packet = line_ps(x->packet + OVERHEAD);
  return 2 * packet + 2 * x->delay_ns * UINT64_C(1000) + (SLUICE_ADMIT_LATENCY + 1) * CYCLE_PS +
         line_ps(CREDIT_ORDERED_SET);
}

// Packets that arrive in `us` microseconds with a limit of that many credits.
static uint64_t packets_with(const struct one *x, uint64_t limit, uint64_t amount, int us) {
  char text[1000];
  snprintf(text, sizeof text,
           "name: one\nclock_mhz: 250\ngbps: %d\ndelay_ns: 0\noverhead_bytes: %d\npacket_bytes: %u\nduration_us: %d\n"
           "mmu: {scheme: CBFC, classes: 1, buffer: 100MB, private: 10MB, credits: {kind: %s, limit: %" PRIu64
           ", amount: %" PRIu64
           ", overhead_bytes: %u, freed_period_us: 0, consumed_period_us: 0}}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B, delay_ns: %u}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n",
           GBPS, OVERHEAD, x->packet, us, x->kind, limit * x->size, amount, x->overhead, x->delay_ns);
  struct run r = run_text(text, 1);
  const uint64_t packets = r.n->result.flow[0].packets;
  ck_assert_uint_eq(r.n->result.lost, 0);
  end(&r);
  return packets;
}

// k packets' credits carry k packets in each loop, as long as the line is not the limit.
START_TEST(rate_is_credits_per_loop) {
  enum { US = 20000 };
  const struct one *x = &ones[_i];
  const uint64_t packet = line_ps(x->packet + OVERHEAD), full = loop_ps(x) / packet;
  const uint64_t packets[] = {1, 2, full / 2, full};
  for (size_t i = 0; i < sizeof packets / sizeof packets[0]; i++) {
    const uint64_t k = packets[i], spare = credits(_i) - 1;
    const uint64_t loops = (uint64_t)US * 1000000 / loop_ps(x),
                   got = packets_with(x, k * credits(_i) + spare, x->amount, US);
    ck_assert_msg(got + 2 * k >= k * loops && got <= k * (loops + 1),
                  "%s, %" PRIu64 " packets: %" PRIu64 " arrive, expected %" PRIu64, x->kind, k, got, k * loops);
  }
}
END_TEST

// With the credits of the planner the link is never idle; with one packet less it is.
START_TEST(needed_credits_are_exact) {
  enum { US = 3000 };
  const struct one *x = &ones[_i % KINDS];
  const uint64_t n = credits(_i % KINDS),
                 amount = _i < KINDS ? x->amount : 5 * n * x->size / 2;  // a batch of 3 packets
  const struct sluice_credit_link l = {(uint32_t)n, x->packet + OVERHEAD, (uint32_t)(amount / x->size)};
  const uint64_t loop_bytes = (loop_ps(x) * GBPS + 7999) / 8000, needed = sluice_credits_needed(&l, loop_bytes);
  const uint64_t plenty = packets_with(x, 2 * needed, amount, US), got = packets_with(x, needed, amount, US),
                 less = packets_with(x, needed - n, amount, US);
  ck_assert_msg(got == plenty && less < plenty,
                "%s, amount %" PRIu64 ": %" PRIu64 " packets with %" PRIu64 " credits, %" PRIu64
                " with a packet less, %" PRIu64 " with plenty",
                x->kind, amount, got, needed, less, plenty);
}
END_TEST

// ---- random traffic ----

enum { SWITCHES = 4 };

static const char *const settings[] = {
    "kind: ultra_ethernet, amount: 6400",
    "kind: infiniband, amount: 64",
    "kind: infiniband, amount: 2048, overhead_bytes: 12",
    "kind: ultra_ethernet, amount: 6400, message_loss: 0.3, freed_period_us: 20, consumed_period_us: 20",
    "kind: infiniband, amount: 640, message_loss: 0.3, frame_loss: 0.02, freed_period_us: 20, consumed_period_us: 20",
    "kind: ultra_ethernet, amount: 6400, frame_loss: 0.02, freed_period_us: 20, consumed_period_us: 20"};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

// A chain of switches with a slow host each, so that every link runs out of credits. No cycle of dependencies.
static struct run random_run(const char *registers, const char *set, uint64_t seed) {
  uint64_t random = seed;
  char text[4000], *to = text, *last = text + sizeof text;
  to += snprintf(to, (size_t)(last - to),
                 "name: random\nclock_mhz: 250\ngbps: 40\nduration_us: 20000\nstop_us: 1000\nseed: %" PRIu64
                 "\nmmu: {scheme: CBFC, classes: 2, %s, credits: {%s}}\n"
                 "switches: [{name: A}, {name: B}, {name: C}, {name: D}]\n"
                 "links: [{name: L1, a: A, b: B}, {name: L2, a: B, b: C}, {name: L3, a: C, b: D}]\nhosts:\n",
                 seed, registers, set);
  for (int i = 0; i < 2 * SWITCHES; i++)
    to += snprintf(to, (size_t)(last - to), "  - {name: h%d, switch: %c, gbps: %u}\n", i, 'A' + i / 2,
                   10 + 10 * random_below(&random, 4));
  to += snprintf(to, (size_t)(last - to), "flows:\n");
  for (int i = 0; i < 12; i++) {
    const uint32_t from = random_below(&random, 2 * SWITCHES), more = 1 + random_below(&random, 2 * SWITCHES - 1);
    to += snprintf(to, (size_t)(last - to), "  - {name: f%d, from: h%u, to: h%u, class: %u, packet_bytes: %u}\n", i,
                   from, (from + more) % (2 * SWITCHES), random_below(&random, 2), 64 + random_below(&random, 1437));
  }
  ck_assert(to < last);
  return run_text(text, seed);
}

// When a network has drained, all counters of a link agree, also with losses.
static void counters_agree(const struct run *r, bool losses) {
  for (int i = 0; i < 2 * r->s->links; i++) {
    const struct scenario_link *l = &r->s->link[i / 2];
    const int from = l->end[i % 2].node, to = l->end[!(i % 2)].node, p = l->end[!(i % 2)].port;
    if (to >= r->s->switches) continue;
    const struct place *m = r->n->place[to];
    const struct event_port *sender =
        from < r->s->switches ? &r->n->place[from]->port[l->end[i % 2].port] : &m->host[p]->port;
    for (uint32_t c = 0; c < m->classes; c++) {
      const struct credit_receiver *x = &m->port[p].credit->receiver[c];
      ck_assert_uint_eq(x->received, x->freed);
      if (!losses) ck_assert_uint_eq(sender->credit->sender[c].consumed, x->received);
    }
  }
}

START_TEST(static_limits_lose_nothing) {
  const bool frames = strstr(settings[_i], "frame_loss") != NULL, losses = strstr(settings[_i], "loss") != NULL;
  uint64_t empty = 0, repaired = 0, dropped = 0;
  for (uint64_t seed = 1; seed <= LONG_RUN(4); seed++) {
    struct run r = random_run("buffer: 4MB, private: 16KB", settings[_i], seed);
    uint64_t sent = 0, received = 0;
    for (int i = 0; i < r.s->flows; i++) {
      sent += r.n->result.flow[i].sent;
      received += r.n->result.flow[i].packets;
    }
    for (int i = 0; i < 2 * r.s->links; i++) {
      empty += r.n->result.link[i / 2][i % 2].pauses;
      repaired += r.n->result.link[i / 2][i % 2].credits_lost;
    }
    dropped += r.n->result.dropped;
    ck_assert_uint_eq(r.n->result.lost, 0);
    ck_assert_uint_eq(received + r.n->result.dropped, sent);
    ck_assert_int_eq(r.n->result.verdict.kind, VERDICT_DRAINED);
    for (int i = 0; i < r.s->switches; i++) ck_assert_uint_le(r.n->result.sw[i].peak_queue, 16000);
    counters_agree(&r, losses);
    end(&r);
  }
  ck_assert_uint_gt(empty, 1000);
  ck_assert(frames == (dropped > 0));
  ck_assert(frames == (repaired > 0));
}
END_TEST

// Limits of 2^n times the free pool: eight channels are promised the same cells. With alpha 1 few of the seeds lose.
START_TEST(dynamic_limits_lose) {
  static const struct {
    const char *alpha;
    bool loses;
  } rows[] = {{"1/16", false}, {"1", true}, {"4", true}};
  char registers[100];
  snprintf(registers, sizeof registers, "buffer: 200KB, alpha: %s", rows[_i].alpha);
  uint64_t lost = 0;
  for (uint64_t seed = 1; seed <= 24; seed++) {
    struct run r = random_run(registers, "amount: 6400", seed);
    lost += r.n->result.lost;
    end(&r);
  }
  ck_assert_msg((lost > 0) == rows[_i].loses, "alpha %s: %" PRIu64 " lost", rows[_i].alpha, lost);
}
END_TEST

// ---- outages and deadlocks ----

// The frames and messages of an outage are lost; the full counters return their credits. Without those the class stops.
START_TEST(counters_repair_an_outage) {
  static const char *const periods[] = {"freed_period_us: 50, consumed_period_us: 50",
                                        "freed_period_us: 0, consumed_period_us: 0"};
  char text[1000];
  snprintf(
      text, sizeof text,
      "name: outage\nclock_mhz: 250\ngbps: 40\nduration_us: 3000\nstop_us: 2000\n"
      "mmu: {scheme: CBFC, classes: 1, buffer: 1MB, private: 40KB, credits: {amount: 6400, %s}}\n"
      "switches: [{name: A}, {name: B}]\nlinks: [{name: L, a: A, b: B, delay_ns: 5000, down_us: 200, up_us: 240}]\n"
      "hosts: [{name: a, switch: A}, {name: b, switch: B}]\nflows: [{name: f, from: a, to: b}]\n",
      periods[_i]);
  struct run r = run_text(text, 1);
  const uint64_t lost = r.n->result.link[0][1].credits_lost, frames = r.n->result.flow[0].dropped;
  const double gbps = (double)r.n->result.flow[0].window_bytes * 8 / 2e6;
  ck_assert_uint_gt(frames, 0);
  if (_i == 0) {
    ck_assert_uint_gt(lost, 0);
    ck_assert_double_gt(gbps, 20);
    ck_assert_int_eq(r.n->result.verdict.kind, VERDICT_DRAINED);
  } else {
    ck_assert_uint_eq(lost, 0);
    ck_assert_double_lt(gbps, 15);
  }
  end(&r);
}
END_TEST

static enum verdict_kind verdict(const char *mmu, const char *amount) {
  struct error err;
  const struct yaml_setting set[] = {{"mmu.credits.kind", "infiniband", "set", false},
                                     {"mmu.credits.amount", amount, "set", false}};
  const struct scenario_source from = {.path = "tb/examples/scenarios/case2.yaml", .mmu = mmu, .set = set, .sets = 2};
  struct scenario *s;
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  struct run r = run_scenario(s, 1);
  const enum verdict_kind kind = r.n->result.verdict.kind;
  ck_assert((kind == VERDICT_DEADLOCKED) == (r.n->result.verdict.cycle != NULL));
  ck_assert_uint_eq(r.n->result.lost, 0);
  end(&r);
  return kind;
}

START_TEST(a_cycle_of_credits_deadlocks) {
  ck_assert_int_eq(verdict("tb/examples/scenarios/mmu_cbfc.yaml", "64"), VERDICT_DEADLOCKED);
  ck_assert_int_eq(verdict("tb/examples/scenarios/mmu_cbfc_ttl.yaml", "64"), VERDICT_DRAINED);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("event, credits");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 120);
  tcase_add_loop_test(t, rate_is_credits_per_loop, 0, KINDS);
  tcase_add_loop_test(t, needed_credits_are_exact, 0, 2 * KINDS);
  tcase_add_loop_test(t, static_limits_lose_nothing, 0, SETTINGS);
  tcase_add_loop_test(t, dynamic_limits_lose, 0, 3);
  tcase_add_loop_test(t, counters_repair_an_outage, 0, 2);
  tcase_add_test(t, a_cycle_of_credits_deadlocks);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
