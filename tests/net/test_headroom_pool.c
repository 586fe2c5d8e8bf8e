// Tests SHP, the headroom pool of a switch, with the numbers of docs/reference/spec.md section 3, and its invariants
// with random events. tests/event/test_event_rules.c compares SHP with the reference and the event engine.
#include <inttypes.h>
#include <string.h>

#include "cmodel/rules/sluice_rules.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/simulation.h"
#include "tb/sim/traffic/random.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { PORTS = 32, CLASSES = 7, ETA = 56840, PRIVATE = 10240, RATIO = 8, PACKET = 40 };

// The chip of [DSH] without a shared pool: all packets go to headroom.
static struct sluice_rules chip(enum sluice_scheme scheme) {
  const struct sluice_dims dims = {PORTS, CLASSES, 28, (1u << SLUICE_RULE_SCHEMES) - 1, false};
  const struct sluice_config cfg = {.scheme = scheme,
                                    .configured = true,
                                    .buffer = 16777216,
                                    .max_packet = PACKET,
                                    .limits.eta = ETA,
                                    .headroom_pool = (PORTS * (CLASSES * ETA - PRIVATE)) / RATIO,
                                    .limits.port_headroom = PRIVATE,
                                    .pause_time = 65535,
                                    .refresh = 32767,
                                    .limits.quanta_step = 6400,
                                    .lossless = (1u << CLASSES) - 1};
  struct sluice_rules r;
  ck_assert_int_eq(sluice_rules_start(&r, &dims, &cfg), SLUICE_OK);
  return r;
}

// Enqueues the headroom of a queue, in packets. Returns the lost bytes.
static unsigned fill(struct sluice_rules *r, int port, int cls) {
  unsigned lost = 0;
  for (int i = 0; i < ETA / PACKET; i++)
    if (sluice_rules_enqueue(r, port, cls, PACKET) != SLUICE_HEADROOM) lost += PACKET;
  return lost;
}

START_TEST(four_ports_fill_the_pool_to_the_byte) {
  struct sluice_rules r = chip(SLUICE_SHP);
  ck_assert_uint_eq(r.cfg.headroom_pool, 1550560);
  ck_assert_uint_eq(r.cfg.headroom_pool + PORTS * PRIVATE, 1878240);
  for (int p = 0; p < 4; p++)
    for (int c = 0; c < CLASSES; c++) ck_assert_uint_eq(fill(&r, p, c), 0);
  ck_assert_uint_eq(r.occupancy.headroom_pool, 1550560);
  ck_assert_uint_eq(fill(&r, 4, 0), 46600);
  ck_assert_uint_eq(r.occupancy.headroom_pool, 1550560);
  // Each port has private headroom, but a queue at its cap takes nothing more.
  ck_assert_uint_eq(fill(&r, 5, 1), 46600);
  ck_assert_int_eq(sluice_rules_enqueue(&r, 0, 0, PACKET), SLUICE_REFUSED);
  // The pool is repaid first: the first port's private headroom stays in use.
  ck_assert(sluice_rules_dequeue(&r, 0, 0, ETA));
  ck_assert_uint_eq(r.occupancy.headroom_pool, 1550560 - ETA);
  ck_assert_uint_eq(fill(&r, 4, 1), 0);
  for (int c = 1; c < CLASSES; c++) ck_assert(sluice_rules_dequeue(&r, 0, c, ETA));
  ck_assert_uint_eq(r.occupancy.headroom_pool, 1550560 - (CLASSES * ETA - PRIVATE) + ETA);
}
END_TEST

// DSH has less headroom, 32 x 56,840 B. After the pause of a port at most eta arrives there, in any of its classes.
START_TEST(dsh_loses_nothing) {
  struct sluice_rules r = chip(SLUICE_DSH);
  for (int p = 0; p < PORTS; p++) ck_assert_uint_eq(fill(&r, p, p % CLASSES), 0);
  for (int p = 0; p < PORTS; p++) ck_assert(r.port_off[p]);
  ck_assert_uint_eq(PORTS * r.cfg.limits.eta, 1818880);
}
END_TEST

// h of a queue is at most its cap; the pool holds the parts of all ports above their private headroom, and is never
// exceeded; S + sum of h = sum of w; a queue with headroom in use is off.
static bool holds(const struct sluice_rules *r) {
  const struct sluice_occupancy *o = &r->occupancy;
  uint64_t pool = 0, headroom = 0, above = 0;
  bool good = true;
  for (int p = 0; p < r->dims.ports; p++) {
    uint64_t port = 0;
    for (int c = 0; c < r->dims.classes; c++) {
      good &= o->port[p].headroom[c] <= r->cfg.limits.eta;
      port += o->port[p].headroom[c];
      above += sluice_above(o->port[p].queue[c], r->cfg.limits.phi);
      good &= o->port[p].headroom[c] == 0 || r->level[p][c] == SLUICE_OFF;
    }
    good &= !r->port_off[p];
    headroom += port;
    pool += port > r->cfg.limits.port_headroom ? port - r->cfg.limits.port_headroom : 0;
  }
  return good && pool == o->headroom_pool && pool <= r->cfg.headroom_pool &&
         r->cfg.shared - o->pool_free + headroom == above;
}

START_TEST(invariants_hold_with_random_events) {
  const struct sluice_dims dims = {4, 3, 16, (1u << SLUICE_RULE_SCHEMES) - 1, false};
  uint64_t random = (uint64_t)_i + 1, full = 0;
  for (int run = 0; run < 20; run++) {
    const struct sluice_config cfg = {.scheme = SLUICE_SHP,
                                      .configured = true,
                                      .alpha = (int)random_below(&random, 4) - 2,
                                      .buffer = 5000,
                                      .max_packet = 20,
                                      .limits.phi = random_below(&random, 20),
                                      .shared = random_below(&random, 400),
                                      .limits.eta = 20 + random_below(&random, 60),
                                      .headroom_pool = 20 + random_below(&random, 200),
                                      .limits.port_headroom = random_below(&random, 60),
                                      .pause_time = 1000,
                                      .refresh = 400,
                                      .limits.quanta_step = 100,
                                      .lossless = 7};
    struct sluice_rules r;
    ck_assert_int_eq(sluice_rules_start(&r, &dims, &cfg), SLUICE_OK);
    for (int k = 0; k < 2000; k++) {
      int p = (int)random_below(&random, 4), c = (int)random_below(&random, 3);
      if (random_below(&random, 100) < (k / 100 % 2 == 0 ? 70u : 35u))
        full += sluice_rules_enqueue(&r, p, c, 1 + random_below(&random, 20)) == SLUICE_REFUSED;
      else
        sluice_rules_dequeue(&r, p, c, 1 + random_below(&random, r.occupancy.port[p].queue[c] + 1));
      if (!holds(&r)) ck_abort_msg("seed %d, run %d, event %d: an invariant does not hold", _i + 1, run, k);
    }
    for (int q = 0; q < 12; q++) sluice_rules_dequeue(&r, q / 3, q % 3, r.occupancy.port[q / 3].queue[q % 3]);
    ck_assert_uint_eq(r.occupancy.headroom_pool, 0);
    ck_assert_uint_eq(r.occupancy.pool_free, cfg.shared);
  }
  ck_assert_uint_gt(full, 100);
}
END_TEST

// In a network: seven classes of each of four ports pause one after the other while the port to z is nearly closed.
// The pool of SHP is too small for all of them. DSH, with less headroom in all, pauses the whole port.
#define CHIP(mmu)                                                                                                     \
  "name: pool\nduration_us: 400\ngbps: 100\ndelay_ns: 2000\npacket_bytes: 1000\nprocessing_ns: 300\nmmu: {" mmu       \
  ", buffer: 2MB, private: 1KB, shared: 400KB, alpha: 1/8, classes: 7}\nswitches: [{name: S, limit: [{link: z, gbps:" \
  " 0.001}]}]\nhosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: d, switch: S}, "      \
  "{name: z, switch: S}]\nflows: ["

static uint64_t lost(const char *mmu) {
  char text[8192];
  int n = snprintf(text, sizeof text, "%s", mmu);
  for (int k = 0; k < 4 * CLASSES; k++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%s{name: f%d, from: %c, to: z, class: %d, start_us: %d}",
                  k > 0 ? ", " : "", k, 'a' + k % 4, k / 4, 20 * (k / 4));
  snprintf(text + n, sizeof text - (size_t)n, "]\n");
  struct scenario *s;
  struct simulation *x = runs_of_text(text, &s, RUNS_EVENT);
  const uint64_t packets = simulation_result(x)->lost;
  simulation_free(x);
  scenario_free(s);
  return packets;
}

START_TEST(a_pool_for_all_queues_loses_nothing_and_a_shared_one_does) {
  ck_assert_uint_eq(lost(CHIP("scheme: DSH, headroom: 64KB")), 0);
  ck_assert_uint_eq(lost(CHIP("scheme: SHP, headroom: 64KB, port_headroom: 10KiB, headroom_pool: 1500KB")), 0);
  ck_assert_uint_gt(lost(CHIP("scheme: SHP, headroom: 64KB, port_headroom: 10KiB, headroom_pool: 220KB")), 100);
}
END_TEST

// ---- the study of docs/studies/shared-pool.md ----

#define STUDY "tb/studies/shared_pool/"
enum { GBPS = 100, WIRE_NS = 2000, MTU = 1500, RESPONSE = 3840, FULL_PORTS = 4 };

// Bytes that a queue receives after its pause, in the worst case [DSH Eq. 1].
static uint64_t cap(void) { return 2 * (GBPS * WIRE_NS / 8 + MTU) + RESPONSE; }

static uint64_t pool_of(uint64_t ratio) {
  uint64_t caps = PORTS * CLASSES * cap() - PORTS * PRIVATE;
  return (caps + ratio - 1) / ratio;
}

// Sets lost[0] to the bytes lost by h0 to h3, lost[1] to those lost by h4.
static void study(const char *mmu, uint64_t pool, uint64_t lost[2]) {
  char bytes[24];
  snprintf(bytes, sizeof bytes, "%" PRIu64, pool);
  const struct yaml_setting set[] = {{"trace.series", "[]", "SET", true}, {"mmu.headroom_pool", bytes, "SET", true}};
  const struct scenario_source from = {
      .path = STUDY "shared_pool.yaml", .mmu = mmu, .set = set, .sets = mmu == NULL ? 2 : 1};
  struct scenario *s;
  struct error err;
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  struct simulation *x = runs_simulate(s, runs_engine(RUNS_EVENT));
  const struct network_result *r = simulation_result(x);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  lost[0] = lost[1] = 0;
  for (int f = 0; f < s->flows; f++)
    lost[strcmp(s->flow[f].name, "fifth") == 0] += r->flow[f].sent_bytes - r->flow[f].bytes;
  simulation_free(x);
  scenario_free(s);
}

START_TEST(a_fifth_port_loses) {
  const uint64_t port = CLASSES * cap() - PRIVATE, last = 520, packet = 1160;
  uint64_t lost[2];
  ck_assert_uint_eq(cap(), 56840);
  ck_assert_uint_eq(pool_of(8), FULL_PORTS * port);
  study(NULL, pool_of(8), lost);
  ck_assert_uint_eq(lost[0], 0);
  ck_assert_uint_eq(lost[1], cap() - PRIVATE);
  ck_assert_uint_eq(lost[1], 46600);
  // To the byte: with one byte less, a packet of the four ports is lost, and h4 cannot use the bytes that it leaves
  // until its last packet.
  study(NULL, pool_of(8) - 1, lost);
  ck_assert_uint_eq(lost[0], packet);
  ck_assert_uint_eq(lost[1], cap() - PRIVATE - last);
  // A queue more fits into a pool for five ports.
  study(NULL, FULL_PORTS * port + cap() - PRIVATE, lost);
  ck_assert_uint_eq(lost[0] + lost[1], 0);
  study(NULL, FULL_PORTS * port + cap() - PRIVATE - 1, lost);
  ck_assert_uint_eq(lost[0], 0);
  ck_assert_uint_eq(lost[1], last);
}
END_TEST

START_TEST(dsh_with_less_headroom_loses_nothing) {
  uint64_t lost[2];
  study(STUDY "mmu_dsh.yaml", 0, lost);
  ck_assert_uint_eq(lost[0] + lost[1], 0);
  ck_assert_uint_lt(PORTS * cap(), pool_of(8) + PORTS * PRIVATE);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("headroom_pool");
  TCase *c = tcase_create("pool");
  tcase_set_timeout(c, 120);
  tcase_add_test(c, four_ports_fill_the_pool_to_the_byte);
  tcase_add_test(c, dsh_loses_nothing);
  tcase_add_loop_test(c, invariants_hold_with_random_events, 0, 6);
  tcase_add_test(c, a_pool_for_all_queues_loses_nothing_and_a_shared_one_does);
  tcase_add_test(c, a_fifth_port_loses);
  tcase_add_test(c, dsh_with_less_headroom_loses_nothing);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
