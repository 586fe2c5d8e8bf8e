// Makes each allocation of a run fail, one after the other: the run must report it, or have the same results, and must
// free everything. `make check T=memory` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tests/net/runs.h"
#include "tests/suite.h"

// ---- allocations, which the linker redirects to these functions (LINK_test_memory in tests/tests.mk) ----

static atomic_long left;  // the allocation that fails; 0 or less: none
static int created;       // threads

static bool fails(void) { return atomic_fetch_sub(&left, 1) == 1; }

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

// A thread needs memory too.
int __real_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  created++;
  return fails() ? EAGAIN : __real_pthread_create(id, attributes, run, argument);
}

// ---- simulations ----

// Every output is written, and a queue of each kind is busy: limiters of GFC, pauses, packets between switches.
static const char network[] =
    "name: memory\ngbps: 40\nduration_us: 60\n%smmu: {%s, ports: 4, classes: 2}\n"
    "switches: [{name: S}, {name: T}]\nlinks: [{name: L, a: S, b: T}]\n"
    "hosts: [{name: w, %s}, {name: x, switch: S}, {name: y, switch: T}, {name: z, switch: T}]\n"
    "flows: [{name: f, from: w, to: y}, {name: g, from: x, to: y}, {name: h, from: z, to: y, bytes: 3000}]\n"
    "trace: {packets: true, %ssample_ns: 10000, queues: [\"S:x/0\"], series: [{queues: [all], what: "
    "[ingress, egress, "
    "state]}, {queues: [all], what: [egress], every_ns: 9000}]}\n";
#define ONE "switch: S"
static const struct {
  const char *keys, *mmu;
  int engine, threads;
  const char *links;  // of host w
} runs[] = {
    {"", "scheme: DSH, alpha: 1/128, buffer: 200KB, headroom: 16KB", RUNS_EVENT, 1, ONE},
    {"congestion: hpcc\necn: {kmin: 1KB, kmax: 2KB}\n", "scheme: DSH, alpha: 1/128, buffer: 200KB, headroom: 16KB",
     RUNS_EVENT, 2, ONE},
    {"", "scheme: DSH, alpha: 1/128, buffer: 200KB, headroom: 16KB", RUNS_MODEL, 1, ONE},
    {"", "scheme: GFC, buffer: 1MB, bm: 90KB, b0: 40KB", RUNS_EVENT, 1, ONE},
    {"", "scheme: GFC, buffer: 1MB, bm: 90KB, b0: 40KB", RUNS_MODEL, 1, ONE},
    // acknowledgements move with the sender to another link
    {"congestion: hpcc\nreroute_us: 2\n", "scheme: DSH, alpha: 1/128, buffer: 200KB, headroom: 16KB", RUNS_EVENT, 1,
     "links: [{switch: T, down_us: 0, up_us: 15}, {switch: S, delay_ns: 5000}]"},
};

struct outcome {
  enum network_status status;
  enum verdict_kind verdict;
  uint64_t packets;
  long allocations;
  char *steps;  // of all packets
};

// Allocation number `at` fails; 0: none.
static struct outcome simulate(const struct scenario *s, struct network_options o, long at) {
  struct simulation *n;
  struct outcome x = {.steps = NULL};
  size_t size;
  FILE *to = fopen("/dev/null", "w");
  o.pauses = o.occupancy = o.series = o.rates = to;
  o.packets = open_memstream(&x.steps, &size);
  left = at;
  x.status = simulation_new(&n, s, &o);
  if (x.status == NETWORK_OK) x.status = simulation_run(n);
  if (x.status == NETWORK_OK) x.verdict = simulation_result(n)->verdict.kind;
  for (int i = 0; x.status == NETWORK_OK && i < s->flows; i++) x.packets += simulation_result(n)->flow[i].packets;
  simulation_free(n);
  x.allocations = at - left;
  left = 0;
  fclose(to);
  fclose(o.packets);
  return x;
}

START_TEST(simulation) {
  char text[2048];
  snprintf(text, sizeof text, network, runs[_i].keys, runs[_i].mmu, runs[_i].links,
           runs[_i].engine == RUNS_EVENT ? "rates_ns: 10000, " : "");
  struct scenario *s = runs_load_text(text);
  struct network_options o = runs_engine(runs[_i].engine);
  o.threads = runs[_i].threads;
  o.seed = 1;
  created = 0;
  const struct outcome whole = simulate(s, o, 0);
  ck_assert_int_eq(created, o.threads - 1);
  ck_assert_int_eq(whole.status, NETWORK_OK);
  ck_assert_uint_gt(whole.packets, 100);
  ck_assert_int_gt(whole.allocations, 50);
  long failed = 0;
  for (long at = 1; at <= whole.allocations; at++) {
    const struct outcome x = simulate(s, o, at);
    const bool same = x.status == NETWORK_OK && x.verdict == whole.verdict && x.packets == whole.packets &&
                      strcmp(x.steps, whole.steps) == 0;
    ck_assert_msg(same || x.status == NETWORK_NO_MEMORY, "allocation %ld of %ld: %s", at, whole.allocations,
                  network_status_text(x.status));
    failed += x.status == NETWORK_NO_MEMORY;
    free(x.steps);
  }
  free(whole.steps);
  ck_assert_int_ge(failed, whole.allocations * 9 / 10);
  scenario_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("memory");
  TCase *memory = tcase_create("memory");
  tcase_set_timeout(memory, 300);
  tcase_add_loop_test(memory, simulation, 0, sizeof runs / sizeof runs[0]);
  suite_add_tcase(suite, memory);
  return suite_run(suite);
}
