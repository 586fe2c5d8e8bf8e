// DCQCN at the sender of one flow: the parameter sets, and the reaction to CNPs step by step against numbers computed
// by hand. `make check T=dcqcn`
#include <check.h>
#include <math.h>

#include "tb/sim/congestion/congestion.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)
#define G 1e9

static struct congestion_parameters p;
static struct congestion_sender s;

static void begin(const char *set, double line) {
  ck_assert(congestion_parameters_of(set, line, &p));
  congestion_start(&p, &s, 0, line);
}

static void same_rate(uint64_t at, double expected) {
  const double got = congestion_rate(&p, &s, at);
  if (fabs(got / expected - 1) > 1e-12) ck_abort_msg("at %" PRIu64 " ps: expected %.17g, got %.17g", at, expected, got);
}

// The rate is `before` until one picosecond before that time, and then `after`.
static void step_at(uint64_t at, double before, double after) {
  same_rate(at - 1, before);
  same_rate(at, after);
}

START_TEST(sets_have_the_published_values) {
  static const struct {
    const char *name;
    unsigned alpha, decrease, increase, cnp, fast;
    double additive, hyper, least, kmin, kmax, pmax;
  } each[] = {{"hpcc_dcqcn", 1, 4, 300, 0, 1, 20e6, 200e6, 1e9, 400e3, 1600e3, 0.2},
              {"hpcc_dcqcn_paper", 50, 50, 55, 0, 1, 20e6, 200e6, 1e9, 400e3, 1600e3, 0.2},
              {"ns3_rdma", 55, 50, 60, 50, 5, 40e6, 200e6, 100e6, 41200, 1030e3, 1},
              {"ns3_datacenter", 1, 4, 900, 0, 1, 50e6, 100e6, 100e6, 400e3, 1600e3, 0.2}};
  for (unsigned i = 0; i < sizeof each / sizeof *each; i++) {
    begin(each[i].name, 100 * G);
    const bool rdma = strcmp(each[i].name, "ns3_rdma") == 0;
    ck_assert_int_eq(p.algorithm, CONGESTION_DCQCN);
    ck_assert(p.alpha_interval == each[i].alpha * US && p.decrease_interval == each[i].decrease * US);
    ck_assert(p.increase_interval == each[i].increase * US && p.cnp_interval == each[i].cnp * US);
    ck_assert(p.fast_stages == each[i].fast && p.gain == 1.0 / 256);
    ck_assert(p.additive_increase == each[i].additive && p.hyper_increase == each[i].hyper);
    ck_assert(p.min_rate == each[i].least && p.pmax == each[i].pmax);
    ck_assert((double)p.kmin == each[i].kmin && (double)p.kmax == each[i].kmax);
    ck_assert(p.clamp_target == rdma && p.react_at_cnp == rdma && p.byte_counter == (rdma ? 300000000 : 0));
    ck_assert(p.first_alpha == (rdma ? 0.5 : 1) && p.ack_bytes == (rdma ? 256000 : 1));
    ck_assert_uint_eq(congestion_window(&p, &s), UINT64_MAX);
    same_rate(0, 100 * G);
  }
  ck_assert(congestion_parameters_of("hpcc_dcqcn", 25e9, &p));
  ck_assert(p.additive_increase == 5e6 && p.hyper_increase == 50e6 && p.kmin == 100000 && p.kmax == 400000);
  ck_assert(congestion_parameters_of("ns3_datacenter", 25e9, &p));
  ck_assert(p.additive_increase == 50e6 && p.hyper_increase == 100e6 && p.kmin == 100000 && p.kmax == 400000);
  ck_assert(!congestion_parameters_of("dcqcn", 25e9, &p));
}
END_TEST

// Without a CNP nothing ever changes; without congestion control a CNP changes nothing.
START_TEST(no_cnp) {
  begin("hpcc_dcqcn", 100 * G);
  same_rate(UINT64_MAX - 1, 100 * G);
  begin("ns3_rdma", 100 * G);
  for (int i = 0; i < 1000; i++) congestion_sent(&p, &s, 0, 1000000);
  ck_assert_uint_eq(s.byte_stage, 0);
  same_rate(UINT64_MAX - 1, 100 * G);
  p = (struct congestion_parameters){.algorithm = CONGESTION_NONE};
  congestion_start(&p, &s, 0, 100 * G);
  congestion_cnp(&p, &s, 5 * US);
  congestion_ack(&p, &s, 6 * US, NULL, 0, 1000, 2000);
  same_rate(1000 * US, 100 * G);
  ck_assert_uint_eq(congestion_window(&p, &s), UINT64_MAX);
}
END_TEST

// Decrease after 4 us: alpha is (255/256)^4 = 0.984466; the target stays at the line rate. Then one fast increase, one
// additive, and hyper increases, which all halve the distance to the line rate.
START_TEST(one_cnp_hpcc_dcqcn) {
  begin("hpcc_dcqcn", 100 * G);
  const uint64_t t = 7 * US + 123;
  congestion_cnp(&p, &s, t);
  same_rate(t, 100 * G);
  step_at(t + 4 * US, 100 * G, 50.776684272568673 * G);
  step_at(t + 304 * US, 50.776684272568673 * G, 75.388342136284336 * G);
  step_at(t + 604 * US, 75.388342136284336 * G, 87.694171068142168 * G);
  step_at(t + 904 * US, 87.694171068142168 * G, 93.847085534071084 * G);
  // 1000.5 us: alpha has decayed to (255/256)^1000, rises by (1 - alpha) / 256 at 1001 us and decays three times until
  // 1004 us: 0.023513. The target is the rate, because increases have happened.
  congestion_cnp(&p, &s, t + 1000 * US + US / 2);
  step_at(t + 1004 * US, 93.847085534071084 * G, 92.743769000084299 * G);
  step_at(t + 1304 * US, 92.743769000084299 * G, 93.295427267077692 * G);
  step_at(t + 1604 * US, 93.295427267077692 * G, (93.295427267077692 + 93.867085534071084) / 2 * G);
  step_at(t + 1904 * US, (93.295427267077692 + 93.867085534071084) / 2 * G,
          ((93.295427267077692 + 93.867085534071084) / 2 + 94.067085534071084) / 2 * G);
}
END_TEST

// alpha is 255/256 after the first interval: the rate is 100 (1 - 255/512). It halves its distance every 55 us.
START_TEST(one_cnp_hpcc_dcqcn_paper) {
  begin("hpcc_dcqcn_paper", 100 * G);
  congestion_cnp(&p, &s, 0);
  step_at(50 * US, 100 * G, 50.1953125 * G);
  step_at(105 * US, 50.1953125 * G, 75.09765625 * G);
  step_at(160 * US, 75.09765625 * G, 87.548828125 * G);
  step_at(215 * US, 87.548828125 * G, 93.7744140625 * G);
  step_at(270 * US, 93.7744140625 * G, 96.88720703125 * G);
}
END_TEST

START_TEST(one_cnp_ns3_datacenter) {
  begin("ns3_datacenter", 100 * G);
  congestion_cnp(&p, &s, US);
  step_at(5 * US, 100 * G, 50.776684272568673 * G);
  step_at(905 * US, 50.776684272568673 * G, 75.388342136284336 * G);
  step_at(1805 * US, 75.388342136284336 * G, 87.694171068142168 * G);
}
END_TEST

// At once: alpha = 255/256 / 2 + 1/256 = 257/512, the rate is 40 (1 - 257/1024) = 29.9609375. Four fast increases, then
// additive ones, since the byte counter has counted none.
START_TEST(one_cnp_ns3_rdma) {
  begin("ns3_rdma", 40 * G);
  congestion_cnp(&p, &s, 10 * US);
  same_rate(10 * US, 29.9609375 * G);
  ck_assert_double_eq(s.alpha, 257.0 / 512);
  double rate = 29.9609375 * G;
  for (int i = 1; i <= 8; i++) {
    const double next = (rate + 40 * G) / 2;
    step_at((10 + 60 * (uint64_t)i) * US, rate, next);
    rate = next;
  }
  // Alpha decays 55, 110, ... 495 us after the CNP: nine times. Below the line rate additive steps are visible.
  congestion_cnp(&p, &s, 510 * US);
  const double nine = 255.0 * 255 * 255 / 256 / 256 / 256,
               alpha = 257.0 / 512 * nine * nine * nine * 255 / 256 + 1.0 / 256;
  ck_assert_double_eq_tol(s.alpha, alpha, 1e-14);
  double target = rate;
  rate *= 1 - alpha / 2;
  same_rate(510 * US, rate);
  for (int i = 1; i <= 8; i++) {
    if (i >= 5 && (target += 0.04 * G) > 40 * G) target = 40 * G;
    const double next = (rate + target) / 2;
    step_at((510 + 60 * (uint64_t)i) * US, rate, next);
    rate = next;
  }
  // Each CNP starts the alpha interval again: no decay within 54 us.
  congestion_cnp(&p, &s, 1003 * US);
  const double before = s.alpha;
  congestion_cnp(&p, &s, 1057 * US);
  ck_assert_double_eq_tol(s.alpha, before * 255 / 256 + 1.0 / 256, 1e-14);
}
END_TEST

static void packets(uint64_t at, int n, double expected) {
  for (int i = 1; i < n; i++) congestion_sent(&p, &s, at, 1000);
  const double before = congestion_rate(&p, &s, at);
  congestion_sent(&p, &s, at, 1000);
  same_rate(at, expected);
  ck_assert_double_ne(before, expected);
}

// ns3-rdma: both stages below F: fast; one of them: additive; both at F and above: hyper, a multiple of HAI, with half
// the interval and half the bytes. The byte counter counts an increase when more than its bytes have been sent.
START_TEST(byte_counter) {
  begin("ns3_rdma", 40 * G);
  p.byte_counter = 10000;
  p.fast_stages = 2;
  p.additive_increase = G;
  p.hyper_increase = 2 * G;
  congestion_cnp(&p, &s, 0);
  congestion_cnp(&p, &s, 0);
  double t = 29.9609375 * G, r = t * (1 - 66047.0 / 262144);
  same_rate(0, r);
  packets(1 * US, 11, r = (r + t) / 2);                            // T = 0, B = 1: fast
  step_at(60 * US, r, (r + t) / 2), r = (r + t) / 2;               // T = 1: fast
  t += G, step_at(120 * US, r, (r + t) / 2), r = (r + t) / 2;      // T = 2: additive
  t += 2 * G, packets(121 * US, 11, r = (r + t) / 2);              // B = 2: hyper, 2 - 2 + 1 times
  t += 2 * G, step_at(180 * US, r, (r + t) / 2), r = (r + t) / 2;  // T = 3: min is 2
  t += 4 * G, packets(181 * US, 11, r = (r + t) / 2);              // B = 3: twice
  t = 40 * G, step_at(210 * US, r, (r + t) / 2), r = (r + t) / 2;  // T = 4, 30 us later: twice, limited by the line
  packets(211 * US, 6, r = (r + t) / 2);                           // B = 4, half the bytes
  congestion_cnp(&p, &s, 220 * US);                                // all begins again
  t = r, r = s.rate;
  step_at(280 * US, r, (r + t) / 2), r = (r + t) / 2;
  packets(281 * US, 11, r = (r + t) / 2);
}
END_TEST

// Timed form with a byte counter: fast until the larger stage has counted F, hyper when the smaller is above F + 1.
START_TEST(byte_counter_timed) {
  begin("hpcc_dcqcn_paper", 100 * G);
  p.byte_counter = 10000;
  p.additive_increase = G;
  p.hyper_increase = 2 * G;
  p.clamp_target = true;
  congestion_cnp(&p, &s, 0);
  congestion_cnp(&p, &s, 60 * US);
  double t = 50.1953125 * G, r = congestion_rate(&p, &s, 100 * US);
  packets(101 * US, 11, r = (r + t) / 2);                          // B = 1: fast
  step_at(155 * US, r, (r + t) / 2), r = (r + t) / 2;              // T = 1: fast
  t += G, step_at(210 * US, r, (r + t) / 2), r = (r + t) / 2;      // T = 2: additive
  t += G, step_at(265 * US, r, (r + t) / 2), r = (r + t) / 2;      // T = 3, B = 1: additive
  t += G, packets(266 * US, 11, r = (r + t) / 2);                  // B = 2: additive
  t += 2 * G, packets(267 * US, 11, r = (r + t) / 2);              // B = 3: hyper
  t += 2 * G, step_at(320 * US, r, (r + t) / 2), r = (r + t) / 2;  // T = 4: hyper
}
END_TEST

// An increase by the byte counter also lets the next decrease set the target.
START_TEST(target_after_byte_counter) {
  begin("hpcc_dcqcn_paper", 100 * G);
  p.byte_counter = 10000;
  congestion_cnp(&p, &s, 0);
  same_rate(50 * US, 50.1953125 * G);
  packets(51 * US, 11, 75.09765625 * G);
  congestion_cnp(&p, &s, 60 * US);
  const double r = 75.09765625 * 65791 / 131072;
  step_at(100 * US, 75.09765625 * G, r * G);
  step_at(155 * US, r * G, (r + 75.09765625) / 2 * G);
}
END_TEST

// A CNP in each of two decrease intervals: alpha after the second is (255/256)^2 + 1/256 = 65281/65536. Without
// clamping the target stays at the line rate; with clamping it is the rate before the second decrease.
START_TEST(clamping) {
  for (int clamp = 0; clamp < 2; clamp++) {
    begin("hpcc_dcqcn_paper", 100 * G);
    p.clamp_target = clamp;
    congestion_cnp(&p, &s, 0);
    congestion_cnp(&p, &s, 60 * US);
    congestion_cnp(&p, &s, 99 * US);  // the same interval
    const double r = 50.1953125 * 65791 / 131072, t = clamp ? 50.1953125 : 100;
    step_at(100 * US, 50.1953125 * G, r * G);
    step_at(155 * US, r * G, (r + t) / 2 * G);
  }
}
END_TEST

// One CNP in each interval: the rate falls to its lowest value and not below it, alpha stays below 1.
START_TEST(lowest_rate) {
  static const char *const set[] = {"hpcc_dcqcn", "hpcc_dcqcn_paper", "ns3_rdma", "ns3_datacenter"};
  for (int i = 0; i < 4; i++) {
    begin(set[i], 40 * G);
    double before = 40 * G;
    for (uint64_t t = 1; t < 4000; t++) {
      congestion_cnp(&p, &s, t * 2 * US);
      ck_assert(s.rate <= before && s.rate >= p.min_rate && s.alpha <= 1);
      before = s.rate;
    }
    ck_assert_double_eq(s.rate, p.min_rate);
    ck_assert(p.clamp_target == (s.target == p.min_rate));  // fast increases then change nothing
    same_rate(1000000 * US, 40 * G);
  }
  begin("hpcc_dcqcn", 0.5 * G);  // a line below the smallest rate
  congestion_cnp(&p, &s, 0);
  same_rate(1000 * US, 0.5 * G);
}
END_TEST

// At the same time an increase is before a decrease: both at 8 us.
START_TEST(increase_before_decrease) {
  begin("hpcc_dcqcn_paper", 100 * G);
  p.decrease_interval = p.increase_interval = 4 * US;
  p.alpha_interval = 1000 * US;
  congestion_cnp(&p, &s, 0);
  step_at(4 * US, 100 * G, 50 * G);
  congestion_cnp(&p, &s, 5 * US);
  step_at(8 * US, 50 * G, 37.5 * G);      // (50 + 100) / 2, then half of it
  step_at(12 * US, 37.5 * G, 56.25 * G);  // the target was 75
}
END_TEST

int main(void) {
  Suite *suite = suite_create("dcqcn");
  TCase *steps = tcase_create("steps");
  tcase_add_test(steps, sets_have_the_published_values);
  tcase_add_test(steps, no_cnp);
  tcase_add_test(steps, one_cnp_hpcc_dcqcn);
  tcase_add_test(steps, one_cnp_hpcc_dcqcn_paper);
  tcase_add_test(steps, one_cnp_ns3_datacenter);
  tcase_add_test(steps, one_cnp_ns3_rdma);
  tcase_add_test(steps, byte_counter);
  tcase_add_test(steps, byte_counter_timed);
  tcase_add_test(steps, target_after_byte_counter);
  tcase_add_test(steps, clamping);
  tcase_add_test(steps, lowest_rate);
  tcase_add_test(steps, increase_before_decrease);
  suite_add_tcase(suite, steps);
  return suite_run(suite);
}
