// Files of other simulators for the tests of sluice import: written, read, and written again as a scenario.
#ifndef TESTS_IMPORTS_H
#define TESTS_IMPORTS_H

#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/import/import.h"
#include "tb/sim/scenario/scenario.h"
#include "tests/suite.h"

#define COUNT(array) (int)(sizeof(array) / sizeof(array)[0])

static char dir[] = "/tmp/test_import.XXXXXX";

static inline const char *in_dir(const char *name) {
  static char path[6][256];
  static int slot;
  slot = (slot + 1) % 6;
  snprintf(path[slot], sizeof path[slot], "%s/%s", dir, name);
  return path[slot];
}

static inline void make_dir(void) { ck_assert_ptr_nonnull(mkdtemp(dir)); }

static inline void remove_dir(void) {
  static const char *const made[] = {"net.txt", "flow.txt", "config.txt", "scenario.yaml", "flows.csv"};
  for (int i = 0; i < COUNT(made); i++) unlink(in_dir(made[i]));
  rmdir(dir);
  strcpy(dir, "/tmp/test_import.XXXXXX");
}

static inline const char *write_text(const char *name, const char *text) {
  if (text == NULL) return NULL;
  FILE *f = fopen(in_dir(name), "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f);
  fclose(f);
  return in_dir(name);
}

enum format { HPCC, SIMAI, HTSIM };
static struct import m;
static struct import_plan p;
static struct error err;

// Reads the three files, of which some may be NULL. Returns the status.
static inline int read_files(enum format format, const char *net, const char *flows, const char *config) {
  import_free(&m);
  import_plan_free(&p);
  p = (struct import_plan){.classes = 0};
  const char *path = write_text("net.txt", net), *second = write_text("flow.txt", flows),
             *third = write_text("config.txt", config);
  import_begin(&m, path, &err);
  int status = format == HPCC    ? import_hpcc(&m, path, second, third)
               : format == SIMAI ? import_simai(&m, path, second)
                                 : import_htsim(&m, path, second);
  return status == 0 ? import_plan(&m, &p) : status;
}

// Writes the scenario and its flows, and returns the text of the scenario.
static char text[1 << 16], csv[1 << 16];

static inline void write_all(enum format format, const char *net, const char *flows, const char *config) {
  int status = read_files(format, net, flows, config);
  ck_assert_msg(status == 0, "%s", err.text);
  FILE *f = fmemopen(text, sizeof text, "w");
  ck_assert_int_eq(import_scenario(&m, &p, "sluice import", f), 0);
  fclose(f);
  f = fmemopen(csv, sizeof csv, "w");
  import_flows_csv(&m, &p, f);
  fclose(f);
  write_text("scenario.yaml", text);
  write_text("flows.csv", csv);
}

static inline struct scenario *load(void) {
  struct scenario *s;
  int status = scenario_load(in_dir("scenario.yaml"), &s, &err);
  ck_assert_msg(status == 0, "%s", err.text);
  return s;
}

static inline void has(const char *line) { ck_assert_msg(strstr(text, line) != NULL, "no %s in:\n%s", line, text); }

static inline void has_note(const char *note) {
  for (int i = 0; i < m.notes; i++)
    if (strstr(m.note[i], note) != NULL) return;
  ck_abort_msg("no note %s in:\n%s", note, text);
}

static inline void has_no_note(const char *note) {
  for (int i = 0; i < m.notes; i++)
    ck_assert_msg(strstr(m.note[i], note) == NULL, "a note has %s: %s", note, m.note[i]);
}

// ---- networks ----

// Two ToR switches with two hosts each, and a spine
static const char three[] =
    "7 3 6\n4 5 6\n0 4 100Gbps 1000ns 0.000000\n1 4 100Gbps 0.001ms 0\n2 5 100Gb/s 1us 0\n3 5 100000Mbps 1000000ps 0\n"
    "4 6 100000000000 0.000001 0\n5 6 100000000000.0 0.000001s 0\n\nFirst line: total node #, switch node #, link #\n";
static const char two_flows[] = "2\n0 2 3 100 200000 2\n1 3 3 100 1000 2.0000015\n\nFirst line: flow #\n";

#define TIER(n, speed, radixes, more) \
  "Tier " #n "\nDownlink_speed_Gbps " #speed "\n" radixes "Downlink_Latency_ns 1000\n" more
#define TWO_TIERS                                                                                          \
  "# a leaf-spine network\nnodes 8\nTiers 2\nPodsize 8\n\n" TIER(0, 100, "Radix_Down 4\nradix_up 2\n", "") \
      TIER(1, 100, "Radix_Down 2\n", "")

// 8 hosts in 2 pods of 2 ToR and 2 middle switches; 2 cores with two links to each middle switch of one position
static const char three_tiers[] =
    "Nodes 8\nTiers 3\nPodsize 4\n" TIER(0, 200, "Radix_Down 2\nRadix_Up 2\n", "Oversubscribed 2\nQueue_Up 9\n")
        TIER(1, 200, "Radix_Down 2\nRadix_Up 2\n", "Bundle 1\nSwitch_Latency_ns 300\n")
            TIER(2, 100, "Radix_Down 4\n", "Bundle 2\n");

#endif
