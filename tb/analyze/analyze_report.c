// Tables as in the paper: a line for each stage, a column for each rate and for each capacity with its P.
#define _POSIX_C_SOURCE 200809L
#include "analyze_report.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL = 12, WIDTH = 120, GAP = 2, TEXT = 160 };

static bool both_directions(const struct analysis *a, const struct analysis_channel *c) {
  for (int i = 0; i < a->channels; i++)
    if (a->channel[i].link == c->link && a->channel[i].side != c->side) return true;
  return false;
}

static bool classes(const struct analysis *a) {
  for (int i = 1; i < a->channels; i++)
    if (a->channel[i].cls != a->channel[0].cls) return true;
  return false;
}

void analysis_channel_name(const struct analysis *a, int channel, char *name, size_t size) {
  const struct analysis_channel *c = &a->channel[channel];
  const struct scenario_link *l = &a->s->link[c->link];
  char cls[16] = "";
  if (classes(a)) snprintf(cls, sizeof(cls), "/%d", c->cls);
  if (both_directions(a, c))
    snprintf(name, size, "%s:%s%s", l->name, scenario_node_name(a->s, l->end[c->side].node), cls);
  else
    snprintf(name, size, "%s%s", l->name, cls);
}

// ---- tables ----

static bool before(const struct analysis_channel *a, const struct analysis_channel *b) {
  if (a->link != b->link) return a->link < b->link;
  return a->side != b->side ? a->side < b->side : a->cls < b->cls;
}

// The channel with so many before it in the order of the file.
static int ranked(const struct analysis *a, int rank) {
  for (int c = 0; c < a->channels; c++) {
    int smaller = 0;
    for (int i = 0; i < a->channels; i++) smaller += before(&a->channel[i], &a->channel[c]);
    if (smaller == rank) return c;
  }
  return 0;
}

// Columns are the rates of all hops or, behind them, the capacities of all channels. stage -1: the heading.
static void cell(const struct analysis *a, int column, int stage, char *text, size_t size) {
  char name[TEXT];
  int channel = column < a->hops ? a->hop[column].channel : ranked(a, column - a->hops);
  analysis_channel_name(a, channel, name, sizeof(name));
  if (stage < 0 && column < a->hops)
    snprintf(text, size, "%s@%s", a->s->flow[a->hop[column].flow].name, name);
  else if (stage < 0)
    snprintf(text, size, "%s c(P)", name);
  else if (column < a->hops)
    snprintf(text, size, "%.4g", a->stage[stage].rate[column]);
  else
    snprintf(text, size, "%.4g(%.4g)", a->stage[stage].effective[channel], a->stage[stage].pause[channel]);
}

static int width_of(const struct analysis *a, int column) {
  char text[2 * TEXT];
  int width = 0;
  for (int i = -1; i < a->stages; i++) {
    cell(a, column, i, text, sizeof(text));
    if ((int)strlen(text) > width) width = (int)strlen(text);
  }
  return width;
}

static void line(const struct analysis *a, int first, int last, int stage, FILE *to) {
  char text[2 * TEXT] = "";
  if (stage >= 0 && a->stage[stage].stage == 0)
    snprintf(text, sizeof(text), "init");
  else if (stage >= 0)
    snprintf(text, sizeof(text), "%d, stage %d", a->stage[stage].iteration, a->stage[stage].stage);
  fprintf(to, "%-*s", LABEL, text);
  for (int i = first; i < last; i++) {
    cell(a, i, stage, text, sizeof(text));
    fprintf(to, "%*s", width_of(a, i) + GAP, text);
  }
  fputc('\n', to);
}

// As many tables below each other as the columns from first to last need.
static void table(const struct analysis *a, int first, int last, FILE *to) {
  while (first < last) {
    int width = LABEL, end = first;
    do width += width_of(a, end++) + GAP;
    while (end < last && width + width_of(a, end) + GAP <= WIDTH);
    for (int i = -1; i < a->stages; i++) line(a, first, end, i, to);
    fputc('\n', to);
    first = end;
  }
}

// ---- lists ----

static void reason(const struct analysis *a, const struct analysis_reason *r, FILE *to) {
  char by[TEXT], with[TEXT];
  analysis_channel_name(a, r->by, by, sizeof(by));
  if (r->active) {
    fprintf(to, "active: %s takes less of flow %s", by, a->s->flow[r->flow].name);
  } else {
    analysis_channel_name(a, r->with, with, sizeof(with));
    fprintf(to, "passive: shares %s with %s", by, with);
  }
  fprintf(to, " (from iteration %d)", r->iteration);
}

static void regulated(const struct analysis *a, FILE *to) {
  char name[TEXT];
  int count = 0;
  for (int rank = 0; rank < a->channels; rank++) {
    int c = ranked(a, rank);
    bool first = true;
    for (int i = 0; i < a->reasons; i++) {
      if (a->reason[i].channel != c) continue;
      if (count++ == 0) fprintf(to, "Pause-regulated links, with their P at the end:\n");
      analysis_channel_name(a, c, name, sizeof(name));
      if (first)
        fprintf(to, "  %-16s %-8.4g ", name, a->channel[c].pause);
      else
        fprintf(to, "  %-16s %-8s ", "", "");
      reason(a, &a->reason[i], to);
      fputc('\n', to);
      first = false;
    }
  }
  if (count == 0) fprintf(to, "No link is pause-regulated.\n");
}

static bool all_regulated(const struct analysis *a, const struct analysis_cycle *c) {
  for (int i = 0; i < c->length; i++)
    if (a->channel[c->channel[i]].pause <= 0) return false;
  return true;
}

static void cycles(const struct analysis *a, FILE *to) {
  char name[TEXT];
  if (!a->cyclic) {
    fprintf(to, "No cyclic buffer dependency.\n");
    return;
  }
  fprintf(to, "Cyclic buffer dependencies%s:\n", a->all_cycles ? "" : " (more than are listed)");
  for (int i = 0; i < a->cycles; i++) {
    const struct analysis_cycle *c = &a->cycle[i];
    fprintf(to, "  ");
    for (int k = 0; k <= c->length; k++) {
      analysis_channel_name(a, c->channel[k % c->length], name, sizeof(name));
      fprintf(to, "%s%s", k > 0 ? " -> " : "", name);
    }
    fprintf(to, ": %s\n", all_regulated(a, c) ? "all pause-regulated" : "not all pause-regulated");
  }
}

static void verdict(const struct analysis *a, FILE *to) {
  fprintf(to, "Verdict: %s after %d iteration%s", analysis_verdict_text(a->verdict), a->iterations,
          a->iterations == 1 ? "" : "s");
  fprintf(to, "%s\n",
          a->verdict == ANALYSIS_TO_ZERO ? ": deadlock predicted"
          : a->verdict == ANALYSIS_STOPS ? ": no deadlock predicted"
                                         : ": neither settled nor zero");
  fprintf(to, "Rates at the end:");
  for (int i = 0; i < a->s->flows; i++) fprintf(to, " %s %.4g", a->s->flow[i].name, a->hop[a->first[i]].rate);
  fputc('\n', to);
}

void analysis_report(const struct analysis *a, FILE *to) {
  fprintf(to, "%s: rates and capacities in units of %g Gb/s; flow@link, c: capacity, P: pause probability\n\n",
          a->s->name, a->unit / 1e9);
  if (a->s->groups > 0)
    fprintf(to, "Flows of traffic and CSV files: taken to be there all at once, each as fast as its host\n\n");
  if (a->s->routing == ROUTING_ECMP)
    fprintf(to, "Routes that are not given: as ECMP's hash with seed %" PRIu64 " has them in a run\n\n",
            a->s->ecmp_seed);
  table(a, 0, a->hops, to);
  table(a, a->hops, a->hops + a->channels, to);
  if (a->stages > 0 && a->iterations > a->stage[a->stages - 1].iteration)
    fprintf(to, "(iterations %d to %d are not shown)\n\n", a->stage[a->stages - 1].iteration + 1, a->iterations);
  regulated(a, to);
  fputc('\n', to);
  cycles(a, to);
  fputc('\n', to);
  verdict(a, to);
}
