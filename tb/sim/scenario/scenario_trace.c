// Traces: queues to sample, and time series of queues, thresholds and states
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/scenario/scenario_file.h"

enum { WORD = 41, ANY = -1 };

// Queues: SWITCH:LINK/CLASS, where each part may be `*`, or `all`
struct selector {
  int sw, link, cls;  // ANY: all of them
};

// Splits "A:L4/0" into three words. Returns false if the text has another form.
static bool split(const char *text, char *sw, char *link, char *cls) {
  int end = 0;
  if (strcmp(text, "all") == 0) text = "*:*/*";
  return strlen(text) < WORD && sscanf(text, "%40[^:]:%40[^/]/%40s%n", sw, link, cls, &end) == 3 && text[end] == '\0' &&
         cls[1] == '\0' && ((cls[0] >= '0' && cls[0] <= '9') || cls[0] == '*');
}

static int take_selector(struct checker *c, const char *path, const char *text, struct selector *q) {
  char sw[WORD], link[WORD], cls[WORD];
  const struct scenario *s = c->s;
  if (!split(text, sw, link, cls))
    return scenario_wrong(c, path,
                          "'%s' is not a queue; write SWITCH:LINK/CLASS, such as A:L4/0, with * for any, or all", text);
  if (strcmp(sw, "*") != 0) q->sw = scenario_find_node(s, sw);
  if (strcmp(link, "*") != 0) q->link = scenario_find_link(s, link);
  if (cls[0] != '*') q->cls = cls[0] - '0';
  if (strcmp(sw, "*") != 0 && (q->sw < 0 || q->sw >= s->switches))
    return scenario_no_switch(c, path, sw, "; name one of switches");
  if (strcmp(link, "*") != 0 && q->link < 0) return scenario_no_link(c, path, link);
  if (q->sw != ANY && q->link != ANY && s->link[q->link].end[0].node != q->sw && s->link[q->link].end[1].node != q->sw)
    return scenario_wrong(c, path, "link %s does not end at switch %s; name one that does", link, sw);
  if (q->cls >= s->dims.classes)
    return scenario_wrong(c, path, "class %d does not exist; classes are 0 to %d", q->cls, s->dims.classes - 1);
  return 0;
}

static int by_place(const void *a, const void *b) {
  const struct scenario_probe *x = a, *y = b;
  if (x->sw != y->sw) return x->sw < y->sw ? -1 : 1;
  if (x->port != y->port) return x->port < y->port ? -1 : 1;
  return (x->cls > y->cls) - (x->cls < y->cls);
}

// Adds the selected queues, by switch, port and class.
static int expand(struct checker *c, struct selector q, struct scenario_probe **probe, int *probes) {
  const struct scenario *s = c->s;
  int first = *probes, classes = q.cls == ANY ? s->dims.classes : 1, ends = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < 2 * s->links; i++) {
      int node = s->link[i / 2].end[i % 2].node;
      if (node >= s->switches || (q.sw != ANY && node != q.sw) || (q.link != ANY && i / 2 != q.link)) continue;
      ends += pass == 0;
      for (int k = 0; pass == 1 && k < classes; k++)
        (*probe)[(*probes)++] = (struct scenario_probe){
            .sw = node, .port = s->link[i / 2].end[i % 2].port, .cls = q.cls == ANY ? k : q.cls, .link = i / 2};
    }
    if (pass == 1) break;
    struct scenario_probe *more =
        realloc(*probe, ((size_t)*probes + (size_t)ends * (size_t)classes + 1) * sizeof(*more));
    if (more == NULL) return scenario_no_memory(c);
    *probe = more;
  }
  qsort(*probe + first, (size_t)(*probes - first), sizeof(**probe), by_place);
  return 0;
}

static int take_queues(struct checker *c, const char *where, char *const *queue, unsigned count,
                       struct scenario_probe **probe, int *probes) {
  for (unsigned i = 0; i < count; i++) {
    char path[64];
    struct selector q = {ANY, ANY, ANY};
    snprintf(path, sizeof(path), "%s.%u", where, i);
    int status = take_selector(c, path, queue[i], &q);
    if (status == 0) status = expand(c, q, probe, probes);
    if (status != 0) return status;
  }
  return 0;
}

static int check_period(struct checker *c, const char *path, const char *key, uint64_t ns) {
  if (ns * c->s->clock_hz >= 1000000000) return 0;
  return scenario_wrong(c, path, "%s is %" PRIu64 "; it must be at least a cycle (%g ns)", key, ns,
                        1e9 / (double)c->s->clock_hz);
}

// Removes duplicate queues, and collects their switches.
static int take_switches(struct checker *c, struct scenario_series *x) {
  int kept = 0;
  qsort(x->probe, (size_t)x->probes, sizeof(*x->probe), by_place);
  for (int i = 0; i < x->probes; i++)
    if (kept == 0 || by_place(&x->probe[kept - 1], &x->probe[i]) != 0) x->probe[kept++] = x->probe[i];
  x->probes = kept;
  x->sw = calloc((size_t)kept + 1, sizeof(*x->sw));
  if (x->sw == NULL) return scenario_no_memory(c);
  for (int i = 0; i < kept; i++)
    if (i == 0 || x->probe[i].sw != x->probe[i - 1].sw) x->sw[x->switches++] = x->probe[i].sw;
  return 0;
}

static int take_series(struct checker *c, unsigned i) {
  const struct file_series *f = &c->file->trace->series[i];
  struct scenario_series *x = &c->s->series[c->s->serieses++];
  char path[64];
  for (unsigned k = 0; k < f->what_count; k++) {
    x->what |= (unsigned)f->what[k];
    snprintf(path, sizeof(path), "trace.series.%u.what.%u", i, k);
    if (((unsigned)f->what[k] & (TRACE_THRESHOLD | TRACE_PORT_THRESHOLD)) != 0 && c->s->feedback != FEEDBACK_PAUSE)
      return scenario_wrong(c, path,
                            "STATIC, SIH and DSH have thresholds for all classes; trace ingress, egress or state");
    if ((unsigned)f->what[k] == TRACE_CREDITS && !scenario_has_credits(c->s))
      return scenario_wrong(c, path, "only CBFC has credits; trace ingress, egress or state");
  }
  if (f->every_ns != NULL) {
    snprintf(path, sizeof(path), "trace.series.%u.every_ns", i);
    x->every_ns = *f->every_ns;
    int status = check_period(c, path, "every_ns", x->every_ns);
    if (status != 0) return status;
  }
  snprintf(path, sizeof(path), "trace.series.%u.queues", i);
  int status = take_queues(c, path, f->queues, f->queues_count, &x->probe, &x->probes);
  return status == 0 ? take_switches(c, x) : status;
}

// The default series: the shared pools of all switches, every microsecond or as often as MOST_ROWS allows.
// GFC, and CBFC with static limits, have no shared pool.
static int default_series(struct checker *c) {
  enum { MOST_ROWS = 100000, MOST_SWITCHES = 1000 };
  struct scenario *s = c->s;
  const bool own = scenario_is_gfc(s) || (scenario_has_credits(s) && !s->credits.dynamic);
  if (own || s->switches > MOST_SWITCHES) return 0;
  double ns = (double)s->duration * 1e9 / (double)s->clock_hz, least = ns * s->switches / MOST_ROWS;
  struct scenario_series *x = s->series = calloc(1, sizeof(*s->series));
  if (x == NULL || (x->sw = calloc((size_t)s->switches + 1, sizeof(*x->sw))) == NULL) return scenario_no_memory(c);
  s->serieses = 1;
  x->what = TRACE_SHARED;
  x->every_ns = 1000 * (uint64_t)(least > 1000 ? least / 1000 + 1 : 1);
  for (int i = 0; i < s->switches; i++) x->sw[x->switches++] = i;
  return 0;
}

int scenario_check_trace(struct checker *c) {
  const struct file_trace *f = c->file->trace;
  struct scenario *s = c->s;
  if (f == NULL) return default_series(c);
  s->trace_packets = f->packets != NULL && *f->packets != 0;
  s->sample_ns = VALUE_OR(f->sample_ns, DEFAULT_TRACE_SAMPLE_NS);
  int status = check_period(c, "trace.sample_ns", "sample_ns", s->sample_ns);
  if (status == 0 && f->rates_ns != NULL) {
    s->rates_ns = *f->rates_ns;
    status = check_period(c, "trace.rates_ns", "rates_ns", s->rates_ns);
  }
  if (status == 0) status = take_queues(c, "trace.queues", f->queues, f->queues_count, &s->probe, &s->probes);
  if (status == 0 && f->sample_ns != NULL && s->probes == 0)
    status = scenario_warn(c, "trace.sample_ns", "sample_ns has no effect without queues; give trace.queues");
  if (status != 0) return status;
  if (f->series_count == 0) return default_series(c);
  s->series = calloc((size_t)f->series_count + 1, sizeof(*s->series));
  if (s->series == NULL) return scenario_no_memory(c);
  for (unsigned i = 0; status == 0 && i < f->series_count; i++) status = take_series(c, i);
  return status;
}
