// Tests rates.csv: each sample of a flow that runs has a row, also without an arrival. The references are the times of
// the scenario. `make check T=flow_rates` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

enum { EVERY_US = 5, SAMPLES = 40 };

// Host c pauses its class from 10 to 40 us.
static const char hosts[] =
    "name: rates\nduration_us: 100\ngbps: 100\ndelay_ns: 500\ntrace: {rates_ns: 5000}\n"
    "mmu: {scheme: SIH, buffer: 32MB, alpha: 1/8, classes: 2, lossless: [0]}\nswitches: [{name: A}, {name: B}]\n"
    "links: [{name: L, a: A, b: B, down_us: 60, up_us: 70}]\n"
    "hosts: [{name: a, switch: A}, {name: b, switch: B}, {name: c, switch: A, pause: [{class: 0, from_us: 10, to_us: "
    "40}]}]\n";

// A flow beside one that it may follow, which completes at 9.9 us, and an endless one
static const struct {
  const char *flow;
  int first, last;                                                               // samples with a row, in us
  int silent[2][2];                                                              // samples of 0, from and to, in us
} runs[] = {{"from: b, to: c, start_us: 12, bytes: 100KB", 15, 50, {{15, 40}}},  // paused at first
            {"from: b, to: c, start_us: 3, bytes: 1MB, stop_us: 38", 5, 95, {{20, 40}, {75, 95}}},  // never complete
            {"from: b, to: c, start_us: 17, bytes: 50KB, after: [before]", 30, 50, {{30, 40}}},     // starts at 28.4 us
            {"from: b, to: c, bytes: 50KB, after: [after]", 0, 0, {{0, 0}}},                        // never starts
            {"from: b, to: c, start_us: 12, class: 1, gbps: 0.4, bytes: 3000", 15, 55, {{20, 30}, {40, 50}}},
            {"from: b, to: a, start_us: 58, gbps: 20, stop_us: 90", 60, 95, {{70, 70}}}};  // the link is down

static bool within(const int window[2], int us) { return us >= window[0] && us <= window[1]; }

START_TEST(each_sample_of_a_running_flow_has_a_row) {
  char text[2048], *rates;
  size_t size;
  double gbps[SAMPLES];
  struct network_options o = runs_engine(RUNS_EVENT);
  struct simulation *n;
  snprintf(text, sizeof text,
           "%sflows:\n  - {name: x, %s}\n  - {name: before, from: b, to: a, bytes: 100KB}\n"
           "  - {name: on, from: a, to: b, gbps: 1}\n  - {name: after, from: a, to: b, after: [before], bytes: 1MB, "
           "gbps: 1}\n",
           hosts, runs[_i].flow);
  struct scenario *s = runs_load_text(text);
  o.rates = open_memstream(&rates, &size);
  o.threads = 1 + _i % 2;
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  fclose(o.rates);
  for (int i = 0; i < SAMPLES; i++) gbps[i] = -1;
  double bits = 0, last = 0;
  for (char *line = strtok(rates, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    double at, value;
    if (sscanf(line, "%lf,x,received,%lf", &at, &value) != 2) continue;
    ck_assert_msg(at > last, "%s", line);
    gbps[(int)(last = at) / 1000 / EVERY_US] = value;
    bits += value * EVERY_US * 1000;
  }
  for (int us = 0; us < SAMPLES * EVERY_US; us += EVERY_US) {
    const bool row = runs[_i].last > 0 && us >= runs[_i].first && us <= runs[_i].last,
               silent = within(runs[_i].silent[0], us) || within(runs[_i].silent[1], us);
    const double x = gbps[us / EVERY_US];
    if (row ? silent ? x != 0 : x <= 0 : x >= 0) ck_abort_msg("%s: %g at %d us\n", runs[_i].flow, x, us);
  }
  ck_assert_double_eq_tol(bits / 8, (double)simulation_result(n)->flow[0].bytes, 1);
  free(rates);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("flow_rates");
  TCase *c = tcase_create("rows");
  tcase_add_loop_test(c, each_sample_of_a_running_flow_has_a_row, 0, sizeof runs / sizeof *runs);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
