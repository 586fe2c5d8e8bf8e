// Tests what happens at given times in the event engine: hosts that pause a class, and links that go down and up. The
// references are closed forms. `make check T=net_times` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// A chain of two switches at 100 Gb/s; a frame of 1000 bytes takes 81.6 ns.
#define CHAIN(link, host, flows)                                                                                 \
  "name: times\ngbps: 100\ndelay_ns: 200\nduration_us: 3000\nstop_us: 2000\n"                                    \
  "mmu: {scheme: SIH, classes: 2, buffer: 8MB, headroom: 100KB, alpha: 1/8}\nswitches: [{name: A}, {name: B}]\n" \
  "links: [{name: L, a: A, b: B" link                                                                            \
  "}]\n"                                                                                                         \
  "hosts: [{name: w, switch: A}, {name: x, switch: A}, {name: y, switch: B" host "}]\nflows: [" flows "]\n"

#define FLOW "{name: f, from: x, to: y}"
#define FRAME_US 0.0816
#define OTHER ", {name: g, from: w, to: y, class: 1, gbps: 10}"

static double us(const struct network_result *r, uint64_t ticks) { return (double)ticks * 1e6 / (double)r->hz; }

// Of the flow of class 0: bytes that arrive in the time of the sources.
static void received_us(const struct network_result *r, double expected) {
  const double got = (double)r->flow[0].window_bytes / 1000 * FRAME_US;
  ck_assert_msg(got > expected - 2 && got < expected + 0.1, "received for %.3f us, expected %.3f", got, expected);
}

static void all_accounted_for(const struct network_result *r, int flows) {
  for (int i = 0; i < flows; i++)
    ck_assert_uint_eq(r->flow[i].sent, r->flow[i].packets + r->flow[i].lost + r->flow[i].dropped);
  ck_assert_int_eq(r->verdict.kind, VERDICT_DRAINED);
  ck_assert_uint_eq(r->lost, 0);
}

// The last port is paused for the given time, exactly, and the flow pauses for it; the other class is not paused. The
// host repeats its pause after each 32,767 quanta, 167.767 us.
START_TEST(host_pauses_a_class) {
  static const struct {
    const char *pause;
    double us;
    uint64_t pauses, refreshes;
  } t[] = {{"{class: 0, from_us: 300, to_us: 800}", 500, 1, 2},
           {"{class: 0, from_us: 300, to_us: 310}, {class: 0, from_us: 700, to_us: 710}", 20, 2, 0},
           {"{class: 0, from_us: 1000.5}", 2000 - 1000.5, 1, 5},
           {"{class: 0, from_us: 0, to_us: 1000}", 1000, 1, 5}};
  char text[2048];
  struct scenario *s;
  snprintf(text, sizeof text, CHAIN("", ", pause: [%s]", FLOW OTHER), t[_i].pause);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  const struct link_result *y = &r->link[3][0];
  const double end = _i == 2 ? 0.21 : 0;  // this pause is still on when the sources stop, and began after a frame
  ck_assert_double_eq_tol(us(r, y->stop_paused), t[_i].us - end, 0.01);
  ck_assert_uint_eq(y->stop_pauses, t[_i].pauses);
  ck_assert_uint_eq(y->stop_refreshes, t[_i].refreshes);
  const double share = (1e11 - 1e10 * 1020 / 1000) / 1e11;  // of the line, beside the other flow
  if (_i != 2) received_us(r, (2000 - t[_i].us) * share);
  ck_assert_double_eq_tol((double)r->flow[1].window_bytes * 8 / 2000e3, 10, 0.05);
  if (_i != 2) all_accounted_for(r, 2);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// While a link is down the packets for it are dropped, and all others arrive. Routes at time 0 do not use a link that
// is down then, and are computed again 1 ms after the fall.
START_TEST(link_goes_down_and_up) {
  static const struct {
    const char *link, *host;
    double us;
  } t[] = {{", down_us: 500, up_us: 700", "", 200},
           {"", ", down_us: 500, up_us: 700", 200},
           {", down_us: 1500", "", 500},
           {", down_us: 0, up_us: 100", "", 1000}};
  char text[2048];
  struct scenario *s;
  snprintf(text, sizeof text, CHAIN("%s", "%s", FLOW), t[_i].link, t[_i].host);
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  received_us(r, 2000 - t[_i].us);
  all_accounted_for(r, 1);
  // of the time while the link is down, and of the packets that are in the queue or on the wire when it goes down
  ck_assert_double_eq_tol((double)r->flow[0].dropped * FRAME_US, t[_i].us, 1);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// Nothing arrives over a link that is down, also not the frames that are on the wire when it falls.
START_TEST(frames_on_the_wire_are_lost) {
  struct scenario *s;
  struct simulation *n = runs_of_text(CHAIN("", ", down_us: 1500", FLOW), &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_double_lt(us(r, r->flow[0].last), 1500);
  ck_assert_double_gt(us(r, r->flow[0].last), 1500 - FRAME_US);
  all_accounted_for(r, 1);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// A pause stands and queues are full when the link goes down: the queues are emptied, and nothing stays paused.
START_TEST(pauses_end_with_their_link) {
  struct scenario *s;
  struct simulation *n =
      runs_of_text(CHAIN(", down_us: 900", ", pause: [{class: 0, from_us: 300, to_us: 1800}]", FLOW), &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_gt(r->link[0][0].stop_pauses, 0);
  ck_assert_uint_gt(r->link[2][1].stop_pauses, 0);
  ck_assert_double_lt(us(r, r->link[0][0].stop_paused), 600);
  // the host sends until it is paused, and again from the fall of the link to the stop
  ck_assert_double_gt((double)r->flow[0].sent * FRAME_US, 300 + 1100);
  ck_assert_uint_eq(r->sw[0].queue[SIDE_EGRESS][0].cells, 0);
  all_accounted_for(r, 1);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

// The link of a host goes down and up while it pauses. The pause that the host repeats meanwhile waits for the link.
START_TEST(storm_outlives_an_outage) {
  struct scenario *s;
  struct simulation *n = runs_of_text(
      CHAIN("", ", down_us: 400, up_us: 500, pause: [{class: 0, from_us: 300, to_us: 1300}]", FLOW), &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  ck_assert_uint_eq(r->link[3][0].stop_pauses, 2);
  ck_assert_double_eq_tol(us(r, r->link[3][0].stop_paused), 100 + 800, 0.5);
  all_accounted_for(r, 1);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

static const struct refused {
  const char *link, *host, *wrong;
} refused[] = {
    {", up_us: 3", "", ":8: up_us without down_us; add down_us, or leave up_us out"},
    {", down_us: 3, up_us: 3", "", ":8: up_us is 3, not after down_us (3); give a later time"},
    {"", ", pause: [{class: 2, from_us: 1}]", ":9: class 2 does not exist; classes are 0 to 1"},
    {"", ", pause: [{class: 1, from_us: 5, to_us: 1}]", ":9: to_us is 1, not after from_us (5); give a later time"},
    {"", ", pause: [{from_us: 5, to_us: 1}]", ":9: class is missing in pause; add class"},
};
enum { REFUSED = sizeof refused / sizeof refused[0] };

START_TEST(wrong_times_are_refused) {
  char text[2048];
  snprintf(text, sizeof text, CHAIN("%s", "%s", FLOW), refused[_i].link, refused[_i].host);
  runs_refuse_text(text, refused[_i].wrong);
}
END_TEST

START_TEST(clocked_engines_refuse_times) {
  static const char *const wrong[] = {
      ":8: link L goes down, which a clocked engine cannot; leave down_us out, or use --engine event",
      ": host y pauses a class, which a clocked engine cannot; leave pause out, or use --engine event"};
  struct error err;
  struct scenario *s =
      runs_load_text(_i == 0 ? CHAIN(", down_us: 3", "", FLOW) : CHAIN("", ", pause: [{class: 0, from_us: 3}]", FLOW));
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text, wrong[_i]) != NULL, "%s", err.text);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_times");
  TCase *tcase = tcase_create("net_times");
  tcase_add_loop_test(tcase, host_pauses_a_class, 0, 4);
  tcase_add_loop_test(tcase, link_goes_down_and_up, 0, 4);
  tcase_add_test(tcase, frames_on_the_wire_are_lost);
  tcase_add_test(tcase, pauses_end_with_their_link);
  tcase_add_test(tcase, storm_outlives_an_outage);
  tcase_add_loop_test(tcase, wrong_times_are_refused, 0, REFUSED);
  tcase_add_loop_test(tcase, clocked_engines_refuse_times, 0, 2);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
