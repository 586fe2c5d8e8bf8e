#define _POSIX_C_SOURCE 200809L
#include "tests/net/text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/scenario/scenario.h"

const char *const text_good[TEXT_LINES] = {
    "name: test",                                               // 1
    "clock_mhz: 250",                                           // 2
    "gbps: 40",                                                 // 3
    "duration_us: 1000",                                        // 4
    "stop_us: 500",                                             // 5
    "packet_bytes: 1000",                                       // 6
    "mmu:",                                                     // 7
    "  scheme: STATIC",                                         // 8
    "  buffer: 12MB",                                           // 9
    "  headroom: 16KB",                                         // 10
    "  xoff: 40KB",                                             // 11
    "  xon: 38KB",                                              // 12
    "switches:",                                                // 13
    "  - {name: A}",                                            // 14
    "  - {name: B, limit: [{link: h2, gbps: 10}]}",             // 15
    "  - {name: C}",                                            // 16
    "links:",                                                   // 17
    "  - {name: L1, a: A, b: B}",                               // 18
    "hosts:",                                                   // 19
    "  - {name: h1, switch: A}",                                // 20
    "  - {name: h2, switch: B}",                                // 21
    "  - {name: h3, switch: C}",                                // 22
    "flows:",                                                   // 23
    "  - {name: f1, from: h1, to: h2, route: [A, B]}",          // 24
    "  - {name: f2, from: h2, to: h1, class: 3, bytes: 1MiB}",  // 25
    "trace:",                                                   // 26
    "  sample_ns: 1000",                                        // 27
    "  queues: [A:L1/0]",                                       // 28
    "search:",                                                  // 29
    "  flows: [f1]",                                            // 30
    "  bytes_from: 1KB",                                        // 31
    "  bytes_to: 1MB",                                          // 32
};

char text_path[] = "/tmp/test_scenario.XXXXXX";

void text_make(void) {
  int fd = mkstemp(text_path);
  ck_assert_int_ge(fd, 0);
  close(fd);
}

void text_remove(void) {
  unlink(text_path);
  strcpy(text_path, "/tmp/test_scenario.XXXXXX");
}

void text_write(const char *data, size_t size) {
  FILE *f = fopen(text_path, "wb");
  ck_assert_ptr_nonnull(f);
  ck_assert_uint_eq(fwrite(data, 1, size, f), size);
  fclose(f);
}

void text_write_changed(int line, const char *text) {
  FILE *f = fopen(text_path, "wb");
  ck_assert_ptr_nonnull(f);
  for (int i = 1; i <= TEXT_LINES; i++) fprintf(f, "%s\n", i == line ? text : text_good[i - 1]);
  fclose(f);
}

void text_expect_error(int status, int line, const char *message) {
  struct error err;
  char expected[640];
  struct scenario *s;
  ck_assert_int_eq(scenario_load(text_path, &s, &err), status);
  ck_assert_ptr_null(s);
  snprintf(expected, sizeof expected, line > 0 ? "%s:%d: %s" : "%s%.0d: %s", text_path, line, message);
  ck_assert_str_eq(err.text, expected);
  ck_assert_ptr_null(strchr(err.text, '\n'));
}

void text_expect_ok(void) {
  struct error err;
  struct scenario *s;
  int status = scenario_load(text_path, &s, &err);
  ck_assert_msg(status == 0, "%s", err.text);
  scenario_free(s);
}
