// Scenarios for the tests of the analysis.
#ifndef TESTS_ANALYSES_H
#define TESTS_ANALYSES_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/cli/analyze/generate.h"
#include "tb/sim/simulation.h"

static struct scenario *scenario;

static inline struct analysis *analyse(const char *path, const struct analysis_limits *limits) {
  struct error err;
  struct analysis *a;
  ck_assert_msg(scenario_load(path, &scenario, &err) == 0, "%s", err.text);
  ck_assert_int_eq(analysis_new(&a, scenario, limits), 0);
  return a;
}

#define STATIC "scheme: STATIC, buffer: 12MB, headroom: 16KB, xoff: 40KB, xon: 38KB"

// A scenario file in two parts
static inline struct analysis *analyse_parts(const char *head, const char *text) {
  char path[] = "/tmp/analyses.XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fprintf(f, "%s%s", head, text);
  fclose(f);
  struct analysis *a = analyse(path, &analysis_default);
  unlink(path);
  return a;
}

// The random network of a seed
static inline struct analysis *analyse_generated(uint64_t seed, const struct generate_options *o) {
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  generate_scenario(seed, o, to);
  fclose(to);
  struct analysis *a = analyse_parts("", text);
  free(text);
  return a;
}

// The text of the report of an analysis, to be freed
char *report_of(const struct analysis *a);

// mmu: keys of section mmu. text: switches, links, hosts and flows.
static inline struct analysis *analyse_mmu(const char *mmu, const char *text) {
  char head[512];
  snprintf(head, sizeof head, "name: test\ngbps: 40\noverhead_bytes: 0\nduration_us: 1000\nmmu: {%s}\n", mmu);
  return analyse_parts(head, text);
}

static inline struct analysis *analyse_text(const char *text) { return analyse_mmu(STATIC, text); }

// Runs the event engine. The caller frees the result with simulation_free().
static inline struct simulation *simulate(const struct scenario *s, uint64_t seed) {
  struct network_options options = {.event = true, .threads = 1, .seed = seed};
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &options), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  return n;
}

static inline void forget(struct analysis *a) {
  analysis_free(a);
  scenario_free(scenario);
  scenario = NULL;
}

#endif
