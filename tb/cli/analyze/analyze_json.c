// An analysis as JSON.
#include <errno.h>

#include "tb/cli/analyze/analyze_report.h"
#include "tb/cli/analyze/view.h"
#include "tb/sim/results/json_out.h"

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

static json_t *cycles(const struct analysis_view *v) {
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

static json_t *notes(const struct analysis *a) {
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
  json_out_value(&o, "cycles", cycles(&v));
  json_out_value(&o, "iterations", json_integer(a->iterations));
  json_out_value(&o, "algorithm", json_string(analysis_outcome_text(a->outcome)));
  json_out_value(&o, "notes", notes(a));
  json_out_value(&o, "verdict", json_string(analysis_verdict_text(analysis_verdict(a))));
  analysis_view_free(&v);
  return json_out_end(&o) == 0 ? 0 : ENOMEM;
}
