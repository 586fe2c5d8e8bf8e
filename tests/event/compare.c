#define _POSIX_C_SOURCE 200809L
#include "tests/event/compare.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scenario *compare_load(const char *text) {
  char path[] = "/tmp/test_event.XXXXXX";
  struct error err;
  struct scenario *s;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  dprintf(fd, "%s", text);
  close(fd);
  int status = scenario_load(path, &s, &err);
  unlink(path);
  ck_assert_msg(status == 0, "%s", err.text);
  return s;
}

struct network_options compare_engine(bool event) {
  return (struct network_options){.event = event, .engine = ENGINE_MODEL, .threads = 1};
}

void compare_run(struct compared *x, struct scenario *s, struct network_options o, uint64_t seed) {
  FILE *f[COMPARE_FILES];
  size_t size;
  *x = (struct compared){.scenario = s};
  for (int i = 0; i < COMPARE_FILES; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&x->text[i], &size));
  o.pauses = f[COMPARE_PAUSES];
  o.occupancy = f[COMPARE_OCCUPANCY];
  o.series = f[COMPARE_SERIES];
  o.packets = f[COMPARE_PACKETS];
  if (s->rates_ns != 0) o.rates = f[COMPARE_RATES];
  o.seed = seed != 0 ? seed : s->seed;
  ck_assert_int_eq(simulation_new(&x->simulation, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(x->simulation), NETWORK_OK);
  x->result = simulation_result(x->simulation);
  for (int i = 0; i < COMPARE_FILES; i++) fclose(f[i]);
}

void compare_free(struct compared *x) {
  simulation_free(x->simulation);
  scenario_free(x->scenario);
  for (int i = 0; i < COMPARE_FILES; i++) free(x->text[i]);
}

char *compare_all(const struct compared *x) {
  char *text;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  ck_assert_ptr_nonnull(to);
  results_json(x->scenario, x->result, 1, "", to);
  csv_flows(x->scenario, x->result, to);
  csv_links(x->scenario, x->result, to);
  csv_queues(x->scenario, x->result, to);
  for (int i = 0; i < COMPARE_FILES; i++) fputs(x->text[i], to);
  fclose(to);
  return text;
}
