// What a run measures: completion times against an empty network, latencies, queues over time, time series. Expected
// numbers follow from the scenario alone: a clock of 250 MHz, 1000 bytes and 20 of preamble and gap at 40 Gb/s are 51
// clocks, a switch admits a packet 6 clocks after its last bit has come, and time is in whole clocks.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "histogram.h"
#include "net.h"
#include "report.h"

enum { ADMIT = 6, FILES = 6 };

static struct scenario *scenario;
static struct network *net;
static const struct network_result *result;
enum { PAUSES, OCCUPANCY, SERIES, FLOWS, LINKS, QUEUES };
static char *text[FILES];
static size_t size[FILES];

static struct scenario *load_text(const char *yaml) {
  char path[] = "/tmp/test_measure.XXXXXX", err[512];
  struct scenario *s;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(yaml, f);
  fclose(f);
  int status = scenario_load(path, &s, err, sizeof err);
  unlink(path);
  ck_assert_msg(status == 0, "%s\n%s", err, yaml);
  return s;
}

static void forget(void) {
  network_free(net);
  scenario_free(scenario);
  for (int i = 0; i < FILES; i++) {
    free(text[i]);
    text[i] = NULL;
  }
  net = NULL;
  scenario = NULL;
}

static void run(const char *yaml, struct network_options o) {
  FILE *f[FILES];
  scenario = load_text(yaml);
  for (int i = 0; i < FILES; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&text[i], &size[i]));
  o.pauses = f[PAUSES];
  o.occupancy = f[OCCUPANCY];
  o.series = f[SERIES];
  o.seed = scenario->seed;
  ck_assert_int_eq(network_new(&net, scenario, &o), NETWORK_OK);
  ck_assert_int_eq(network_run(net), NETWORK_OK);
  result = network_result(net);
  csv_flows(scenario, result, f[FLOWS]);
  csv_links(scenario, result, f[LINKS]);
  csv_queues(scenario, result, f[QUEUES]);
  for (int i = 0; i < FILES; i++) fclose(f[i]);
}

static void run_model(const char *yaml) { run(yaml, (struct network_options){.engine = ENGINE_MODEL}); }

// ---- histograms ----

static uint64_t state;

static uint64_t next(void) {  // xorshift64* (Vigna, 2016)
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t below(uint64_t n) { return next() % n; }

static int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

// Values of very different sizes, each perhaps many times, against all of them sorted; in two histograms, merged.
START_TEST(histogram_is_within_its_error) {
  enum { COUNT = 20000 };
  static const unsigned permille[] = {1, 10, 500, 900, 990, 999, 1000};
  static uint64_t value[COUNT];
  state = (uint64_t)_i + 1;
  struct histogram h = {.count = NULL}, other = {.count = NULL};
  int count = 1 + (int)below(COUNT), n = 0;
  while (n < count) {
    uint64_t v = next() >> (_i % 2 == 0 ? below(64) : 40 + below(4)), times = 1 + below(3);
    ck_assert_int_eq(histogram_add(below(2) ? &h : &other, v, times), 0);
    for (; times > 0 && n < count; times--) value[n++] = v;
    if (times > 0) ck_assert_int_eq(histogram_add(&h, v, -times), 0);  // as many as are in the list
  }
  ck_assert_int_eq(histogram_merge(&h, &other), 0);
  qsort(value, (size_t)n, sizeof *value, ascending);
  uint64_t got[sizeof permille / sizeof *permille];
  histogram_permilles(&h, permille, got, sizeof permille / sizeof *permille);
  for (size_t i = 0; i < sizeof permille / sizeof *permille; i++) {
    uint64_t exact = value[((uint64_t)n * permille[i] + 999) / 1000 - 1];
    uint64_t error = got[i] > exact ? got[i] - exact : exact - got[i];
    ck_assert_msg(error <= exact / 256, "seed %d: %u permille of %d: expected %" PRIu64 ", got %" PRIu64, _i + 1,
                  permille[i], n, exact, got[i]);
  }
  histogram_free(&h);
  histogram_free(&other);
}
END_TEST

START_TEST(empty_histogram) {
  static const unsigned permille[] = {500, 999};
  uint64_t value[2] = {1, 1};
  struct histogram h = {.count = NULL};
  histogram_permilles(&h, permille, value, 2);
  ck_assert(value[0] == 0 && value[1] == 0);
  ck_assert_int_eq(histogram_add(&h, UINT64_MAX, 1), 0);
  histogram_permilles(&h, permille, value, 2);
  ck_assert_uint_ge(value[0], UINT64_MAX - UINT64_MAX / 256);
  ck_assert_uint_le(h.buckets, HISTOGRAM_BUCKETS);
  histogram_free(&h);
}
END_TEST

// ---- one flow in an empty network ----

#define ONE "name: one\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"

static uint64_t completion(void) {
  ck_assert(report_complete(scenario, result, 0));
  return report_completion(result, 0);
}

// 1000, 1000, 1000 and 1 byte, which is 64 on the line: 84 bytes are 4.2 clocks. The host sends until 157.2, but the
// switch, from 51 + 250 + 6 on, sends the first three until 460; then 464.2, and 250 clocks of wire: 715.
START_TEST(alone_over_one_switch) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 3001}]\n");
  ck_assert_uint_eq(completion(), 715);
  ck_assert_uint_eq(result->flow[0].ideal, 715);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  // Each packet of 1000 takes 51 + 250 + 6 + 51 + 250; the last one is sent at 153.
  ck_assert_uint_eq(result->flow[0].latency_sum, 3 * 608 + 715 - 153);
  ck_assert_str_eq(text[FLOWS],
                   "f,x,y,0,3001,0.000,2860.000,2860.000,1.000000,8.394406,4,3001,4,3001,0,0,"
                   "2386.000,2432.000,2432.000,2432.000,2432.000\n");
  forget();
}
END_TEST

// The second packet, of 1 byte, is sent at 51, ready at 56 + 250 + 6, and begins when the first one is out, at 358.
START_TEST(two_latencies) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 1001}]\n");
  const struct flow_result *r = &result->flow[0];
  ck_assert_uint_eq(completion(), 358 + 5 + 250);
  ck_assert_uint_eq(r->latency_max, 608);
  ck_assert_uint_eq(r->latency_sum, 608 + 562);
  ck_assert_double_eq_tol((double)r->percentile[0], 562, 562 / 256.0);
  for (int p = 1; p < PERCENTILES; p++) ck_assert_double_eq_tol((double)r->percentile[p], 608, 608 / 256.0);
  forget();
}
END_TEST

// Lines of 100 Gb/s: 1000 bytes are 20.4 clocks, wires 250, 25 and 250. The first switch may send at 40 Gb/s only, the
// second at 10: packets start every 50, and every 200 clocks. The first one is at the second switch after 21 + 250 + 6
// + 21 + 25 + 6 = 329 clocks; 500 bytes go 4 * 200 later, in 10.4 clocks: 329 + 800 + 11 + 250. All begins 2.5 us late,
// which is not part of it.
START_TEST(alone_at_unequal_rates) {
  run_model(ONE
            "gbps: 100\nswitches: [{name: S, limit: [{link: L, gbps: 40}]}, {name: T, limit: [{link: y, gbps: 10}]}]\n"
            "links: [{name: L, a: S, b: T, delay_ns: 100}]\nhosts: [{name: x, switch: S}, {name: y, switch: T}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 4500, start_us: 2.5}]\n");
  ck_assert_uint_eq(result->flow[0].start, 625);
  ck_assert_uint_eq(completion(), 1390);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// A port limited to 8 Gb/s starts a packet of 1000 bytes, now without preamble, every 250 clocks; each is 50 clocks on
// the line. Three: 50 + 250 + 6 + 2 * 250 + 50 + 250.
START_TEST(alone_through_a_limiter) {
  run_model(ONE
            "overhead_bytes: 0\nswitches: [{name: S, limit: [{link: y, gbps: 8}]}]\n"
            "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y, bytes: 3000}]\n");
  ck_assert_uint_eq(completion(), 1106);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// 64 bytes at 128 Gb/s are a clock. Ten: at the switch after 1 + 250 + 6, then one in every clock, and out 250 later.
// With GFC the gate learns of a packet after 2 clocks: one in every second clock.
START_TEST(alone_in_short_frames) {
  char yaml[1024];
  for (int gfc = 0; gfc < 2; gfc++) {
    snprintf(yaml, sizeof yaml,
             "name: short\nduration_us: 100\ngbps: 128\noverhead_bytes: 0\nmmu: {scheme: %s, buffer: 8MB, ports: 4}\n"
             "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
             "flows: [{name: f, from: x, to: y, bytes: 640, packet_bytes: 64}]\n",
             gfc ? "GFC, b0: 100KB" : "STATIC, xoff: 1MB, headroom: 60KB");
    run_model(yaml);
    ck_assert_uint_eq(completion(), gfc ? 257 + 9 * 2 + 1 + 250 : 257 + 10 + 250);
    ck_assert_uint_eq(result->flow[0].ideal, completion());
    forget();
  }
}
END_TEST

// Its own 10 Gb/s are part of the flow: packets start every 200 clocks.
START_TEST(alone_at_its_own_rate) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 3000, gbps: 10}]\n");
  ck_assert_uint_eq(completion(), 2 * 200 + 608);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// Any chain, sizes and rates, under every scheme: alone a flow takes its ideal time to the clock.
static const char *const schemes[] = {
    "STATIC, xoff: 2MB, headroom: 60KB", "SIH, alpha: 8, headroom: 60KB", "DSH, alpha: 8, headroom: 60KB",
    "TTL, alpha: 8, headroom: 60KB",     "GFC, b0: 400KB, bm: 800KB",     "GFC_LINEAR, b0: 360KB, bm: 420KB",
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

// GFC-linear's gap behind a packet is of whole cells, also at full rate: cells of a byte, so that none is longer than
// the packet itself. GFC's hosts have large packets: rate limiter and line, which both count parts of a clock, may get
// out of step when a message comes, and then lose some of a clock with every packet.
static void random_chain(char *yaml, size_t size, const char *scheme) {
  bool linear = strstr(scheme, "LINEAR") != NULL, gfc = strstr(scheme, "GFC") != NULL;
  int switches = 1 + (int)below(4), gbps = 10 + (int)below(90), at = 0;
#define PUT(...) at += snprintf(yaml + at, size - (size_t)at, __VA_ARGS__)
  PUT("name: chain\nduration_us: 20000\nclock_mhz: %d\ncell_bytes: %d\npacket_bytes: %d\n",
      200 + (int)(below(2) * below(1800)), linear || below(2) ? 1 : 1 + (int)below(300),
      64 + (int)below(gfc || below(3) ? 9000 : 8));
  PUT("gbps: %d\nmmu: {scheme: %s, buffer: 24MB}\nswitches:\n", gbps, scheme);
  for (int i = 0; i < switches; i++) {
    PUT("  - {name: S%d", i);
    if (below(3) == 0) PUT(", limit: [{link: %c%d, gbps: %d}]", i + 1 < switches ? 'L' : 'y', i, 1 + (int)below(gbps));
    PUT("}\n");
  }
  if (switches > 1) PUT("links:\n");
  for (int i = 0; i + 1 < switches; i++)
    PUT("  - {name: L%d, a: S%d, b: S%d, delay_ns: %d, overhead_bytes: %d}\n", i, i, i + 1, (int)below(3000),
        (int)below(30));
  PUT("hosts:\n  - {name: x, switch: S0}\n  - {name: y%d, switch: S%d}\n", switches - 1, switches - 1);
  PUT("flows:\n  - {name: f, from: x, to: y%d, bytes: %d", switches - 1, 1 + (int)below(300000));
  if (below(3) == 0) PUT(", gbps: %d", 1 + (int)below(gbps));
  PUT("}\n");
#undef PUT
}

START_TEST(alone_is_ideal) {
  char yaml[2048];
  state = (uint64_t)_i + 1;
  random_chain(yaml, sizeof yaml, schemes[_i % SCHEMES]);
  run_model(yaml);
  ck_assert_msg(completion() == result->flow[0].ideal, "seed %d: expected %" PRIu64 ", got %" PRIu64 "\n%s", _i + 1,
                result->flow[0].ideal, completion(), yaml);
  forget();
}
END_TEST

// ---- flows that meet ----

// Two hosts send 1000 packets each to a third one. Its line sends all 2000, 51 clocks each, from 51 + 250 + 6 on; alone
// it would have sent 1000. They take turns, so the other flow is one packet earlier.
START_TEST(incast_of_two) {
  run_model(
      "name: two\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 1MB, class: 2}]\n");
  const uint64_t alone = 307 + 1000 * 51 + 250, last = 307 + 2000 * 51 + 250;
  const struct summary *y = &result->summary;
  for (int i = 0; i < 2; i++) ck_assert_uint_eq(result->flow[i].ideal, alone);
  ck_assert_uint_eq(report_completion(result, 0), last - 51);
  ck_assert_uint_eq(report_completion(result, 1), last);
  ck_assert_uint_eq(y->slowdown.count, 2);
  ck_assert_double_eq_tol(y->slowdown.max, (double)last / (double)alone, 1e-12);
  ck_assert_double_eq_tol(y->slowdown.percentile[0], (double)(last - 51) / (double)alone, 1e-12);  // nearest rank
  ck_assert_double_eq_tol(y->completion.mean, (double)last - 25.5, 1e-9);
  ck_assert_uint_eq(y->by_size[5].count, 2);  // above 100 KB, to 1 MB
  ck_assert_uint_eq(y->by_class[0].count, 1000);
  ck_assert_uint_eq(y->by_class[2].count, 1000);
  ck_assert_uint_eq(y->latency.count, 2000);
  // Packet k of g is sent at 51 k and ends at 307 + 51 * 2 (k + 1) + 250; of f 51 sooner. Half of all wait no more
  // than:
  double mean_g = 0;
  for (int k = 0; k < 1000; k++) mean_g += (557 + 102 * (k + 1) - 51 * k) / 1000.0;
  ck_assert_double_eq_tol(y->by_class[2].mean, mean_g, 1e-6);
  ck_assert_double_eq_tol(y->by_class[0].mean, mean_g - 51, 1e-6);
  ck_assert_double_eq(y->latency.max, 557 + 102 * 1000 - 51 * 999);
  ck_assert_double_eq_tol(y->by_class[2].percentile[0], 557 + 102 * 500 - 51 * 499,
                          (557 + 102 * 500 - 51 * 499) / 256.0);
  ck_assert_double_eq_tol(y->by_class[2].percentile[1], 557 + 102 * 990 - 51 * 989,
                          (557 + 102 * 990 - 51 * 989) / 256.0);
  ck_assert_uint_ge(result->flow[1].percentile[1], 557 + 102 * 985 - 51 * 984);
  forget();
}
END_TEST

// Bytes in the switch of the incast, by class, clock by clock: in 6 clocks after a packet has come, out with its last
// bit. The sources stop when the last packets begin to be sent, at 51 * 999.
START_TEST(queues_over_time) {
  static uint64_t held[51 * 999];
  run_model(
      "name: two\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 1MB, class: 2}]\n");
  ck_assert_uint_eq(result->stop, sizeof held / sizeof *held);
  for (int flow = 0; flow < 2; flow++) {
    const int cls = 2 * flow, clocks = (int)(sizeof held / sizeof *held);
    double sum = 0;
    uint64_t most = 0;
    for (int t = 0; t < clocks; t++) {
      int in = t < 307 + flow ? 0 : (t - 307 - flow) / 51 + 1;  // the MMU admits one packet in a clock: g is second
      int out = t < 307 + 51 * (1 + flow) ? 0 : (t - 307 - 51 * flow - 51) / 102 + 1;
      held[t] = 1000 * (uint64_t)(in - out);
      sum += (double)held[t];
      if (held[t] > most) most = held[t];
    }
    qsort(held, (size_t)clocks, sizeof *held, ascending);
    const struct level *l[SIDES] = {&result->sw[0].queue[SIDE_INGRESS][flow * 8 + cls],
                                    &result->sw[0].queue[SIDE_EGRESS][2 * 8 + cls]};
    for (int side = 0; side < SIDES; side++) {
      struct report_queue q = report_queue(scenario, result, l[side]);
      ck_assert_double_eq_tol(q.mean, sum / clocks, 1e-6);
      ck_assert_uint_eq(q.most, most);
      for (int p = 0; p < PERCENTILES; p++) {
        double exact = (double)held[((uint64_t)clocks * summary_permille[p] + 999) / 1000 - 1];
        ck_assert_double_eq_tol((double)q.percentile[p], exact, exact / 256);
      }
    }
    ck_assert_uint_eq(result->sw[0].queue[SIDE_EGRESS][cls].most, 0);  // nothing leaves towards x
  }
  // z's line: 993 packets begun, the last one not out for a clock more, and a message of 64 bytes to begin with, 4.2
  // clocks. x and y send all the time.
  ck_assert_ptr_nonnull(strstr(text[LINKS], "x,x,S,40,1000,1000000,1.000000,0,0,0,0.000000,0.000\n"));
  ck_assert_double_eq_tol((993 * 51 - 1 + 4.2) / 50949, 0.994057, 5e-7);
  ck_assert_ptr_nonnull(strstr(text[LINKS], "z,S,z,40,994,993064,0.994057,0,0,0,0.000000,0.000\n"));
  forget();
}
END_TEST

// Many flows that pause each other, also with frames whose clocks are broken: none is faster than alone by more than
// the part of a clock that a frame takes over, at each of its senders.
START_TEST(none_is_faster_than_alone) {
  char yaml[8192];
  int at = 0;
  state = (uint64_t)_i + 1;
#define PUT(...) at += snprintf(yaml + at, sizeof yaml - (size_t)at, __VA_ARGS__)
  PUT("name: many\nduration_us: 100000\nclock_mhz: %d\ngbps: %d\ndelay_ns: %d\npacket_bytes: %d\n",
      400 + (int)below(600), 10 + (int)below(90), (int)below(300), 64 + (int)below(1400));
  PUT("mmu: {ports: 4, classes: 3, buffer: 600KB, %s}\nswitches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: "
      "T}]\n",
      _i % 2 ? "scheme: DSH, headroom: 20KB, alpha: 1/16" : "scheme: STATIC, headroom: 20KB, xoff: 10KB");
  PUT("hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: y, switch: T}, {name: z, "
      "switch: T}]\n"
      "flows:\n");
  for (int i = 0; i < 40; i++) {
    PUT("  - {name: f%d, from: %c, to: %c, bytes: %d, start_us: %d.%d, class: %d", i, 'a' + (int)below(3),
        'y' + (int)below(2), 1 + (int)below(below(2) ? 2000 : 60000), (int)below(60), (int)below(1000), (int)below(3));
    PUT(below(4) == 0 ? ", gbps: %d}\n" : "}\n", 1 + (int)below(9));
  }
#undef PUT
  run_model(yaml);
  int slower = 0;
  for (int i = 0; i < scenario->flows; i++) {
    ck_assert(report_complete(scenario, result, i));
    uint64_t senders = (uint64_t)scenario->flow[i].hops + 1, got = report_completion(result, i);
    ck_assert_msg(got + senders > result->flow[i].ideal, "seed %d, f%d: alone %" PRIu64 ", got %" PRIu64 "\n%s", _i + 1,
                  i, result->flow[i].ideal, got, yaml);
    ck_assert_double_ge(report_slowdown(result, i), 1.0);
    slower += got > result->flow[i].ideal;
  }
  ck_assert_int_gt(slower, 10);
  forget();
}
END_TEST

// ---- time series ----

// One packet: 51 clocks, a wire of 250, 6 for its admission; then 51 on the line. A clock is 4 ns.
START_TEST(series_of_a_packet) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 1000, class: 5}]\ntrace:\n  series:\n"
            "    - {queues: [\"S:x/*\", \"*:x/5\"], what: [ingress]}\n    - {queues: [S:y/5], what: [egress, state]}\n"
            "    - {queues: [S:y/5, \"S:*/5\", \"*:y/5\"], what: [egress], every_ns: 700}\n");
  char expected[1024] = "0,S,y,5,state,0\n0,S,y,5,egress,0\n", line[64];
  char all[1024] = "";
  for (int c = 0; c < 8; c++) {
    snprintf(line, sizeof line, "0,S,x,%d,ingress,0\n", c);
    strcat(all, line);
  }
  // Ports in order: x, then y. States come first.
  snprintf(line, sizeof line, "0,S,y,5,state,0\n");
  strcpy(expected, line);
  strcat(expected, all);
  strcat(
      expected,
      "0,S,y,5,egress,0\n0,S,x,5,egress,0\n0,S,y,5,egress,0\n700,S,x,5,egress,0\n700,S,y,5,egress,0\n1228,S,x,5,"
      "ingress,1000\n"
      "1228,S,y,5,egress,1000\n1400,S,x,5,egress,0\n1400,S,y,5,egress,1000\n1432,S,x,5,ingress,0\n1432,S,y,5,egress,0\n"
      "2100,S,x,5,egress,0\n2100,S,y,5,egress,0\n");
  text[SERIES][strlen(expected)] = '\0';  // samples go on until nothing is left to happen
  ck_assert_str_eq(text[SERIES], expected);
  forget();
}
END_TEST

// Xqoff = alpha (Bs - S) - eta: in an empty buffer 252000 / 8 - 16000 = 15500 (three ports have 16 KB of headroom
// each); with n bytes in the shared pool n / 8 less. Xpoff = 8 classes * alpha (Bs - S) = 252000 - n.
START_TEST(series_of_thresholds) {
  run_model(
      "name: t\nduration_us: 300\nstop_us: 50\nmmu: {scheme: DSH, buffer: 300KB, headroom: 16KB, alpha: 1/8}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z}]\n"
      "trace:\n  series: [{queues: [all], what: [threshold, port_threshold]}, {queues: [all], what: [ingress]}]\n");
  unsigned rows = 0;
  double q, least = 15500;
  uint64_t port = 252000;
  for (const char *line = text[SERIES]; line != NULL && *line != '\0';
       line = strchr(line, '\n'), line += line != NULL) {
    if (sscanf(line, "%*[^,],S,,,threshold,%lf", &q) == 1) {
      if (rows++ == 0) ck_assert_double_eq(q, 15500);
      if (q < least) least = q;
    }
    sscanf(line, "%*[^,],S,,,port_threshold,%" SCNu64, &port);
    ck_assert_uint_le(port, 252000);
  }
  ck_assert_uint_gt(rows, 100);
  ck_assert_double_eq(least, 15500 - result->sw[0].peak_shared / 8.0);
  ck_assert_uint_eq(port, 252000);  // empty again
  forget();
}
END_TEST

static int count(const char *in, const char *what) {
  int n = 0;
  for (const char *at = in; (at = strstr(at, what)) != NULL; at++) n++;
  return n;
}

// Every pause of a host is a state of its queue; series change nothing else, and do not depend on which clocks are
// looked at, nor on the engine.
static const char watched[] =
    "name: watched\nduration_us: 3000\nstop_us: 200\nmmu: {scheme: %s, ports: 4, buffer: 800KB}\n"
    "switches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: T}]\n"
    "hosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: T}]\n"
    "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z%s}]\n";
static const char *const watched_schemes[] = {"STATIC, xoff: 9KB, headroom: 16KB", "DSH, alpha: 1/32, headroom: 16KB",
                                              "GFC, b0: 3KB", "TTL, alpha: 1/8, headroom: 1500"};

static bool has_rtl(void) {
  struct sluice_dims dims;
  return engine_variant(0, &dims);
}

START_TEST(series_of_states) {
  static const char *const more[] = {"", "trace: {series: [{queues: [all], what: [state, ingress, egress]}]}\n",
                                     "trace: {series: [{queues: [all], what: [state, ingress, egress]}, {queues: "
                                     "[all], what: [state], every_ns: 900}]}\n"};
  char yaml[3][1024], *kept[3] = {NULL}, *pauses = NULL;
  for (int i = 0; i < 3; i++) {
    int n = snprintf(yaml[i], sizeof yaml[i], watched, watched_schemes[_i], _i == 3 ? "" : ", class: 3");
    snprintf(yaml[i] + n, sizeof yaml[i] - (size_t)n, "%s", more[i]);
    run_model(yaml[i]);
    kept[i] = strdup(text[SERIES]);
    if (i == 0) pauses = strdup(text[PAUSES]);
    ck_assert_str_eq(text[PAUSES], pauses);
    if (i == 1 && _i < 2) {
      int paused = count(pauses, "x>S,0,pause");
      ck_assert_int_gt(paused, 3);
      ck_assert_int_eq(count(kept[1], "S,x,0,state,1\n"), paused);
      ck_assert_int_eq(count(kept[1], "S,y,3,state,1\n"), count(pauses, "y>S,3,pause"));
    }
    forget();
  }
  if (_i == 2) ck_assert_int_gt(count(kept[1], "S,x,0,state,2\n"), 0);  // a stage
  run(yaml[2], (struct network_options){.engine = ENGINE_MODEL, .every_clock = true});
  ck_assert_msg(strcmp(text[SERIES], kept[2]) == 0, "skipping changes the series");
  forget();
  if (has_rtl()) {
    run(yaml[2], (struct network_options){.engine = ENGINE_BOTH});
    ck_assert_msg(strcmp(text[SERIES], kept[2]) == 0, "the engine changes the series");
    forget();
  }
  for (int i = 0; i < 3; i++) free(kept[i]);
  free(pauses);
}
END_TEST

// A port that is off pauses its lossless classes, whatever their queues say.
START_TEST(ports_speak_for_lossless_classes) {
  char *rows = NULL;
  size_t length;
  FILE *f = open_memstream(&rows, &length);
  scenario = load_text(
      "name: p\nduration_us: 9\nmmu: {scheme: DSH, buffer: 300KB, headroom: 16KB, alpha: 1/8, lossless: [0, 2]}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n"
      "trace: {series: [{queues: [all], what: [state]}]}\n");
  ck_assert_int_eq(network_new(&net, scenario, &(struct network_options){.engine = ENGINE_MODEL, .series = f}),
                   NETWORK_OK);
  struct sluice_out out = *net->sw[0].out;
  out.port_off = 2;  // y
  net->sw[0].out = &out;
  ck_assert(series_differs(net, &net->sw[0]));
  series_outputs(net, &net->sw[0]);
  ck_assert(!series_differs(net, &net->sw[0]));
  fclose(f);
  ck_assert_int_eq(count(rows, ",state,1\n"), 2);
  ck_assert_ptr_nonnull(strstr(rows, "0,S,y,0,state,1\n0,S,y,2,state,1\n"));
  free(rows);
  forget();
}
END_TEST

// ---- tables ----

// Of a hundred flows the worst are shown, with those that never arrived first.
START_TEST(tables_are_short) {
  char yaml[16384], *table = NULL;
  size_t length;
  int at = snprintf(yaml, sizeof yaml,
                    ONE "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows:\n");
  for (int i = 0; i < 100; i++)
    at += snprintf(yaml + at, sizeof yaml - (size_t)at, "  - {name: f%d, from: x, to: y, bytes: %d, start_us: %d}\n", i,
                   i == 77 ? 100000000 : 1000 * (i + 1), i);
  run_model(yaml);
  FILE *f = open_memstream(&table, &length);
  ck_assert_int_eq(report_table(scenario, result, f), 0);
  fclose(f);
  ck_assert_int_lt(count(table, "\n"), 60);
  ck_assert_ptr_nonnull(strstr(table, "slowdown\nf77 "));
  ck_assert_ptr_nonnull(strstr(table, "of 100 flows, the worst"));
  ck_assert_int_eq(count(text[FLOWS], "\n"), 100);
  free(table);
  forget();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("measure");
  TCase *histograms = tcase_create("histograms"), *alone = tcase_create("alone");
  tcase_add_loop_test(histograms, histogram_is_within_its_error, 0, 40);
  tcase_add_test(histograms, empty_histogram);
  suite_add_tcase(suite, histograms);
  tcase_add_test(alone, alone_over_one_switch);
  tcase_add_test(alone, two_latencies);
  tcase_add_test(alone, alone_in_short_frames);
  tcase_add_test(alone, alone_at_unequal_rates);
  tcase_add_test(alone, alone_through_a_limiter);
  tcase_add_test(alone, alone_at_its_own_rate);
  tcase_add_loop_test(alone, alone_is_ideal, 0, 300);
  suite_add_tcase(suite, alone);
  TCase *meet = tcase_create("meet"), *series = tcase_create("series");
  tcase_add_test(meet, incast_of_two);
  tcase_add_test(meet, queues_over_time);
  tcase_add_loop_test(meet, none_is_faster_than_alone, 0, 60);
  tcase_add_test(meet, tables_are_short);
  suite_add_tcase(suite, meet);
  tcase_add_test(series, series_of_a_packet);
  tcase_add_test(series, series_of_thresholds);
  tcase_add_test(series, ports_speak_for_lossless_classes);
  tcase_add_loop_test(series, series_of_states, 0, sizeof watched_schemes / sizeof watched_schemes[0]);
  suite_add_tcase(suite, series);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
