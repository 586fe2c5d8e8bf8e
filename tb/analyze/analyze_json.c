// An analysis for programs. Names are plain words, which need no escapes.
#include "analyze_report.h"
#include "command.h"

enum { NAME = 160 };

static void name(const struct analysis *a, const char *key, int channel, FILE *to) {
  char text[NAME];
  analysis_channel_name(a, channel, text, sizeof(text));
  fprintf(to, "\"%s\": \"%s\"", key, text);
}

static void reasons(const struct analysis *a, int channel, FILE *to) {
  const char *comma = "";
  fprintf(to, ", \"reasons\": [");
  for (int i = 0; i < a->reasons; i++) {
    const struct analysis_reason *r = &a->reason[i];
    if (r->channel != channel) continue;
    fprintf(to, "%s{\"kind\": \"%s\", ", comma, r->active ? "active" : "passive");
    name(a, "by", r->by, to);
    if (r->active) {
      fprintf(to, ", \"flow\": \"%s\"", a->s->flow[r->flow].name);
    } else {
      fprintf(to, ", ");
      name(a, "with", r->with, to);
    }
    fprintf(to, ", \"iteration\": %d}", r->iteration);
    comma = ", ";
  }
  fprintf(to, "]");
}

static void links(const struct analysis *a, FILE *to) {
  fprintf(to, "  \"links\": [\n");
  for (int i = 0; i < a->channels; i++) {
    const struct analysis_channel *c = &a->channel[i];
    const struct scenario_link *l = &a->s->link[c->link];
    fprintf(to, "    {");
    name(a, "name", i, to);
    fprintf(to, ", \"link\": \"%s\", \"from\": \"%s\", \"to\": \"%s\", \"class\": %d", l->name,
            scenario_node_name(a->s, l->end[c->side].node), scenario_node_name(a->s, l->end[!c->side].node), c->cls);
    fprintf(to, ", \"capacity\": %.9g, \"effective\": %.9g, \"pause\": %.9g", c->capacity, c->effective, c->pause);
    reasons(a, i, to);
    fprintf(to, "}%s\n", i + 1 < a->channels ? "," : "");
  }
  fprintf(to, "  ],\n");
}

static void cycles(const struct analysis *a, FILE *to) {
  fprintf(to, "  \"cyclic\": %s,\n  \"all_cycles\": %s,\n  \"cycles\": [", a->cyclic ? "true" : "false",
          a->all_cycles ? "true" : "false");
  for (int i = 0; i < a->cycles; i++) {
    fprintf(to, "%s[", i > 0 ? ", " : "");
    for (int k = 0; k < a->cycle[i].length; k++) {
      char text[NAME];
      analysis_channel_name(a, a->cycle[i].channel[k], text, sizeof(text));
      fprintf(to, "%s\"%s\"", k > 0 ? ", " : "", text);
    }
    fprintf(to, "]");
  }
  fprintf(to, "],\n");
}

void analysis_json(const struct analysis *a, const char *command, FILE *to) {
  fprintf(to, "{\n  \"version\": \"%s\",\n  \"command\": ", SLUICE_VERSION);
  command_json(command, to);
  fprintf(to, ",\n  \"scenario\": \"%s\",\n  \"unit_gbps\": %.9g,\n", a->s->name, a->unit / 1e9);
  links(a, to);
  fprintf(to, "  \"flows\": [");
  for (int i = 0; i < a->s->flows; i++)
    fprintf(to, "%s{\"name\": \"%s\", \"rate\": %.9g}", i > 0 ? ", " : "", a->s->flow[i].name,
            a->hop[a->first[i]].rate);
  fprintf(to, "],\n");
  cycles(a, to);
  fprintf(to, "  \"iterations\": %d,\n  \"verdict\": \"%s\"\n}\n", a->iterations, analysis_verdict_text(a->verdict));
}
