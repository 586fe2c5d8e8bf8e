// Timers of DCQCN, which run late: against the rules by the microsecond, against timers that are in time, and after a
// long idle time. `make check T=dcqcn_timers`; a failure names the seed.
#include <check.h>
#include <math.h>

#include "tb/sim/congestion/congestion.h"
#include "tb/sim/traffic/random.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)
#define G 1e9

static struct congestion_parameters p;
static struct congestion_sender s;

static void begin(const char *set, double line) {
  ck_assert(congestion_parameters_of(set, line, &p));
  congestion_start(&p, &s, 0, line);
}

// The rules of the timed form, microsecond by microsecond.
struct naive {
  double rate, target, alpha;
  bool cnp_alpha, cnp_decrease;
  int stage;
  uint64_t increase;
};

static void naive_microsecond(struct naive *n, uint64_t us, double line) {
  if (us * US % p.alpha_interval == 0) {
    n->alpha = (1 - p.gain) * n->alpha + (n->cnp_alpha ? p.gain : 0);
    n->cnp_alpha = false;
  }
  if (us == n->increase) {
    n->increase += p.increase_interval / US;
    n->target += n->stage < (int)p.fast_stages    ? 0
                 : n->stage == (int)p.fast_stages ? p.additive_increase
                                                  : p.hyper_increase;
    if (n->target > line) n->target = line;
    n->rate = (n->rate + n->target) / 2;
    n->stage++;
  }
  if (us * US % p.decrease_interval == 0 && n->cnp_decrease) {
    if (p.clamp_target || n->stage > 0) n->target = n->rate;
    n->rate = fmax(p.min_rate, n->rate * (1 - n->alpha / 2));
    n->stage = 0;
    n->increase = us + p.increase_interval / US;
    n->cnp_decrease = false;
  }
}

// Random trains of CNPs: some dense, some with long pauses.
START_TEST(timed_form_by_the_microsecond) {
  static const char *const set[] = {"hpcc_dcqcn", "hpcc_dcqcn_paper", "ns3_datacenter"};
  const double line = 100 * G;
  uint64_t random = (uint64_t)_i + 1;
  begin(set[_i % 3], line);
  p.clamp_target = _i / 3 % 2;
  p.fast_stages = 1 + (uint32_t)_i / 6;
  struct naive n = {.rate = line, .target = line, .alpha = 1, .cnp_decrease = true};
  congestion_cnp(&p, &s, 0);
  uint32_t mean = 1;
  int compared = 0;
  for (uint64_t us = 1; us < 20000; us++) {
    naive_microsecond(&n, us, line);
    if (us % 500 == 0) mean = 1u << (3 + random_below(&random, 9));
    if (random_below(&random, mean) == 0) {
      congestion_cnp(&p, &s, us * US + US / 2);
      n.cnp_alpha = n.cnp_decrease = true;
    }
    if (random_below(&random, 4) != 0) continue;
    const double got = congestion_rate(&p, &s, us * US + US / 2);
    if (fabs(got / n.rate - 1) > 1e-9)
      ck_abort_msg("seed %d, %" PRIu64 " us: expected %.17g, got %.17g", _i + 1, us, n.rate, got);
    compared++;
  }
  ck_assert_int_gt(compared, 4000);
}
END_TEST

// A sender that is asked for its rate at every nanosecond and one that is asked only when a CNP arrives or a packet is
// sent are equal, bit by bit.
START_TEST(late_timers_are_equal) {
  static const char *const set[] = {"hpcc_dcqcn", "hpcc_dcqcn_paper", "ns3_rdma", "ns3_datacenter"};
  uint64_t random = (uint64_t)_i + 1;
  begin(set[_i % 4], 40 * G);
  if (_i / 4 % 2) {  // all phases within the run
    p.byte_counter = 20000;
    p.increase_interval = 3 * US + 1;
    p.hyper_increase = 4 * G;
  }
  struct congestion_sender late = s;
  const bool fine = _i < 8;
  const uint64_t grain = fine ? 1000 : 100000;
  uint64_t now = 0;
  for (int event = 0; event < (fine ? 40 : 400); event++) {
    const uint64_t pause = fine ? random_below(&random, 20000) : random_below(&random, event % 50 == 0 ? 100000 : 2000);
    for (uint64_t i = 0; i < pause; i++) congestion_rate(&p, &s, now += grain);
    if (random_below(&random, 3) == 0) {
      congestion_cnp(&p, &s, now);
      congestion_cnp(&p, &late, now);
    } else {
      congestion_sent(&p, &s, now, 5000);
      congestion_sent(&p, &late, now, 5000);
    }
    if (s.rate != late.rate || s.target != late.target || s.alpha != late.alpha || s.increase_at != late.increase_at ||
        s.decrease_at != late.decrease_at || s.time_stage != late.time_stage || s.byte_stage != late.byte_stage)
      ck_abort_msg("seed %d, %" PRIu64 " ps: %.17g and %.17g, stages %u and %u", _i + 1, now, s.rate, late.rate,
                   s.time_stage, late.time_stage);
  }
}
END_TEST

// An idle time of 100 days is one call of a few microseconds, and the timers keep their phase.
START_TEST(long_idle_time) {
  static const char *const set[] = {"hpcc_dcqcn", "hpcc_dcqcn_paper", "ns3_rdma", "ns3_datacenter"};
  for (int i = 0; i < 1000; i++) {
    begin(set[i % 4], 100 * G);
    p.byte_counter = i % 8 < 4 ? 0 : p.byte_counter;
    congestion_cnp(&p, &s, 0);
    congestion_cnp(&p, &s, 60 * US);
    const uint64_t now = 8640000 * UINT64_C(1000000) * US;
    ck_assert_double_eq(congestion_rate(&p, &s, now), 100 * G);
    const uint64_t decrease = p.react_at_cnp ? 60 * US : (60 * US / p.decrease_interval + 1) * p.decrease_interval;
    ck_assert(s.increase_at > now && s.increase_at <= now + p.increase_interval);
    const uint64_t length = p.react_at_cnp && p.byte_counter == 0 ? p.increase_interval / 2 : p.increase_interval;
    ck_assert_uint_eq((s.increase_at - decrease) % length, 0);
    congestion_cnp(&p, &s, now);
    // Alpha was 0; the timed form adds 1/256 at the end of an alpha interval, and the others of the decrease interval
    // end.
    const double alpha =
        pow(255.0 / 256, p.react_at_cnp ? 0 : (double)(p.decrease_interval / p.alpha_interval - 1)) / 256;
    const double rate = congestion_rate(&p, &s, now + p.decrease_interval);
    ck_assert_double_eq_tol(rate / (100 * G), 1 - alpha / 2, 1e-12);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("dcqcn_timers");
  TCase *timers = tcase_create("timers");
  tcase_add_loop_test(timers, timed_form_by_the_microsecond, 0, 12);
  tcase_add_loop_test(timers, late_timers_are_equal, 0, 16);
  tcase_add_test(timers, long_idle_time);
  suite_add_tcase(suite, timers);
  return suite_run(suite);
}
