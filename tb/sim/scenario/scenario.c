// Loads a scenario: reads the text, loads its values by the schema, and interprets them together.
#include "tb/sim/scenario/scenario.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/scenario/scenario_file.h"

enum { SCENARIO_TEXT_MAX = 1 << 20 };  // bytes

// A file, and its values after loading
struct loaded {
  struct yaml_text text;
  const void *values;
  struct yaml_setting set[SCENARIO_SETTINGS];
  int sets;
};

static int read_file(struct loaded *l, const char *path, const char *text, struct error *err) {
  int status = text != NULL ? yaml_text_take(&l->text, path, "scenario", text, err)
                            : yaml_text_read(&l->text, path, "scenario", err);
  return status == 0 ? yaml_text_set(&l->text, l->set, l->sets, err) : status;
}

// Loads the section mmu of a file that has no other key, or of another scenario, whose other keys are checked but not
// used.
static int load_mmu(struct loaded *l, const char *path, const struct file_mmu **mmu, struct error *err) {
  int status = read_file(l, path, NULL, err);
  if (status != 0) return status;
  const bool whole = yaml_node_value(l->text.root, "switches", strlen("switches")) != NULL;
  status = yaml_text_load(&l->text, "the mmu file", whole ? &scenario_schema : &scenario_mmu_schema, &l->values, err);
  if (status != 0) return status;
  *mmu = whole ? ((const struct file *)l->values)->mmu : ((const struct file_of_mmu *)l->values)->mmu;
  return 0;
}

static int check(struct checker *c) {
  int status = scenario_check_general(c);
  if (status == 0) status = scenario_check_policy(c);
  if (status == 0) status = scenario_check_nodes(c);
  if (status == 0) status = scenario_new_routes(c);
  if (status == 0) status = scenario_check_flows(c);
  if (status == 0) status = scenario_check_traffic(c);
  if (status == 0) status = scenario_check_csv(c);
  if (status == 0) status = scenario_check_chains(c);
  if (status == 0) status = scenario_check_policies(c);
  if (status == 0) status = scenario_check_clock(c);
  if (status == 0) status = scenario_check_mmus(c);
  if (status == 0) status = scenario_check_schedulers(c);
  if (status == 0) status = scenario_check_congestion(c);
  if (status == 0) status = scenario_check_times(c);
  if (status == 0) status = scenario_check_reroute(c);
  if (status == 0) status = scenario_check_watchdogs(c);
  if (status == 0) status = scenario_check_trace(c);
  if (status == 0) status = scenario_check_search(c);
  if (status == 0) status = scenario_check_cycles(c);
  if (status == 0) status = scenario_check_effects(c);
  return status;
}

// Stores the text for results.json, so that a run can be repeated without the file.
static int keep(struct scenario_text *k, const struct yaml_text *t, struct error *err) {
  k->path = strdup(t->path);
  if (t->size <= SCENARIO_TEXT_MAX) k->text = strndup(t->data, t->size);
  if (k->path != NULL && (k->text != NULL || t->size > SCENARIO_TEXT_MAX)) return 0;
  return error_no_memory(err, t->path);
}

// Stores the keys of the run: those of the file, with the mmu section of another file and the seed of the command line.
static int keep_keys(struct scenario *s, const struct scenario_source *from, const struct yaml_text *file,
                     const struct yaml_text *other, struct error *err) {
  s->keys = yaml_json(file->root);
  int bad = s->keys == NULL;
  if (from->mmu != NULL) bad |= json_object_set_new(s->keys, "mmu", yaml_json(*yaml_node_value(other->root, "mmu", 3)));
  if (from->seed != NULL) bad |= json_object_set_new(s->keys, "seed", json_sprintf("%" PRIu64, *from->seed));
  return bad == 0 ? 0 : error_no_memory(err, from->path);
}

// Settings of the mmu section are for the file that has this section.
static void share_settings(struct loaded *file, struct loaded *other, const struct scenario_source *from) {
  for (int i = 0; i < from->sets; i++) {
    bool of_mmu = from->mmu != NULL && strncmp(from->set[i].key, "mmu.", 4) == 0;
    struct loaded *l = of_mmu ? other : file;
    l->set[l->sets++] = from->set[i];
  }
}

static int load(struct scenario *s, const struct scenario_source *from, struct error *err) {
  struct loaded file = {.values = NULL}, other = {.values = NULL};
  if (from->sets > SCENARIO_SETTINGS)
    return error_set(err, "%s: one key too many is set; at most %d are possible", from->set[SCENARIO_SETTINGS].where,
                     SCENARIO_SETTINGS);
  share_settings(&file, &other, from);
  const struct file_mmu *mmu = NULL;
  int status = read_file(&file, from->path, from->text, err);
  if (status == 0) status = yaml_text_load(&file.text, "the scenario", &scenario_schema, &file.values, err);
  if (status == 0 && from->mmu != NULL) status = load_mmu(&other, from->mmu, &mmu, err);
  if (status == 0) {
    const struct file *f = file.values;
    struct checker c = {.file = f, .text = &file.text, .mmu = f->mmu, .mmu_text = &file.text};
    c.s = s;
    c.seed = from->seed;
    c.err = err;
    if (from->mmu != NULL) {
      c.mmu = mmu;
      c.mmu_text = &other.text;
    }
    status = check(&c);
    if (s->routing != ROUTING_SPRAY && s->changes == 0) scenario_free_routes(s);  // no packet asks for a route
    names_free(&c.flow_names);
    names_free(&c.traffic_names);
  }
  if (status == 0) status = keep(&s->file, &file.text, err);
  if (status == 0 && from->mmu != NULL) status = keep(&s->mmu_file, &other.text, err);
  if (status == 0) status = keep_keys(s, from, &file.text, &other.text, err);
  yaml_text_free(&file.text);
  yaml_text_free(&other.text);
  return status;
}

int scenario_load(const char *path, struct scenario **out, struct error *err) {
  return scenario_load_mmu(path, NULL, out, err);
}

int scenario_load_mmu(const char *path, const char *mmu, struct scenario **out, struct error *err) {
  const struct scenario_source from = {.path = path, .mmu = mmu};
  return scenario_load_from(&from, out, err);
}

int scenario_load_from(const struct scenario_source *from, struct scenario **out, struct error *err) {
  *out = NULL;
  struct scenario *s = calloc(1, sizeof(*s));
  if (s == NULL) return error_no_memory(err, from->path);
  int status = load(s, from, err);
  if (status == 0)
    *out = s;
  else
    scenario_free(s);
  return status;
}

void scenario_free(struct scenario *s) {
  if (s == NULL) return;
  names_free(&s->node_names);
  names_free(&s->link_names);
  for (int i = 0; s->sw != NULL && i < s->switches; i++) {
    free(s->sw[i].name);
    free(s->sw[i].link);
    free(s->sw[i].feedback_place);
  }
  for (int i = 0; s->host != NULL && i < s->hosts; i++) free(s->host[i].name);
  for (int i = 0; s->link != NULL && i < s->links; i++) free(s->link[i].name);
  free(s->name);
  free(s->file.path);
  free(s->file.text);
  free(s->mmu_file.path);
  free(s->mmu_file.text);
  json_decref(s->keys);
  free(s->sw);
  free(s->host);
  scenario_free_routes(s);
  free(s->link);
  free(s->storm);
  free(s->change);
  free(s->change_hash);
  free(s->flow);
  free(s->after);
  free(s->follower);
  for (int i = 0; i < s->groups; i++) free(s->group[i].name);
  free(s->group);
  arena_free(&s->arena);
  free(s->probe);
  for (int i = 0; i < s->serieses; i++) {
    free(s->series[i].probe);
    free(s->series[i].sw);
  }
  free(s->series);
  free(s->burst);
  free(s->policy);
  for (int i = 0; i < s->warnings; i++) free(s->warning[i]);
  free(s->warning);
  free(s);
}
