// Tests time series: queues, thresholds and states, sampled or at every change. The expected rows follow from the
// scenario; a cycle is 4 ns, as in test_measure. `make check T=series` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/cycle.h"
#include "tests/net/measured.h"
#include "tests/net/runs.h"
#include "tests/suite.h"

// One packet: 51 cycles from the host, 250 on the wire, 6 until admission, then 51 to y. A cycle is 4 ns.
START_TEST(series_of_a_packet) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 1000, class: 5}]\ntrace:\n  series:\n"
            "    - {queues: [\"S:x/*\", \"*:x/5\"], what: [ingress]}\n    - {queues: [S:y/5], what: [egress, state]}\n"
            "    - {queues: [S:y/5, \"S:*/5\", \"*:y/5\"], what: [egress], every_ns: 700}\n");
  char expected[1024] = "0,S,y,5,state,0\n0,S,y,5,egress,0\n", line[64];
  char all[1024] = "";
  for (int c = 0; c < 8; c++) {
    snprintf(line, sizeof line, "0,S,x,%d,ingress,0\n", c);
    strcat(all, line);
  }
  // Ports in ascending order: x, then y. Rows of states are first.
  snprintf(line, sizeof line, "0,S,y,5,state,0\n");
  strcpy(expected, line);
  strcat(expected, all);
  strcat(
      expected,
      "0,S,y,5,egress,0\n0,S,x,5,egress,0\n0,S,y,5,egress,0\n700,S,x,5,egress,0\n700,S,y,5,egress,0\n1228,S,x,5,"
      "ingress,1000\n"
      "1228,S,y,5,egress,1000\n1400,S,x,5,egress,0\n1400,S,y,5,egress,1000\n1432,S,x,5,ingress,0\n1432,S,y,5,egress,0\n"
      "2100,S,x,5,egress,0\n2100,S,y,5,egress,0\n");
  text[SERIES][strlen(expected)] = '\0';  // samples continue until no event is left
  ck_assert_str_eq(text[SERIES], expected);
  forget();
}
END_TEST

// Frames that arrive in the same cycle reach the MMU in the order of their ports, one per cycle of 4 ns. The order of
// hosts and flows in the file does not matter. 1228 ns is the time of series_of_a_packet.
START_TEST(simultaneous_frames_go_by_port) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
            "flows: [{name: f, from: y, to: z, bytes: 1000}, {name: g, from: x, to: z, bytes: 1000}]\n"
            "trace: {series: [{queues: [\"S:x/0\", \"S:y/0\"], what: [ingress]}]}\n");
  const char *x = strstr(text[SERIES], "1228,S,x,0,ingress,1000\n"),
             *y = strstr(text[SERIES], "1232,S,y,0,ingress,1000\n");
  ck_assert_msg(x != NULL && y != NULL && x < y, "%s", text[SERIES]);
  forget();
}
END_TEST

// Xqoff = alpha (Bs - S) - eta. In an empty buffer Xqoff is 252000 / 8 - 16000 = 15500, as three ports have 16 KB of
// headroom each. With n bytes in the shared pool it is n / 8 less. Xpoff = 8 classes * alpha (Bs - S) = 252000 - n.
START_TEST(series_of_thresholds) {
  run_model(
      "name: t\nduration_us: 300\nstop_us: 50\nmmu: {scheme: DSH, buffer: 300KB, headroom: 16KB, alpha: 1/8}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z}]\n"
      "trace:\n  series: [{queues: [all], what: [threshold, port_threshold, shared]}, {queues: [all], what: "
      "[ingress]}]\n");
  unsigned rows = 0;
  double q, least = 15500;
  uint64_t port = 252000, shared = 0, most = 0;
  for (const char *line = text[SERIES]; line != NULL && *line != '\0';
       line = strchr(line, '\n'), line += line != NULL) {
    if (sscanf(line, "%*[^,],S,,,threshold,%lf", &q) == 1) {
      if (rows++ == 0) ck_assert_double_eq(q, 15500);
      if (q < least) least = q;
    }
    sscanf(line, "%*[^,],S,,,port_threshold,%" SCNu64, &port);
    ck_assert_uint_le(port, 252000);
    sscanf(line, "%*[^,],S,,,shared,%" SCNu64, &shared);
    if (shared > most) most = shared;
  }
  ck_assert_uint_gt(rows, 100);
  ck_assert_double_eq(least, 15500 - result->sw[0].peak_shared / 8.0);
  ck_assert_uint_eq(port, 252000);  // empty again
  ck_assert_uint_eq(shared, 0);
  ck_assert_uint_eq(most, result->sw[0].peak_shared);
  forget();
}
END_TEST

// Without series of the file, the shared pool of each switch every microsecond: at the latest packet held at a sample
// it has 1,000 bytes. As in the first test the packet is in the switch from 1228 to 1432 ns; long runs have fewer
// samples.
START_TEST(series_by_default) {
  run_model(ONE
            "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
            "flows: [{name: f, from: x, to: y, bytes: 1000, start_us: 0.7}]\n");
  static const char expected[] = "0,S,,,shared,0\n1000,S,,,shared,0\n2000,S,,,shared,1000\n3000,S,,,shared,0\n";
  ck_assert_msg(strncmp(text[SERIES], expected, strlen(expected)) == 0, "%s", text[SERIES]);
  forget();
}
END_TEST

// Every pause of a host is a state of its queue. Series change no other output and do not depend on the engine.
static const char watched[] =
    "name: watched\nduration_us: 3000\nstop_us: 200\nmmu: {scheme: %s, ports: 4, buffer: 800KB}\n"
    "switches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: T}]\n"
    "hosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: T}]\n"
    "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z%s}]\n";
static const char *const watched_schemes[] = {"STATIC, xoff: 9KB, headroom: 16KB", "DSH, alpha: 1/32, headroom: 16KB",
                                              "GFC, b0: 3KB", "TTL, alpha: 1/8, headroom: 1500"};

START_TEST(series_of_states) {
  static const char *const more[] = {"", "trace: {series: [{queues: [all], what: [state, ingress, egress]}]}\n",
                                     "trace: {series: [{queues: [all], what: [state, ingress, egress]}, {queues: "
                                     "[all], what: [state], every_ns: 900}]}\n"};
  char yaml[3][1024], *kept[3] = {NULL}, *pauses = NULL;
  for (int i = 0; i < 3; i++) {
    int n = snprintf(yaml[i], sizeof yaml[i], watched, watched_schemes[_i], _i == 3 ? "" : ", class: 3");
    snprintf(yaml[i] + n, sizeof yaml[i] - (size_t)n, "%s", more[i]);
    run_model(yaml[i]);
    kept[i] = strdup(text[SERIES]);
    if (i == 0) pauses = strdup(text[PAUSES]);
    ck_assert_str_eq(text[PAUSES], pauses);
    if (i == 1 && _i < 2) {
      int paused = count(pauses, "x>S,0,pause");
      ck_assert_int_gt(paused, 3);
      ck_assert_int_eq(count(kept[1], "S,x,0,state,1\n"), paused);
      ck_assert_int_eq(count(kept[1], "S,y,3,state,1\n"), count(pauses, "y>S,3,pause"));
    }
    forget();
  }
  if (_i == 2) ck_assert_int_gt(count(kept[1], "S,x,0,state,2\n"), 0);  // a stage
  if (BUILD_HAS_RTL) {
    run(yaml[2], (struct network_options){.engine = ENGINE_BOTH});
    ck_assert_msg(strcmp(text[SERIES], kept[2]) == 0, "series of both engines in lock-step differ from the model's");
    forget();
  }
  for (int i = 0; i < 3; i++) free(kept[i]);
  free(pauses);
}
END_TEST

// A port in state off pauses its lossless classes, whatever the states of their queues.
START_TEST(port_off_pauses_lossless_classes) {
  char *rows = NULL;
  size_t length;
  FILE *f = open_memstream(&rows, &length);
  scenario = load_text(
      "name: p\nduration_us: 9\nmmu: {scheme: DSH, buffer: 300KB, headroom: 16KB, alpha: 1/8, lossless: [0, 2]}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n"
      "trace: {series: [{queues: [all], what: [state]}]}\n");
  ck_assert_int_eq(clocked_new(&net, scenario, &(struct network_options){.engine = ENGINE_MODEL, .series = f}),
                   NETWORK_OK);
  struct sluice_out out = *net->kind->outputs(net->switches, 0);
  out.port_off = 2;  // y
  series_outputs(&net->series, 0, &out);
  series_outputs(&net->series, 0, &out);  // no change: no rows
  fclose(f);
  ck_assert_int_eq(count(rows, ",state,1\n"), 2);
  ck_assert_ptr_nonnull(strstr(rows, "0,S,y,0,state,1\n0,S,y,2,state,1\n"));
  free(rows);
  forget();
}
END_TEST

// Case 1 of [CASE] with the event engine: at each sample the flows of an egress queue are the queue. Fig. 1(d): flow 2
// at TX1 of A fluctuates around the threshold, from 10 to 55 KB; fig. 1(e): flow 1 at TX1 of B stays far below.
START_TEST(flows_of_a_queue) {
  char file[4096] = "", *rows;
  size_t size;
  FILE *from = fopen("tb/examples/scenarios/case1.yaml", "r");
  ck_assert_ptr_nonnull(from);
  file[fread(file, 1, sizeof file - 256, from)] = '\0';
  fclose(from);
  strcpy(strstr(file, "\ntrace:"),
         "\ntrace: {series: [{queues: [\"A:L1/0\", \"B:L2/0\"], what: [egress, flows], every_ns: 1000}]}\n");
  struct scenario *s = runs_load_text(file);
  struct network_options o = runs_engine(RUNS_EVENT);
  o.series = open_memstream(&rows, &size);
  struct simulation *n = runs_simulate(s, o);
  fclose(o.series);
  unsigned long long at, value, queue[2] = {0}, sum[2] = {0}, most[2] = {0};
  int samples = 0;
  for (const char *row = rows; *row != '\0'; row = strchr(row, '\n') + 1) {
    char sw, what[32];
    ck_assert_int_eq(sscanf(row, "%llu,%c,%*[^,],0,%31[^,],%llu", &at, &sw, what, &value), 4);
    const int k = sw == 'B';
    if (strcmp(what, "egress") == 0) {
      ck_assert_msg(queue[k] == sum[k], "before %llu ns: %llu bytes, flows %llu", at, queue[k], sum[k]);
      queue[k] = value;
      sum[k] = 0;
      samples++;
    } else {
      sum[k] += value;
      if (strcmp(what, k ? "flow:flow1" : "flow:flow2") == 0 && value > most[k]) most[k] = value;
    }
  }
  ck_assert_int_gt(samples, 1000);
  ck_assert(most[0] > 40000 && most[0] < 60000 && most[1] < 20000);
  free(rows);
  simulation_free(n);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("series");
  TCase *series = tcase_create("series");
  tcase_add_test(series, series_of_a_packet);
  tcase_add_test(series, simultaneous_frames_go_by_port);
  tcase_add_test(series, series_of_thresholds);
  tcase_add_test(series, series_by_default);
  tcase_add_test(series, port_off_pauses_lossless_classes);
  tcase_add_loop_test(series, series_of_states, 0, sizeof watched_schemes / sizeof watched_schemes[0]);
  tcase_add_test(series, flows_of_a_queue);
  suite_add_tcase(suite, series);
  return suite_run(suite);
}
