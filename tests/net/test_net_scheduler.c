// Tests in which order ports send, in the event engine: shares by quanta, strict priority, answers of hosts. The
// references are closed forms. `make check T=net_scheduler` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

enum { FLOWS = 3 };

// Three flows of different packets, each in its own class, share a port of 10 Gb/s for 10 ms. gbps: expected rates of
// data; packets of 300 and 1500 bytes have 20 bytes of gap.
static const struct shared {
  const char *scheduler;
  const char *rate[FLOWS];
  int packet[FLOWS];
  double gbps[FLOWS];
} shares[] = {
    {"scheduler: {quanta: [1500, 3000, 6000]}\n", {"", "", ""}, {1500, 1500, 1500}, {10 / 7.0, 20 / 7.0, 40 / 7.0}},
    // only the ratio of quanta matters, also below a packet
    {"scheduler: {quanta: [1, 2, 4]}\n", {"", "", ""}, {1500, 1500, 1500}, {10 / 7.0, 20 / 7.0, 40 / 7.0}},
    // bytes decide, not packets
    {"scheduler: {quanta: [3000, 3000, 3000]}\n", {"", "", ""}, {300, 1500, 700}, {10 / 3.0, 10 / 3.0, 10 / 3.0}},
    // and not cells: 64 bytes in cells of 96
    {"cell_bytes: 96\nscheduler: {quanta: [2800, 3000, 1500]}\n",
     {"", "", ""},
     {64, 1500, 1500},
     {280 / 73.0, 300 / 73.0, 150 / 73.0}},
    // by default each class sends a largest packet in its turn
    {"scheduler: {strict: [2]}\n", {"", "", ", gbps: 1"}, {9000, 4500, 1500}, {4.5, 4.5, 1}},
    // a class that sends less than its share leaves the rest to the others
    {"scheduler: {quanta: [1500, 3000, 6000]}\n", {"", "", ", gbps: 1"}, {1500, 1500, 1500}, {3, 6, 1}},
    // strict priority: what it leaves is shared
    {"scheduler: {strict: [1], quanta: [1500, 1500, 4500]}\n", {"", ", gbps: 2", ""}, {1500, 1500, 1500}, {2, 2, 6}},
    {"scheduler: {strict: [0]}\n", {"", "", ""}, {1500, 1500, 1500}, {10, 0, 0}},
    // of two strict classes the higher one wins
    {"scheduler: {strict: [1, 2]}\n", {"", "", ", gbps: 4"}, {1500, 1500, 1500}, {0, 6, 4}},
    // round robin by packets
    {"", {"", "", ""}, {300, 1500, 1200}, {1, 5, 4}},
};
enum { SHARES = sizeof shares / sizeof shares[0] };

START_TEST(classes_get_their_shares) {
  const struct shared *t = &shares[_i];
  char text[2048];
  size_t size = 0;
  struct scenario *s;
#define PUT(...) size += (size_t)snprintf(text + size, sizeof text - size, __VA_ARGS__)
  PUT("name: shares\ngbps: 40\nduration_us: 10000\noverhead_bytes: 0\n%s", t->scheduler);
  PUT("mmu: {scheme: STATIC, classes: 3, buffer: 4MB, headroom: 50KB, xoff: 100KB}\nswitches: [{name: S}]\nhosts:\n");
  PUT("  - {name: to, switch: S, gbps: 10}\n");
  for (int i = 0; i < FLOWS; i++) PUT("  - {name: h%d, switch: S}\n", i);
  PUT("flows:\n");
  for (int i = 0; i < FLOWS; i++)
    PUT("  - {name: f%d, from: h%d, to: to, class: %d, packet_bytes: %d%s}\n", i, i, i, t->packet[i], t->rate[i]);
#undef PUT
  struct simulation *n = runs_of_text(text, &s, RUNS_EVENT);
  const struct network_result *r = simulation_result(n);
  for (int i = 0; i < FLOWS; i++) {
    const double bits = 8.0 * (double)r->flow[i].window_bytes, expected = t->gbps[i] * 10e6;
    // the start, a packet of each class, and in strict priority the packets before the first one of that class
    ck_assert_msg(bits >= expected - 8 * 12000 && bits <= expected + 8 * 12000, "flow %d: %g Gb/s, expected %g", i,
                  bits / 10e6, t->gbps[i]);
  }
  ck_assert_uint_eq(r->lost, 0);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

START_TEST(clocked_engines_refuse_a_scheduler) {
  struct error err;
  struct scenario *s = runs_load_text(
      "name: one\nduration_us: 10\nmmu: {scheme: STATIC, classes: 3, buffer: 4MB, headroom: 100KB, xoff: 1MB}\n"
      "switches: [{name: S, scheduler: {strict: [2]}}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
      "flows: [{name: f, from: x, to: y}]\n");
  ck_assert_int_ne(clocked_fit_check(s, &err), 0);
  ck_assert_msg(strstr(err.text,
                       ": switch S has a scheduler, and a clocked engine serves the classes round robin; "
                       "leave scheduler out, or use --engine event") != NULL,
                "%s", err.text);
  scenario_free(s);
}
END_TEST

// ---- packets back to senders ----

// The flows of the packets that a node begins to send, in order.
static void sends_of(const char *rows, const char *node, char *to, size_t size) {
  size_t used = 0;
  for (const char *row = rows; *row != '\0'; row = strchr(row, '\n') + 1) {
    char event[16], at[16], flow[16];
    if (sscanf(row, "%*[^,],%15[^,],%15[^,],%*[^,],%*[^,],%15[^,]", event, at, flow) != 3) continue;
    if (strcmp(event, "send") != 0 || strcmp(at, node) != 0) continue;
    used += (size_t)snprintf(to + used, size - used, "%s%s", used > 0 ? " " : "", flow);
    ck_assert_uint_lt(used, size);
  }
}

// Six packets arrive at host b, one each 16.32 us, and an answer of 1,500 bytes takes 24.32 us, so all but the first
// one wait. Packets 2 to 5 leave others behind and are marked. So CNPs are due with packet 2, and at the ends of two
// intervals of 40 us: between packets 4 and 5, and after packet 6. Answers leave in the order of the times at which
// they are due, a CNP before an acknowledgement of the same time, and all of them before data of b.
START_TEST(answers_leave_in_the_order_of_their_times) {
  struct scenario *s = runs_load_text(
      "name: answers\ngbps: 0.5\ndelay_ns: 100\npacket_bytes: 1000\nduration_us: 2000\ncongestion: dcqcn\n"
      "senders: {frame_bytes: 1500, ack_bytes: 1, cnp_interval_us: 40}\necn: {kmin: 0, kmax: 0}\n"
      "trace: {packets: true}\nmmu: {scheme: SIH, buffer: 1MB, headroom: 20KB, alpha: 1, classes: 2, lossless: [0]}\n"
      "switches: [{name: S}]\nhosts: [{name: a, switch: S, gbps: 100}, {name: b, switch: S}]\n"
      "flows: [{name: f, from: a, to: b, bytes: 6000},"
      " {name: g, from: b, to: a, bytes: 3000, start_us: 30, congestion: none}]\n");
  struct network_options o = runs_engine(RUNS_EVENT);
  char *rows, order[256];
  size_t size;
  o.packets = open_memstream(&rows, &size);
  struct simulation *n = runs_simulate(s, o);
  fclose(o.packets);
  ck_assert_uint_eq(simulation_result(n)->flow[0].marked, 4);
  sends_of(rows, "b", order, sizeof order);
  ck_assert_str_eq(order, "f:ack f:cnp f:ack f:ack f:ack f:cnp f:ack f:ack f:cnp g g g");
  free(rows);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("net_scheduler");
  TCase *tcase = tcase_create("net_scheduler");
  tcase_add_loop_test(tcase, classes_get_their_shares, 0, SHARES);
  tcase_add_test(tcase, clocked_engines_refuse_a_scheduler);
  tcase_add_test(tcase, answers_leave_in_the_order_of_their_times);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
