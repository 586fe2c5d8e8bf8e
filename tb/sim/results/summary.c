#include "tb/sim/results/summary.h"

#include <stdlib.h>

#include "tb/sim/results/histogram.h"
#include "tb/sim/results/report.h"

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Statistics by nearest rank. Sorts the values.
static struct spread spread_of(double *value, uint64_t count) {
  struct spread x = {.count = count};
  if (count == 0) return x;
  qsort(value, count, sizeof(*value), ascending);
  for (uint64_t i = 0; i < count; i++) x.mean += value[i];
  x.mean /= (double)count;
  for (int i = 0; i < PERCENTILES; i++) x.percentile[i] = value[rank_at(count, histogram_percentiles[i] / 1e3)];
  x.max = value[count - 1];
  return x;
}

static int size_of(uint64_t bytes) {
  int k = 0;
  for (uint64_t most = 10; k + 1 < SUMMARY_SIZES && bytes > most; most *= 10) k++;
  return k;
}

// Values of the finite flows of a group that are in one size class, or of all of them. Flows that did not complete have
// none.
static struct spread flows(const struct scenario *s, const struct network_result *r, struct scenario_group group,
                           int size, double (*of)(const struct network_result *, int), double *value) {
  uint64_t count = 0, left_out = 0;
  for (int i = group.first; i < group.first + group.count; i++) {
    if (s->flow[i].bytes == 0 || (size >= 0 && size_of(s->flow[i].bytes) != size)) continue;
    if (report_complete(s, r, i))
      value[count++] = of(r, i);
    else
      left_out++;
  }
  struct spread x = spread_of(value, count);
  x.left_out = left_out;
  return x;
}

static double completion(const struct network_result *r, int flow) { return (double)report_completion(r, flow); }

static void all_flows(struct summary *y, const struct scenario *s, const struct network_result *r, double *value) {
  const struct scenario_group all = {.count = s->flows};
  const uint32_t sizes = summary_sizes(s, all);
  for (int k = 0; k < SUMMARY_SIZES; k++)
    if (sizes >> k & 1) y->by_size[k] = flows(s, r, all, k, report_slowdown, value);
  y->completion = flows(s, r, all, SUMMARY_ALL_SIZES, completion, value);
  y->slowdown = flows(s, r, all, SUMMARY_ALL_SIZES, report_slowdown, value);
}

int summary_group(struct summary_flows *y, const struct scenario *s, const struct network_result *r, int group,
                  int size) {
  double *value = malloc(((size_t)s->group[group].count + 1) * sizeof(*value));
  if (value == NULL) return -1;
  y->completion = flows(s, r, s->group[group], size, completion, value);
  y->slowdown = flows(s, r, s->group[group], size, report_slowdown, value);
  free(value);
  return 0;
}

uint32_t summary_sizes(const struct scenario *s, struct scenario_group group) {
  uint32_t sizes = 0;
  for (int i = group.first; i < group.first + group.count; i++)
    if (s->flow[i].bytes != 0) sizes |= UINT32_C(1) << size_of(s->flow[i].bytes);
  return sizes;
}

uint64_t summary_makespan(const struct scenario *s, const struct network_result *r, int group) {
  const struct scenario_group *g = &s->group[group];
  uint64_t first = UINT64_MAX, last = 0;
  for (int i = g->first; !g->arrivals && i < g->first + g->count; i++) {
    if (s->flow[i].bytes == 0) continue;
    if (!report_complete(s, r, i)) return 0;
    if (r->flow[i].start < first) first = r->flow[i].start;
    if (r->flow[i].last > last) last = r->flow[i].last;
  }
  return last > 0 ? last - first : 0;
}

// Mean and maximum are exact, from the flows; percentiles are from the histogram.
static struct spread packets(const struct scenario *s, const struct network_result *r, int cls,
                             const struct histogram *h) {
  struct spread x = {.count = 0};
  for (int i = 0; i < s->flows; i++) {
    const struct flow_result *f = &r->flow[i];
    if (cls >= 0 && s->flow[i].cls != cls) continue;
    x.count += f->packets;
    x.mean += (double)f->latency_sum;
    if ((double)f->latency_max > x.max) x.max = (double)f->latency_max;
  }
  if (x.count != 0) x.mean /= (double)x.count;
  uint64_t value[PERCENTILES];
  histogram_permilles(h, histogram_percentiles, value, PERCENTILES);
  for (int i = 0; i < PERCENTILES; i++) x.percentile[i] = (double)value[i] < x.max ? (double)value[i] : x.max;
  return x;
}

int summary_make(struct summary *y, const struct scenario *s, const struct network_result *r) {
  struct histogram all = {.count = NULL};
  int bad = 0;
  double *value = malloc(((size_t)s->flows + 1) * sizeof(*value));
  if (value == NULL) return -1;
  all_flows(y, s, r, value);
  free(value);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
    bad |= histogram_merge(&all, &r->latency[c]);
    y->by_class[c] = packets(s, r, c, &r->latency[c]);
  }
  y->latency = packets(s, r, -1, &all);
  histogram_free(&all);
  return bad;
}
