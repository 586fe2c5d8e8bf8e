#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/report/flow_rows.h"

enum { MOST = 100, MOST_PARTLY = 20 };  // flows that are in all runs, and others

struct entry {
  const struct flow_row *row;
  size_t run;
};

// A flow: entries of the same key, one for each run that has it
struct flow {
  const struct entry *entry;
  size_t entries;
  double difference, peak;
};

static int by_key(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  int order = strcmp(x->row->key, y->row->key);
  return order != 0 ? order : (x->run > y->run) - (x->run < y->run);
}

// The largest difference first. Differences are rounded to a millionth, so that rounding does not decide.
static int by_difference(const void *a, const void *b) {
  const struct flow *x = a, *y = b;
  double dx = round(1e6 * x->difference), dy = round(1e6 * y->difference);
  if (dx != dy) return dx < dy ? 1 : -1;
  if (x->peak != y->peak) return x->peak < y->peak ? 1 : -1;
  return strcmp(x->entry->row->key, y->entry->row->key);
}

// fmax() and fmin() ignore unknown rates.
static struct flow flow_at(const struct entry *entry, size_t left) {
  struct flow f = {.entry = entry};
  double least = INFINITY;
  while (f.entries < left && strcmp(entry[f.entries].row->key, entry->row->key) == 0) {
    double gbps = entry[f.entries++].row->gbps;
    f.peak = fmax(f.peak, gbps);
    least = fmin(least, gbps);
  }
  f.difference = fmax(0, f.peak - least);
  return f;
}

// Adds the flow to the lists of its runs. The key is NAME,FROM,TO,BYTES.
static int put(const struct flow *f, json_t *runs) {
  const char *name = f->entry->row->key, *from = strchr(name, ',') + 1, *to = strchr(from, ',') + 1;
  size_t end = strcspn(to, ",");
  for (size_t i = 0; i < f->entries; i++) {
    const double gbps = f->entry[i].row->gbps;
    json_t *rate = json_pack("[s%,s%,s%,o]", name, (size_t)(from - name - 1), from, (size_t)(to - from - 1), to, end,
                             isnan(gbps) ? json_null() : json_real(gbps));
    json_t *list = json_object_get(json_array_get(runs, f->entry[i].run), "rates");
    if (json_array_append_new(list, rate) != 0) return ENOMEM;
  }
  return 0;
}

static int put_all(struct flow *flow, size_t flows, json_t *runs, size_t count) {
  size_t all = 0, partly = 0, zero = 0;
  int status = 0;
  qsort(flow, flows, sizeof(*flow), by_difference);
  for (size_t i = 0; status == 0 && i < flows; i++) {
    size_t *kept = flow[i].entries == count ? &all : &partly;
    zero += !(flow[i].peak > 0);
    if ((*kept)++ < (kept == &all ? MOST : MOST_PARTLY)) status = put(&flow[i], runs);
  }
  for (size_t k = 0; status == 0 && k < count; k++) {
    json_t *of =
        json_pack("{s:I,s:I,s:I}", "all", (json_int_t)flows, "zero", (json_int_t)zero, "partly", (json_int_t)partly);
    status = json_object_set_new(json_array_get(runs, k), "rates_of", of) == 0 ? 0 : ENOMEM;
  }
  return status;
}

int flow_rates(json_t *runs, const struct flow_rows *rows, size_t count) {
  size_t entries = 0, flows = 0;
  for (size_t k = 0; k < count; k++) entries += rows[k].count;
  struct entry *entry = malloc((entries + 1) * sizeof(*entry));
  struct flow *flow = malloc((entries + 1) * sizeof(*flow));
  int status = entry != NULL && flow != NULL ? 0 : ENOMEM;
  entries = 0;
  for (size_t k = 0; status == 0 && k < count; k++) {
    if (json_object_set_new(json_array_get(runs, k), "rates", json_array()) != 0) status = ENOMEM;
    for (size_t i = 0; i < rows[k].count; i++) entry[entries++] = (struct entry){&rows[k].row[i], k};
  }
  if (status == 0) qsort(entry, entries, sizeof(*entry), by_key);
  for (size_t at = 0; status == 0 && at < entries; at += flow[flows++].entries)
    flow[flows] = flow_at(&entry[at], entries - at);
  if (status == 0) status = put_all(flow, flows, runs, count);
  free(entry);
  free(flow);
  return status;
}
