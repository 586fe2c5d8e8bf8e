#define _GNU_SOURCE
#include "tb/cli/topology/own_files.h"

#include <string.h>

#include "tb/sim/files/yaml_text.h"

// ---- flows and traffic ----

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/rows.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"
#include "tb/sim/traffic/sizes.h"

enum { PATH = 4096 };

// The path of a file as a scenario names it, relative to its own directory. Returns NULL if out of memory.
static char *from_scenario(const char *file, const char *scenario) {
  const bool elsewhere = scenario != NULL && strchr(scenario, '/') != NULL && file[0] != '/';
  char *path = elsewhere ? realpath(file, NULL) : NULL;
  return path != NULL ? path : strdup(file);
}

void own_traffic_free(struct own_traffic *own) {
  free(own->flows_csv);
  free(own->entries);
}

// ---- a CSV file of flows ----

static int take_flows(struct own_traffic *own, const struct own_place *at, struct rows *csv) {
  static const struct rows_column columns[] = {{"source", true}, {"destination", true}, {"class", false},
                                               {"bytes", true},  {"start_us", false},   {"after", false}};
  enum { CLASS = 2, BYTES = 3, START_US = 4 };
  int more = 0, status = rows_heading(csv, columns, sizeof(columns) / sizeof(*columns));
  while (status == 0 && (more = rows_next(csv)) == 1) {
    uint64_t bytes = 0, cls = 0;
    double us = 0;
    if (at->classes > 0 && *csv->field[CLASS] != '\0')
      status = rows_whole(csv, "class", csv->field[CLASS], 0, (uint64_t)at->classes - 1, &cls);
    if (status != 0) return status;
    if (*csv->field[BYTES] != '\0') status = rows_whole(csv, "bytes", csv->field[BYTES], 1, UINT64_C(1) << 50, &bytes);
    if (status == 0 && *csv->field[START_US] != '\0')
      status = rows_decimal(csv, "start_us", csv->field[START_US], 1e9, &us);
    if (bytes > own->largest) own->largest = bytes;
    if (us > own->last_us) own->last_us = us;
  }
  return status == 0 && more < 0 ? EINVAL : status;
}

int own_flows(struct own_traffic *own, const char *file, const struct own_place *at, struct error *err) {
  const char *why;
  struct rows csv;
  own->flows_csv = from_scenario(file, at->scenario);
  if (own->flows_csv == NULL) return error_no_memory(err, file);
  FILE *from = infile_open(file, true, &why);
  if (from == NULL) return error_at(err, file, "cannot open: %s; give --flows a CSV file", why);
  rows_begin(&csv, from, file, "source,destination,class,bytes,start_us", err);
  int status = take_flows(own, at, &csv);
  rows_end(&csv);
  fclose(from);
  return status;
}

// ---- entries of traffic ----

struct entries {
  struct checker c;
  const struct file_of_traffic *file;
  const struct own_place *at;
};

static int check_class(struct entries *e, unsigned i) {
  const uint32_t *cls = e->file->traffic[i].cls;
  char path[64];
  if (cls == NULL || e->at->classes == 0 || (int)*cls < e->at->classes) return 0;
  snprintf(path, sizeof(path), "traffic.%u.class", i);
  return scenario_wrong(&e->c, path, "class %u does not exist; the network has classes 0 to %d, see --classes", *cls,
                        e->at->classes - 1);
}

// Flows of an entry that go to one host at once
static uint64_t together(const struct entries *e, const struct file_traffic *t) {
  if (*t->pattern != TRAFFIC_INCAST) return 1;
  return t->senders != NULL ? *t->senders : (uint64_t)e->at->hosts;
}

static int find_largest(struct entries *e, struct own_traffic *own) {
  for (unsigned i = 0; i < e->file->traffic_count; i++) {
    const struct file_traffic *t = &e->file->traffic[i];
    char path[64];
    uint64_t bytes = 0;
    struct sizes sizes;
    int status = 0;
    snprintf(path, sizeof(path), "traffic.%u.%s", i, t->bytes != NULL ? "bytes" : "sizes");
    if (t->bytes != NULL)
      status = scenario_amount(&e->c, path, t->bytes, LEAST_TRAFFIC_BYTES, MOST_TRAFFIC_BYTES, &bytes);
    if (status == 0 && t->sizes != NULL) {
      status = scenario_sizes(&e->c, path, t->sizes, &sizes);
      if (status != 0) return status;
      bytes = (uint64_t)sizes.point[sizes.points - 1].bytes;
      sizes_free(&sizes);
    }
    if (status == 0) status = check_class(e, i);
    if (status != 0) return status;
    if (bytes * together(e, t) > own->largest) own->largest = bytes * together(e, t);
  }
  return 0;
}

void own_put_word(const char *text, FILE *to) {
  if (*text != '\0' &&
      text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-")] == '\0') {
    fputs(text, to);
    return;
  }
  fputc('"', to);
  for (; *text != '\0'; text++) fprintf(to, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  fputc('"', to);
}

static void put_value(const struct yaml_node *node, FILE *to) {
  if (node->kind == YAML_WORD) {
    own_put_word(node->text, to);
    return;
  }
  fputc('[', to);
  for (int i = 0; i < node->children; i++) {
    if (i > 0) fputs(", ", to);
    put_value(node->child[i], to);
  }
  fputc(']', to);
}

static int put_sizes(const struct entries *e, const char *name, FILE *to) {
  char path[PATH];
  if (strpbrk(name, "./") == NULL) {
    own_put_word(name, to);
    return 0;
  }
  path_next_to(e->c.text->path, name, path, sizeof(path));
  char *moved = from_scenario(path, e->at->scenario);
  if (moved == NULL) return ENOMEM;
  if (strpbrk(moved, "./") == NULL) fputs("./", to);
  own_put_word(moved, to);
  free(moved);
  return 0;
}

static int put_entry(const struct entries *e, const struct file_traffic *t, const struct yaml_node *map, FILE *to) {
  int status = 0;
  for (int i = 0; i < map->children; i += 2) {
    const struct yaml_node *key = map->child[i], *value = map->child[i + 1];
    fprintf(to, "%s%s: ", i > 0 ? ", " : "  - {", key->text);
    if (strcmp(key->text, "sizes") == 0)
      status = put_sizes(e, value->text, to);
    else
      put_value(value, to);
    if (status != 0) return status;
  }
  if (t->until_us == NULL && (t->load != NULL || t->period_us != NULL))
    fprintf(to, ", until_us: %" PRIu64, e->at->until_us);
  fputs("}\n", to);
  return 0;
}

static int put_entries(const struct entries *e, struct own_traffic *own) {
  const struct yaml_node *list = *yaml_node_value(e->c.text->root, "traffic", 7);
  size_t size;
  int status = 0;
  FILE *to = open_memstream(&own->entries, &size);
  if (to == NULL) return ENOMEM;
  for (int i = 0; i < list->children && status == 0; i++)
    status = put_entry(e, &e->file->traffic[i], list->child[i], to);
  return fclose(to) == 0 ? status : ENOMEM;
}

int own_entries(struct own_traffic *own, const char *file, const struct own_place *at, struct error *err) {
  struct yaml_text text = {.path = NULL};
  const void *values;
  struct entries e = {.at = at};
  int status = yaml_text_read(&text, file, "traffic", err);
  if (status == 0) status = yaml_text_load(&text, "the traffic file", &scenario_traffic_schema, &values, err);
  if (status == 0) {
    e.file = values;
    e.c = (struct checker){.text = &text, .err = err, .s = calloc(1, sizeof(struct scenario))};
    status = e.c.s != NULL ? find_largest(&e, own) : error_no_memory(err, file);
    scenario_free(e.c.s);
  }
  if (status == 0 && put_entries(&e, own) != 0) status = error_no_memory(err, file);
  yaml_text_free(&text);
  return status;
}

// ---- section mmu ----

// The start of a line of the file, 1 is the first; the end of the file if there are fewer lines.
static const char *start_of(const struct yaml_text *t, int line) {
  const char *at = t->data, *end = t->data + t->size;
  while (line-- > 1 && at != end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    at = newline != NULL ? newline + 1 : end;
  }
  return at;
}

// The line of the key after `mmu`; 0: it is the last one.
static int next_line(const struct yaml_node *root, const struct yaml_node *value) {
  for (int i = 1; i + 1 < root->children; i += 2)
    if (root->child[i] == value) return root->child[i + 1]->line;
  return 0;
}

static int find(const struct yaml_text *t, char **text, struct error *err) {
  struct yaml_node **value = yaml_node_value(t->root, "mmu", strlen("mmu"));
  if (value == NULL || (*value)->kind != YAML_MAP)
    return error_set(err, "%s: the file has no section mmu; give a file of sluice plan --mmu, or a scenario", t->path);
  const char *from = start_of(t, yaml_text_line(t, "mmu")), *end = t->data + t->size;
  int next = next_line(t->root, *value);
  if (next != 0) end = start_of(t, next);
  if (end <= from)
    return error_set(err, "%s: section mmu shares its line with other keys; give it lines of its own", t->path);
  *text = strndup(from, (size_t)(end - from));
  return *text != NULL ? 0 : error_no_memory(err, t->path);
}

int mmu_section_read(const char *path, char **text, struct error *err) {
  struct yaml_text t = {.path = path};
  int status = yaml_text_read(&t, path, "mmu", err);
  if (status == 0) status = find(&t, text, err);
  yaml_text_free(&t);
  return status;
}
