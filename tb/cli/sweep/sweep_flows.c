// The distribution of completion times and slowdowns of all flows that differ in their seed only. The seeds are the
// independent samples of the confidence intervals, because flows of one run share its queues.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"
#include "tb/sim/results/histogram.h"
#include "tb/sim/results/report.h"

enum { COMPLETION, SLOWDOWN, QUANTITIES };
static const char *const quantity[QUANTITIES] = {[COMPLETION] = "completion_ns", [SLOWDOWN] = "slowdown"};

static const struct {
  const char *name;
  double share;
} percentile[] = {{"p5", 0.05},  {"p25", 0.25}, {"p50", 0.5},    {"p75", 0.75},
                  {"p95", 0.95}, {"p99", 0.99}, {"p99.9", 0.999}};
enum { PERCENTILES_KEPT = sizeof(percentile) / sizeof(*percentile) };

// ---- the file of a point ----

void sweep_flows_keep(const struct scenario *x, const struct network_result *r, FILE *row) {
  for (int i = 0; i < x->flows; i++) {
    if (x->flow[i].bytes == 0) continue;
    fprintf(row, SWEEP_FLOW "%s,", x->group[scenario_group_of(x, i)].name);
    if (report_complete(x, r, i))
      fprintf(row, "%.3f,%.6f\n", (double)report_completion(r, i) * 1e9 / (double)r->hz, report_slowdown(r, i));
    else
      fprintf(row, "\n");
  }
}

// ---- flows of one combination ----

struct sample {
  double value;
  int seed;  // 0, 1, ... in the order of the points
};

struct pool {
  char *traffic;  // name of the group of flows; NULL: all flows
  int seeds;
  size_t flows, left_out;
  struct sample *of[QUANTITIES];
  double *residual;  // of each seed
  double *in_seed;   // flows of each seed
};

static int add_flow(struct pool *p, int seed, const char *text) {
  char *end;
  const double completion = strtod(text, &end), slowdown = *end == ',' ? strtod(end + 1, NULL) : 0;
  if (end == text) {
    p->left_out++;
    return 0;
  }
  for (int q = 0; q < QUANTITIES; q++) {
    struct sample *more = vec_grow(p->of[q], p->flows, sizeof(*more));
    if (more == NULL) return ENOMEM;
    p->of[q] = more;
  }
  p->of[COMPLETION][p->flows] = (struct sample){completion, seed};
  p->of[SLOWDOWN][p->flows++] = (struct sample){slowdown, seed};
  return 0;
}

// All flows, and the flows of each group
struct pools {
  struct pool *pool;
  int count, seeds;
};

static struct pool *pool_of(struct pools *all, const char *traffic) {
  for (int i = all->count - 1; i >= 0; i--)
    if (traffic == NULL ? i == 0 : i > 0 && strcmp(all->pool[i].traffic, traffic) == 0) return &all->pool[i];
  struct pool *more = vec_grow(all->pool, (size_t)all->count, sizeof(*more));
  if (more == NULL) return NULL;
  all->pool = more;
  struct pool *p = &more[all->count++];
  *p = (struct pool){.traffic = traffic != NULL ? strdup(traffic) : NULL};
  return traffic == NULL || p->traffic != NULL ? p : NULL;
}

static int add_line(struct pools *all, char *line) {
  char *values = line + strlen(SWEEP_FLOW);
  const char *of[] = {NULL, strsep(&values, ",")};
  for (int i = 0; i < 2; i++) {
    struct pool *p = pool_of(all, of[i]);
    if (p == NULL || add_flow(p, all->seeds, values) != 0) return ENOMEM;
  }
  return 0;
}

static int add_point(struct pools *all, char *text) {
  int status = 0;
  for (char *line; status == 0 && (line = strsep(&text, "\n")) != NULL;)
    if (sweep_flows_is(line)) status = add_line(all, line);
  all->seeds++;
  return status;
}

static int by_value(const void *a, const void *b) {
  const double x = ((const struct sample *)a)->value, y = ((const struct sample *)b)->value;
  return (x > y) - (x < y);
}

// ---- intervals ----

// The quantile of Student's t for a two-sided interval of 95 %
static double student(int freedom) {
  static const double exact[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                                 2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                                 2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  enum { EXACT = sizeof(exact) / sizeof(*exact) };
  const double n = freedom;
  return freedom <= EXACT ? exact[freedom - 1] : 1.96 + 2.372 / n + 2.82 / (n * n);
}

// Half of the interval of a mean over all flows, whose deviations sum up to p->residual in each seed: the ratio
// estimator for clusters
static double half_width(const struct pool *p) {
  double square = 0;
  for (int i = 0; i < p->seeds; i++) square += p->residual[i] * p->residual[i];
  const double k = p->seeds;
  return student(p->seeds - 1) * sqrt(square * k / (k - 1)) / (double)p->flows;
}

static double quantile(const struct pool *p, int q, double share) { return p->of[q][rank_at(p->flows, share)].value; }

static void put_mean(struct pool *p, int q, FILE *to) {
  double sum = 0;
  for (size_t i = 0; i < p->flows; i++) sum += p->of[q][i].value;
  const double mean = sum / (double)p->flows;
  fprintf(to, ",%.9g", mean);
  if (p->seeds < 2) {
    fputs(",,", to);
    return;
  }
  for (int i = 0; i < p->seeds; i++) p->residual[i] = -mean * p->in_seed[i];
  for (size_t i = 0; i < p->flows; i++) p->residual[p->of[q][i].seed] += p->of[q][i].value;
  const double half = half_width(p);
  fprintf(to, ",%.9g,%.9g", mean - half, mean + half);
}

// The interval of a percentile by Woodruff: the values at the ends of the interval of the share below it
static void put_percentile(struct pool *p, int q, double share, FILE *to) {
  const double value = quantile(p, q, share);
  fprintf(to, ",%.9g", value);
  if (p->seeds < 2) {
    fputs(",,", to);
    return;
  }
  double below = 0;
  for (size_t i = 0; i < p->flows && p->of[q][i].value <= value; i++) below++;
  for (int i = 0; i < p->seeds; i++) p->residual[i] = -below / (double)p->flows * p->in_seed[i];
  for (size_t i = 0; i < (size_t)below; i++) p->residual[p->of[q][i].seed]++;
  const double half = half_width(p);
  fprintf(to, ",%.9g,%.9g", quantile(p, q, share - half), quantile(p, q, share + half));
}

static int put_pool(struct pool *p, FILE *to) {
  fprintf(to, "%s,%d,%zu,%zu", p->traffic != NULL ? p->traffic : "", p->seeds, p->flows, p->left_out);
  p->residual = calloc((size_t)p->seeds, sizeof(*p->residual));
  p->in_seed = calloc((size_t)p->seeds, sizeof(*p->in_seed));
  if (p->residual == NULL || p->in_seed == NULL) return ENOMEM;
  for (size_t i = 0; i < p->flows; i++) p->in_seed[p->of[COMPLETION][i].seed]++;
  for (int q = 0; q < QUANTITIES; q++) {
    if (p->flows == 0) {
      for (int i = 0; i < 3 + 3 * PERCENTILES_KEPT + 2; i++) fputc(',', to);
      continue;
    }
    qsort(p->of[q], p->flows, sizeof(*p->of[q]), by_value);
    put_mean(p, q, to);
    fprintf(to, ",%.9g", p->of[q][0].value);
    for (int i = 0; i < PERCENTILES_KEPT; i++) put_percentile(p, q, percentile[i].share, to);
    fprintf(to, ",%.9g", p->of[q][p->flows - 1].value);
  }
  fputc('\n', to);
  return 0;
}

static void free_pool(struct pool *p) {
  for (int q = 0; q < QUANTITIES; q++) free(p->of[q]);
  free(p->residual);
  free(p->in_seed);
  free(p->traffic);
}

// ---- all combinations ----

// Whether a parameter is a seed, such as `seed` or `traffic.web.seed`.
static bool is_seed(const struct sweep_parameter *x) {
  const char *dot = strrchr(x->key, '.'), *last = dot != NULL ? dot + 1 : x->key;
  return strcmp(last, "seed") == 0 || strcmp(last, "ecmp_seed") == 0;
}

// Whether both points have the same values, seeds excepted.
static bool same_values(const struct sweep *s, int a, int b) {
  for (int i = 0; i < s->parameters; i++)
    if (!is_seed(&s->parameter[i]) && sweep_value(s, i, a) != sweep_value(s, i, b)) return false;
  return true;
}

static int seeds_of(const struct sweep *s) {
  int seeds = 1;
  for (int i = 0; i < s->parameters; i++)
    if (is_seed(&s->parameter[i])) seeds *= s->parameter[i].values;
  return seeds;
}

// Whether a point is the first one of its combination: all its seeds have their first value.
static bool is_first(const struct sweep *s, int point) {
  for (int i = 0; i < s->parameters; i++)
    if (is_seed(&s->parameter[i]) && sweep_value(s, i, point) != 0) return false;
  return true;
}

static void put_heading(const struct sweep *s, FILE *to) {
  for (int i = 0; i < s->parameters; i++)
    if (!is_seed(&s->parameter[i])) fprintf(to, "%s,", s->parameter[i].key);
  fputs("traffic,seeds,flows,left_out", to);
  for (int q = 0; q < QUANTITIES; q++) {
    fprintf(to, ",%1$s.mean,%1$s.mean.low,%1$s.mean.high,%1$s.min", quantity[q]);
    for (int i = 0; i < PERCENTILES_KEPT; i++)
      fprintf(to, ",%1$s.%2$s,%1$s.%2$s.low,%1$s.%2$s.high", quantity[q], percentile[i].name);
    fprintf(to, ",%s.max", quantity[q]);
  }
  fputc('\n', to);
}

static int put_row(const struct sweep *s, int first, struct pool *p, FILE *to) {
  for (int i = 0; i < s->parameters; i++) {
    if (is_seed(&s->parameter[i])) continue;
    sweep_number(s->parameter[i].value[sweep_value(s, i, first)], to);
    fputc(',', to);
  }
  return put_pool(p, to);
}

// The rows of a combination: of all flows, then of each group if there are several.
static int put_rows(const struct sweep_dir *d, int first, FILE *to, struct error *err) {
  const struct sweep *s = d->s;
  struct pools all = {.pool = NULL};
  int rest = seeds_of(s), error = pool_of(&all, NULL) == NULL ? error_no_memory(err, d->path) : 0;
  for (int point = first; rest > 0 && error == 0; point++) {
    char *text;
    if (!same_values(s, first, point)) continue;
    rest--;
    error = sweep_dir_read(d, point, &text, err);
    if (error == 0 && text != NULL && add_point(&all, text) != 0) error = error_no_memory(err, d->path);
    free(text);
  }
  const int rows = all.seeds == 0 ? 0 : all.count > 2 ? all.count : 1;
  for (int i = 0; i < rows && error == 0; i++) {
    all.pool[i].seeds = all.seeds;
    if (put_row(s, first, &all.pool[i], to) != 0) error = error_no_memory(err, d->path);
  }
  for (int i = 0; i < all.count; i++) free_pool(&all.pool[i]);
  free(all.pool);
  return error;
}

int sweep_flows_collect(const struct sweep_dir *d, struct error *err) {
  char path[OUTFILE_PATH];
  struct outfile o;
  snprintf(path, sizeof(path), "%s/flows.csv", d->path);
  int error = outfile_open(&o, path);
  if (error != 0) {
    error_set(err, "%s: cannot write: %s; give --out a directory that can be written", path, strerror(error));
    return error;
  }
  put_heading(d->s, o.to);
  for (int i = 1; i <= d->s->points && error == 0; i++)
    if (is_first(d->s, i)) error = put_rows(d, i, o.to, err);
  int closed = outfile_close(&o, error == 0);
  if (error != 0 || closed == 0) return error;
  error_set(err, "%s: cannot write: %s; give --out a directory that can be written", path, strerror(closed));
  return closed;
}
