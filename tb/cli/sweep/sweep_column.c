// The columns of a sweep's CSV file: their names, and the fields of values.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/scenario/alpha.h"

// ---- names ----

static const struct {
  const char *name;
  enum sweep_statistic statistic;
} statistics[] = {
    {"sum", SWEEP_SUM}, {"mean", SWEEP_MEAN}, {"min", SWEEP_MIN}, {"max", SWEEP_MAX}, {"count", SWEEP_COUNT}};

static enum sweep_statistic statistic_of(const char *name, double *share) {
  char *end;
  for (size_t i = 0; i < sizeof(statistics) / sizeof(*statistics); i++)
    if (strcmp(name, statistics[i].name) == 0) return statistics[i].statistic;
  if (name[0] != 'p' || name[1] < '0' || name[1] > '9') return SWEEP_VALUE;
  *share = strtod(name + 1, &end) / 100;
  return *end == '\0' && *share > 0 && *share <= 1 ? SWEEP_PERCENTILE : SWEEP_VALUE;
}

// Whether a part of a name ends at `at`. The point in the percentile of "flows.latency.p99.9" does not end a part.
static bool ends_part(const char *at, const char *part) {
  return *at == '\0' || (*at == '.' && !(part[0] == 'p' && part[1] >= '0' && part[1] <= '9' && at[1] >= '0' &&
                                         at[1] <= '9' && strchr(at + 1, '.') == NULL));
}

int sweep_column_parse(struct sweep_column *c, const char *name) {
  *c = (struct sweep_column){.name = NULL};
  if (strcspn(name, ",\"\r\n ") != strlen(name)) return EINVAL;
  c->name = strdup(name);
  c->part[0] = strdup(name);
  if (c->name == NULL || c->part[0] == NULL) {
    sweep_column_free(c);
    return ENOMEM;
  }
  char *begin = c->part[0];
  for (char *at = begin;; at++) {
    if (!ends_part(at, begin)) continue;
    bool over = *at == '\0';
    *at = '\0';
    if (c->parts == SWEEP_PARTS || at == begin) {
      sweep_column_free(c);
      return EINVAL;
    }
    c->part[c->parts++] = begin;
    if (over) break;
    begin = at + 1;
  }
  if (c->parts > 2) c->statistic = statistic_of(c->part[c->parts - 1], &c->share);
  if (c->statistic != SWEEP_VALUE) c->parts--;
  if (c->parts <= 3) return 0;
  sweep_column_free(c);
  return EINVAL;
}

void sweep_column_free(struct sweep_column *c) {
  free(c->name);
  free(c->part[0]);
  *c = (struct sweep_column){.name = NULL};
}

// ---- fields ----

void sweep_field(const char *text, FILE *to) {
  if (text[strcspn(text, ",\"\r\n")] == '\0') {
    fputs(text, to);
    return;
  }
  fputc('"', to);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', to);
    fputc(*text == '\n' || *text == '\r' ? ' ' : *text, to);  // a row is one line
  }
  fputc('"', to);
}

void sweep_number(const char *value, FILE *to) {
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};
  const char *rest = value;
  double number, divisor;
  if (!alpha_number(&rest, &number)) {
    sweep_field(value, to);
    return;
  }
  const char *unit = rest;
  if (*rest == '/' && (rest++, alpha_number(&rest, &divisor)) && *rest == '\0' && divisor > 0) {
    fprintf(to, "%.17g", number / divisor);
    return;
  }
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(unit, units[i].name) == 0) {
      fprintf(to, "%.17g", number * units[i].factor);
      return;
    }
  sweep_field(value, to);
}
