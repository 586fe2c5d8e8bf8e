#define _POSIX_C_SOURCE 200809L
#include "tests/pairs/ranks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
