#include "tb/cli/analyze/analyze_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/json_out.h"
#include "tb/sim/results/terminal.h"

// ---- names and order of channels ----

enum { NAME = 160 };

static bool classes(const struct analysis *a) {
  for (int i = 1; i < a->channels; i++)
    if (a->channel[i].cls != a->channel[0].cls) return true;
  return false;
}

// sides: a bit for each direction of the link that flows use.
static int name_channel(struct analysis_view *v, int channel, unsigned sides, bool with_class) {
  const struct analysis_channel *c = &v->a->channel[channel];
  const struct scenario_link *l = &v->a->s->link[c->link];
  char name[NAME], cls[16] = "";
  if (with_class) snprintf(cls, sizeof(cls), "/%d", c->cls);
  if (sides == 3)
    snprintf(name, sizeof(name), "%s:%s%s", l->name, scenario_node_name(v->a->s, l->end[c->side].node), cls);
  else
    snprintf(name, sizeof(name), "%s%s", l->name, cls);
  v->name[channel] = arena_get(&v->text, strlen(name) + 1, 1);
  if (v->name[channel] == NULL) return ENOMEM;
  strcpy(v->name[channel], name);
  return 0;
}

static int name_all(struct analysis_view *v) {
  const struct analysis *a = v->a;
  uint8_t *sides = calloc((size_t)a->s->links + 1, 1);
  bool with_class = classes(a);
  int status = sides != NULL ? 0 : ENOMEM;
  for (int i = 0; status == 0 && i < a->channels; i++) sides[a->channel[i].link] |= (uint8_t)(1 << a->channel[i].side);
  for (int i = 0; status == 0 && i < a->channels; i++)
    status = name_channel(v, i, sides[a->channel[i].link], with_class);
  free(sides);
  return status;
}

// A channel and its sort key: the order of the scenario file.
struct place {
  uint64_t key;
  int channel;
};

static int compare(const void *a, const void *b) {
  uint64_t x = ((const struct place *)a)->key, y = ((const struct place *)b)->key;
  return (x > y) - (x < y);
}

static int sort(struct analysis_view *v) {
  const struct analysis *a = v->a;
  struct place *place = malloc(((size_t)a->channels + 1) * sizeof(*place));
  if (place == NULL) return ENOMEM;
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    place[i] = (struct place){((uint64_t)c->link * 2 + (unsigned)c->side) * SLUICE_MAX_CLASSES + (unsigned)c->cls, i};
  }
  qsort(place, (size_t)a->channels, sizeof(*place), compare);
  for (int i = 0; i < a->channels; i++) v->order[i] = place[i].channel;
  free(place);
  return 0;
}

int analysis_view_new(struct analysis_view *v, const struct analysis *a) {
  *v = (struct analysis_view){.a = a};
  size_t channels = (size_t)a->channels + 1;
  v->name = calloc(channels, sizeof(*v->name));
  v->order = calloc(channels, sizeof(*v->order));
  v->reason = malloc(channels * sizeof(*v->reason));
  v->next_reason = malloc(((size_t)a->reasons + 1) * sizeof(*v->next_reason));
  if (v->name == NULL || v->order == NULL || v->reason == NULL || v->next_reason == NULL) return ENOMEM;
  for (int i = 0; i < a->channels; i++) v->reason[i] = -1;
  for (int i = a->reasons - 1; i >= 0; i--) {
    v->next_reason[i] = v->reason[a->reason[i].channel];
    v->reason[a->reason[i].channel] = i;
  }
  int status = name_all(v);
  return status == 0 ? sort(v) : status;
}

void analysis_view_free(struct analysis_view *v) {
  free(v->name);
  free(v->order);
  free(v->reason);
  free(v->next_reason);
  arena_free(&v->text);
}

// ---- text ----

// Tables as in the paper: a row for each stage, a column for each rate and for each capacity with its P.

enum { LABEL = 12, WIDTH = TERMINAL_COLUMNS, GAP = 2, TEXT = 320, HEADING = 40, LINK = 16, LINE = 1024 };

// ---- tables ----

// The text of a cell. Columns are the rates of all hops, then the capacities of all channels. stage -1: the heading.
static void cell(const struct analysis_view *v, int column, int stage, char *text, size_t size) {
  const struct analysis *a = v->a;
  int channel = column < a->hops ? a->hop[column].channel : v->order[column - a->hops];
  const char *name = v->name[channel];
  char whole[TEXT], heading[TERMINAL_CUT];
  if (stage < 0 && column < a->hops)
    snprintf(whole, sizeof(whole), "%s@%s", a->s->flow[a->hop[column].flow].name, name);
  else if (stage < 0)
    snprintf(whole, sizeof(whole), "%s c(P)", name);
  else if (column < a->hops)
    snprintf(text, size, "%.4g", a->stage[stage].rate[column]);
  else
    snprintf(text, size, "%.4g(%.4g)", a->stage[stage].effective[channel], a->stage[stage].pause[channel]);
  if (stage < 0) snprintf(text, size, "%s", terminal_cut(whole, HEADING, heading));
}

static int width_of(const struct analysis_view *v, int column) {
  char text[TEXT];
  int width = 0;
  for (int i = -1; i < v->a->stages; i++) {
    cell(v, column, i, text, sizeof(text));
    if ((int)strlen(text) > width) width = (int)strlen(text);
  }
  return width;
}

static void line(const struct analysis_view *v, int first, int last, const int *width, int stage, FILE *to) {
  const struct analysis_stage *s = stage >= 0 ? &v->a->stage[stage] : NULL;
  char text[TEXT] = "";
  if (s != NULL && s->stage == 0)
    snprintf(text, sizeof(text), "init");
  else if (s != NULL)
    snprintf(text, sizeof(text), "%d, stage %d", s->iteration, s->stage);
  fprintf(to, "%-*s", LABEL, text);
  for (int i = first; i < last; i++) {
    cell(v, i, stage, text, sizeof(text));
    fprintf(to, "%*s", width[i] + GAP, text);
  }
  fputc('\n', to);
}

// Prints the columns from first to last. If they do not fit the width of a page, further tables follow below.
static void table(const struct analysis_view *v, int first, int last, const int *width, FILE *to) {
  while (first < last) {
    int wide = LABEL, end = first;
    do wide += width[end++] + GAP;
    while (end < last && wide + width[end] + GAP <= WIDTH);
    for (int i = -1; i < v->a->stages; i++) line(v, first, end, width, i, to);
    fputc('\n', to);
    first = end;
  }
}

static int tables(const struct analysis_view *v, FILE *to) {
  int hops = v->a->hops, columns = hops + v->a->channels;
  int *width = malloc(((size_t)columns + 1) * sizeof(*width));
  if (width == NULL) return ENOMEM;
  for (int i = 0; i < columns; i++) width[i] = width_of(v, i);
  table(v, 0, hops, width, to);
  table(v, hops, columns, width, to);
  free(width);
  return 0;
}

// ---- lists ----

static void reason(const struct analysis_view *v, const struct analysis_reason *r, int at, FILE *to) {
  char text[LINE];
  if (r->active)
    snprintf(text, sizeof(text), "active: %s takes less of flow %s", v->name[r->by], v->a->s->flow[r->flow].name);
  else
    snprintf(text, sizeof(text), "passive: shares %s with %s", v->name[r->by], v->name[r->with]);
  at += fprintf(to, "%-5d ", r->iteration);
  terminal_wrap(text, at, at, WIDTH, to);
}

static void regulated(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  char name[TERMINAL_CUT];
  if (a->reasons == 0) {
    fprintf(to, "No link is pause-regulated.\n");
    return;
  }
  fprintf(to, "Pause-regulated links, with P at the end, the first iteration, and the reason:\n");
  for (int rank = 0; rank < a->channels; rank++) {
    int c = v->order[rank];
    for (int i = v->reason[c]; i >= 0; i = v->next_reason[i]) {
      int at = i == v->reason[c]
                   ? fprintf(to, "  %-*s %-8.4g ", LINK, terminal_cut(v->name[c], LINK, name), a->channel[c].pause)
                   : fprintf(to, "  %-*s %-8s ", LINK, "", "");
      reason(v, &a->reason[i], at, to);
    }
  }
}

static int cycles(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  if (!a->cyclic) {
    fprintf(to, "No cyclic buffer dependency.\n");
    return 0;
  }
  fprintf(to, "Cyclic buffer dependencies%s:\n", a->all_cycles ? "" : " (more than are listed)");
  for (int i = 0; i < a->cycles; i++) {
    const struct cycle *c = &a->cycle[i];
    char *text = NULL;
    size_t size;
    FILE *words = open_memstream(&text, &size);
    if (words == NULL) return ENOMEM;
    for (int k = 0; k <= c->length; k++)
      fprintf(words, "%s%s", k > 0 ? " -> " : "", v->name[c->channel[k % c->length]]);
    if (a->outcome != ANALYSIS_NOT_RUN)
      fprintf(words, ": %s", analysis_all_regulated(a, c) ? "all pause-regulated" : "not all pause-regulated");
    if (fclose(words) == 0) terminal_wrap(text, 0, 2, WIDTH, to);
    free(text);
  }
  return 0;
}

static void verdict(const struct analysis *a, FILE *to) {
  static const enum terminal_colour colours[] = {[ANALYSIS_PREDICTED] = TERMINAL_RED,
                                                 [ANALYSIS_POSSIBLE] = TERMINAL_YELLOW,
                                                 [ANALYSIS_NO_DEADLOCK] = TERMINAL_GREEN};
  enum analysis_verdict v = analysis_verdict(a);
  fprintf(to, "Algorithm: %s", analysis_outcome_text(a->outcome));
  if (a->outcome != ANALYSIS_NOT_RUN)
    fprintf(to, " after %d iteration%s", a->iterations, a->iterations == 1 ? "" : "s");
  fprintf(to, "\nVerdict: ");
  terminal_print(to, colours[v], "%s", analysis_verdict_text(v));
  fputc('\n', to);
}

static void notes(const struct analysis *a, FILE *to) {
  char text[LINE];
  int count = 0;
  for (; analysis_note(a, count, text, sizeof(text)); count++) terminal_wrap(text, 0, 0, WIDTH, to);
  if (count > 0) fputc('\n', to);
}

// Rates, capacities and the links that pause.
static int rates(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  if (tables(v, to) != 0) return ENOMEM;
  if (a->stages > 0 && a->iterations > a->stage[a->stages - 1].iteration)
    fprintf(to, "(iterations %d to %d are not shown)\n\n", a->stage[a->stages - 1].iteration + 1, a->iterations);
  regulated(v, to);
  fputc('\n', to);
  return 0;
}

static int report(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  char line[LINE];
  snprintf(line, sizeof(line),
           "%s: rates and capacities in units of %g Gb/s; flow@link: a rate, c: a capacity, P: pause probability",
           a->s->name, a->unit / 1e9);
  terminal_wrap(line, 0, 0, WIDTH, to);
  if (!a->s->group[a->s->groups - 1].listed)
    fprintf(to, "Flows of traffic and CSV files exist all at once, each as fast as its host.\n");
  if (a->s->routing == ROUTING_ECMP)
    fprintf(to, "Routes that are not given follow ECMP's hash with seed %" PRIu64 ", as in a run.\n", a->s->ecmp_seed);
  fputc('\n', to);
  if (a->outcome != ANALYSIS_NOT_RUN && rates(v, to) != 0) return ENOMEM;
  if (cycles(v, to) != 0) return ENOMEM;
  fputc('\n', to);
  notes(a, to);
  verdict(a, to);
  return 0;
}

int analysis_report(const struct analysis *a, FILE *to) {
  struct analysis_view v;
  int status = analysis_view_new(&v, a);
  if (status == 0) status = report(&v, to);
  analysis_view_free(&v);
  return status;
}

// ---- JSON ----

// An analysis as JSON.

enum { DIGITS = 9, NOTE = 512 };

static json_t *reasons(const struct analysis_view *v, int channel) {
  json_t *list = json_array();
  for (int i = v->reason[channel]; i >= 0; i = v->next_reason[i]) {
    const struct analysis_reason *r = &v->a->reason[i];
    list = json_put(list, NULL,
                    json_pack("{s:s, s:s, s:s, s:i}", "kind", r->active ? "active" : "passive", "by", v->name[r->by],
                              r->active ? "flow" : "with", r->active ? v->a->s->flow[r->flow].name : v->name[r->with],
                              "iteration", r->iteration));
  }
  return list;
}

// A value of the algorithm; null if it has not run.
static json_t *value(const struct analysis *a, double x) {
  return a->outcome != ANALYSIS_NOT_RUN ? json_real(x) : json_null();
}

static void put_links(const struct analysis_view *v, struct json_out *o) {
  const struct analysis *a = v->a;
  json_out_open(o, "links", '[');
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    const struct scenario_link *l = &a->s->link[c->link];
    json_out_row(o, NULL,
                 json_pack("{s:s, s:s, s:s, s:s, s:i, s:f, s:o, s:o, s:o}", "name", v->name[i], "link", l->name, "from",
                           scenario_node_name(a->s, l->end[c->side].node), "to",
                           scenario_node_name(a->s, l->end[!c->side].node), "class", c->cls, "capacity", c->capacity,
                           "effective", value(a, c->effective), "pause", value(a, c->pause), "reasons", reasons(v, i)));
  }
  json_out_close(o);
}

static json_t *json_cycles(const struct analysis_view *v) {
  const struct analysis *a = v->a;
  json_t *all = json_array();
  for (int i = 0; i < a->cycles; i++) {
    const struct cycle *c = &a->cycle[i];
    json_t *links = json_array();
    for (int k = 0; k < c->length; k++) links = json_put(links, NULL, json_string(v->name[c->channel[k]]));
    json_t *regulated = a->outcome != ANALYSIS_NOT_RUN ? json_boolean(analysis_all_regulated(a, c)) : json_null();
    all = json_put(all, NULL, json_pack("{s:o, s:o}", "links", links, "all_pause_regulated", regulated));
  }
  return all;
}

static json_t *json_notes(const struct analysis *a) {
  char text[NOTE];
  json_t *list = json_array();
  for (int i = 0; analysis_note(a, i, text, sizeof(text)); i++) list = json_put(list, NULL, json_string(text));
  return list;
}

int analysis_json(const struct analysis *a, const char *command, FILE *to) {
  struct analysis_view v;
  struct json_out o;
  if (analysis_view_new(&v, a) != 0) {
    analysis_view_free(&v);
    return ENOMEM;
  }
  json_out_begin(&o, to, DIGITS);
  json_out_value(&o, "version", json_string(SLUICE_VERSION));
  json_out_value(&o, "command", json_string(command));
  json_out_value(&o, "scenario", json_string(a->s->name));
  json_out_value(&o, "unit_gbps", json_real(a->unit / 1e9));
  put_links(&v, &o);
  json_out_value(&o, "cyclic", json_boolean(a->cyclic));
  json_out_value(&o, "all_cycles", json_boolean(a->all_cycles));
  json_out_value(&o, "cycles", json_cycles(&v));
  json_out_value(&o, "iterations", json_integer(a->iterations));
  json_out_value(&o, "algorithm", json_string(analysis_outcome_text(a->outcome)));
  json_out_value(&o, "notes", json_notes(a));
  json_out_value(&o, "verdict", json_string(analysis_verdict_text(analysis_verdict(a))));
  analysis_view_free(&v);
  return json_out_end(&o) == 0 ? 0 : ENOMEM;
}
