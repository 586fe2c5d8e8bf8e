// Tests time-based GFC of the event engine [spec 12]: rooms are sent every period, the queue follows a fluid model that
// is written from Theorem 4.1, wrong keys are refused, and the bound is warned of. `make check T=net_room` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// As figure 5 of [GFC], 10 Gb/s and tau = 25 us, with a period. One input to an output at half the rate instead of two
// inputs: two inputs share a FIFO, so that the drain of each follows its own past arrivals.
static const char figure[] =
    "name: room\ngbps: 10\npacket_bytes: 1500\ndelay_ns: 1000\noverhead_bytes: 0\nprocessing_ns: 20600\n"
    "cell_bytes: %d\nduration_us: 4000\nstop_us: 2000\n"
    "mmu: {ports: 4, scheme: %s, buffer: %s, bm: %s, b0: %d, feedback_period_us: %g}\n"
    "switches: [{name: S, limit: [{link: sink, gbps: 5}]}]\nhosts: [{name: a, switch: S}, {name: sink, switch: S}]\n"
    "flows: [{name: f, from: a, to: sink}]\n"
    "trace: {sample_ns: 2400, queues: [S:a/0]}\n";

struct setting {
  int cell;
  const char *scheme, *buffer, *bm_text;
  double bm;
  int b0;
  double period;
};

static void scenario_text(const struct setting *x, char *text, size_t size) {
  snprintf(text, size, figure, x->cell, x->scheme, x->buffer, x->bm_text, x->b0, x->period);
}

static struct scenario *load(const struct setting *x) {
  char text[2048];
  scenario_text(x, text, sizeof text);
  return runs_load_text(text);
}

// ---- the fluid model ----

// The recurrence of Theorem 4.1 with feedback that is sampled: the input rate at time t is that of the queue at the
// last report which is at least tau old, and the queue drains with half the rate of the line. Bytes and us.
enum { STEPS = 20, END_US = 2000 };  // per us; of the sources
static const double line = 1250, tau = 25;

static double rate_of(const struct setting *x, double q) {
  const double d = x->bm - x->b0;
  if (strcmp(x->scheme, "GFC_LINEAR") == 0) return q <= x->b0 ? line : q >= x->bm ? 0 : line * (x->bm - q) / d;
  int k = 0;
  while (k < 15 && q >= x->bm - ldexp(d, -k - 1)) k++;
  return ldexp(line, -k);
}

static void fluid(const struct setting *x, double *q) {
  const double first = 2.2 * STEPS;  // a packet and a wire
  q[0] = 0;
  for (int t = 0; t < END_US * STEPS; t++) {
    const double report = floor((t / (double)STEPS - tau) / x->period) * x->period;
    const double in = t < first ? 0 : report <= 0 ? line : rate_of(x, q[(int)(report * STEPS)]);
    q[t + 1] = fmax(0, q[t] + (in - line / 2) / STEPS);
  }
}

// ---- one queue ----

static void record(struct written *w, struct scenario *s, int threads) {
  struct network_options o = runs_engine(RUNS_EVENT);
  o.threads = threads;
  runs_record(w, s, o);
}

// Calls `sample` for each sample of the queue; the argument is the caller's.
static void samples(const struct written *w, void (*sample)(double us, double bytes, void *argument), void *argument) {
  double ns, bytes;
  int count = 0;
  for (const char *at = w->text[2]; at != NULL; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (sscanf(at, "%lf,S,a,0,%lf", &ns, &bytes) != 2) continue;
    if (ns > END_US * 1000) break;
    sample(ns / 1000, bytes, argument);
    count++;
  }
  ck_assert_int_gt(count, 800);
}

struct difference {
  const double *q;
  double most;
};

static void differ(double us, double bytes, void *argument) {
  struct difference *x = argument;
  x->most = fmax(x->most, fabs(bytes - x->q[(int)(us * STEPS)]));
}

// Two packets: one that the sender began before the new rate, and one that is not counted before it is whole. In the
// limit cycle of the last period, in which the rate changes by the whole line, each of them counts twice.
static const struct row {
  struct setting x;
  int packets;
} rows[] = {{{1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 5}, 2},
            {{1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 25}, 2},
            {{1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 50}, 2},
            {{1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 100}, 4},
            {{1, "GFC", "12MB", "100KB", 100000, 50000, 5}, 2},
            {{1, "GFC", "12MB", "100KB", 100000, 50000, 25}, 2},
            {{20, "GFC_LINEAR", "64MB", "1MB", 1000000, 500000, 25}, 2}};

START_TEST(queue_follows_the_fluid_model) {
  const struct row *row = &rows[_i];
  static double q[END_US * STEPS + 1];
  struct scenario *s = load(&row->x);
  struct difference d = {.q = q};
  struct written w;
  fluid(&row->x, q);
  record(&w, s, 1);
  samples(&w, differ, &d);
  ck_assert_double_le(d.most, row->packets * 1500);
  ck_assert_uint_eq(w.result.lost, 0);
  runs_forget(&w);
  scenario_free(s);
}
END_TEST

// The port of the queue reports every period; the ports that send only have nothing to report.
START_TEST(a_message_every_period) {
  const double periods[] = {5, 25, 100};
  const struct setting x = {1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, periods[_i]};
  struct scenario *s = load(&x);
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->link[0][0].stop_messages, (unsigned)(END_US / periods[_i]) - 1);  // the last is after the stop
  ck_assert_uint_le(r->link[0][0].message_gap, (unsigned)(periods[_i] * 1e6 + 1.3e6));   // ps: behind one frame
  ck_assert_uint_eq(r->link[1][0].messages, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// 242,000 bytes fill the queue until 219 us. It holds 56 KB at the report of 300 us, which slows the sender down, and
// is empty at 390 us. The report of 400 us, by an idle port, frees the sender, and the run ends.
START_TEST(an_empty_queue_is_reported) {
  static const char to[] = "{name: f, from: a, to: sink}", finite[] = "{name: f, from: a, to: sink, bytes: 242000}";
  const struct setting x = {1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 100};
  char whole[2048];
  scenario_text(&x, whole, sizeof whole);
  char *at = strstr(whole, to);
  ck_assert_ptr_nonnull(at);
  memmove(at + sizeof finite - 1, at + sizeof to - 1, strlen(at + sizeof to - 1) + 1);
  memcpy(at, finite, sizeof finite - 1);
  struct scenario *s = runs_load_text(whole);
  struct simulation *n = runs_simulate(s, runs_engine(RUNS_EVENT));
  const struct network_result *r = simulation_result(n);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->link[0][1].pauses, 1);
  ck_assert_uint_eq(r->link[0][1].resumes, 1);
  ck_assert_uint_lt(r->cycles, 430 * UINT64_C(1000000));
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// ---- a ring, the second deadlock case ----

static const char ring[] =
    "name: ring\ngbps: 40\npacket_bytes: 1000\ndelay_ns: 1000\noverhead_bytes: 0\ncell_bytes: 10\n"
    "duration_us: 50000\nstop_us: 500\n"
    "mmu: {scheme: %s, buffer: 32MB, bm: 200KB, b0: 110KB, feedback_period_us: 2}\n"
    "switches: [{name: A}, {name: B}, {name: C}, {name: D}]\n"
    "links: [{name: L1, a: A, b: B}, {name: L2, a: B, b: C}, {name: L3, a: C, b: D}, {name: L4, a: D, b: A}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: C}, {name: d, switch: D}]\n"
    "flows: [{name: f, from: a, to: d, route: [A, B, C, D]}, {name: g, from: c, to: b, route: [C, D, A, B]}, "
    "{name: h, from: b, to: c}]\n"
    "trace: {sample_ns: 10000, queues: [C:L2/0]}\n";

START_TEST(a_ring_drains_alike_on_two_threads) {
  char text[2048];
  snprintf(text, sizeof text, ring, _i == 0 ? "GFC" : "GFC_LINEAR");
  struct scenario *s = runs_load_text(text);
  struct written one, two;
  ck_assert_int_eq(s->warnings, _i);  // GFC_LINEAR: of the cycle of buffer dependencies; none of the bound
  record(&one, s, 1);
  record(&two, s, 2);
  ck_assert(runs_same(&one, &two));
  ck_assert_int_eq(one.result.verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(one.result.lost, 0);
  runs_forget(&one);
  runs_forget(&two);
  scenario_free(s);
}
END_TEST

// ---- wrong keys, the bound ----

#define WRONG(mmu, switches)                                                                                         \
  "name: wrong\ngbps: 10\nduration_us: 100\nmmu: {buffer: 48MB, " mmu "}\nswitches: [" switches                      \
  "]\nlinks: [{name: L, a: A, b: B}]\nhosts: [{name: x, switch: A}, {name: y, switch: B}]\nflows: [{name: f, from: " \
  "x, to: y}]\n"
#define TWO "{name: A}, {name: B}"

static const struct wrong {
  const char *text, *line;
} wrongs[] = {
    {WRONG("scheme: GFC, bm: 100KB, b0: 50KB, feedback_period_us: 0.5", TWO),
     "feedback_period_us is 0.5; a message of switch A may wait 0.8912 us: give more"},
    {WRONG("scheme: GFC, bm: 100KB, b0: 34464, feedback_period_us: 5", TWO),
     "Bm - B0 of switch A is 65536 cells, and with feedback_period_us a message reports at most 65535; raise b0 or "
     "cell_bytes"},
    {WRONG("scheme: GFC, bm: 100KB, b0: 50KB", "{name: A}, {name: B, mmu: {feedback_period_us: 5}}"),
     "switch B reports its room every period, and switch A sends levels at changes; give all switches "
     "feedback_period_us, or none"},
    {WRONG("scheme: GFC, bm: 100KB, b0: 50KB", "{name: A, mmu: {feedback_period_us: 5}}, {name: B}"),
     "switch A reports its room every period, and switch B sends levels at changes; give all switches "
     "feedback_period_us, or none"},
    {WRONG("scheme: GFC, bm: 100KB, b0: 50KB, feedback_period_us: 5", "{name: A}, {name: B, mmu: {b0: 51KB}}"),
     "Bm - B0 of switch B is not that of A; with feedback_period_us give all switches the same"},
};

START_TEST(wrong_keys_are_refused) { runs_refuse_text(wrongs[_i].text, wrongs[_i].line); }
END_TEST

// 4 C (tau + T) = 4 * 1250 B/us * (25 + 5) us = 150,000 B.
START_TEST(the_bound_is_warned_of) {
  const struct setting below = {20, "GFC_LINEAR", "64MB", "1MB", 1000000, 850000, 5},
                       above = {20, "GFC_LINEAR", "64MB", "1MB", 1000000, 850020, 5},
                       none = {1, "GFC_LINEAR", "12MB", "100KB", 100000, 50000, 5};
  struct scenario *s = load(&below);
  ck_assert_int_eq(s->warnings, 0);
  scenario_free(s);
  s = load(&above);
  ck_assert_int_eq(s->warnings, 1);
  ck_assert_ptr_nonnull(strstr(s->warning[0], "tau + T of link a is 30 us"));
  ck_assert_ptr_nonnull(strstr(s->warning[0], "give Bm - B0 4*C*(tau + T), 150000 B"));
  ck_assert_ptr_null(strstr(s->warning[0], "no b0 is safe"));
  scenario_free(s);
  s = load(&none);
  ck_assert_ptr_nonnull(strstr(s->warning[0], "150000 B, which is more than Bm: no b0 is safe"));
  scenario_free(s);
}
END_TEST

START_TEST(clocked_engines_refuse_a_period) {
  static const struct {
    const char *text, *place;
  } cases[] = {{WRONG("scheme: GFC, bm: 100KB, b0: 50KB,\n  feedback_period_us: 5", TWO), ":5: switch A "},
               {WRONG("scheme: GFC, bm: 100KB, b0: 50KB",
                      "{name: A, mmu: {feedback_period_us: 5}}, \n {name: B, mmu: "
                      "{feedback_period_us: 5}}"),
                ":5: switch A "}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct scenario *s = runs_load_text(cases[i].text);
    struct error err = {""};
    ck_assert_int_ne(clocked_fit_check(s, &err), 0);
    ck_assert_msg(strstr(err.text, cases[i].place) != NULL, "%s", err.text);
    ck_assert_ptr_nonnull(strstr(err.text, "leave feedback_period_us out, or use --engine event"));
    scenario_free(s);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_room");
  TCase *runs = tcase_create("runs");
  tcase_set_timeout(runs, 60);
  tcase_add_loop_test(runs, queue_follows_the_fluid_model, 0, sizeof rows / sizeof *rows);
  tcase_add_loop_test(runs, a_message_every_period, 0, 3);
  tcase_add_test(runs, an_empty_queue_is_reported);
  tcase_add_loop_test(runs, a_ring_drains_alike_on_two_threads, 0, 2);
  suite_add_tcase(suite, runs);
  TCase *files = tcase_create("files");
  tcase_add_loop_test(files, wrong_keys_are_refused, 0, sizeof wrongs / sizeof *wrongs);
  tcase_add_test(files, the_bound_is_warned_of);
  tcase_add_test(files, clocked_engines_refuse_a_period);
  suite_add_tcase(suite, files);
  return suite_run(suite);
}
