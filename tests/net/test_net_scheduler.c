// Tests the schedulers of the egress ports in the event engine: shares by quanta, and strict priority. The references
// are closed forms. `make check T=net_scheduler` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
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

int main(void) {
  Suite *suite = suite_create("net_scheduler");
  TCase *tcase = tcase_create("net_scheduler");
  tcase_add_loop_test(tcase, classes_get_their_shares, 0, SHARES);
  tcase_add_test(tcase, clocked_engines_refuse_a_scheduler);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
