#include "tb/sim/files/yaml_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(const struct yaml_text *t, size_t line, const char *wrong, const char *right, struct error *err) {
  return error_set(err, "%s:%zu: %s; %s", t->path, line, wrong, right);
}

// The same, where what would be right names the kind of file once.
__attribute__((format(printf, 4, 0))) static int complain_kind(const struct yaml_text *t, size_t line,
                                                               const char *wrong, const char *right,
                                                               struct error *err) {
  char text[128];
  snprintf(text, sizeof(text), right, t->kind);
  return complain(t, line, wrong, text, err);
}

static int no_memory(const struct yaml_text *t, struct error *err) {
  complain(t, 1, "out of memory", "free some", err);
  return ENOMEM;
}

// A pipe does not say how long it is: room is doubled.
static int slurp(struct yaml_text *t, FILE *f, struct error *err) {
  for (size_t room = YAML_TEXT_FIRST; t->size <= YAML_TEXT_MAX && feof(f) == 0 && ferror(f) == 0; room *= 2) {
    char *more = realloc(t->data, room);
    if (more == NULL) return no_memory(t, err);
    t->data = more;
    t->size += fread(t->data + t->size, 1, room - t->size, f);
  }
  if (ferror(f)) {
    char wrong[256];
    snprintf(wrong, sizeof(wrong), "cannot read: %s", strerror(errno));
    return complain_kind(t, 1, wrong, "give a %s file", err);
  }
  if (t->size > YAML_TEXT_MAX)
    return complain_kind(t, 1, "the file is larger than 64 MiB", "a %s is smaller; many flows go into a flows_csv",
                         err);
  return 0;
}

static size_t line_at(const struct yaml_text *t, size_t offset) {
  size_t line = 1;
  for (size_t i = 0; i < offset && i < t->size; i++) line += t->data[i] == '\n';
  return line;
}

static int syntax(const struct yaml_text *t, const yaml_parser_t *p, struct error *err) {
  char wrong[256];
  bool reader = p->error == YAML_READER_ERROR;
  size_t line = reader ? line_at(t, p->problem_offset) : p->problem_mark.line + 1;
  snprintf(wrong, sizeof(wrong), "not YAML: %s", p->problem != NULL ? p->problem : "unreadable");
  return complain_kind(t, line, wrong, reader ? "a %s is UTF-8 text" : "check indentation, colons and brackets", err);
}

// What the document tree would hide: aliases, further documents, and depths that no scenario has.
static int check_events(const struct yaml_text *t, yaml_parser_t *p, struct error *err) {
  int depth = 0, documents = 0, status = 0;
  for (bool more = true; more && status == 0;) {
    yaml_event_t e;
    if (!yaml_parser_parse(p, &e)) return syntax(t, p, err);
    size_t line = e.start_mark.line + 1;
    if (e.type == YAML_STREAM_END_EVENT) more = false;
    if (e.type == YAML_ALIAS_EVENT) status = complain(t, line, "an alias (*name)", "write the value itself", err);
    if (e.type == YAML_DOCUMENT_START_EVENT && ++documents > 1)
      status = complain_kind(t, line, "a second document", "a %s file holds one", err);
    if (e.type == YAML_MAPPING_START_EVENT || e.type == YAML_SEQUENCE_START_EVENT) depth++;
    if (e.type == YAML_MAPPING_END_EVENT || e.type == YAML_SEQUENCE_END_EVENT) depth--;
    if (depth > YAML_TEXT_DEPTH)
      status = complain_kind(t, line, "nested too deeply", "no key of a %s needs more than 4 levels", err);
    yaml_event_delete(&e);
  }
  if (status == 0 && documents == 0)
    status = complain_kind(t, 1, "the file is empty", "start from one of the ready %ss", err);
  return status;
}

int yaml_text_parse(struct yaml_text *t, struct error *err) {
  for (int pass = 0; pass < 2; pass++) {
    yaml_parser_t p;
    int status = 0;
    if (!yaml_parser_initialize(&p)) return ENOMEM;
    yaml_parser_set_input_string(&p, (const unsigned char *)t->data, t->size);
    if (pass == 0)
      status = check_events(t, &p, err);
    else if (yaml_parser_load(&p, &t->document))
      t->parsed = true;
    else
      status = syntax(t, &p, err);
    yaml_parser_delete(&p);
    if (status != 0) return status;
  }
  return 0;
}

int yaml_text_read(struct yaml_text *t, const char *path, const char *kind, struct error *err) {
  *t = (struct yaml_text){.path = path, .kind = kind};
  FILE *f = fopen(path, "rb");
  if (f == NULL) {
    char wrong[256];
    snprintf(wrong, sizeof(wrong), "cannot open: %s", strerror(errno));
    return complain_kind(t, 1, wrong, "give a %s file", err);
  }
  int status = slurp(t, f, err);
  fclose(f);
  return status != 0 ? status : yaml_text_parse(t, err);
}

void yaml_text_free(struct yaml_text *t) {
  if (t->parsed) yaml_document_delete(&t->document);
  free(t->data);
  *t = (struct yaml_text){0};
}

static const char *scalar(const yaml_node_t *node) { return (const char *)node->data.scalar.value; }

// What was set has the number of its setting as its index, and no column.
static bool is_set(const yaml_node_t *node) { return node->start_mark.column == YAML_SET_COLUMN; }

const char *yaml_text_place(const struct yaml_text *t, const yaml_node_t *node, char *place) {
  if (node != NULL && is_set(node))
    snprintf(place, YAML_PLACE, "%s", t->set[node->start_mark.index].where);
  else
    snprintf(place, YAML_PLACE, "%s:%zu", t->path, node != NULL ? node->start_mark.line + 1 : 1);
  return place;
}

// One step of a path: the value of a key, or the element of that number. *at becomes the key or element.
static const yaml_node_t *step(yaml_document_t *d, const yaml_node_t *node, const char *name, size_t length,
                               const yaml_node_t **at) {
  if (node->type == YAML_SEQUENCE_NODE) {
    long index = strtol(name, NULL, 10);
    if (index >= node->data.sequence.items.top - node->data.sequence.items.start) return NULL;
    return *at = yaml_document_get_node(d, node->data.sequence.items.start[index]);
  }
  if (node->type != YAML_MAPPING_NODE) return NULL;
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_document_get_node(d, pair->key);
    if (key->type != YAML_SCALAR_NODE || strlen(scalar(key)) != length || strncmp(scalar(key), name, length) != 0)
      continue;
    const yaml_node_t *value = yaml_document_get_node(d, pair->value);
    *at = is_set(value) ? value : key;
    return value;
  }
  return NULL;
}

// The last key or element of a path that exists, of the file only or at all; NULL: none.
static const yaml_node_t *last(const struct yaml_text *t, const char *path, bool of_file) {
  yaml_document_t *d = (yaml_document_t *)&t->document;  // libyaml's getters take no const
  const yaml_node_t *node = yaml_document_get_root_node(d), *found = NULL, *at = NULL;
  while (node != NULL && *path != '\0') {
    size_t length = strcspn(path, ".");
    node = step(d, node, path, length, &at);
    if (node != NULL && !(of_file && is_set(at))) found = at;
    path += length + (path[length] == '.');
  }
  return found;
}

int yaml_text_line(const struct yaml_text *t, const char *path) {
  const yaml_node_t *node = last(t, path, true);
  return node != NULL ? (int)node->start_mark.line + 1 : 1;
}

const char *yaml_text_where(const struct yaml_text *t, const char *path, char *place) {
  return yaml_text_place(t, last(t, path, false), place);
}
