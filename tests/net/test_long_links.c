// Tests recovery and windows on a link whose round trip is longer than the timer, or than a whole flow [spec 14].
// Links of 8 Gb/s move a byte in 1 ns and a packet of 1,000 bytes in 1 us. An acknowledgement returns one round trip
// after its packet leaves, so every expected time and count is a sum of these. `make check T=long_links` repeats it.
#include <check.h>
#include <stdio.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

#define US UINT64_C(1000000)  // ps
enum {
  TEXT = 4096,
  PACKET = 1000,
  TRIP_US = 4000,  // the link between the switches, both ways
  REST_US = 12,  // more than all else of a round trip: three frames each way, 60 ns of hosts' links, cycles of the MMUs
};

static struct scenario *s;
static struct simulation *n;
static const struct network_result *r;
static const struct flow_result *f;

// Flow f from host a to host b; the links to their switches have 10 ns. `lines` are lines of the scenario, `link` and
// `b` keys of the long link and of host b. Flow g ends after 140 ms; without it the run would not wait for the
// acknowledgements of f.
static void run_with(const char *lines, const char *senders, const char *link, const char *b, const char *flow) {
  char text[TEXT];
  snprintf(text, TEXT,
           "name: long\nduration_us: 200000\nstop_us: 150000\ngbps: 8\ndelay_ns: 10\noverhead_bytes: 0\n"
           "packet_bytes: %d\ncongestion: dcqcn\n%ssenders: {%s}\n"
           "mmu: {scheme: SIH, buffer: 64MB, alpha: 8, classes: 3, lossless: [1], headroom: 10KB}\n"
           "switches: [{name: A}, {name: B}]\nlinks: [{name: l, a: A, b: B, delay_ns: 2000000%s}]\n"
           "hosts: [{name: a, switch: A}, {name: b, switch: B%s}, {name: c, switch: A}, {name: d, switch: A}]\n"
           "flows: [{name: f, from: a, to: b, %s}, {name: g, from: c, to: d, bytes: 1000, start_us: 140000}]\n",
           PACKET, lines, senders, link, b, flow);
  n = runs_of_text(text, &s, RUNS_EVENT);
  r = simulation_result(n);
  f = &r->flow[0];
}

static void run(const char *senders, const char *link, const char *b, const char *flow) {
  run_with("", senders, link, b, flow);
}

static void end(void) {
  simulation_free(n);
  scenario_free(s);
}

// The flow is complete at this time, or up to `slack` later.
static void complete_at(uint64_t us, uint64_t slack) {
  ck_assert_uint_eq(f->bytes, s->flow[0].bytes);
  ck_assert_msg(f->last >= us * US && f->last <= (us + slack) * US, "completed at %.3f us, expected %d to %d",
                (double)f->last / 1e6, (int)us, (int)(us + slack));
}

// Ten packets leave within 10 us. Until the acknowledgement of the first one, 4 ms later, the timer ends after rto,
// 3 rto, 7 rto .. (2^k - 1) rto, then after 47 rto, 63 rto .. in steps of 16 rto. Each time all ten packets leave
// again, in vain.
START_TEST(expiries_within_a_round_trip) {
  static const struct {
    int rto_us, timeouts;
  } t[] = {{4100, 0}, {3900, 1}, {1400, 1}, {1300, 2}, {600, 2}, {560, 3}, {270, 3}, {260, 4},
           {130, 4},  {86, 5},   {84, 6},   {60, 7},   {32, 10}, {31, 11}, {27, 12}};
  char senders[32];
  snprintf(senders, sizeof senders, "rto_us: %d", t[_i].rto_us);
  run(senders, "", "", "bytes: 10KB");
  const uint64_t timeouts = (uint64_t)t[_i].timeouts;
  complete_at(TRIP_US / 2 + 10, REST_US / 2);
  ck_assert_uint_eq(f->timeouts, timeouts);
  ck_assert_uint_eq(f->sent, 10 + 10 * timeouts);
  ck_assert_uint_eq(f->resent, 10000 * timeouts);
  ck_assert_uint_eq(f->spurious, f->resent);
  ck_assert_uint_eq(f->failed, 0);
  end();
}
END_TEST

// The sender gives up at its third expiry, 7 rto after the start, although the packets have arrived.
START_TEST(a_limit_within_a_round_trip) {
  run("rto_us: 300, rto_limit: 3", "", "", "bytes: 10KB");
  ck_assert_uint_eq(f->failed, 1);
  ck_assert_uint_eq(f->timeouts, 3);
  ck_assert_uint_eq(f->sent, 30);
  complete_at(TRIP_US / 2 + 10, REST_US / 2);
  end();
}
END_TEST

// The window is 1, 10 or 40 packets, and one more may not start: a flow of 400 packets takes 400 / window round trips.
START_TEST(a_window_per_round_trip) {
  static const int window[] = {1, 10, 40};
  const int packets = 10 * window[_i], trips = 10;
  char senders[80], flow[32];
  snprintf(senders, sizeof senders, "window: true, base_rtt_us: %d, rto_us: 4100", window[_i]);
  snprintf(flow, sizeof flow, "bytes: %d", PACKET * packets);
  run(senders, "", "", flow);
  complete_at((uint64_t)((trips - 1) * TRIP_US + TRIP_US / 2 + window[_i]), trips * REST_US);
  ck_assert_uint_eq(f->sent, packets);
  ck_assert_uint_eq(f->timeouts, 0);
  ck_assert_uint_eq(f->spurious, 0);
  end();
}
END_TEST

// An acknowledgement follows after `ack_bytes`, not after more: if these are a window of ten packets, nothing more
// arrives.
START_TEST(a_window_per_acknowledgement) {
  run("window: true, base_rtt_us: 10, ack_bytes: 10000, rto_us: 9000", "", "", "bytes: 100KB");
  complete_at(9 * (TRIP_US + 9) + TRIP_US / 2 + 10, 10 * REST_US);
  ck_assert_uint_eq(f->timeouts, 0);
  ck_assert_uint_eq(f->sent, 100);
  end();
}
END_TEST

// A window of one packet and a timer of 3 ms: each of the five packets leaves twice, and each acknowledgement resets
// the count, so that a limit of two expiries in sequence is never met. Packet k leaves first at 4 k ms, again 3 ms
// later.
START_TEST(an_acknowledgement_resets_the_count) {
  run("window: true, base_rtt_us: 1, rto_us: 3000, rto_limit: 2", "", "", "bytes: 5000");
  complete_at(4 * TRIP_US + TRIP_US / 2 + 1, 5 * REST_US);
  ck_assert_uint_eq(f->failed, 0);
  ck_assert_uint_eq(f->timeouts, 5);
  ck_assert_uint_eq(f->sent, 10);
  ck_assert_uint_eq(f->spurious, 5000);
  end();
}
END_TEST

// A packet leaves each 8 ms, and is acknowledged after 4. The timer of 5 ms starts when the next one leaves, not
// before.
START_TEST(the_timer_starts_with_a_byte_under_way) {
  run("rto_us: 5000", "", "", "bytes: 5000, gbps: 0.001");
  complete_at(4 * 8000 + TRIP_US / 2 + 1, REST_US);
  ck_assert_uint_eq(f->timeouts, 0);
  ck_assert_uint_eq(f->sent, 5);
  end();
}
END_TEST

// A packet leaves each 8 ms, and only the last one would be acknowledged. The timer ends 5 ms after each, and the
// packet leaves again. That it comes again is acknowledged at once, and within the doubled timer, so the next one
// follows.
START_TEST(repeated_packets_are_acknowledged) {
  run("ack_bytes: 1000000000, rto_us: 5000", "", "", "bytes: 3000, gbps: 0.001");
  complete_at(4 * 8000 + TRIP_US / 2 + 1, REST_US);
  ck_assert_uint_eq(f->timeouts, 2);
  ck_assert_uint_eq(f->sent, 5);
  ck_assert_uint_eq(f->spurious, 2000);
  end();
}
END_TEST

// 2,000 packets, acknowledged in fours of 500. The timer ends at 4.4 ms, and the sender goes back to byte 0. The first
// acknowledgement, at 4.5 ms, covers more than the 100 packets sent since, so the sender goes on with packet 500, and
// each later one arrives with its last packet: 1,600 packets leave again, and all have arrived before.
START_TEST(an_acknowledgement_ahead_of_the_sender) {
  run("ack_bytes: 500000, rto_us: 4400", "", "", "bytes: 2MB");
  complete_at(TRIP_US / 2 + 2000, REST_US / 2);
  ck_assert_uint_eq(f->timeouts, 1);
  ck_assert_uint_eq(f->resent, f->sent_bytes - 2000000);
  ck_assert_uint_eq(f->spurious, f->resent);
  ck_assert_msg(f->sent >= 3600 - REST_US && f->sent <= 3600 + REST_US, "%d packets", (int)f->sent);
  end();
}
END_TEST

// The same with an acknowledgement of 1,900 packets, at 5.9 ms. Host b is down when packets from 1,950 on arrive, so
// they must leave again: the first 1,500 leave from 4.4 to 5.9 ms, and the last 100 right after them, not 0.4 ms later
// behind packets that are acknowledged.
START_TEST(acknowledged_packets_do_not_leave_again) {
  run("ack_bytes: 1900000, rto_us: 4400", "", ", down_us: 3950, up_us: 4050", "bytes: 2MB");
  complete_at(4400 + 1500 + 100 + TRIP_US / 2, REST_US);
  ck_assert_uint_eq(f->timeouts, 1);
  ck_assert_msg(f->sent >= 3600 - REST_US && f->sent <= 3600 + REST_US, "%d packets", (int)f->sent);
  end();
}
END_TEST

// The long link has half the rate of the hosts, so all packets but the first ones are marked, and CNPs arrive from 4 ms
// on. The first acknowledgement is that of the last byte: 2,000 packets leave within 2 ms, the last one arrives after 4
// ms on the link and 2 ms, and its acknowledgement 2 ms later. A CNP is none: the timer ends at 5 ms.
START_TEST(a_cnp_acknowledges_nothing) {
  run_with("ecn: {kmin: 0, kmax: 0}\n", "ack_bytes: 1000000000, rto_us: 5000, cnp_interval_us: 50", ", gbps: 4", "",
           "bytes: 2MB");
  complete_at(4000 + TRIP_US / 2, REST_US);
  ck_assert_uint_gt(f->notifications, 50);
  ck_assert_uint_eq(f->timeouts, 1);
  end();
}
END_TEST

// Packets arrive each 2 us, and all but the first two are marked. The first mark gets a CNP at once; marks in the 50 us
// from then on, 24 packets more, get one CNP at their end, at which the mark of the 26th packet arrives. That belongs
// to what follows, so it gets one too, also if it is the last.
START_TEST(a_mark_at_the_end_of_an_interval) {
  char flow[32];
  snprintf(flow, sizeof flow, "bytes: %d", PACKET * (27 + _i));
  run_with("ecn: {kmin: 0, kmax: 0}\n", "cnp_interval_us: 50, rto_us: 20000", ", gbps: 4", "", flow);
  ck_assert_uint_eq(f->marked, 25 + _i);
  ck_assert_uint_eq(f->notifications, 2 + _i);
  end();
}
END_TEST

// Without intervals, acknowledgements carry the marks. Each is of 20 packets, which leave at half of the rate. Flow h
// meets packets of the third 20, which leave from 80 to 118 us: ten packets from 84 us on make a queue of five, which
// is empty 10 us later, before the last of the 20 is there.
START_TEST(an_acknowledgement_carries_all_its_marks) {
  run_with("ecn: {kmin: 0, kmax: 0}\n", "cnp_interval_us: 0, ack_bytes: 20000, rto_us: 20000", "", "",
           "bytes: 200KB, gbps: 4}, {name: h, from: c, to: b, bytes: 10000, start_us: 84, congestion: none");
  ck_assert(f->marked > 0 && f->marked < 20);
  ck_assert_uint_eq(f->notifications, 1);
  end();
}
END_TEST

// The link fails at 10 ms for 1 ms. Packets from 8 ms on are lost. The first packet after the outage arrives at 13 ms
// and finds a gap, so its NACK makes the sender go back to packet 8,000 at 15 ms: 7,000 packets leave again. No other
// packet in the gap causes a NACK, and no timer of 5.1 ms ends: the last acknowledgement before arrives at 10 ms.
// The second outage, at 31 ms at host b for 1 ms, loses packets that left from 29 to 30 ms, 21,000 packets and more
// being behind. Its NACK reaches the sender at 34 ms, which goes back by 5,000 packets. 30,000 packets leave in 30 ms,
// and those that leave again take 7 and 5 ms.
START_TEST(one_nack_per_gap) {
  const uint64_t again = _i == 0 ? 7000 : 7000 + 5000;
  run("rto_us: 5100", ", down_us: 10000, up_us: 11000", _i == 0 ? "" : ", down_us: 31000, up_us: 32000", "bytes: 30MB");
  complete_at(30000 + again + TRIP_US / 2 - REST_US, 3 * REST_US);
  ck_assert_uint_eq(f->timeouts, 0);
  ck_assert_uint_eq(f->spurious, 0);
  ck_assert_msg(f->resent >= (again - 2 * REST_US) * PACKET && f->resent <= (again + 2 * REST_US) * PACKET,
                "%d bytes were sent again", (int)f->resent);
  end();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("long links");
  TCase *c = tcase_create("long links");
  tcase_set_timeout(c, 60);
  tcase_add_loop_test(c, expiries_within_a_round_trip, 0, 15);
  tcase_add_test(c, a_limit_within_a_round_trip);
  tcase_add_loop_test(c, a_window_per_round_trip, 0, 3);
  tcase_add_test(c, a_window_per_acknowledgement);
  tcase_add_test(c, an_acknowledgement_resets_the_count);
  tcase_add_test(c, the_timer_starts_with_a_byte_under_way);
  tcase_add_test(c, repeated_packets_are_acknowledged);
  tcase_add_test(c, an_acknowledgement_ahead_of_the_sender);
  tcase_add_test(c, acknowledged_packets_do_not_leave_again);
  tcase_add_test(c, a_cnp_acknowledges_nothing);
  tcase_add_loop_test(c, a_mark_at_the_end_of_an_interval, 0, 2);
  tcase_add_test(c, an_acknowledgement_carries_all_its_marks);
  tcase_add_loop_test(c, one_nack_per_gap, 0, 2);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
