// Tables as in the paper: a row for each stage, a column for each rate and for each capacity with its P.
#define _POSIX_C_SOURCE 200809L
#include "tb/cli/analyze/analyze_report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/analyze/view.h"
#include "tb/sim/results/terminal.h"

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
