// Tests flows under congestion control whose host uses another access link when routes change: acknowledgements, CNPs,
// timers and NACKs that are under way at that time [event engine: routes that change]. A packet of 1,000 bytes takes
// 8.16 us on a link of 1 Gb/s, so every expected time and count is a sum. `make check T=moving_loops` repeats it.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)  // ps

static struct scenario *s;
static struct simulation *n;
static const struct network_result *r;

#define HEAD                                                                       \
  "name: moving\ngbps: 1\ndelay_ns: 100\npacket_bytes: 1000\nduration_us: 30000\n" \
  "congestion: dcqcn\nmmu: {scheme: STATIC, buffer: 2MB, headroom: 20KB, xoff: 20KB, classes: 2, lossless: [0]}\n"
// Host x uses its link to B until 200 us.
#define SENDER(keys, first, second, flows)                                                                     \
  HEAD "reroute_us: 20\nswitches: [{name: A}, {name: B}, {name: P}]\n"                                         \
       "links: [{name: AP, a: A, b: P}, {name: BP, a: B, b: P}]\nsenders: {window: true, base_rtt_us: 32" keys \
       "}\n"                                                                                                   \
       "hosts: [{name: x, links: [{switch: A, down_us: 0, up_us: 180" first "}, {switch: B" second             \
       "}]},"                                                                                                  \
       " {name: y, switch: P}, {name: z, switch: B, gbps: 100}]\nflows: [" flows "]\n"

static void run(const char *text) {
  n = runs_of_text(text, &s, RUNS_EVENT);
  r = simulation_result(n);
}

static void end(void) {
  simulation_free(n);
  scenario_free(s);
}

// What a host sends on its link.
static const struct link_result *link_of(const char *name) {
  int i = 0;
  while (strcmp(s->link[i].name, name) != 0) i++;
  return &r->link[i][1];
}

static int sent_on(const char *link) { return (int)link_of(link)->frames; }

static void complete_between(int flow, uint64_t from, uint64_t to) {
  ck_assert_uint_eq(r->flow[flow].bytes, s->flow[flow].bytes);
  ck_assert_msg(r->flow[flow].last >= from * US && r->flow[flow].last <= to * US, "completed at %.3f us",
                (double)r->flow[flow].last / 1e6);
}

// Four packets over B, the other eight over A.
static void moved_without_timeout(void) {
  ck_assert_int_eq(sent_on("x_2"), 4);
  ck_assert_int_eq(sent_on("x_1"), 8);
  ck_assert_uint_eq(r->flow[0].timeouts, 0);
}

// The window is four packets, which leave from 120 us on over B. Their acknowledgements wait in B for 20 packets of g,
// which leave until 100 + 20 x 8.16 = 263 us. The sender is at the other link by then, and they must reach it there:
// the other eight packets leave over A at once, in 8 x 8.16 us.
START_TEST(acknowledgements_wait_in_a_switch) {
  run(SENDER(", class: 0", "", "",
             "{name: f, from: x, to: y, bytes: 12KB, start_us: 120},"
             " {name: g, from: z, to: x, bytes: 20KB, start_us: 100, congestion: none}"));
  complete_between(0, 263 + 65, 263 + 65 + 20);
  moved_without_timeout();
  end();
}
END_TEST

// The link to B has 100 us. The four packets leave from 20 us on, and the first acknowledgement has left B before 200
// us: it arrives at 20 + 2 x 8.16 + 8.16 + 2 x 100 us at the earliest, after the sender has moved.
START_TEST(acknowledgements_are_on_their_way) {
  run(SENDER("", "", ", delay_ns: 100000", "{name: f, from: x, to: y, bytes: 12KB, start_us: 20}"));
  complete_between(0, 244 + 65, 244 + 65 + 20);
  moved_without_timeout();
  end();
}
END_TEST

// Host c pauses g from 1,000 to 2,500 us, so its switch pauses host x for more than 1 ms: B, or A, whose link falls
// afterwards. The only packet of f leaves over B at 3,000 us and is lost. Its sender moves to A at 3,200 us. The timer
// of 4 ms counts from 3,000 us, whatever pauses each of the two links had before.
START_TEST(a_timer_moves_with_its_pauses) {
  char text[2048];
  snprintf(text, sizeof text,
           HEAD
           "reroute_us: 100\nswitches: [{name: A}, {name: B}, {name: P}]\n"
           "links: [{name: AP, a: A, b: P}, {name: BP, a: B, b: P}]\n"
           "hosts: [{name: x, links: [{switch: A, down_us: %d, up_us: 3100}, {switch: B}]},"
           " {name: y, switch: P, down_us: 2990, up_us: 3050},"
           " {name: c, switch: %c, pause: [{class: 0, from_us: 1000, to_us: 2500}]}]\n"
           "flows: [{name: f, from: x, to: y, bytes: 1000, start_us: 3000},"
           " {name: g, from: x, to: c, bytes: 60KB, start_us: 900, congestion: none}]\n",
           _i == 0 ? 0 : 2850, "BA"[_i]);
  run(text);
  ck_assert_uint_gt(link_of(_i == 0 ? "x_2" : "x_1")->paused, 1000 * US);
  ck_assert_uint_eq(r->flow[0].timeouts, 1);
  complete_between(0, 7000, 7000 + 40);
  ck_assert_int_eq(sent_on("x_1"), _i == 0 ? 1 : 60 + 1);
  end();
}
END_TEST

// Host y has its link to P until 220 us, then that to Q.
#define RECEIVER(keys, first, flows)                                                    \
  HEAD keys                                                                             \
      "reroute_us: 20\nswitches: [{name: A}, {name: P}, {name: Q}]\n"                   \
      "links: [{name: AP, a: A, b: P, gbps: 0.5}, {name: AQ, a: A, b: Q, gbps: 0.5}]\n" \
      "hosts: [{name: x, switch: A}, {name: y, links: [{switch: P, down_us: 200" first  \
      "}, {switch: Q}]},"                                                               \
      " {name: v, switch: A}, {name: w, switch: A}]\nflows: [" flows                    \
      ", {name: late, from: v, to: w, bytes: 1000, start_us: 10000}]\n"

// Six packets queue at the link of half the rate and are marked until 120 us. The first mark has a CNP at once, the
// others one at the end of the interval of 500 us, when only the second link of y is up.
START_TEST(a_cnp_that_is_due_later) {
  run(RECEIVER("ecn: {kmin: 0, kmax: 0}\nsenders: {cnp_interval_us: 500}\n", "",
               "{name: f, from: x, to: y, bytes: 6000}"));
  complete_between(0, 6 * 16, 6 * 16 + 24);
  ck_assert_uint_gt(r->flow[0].marked, 1);
  ck_assert_uint_eq(r->flow[0].notifications, 2);
  ck_assert_int_eq(sent_on("y_2"), 1);
  ck_assert_uint_eq(r->flow[0].timeouts, 0);
  end();
}
END_TEST

// The first link of y has 10 Mb/s, so that the packet of g leaves from 0 to 816 us. The acknowledgement of f waits for
// it, and leaves over the second link after the first one has failed. Otherwise the timer of f ends.
START_TEST(an_acknowledgement_that_waits) {
  run(RECEIVER(
      "", ", gbps: 0.01",
      "{name: f, from: x, to: y, bytes: 64, start_us: 20}, {name: g, from: y, to: x, bytes: 1000, congestion: none}"));
  complete_between(0, 20 + 67, 20 + 67 + 10);
  ck_assert_int_eq(sent_on("y_2"), 1);
  ck_assert_uint_eq(r->flow[0].timeouts, 0);
  ck_assert_uint_eq(r->flow[0].sent, 1);
  end();
}
END_TEST

// The window is 30 packets. The way over Q has 2 ms, and host y is down for 9 us, when one or two packets arrive. The
// timer ends at 3 ms, when the way over P, of 200 us, is in use: the 30 packets leave again, and the first
// acknowledgement says that 13 or 14 have arrived. The NACK of the lost packet arrives over Q at 4.1 ms. It
// acknowledges less than has arrived by then, so no packet leaves a third time.
START_TEST(a_nack_that_others_have_overtaken) {
  run(HEAD
      "reroute_us: 10\nswitches: [{name: A}, {name: B}, {name: P}, {name: Q}]\n"
      "links: [{name: AP, a: A, b: P, delay_ns: 100000, down_us: 0, up_us: 2900},"
      " {name: BP, a: B, b: P, delay_ns: 100000}, {name: AQ, a: A, b: Q, delay_ns: 1000000},"
      " {name: BQ, a: B, b: Q, delay_ns: 1000000}]\nsenders: {window: true, base_rtt_us: 240, rto_us: 3000}\n"
      "hosts: [{name: x, switch: A}, {name: y, switch: B, down_us: 2120, up_us: 2129}]\n"
      "flows: [{name: f, from: x, to: y, bytes: 200KB}]\n");
  const struct flow_result *f = &r->flow[0];
  ck_assert_uint_eq(f->bytes, 200000);
  ck_assert_uint_eq(f->timeouts, 1);
  ck_assert(f->dropped >= 1 && f->dropped <= 2);
  ck_assert_uint_eq(f->sent, 200 + 30);
  ck_assert_uint_eq(f->resent, 30000);
  ck_assert_msg(f->spurious >= 10000 && f->spurious <= 14000, "%d bytes in vain", (int)f->spurious);
  end();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("moving loops");
  TCase *c = tcase_create("moving loops");
  tcase_set_timeout(c, 60);
  tcase_add_test(c, acknowledgements_wait_in_a_switch);
  tcase_add_test(c, acknowledgements_are_on_their_way);
  tcase_add_loop_test(c, a_timer_moves_with_its_pauses, 0, 2);
  tcase_add_test(c, a_cnp_that_is_due_later);
  tcase_add_test(c, an_acknowledgement_that_waits);
  tcase_add_test(c, a_nack_that_others_have_overtaken);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
