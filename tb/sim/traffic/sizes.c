#define _POSIX_C_SOURCE 200809L
#include "tb/sim/traffic/sizes.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/rows.h"
#include "tb/sim/files/vec.h"

enum { BYTES, SHARE };
static const double percent = 100;

static int add(struct sizes *s, struct rows *c) {
  double bytes = 0, share = 0;
  int status = rows_decimal(c, "bytes", c->field[BYTES], (double)(UINT64_C(1) << 50), &bytes);
  if (status == 0) status = rows_decimal(c, "percent", c->field[SHARE], percent, &share);
  if (status != 0) return status;
  const struct sizes_point *last = s->points > 0 ? &s->point[s->points - 1] : NULL;
  if (last == NULL && share > 0) return rows_wrong(c, "the first point is at %s; begin with 0", c->field[SHARE]);
  if (last != NULL && (bytes < last->bytes || share < last->share))
    return rows_wrong(c, "bytes or percent fall; give points in ascending order");
  struct sizes_point *more = vec_grow(s->point, (size_t)s->points, sizeof(*more));
  if (more == NULL) {
    rows_wrong(c, "out of memory");
    return ENOMEM;
  }
  s->point = more;
  s->point[s->points++] = (struct sizes_point){bytes, share};
  return 0;
}

static void moments(struct sizes *s) {
  for (int i = 1; i < s->points; i++) {
    double a = s->point[i - 1].bytes, b = s->point[i].bytes, share = s->point[i].share - s->point[i - 1].share;
    s->mean += share * (a + b) / 2;
    s->square += share * (a * a + a * b + b * b) / 3;
  }
}

// Shares are percent or fractions: a distribution ends at 100 or at 1.
static int scale(struct sizes *s, struct rows *c) {
  const double end = s->points > 0 ? s->point[s->points - 1].share : 0;
  if (s->points == 0) return rows_wrong(c, "no point; give lines of %s", c->form);
  if (end != percent && end != 1)
    return rows_wrong(c, "the last point is at %.10g; end with 100 percent, or with the fraction 1", end);
  for (int i = 0; i < s->points; i++) s->point[i].share /= end;
  return 0;
}

static int read_points(struct sizes *s, struct rows *c) {
  int more = 0, status = 0;
  for (bool first = true; status == 0 && (more = rows_line(c)) == 1; first = false) {
    int fields = rows_split(c);
    if (fields != 2) return rows_wrong(c, "%d field%s; give %s", fields, fields == 1 ? "" : "s", c->form);
    if (!first || !isalpha((unsigned char)*c->field[BYTES])) status = add(s, c);  // else it is a heading
  }
  if (status != 0 || more < 0) return status != 0 ? status : EINVAL;
  status = scale(s, c);
  if (status != 0) return status;
  moments(s);
  return s->mean > 0 ? 0 : rows_wrong(c, "all flows have 0 bytes; give sizes above 0");
}

static const struct workload *shipped(const char *name) {
  for (const struct workload *w = workloads; w->name != NULL; w++)
    if (strcmp(w->name, name) == 0) return w;
  return NULL;
}

int sizes_read(struct sizes *s, FILE *file, const char *path, struct error *err) {
  struct rows c;
  *s = (struct sizes){0};
  rows_begin(&c, file, path, "bytes,percent", err);
  int status = read_points(s, &c);
  rows_end(&c);
  if (status != 0) sizes_free(s);
  return status;
}

int sizes_load(struct sizes *s, const char *name) {
  struct error ignored;
  *s = (struct sizes){0};
  const struct workload *w = shipped(name);
  if (w == NULL) return ENOENT;
  FILE *file = fmemopen((char *)w->text, strlen(w->text), "r");
  int status = file != NULL ? sizes_read(s, file, name, &ignored) : ENOMEM;
  if (file != NULL) fclose(file);
  return status;
}

void sizes_free(struct sizes *s) {
  free(s->point);
  *s = (struct sizes){0};
}

uint64_t sizes_sample(const struct sizes *s, double u) {
  int low = 0, high = s->points - 1;  // the share of point `high` is above u, that of point `low` is not
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    *(s->point[middle].share > u ? &high : &low) = middle;
  }
  const struct sizes_point *a = &s->point[low], *b = &s->point[high];
  double bytes = a->bytes + (b->bytes - a->bytes) * ((u - a->share) / (b->share - a->share));
  return bytes < 1 ? 1 : (uint64_t)(bytes + 0.5);
}

const char *sizes_instead(const char *unknown, const char *more, char text[SIZES_NAMES]) {
  struct near near;
  int n = 0;
  near_begin(&near, unknown, strlen(unknown));
  for (const struct workload *w = workloads; w->name != NULL && n < SIZES_NAMES; w++) {
    near_offer(&near, w->name);
    n += snprintf(text + n, SIZES_NAMES - (size_t)n, "%s%s", w == workloads ? "; use " : ", ", w->name);
  }
  if (n < SIZES_NAMES) snprintf(text + n, SIZES_NAMES - (size_t)n, "%s", more);
  const char *question = near_question(&near);
  if (*question != '\0') snprintf(text, SIZES_NAMES, "%s", question);
  return text;
}
