#include "tb/cli/report/thin.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "tb/sim/files/vec.h"

static const struct thin_point *lower(const struct thin_point *a, const struct thin_point *b) {
  return b->value[0] < a->value[0] ? b : a;
}
static const struct thin_point *higher(const struct thin_point *a, const struct thin_point *b) {
  return b->value[0] > a->value[0] ? b : a;
}

// Joins pairs of groups, which have four points: keeps the lowest and the highest of the four.
static void thin(struct thin *q) {
  int kept = 0;
  for (int i = 0; i + 4 <= q->points; i += 4) {
    const struct thin_point *p = &q->point[i], *low = p, *high = p;
    for (int k = 1; k < 4; k++) {
      low = lower(low, &p[k]);
      high = higher(high, &p[k]);
    }
    struct thin_point first = low->t < high->t ? *low : *high, second = low->t < high->t ? *high : *low;
    if (low == high) second = p[3];
    q->point[kept++] = first;
    q->point[kept++] = second;
  }
  q->points = kept;
  q->group *= 2;
}

static int put(struct thin *q, const struct thin_point *p) {
  struct thin_point *more = vec_grow(q->point, (size_t)q->points, sizeof(*more));
  if (more == NULL) return ENOMEM;
  q->point = more;
  q->point[q->points++] = *p;
  return 0;
}

static int close_group(struct thin *q) {
  if (q->in_group == 0) return 0;
  bool up = q->low.t < q->high.t;
  int status = put(q, up ? &q->low : &q->high);
  if (status == 0 && q->in_group > 1) status = put(q, up ? &q->high : &q->low);
  q->in_group = 0;
  if (status == 0 && q->points >= THIN_POINTS) thin(q);
  return status;
}

// Adds a change to the present group. The points of a group are its lowest and highest change; with two changes, both.
static int change(struct thin *q, const struct thin_point *p) {
  if (q->in_group == 0) {
    q->low = q->high = *p;
  } else if (q->in_group == 1) {
    q->low = *lower(&q->high, p);
    q->high = p->value[0] < q->high.value[0] ? q->high : *p;
  } else {
    q->low = *lower(&q->low, p);
    q->high = *higher(&q->high, p);
  }
  return ++q->in_group >= q->group ? close_group(q) : 0;
}

static bool equal(const struct thin_point *a, const struct thin_point *b, int values) {
  for (int i = 0; i < values; i++)
    if (a->value[i] != b->value[i] && !(isnan(a->value[i]) && isnan(b->value[i]))) return false;
  return true;
}

int thin_sample(struct thin *q, const struct thin_point *p, int values) {
  bool first = q->group == 0;
  if (first) q->group = 2;
  if (p->value[0] > q->peak) q->peak = p->value[0];
  bool same = !first && equal(p, &q->last, values);
  q->last = *p;
  return same ? 0 : change(q, p);
}

int thin_finish(struct thin *q) {
  int status = close_group(q);
  if (status == 0 && q->last.t > q->point[q->points - 1].t) status = put(q, &q->last);
  return status;
}

void thin_free(struct thin *q) { free(q->point); }

json_t *thin_numbers(const struct thin *q, int value) {
  json_t *list = json_array();
  for (int i = 0; i < q->points; i++) {
    double x = value < 0 ? q->point[i].t : q->point[i].value[value];
    json_t *number = isnan(x) ? json_null() : x == floor(x) && x < 1e15 ? json_integer((json_int_t)x) : json_real(x);
    if (json_array_append_new(list, number) != 0) {
      json_decref(list);
      return NULL;
    }
  }
  return list;
}
