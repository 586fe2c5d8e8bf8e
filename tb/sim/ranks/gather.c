#include "tb/sim/ranks/gather.h"

#include <stdlib.h>
#include <string.h>

#include "tb/sim/ranks/transport.h"
#include "tb/sim/results/histogram.h"

// ---- partition ----

// Packets of a flow in the run
static double packets(const struct scenario *s, const struct scenario_flow *f) {
  double bps = f->bps != 0 ? (double)f->bps : (double)s->link[f->access].bps;
  double most = (double)(f->stop - f->start) / (double)s->clock_hz * bps / 8;
  if (f->bytes != 0 && (double)f->bytes < most) most = (double)f->bytes;
  return most / f->packet + 1;
}

// Counts for each switch the hosts with a switch before it and another one at or after it. Without changes of routes
// no host counts.
static void count_shared(const struct scenario *s, int *shared) {
  for (int i = 0; i < s->hosts && s->changes > 0; i++) {
    int first = s->switches, last = 0;
    for (int k = 0; k < s->host[i].links; k++) {
      const int sw = s->link[s->host[i].link + k].end[0].node;
      if (sw < first) first = sw;
      if (sw > last) last = sw;
    }
    shared[first + 1]++;
    shared[last + 1]--;
  }
  for (int i = 0; i < s->switches; i++) shared[i + 1] += shared[i];
}

// Each switch has a cost even without packets. If routes change, flows move between the switches of a host with several
// links, so no border is between these.
void partition(const struct scenario *s, int ranks, int *first) {
  double *work = calloc((size_t)s->switches, sizeof(*work)), all = 0, before = 0;
  for (int i = 0; work != NULL && i < s->flows; i++)
    for (int k = 0; k < s->flow[i].hops; k++) work[s->flow[i].route[k]] += packets(s, &s->flow[i]);
  for (int i = 0; i < s->switches; i++) all += work != NULL ? ++work[i] : 1;
  int rank = 0, *shared = calloc((size_t)s->switches + 2, sizeof(*shared));
  if (shared != NULL) count_shared(s, shared);
  first[0] = 0;
  for (int i = 0; i < s->switches; i++) {
    double mine = work != NULL ? work[i] : 1;
    // The border goes to the nearer side of the rank's share, but every rank gets a switch while there are enough.
    while (rank + 1 < ranks && i > first[rank] && (shared == NULL ? s->changes == 0 : shared[i] == 0) &&
           (before + mine / 2 > all * (rank + 1) / ranks || s->switches - i <= ranks - rank - 1))
      first[++rank] = i;
    before += mine;
  }
  while (rank < ranks) first[++rank] = s->switches;
  free(work);
  free(shared);
}

// ---- gather ----

enum { TOGETHER = 1 << 16 };  // flows
enum { FLOW_WORDS = 19 + PERCENTILES + LOSSES };

// Copies a flow's result to or from words, except the start, which every rank has.
static void flow_words(struct flow_result *f, uint64_t *word, bool back) {
  uint64_t waits = f->waits;
  uint64_t *field[] = {&f->sent,   &f->sent_bytes,    &f->packets,  &f->bytes,       &f->window_bytes, &f->last,
                       &f->lost,   &f->dropped,       &f->ideal,    &f->latency_sum, &f->latency_max,  &f->marked,
                       &f->resent, &f->notifications, &f->spurious, &f->timeouts,    &f->failed,       &f->under_way,
                       &waits};
  size_t fields = sizeof(field) / sizeof(*field);
  for (size_t i = 0; i < fields; i++) *(back ? field[i] : &word[i]) = *(back ? &word[i] : field[i]);
  for (size_t i = 0; i < PERCENTILES; i++)
    *(back ? &f->percentile[i] : &word[fields + i]) = *(back ? &word[fields + i] : &f->percentile[i]);
  for (size_t i = 0; i < LOSSES; i++)
    *(back ? &f->losses[i] : &word[fields + PERCENTILES + i]) =
        *(back ? &word[fields + PERCENTILES + i] : &f->losses[i]);
  f->waits = waits != 0;
}

static void sum_flows(const struct gather *g, uint64_t *word) {
  for (int from = 0; from < g->s->flows; from += TOGETHER) {
    int count = g->s->flows - from < TOGETHER ? g->s->flows - from : TOGETHER;
    memset(word, 0, (size_t)count * FLOW_WORDS * sizeof(*word));
    for (int i = 0; i < count; i++) flow_words(&g->r->flow[from + i], word + (size_t)i * FLOW_WORDS, false);
    g->t->sum(word, (size_t)count * FLOW_WORDS);
    for (int i = 0; i < count; i++) flow_words(&g->r->flow[from + i], word + (size_t)i * FLOW_WORDS, true);
  }
}

_Static_assert(sizeof(struct link_result) % sizeof(uint64_t) == 0, "a link's results are numbers of 64 bits only");

static void sum_links(const struct gather *g) {
  g->t->sum((uint64_t *)g->r->link, (size_t)g->s->links * sizeof(*g->r->link) / sizeof(uint64_t));
}

static void sum_totals(const struct gather *g) {
  struct network_result *r = g->r;
  uint64_t *const total[] = {&r->hops,         &r->loop_hops,  &r->lost,     &r->dropped,
                             &r->cost.packets, &r->cost.bytes, &r->cost.work};
  enum { TOTALS = sizeof(total) / sizeof(*total) };
  uint64_t word[TOTALS];
  for (int i = 0; i < TOTALS; i++) word[i] = *total[i];
  g->t->sum(word, TOTALS);
  for (int i = 0; i < TOTALS; i++) *total[i] = word[i];
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

// Appends a histogram from the buffer. Sets *bad if memory runs out.
static const char *get_histogram(const char *from, struct histogram *to, bool *bad) {
  struct histogram h;
  from = get_bytes(from, &h.first, sizeof(h.first));
  from = get_bytes(from, &h.buckets, sizeof(h.buckets));
  size_t size = h.buckets * sizeof(*h.count);
  h.count = malloc(size + 1);
  if (h.count != NULL) {
    memcpy(h.count, from, size);
    *bad |= h.buckets > 0 && histogram_merge(to, &h) != 0;
  } else {
    *bad = true;
  }
  free(h.count);
  return from + size;
}

static void put_mine(const struct gather *g, FILE *to) {
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) put_histogram(&g->r->latency[c], to);
  for (int i = g->first[g->t->rank]; i < g->first[g->t->rank + 1]; i++) {
    const struct switch_result *sw = &g->r->sw[i];
    fwrite(sw, sizeof(*sw), 1, to);
    for (int side = 0; side < SIDES; side++)
      fwrite(sw->queue[side], sizeof(struct level), (size_t)scenario_queues(g->s, i), to);
    if (sw->marks != NULL) fwrite(sw->marks, sizeof(*sw->marks), (size_t)scenario_queues(g->s, i), to);
    if (sw->storms != NULL) fwrite(sw->storms, sizeof(*sw->storms), (size_t)scenario_queues(g->s, i), to);
  }
}

// Copies the rows of the queues of a switch into `own`, which is made if it is NULL. *to becomes that memory; NULL if
// the sender has no rows.
static const char *get_rows(const char *from, void *own, void **to, size_t size, bool *bad) {
  if (*to == NULL) return from;
  *to = own != NULL ? own : malloc(size);
  if (*to != NULL)
    memcpy(*to, from, size);
  else
    *bad = true;
  return from + size;
}

static void get_rank(const struct gather *g, int rank, const char *from, bool *bad) {
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) from = get_histogram(from, &g->r->latency[c], bad);
  for (int i = g->first[rank]; i < g->first[rank + 1]; i++) {
    struct switch_result *sw = &g->r->sw[i], own = *sw;
    const size_t queues = (size_t)scenario_queues(g->s, i);
    from = get_bytes(from, sw, sizeof(*sw));
    for (int side = 0; side < SIDES; side++) {
      sw->queue[side] = own.queue[side] != NULL ? own.queue[side] : calloc(queues, sizeof(struct level));
      if (sw->queue[side] != NULL)
        memcpy(sw->queue[side], from, queues * sizeof(struct level));
      else
        *bad = true;
      from += queues * sizeof(struct level);
    }
    void *rows[] = {sw->marks, sw->storms};
    from = get_rows(from, own.marks, &rows[0], queues * sizeof(*sw->marks), bad);
    from = get_rows(from, own.storms, &rows[1], queues * sizeof(*sw->storms), bad);
    sw->marks = rows[0];
    sw->storms = rows[1];
  }
}

// Whether `good` is true here and in all other processes.
static bool all_good(const struct gather *g, bool good) {
  uint64_t no = !good;
  g->t->max(&no, 1);
  return no == 0;
}

static bool gather_switches(const struct gather *g) {
  const struct transport *t = g->t;
  char *mine = NULL, **data = calloc((size_t)t->ranks, sizeof(*data));
  size_t size = 0, *sizes = calloc((size_t)t->ranks, sizeof(*sizes));
  FILE *to = open_memstream(&mine, &size);
  bool bad = false;
  if (to != NULL && t->rank != 0) put_mine(g, to);
  bool good = to != NULL && fclose(to) == 0 && data != NULL && sizes != NULL;
  good = all_good(g, good);
  if (good) {
    t->gather(mine, size, data, sizes);
    for (int i = 1; i < t->ranks && t->rank == 0; i++) get_rank(g, i, data[i], &bad);
  }
  for (int i = 0; data != NULL && i < t->ranks; i++) free(data[i]);
  free(mine);
  free(data);
  free(sizes);
  return good && !bad;
}

enum network_status gather_results(const struct gather *g) {
  uint64_t *word = malloc((size_t)TOGETHER * FLOW_WORDS * sizeof(*word));
  bool good = all_good(g, word != NULL);
  if (good) {
    sum_flows(g, word);
    sum_links(g);
    sum_totals(g);
    good = gather_switches(g);
  }
  free(word);
  return good ? NETWORK_OK : NETWORK_NO_MEMORY;
}
