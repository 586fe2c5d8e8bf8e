// Tests how flows under congestion control recover from losses [spec 14]: NACK, timer, sprayed packets. The references
// are closed forms. `make check T=recovery` repeats it.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)  // ps
enum { TEXT = 4096 };

static char text[TEXT];
static struct scenario *s;
static struct simulation *n;
static const struct network_result *r;

static void run(void) {
  n = runs_of_text(text, &s, RUNS_EVENT);
  r = simulation_result(n);
}

static void end(void) {
  simulation_free(n);
  scenario_free(s);
}

// A flow of 10 MB over a link that is down from 300 us on. After 300 us nothing arrives, so the last acknowledgement
// reaches the sender within 10 us; the timer starts there. `from` is the state of the link.
static void put_outage(const char *keys, const char *outage, const char *flow) {
  snprintf(text, TEXT,
           "name: outage\nduration_us: 400000\nstop_us: 300000\ngbps: 100\ndelay_ns: 1000\npacket_bytes: 1000\n"
           "congestion: dcqcn\n%s"
           "mmu: {scheme: SIH, buffer: 16MB, alpha: 1/8, classes: 2, lossless: [0]}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: l, a: A, b: B, %s}]\n"
           "hosts: [{name: h0, switch: A}, {name: h1, switch: B}]\nflows: [{name: f, from: h0, to: h1, %s}]\n",
           keys, outage, flow);
}

// A lossless flow completes after the link is up again. The sender goes back once, 4 ms after its last news, and
// needs the time of the bytes that are left.
START_TEST(a_lossless_flow_survives_an_outage) {
  put_outage("", "down_us: 300, up_us: 900", "bytes: 10MB");
  run();
  const struct flow_result *f = &r->flow[0];
  const uint64_t left = 10000000 - 3650000;  // the bytes that arrived before the outage
  ck_assert_uint_eq(f->bytes, 10000000);
  ck_assert_uint_eq(f->timeouts, 1);
  ck_assert_uint_eq(f->resent, f->sent_bytes - 10000000);
  // the acknowledgements of the last 3.3 us were lost, 81.6 ns a packet
  ck_assert_msg(f->spurious >= 30000 && f->spurious <= 45000, "%d bytes in vain", (int)f->spurious);
  const uint64_t back = 4300 * US, rest = left / 1000 * 1020 * 80;
  ck_assert_msg(f->last > back + rest && f->last < back + rest + 15 * US, "completed at %g us", (double)f->last / 1e6);
  ck_assert_int_eq((int)r->verdict.kind, VERDICT_DRAINED);
  end();
}
END_TEST

// Each expiry doubles the time, up to 16 times: after 300 us, expiries follow at 4, 12, 28, 60, 124 and 188 ms.
START_TEST(the_timer_doubles) {
  static const struct {
    const char *outage;
    int timeouts, ms;
  } t[] = {{"down_us: 300, up_us: 13000", 3, 28},
           {"down_us: 300, up_us: 61000", 5, 124},
           {"down_us: 300, up_us: 125000", 6, 188}};
  put_outage("", t[_i].outage, "bytes: 1MB, start_us: 290");
  run();
  const struct flow_result *f = &r->flow[0];
  ck_assert_uint_eq(f->bytes, 1000000);
  ck_assert_int_eq((int)f->timeouts, t[_i].timeouts);
  const double ms = (double)f->last / 1e9;
  ck_assert_msg(ms > t[_i].ms + 0.3 && ms < t[_i].ms + 0.5, "completed at %g ms", ms);
  end();
}
END_TEST

// A flow without end goes back to its first byte: no packet arrives before 900 us, and one in 80 us from then on.
START_TEST(a_flow_without_end_goes_back_to_its_begin) {
  put_outage("", "down_us: 290.5, up_us: 900", "gbps: 0.1, start_us: 290");
  run();
  const uint64_t packets = (300000 - 900) / 80;
  ck_assert_uint_le(r->flow[0].bytes, packets * 1000 + 1000);
  ck_assert_uint_ge(r->flow[0].bytes, packets * 1000 - 5000);
  end();
}
END_TEST

START_TEST(rto_us_sets_the_timer) {
  put_outage("senders: {rto_us: 500}\n", "down_us: 300, up_us: 900", "bytes: 1MB, start_us: 290");
  run();
  const double us = (double)r->flow[0].last / 1e6;
  ck_assert_uint_eq(r->flow[0].timeouts, 2);  // at 800 us the link is down still
  ck_assert_msg(us > 1800 && us < 1900, "completed at %g us", us);
  end();
}
END_TEST

// A sender gives up after `rto_limit` expiries, at 12.3 ms, and the run does not wait for the stop of the sources, also
// if another flow has ended with its last acknowledgement, or if the window of 100 packets left bytes unsent.
START_TEST(a_flow_fails_at_its_limit) {
  static const struct {
    const char *senders, *flow;
  } t[] = {{"", ""}, {"", "}, {name: g, from: h1, to: h0, bytes: 1000"}, {", window: true, base_rtt_us: 8", ""}};
  char senders[80], flow[80];
  snprintf(senders, sizeof senders, "senders: {rto_limit: 2%s}\n", t[_i].senders);
  snprintf(flow, sizeof flow, "bytes: %s, start_us: 290%s", _i == 2 ? "9999MB" : "1MB", t[_i].flow);
  put_outage(senders, "down_us: 300", flow);
  run();
  ck_assert_uint_eq(r->flow[0].failed, 1);
  ck_assert_uint_eq(r->flow[0].timeouts, 2);
  ck_assert_uint_lt(r->flow[0].bytes, 1000000);
  ck_assert_msg(r->stop > 12300 * US && r->stop < 12320 * US, "stop at %g us", (double)r->stop / 1e6);
  end();
}
END_TEST

// Acknowledgements follow after 256 KB, and the timer is shorter than that takes: bytes that come again are
// acknowledged at once, else the sender would go back for ever.
START_TEST(bytes_that_come_again_are_acknowledged) {
  put_outage("senders: {set: ns3_rdma, rto_us: 10}\n", "down_us: 200000", "bytes: 1MB");
  run();
  const struct flow_result *f = &r->flow[0];
  ck_assert_uint_eq(f->bytes, 1000000);
  ck_assert_uint_gt(f->timeouts, 0);
  ck_assert_uint_eq(f->lost + f->dropped, 0);
  ck_assert_uint_lt(f->resent, 4000000);
  end();
}
END_TEST

// A link that never returns: timers alone do not keep the run alive until the sources stop, at 10 s.
START_TEST(timers_alone_end_a_run) {
  put_outage("senders: {rto_us: 100}\n", "down_us: 300", "bytes: 1MB, start_us: 290");
  char *stop = strstr(text, "duration_us: 400000\nstop_us: 300000");
  memcpy(stop, "duration_us: 9999999          \n     ", strlen("duration_us: 400000\nstop_us: 300000"));
  run();
  ck_assert_uint_gt(r->flow[0].timeouts, 4);
  ck_assert_msg(r->stop > 3500 * US && r->stop < 9000 * US, "stop at %g us", (double)r->stop / 1e6);
  ck_assert_int_eq((int)r->verdict.kind, VERDICT_DRAINED);
  end();
}
END_TEST

// Host b pauses class 0 for 30 ms. The window is open without end, so host a is soon paused too, and its timer stands
// still. Behind a second switch and with a window that fits the buffers, host a is not paused: it sends again, in vain.
START_TEST(the_timer_stands_still_in_a_pause) {
  snprintf(text, TEXT,
           "name: pause\nduration_us: 60000\ngbps: 100\npacket_bytes: 1000\ncongestion: dcqcn\n%s"
           "mmu: {scheme: SIH, buffer: 2MB, alpha: 1/8, classes: 2, lossless: [0]}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: l, a: A, b: B}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: B, pause: [{class: 0, from_us: 20, to_us: 30000}]}]\n"
           "flows: [{name: f, from: a, to: b, bytes: 5MB}]\n",
           _i == 0 ? "" : "senders: {window: true, base_rtt_us: 8}\n");
  run();
  const struct flow_result *f = &r->flow[0];
  ck_assert_uint_eq(f->bytes, 5000000);
  ck_assert_uint_eq(f->lost + f->dropped, 0);
  if (_i == 0) {
    ck_assert_uint_gt(r->link[1][1].paused, 29000 * US);
    ck_assert_uint_eq(f->timeouts, 0);
    ck_assert_uint_eq(f->resent, 0);
  } else {
    ck_assert_uint_ge(f->timeouts, 2);
    ck_assert_uint_gt(f->resent, 0);
    ck_assert_uint_eq(f->spurious, f->resent);  // nothing was lost
  }
  end();
}
END_TEST

// Two pauses during one timer add up. The link to b loses all packets of f. Host c pauses g twice, so that the switch
// pauses host a; f is sent again when a was not paused for 4 ms since its last news, within the first 10 us.
START_TEST(the_timer_stands_still_in_two_pauses) {
  snprintf(text, TEXT,
           "name: pauses\nduration_us: 12000\ngbps: 100\npacket_bytes: 1000\ncongestion: dcqcn\n"
           "mmu: {scheme: SIH, buffer: 2MB, alpha: 1/8, classes: 2, lossless: [0]}\nswitches: [{name: A}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: A, down_us: 1, up_us: 100}, {name: c, switch: A, pause:"
           " [{class: 0, from_us: 1000, to_us: 2500}, {class: 0, from_us: 3000, to_us: 4500}]}]\n"
           "flows: [{name: f, from: a, to: b, bytes: 20KB}, {name: g, from: a, to: c}]\n");
  run();
  const struct flow_result *f = &r->flow[0];
  const uint64_t paused = r->link[0][1].paused, again = 4000 * US + paused;
  ck_assert_msg(paused > 2900 * US && paused < 3000 * US, "paused for %g us", (double)paused / 1e6);
  ck_assert_uint_eq(f->timeouts, 1);
  ck_assert_uint_eq(f->bytes, 20000);
  ck_assert_msg(f->last > again && f->last < again + 30 * US, "sent again at %g us", (double)f->last / 1e6);
  end();
}
END_TEST

// Sprayed packets of a lossy class, and of a lossless one over a link that falls: all bytes arrive once, without NACK.
START_TEST(sprayed_losses_are_sent_again) {
  static const char *const lossless[] = {"1", "0"}, *const control[] = {"dcqcn", "hpcc"};
  snprintf(text, TEXT,
           "name: spray\nduration_us: 90000\ngbps: 100\npacket_bytes: 1000\nrouting: spray\ncongestion: %s\n"
           "senders: {rto_us: 300}\n"
           "mmu: {scheme: SIH, buffer: 300KB, headroom: 30KB, alpha: 1/2, classes: 2, lossless: [%s]}\n"
           "switches: [{name: L}, {name: R}, {name: P}, {name: Q}]\n"
           "links: [{name: a, a: L, b: P, down_us: 40, up_us: 60}, {name: b, a: P, b: R}, {name: c, a: L, b: Q},"
           " {name: d, a: Q, b: R, gbps: 40}]\n"
           "hosts: [{name: x, switch: L}, {name: y, switch: L}, {name: z, switch: R}]\n"
           "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 1500001}]\n",
           control[_i / 2], lossless[_i % 2]);
  run();
  uint64_t gone = 0, resent = 0, timeouts = 0;
  for (int i = 0; i < 2; i++) {
    const struct flow_result *f = &r->flow[i];
    ck_assert_uint_eq(f->bytes, s->flow[i].bytes);
    ck_assert_uint_eq(f->sent_bytes, f->bytes + f->resent);
    ck_assert_uint_le(f->spurious, f->resent);
    gone += f->lost + f->dropped;
    resent += f->resent;
    timeouts += f->timeouts;
  }
  ck_assert_uint_gt(gone, 0);
  ck_assert_uint_gt(resent, 0);
  ck_assert_uint_gt(timeouts, 0);
  end();
}
END_TEST

// The watchdog drops packets of a storm; afterwards both flows complete.
START_TEST(a_watchdog_leaves_no_flow_incomplete) {
  snprintf(text, TEXT,
           "name: storm\nduration_us: 90000\ngbps: 100\npacket_bytes: 1000\ncongestion: dcqcn\n"
           "watchdog: {action: drop, detection_time_us: 200, restoration_time_us: 200}\n"
           "mmu: {scheme: SIH, buffer: 2MB, alpha: 1/8, classes: 2, lossless: [0]}\n"
           "switches: [{name: A}]\n"
           "hosts: [{name: a, switch: A}, {name: c, switch: A},"
           " {name: b, switch: A, pause: [{class: 0, from_us: 20, to_us: 3000}]}]\n"
           "flows: [{name: f, from: a, to: b, bytes: 5MB}, {name: g, from: c, to: b, bytes: 1MB}]\n");
  run();
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_eq(r->flow[i].bytes, s->flow[i].bytes);
    ck_assert_uint_gt(r->flow[i].losses[LOSS_WATCHDOG], 0);
  }
  end();
}
END_TEST

// The last acknowledgement is lost with the link from h1 at 120.5 us: the flow is complete when its last byte arrives,
// and the run does not wait for the timer.
START_TEST(a_run_does_not_wait_for_acknowledgements) {
  put_outage("", "down_us: 92.5, up_us: 200", "bytes: 1000KB, start_us: 7");
  run();
  const struct flow_result *f = &r->flow[0];
  ck_assert_uint_eq(f->bytes, 1000000);
  ck_assert_uint_eq(f->timeouts, 0);
  ck_assert_uint_gt(r->dropped, 0);  // acknowledgements
  ck_assert_uint_eq(f->dropped, 0);
  ck_assert_uint_lt(r->cycles, 210 * US);
  end();
}
END_TEST

// The last byte arrives 1 ms after it has left the switch: 1,000 packets of 1,020 B at 100 Gb/s leave in 81.6 us. The
// sources stop when it arrives, not when nothing is left to send, and the run ends when its acknowledgement has passed
// the same link.
START_TEST(the_sources_stop_with_the_last_byte) {
  snprintf(text, TEXT,
           "name: far\ngbps: 100\ndelay_ns: 1000\npacket_bytes: 1000\nduration_us: 20000\ncongestion: dcqcn\n"
           "mmu: {scheme: SIH, buffer: 4MB, headroom: 100KB, alpha: 1, classes: 2}\nswitches: [{name: S}]\n"
           "hosts: [{name: a, switch: S}, {name: b, switch: S, delay_ns: 1000000}]\n"
           "flows: [{name: f, from: a, to: b, bytes: 1MB}]\n");
  run();
  const uint64_t last = r->flow[0].last;
  ck_assert(last > 1082 * US && last < 1084 * US);
  ck_assert_msg(r->stop >= last && r->stop <= last + US, "the sources stop at %g us", (double)r->stop / 1e6);
  ck_assert_msg(r->cycles > last + 1001 * US && r->cycles < last + 1003 * US, "the run ends at %g us",
                (double)r->cycles / 1e6);
  end();
}
END_TEST

// The only acknowledgement of f is lost. Its timer of 400 us has no effect, because the sources stop with the last byte
// of g, 300,000 bytes at 10 Gb/s, before.
START_TEST(nothing_follows_the_stop) {
  snprintf(text, TEXT,
           "name: last_ack\ngbps: 10\ndelay_ns: 1000\nstop_us: 10000\nduration_us: 20000\ncongestion: dcqcn\n"
           "senders: {rto_us: 400}\nmmu: {scheme: SIH, buffer: 1MB, alpha: 1, classes: 2}\nswitches: [{name: S}]\n"
           "hosts: [{name: a, switch: S, down_us: 3.2, up_us: 8}, {name: b, switch: S}, {name: c, switch: S}]\n"
           "flows: [{name: f, from: a, to: b, bytes: 1000}, {name: g, from: c, to: b, bytes: 300000}]\n");
  run();
  const uint64_t g = r->flow[1].last;
  ck_assert_uint_gt(g, 240 * US);
  ck_assert_uint_eq(r->flow[0].sent, 1);
  ck_assert_uint_eq(r->flow[0].timeouts, 0);
  ck_assert_msg(r->cycles < g + 5 * US, "the run ends at %g us", (double)r->cycles / 1e6);
  end();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("recovery");
  TCase *c = tcase_create("recovery");
  tcase_set_timeout(c, 60);
  tcase_add_test(c, a_lossless_flow_survives_an_outage);
  tcase_add_loop_test(c, the_timer_doubles, 0, 3);
  tcase_add_test(c, a_flow_without_end_goes_back_to_its_begin);
  tcase_add_test(c, rto_us_sets_the_timer);
  tcase_add_loop_test(c, a_flow_fails_at_its_limit, 0, 3);
  tcase_add_test(c, timers_alone_end_a_run);
  tcase_add_test(c, bytes_that_come_again_are_acknowledged);
  tcase_add_loop_test(c, the_timer_stands_still_in_a_pause, 0, 2);
  tcase_add_test(c, the_timer_stands_still_in_two_pauses);
  tcase_add_loop_test(c, sprayed_losses_are_sent_again, 0, 4);
  tcase_add_test(c, a_watchdog_leaves_no_flow_incomplete);
  tcase_add_test(c, a_run_does_not_wait_for_acknowledgements);
  tcase_add_test(c, the_sources_stop_with_the_last_byte);
  tcase_add_test(c, nothing_follows_the_stop);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
