#define _POSIX_C_SOURCE 200809L
#include "ranks_gather.h"

#include <stdlib.h>
#include <string.h>

#include "histogram.h"
#include "ranks.h"
#include "ranks_text.h"
#include "transport.h"

enum { TOGETHER = 1 << 16 };  // flows
enum { FLOW_WORDS = 12 + PERCENTILES };

// All but the start, which every rank knows.
static void flow_words(struct flow_result *f, uint64_t *word, bool back) {
  uint64_t *field[] = {&f->sent, &f->sent_bytes, &f->packets, &f->bytes,       &f->window_bytes, &f->last,
                       &f->lost, &f->dropped,    &f->ideal,   &f->latency_sum, &f->latency_max};
  size_t fields = sizeof(field) / sizeof(*field);
  for (size_t i = 0; i < fields; i++) *(back ? field[i] : &word[i]) = *(back ? &word[i] : field[i]);
  for (size_t i = 0; i < PERCENTILES; i++)
    *(back ? &f->percentile[i] : &word[fields + i]) = *(back ? &word[fields + i] : &f->percentile[i]);
}

static void sum_flows(struct network *n, uint64_t *word) {
  for (int from = 0; from < n->s->flows; from += TOGETHER) {
    int count = n->s->flows - from < TOGETHER ? n->s->flows - from : TOGETHER;
    memset(word, 0, (size_t)count * FLOW_WORDS * sizeof(*word));
    for (int i = 0; i < count; i++) flow_words(&n->result.flow[from + i], word + (size_t)i * FLOW_WORDS, false);
    n->ranks->t->sum(word, (size_t)count * FLOW_WORDS);
    for (int i = 0; i < count; i++) flow_words(&n->result.flow[from + i], word + (size_t)i * FLOW_WORDS, true);
  }
}

_Static_assert(sizeof(struct link_result) % sizeof(uint64_t) == 0, "a link's results are numbers of 64 bits only");

static void sum_links(struct network *n) {
  n->ranks->t->sum((uint64_t *)n->result.link, (size_t)n->s->links * sizeof(*n->result.link) / sizeof(uint64_t));
}

static void sum_totals(struct network *n) {
  struct network_result *r = &n->result;
  uint64_t word[] = {r->hops, r->lost, r->dropped, r->cost.packets, r->cost.bytes, r->cost.work};
  n->ranks->t->sum(word, 6);
  r->hops = word[0];
  r->lost = word[1];
  r->dropped = word[2];
  r->cost.packets = word[3];
  r->cost.bytes = word[4];
  r->cost.work = word[5];
  r->cost.processes = n->ranks->t->ranks;
  r->cost.ahead = n->ranks->ahead;
}

// ---- switches and histograms ----

static void put_histogram(const struct histogram *h, FILE *to) {
  fwrite(&h->first, sizeof(h->first), 1, to);
  fwrite(&h->buckets, sizeof(h->buckets), 1, to);
  if (h->buckets > 0) fwrite(h->count, sizeof(*h->count), h->buckets, to);
}

static const char *get_bytes(const char *from, void *to, size_t size) {
  memcpy(to, from, size);
  return from + size;
}

// Adds to what is there.
static const char *get_histogram(struct network *n, const char *from, struct histogram *to) {
  struct histogram h;
  from = get_bytes(from, &h.first, sizeof(h.first));
  from = get_bytes(from, &h.buckets, sizeof(h.buckets));
  size_t size = h.buckets * sizeof(*h.count);
  h.count = malloc(size + 1);
  if (h.count == NULL) {
    network_fail(n, NETWORK_NO_MEMORY);
    return from + size;
  }
  from = get_bytes(from, h.count, size);
  if (h.buckets > 0 && histogram_merge(to, &h) != 0) network_fail(n, NETWORK_NO_MEMORY);
  free(h.count);
  return from;
}

static void put_mine(const struct network *n, FILE *to) {
  int queues = n->s->dims.ports * n->s->dims.classes;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) put_histogram(&n->result.latency[c], to);
  for (int i = n->first; i < n->last; i++) {
    const struct switch_result *sw = &n->result.sw[i];
    fwrite(sw, sizeof(*sw), 1, to);
    for (int k = 0; k < SIDES * queues; k++) {
      const struct level *l = &sw->queue[k / queues][k % queues];
      fwrite(l, sizeof(*l), 1, to);
      put_histogram(&l->time, to);
    }
  }
}

static void get_rank(struct network *n, int rank, const char *from) {
  int queues = n->s->dims.ports * n->s->dims.classes;
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) from = get_histogram(n, from, &n->result.latency[c]);
  for (int i = n->ranks->first[rank]; i < n->ranks->first[rank + 1]; i++) {
    struct switch_result *sw = &n->result.sw[i], own = *sw;
    from = get_bytes(from, sw, sizeof(*sw));
    memcpy(sw->queue, own.queue, sizeof(own.queue));
    for (int k = 0; k < SIDES * queues; k++) {
      struct level *l = &sw->queue[k / queues][k % queues];
      from = get_bytes(from, l, sizeof(*l));
      l->time = (struct histogram){0};
      from = get_histogram(n, from, &l->time);
    }
  }
}

static void gather_switches(struct network *n) {
  const struct transport *t = n->ranks->t;
  char *mine = NULL, **data = calloc((size_t)t->ranks, sizeof(*data));
  size_t size = 0, *sizes = calloc((size_t)t->ranks, sizeof(*sizes));
  FILE *to = open_memstream(&mine, &size);
  if (to != NULL && t->rank != 0) put_mine(n, to);
  bool whole = to != NULL && fclose(to) == 0;
  if (data == NULL || sizes == NULL || !whole) network_fail(n, NETWORK_NO_MEMORY);
  ranks_agree(n);
  if (n->status == NETWORK_OK) {
    t->gather(mine, size, data, sizes);
    for (int i = 1; i < t->ranks && t->rank == 0; i++) get_rank(n, i, data[i]);
  }
  for (int i = 0; data != NULL && i < t->ranks; i++) free(data[i]);
  free(mine);
  free(data);
  free(sizes);
}

void ranks_gather(struct network *n) {
  uint64_t *word = malloc((size_t)TOGETHER * FLOW_WORDS * sizeof(*word));
  if (word == NULL) n->status = NETWORK_NO_MEMORY;
  ranks_agree(n);
  if (n->status == NETWORK_OK) {
    sum_flows(n, word);
    sum_links(n);
    sum_totals(n);
    gather_switches(n);
    ranks_merge_texts(n);
    ranks_agree(n);
  }
  free(word);
}
