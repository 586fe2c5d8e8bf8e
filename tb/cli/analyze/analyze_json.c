// An analysis for programs. Names are plain words, which need no escapes.
#include <errno.h>

#include "tb/cli/analyze/analyze_report.h"
#include "tb/cli/analyze/view.h"
#include "tb/sim/results/command.h"

static void reasons(const struct analysis_view *v, int channel, FILE *to) {
  const char *comma = "";
  fprintf(to, ", \"reasons\": [");
  for (int i = v->reason[channel]; i >= 0; i = v->next_reason[i]) {
    const struct analysis_reason *r = &v->a->reason[i];
    fprintf(to, "%s{\"kind\": \"%s\", \"by\": \"%s\", ", comma, r->active ? "active" : "passive", v->name[r->by]);
    if (r->active)
      fprintf(to, "\"flow\": \"%s\"", v->a->s->flow[r->flow].name);
    else
      fprintf(to, "\"with\": \"%s\"", v->name[r->with]);
    fprintf(to, ", \"iteration\": %d}", r->iteration);
    comma = ", ";
  }
  fprintf(to, "]");
}

static void links(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  fprintf(to, "  \"links\": [\n");
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    const struct scenario_link *l = &a->s->link[c->link];
    fprintf(to, "    {\"name\": \"%s\", \"link\": \"%s\", \"from\": \"%s\", \"to\": \"%s\", \"class\": %d", v->name[i],
            l->name, scenario_node_name(a->s, l->end[c->side].node), scenario_node_name(a->s, l->end[!c->side].node),
            c->cls);
    fprintf(to, ", \"capacity\": %.9g, \"effective\": %.9g, \"pause\": %.9g", c->capacity, c->effective, c->pause);
    reasons(v, i, to);
    fprintf(to, "}%s\n", i + 1 < a->channels ? "," : "");
  }
  fprintf(to, "  ],\n");
}

static void cycles(const struct analysis_view *v, FILE *to) {
  const struct analysis *a = v->a;
  fprintf(to, "  \"cyclic\": %s,\n  \"all_cycles\": %s,\n  \"cycles\": [", a->cyclic ? "true" : "false",
          a->all_cycles ? "true" : "false");
  for (int i = 0; i < a->cycles; i++) {
    fprintf(to, "%s[", i > 0 ? ", " : "");
    for (int k = 0; k < a->cycle[i].length; k++)
      fprintf(to, "%s\"%s\"", k > 0 ? ", " : "", v->name[a->cycle[i].channel[k]]);
    fprintf(to, "]");
  }
  fprintf(to, "],\n");
}

int analysis_json(const struct analysis *a, const char *command, FILE *to) {
  struct analysis_view v;
  if (analysis_view_new(&v, a) != 0) {
    analysis_view_free(&v);
    return ENOMEM;
  }
  fprintf(to, "{\n  \"version\": \"%s\",\n  \"command\": ", SLUICE_VERSION);
  command_json(command, to);
  fprintf(to, ",\n  \"scenario\": \"%s\",\n  \"unit_gbps\": %.9g,\n", a->s->name, a->unit / 1e9);
  links(&v, to);
  fprintf(to, "  \"flows\": [");
  for (int i = 0; i < a->s->flows; i++)
    fprintf(to, "%s{\"name\": \"%s\", \"rate\": %.9g}", i > 0 ? ", " : "", a->s->flow[i].name,
            a->hop[a->first[i]].rate);
  fprintf(to, "],\n");
  cycles(&v, to);
  fprintf(to, "  \"iterations\": %d,\n  \"verdict\": \"%s\"\n}\n", a->iterations, analysis_verdict_text(a->verdict));
  analysis_view_free(&v);
  return 0;
}
