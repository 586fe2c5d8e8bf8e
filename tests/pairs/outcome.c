#include "tests/pairs/outcome.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/event/event_network.h"
#include "tb/sim/results/report.h"
#include "tb/sim/simulation.h"

const char *const outcome_file_name[OUTCOME_FILES] = {"results.json", "flows.csv",   "links.csv",
                                                      "queues.csv",   "pauses.csv",  "occupancy.csv",
                                                      "series.csv",   "packets.csv", "rates.csv"};

int outcome_load(const char *path, const struct yaml_setting *set, int sets, bool model, struct scenario **s,
                 struct error *err) {
  const struct scenario_source from = {.path = path, .set = set, .sets = sets};
  int status = scenario_load_from(&from, s, err);
  if (status != 0 || !model) return status;
  status = clocked_fit_check(*s, err);
  if (status != 0) scenario_free(*s);
  return status;
}

struct run {
  struct outcome *x;
  const struct scenario *s;
  const struct division *d;
  outcome_check *check;
  void *arg;
};

static void open_files(struct outcome *x, FILE *f[OUTCOME_FILES]) {
  for (int i = 0; i < OUTCOME_FILES; i++) ck_assert_ptr_nonnull(f[i] = open_memstream(&x->text[i], &x->size[i]));
}

static void give_files(struct network_options *o, const struct scenario *s, FILE *f[OUTCOME_FILES]) {
  o->pauses = f[FILE_PAUSES];
  o->occupancy = f[FILE_OCCUPANCY];
  o->series = f[FILE_SERIES];
  if (s->trace_packets) o->packets = f[FILE_PACKETS];
  if (s->rates_ns != 0) o->rates = f[FILE_RATES];
}

static void write_results(const struct run *x, const struct network_result *r, FILE *f[OUTCOME_FILES]) {
  results_json(x->s, r, x->s->seed, "", f[FILE_RESULTS]);
  csv_flows(x->s, r, f[FILE_FLOWS]);
  csv_links(x->s, r, f[FILE_LINKS]);
  csv_queues(x->s, r, f[FILE_QUEUES]);
  for (int i = 0; i < OUTCOME_FILES; i++) fclose(f[i]);
  if (x->check != NULL) x->check(x->arg, x->s, r);
}

// A run of the event engine, or of one of its ranks. Only rank 0 has results.
static void run_event(const struct transport *t, void *arg) {
  const struct run *x = arg;
  struct network_options o = {.event = true, .threads = x->d->threads, .seed = x->s->seed, .transport = t};
  FILE *f[OUTCOME_FILES];
  struct event_network *n;
  struct outcome ignored = {.text = {NULL}}, *to = t == NULL || t->rank == 0 ? x->x : &ignored;
  open_files(to, f);
  give_files(&o, x->s, f);
  enum network_status status = event_new(&n, x->s, &o);
  if (status == NETWORK_OK) n->window /= x->d->window;
  if (status == NETWORK_OK) status = event_run(n);
  ck_assert_msg(status == NETWORK_OK, "%s: %s", x->d->name, network_status_text(status));
  if (to == x->x) {
    write_results(x, &n->result, f);
  } else {
    for (int i = 0; i < OUTCOME_FILES; i++) fclose(f[i]);
    outcome_free(&ignored);
  }
  event_free(n);
}

static void run_model(const struct run *x) {
  struct network_options o = {.engine = ENGINE_MODEL, .threads = 1, .seed = x->s->seed};
  FILE *f[OUTCOME_FILES];
  struct simulation *n;
  open_files(x->x, f);
  give_files(&o, x->s, f);
  enum network_status status = simulation_new(&n, x->s, &o);
  if (status == NETWORK_OK) status = simulation_run(n);
  ck_assert_msg(status == NETWORK_OK, "model: %s", network_status_text(status));
  write_results(x, simulation_result(n), f);
  simulation_free(n);
}

void outcome_run(struct outcome *x, const struct scenario *s, bool model, const struct division *d,
                 outcome_check *check, void *arg) {
  struct run run = {x, s, d, check, arg};
  if (model)
    run_model(&run);
  else if (d->ranks)
    ranks_run(run_event, &run);
  else
    run_event(NULL, &run);
}

void outcome_free(struct outcome *x) {
  for (int i = 0; i < OUTCOME_FILES; i++) free(x->text[i]);
}

static const char *result_of(const struct outcome *x, int file) {
  const char *from = file == FILE_RESULTS ? strstr(x->text[file], "\"flows\": ") : x->text[file];
  return from != NULL ? from : x->text[file];
}

int outcome_differs(const struct outcome *a, const struct outcome *b) {
  for (int i = 0; i < OUTCOME_FILES; i++)
    if (strcmp(result_of(a, i), result_of(b, i)) != 0) return i;
  return -1;
}

// ---- ranks ----

static pthread_barrier_t barrier;
static _Thread_local int me;
static void *shown[RANKS];             // what each rank shows the others in a call
static const int *shown_sizes[RANKS];  // ... bytes for each rank
static size_t shown_size[RANKS];

static void meet(void) { pthread_barrier_wait(&barrier); }

static void all_max(uint64_t *value, int count) {
  uint64_t most[64];
  for (int from = 0; from < count; from += 64) {
    const int n = count - from < 64 ? count - from : 64;
    shown[me] = value + from;
    meet();
    memcpy(most, shown[0], (size_t)n * sizeof(*most));
    for (int r = 1; r < RANKS; r++)
      for (int i = 0; i < n; i++)
        if (((uint64_t *)shown[r])[i] > most[i]) most[i] = ((uint64_t *)shown[r])[i];
    meet();
    memcpy(value + from, most, (size_t)n * sizeof(*most));
  }
}

static void all_sum(uint64_t *value, size_t count) {
  shown[me] = value;
  meet();
  for (int r = 1; me == 0 && r < RANKS; r++)
    for (size_t i = 0; i < count; i++) value[i] += ((uint64_t *)shown[r])[i];
  meet();
}

static int exchange(const char *out, const int *out_size, char **in, size_t *in_size) {
  shown[me] = (void *)out;
  shown_sizes[me] = out_size;
  meet();
  *in_size = 0;
  for (int r = 0; r < RANKS; r++) *in_size += (size_t)shown_sizes[r][me];
  char *to = *in = malloc(*in_size + 1);
  if (to == NULL) abort();
  for (int r = 0; r < RANKS; r++) {
    const char *from = shown[r];
    for (int k = 0; k < me; k++) from += shown_sizes[r][k];
    const size_t size = (size_t)shown_sizes[r][me];
    if (size > 0) memcpy(to, from, size);
    to += size;
  }
  meet();
  return 0;
}

static int gather(const char *mine, size_t mine_size, char **data, size_t *size) {
  shown[me] = (void *)mine;
  shown_size[me] = mine_size;
  meet();
  for (int r = 0; me == 0 && r < RANKS; r++) {
    size[r] = shown_size[r];
    data[r] = malloc(size[r] + 1);
    if (data[r] == NULL) abort();
    if (size[r] > 0) memcpy(data[r], shown[r], size[r]);
  }
  meet();
  return 0;
}

static void end(void) {}

struct start {
  int rank;
  void (*run)(const struct transport *t, void *arg);
  void *arg;
};

static void *rank(void *arg) {
  const struct start *x = arg;
  const struct transport t = {x->rank, RANKS, all_max, all_sum, exchange, gather, end};
  me = x->rank;
  x->run(&t, x->arg);
  return NULL;
}

void ranks_run(void (*run)(const struct transport *t, void *arg), void *arg) {
  pthread_t thread[RANKS];
  struct start start[RANKS];
  if (pthread_barrier_init(&barrier, NULL, RANKS) != 0) abort();
  for (int r = 0; r < RANKS; r++) {
    start[r] = (struct start){r, run, arg};
    if (pthread_create(&thread[r], NULL, rank, &start[r]) != 0) abort();
  }
  for (int r = 0; r < RANKS; r++) pthread_join(thread[r], NULL);
  pthread_barrier_destroy(&barrier);
}
