// Tests the watchdogs of the event engine against spec 13: detection, actions, restoration, verdicts. The references
// are the rules of the specification, written for closed intervals. `make check T=net_watchdog` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/files/yaml_text.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { PAUSE_LINK = 3, LAST_PORT = 1, MOST_EVENTS = 64 };

// A chain of two switches at 100 Gb/s. Host y pauses class 0 at switch B; a frame of 1000 bytes takes 81.6 ns.
#define CHAIN_FROM(watchdog, pause, start)                                                         \
  "name: storm\ngbps: 100\ndelay_ns: 200\nduration_us: 3000\nstop_us: 2000\n"                      \
  "mmu: {scheme: SIH, classes: 2, buffer: 8MB, headroom: 100KB, alpha: 1/8}\nwatchdog: {" watchdog \
  "}\n"                                                                                            \
  "switches: [{name: A, watchdog: {action: none}}, {name: B}]\nlinks: [{name: L, a: A, b: B}]\n"   \
  "hosts: [{name: w, switch: A}, {name: x, switch: A}, {name: y, switch: B, pause: [" pause        \
  "]}]\n"                                                                                          \
  "flows: [{name: f, from: x, to: y" start "}, {name: g, from: w, to: y, class: 1, gbps: 10}]\n"
#define CHAIN(watchdog, pause) CHAIN_FROM(watchdog, pause, "")
#define TIMES "detection_time_us: 100, restoration_time_us: 100, poll_interval_us: 50"
#define FRAME_US 0.0816

struct storm_run {
  struct scenario *s;
  struct simulation *n;
  const struct network_result *r;
  char *pauses;
  double storm[MOST_EVENTS], restored[MOST_EVENTS];  // us, in all queues
  int storms, restorations;
};

static void run(struct storm_run *x, struct scenario *s, uint64_t seed) {
  size_t size;
  *x = (struct storm_run){.s = s};
  FILE *to = open_memstream(&x->pauses, &size);
  struct network_options o = runs_engine(RUNS_EVENT);
  o.pauses = to;
  o.seed = seed;
  x->n = runs_simulate(s, o);
  x->r = simulation_result(x->n);
  fclose(to);
  for (char *line = x->pauses, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = '\0';
    if (strstr(line, ",storm,") != NULL && x->storms < MOST_EVENTS) x->storm[x->storms++] = atof(line) / 1000;
    if (strstr(line, ",restored,") != NULL && x->restorations < MOST_EVENTS)
      x->restored[x->restorations++] = atof(line) / 1000;
  }
}

static void run_text(struct storm_run *x, const char *text) { run(x, runs_load_text(text), 1); }

static void end(struct storm_run *x) {
  simulation_free(x->n);
  scenario_free(x->s);
  free(x->pauses);
}

static struct storms storms_of(const struct storm_run *x) {
  const struct storms all = result_storms_of(&x->r->sw[1], scenario_queues(x->s, 1)),
                      one = result_storms(&x->r->sw[1], LAST_PORT * x->s->dims.classes);
  ck_assert_mem_eq(&all, &one, sizeof all);  // only the paused queue
  ck_assert_ptr_null(x->r->sw[0].storms);
  return one;
}

// Every packet arrives, or is counted: no other loss than by the watchdog.
static void all_accounted_for(const struct storm_run *x) {
  const struct flow_result *f = x->r->flow;
  for (int i = 0; i < x->s->flows; i++) ck_assert_uint_eq(f[i].sent, f[i].packets + f[i].dropped);
  ck_assert_uint_eq(f[0].dropped, f[0].losses[LOSS_WATCHDOG]);
  ck_assert_uint_eq(f[0].losses[LOSS_WATCHDOG], storms_of(x).dropped);
  ck_assert_uint_eq(storms_of(x).dropped_bytes, 1000 * storms_of(x).dropped);
  ck_assert_uint_eq(x->r->sw[1].dropped, storms_of(x).dropped);
  ck_assert_uint_eq(f[1].dropped, 0);
  ck_assert_uint_eq(x->r->lost, 0);
  ck_assert_int_eq(x->r->verdict.kind, VERDICT_DRAINED);
}

// The pause takes effect between the polls at 300 and 350 us, so the poll at 400 is the first one at which it has
// lasted for a whole interval, and that at 450 ends the detection time. Its last frame is at 635 us, or at 780 us with
// refreshes of 40 us; the class is resumed at 800 us, after the poll, so the polls at 850 and 900 end the storm.
static const struct storm {
  const char *rule, *refresh;
  double detected, restored;
} storms[] = {{"stuck", "", 450, 900},
              {"stuck", ", refresh_us: 40", 450, 900},
              {"frames", ", refresh_us: 40", 450, 900},
              {"frames", "", -1, -1}};  // of three polls, one has no frame
static const char *const actions[] = {"drop", "forward", "alert"};
enum { STORMS = sizeof storms / sizeof *storms, ACTIONS = 3 };

START_TEST(storm_with_an_action) {
  const struct storm *t = &storms[_i / ACTIONS];
  const int action = _i % ACTIONS;
  char text[2048];
  struct storm_run x;
  snprintf(text, sizeof text, CHAIN("action: %s, detection_rule: %s, " TIMES, "{class: 0, from_us: 300, to_us: 800%s}"),
           actions[action], t->rule, t->refresh);
  run_text(&x, text);
  const bool found = t->detected > 0;
  ck_assert_int_eq(x.storms, found);
  ck_assert_int_eq(x.restorations, found);
  if (found) ck_assert_double_eq_tol(x.storm[0], t->detected, 1e-9);
  if (found) ck_assert_double_eq_tol(x.restored[0], t->restored, 1e-9);
  ck_assert_uint_eq(storms_of(&x).detected, found);
  ck_assert_uint_eq(storms_of(&x).restored, found);
  all_accounted_for(&x);
  const double share = FRAME_US / (1 - 0.102);  // the other class takes 10.2 % of the line
  const double paused = !found || action == 2 ? 500
                        : action == 0         ? t->restored - 300
                                              : t->detected - 300,
               got = (double)x.r->flow[0].window_bytes / 1000 * share;
  ck_assert_msg(got > 2000 - paused - 3 && got < 2000 - paused + 0.2, "received for %.3f us of 2000 without %.3f", got,
                paused);
  // at detection the queue holds what arrived since the pause; until restoration all packets for it are dropped
  const double dropped = (double)x.r->flow[0].dropped * share;
  if (found && action == 0)
    ck_assert_msg(dropped > 0.8 * paused && dropped < paused, "%.3f us of the line dropped", dropped);
  else
    ck_assert_uint_eq(x.r->flow[0].dropped, 0);
  end(&x);
}
END_TEST

// Neither begins a storm: RESUME frames, or a pause with gaps. Neither delays a restoration: RESUME frames.
START_TEST(resumes_are_no_storm) {
  static const char *const pauses[] = {"{class: 0, from_us: 100, to_us: 1900, quanta: 0, refresh_us: 3}",
                                       "{class: 0, from_us: 100, to_us: 1900, quanta: 7000, refresh_us: 37}"};
  char text[2048];
  struct storm_run x;
  snprintf(text, sizeof text, CHAIN("action: drop, detection_rule: %s, " TIMES, "%s"), _i % 2 ? "stuck" : "frames",
           pauses[_i / 2]);
  run_text(&x, text);
  ck_assert_int_eq(x.storms, 0);
  all_accounted_for(&x);
  end(&x);
}
END_TEST

START_TEST(resumes_delay_no_restoration) {
  struct storm_run x;
  run_text(&x, CHAIN("detection_rule: frames, " TIMES,
                     "{class: 0, from_us: 300, to_us: 800, refresh_us: 40}, "
                     "{class: 0, from_us: 801, quanta: 0, refresh_us: 10}"));
  ck_assert_int_eq(x.storms, 1);
  ck_assert_int_eq(x.restorations, 1);
  ck_assert_double_eq_tol(x.restored[0], 900, 1e-9);
  all_accounted_for(&x);
  end(&x);
}
END_TEST

// A pause of 335 us that is refreshed at random: less than the restoration time apart, or up to 320 us apart. It is one
// storm, and ends once.
START_TEST(no_false_restoration) {
  char text[2048];
  struct storm_run x;
  snprintf(text, sizeof text,
           CHAIN("action: %s, detection_rule: stuck, " TIMES,
                 "{class: 0, from_us: 100, to_us: 1900, refresh_us: 20, jitter_us: %d}"),
           actions[_i % ACTIONS], _i % 2 ? 75 : 300);
  run(&x, runs_load_text(text), (uint64_t)_i + 1);
  ck_assert_int_eq(x.storms, 1);
  ck_assert_double_eq_tol(x.storm[0], 250, 1e-9);
  ck_assert_int_eq(x.restorations, 1);
  ck_assert_double_gt(x.restored[0], 1900);
  ck_assert_double_le(x.restored[0], 2050);
  all_accounted_for(&x);
  end(&x);
}
END_TEST

// While the storm lasts, packets are dropped; when the queue is restored, it can be paused and detected again.
START_TEST(storm_after_storm) {
  struct storm_run x;
  run_text(&x, CHAIN("detection_rule: stuck, " TIMES,
                     "{class: 0, from_us: 310, to_us: 500}, {class: 0, from_us: 1010, to_us: 1200}"));
  const double storm[] = {450, 1150}, restored[] = {600, 1300};  // each pause is repeated 168 us after its begin
  ck_assert_int_eq(x.storms, 2);
  ck_assert_int_eq(x.restorations, 2);
  for (int i = 0; i < 2; i++) {
    ck_assert_double_eq_tol(x.storm[i], storm[i], 1e-9);
    ck_assert_double_eq_tol(x.restored[i], restored[i], 1e-9);
  }
  ck_assert_uint_eq(storms_of(&x).detected, 2);
  all_accounted_for(&x);
  end(&x);
}
END_TEST

// The boundary of the rule `stuck`, for a poll at 2,000 after one at 1,000: above 99 % are 991 of the 1,000, and 990
// are not, in one pause or in two, and wherever they begin and end. For 150, 148.5 is the boundary.
START_TEST(above_99_percent_of_an_interval) {
  static const struct {
    uint64_t poll, pause[2][2];  // pauses from and to
    bool storm;
  } t[] = {{1000, {{1000, 1990}}, false},
           {1000, {{1000, 1991}}, true},
           {1000, {{1010, 5000}}, false},
           {1000, {{1009, 5000}}, true},
           {1000, {{500, 1990}}, false},
           {1000, {{500, 1991}}, true},
           {1000, {{1005, 1995}}, false},
           {1000, {{1004, 1995}}, true},
           {1000, {{1000, 1500}, {1510, 2000}}, false},
           {1000, {{1000, 1500}, {1509, 2000}}, true},
           {1000, {{0, 1400}, {1410, 9000}}, false},
           {1000, {{0, 1400}, {1409, 9000}}, true},
           {1000, {{1000, 2000}}, true},
           {150, {{1850, 1998}}, false},
           {150, {{1850, 1999}}, true}};
  const struct watchdog w = {WATCHDOG_ALERT, WATCHDOG_STUCK, t[_i].poll, t[_i].poll, t[_i].poll};
  struct watchdog_queue q = {.heard = true};
  for (int k = 0; k < 2 && t[_i].pause[k][1] != 0; k++) {
    const uint64_t from = t[_i].pause[k][0], to = t[_i].pause[k][1];
    watchdog_gate(&q, 2000 - t[_i].poll, from, to);
    if (to <= 2000) watchdog_gate(&q, 2000 - t[_i].poll, to, to);
  }
  ck_assert_int_eq(watchdog_poll(&q, &w, 2000, true), t[_i].storm ? WATCHDOG_DETECTED : WATCHDOG_UNCHANGED);
}
END_TEST

// Two intervals that are no storm by the rule `stuck`: the queue is empty, or it was paused for 96 % of the interval.
// Flow f starts at 360 us, and its first packets wait from then on.
START_TEST(intervals_without_a_storm) {
  static const char *const pauses[] = {"{class: 0, from_us: 300, to_us: 355}",
                                       "{class: 0, from_us: 304, to_us: 500, quanta: 9375, refresh_us: 50}"};
  char text[2048];
  struct storm_run x;
  snprintf(text, sizeof text,
           CHAIN_FROM("detection_rule: stuck, detection_time_us: 50, restoration_time_us: 50, poll_interval_us: 50",
                      "%s", ", start_us: 360"),
           pauses[_i]);
  run_text(&x, text);
  ck_assert_int_eq(x.storms, 0);
  all_accounted_for(&x);
  end(&x);
}
END_TEST

// ---- deadlocks ----

// Case 2 with pauses of 25.6 us, and a watchdog in every switch.
static void run_ring(struct storm_run *x, const char *watchdog) {
  const struct yaml_setting set[] = {{"mmu.pause_time", "2000", "SET", true}, {"watchdog", watchdog, "SET", true}};
  const struct scenario_source from = {.path = "tb/examples/scenarios/case2.yaml", .set = set, .sets = 2};
  struct scenario *s;
  struct error err;
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  run(x, s, 1);
}

// The ring is deadlocked from 106 us on. A watchdog that only tells changes nothing. The others free the ring, also
// when they do so long after the time in which nothing may move in a network without watchdogs.
START_TEST(ring_with_watchdogs) {
  static const struct {
    const char *watchdog;
    bool acts, is_late;
  } t[] = {{"{action: none}", false, false},
           {"{action: alert, detection_time_us: 300, detection_rule: stuck}", false, false},
           {"{action: drop, detection_time_us: 300, detection_rule: stuck}", true, false},
           {"{action: forward, detection_time_us: 300, detection_rule: stuck}", true, false},
           {"{action: drop, detection_time_us: 3000, detection_rule: stuck}", true, true},
           {"{action: drop, detection_time_us: 3000, poll_interval_us: 500, detection_rule: frames}", true, true}};
  struct storm_run x;
  uint64_t dropped = 0, lost = 0;
  run_ring(&x, t[_i].watchdog);
  ck_assert_int_eq(x.r->verdict.kind, t[_i].acts ? VERDICT_DRAINED : VERDICT_DEADLOCKED);
  for (int i = 0; i < x.s->flows; i++) {
    dropped += x.r->flow[i].losses[LOSS_WATCHDOG];
    lost += x.r->flow[i].lost;
    if (t[_i].acts)
      ck_assert_uint_eq(x.r->flow[i].sent, x.r->flow[i].packets + x.r->flow[i].dropped + x.r->flow[i].lost);
  }
  ck_assert_int_eq(dropped > 0, strstr(t[_i].watchdog, "drop") != NULL);
  ck_assert_int_eq(lost > 0, strstr(t[_i].watchdog, "forward") != NULL);  // forwarding overruns the headroom
  ck_assert_uint_eq(dropped, x.r->dropped);
  if (t[_i].is_late) ck_assert_double_ge(x.storm[0], 3000);
  ck_assert_int_eq(x.storms > 0, _i > 0);
  end(&x);
}
END_TEST

// ---- refused ----

static const struct refused {
  const char *watchdog, *wrong;
} refused[] = {
    {"action: drop", ":7: detection_time_us is missing in watchdog; add detection_time_us"},
    {"detection_time_us: 0", ":7: detection_time_us is 0; it must be 1 to 5e+06"},
    {"detection_time_us: 10, restoration_time_us: 70000000", ":7: restoration_time_us is 7e+07; it must be 1 to 6e+07"},
    {"detection_time_us: 10, poll_interval_us: 11",
     ":7: poll_interval_us is 11; it must be at most the times of detection and restoration"},
    {"detection_time_us: 10, action: pause", ":7: action is 'pause'"},
    {"detection_time_us: 10, detection_rule: any", ":7: detection_rule is 'any'"},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

START_TEST(wrong_watchdogs_are_refused) {
  char text[2048];
  snprintf(text, sizeof text, CHAIN("%s", "{class: 0, from_us: 1}"), refused[_i].watchdog);
  runs_refuse_text(text, refused[_i].wrong);
}
END_TEST

START_TEST(wrong_storms_are_refused) {
  static const struct refused t[] = {
      {", quanta: 65536", ":10: quanta is 65536; it must be 0 to 65535"},
      {", quanta: 0", ":10: quanta is 0, and refresh_us is missing; add the interval of the RESUME frames"},
      {", refresh_us: 0.005", ":10: refresh_us is 0.005; it must be at least 2 quanta of the link (0.01024)"}};
  char text[2048];
  snprintf(text, sizeof text, CHAIN("action: none", "{class: 0, from_us: 1%s}"), t[_i].watchdog);
  runs_refuse_text(text, t[_i].wrong);
}
END_TEST

// With action none each other key draws the same line, which names those that are given.
START_TEST(no_watchdog_needs_no_keys) {
  static const char *const keys[] = {"detection_rule: stuck", "detection_time_us: 10", "restoration_time_us: 10",
                                     "poll_interval_us: 10"};
  char text[2048], line[200] = "with action none there is no watchdog; leave out:", given[200] = "action: none";
  for (int i = 0; i < 4; i++) {
    if (_i != i && _i != 4) continue;
    snprintf(given + strlen(given), sizeof given - strlen(given), ", %s", keys[i]);
    snprintf(line + strlen(line), sizeof line - strlen(line), " %.*s", (int)strcspn(keys[i], ":"), keys[i]);
  }
  snprintf(text, sizeof text, CHAIN("%s", "{class: 0, from_us: 1}"), given);
  struct scenario *s = runs_load_text(text);
  bool said = false;
  for (int i = 0; i < s->warnings; i++) said |= strstr(s->warning[i], line) != NULL;
  ck_assert_int_eq(said, _i < 5);
  scenario_free(s);
}
END_TEST

START_TEST(gfc_and_clocked_engines_refuse_watchdogs) {
  struct error err;
  struct scenario *s = runs_load_text(CHAIN("detection_time_us: 10", "{class: 0, from_us: 1}"));
  s->storms = 0;
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text,
                       "switch B has a watchdog, and a clocked engine has none; leave watchdog out, or use "
                       "--engine event") != NULL,
                "%s", err.text);
  scenario_free(s);
  runs_refuse_text(
      "name: gfc\nduration_us: 100\nmmu: {scheme: GFC, buffer: 12MB, bm: 72KB, b0: 7KB}\n"
      "watchdog: {detection_time_us: 10}\nswitches: [{name: A}]\nhosts: [{name: a, switch: A}, {name: b, switch: A}]\n"
      "flows: [{name: f, from: a, to: b}]\n",
      ":4: under GFC no queue is paused; leave watchdog out, or set its action to none");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_watchdog");
  TCase *tcase = tcase_create("net_watchdog");
  tcase_add_loop_test(tcase, above_99_percent_of_an_interval, 0, 15);
  tcase_add_loop_test(tcase, storm_with_an_action, 0, STORMS * ACTIONS);
  tcase_add_loop_test(tcase, resumes_are_no_storm, 0, 4);
  tcase_add_test(tcase, resumes_delay_no_restoration);
  tcase_add_loop_test(tcase, no_false_restoration, 0, 12);
  tcase_add_test(tcase, storm_after_storm);
  tcase_add_loop_test(tcase, intervals_without_a_storm, 0, 2);
  tcase_add_loop_test(tcase, ring_with_watchdogs, 0, 6);
  tcase_add_loop_test(tcase, wrong_watchdogs_are_refused, 0, REFUSED);
  tcase_add_loop_test(tcase, wrong_storms_are_refused, 0, 3);
  tcase_add_loop_test(tcase, no_watchdog_needs_no_keys, 0, 6);
  tcase_add_test(tcase, gfc_and_clocked_engines_refuse_watchdogs);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
