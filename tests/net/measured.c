#define _POSIX_C_SOURCE 200809L
#include "tests/net/measured.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/results/report.h"

struct scenario *scenario;
struct clocked_network *net;
const struct network_result *result;
char *text[FILES];
static size_t size[FILES];

struct scenario *load_text(const char *yaml) {
  char path[] = "/tmp/measured.XXXXXX";
  struct error err;
  struct scenario *s;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(yaml, f);
  fclose(f);
  int status = scenario_load(path, &s, &err);
  unlink(path);
  ck_assert_msg(status == 0, "%s\n%s", err.text, yaml);
  return s;
}

void forget(void) {
  clocked_free(net);
  scenario_free(scenario);
  for (int i = 0; i < FILES; i++) {
    free(text[i]);
    text[i] = NULL;
  }
  net = NULL;
  scenario = NULL;
}

void run(const char *yaml, struct network_options o) {
  FILE *f[FILES];
  scenario = load_text(yaml);
  for (int i = 0; i < FILES; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&text[i], &size[i]));
  o.pauses = f[PAUSES];
  o.occupancy = f[OCCUPANCY];
  o.series = f[SERIES];
  o.seed = scenario->seed;
  ck_assert_int_eq(clocked_new(&net, scenario, &o), NETWORK_OK);
  ck_assert_int_eq(clocked_run(net), NETWORK_OK);
  result = clocked_result(net);
  csv_flows(scenario, result, f[FLOWS]);
  csv_links(scenario, result, f[LINKS]);
  csv_queues(scenario, result, f[QUEUES]);
  for (int i = 0; i < FILES; i++) fclose(f[i]);
}

void run_model(const char *yaml) { run(yaml, (struct network_options){.engine = ENGINE_MODEL}); }

static uint64_t state;

void random_seed(uint64_t seed) { state = seed; }

uint64_t random_next(void) {  // xorshift64* (Vigna, 2016)
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t random_below(uint64_t n) { return random_next() % n; }

int ascending(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

int count(const char *in, const char *what) {
  int n = 0;
  for (const char *at = in; (at = strstr(at, what)) != NULL; at++) n++;
  return n;
}
