#define _POSIX_C_SOURCE 200809L
#include "tests/net/runs.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/results/report.h"

struct scenario *runs_load_mmu(const char *path, const char *mmu) {
  struct error err;
  struct scenario *s;
  ck_assert_msg(scenario_load_mmu(path, mmu, &s, &err) == 0, "%s", err.text);
  return s;
}

struct scenario *runs_load(const char *path) {
  return runs_load_mmu(path, NULL);
}

static void write_text(char *path, const char *text) {
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(text, f);
  fclose(f);
}

struct scenario *runs_load_text(const char *text) {
  char path[] = "/tmp/test_net.XXXXXX";
  write_text(path, text);
  struct scenario *s = runs_load(path);
  unlink(path);
  return s;
}

void runs_refuse_text(const char *text, const char *wrong) {
  char path[] = "/tmp/test_net.XXXXXX";
  struct error err;
  struct scenario *s;
  write_text(path, text);
  ck_assert_int_eq(scenario_load(path, &s, &err), EINVAL);
  ck_assert_msg(strstr(err.text, wrong) != NULL, "%s", err.text);
  unlink(path);
}

struct scenario *runs_load_case_mmu(int number, const char *mmu) {
  char path[64];
  snprintf(path, sizeof path, "tb/examples/scenarios/case%d.yaml", number);
  return runs_load_mmu(path, mmu);
}

struct scenario *runs_load_case(int number) {
  return runs_load_case_mmu(number, NULL);
}

struct network_options runs_engine(int number) {
  return (struct network_options){.event = number == RUNS_EVENT, .engine = ENGINE_MODEL, .threads = 1};
}

struct simulation *runs_simulate(const struct scenario *s, struct network_options o) {
  struct simulation *n;
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  return n;
}

void runs_record(struct written *w, const struct scenario *s, struct network_options o) {
  FILE *f[3];
  memset(w, 0, sizeof *w);
  for (int i = 0; i < 3; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&w->text[i], &w->size[i]));
  o.pauses = f[1];
  o.occupancy = f[2];
  if (o.seed == 0) o.seed = s->seed;
  struct simulation *n = runs_simulate(s, o);
  w->result = *simulation_result(n);
  struct network_result shown = w->result;
  shown.engine = "any";
  results_json(s, &shown, o.seed, "test", f[0]);
  for (int i = 0; i < 3; i++) fclose(f[i]);
  w->cycle = w->result.verdict.cycle != NULL ? strdup(w->result.verdict.cycle) : NULL;
  simulation_free(n);
}

void runs_forget(struct written *w) {
  for (int i = 0; i < 3; i++) free(w->text[i]);
  free(w->cycle);
}

bool runs_same(const struct written *a, const struct written *b) {
  for (int i = 0; i < 3; i++)
    if (a->size[i] != b->size[i] || memcmp(a->text[i], b->text[i], a->size[i]) != 0) return false;
  return true;
}

struct simulation *runs_of_case(int number, struct scenario **s, int engine) {
  struct network_options o = runs_engine(engine);
  *s = runs_load_case(number);
  o.seed = 1;
  struct simulation *n = runs_simulate(*s, o);
  ck_assert_uint_eq(simulation_result(n)->lost, 0);
  return n;
}

struct simulation *runs_of_text(const char *text, struct scenario **s, int engine) {
  struct network_options o = runs_engine(engine);
  *s = runs_load_text(text);
  o.seed = (*s)->seed;
  return runs_simulate(*s, o);
}

struct scenario *runs_load_row(const char *mmu, int switches, const char *flow) {
  char text[2048], nodes[512] = "", links[512] = "", one[64];
  for (int i = 0; i < switches; i++) {
    snprintf(one, sizeof one, "%s{name: S%d}", i > 0 ? ", " : "", i);
    strcat(nodes, one);
    if (i > 0) snprintf(one, sizeof one, "%s{name: L%d, a: S%d, b: S%d}", i > 1 ? ", " : "", i, i - 1, i);
    if (i > 0) strcat(links, one);
  }
  snprintf(text, sizeof text,
           "name: row\noverhead_bytes: 0\ngbps: 40\nduration_us: 5000\nstop_us: 1000\nmmu: {%s}\nswitches: "
           "[%s]\nlinks: [%s]\n"
           "hosts: [{name: x, switch: S0}, {name: y, switch: S%d}]\nflows: [{name: f, from: x, to: y, %s}]\n",
           mmu, nodes, links, switches - 1, flow);
  return runs_load_text(text);
}
