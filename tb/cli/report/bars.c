#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/report/csv.h"
#include "tb/cli/report/page_data.h"
#include "tb/sim/files/vec.h"
#include "tb/sim/results/json_out.h"

enum { LANES = 40, BARS = 2000, BITS_PER_QUANTUM = 512 };

struct bar {
  double from, to;  // ns
  double level;
  int pauses;
};

struct lane {
  char *link, *direction, *cls;
  double gbps;  // rate of the link
  struct bar *bar;
  int bars;
  bool open;
  double expires, paused;
  int pauses;
  int merged;        // bars that are part of another one
  double merged_ns;  // the longest gap in one
};

struct all {
  struct csv csv;
  int time, link, direction, cls, event, level;
  struct lane *lane;
  int lanes, at;
  const json_t *results;
  double end;
};

static int no_memory(struct error *err) {
  error_set(err, "out of memory");
  return ENOMEM;
}

// ---- one direction and class ----

static int begin(struct lane *l, double t, double level, bool pause) {
  struct bar *more = vec_grow(l->bar, (size_t)l->bars, sizeof(*more));
  if (more == NULL) return ENOMEM;
  l->bar = more;
  l->bar[l->bars++] = (struct bar){.from = t, .to = t, .level = level, .pauses = pause};
  l->open = true;
  l->pauses += pause;
  return 0;
}

static void end(struct lane *l, double t) {
  if (!l->open) return;
  struct bar *b = &l->bar[l->bars - 1];
  b->to = t < l->expires ? t : l->expires;
  l->paused += b->to - b->from;
  l->open = false;
}

// The watchdog of the queue has acted, and the pause goes on.
static bool is_of_watchdog(const char *event) { return strcmp(event, "storm") == 0 || strcmp(event, "restored") == 0; }

static int message(struct lane *l, double t, const char *event, double level) {
  if (is_of_watchdog(event)) return 0;
  if (strcmp(event, "empty") == 0) {
    l->expires = 1e300;  // no credit, until a refill
    return l->open ? 0 : begin(l, t, level, true);
  }
  if (strcmp(event, "level") == 0) {
    bool full = !l->open;
    end(l, t);
    l->expires = 1e300;  // a rate is valid until the next message
    return level > 0 ? begin(l, t, level, full) : 0;
  }
  if (level == 0 || strcmp(event, "resume") == 0 || strcmp(event, "refill") == 0) {
    end(l, t);
    return 0;
  }
  if (l->open && t > l->expires) end(l, t);
  int status = l->open ? 0 : begin(l, t, level, true);
  l->expires = t + level * BITS_PER_QUANTUM / l->gbps;
  return status;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Merges the bars that are closest to each other, until BARS remain. Of equal gaps it takes as many as needed, evenly
// over the time: levels of GFC follow each other without a gap.
static int merge(struct lane *l) {
  if (l->bars <= BARS) return 0;
  double *gap = malloc((size_t)l->bars * sizeof(*gap));
  if (gap == NULL) return ENOMEM;
  const int gaps = l->bars - 1;
  for (int i = 0; i < gaps; i++) gap[i] = l->bar[i + 1].from - l->bar[i].to;
  qsort(gap, (size_t)gaps, sizeof(*gap), by_value);
  l->merged = l->bars - BARS;
  l->merged_ns = gap[l->merged - 1];
  int wanted = l->merged, equal = 0, kept = 0;  // wanted: of the equal gaps
  for (int i = 0; i < gaps; i++) {
    wanted -= gap[i] < l->merged_ns;
    equal += gap[i] == l->merged_ns;
  }
  free(gap);
  int64_t due = 0;
  for (int i = 1; i < l->bars; i++) {
    struct bar *k = &l->bar[kept], *b = &l->bar[i];
    const double apart = b->from - k->to;
    bool joins = apart < l->merged_ns;
    if (apart == l->merged_ns) {
      due += wanted;
      joins = due >= equal;
      if (joins) due -= equal;
    }
    if (!joins) {
      l->bar[++kept] = *b;
      continue;
    }
    k->to = b->to;
    k->pauses += b->pauses;
    if (b->level > k->level) k->level = b->level;
  }
  l->bars = kept + 1;
  return 0;
}

// ---- the file ----

static double rate_of(const json_t *results, const char *link) {
  size_t i;
  json_t *l;
  json_array_foreach(json_object_get(results, "links"), i, l) {
    const char *name = json_string_value(json_object_get(l, "name"));
    double gbps = json_number_value(json_object_get(l, "gbps"));
    if (name != NULL && strcmp(name, link) == 0 && gbps > 0) return gbps;
  }
  return 0;
}

static struct lane *find(struct all *a, struct error *err) {
  char **f = a->csv.field;
  for (int i = 0; i < a->lanes; i++) {
    a->at = a->at + 1 < a->lanes ? a->at + 1 : 0;
    struct lane *l = &a->lane[a->at];
    if (strcmp(l->direction, f[a->direction]) == 0 && strcmp(l->link, f[a->link]) == 0 &&
        strcmp(l->cls, f[a->cls]) == 0)
      return l;
  }
  struct lane *more = vec_grow(a->lane, (size_t)a->lanes, sizeof(*more));
  if (more == NULL) return no_memory(err), NULL;
  a->lane = more;
  struct lane *l = &a->lane[a->at = a->lanes++];
  *l = (struct lane){.link = strdup(f[a->link]), .direction = strdup(f[a->direction]), .cls = strdup(f[a->cls])};
  l->gbps = rate_of(a->results, f[a->link]);
  if (l->link == NULL || l->direction == NULL || l->cls == NULL) return no_memory(err), NULL;
  if (l->gbps > 0) return l;
  error_set(err, "%s:%zu: results.json has no link %s; let sluice run --out write both again", a->csv.path, a->csv.line,
            l->link);
  return NULL;
}

static int read_line(void *context, struct error *err) {
  struct all *a = context;
  static const char *const events[] = {"pause",  "refresh", "resume",   "level", "empty",
                                       "refill", "storm",   "restored", NULL};
  double t, level;
  int status = csv_time(&a->csv, a->time, &t, err);
  if (status == 0) status = csv_word(&a->csv, a->event, events, err);
  if (status == 0) status = csv_number(&a->csv, a->level, &level, err);
  if (status != 0) return status;
  struct lane *l = find(a, err);
  if (l == NULL) return EINVAL;
  return message(l, t, a->csv.field[a->event], level) == 0 ? 0 : no_memory(err);
}

static int read_all(struct all *a, const char *path, struct error *err) {
  const struct csv_required need[] = {{"time_ns", &a->time}, {"link", &a->link},   {"direction", &a->direction},
                                      {"class", &a->cls},    {"event", &a->event}, {"level", &a->level}};
  int status = csv_read(&a->csv, path, need, sizeof(need) / sizeof(need[0]), read_line, a, err);
  for (int i = 0; i < a->lanes && status == 0; i++) {
    end(&a->lane[i], a->end);
    if (merge(&a->lane[i]) != 0) status = no_memory(err);
  }
  return status;
}

// ---- as JSON ----

static int by_paused(const void *a, const void *b) {
  const struct lane *x = a, *y = b;
  if (x->paused != y->paused) return x->paused < y->paused ? 1 : -1;
  int order = strcmp(x->link, y->link);
  if (order == 0) order = strcmp(x->direction, y->direction);
  return order != 0 ? order : strcmp(x->cls, y->cls);
}

static json_t *put_lane(const struct lane *l) {
  json_t *bars = json_array();
  for (int i = 0; i < l->bars; i++) {
    const struct bar *b = &l->bar[i];
    bars = json_put(bars, NULL, json_pack("[f,f,f,i]", b->from, b->to, b->level, b->pauses));
  }
  return json_pack("{s:s,s:s,s:s,s:i,s:f,s:i,s:f,s:o}", "link", l->link, "direction", l->direction, "class", l->cls,
                   "pauses", l->pauses, "paused_ns", l->paused, "merged", l->merged, "merged_ns", l->merged_ns, "bars",
                   bars);
}

int bars_read(const char *path, const json_t *results, json_t **out, struct error *err) {
  struct all a = {.results = results, .end = json_number_value(json_object_get(results, "end_ns"))};
  int status = read_all(&a, path, err);
  if (status == 0) {
    json_t *shown = json_array();
    if (a.lanes > 0) qsort(a.lane, (size_t)a.lanes, sizeof(*a.lane), by_paused);
    for (int i = 0; i < a.lanes && i < LANES; i++)
      if (json_array_append_new(shown, put_lane(&a.lane[i])) != 0) status = no_memory(err);
    *out = json_pack("{s:i,s:o}", "total", a.lanes, "shown", shown);
  }
  for (int i = 0; i < a.lanes; i++) {
    free(a.lane[i].link);
    free(a.lane[i].direction);
    free(a.lane[i].cls);
    free(a.lane[i].bar);
  }
  free(a.lane);
  return status;
}
