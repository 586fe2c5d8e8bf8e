// HPCC and PowerTCP at the sender of one flow: the reaction to steps of the queue and of the rate at one port, against
// numbers computed by hand, and the rules that both share. `make check T=telemetry`
#include <check.h>
#include <math.h>

#include "tb/sim/congestion/congestion.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)
#define G 1e9

static struct congestion_parameters p;
static struct congestion_sender s;
static struct telemetry_hop port;
static uint64_t acked;

// C = 100 Gb/s and T = 8 us: C T is 800,000 bits. The first ACK, whose packet left the port at 10 us, has nothing to
// compare with. R then changes with the ACK of byte 100,001.
static void begin(const char *set) {
  ck_assert(congestion_parameters_of(set, 100 * G, &p));
  p.base_rtt = 8 * US;
  congestion_start(&p, &s, 0, 100 * G);
  port = (struct telemetry_hop){.at = 10 * US, .bps = 100000000000};
  acked = 1000;
  congestion_ack(&p, &s, 20 * US, &port, 1, acked, 100000);
  ck_assert_double_eq(congestion_rate(&p, &s, 20 * US), 100 * G);
}

// A packet leaves the port `us` later, when the port has sent so many more bytes and its queue has that length.
static double ack(unsigned us, uint64_t sent, uint64_t queue, uint64_t bytes) {
  port.at += us * US;
  port.sent += sent;
  port.queue = queue;
  acked += bytes;
  congestion_ack(&p, &s, port.at + 10 * US, &port, 1, acked, acked + 100000);
  return congestion_rate(&p, &s, port.at + 10 * US) / G;
}

#define SAME(got, expected) ck_assert_double_eq_tol((got) / (expected), 1, 1e-12)

START_TEST(sets_have_the_published_values) {
  ck_assert(congestion_parameters_of("hpcc", 25 * G, &p) && p.algorithm == CONGESTION_HPCC);
  ck_assert(p.additive_increase == 10e6 && p.stage_limit == 0 && p.min_rate == G && p.target_utilization == 0.95);
  ck_assert(p.window && p.variable_window && p.ack_bytes == 1);
  ck_assert(congestion_parameters_of("hpcc", 100 * G, &p) && p.additive_increase == 40e6);
  ck_assert(congestion_parameters_of("powertcp", 25 * G, &p) && p.algorithm == CONGESTION_POWERTCP);
  ck_assert(p.additive_increase == 150e6 && p.gamma == 0.9 && p.min_rate == 0.1 * G && p.target_utilization == 0.95);
  ck_assert(p.window && p.variable_window && p.ack_bytes == 1);
}
END_TEST

START_TEST(hpcc_steps) {
  begin("hpcc");
  // 25,000 bytes in 2 us are C. U = 1, u = (1 x 6 + 1 x 2) / 8 = 1, m = 1 / 0.95.
  SAME(ack(2, 25000, 0, 1000), 95.04);
  // The queue steps to 50,000 bytes; the record before had none: U is still 1.
  SAME(ack(2, 25000, 50000, 1000), 95.04);
  // Now both records have it: U = 1 + 400,000 / 800,000, u = (6 + 1.5 x 2) / 8 = 1.125.
  SAME(ack(2, 25000, 50000, 1000), 95 / 1.125 + 0.04);
  // 70,000 bytes at the later record: the smaller counts. u = (1.125 x 6 + 1.5 x 2) / 8 = 1.21875.
  SAME(ack(2, 25000, 70000, 1000), 95 / 1.21875 + 0.04);
  // The ACK of byte 100,001 changes R. u = (1.21875 x 6 + 1.7 x 2) / 8 = 1.3390625.
  const double r = 95 / 1.3390625 + 0.04;
  SAME(ack(2, 25000, 70000, 95001), r);
  // The rate at the port steps to a quarter, the queue to none: U = 0.25, u = (1.3390625 x 6 + 0.5) / 8 = 1.066796875.
  SAME(ack(2, 6250, 0, 1000), r * 0.95 / 1.066796875 + 0.04);
  // A record 16 us later: dt is at most T, so u = U = 0.5. At R / 0.526 the line rate is the limit.
  SAME(ack(16, 100000, 0, 1000), 100.0);
  SAME(ack(8, 100000, 0, 1000), r * 0.95 + 0.04);  // R is still that of the ACK of byte 100,001
  // 4 C: u = 1 / 2 + 4 / 2
  SAME(ack(4, 200000, 0, 1000), r * 0.95 / 2.5 + 0.04);
  // 1000 C: below the smallest rate
  SAME(ack(8, 100000000, 0, 1000), 1.0);
}
END_TEST

START_TEST(powertcp_steps) {
  begin("powertcp");
  // A = C, no queue: U = u = 1. 0.9 (95 + 0.15) + 0.1 x 100
  SAME(ack(2, 25000, 0, 1000), 95.635);
  // The queue steps to 50,000 bytes: A = 75,000 bytes in 2 us = 3 C. U = 3 (400,000 + 800,000) / 800,000 = 4.5,
  // u = (6 + 4.5 x 2) / 8 = 1.875.
  SAME(ack(2, 25000, 50000, 1000), 0.9 * (95 / 1.875 + 0.15) + 10);
  // It stays: A = C, U = 1.5, u = (1.875 x 6 + 1.5 x 2) / 8 = 1.78125. This ACK changes R.
  const double r = 0.9 * (95 / 1.78125 + 0.15) + 10;
  SAME(ack(2, 25000, 50000, 98000), r);
  // It drains by 25,000 bytes, of which the port sends 12,500: A would be negative and is C / 2.
  // U = 0.5 (200,000 + 800,000) / 800,000 = 0.625, u = (1.78125 x 6 + 0.625 x 2) / 8 = 1.4921875.
  SAME(ack(2, 12500, 25000, 1000), 0.9 * (r * 0.95 / 1.4921875 + 0.15) + 0.1 * r);
  // The rate steps to 0.75 C without a queue: A = (75,000 - 25,000) bytes in 8 us = C / 2 again, u = U = 0.5. The
  // rule gives 105 Gb/s.
  SAME(ack(8, 75000, 0, 1000), 100.0);
  // 0.75 C without a change of the queue
  SAME(ack(8, 75000, 0, 1000), 0.9 * (r * 0.95 / 0.75 + 0.15) + 0.1 * r);
  // 10,000 C: 0.1 R + 0.135, and with a small R the smallest rate
  SAME(ack(8, 1000000000, 0, 1000), 0.9 * (r * 0.95 / 10000 + 0.15) + 0.1 * r);
  for (int i = 0; i < 40; i++) ack(8, 1000000000, 0, 200000);
  SAME(ack(8, 1000000000, 0, 1000), 0.9 * (s.target / G * 0.95 / 10000 + 0.15) + 0.1 * s.target / G);
  p.additive_increase = 0;
  SAME(ack(8, 1000000000, 0, 1000), 0.1);
}
END_TEST

// R changes once per round trip: with the first ACK that covers a byte sent after the last change.
START_TEST(reference_per_round_trip) {
  for (int i = 0; i < 2; i++) {
    begin(i == 0 ? "hpcc" : "powertcp");
    ck_assert_uint_eq(s.reference_end, 100000);
    ack(2, 25000, 0, 99000);  // byte 100,000
    ck_assert_double_eq(s.target, 100 * G);
    ack(2, 25000, 0, 1);
    ck_assert_double_eq(s.target, s.rate);
    ck_assert_uint_eq(s.reference_end, 200001);
    const double r = s.target;
    ack(2, 50000, 50000, 100000);
    ck_assert(s.target == r && s.rate < r);
    ack(2, 25000, 50000, 1);
    ck_assert(s.target == s.rate && s.target < r);
    // After a retransmission fewer bytes have been sent than at the last change; the end does not go back.
    const uint64_t end = s.reference_end;
    congestion_ack(&p, &s, port.at + 20 * US, &port, 1, end + 1, end - 50000);
    ck_assert_uint_eq(s.reference_end, end);
  }
}
END_TEST

// With a stage limit of 2 HPCC adds twice before it multiplies, once per round trip. U = 0.5 allows more than R + AI.
START_TEST(hpcc_stages) {
  begin("hpcc");
  p.stage_limit = 2;
  ack(8, 200000, 0, 100000);  // 2 C: u = 2
  const double r = s.target / G;
  SAME(r, 95 / 2.0 + 0.04);
  SAME(ack(8, 50000, 0, 1000), r + 0.04);
  SAME(ack(8, 50000, 0, 200000), r + 0.04);
  SAME(ack(8, 50000, 0, 1000), r + 0.08);
  SAME(ack(8, 50000, 0, 200000), r + 0.08);
  SAME(ack(8, 50000, 0, 1000), (r + 0.08) * 0.95 / 0.5 + 0.04);
  SAME(ack(8, 50000, 0, 200000), (r + 0.08) * 0.95 / 0.5 + 0.04);
  SAME(ack(8, 50000, 0, 1000), (r + 0.08) * 0.95 / 0.5 + 0.08);
  // m >= 1 multiplies at once and begins with stage 0
  const double high = s.target / G;
  SAME(ack(8, 100000, 0, 200000), high * 0.95 + 0.04);
  ck_assert_uint_eq(s.stage, 0);
}
END_TEST

// The hop with the largest U counts, and the time between its records.
START_TEST(largest_hop) {
  struct telemetry_hop hop[TELEMETRY_HOPS + 2];
  for (int largest = 0; largest < 3; largest++) {
    begin("hpcc");
    for (int i = 0; i < 3; i++) hop[i] = (struct telemetry_hop){.at = 11 * US, .bps = 100000000000};
    congestion_start(&p, &s, 0, 100 * G);
    congestion_ack(&p, &s, 20 * US, hop, 3, 1000, 100000);
    for (int i = 0; i < 3; i++) {
      hop[i].at += i == largest ? 2 * US : 8 * US;
      hop[i].sent += i == largest ? 50000 : 100000;  // 2 C, or C
    }
    congestion_ack(&p, &s, 30 * US, hop, 3, 2000, 100000);
    SAME(s.utilization, (1 * 6 + 2 * 2) / 8.0);
  }
  // Links have rates of their own: 25,000 bytes in 2 us are half of 200 Gb/s.
  begin("hpcc");
  congestion_start(&p, &s, 0, 100 * G);
  hop[0] = (struct telemetry_hop){.at = 10 * US, .bps = 200000000000};
  congestion_ack(&p, &s, 20 * US, hop, 1, 1000, 100000);
  hop[0].at = 12 * US, hop[0].sent = 25000;
  congestion_ack(&p, &s, 22 * US, hop, 1, 2000, 100000);
  SAME(s.utilization, (1 * 6 + 0.5 * 2) / 8);
  // Records that the sender has no place for are ignored.
  memset(hop, 0, sizeof hop);
  congestion_start(&p, &s, 0, 100 * G);
  congestion_ack(&p, &s, 20 * US, hop, TELEMETRY_HOPS + 2, 1000, 100000);
  ck_assert_int_eq(s.hops, TELEMETRY_HOPS);
}
END_TEST

// Records of two ports are not compared: time or bytes go back, the link has another rate, the port another number, or
// the path is longer. The next packet on the new path is compared.
START_TEST(another_path) {
  static const struct telemetry_hop other[] = {{.at = 12 * US, .sent = 999, .bps = 100000000000},
                                               {.at = 10 * US, .sent = 2000, .bps = 100000000000},
                                               {.at = 12 * US, .sent = 2000, .bps = 200000000000},
                                               {.at = 12 * US, .sent = 2000, .bps = 100000000000, .port = 1}};
  for (unsigned i = 0; i < sizeof other / sizeof *other; i++) {
    begin("hpcc");
    port.at = 11 * US;
    port.sent = 1000;
    congestion_ack(&p, &s, 21 * US, &port, 1, 1001, 100000);
    const double rate = s.rate, u = s.utilization;
    struct telemetry_hop hop = other[i];
    congestion_ack(&p, &s, 22 * US, &hop, 1, 2000, 100000);
    ck_assert(s.rate == rate && s.utilization == u);
    hop.at += 8 * US;
    hop.sent += hop.bps / 8000000 * 8;
    congestion_ack(&p, &s, 30 * US, &hop, 1, 3000, 100000);
    SAME(s.utilization, 1.0);
  }
  begin("hpcc");
  struct telemetry_hop hop[2] = {port, port};
  congestion_ack(&p, &s, 21 * US, NULL, 0, 2000, 100000);
  congestion_ack(&p, &s, 22 * US, hop, 2, 3000, 100000);
  ck_assert(s.rate == 100 * G && s.hops == 2);
}
END_TEST

// C T is 100,000 bytes.
START_TEST(windows) {
  begin("hpcc");
  ck_assert_uint_eq(congestion_window(&p, &s), 100000);
  s.rate = 37.5 * G;
  ck_assert_uint_eq(congestion_window(&p, &s), 37500);
  p.variable_window = false;
  ck_assert_uint_eq(congestion_window(&p, &s), 100000);
  p.window = false;
  ck_assert_uint_eq(congestion_window(&p, &s), UINT64_MAX);
  p.window = p.variable_window = true;
  s.rate = 1;
  ck_assert_uint_eq(congestion_window(&p, &s), 1);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("telemetry");
  TCase *steps = tcase_create("steps");
  tcase_add_test(steps, sets_have_the_published_values);
  tcase_add_test(steps, hpcc_steps);
  tcase_add_test(steps, powertcp_steps);
  tcase_add_test(steps, reference_per_round_trip);
  tcase_add_test(steps, hpcc_stages);
  tcase_add_test(steps, largest_hop);
  tcase_add_test(steps, another_path);
  tcase_add_test(steps, windows);
  suite_add_tcase(suite, steps);
  return suite_run(suite);
}
