// Tests GFC in the network: rate limiters, levels, Fig. 5 of the paper, and the bandwidth of feedback messages. The
// references are formulas and the paper's results. `make check T=net_rates` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/report.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// ---- GFC's rates ----

// 1500 bytes at 10 Gb/s take 300 cycles of 250 MHz, and 2^k times as many at stage k.
START_TEST(limiter_stages) {
  struct limiter l;
  limiter_init(&l, UINT64_C(10000000000), 250000000, 0);
  uint64_t now = 1000;
  for (uint16_t k = 0; k <= SLUICE_MAX_STAGES; k++) {
    limiter_level(&l, now, k);
    ck_assert_uint_eq(limiter_free(&l), now);
    limiter_send(&l, now, 1500, 1500);
    limiter_level(&l, now + 10, 0);  // the gap is that of the stage in which the packet was sent
    ck_assert_uint_eq(limiter_free(&l), now + (UINT64_C(300) << k));
    now = limiter_free(&l);
  }
  limiter_level(&l, now, 1);
  limiter_send(&l, now + 5, 64, 80);  // 12.8 cycles for 64 bytes on the line, then 16 for 80 bytes of cells
  ck_assert_uint_eq(limiter_free(&l), now + 5 + 29);
}
END_TEST

// Each packet is sent as soon as the limiter permits. At every rate a thousand packets take a thousand times as long as
// one, to the cycle.
START_TEST(limiter_does_not_drift) {
  static const uint64_t rates[] = {7300000000, 40000000000, 9999999000, 1000000};
  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
    for (uint16_t level = 0; level < 4; level++) {
      struct limiter stage, linear;
      uint64_t hz = 312500000, a = 77, b = 77;
      limiter_init(&stage, rates[i], hz, 0);
      limiter_init(&linear, rates[i], hz, 1000);
      limiter_level(&stage, a, level);
      limiter_level(&linear, b, (uint16_t)(level * 250));
      for (int k = 0; k < 1000; k++) {
        limiter_send(&stage, a, 700, 700);
        limiter_send(&linear, b, 700, 700);
        a = limiter_free(&stage);
        b = limiter_free(&linear);
      }
      double packets = 1000 * 700 * 8.0 * (double)hz / (double)rates[i];
      ck_assert_double_eq_tol((double)(a - 77), packets * (1 << level), 1.001);
      ck_assert_double_eq_tol((double)(b - 77), packets * 4 / (4 - level), 1.001);
    }
  }
}
END_TEST

// GFC-linear with D = 100 cells: a packet of 1000 cells, 0.2 cycles per cell. Half of the packet counts at half rate,
// the rest at a quarter of the rate.
START_TEST(limiter_follows_the_level) {
  struct limiter l;
  limiter_init(&l, UINT64_C(10000000000), 250000000, 100);
  limiter_level(&l, 0, 50);
  limiter_send(&l, 0, 1000, 1000);
  ck_assert_uint_eq(limiter_free(&l), 400);
  limiter_level(&l, 200, 75);
  ck_assert_uint_eq(limiter_free(&l), 200 + 400);
  limiter_level(&l, 300, 100);
  ck_assert_uint_eq(limiter_free(&l), UINT64_MAX);
  limiter_level(&l, 5000, 0);
  ck_assert_uint_eq(limiter_free(&l), 5000 + 75);
  limiter_level(&l, 6000, 100);  // no gap remains, but the rate is 0
  ck_assert_uint_eq(limiter_free(&l), UINT64_MAX);
  limiter_level(&l, 7000, 99);
  ck_assert_uint_eq(limiter_free(&l), 7000);
}
END_TEST

// A host, and then a switch, receives a level. The sender must keep to the rate of that level, although the flow offers
// 5 % more. After level 0 it sends the whole offered load. 1000 bytes take 50 cycles.
static const struct level_case {
  const char *scheme;
  uint16_t level;
  double times;  // factor of the time between two packets
} level_cases[] = {
    {"GFC", 1, 2}, {"GFC", 5, 32}, {"GFC", 10, 1024}, {"GFC_LINEAR", 30000, 2}, {"GFC_LINEAR", 58500, 40}};

static double frames_per_cycle(struct clocked_network *c, const struct link_result *r, uint64_t cycles) {
  uint64_t frames = r->frames - r->messages, from = c->net.now;
  bool runs = true;
  while (runs && c->net.now < from + cycles) runs = network_cycle(c);
  ck_assert(runs);
  return (double)(r->frames - r->messages - frames) / (double)(c->net.now - from);
}

// Sends a level from port 1 of switch 0 to the host, or from port 0 of switch 1 to switch 0.
static void send_level(struct clocked_network *c, int sw, uint16_t level) {
  struct packet *p = packet_new(&c->net.pool, true);
  struct port *port = &c->links.port[sw][1 - sw];
  ck_assert_ptr_nonnull(p);
  p->bytes = MIN_FRAME;
  p->pause = (struct pause){.enable = 1, .time = {level}};
  fifo_put(&port->control, p);
  c->kind->kick(c->switches, sw, port);
}

START_TEST(levels_are_obeyed) {
  const struct level_case *t = &level_cases[_i];
  if (t->times > 100 && STRIDE(2) == 2) return;  // 78 packets take 4 million cycles
  char mmu[128], flow[64];
  snprintf(mmu, sizeof mmu, "scheme: %s, buffer: 12MB, bm: 700KB, b0: 640KB", t->scheme);
  snprintf(flow, sizeof flow, "packet_bytes: 1000, gbps: %.6f", 40 * 1.05 / t->times);
  struct scenario *s = runs_load_row(mmu, 2, flow);
  struct clocked_network *n;
  s->stop = s->flow[0].stop = s->duration = 100000000;
  ck_assert_int_eq(clocked_new(&n, s, &(struct network_options){.engine = ENGINE_MODEL}), NETWORK_OK);
  for (int sw = 0; sw < 2; sw++) {
    const struct link_result *out = sw == 0 ? &n->net.result.link[1][1] : &n->net.result.link[0][0];  // x>S0, S0>S1
    uint64_t measured = t->times > 100 ? LONG_RUN(4000000) : LONG_RUN(400000);
    double tolerance = 2 * t->times * 50 / (double)measured;  // two packets
    frames_per_cycle(n, out, 1000);
    send_level(n, sw, t->level);
    frames_per_cycle(n, out, 100000);
    ck_assert_double_eq_tol(frames_per_cycle(n, out, measured) * 50 * t->times, 1, tolerance);
    send_level(n, sw, 0);
    frames_per_cycle(n, out, LONG_RUN(500000));  // the packets that the level delayed
    ck_assert_double_eq_tol(frames_per_cycle(n, out, measured) * 50 * t->times, 1.05, tolerance);
  }
  clocked_free(n);
  scenario_free(s);
}
END_TEST

// Packets are not a fluid. Near level D the free part of a queue is smaller than a packet and all rates are 0.
// Conceptual GFC deadlocks there, while practical GFC continues at its last stage.
// Under the sanitizers only the event engine runs, because the clocked model takes long to find the deadlock.
START_TEST(linear_may_stop) {
  static const struct {
    const char *mmu;
    enum verdict_kind verdict;
  } schemes_of_gfc[] = {{"tb/examples/scenarios/mmu_gfc_linear.yaml", VERDICT_DEADLOCKED},
                        {"tb/examples/scenarios/mmu_gfc.yaml", VERDICT_DRAINED}};
  if (_i == RUNS_MODEL && STRIDE(2) == 2) return;
  for (int i = 0; i < 2; i++) {
    struct scenario *s = runs_load_case_mmu(2, schemes_of_gfc[i].mmu);
    struct written w;
    s->stop = s->clock_hz / 50;
    s->duration = 4 * s->stop;
    for (int f = 0; f < s->flows; f++) s->flow[f].stop = s->stop;
    runs_record(&w, s, runs_engine(_i));
    ck_assert_int_eq(w.result.verdict.kind, schemes_of_gfc[i].verdict);
    if (i == 0) ck_assert_str_eq(w.cycle, "A:L1/0 waits for B:L2/0 waits for C:L3/0 waits for D:L4/0 waits for A:L1/0");
    ck_assert_uint_eq(w.result.lost, 0);
    runs_forget(&w);
    scenario_free(s);
  }
}
END_TEST

static struct scenario *load_fig5(const char *mmu) { return runs_load_mmu("tb/examples/scenarios/fig5.yaml", mmu); }

// Bytes and Gb/s in the last sample of a queue at or before a time.
static void sample_at(const struct written *w, const char *queue, double us, double *bytes, double *gbps) {
  char line[128];
  FILE *f = fmemopen(w->text[2], w->size[2], "r");
  ck_assert_ptr_nonnull(f);
  *bytes = *gbps = -1;
  while (fgets(line, sizeof line, f) != NULL) {
    char *at = strchr(line, ',');
    if (strtod(line, NULL) > us * 1000) break;
    if (strncmp(at + 1, queue, strlen(queue)) != 0) continue;
    *bytes = strtod(at + 1 + strlen(queue), &at);
    *gbps = strtod(at + 1, NULL);
  }
  fclose(f);
}

// Fig. 5 of GFC: conceptual GFC settles at 75 KB and 5 Gb/s, practical GFC settles in the stage of 5 Gb/s, and PFC does
// not settle.
START_TEST(fig5) {
  struct written linear, stages, pfc;
  struct scenario *s[3] = {load_fig5("tb/examples/scenarios/mmu_fig5_gfc_linear.yaml"),
                           load_fig5("tb/examples/scenarios/mmu_fig5_gfc.yaml"), load_fig5(NULL)};
  runs_record(&linear, s[0], runs_engine(_i));
  runs_record(&stages, s[1], runs_engine(_i));
  runs_record(&pfc, s[2], runs_engine(_i));
  double bytes, gbps, least = 10, most = 0;
  for (double us = 300; us < 800; us += 50) {
    sample_at(&linear, "S,a,0,", us, &bytes, &gbps);
    ck_assert_double_eq_tol(bytes, 75000, 1500);
    ck_assert_double_eq_tol(gbps, 5, 0.001);
    sample_at(&stages, "S,a,0,", us, &bytes, &gbps);
    ck_assert(bytes >= 75000 && bytes < 87500);
    ck_assert_double_eq_tol(gbps, 5, 0.001);
    sample_at(&pfc, "S,a,0,", us, &bytes, &gbps);
    if (gbps < least) least = gbps;
    if (gbps > most) most = gbps;
  }
  ck_assert(least < 0.001 && most > 9.999);
  ck_assert_uint_eq(linear.result.lost + stages.result.lost + pfc.result.lost, 0);
  runs_forget(&linear);
  runs_forget(&stages);
  runs_forget(&pfc);
  for (int i = 0; i < 3; i++) scenario_free(s[i]);
}
END_TEST

// A message has 64 bytes and carries a new level. It repeats the previous level only if the level changed back before
// the message was sent.
START_TEST(feedback_is_counted) {
  struct scenario *s = load_fig5("tb/examples/scenarios/mmu_fig5_gfc_linear.yaml");
  struct simulation *n = runs_simulate(s, runs_engine(_i));
  const struct network_result *r = simulation_result(n);
  const struct link_result *back = &r->link[0][0], *there = &r->link[0][1];  // S>a and a>S
  ck_assert_uint_gt(back->messages, 100);
  ck_assert_uint_eq(back->message_bytes, 64 * back->messages);
  ck_assert_uint_eq(back->messages, back->frames);
  ck_assert_uint_eq(there->messages, 0);
  ck_assert_uint_le(there->pauses + there->refreshes + there->resumes, back->messages);
  ck_assert_uint_gt(there->refreshes, 9 * back->messages / 10);
  struct report_feedback f = report_feedback(s, r, 0, 0);
  ck_assert_double_eq_tol(f.mean, 8.0 * 64 * (double)back->stop_messages / 800e-6 / 10e9, 1e-9);
  ck_assert_double_eq_tol(f.bound_worst, 64 * 8 / 25e-6 / 10e9, 1e-9);
  ck_assert_double_eq_tol(f.bound_steady, f.bound_worst / 8, 1e-12);
  ck_assert(f.burst >= f.late && f.closest >= f.burst && f.closest <= 1);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_rates");
  TCase *limiters = tcase_create("limiters");
  tcase_add_test(limiters, limiter_stages);
  tcase_add_test(limiters, limiter_does_not_drift);
  tcase_add_test(limiters, limiter_follows_the_level);
  suite_add_tcase(suite, limiters);
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 300);
  tcase_add_loop_test(runs, levels_are_obeyed, 0, sizeof level_cases / sizeof level_cases[0]);
  tcase_add_loop_test(runs, linear_may_stop, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, fig5, 0, RUNS_ENGINES);
  tcase_add_loop_test(runs, feedback_is_counted, 0, RUNS_ENGINES);
  suite_add_tcase(suite, runs);
  return suite_run(suite);
}
