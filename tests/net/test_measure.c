// Tests the measurements of a run: completion times against an empty network, latencies, and queues over time.
// The expected numbers follow from the scenario alone. The clock is 250 MHz. 1000 bytes and 20 bytes of preamble and
// gap at 40 Gb/s take 51 cycles. A switch admits a packet 6 cycles after the arrival of its last bit. Times are whole
// cycles.
// `make check T=measure` repeats it; a failure of a random test names the seed.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tests/net/measured.h"
#include "tests/suite.h"

enum { ADMIT = 6 };

// ---- one flow in an empty network ----

static uint64_t completion(void) {
  ck_assert(report_complete(scenario, result, 0));
  return report_completion(result, 0);
}

// Packets of 1000, 1000, 1000 and 1 byte. The last one is padded to 64 bytes, so 84 bytes take 4.2 cycles on the line.
// The host sends until 157.2. The switch sends the first three packets from 51 + 250 + 6 to 460, and the last one until
// 464.2. The wire takes 250 cycles: 715.
START_TEST(alone_over_one_switch) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 3001}]\n");
  ck_assert_uint_eq(completion(), 715);
  ck_assert_uint_eq(result->flow[0].ideal, 715);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  // Each packet of 1000 bytes takes 51 + 250 + 6 + 51 + 250. The host starts the last packet at 153.
  ck_assert_uint_eq(result->flow[0].latency_sum, 3 * 608 + 715 - 153);
  ck_assert_str_eq(text[FLOWS],
                   "f,x,y,0,3001,0.000,2860.000,2860.000,1.000000,8.394406,4,3001,4,3001,0,0,"
                   "2386.000,2432.000,2432.000,2432.000,2432.000,0,0,0,0,0,0,0,,flows\n");
  forget();
}
END_TEST

// The host starts the second packet, of 1 byte, at 51. The packet is ready in the switch at 56 + 250 + 6 and waits
// until the first packet has left, at 358.
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

// At 100 Gb/s, 1000 bytes take 20.4 cycles. The wires take 250, 25 and 250 cycles. The first switch is limited to 40
// Gb/s and starts a packet every 51 cycles. The second switch is limited to 10 Gb/s and starts a packet every 204
// cycles. The first packet is ready in the second switch after 21 + 250 + 6 + 21 + 25 + 6 = 329 cycles. The last
// packet, of 500 bytes, follows 4 * 204 cycles later and takes 10.4 cycles: 329 + 816 + 11 + 250. The flow starts at
// 2.5 us, and completion counts from this start.
START_TEST(alone_at_unequal_rates) {
  run_model(ONE
            "gbps: 100\nswitches: [{name: S, limit: [{link: L, gbps: 40}]}, {name: T, limit: [{link: y, gbps: 10}]}]\n"
            "links: [{name: L, a: S, b: T, delay_ns: 100}]\nhosts: [{name: x, switch: S}, {name: y, switch: T}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 4500, start_us: 2.5}]\n");
  ck_assert_uint_eq(result->flow[0].start, 625);
  ck_assert_uint_eq(completion(), 1406);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// A port limited to 8 Gb/s starts a packet of 1000 bytes every 250 cycles. Without preamble and gap, a packet takes 50
// cycles on the line. Three packets take 50 + 250 + 6 + 2 * 250 + 50 + 250.
START_TEST(alone_through_a_limiter) {
  run_model(ONE
            "overhead_bytes: 0\nswitches: [{name: S, limit: [{link: y, gbps: 8}]}]\n"
            "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y, bytes: 3000}]\n");
  ck_assert_uint_eq(completion(), 1106);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// A 64-byte frame at 128 Gb/s takes one cycle. The first of ten frames is ready in the switch after 1 + 250 + 6. Then
// one frame leaves per cycle, and the wire takes 250. With GFC the gate reacts to a packet after 2 cycles, so
// one frame leaves every second cycle.
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

// The flow's own rate of 10 Gb/s is part of its ideal time: packets start every 200 cycles.
START_TEST(alone_at_its_own_rate) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 3000, gbps: 10}]\n");
  ck_assert_uint_eq(completion(), 2 * 200 + 608);
  ck_assert_double_eq(report_slowdown(result, 0), 1.0);
  forget();
}
END_TEST

// Random chains of switches, sizes and rates, under every scheme. A flow alone must take its ideal time to the cycle.
static const char *const schemes[] = {
    "STATIC, xoff: 2MB, headroom: 60KB", "SIH, alpha: 8, headroom: 60KB", "DSH, alpha: 8, headroom: 60KB",
    "TTL, alpha: 8, headroom: 60KB",     "GFC, b0: 400KB, bm: 800KB",     "GFC_LINEAR, b0: 360KB, bm: 420KB",
};
enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

// GFC-linear delays the next packet by a gap of whole cells, also at full rate. With cells of one byte no gap exceeds
// the packet itself. Under GFC the hosts send large packets. Rate limiter and line both count fractions of a cycle; a
// message may put them out of step, and then each packet loses a fraction of a cycle.
static void random_chain(char *yaml, size_t size, const char *scheme) {
  bool linear = strstr(scheme, "LINEAR") != NULL, gfc = strstr(scheme, "GFC") != NULL;
  int switches = 1 + (int)random_below(4), gbps = 10 + (int)random_below(90), at = 0;
#define PUT(...) at += snprintf(yaml + at, size - (size_t)at, __VA_ARGS__)
  PUT("name: chain\nduration_us: 20000\nclock_mhz: %d\ncell_bytes: %d\npacket_bytes: %d\n",
      200 + (int)(random_below(2) * random_below(1800)), linear || random_below(2) ? 1 : 1 + (int)random_below(300),
      64 + (int)random_below(gfc || random_below(3) ? 9000 : 8));
  PUT("gbps: %d\nmmu: {scheme: %s, buffer: 24MB}\nswitches:\n", gbps, scheme);
  for (int i = 0; i < switches; i++) {
    PUT("  - {name: S%d", i);
    if (random_below(3) == 0)
      PUT(", limit: [{link: %c%d, gbps: %d}]", i + 1 < switches ? 'L' : 'y', i, 1 + (int)random_below(gbps));
    PUT("}\n");
  }
  if (switches > 1) PUT("links:\n");
  for (int i = 0; i + 1 < switches; i++)
    PUT("  - {name: L%d, a: S%d, b: S%d, delay_ns: %d, overhead_bytes: %d}\n", i, i, i + 1, (int)random_below(3000),
        (int)random_below(30));
  PUT("hosts:\n  - {name: x, switch: S0}\n  - {name: y%d, switch: S%d}\n", switches - 1, switches - 1);
  PUT("flows:\n  - {name: f, from: x, to: y%d, bytes: %d", switches - 1, 1 + (int)random_below(300000));
  if (random_below(3) == 0) PUT(", gbps: %d", 1 + (int)random_below(gbps));
  PUT("}\n");
#undef PUT
}

START_TEST(alone_is_ideal) {
  char yaml[2048];
  random_seed((uint64_t)_i + 1);
  random_chain(yaml, sizeof yaml, schemes[_i % SCHEMES]);
  run_model(yaml);
  ck_assert_msg(completion() == result->flow[0].ideal, "seed %d: expected %" PRIu64 ", got %" PRIu64 "\n%s", _i + 1,
                result->flow[0].ideal, completion(), yaml);
  forget();
}
END_TEST

// ---- several flows ----

// Two hosts send 1000 packets each to a third host. The line to the third host carries all 2000 packets, 51 cycles
// each, from 51 + 250 + 6 on. One flow alone needs 1000 packets. The flows alternate, so flow f ends one packet earlier
// than flow g.
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
  ck_assert_uint_eq(y->by_size[5].count, 2);  // sizes above 100 KB up to 1 MB
  ck_assert_uint_eq(y->by_class[0].count, 1000);
  ck_assert_uint_eq(y->by_class[2].count, 1000);
  ck_assert_uint_eq(y->latency.count, 2000);
  // Packet k of g starts at 51 k and arrives at 307 + 51 * 2 (k + 1) + 250. Packet k of f arrives 51 cycles earlier.
  // Latency grows with k, so the percentiles are those of packets 499 and 989.
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

// Bytes of each class in the switch during the incast, cycle by cycle. A packet counts from 6 cycles after its arrival
// until its last bit has left. The sources stop when the last packets start, at 51 * 999.
START_TEST(queues_over_time) {
  static uint64_t held[51 * 999];
  run_model(
      "name: two\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 1MB, class: 2}]\n");
  ck_assert_uint_eq(result->stop, sizeof held / sizeof *held);
  for (int flow = 0; flow < 2; flow++) {
    const int cls = 2 * flow, cycles = (int)(sizeof held / sizeof *held);
    double sum = 0;
    uint64_t most = 0;
    for (int t = 0; t < cycles; t++) {
      int in = t < 307 + flow ? 0 : (t - 307 - flow) / 51 + 1;  // the MMU admits one packet per cycle: flow g is second
      int out = t < 307 + 51 * (1 + flow) ? 0 : (t - 307 - 51 * flow - 51) / 102 + 1;
      held[t] = 1000 * (uint64_t)(in - out);
      sum += (double)held[t];
      if (held[t] > most) most = held[t];
    }
    qsort(held, (size_t)cycles, sizeof *held, ascending);
    const struct level *l[SIDES] = {&result->sw[0].queue[SIDE_INGRESS][flow * 8 + cls],
                                    &result->sw[0].queue[SIDE_EGRESS][2 * 8 + cls]};
    for (int side = 0; side < SIDES; side++) {
      struct report_queue q = report_queue(scenario, result, l[side]);
      ck_assert_double_eq_tol(q.mean, sum / cycles, 1e-6);
      ck_assert_uint_eq(q.most, most);
      for (int p = 0; p < PERCENTILES; p++) {
        double exact = (double)held[((uint64_t)cycles * histogram_percentiles[p] + 999) / 1000 - 1];
        ck_assert_double_eq_tol((double)q.percentile[p], exact, exact / 256);
      }
    }
    ck_assert_uint_eq(result->sw[0].queue[SIDE_EGRESS][cls].most, 0);  // no packet leaves towards x
  }
  // The line to z has started 993 packets, the last of which needs one more cycle. A message of 64 bytes, 4.2 cycles,
  // precedes the packets. The lines of x and y are always busy.
  ck_assert_ptr_nonnull(strstr(text[LINKS], "x,x,S,40,1000,1000000,1.000000,0,0,0,0.000000,0.000\n"));
  ck_assert_double_eq_tol((993 * 51 - 1 + 4.2) / 50949, 0.994057, 5e-7);
  ck_assert_ptr_nonnull(strstr(text[LINKS], "z,S,z,40,994,993064,0.994057,0,0,0,0.000000,0.000\n"));
  forget();
}
END_TEST

// Many flows that pause each other, also with frames that take a fractional number of cycles. No flow may be faster
// than in an empty network by more than a fraction of a cycle at each of its senders.
START_TEST(no_flow_is_faster_than_alone) {
  char yaml[8192];
  int at = 0;
  random_seed((uint64_t)_i + 1);
#define PUT(...) at += snprintf(yaml + at, sizeof yaml - (size_t)at, __VA_ARGS__)
  PUT("name: many\nduration_us: 100000\nclock_mhz: %d\ngbps: %d\ndelay_ns: %d\npacket_bytes: %d\n",
      400 + (int)random_below(600), 10 + (int)random_below(90), (int)random_below(300), 64 + (int)random_below(1400));
  PUT("mmu: {ports: 4, classes: 3, buffer: 600KB, %s}\nswitches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: "
      "T}]\n",
      _i % 2 ? "scheme: DSH, headroom: 20KB, alpha: 1/16" : "scheme: STATIC, headroom: 20KB, xoff: 10KB");
  PUT("hosts: [{name: a, switch: S}, {name: b, switch: S}, {name: c, switch: S}, {name: y, switch: T}, {name: z, "
      "switch: T}]\n"
      "flows:\n");
  for (int i = 0; i < 40; i++) {
    PUT("  - {name: f%d, from: %c, to: %c, bytes: %d, start_us: %d.%d, class: %d", i, 'a' + (int)random_below(3),
        'y' + (int)random_below(2), 1 + (int)random_below(random_below(2) ? 2000 : 60000), (int)random_below(60),
        (int)random_below(1000), (int)random_below(3));
    PUT(random_below(4) == 0 ? ", gbps: %d}\n" : "}\n", 1 + (int)random_below(9));
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

// The rate of a flow without end, in its window of 900 ticks. Without bytes it is 0, but unknown if the window is
// shorter than the first packet's way, or if bytes came behind the window.
START_TEST(rate_in_a_window) {
  struct scenario_flow in = {.stop = 1000};
  struct flow_result out = {.start = 100, .ideal = 900};
  const struct scenario s = {.flow = &in, .flows = 1, .clock_hz = 250000000};
  struct network_result r = {.flow = &out, .cycles = 5000, .hz = 250000000};
  ck_assert_double_eq(report_gbps(&s, &r, 0), 0);
  out.ideal = 901;
  ck_assert_double_nan(report_gbps(&s, &r, 0));
  out.ideal = 900;
  out.bytes = 1;
  ck_assert_double_nan(report_gbps(&s, &r, 0));
  out.window_bytes = 90;  // 720 bits in 3.6 us
  ck_assert_double_eq_tol(report_gbps(&s, &r, 0), 0.2, 1e-12);
  r.cycles = 550;  // the run ends in the middle of the window
  ck_assert_double_eq_tol(report_gbps(&s, &r, 0), 0.4, 1e-12);
}
END_TEST

// ---- tables ----

// Completion time and slowdown of a flow that completes; the numbers are those of alone_over_one_switch.
START_TEST(row_of_a_flow) {
  char *table = NULL;
  size_t length;
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 3001}]\n");
  FILE *f = open_memstream(&table, &length);
  ck_assert_int_eq(report_table(scenario, result, f), 0);
  fclose(f);
  ck_assert_ptr_nonnull(strstr(table,
                               "flow   Gb/s  bytes sent  received  lost  FCT us  slowdown  start us\n"
                               "f     8.394        3001      3001     0   2.860     1.000     0.000\n"));
  free(table);
  forget();
}
END_TEST

// A table of a hundred flows shows only the worst flows. Flows that did not complete are first.
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
  ck_assert_ptr_nonnull(strstr(table, "start us\nf77 "));
  ck_assert_ptr_nonnull(strstr(table, "of 100 flows, the worst"));
  int completed = 0;
  char line[80];
  for (const char *row = text[FLOWS]; *row != '\0'; row = strchr(row, '\n') + 1) {
    const char *at = row;
    for (int i = 0; i < 6; i++) at = strchr(at, ',') + 1;  // completion_ns
    completed += *at != ',';
  }
  ck_assert_int_gt(completed, 10);
  ck_assert_int_lt(completed, 100);
  snprintf(line, sizeof line, "completed: %d of 100 finite flows; slowdowns leave the others out\n", completed);
  ck_assert_ptr_nonnull(strstr(table, line));
  ck_assert_int_eq(count(text[FLOWS], "\n"), 100);
  free(table);
  forget();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("measure");
  TCase *alone = tcase_create("alone"), *meet = tcase_create("meet");
  tcase_add_test(alone, alone_over_one_switch);
  tcase_add_test(alone, two_latencies);
  tcase_add_test(alone, alone_in_short_frames);
  tcase_add_test(alone, alone_at_unequal_rates);
  tcase_add_test(alone, alone_through_a_limiter);
  tcase_add_test(alone, alone_at_its_own_rate);
  tcase_add_loop_test(alone, alone_is_ideal, 0, LONG_RUN(300));
  suite_add_tcase(suite, alone);
  tcase_add_test(meet, incast_of_two);
  tcase_add_test(meet, queues_over_time);
  tcase_add_loop_test(meet, no_flow_is_faster_than_alone, 0, LONG_RUN(60));
  tcase_add_test(meet, rate_in_a_window);
  tcase_add_test(meet, row_of_a_flow);
  tcase_add_test(meet, tables_are_short);
  suite_add_tcase(suite, meet);
  return suite_run(suite);
}
