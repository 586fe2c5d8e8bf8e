// A small network for the tests of traffic: two leaf switches with eight hosts each, connected by four spine switches.
#ifndef TESTS_FABRIC_H
#define TESTS_FABRIC_H

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"
#include "tests/suite.h"

// CHECK is an assertion that writes nothing when it passes. libcheck writes a line for each passed assertion, which is
// too slow for many thousand flows.
#define CHECK(a, is, b) \
  if (!((a)is(b))) ck_abort_msg("%s is %.15g, not %s %.15g, %s", #a, (double)(a), #is, (double)(b), #b)

static char dir[] = "/tmp/test_traffic.XXXXXX";

static inline void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(dir)); }

static inline const char *in_dir(const char *name) {
  static char path[2][256];
  static int slot;
  slot = !slot;
  snprintf(path[slot], sizeof path[slot], "%s/%s", dir, name);
  return path[slot];
}

static inline void remove_dir(void) {
  unlink(in_dir("s.yaml"));
  unlink(in_dir("f.csv"));
  rmdir(dir);
  strcpy(dir, "/tmp/test_traffic.XXXXXX");
}

static inline void write_file(const char *name, const char *text) {
  FILE *f = fopen(in_dir(name), "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
}

// Leaf B has two links to spine S3.
static const char *const fabric =
    "name: fabric\nclock_mhz: 500\ngbps: 100\ndelay_ns: 100\nduration_us: 4000\n"
    "mmu: {scheme: DSH, buffer: 8MB, headroom: 16KB, alpha: 1/8}\n"
    "switches: [{name: A}, {name: B}, {name: S0}, {name: S1}, {name: S2}, {name: S3}]\n"
    "links:\n  - {name: A0, a: A, b: S0}\n  - {name: A1, a: A, b: S1}\n  - {name: A2, a: A, b: S2}\n"
    "  - {name: A3, a: A, b: S3}\n  - {name: B0, a: B, b: S0}\n  - {name: B1, a: B, b: S1}\n"
    "  - {name: B2, a: B, b: S2}\n  - {name: B3, a: B, b: S3}\n  - {name: B4, a: B, b: S3}\n"
    "hosts:\n  - {name: a0, switch: A}\n  - {name: a1, switch: A}\n  - {name: a2, switch: A}\n"
    "  - {name: a3, switch: A}\n  - {name: a4, switch: A}\n  - {name: a5, switch: A}\n  - {name: a6, switch: A}\n"
    "  - {name: a7, switch: A}\n  - {name: b0, switch: B}\n  - {name: b1, switch: B}\n  - {name: b2, switch: B}\n"
    "  - {name: b3, switch: B}\n  - {name: b4, switch: B}\n  - {name: b5, switch: B}\n  - {name: b6, switch: B}\n"
    "  - {name: b7, switch: B}\n";
#define HEADING "source,destination,class,bytes,start_us\n"  // heading of a CSV file of flows
enum { HOSTS = 16, LINE = 35 };                              // LINE: number of the first line after fabric

static inline void write_fabric(const char *more) {
  char text[8192];
  snprintf(text, sizeof text, "%s%s\n", fabric, more);
  write_file("s.yaml", text);
}

static inline struct scenario *load_seed(uint64_t seed) {
  struct error err;
  struct scenario *s;
  const struct scenario_source from = {.path = in_dir("s.yaml"), .seed = seed != 0 ? &seed : NULL};
  int status = scenario_load_from(&from, &s, &err);
  ck_assert_msg(status == 0, "%s", err.text);
  return s;
}

static inline struct scenario *load_fabric(const char *more) {
  write_fabric(more);
  return load_seed(0);
}

static inline void expect_error(const char *file, int line, const char *message) {
  struct error err = {""};
  char expected[512];
  struct scenario *s;
  ck_assert_int_eq(scenario_load(in_dir("s.yaml"), &s, &err), EINVAL);
  snprintf(expected, sizeof expected, "%s:%d: %s", in_dir(file), line, message);
  ck_assert_str_eq(err.text, expected);
}

// Compares flows without their routes.
static inline bool same_flows(const struct scenario *a, const struct scenario *b, int first, int count) {
  for (int i = first; i < first + count; i++)
    if (a->flow[i].from != b->flow[i].from || a->flow[i].to != b->flow[i].to || a->flow[i].bytes != b->flow[i].bytes ||
        a->flow[i].start != b->flow[i].start)
      return false;
  return true;
}

static inline int run_suite(Suite *suite, TCase *t) {
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_set_timeout(t, 120);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

#endif
