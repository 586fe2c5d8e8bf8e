#include "tb/sim/files/yaml_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"

// line 0: the whole file
__attribute__((format(printf, 4, 5))) static int complain(const struct yaml_text *t, size_t line, struct error *err,
                                                          const char *format, ...) {
  char place[ERROR_PLACE];
  va_list args;
  snprintf(place, sizeof(place), line > 0 ? "%s:%zu" : "%s", t->path, line);
  va_start(args, format);
  int status = error_vat(err, place, format, args);
  va_end(args);
  return status;
}

static int no_memory(const struct yaml_text *t, struct error *err) { return error_no_memory(err, t->path); }

// ---- nodes ----

struct yaml_node *yaml_node_new(struct yaml_text *t, enum yaml_kind kind, const char *text, size_t length) {
  struct yaml_node *n = calloc(1, sizeof(*n));
  if (n == NULL) return NULL;
  *n = (struct yaml_node){.kind = kind, .length = length, .next = t->nodes};
  t->nodes = n;
  if (text == NULL) return n;
  n->text = calloc(length + 1, 1);
  return n->text != NULL ? memcpy(n->text, text, length), n : NULL;
}

int yaml_node_append(struct yaml_node *to, struct yaml_node *child) {
  struct yaml_node **more = vec_grow(to->child, (size_t)to->children, sizeof(struct yaml_node *));
  if (more == NULL) return ENOMEM;
  to->child = more;
  to->child[to->children++] = child;
  return 0;
}

struct yaml_node **yaml_node_value(const struct yaml_node *map, const char *key, size_t length) {
  for (int i = 0; map->kind == YAML_MAP && i < map->children; i += 2) {
    const struct yaml_node *k = map->child[i];
    if (k->kind == YAML_WORD && k->length == length && memcmp(k->text, key, length) == 0) return &map->child[i + 1];
  }
  return NULL;
}

void yaml_text_free(struct yaml_text *t) {
  for (struct yaml_node *n = t->nodes, *next; n != NULL; n = next) {
    next = n->next;
    free(n->text);
    free(n->child);
    free(n->memory);
    free(n);
  }
  free(t->data);
  *t = (struct yaml_text){0};
}

// ---- from libyaml's events ----

struct parser {
  struct yaml_text *t;
  yaml_parser_t yaml;
  yaml_event_t event;  // the next event
  const char *data, *where;
  struct error *err;
};

static int syntax(const struct parser *p) {
  const yaml_parser_t *y = &p->yaml;
  const char *problem = y->problem != NULL ? y->problem : "unreadable";
  if (y->error == YAML_MEMORY_ERROR) return no_memory(p->t, p->err);
  if (y->error != YAML_READER_ERROR)
    return complain(p->t, y->problem_mark.line + 1, p->err, "not YAML: %s; check indentation, colons and brackets",
                    problem);
  size_t line = 1;
  for (size_t i = 0; i < y->problem_offset; i++) line += p->data[i] == '\n';
  return complain(p->t, line, p->err, "not YAML: %s; a %s is UTF-8 text", problem, p->t->kind);
}

static int advance(struct parser *p) {
  yaml_event_delete(&p->event);
  return yaml_parser_parse(&p->yaml, &p->event) ? 0 : syntax(p);
}

static size_t line_of(const struct parser *p) { return p->event.start_mark.line + 1; }

static int take_node(struct parser *p, int depth, struct yaml_node **made);

// Takes the children of a list or map, up to its end event.
static int take_children(struct parser *p, int depth, struct yaml_node *to, yaml_event_type_t end) {
  if (depth == YAML_TEXT_DEPTH)
    return complain(p->t, line_of(p), p->err, "nested too deeply; no key of a %s needs more than 4 levels", p->t->kind);
  int status = advance(p);
  while (status == 0 && p->event.type != end) {
    struct yaml_node *child;
    status = take_node(p, depth + 1, &child);
    if (status == 0 && yaml_node_append(to, child) != 0) status = no_memory(p->t, p->err);
    if (status == 0) status = advance(p);
  }
  return status;
}

static int take_node(struct parser *p, int depth, struct yaml_node **made) {
  const yaml_event_t *e = &p->event;
  bool word = e->type == YAML_SCALAR_EVENT, map = e->type == YAML_MAPPING_START_EVENT;
  if (e->type == YAML_ALIAS_EVENT)
    return complain(p->t, line_of(p), p->err, "an alias (*name); write the value itself");
  struct yaml_node *n = word ? yaml_node_new(p->t, YAML_WORD, (char *)e->data.scalar.value, e->data.scalar.length)
                             : yaml_node_new(p->t, map ? YAML_MAP : YAML_LIST, NULL, 0);
  if (n == NULL) return no_memory(p->t, p->err);
  n->line = (int)line_of(p);
  n->where = p->where;
  *made = n;
  return word ? 0 : take_children(p, depth, n, map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT);
}

static int take_document(struct parser *p, struct yaml_node **root) {
  int status = advance(p);
  if (status == 0) status = advance(p);  // skip the start of the stream
  if (status == 0 && p->event.type == YAML_STREAM_END_EVENT)
    return complain(p->t, 1, p->err, "the file is empty; start from one of the ready %ss", p->t->kind);
  if (status == 0) status = advance(p);
  if (status == 0) status = take_node(p, 0, root);
  if (status == 0) status = advance(p);
  if (status == 0) status = advance(p);  // skip the end of the document
  if (status == 0 && p->event.type != YAML_STREAM_END_EVENT)
    return complain(p->t, line_of(p), p->err, "a second document; a %s file holds one", p->t->kind);
  return status;
}

int yaml_text_parse(struct yaml_text *t, const char *data, size_t size, const char *where, struct yaml_node **root,
                    struct error *err) {
  struct parser p = {.t = t, .data = data, .where = where, .err = err};
  if (!yaml_parser_initialize(&p.yaml)) return no_memory(t, err);
  yaml_parser_set_input_string(&p.yaml, (const unsigned char *)data, size);
  int status = take_document(&p, root);
  yaml_event_delete(&p.event);
  yaml_parser_delete(&p.yaml);
  return status;
}

// ---- the file ----

// Reads a file whole. The size of a pipe is unknown, so the capacity doubles.
static int slurp(struct yaml_text *t, FILE *f, struct error *err) {
  for (size_t capacity = YAML_TEXT_FIRST; t->size <= YAML_TEXT_MAX && feof(f) == 0 && ferror(f) == 0; capacity *= 2) {
    char *more = realloc(t->data, capacity);
    if (more == NULL) return no_memory(t, err);
    t->data = more;
    t->size += fread(t->data + t->size, 1, capacity - t->size, f);
  }
  if (ferror(f)) return complain(t, 0, err, "cannot read: %s; give a %s file", strerror(errno), t->kind);
  if (t->size <= YAML_TEXT_MAX) return 0;
  return complain(t, 0, err, "the file is larger than 64 MiB; a %s is smaller; many flows go into a flows_csv",
                  t->kind);
}

int yaml_text_take(struct yaml_text *t, const char *path, const char *kind, const char *data, struct error *err) {
  *t = (struct yaml_text){.path = path, .kind = kind, .data = strdup(data), .size = strlen(data)};
  return t->data != NULL ? yaml_text_parse(t, t->data, t->size, NULL, &t->root, err) : no_memory(t, err);
}

int yaml_text_read(struct yaml_text *t, const char *path, const char *kind, struct error *err) {
  *t = (struct yaml_text){.path = path, .kind = kind};
  const char *why;
  FILE *f = infile_open(path, false, &why);
  if (f == NULL) return complain(t, 0, err, "cannot open: %s; give a %s file", why, kind);
  int status = slurp(t, f, err);
  fclose(f);
  return status != 0 ? status : yaml_text_parse(t, t->data, t->size, NULL, &t->root, err);
}

// ---- places ----

const char *yaml_text_place(const struct yaml_text *t, const struct yaml_node *node, char *place) {
  if (node != NULL && node->where != NULL)
    snprintf(place, YAML_PLACE, "%s", node->where);
  else
    snprintf(place, YAML_PLACE, "%s:%d", t->path, node != NULL ? node->line : 1);
  return place;
}

// One step of a path: returns the value of a key, or the element of that number; *at becomes the key or element.
static const struct yaml_node *step(const struct yaml_node *node, const char *name, size_t length,
                                    const struct yaml_node **at) {
  if (node->kind == YAML_LIST) {
    long index = strtol(name, NULL, 10);
    return index < node->children ? *at = node->child[index] : NULL;
  }
  struct yaml_node **value = yaml_node_value(node, name, length);
  if (value == NULL) return NULL;
  *at = (*value)->where != NULL ? *value : value[-1];
  return *value;
}

// The last key or element of a path that exists in the file (of_file) or in the tree; NULL: none.
static const struct yaml_node *last(const struct yaml_text *t, const char *path, bool of_file) {
  const struct yaml_node *node = t->root, *found = NULL, *at = NULL;
  while (node != NULL && *path != '\0') {
    size_t length = strcspn(path, ".");
    node = step(node, path, length, &at);
    if (node != NULL && !(of_file && at->where != NULL)) found = at;
    path += length + (path[length] == '.');
  }
  return found;
}

int yaml_text_line(const struct yaml_text *t, const char *path) {
  const struct yaml_node *node = last(t, path, true);
  return node != NULL ? node->line : 1;
}

const char *yaml_text_where(const struct yaml_text *t, const char *path, char *place) {
  return yaml_text_place(t, last(t, path, false), place);
}

// ---- as JSON ----

static json_t *map(const struct yaml_node *node) {
  json_t *all = json_object();
  for (int i = 0; i + 1 < node->children && all != NULL; i += 2) {
    const struct yaml_node *key = node->child[i];  // the schema has accepted it, so it is a word without zero bytes
    if (json_object_set_new(all, key->text, yaml_json(node->child[i + 1])) == 0) continue;
    json_decref(all);
    return NULL;
  }
  return all;
}

static json_t *list(const struct yaml_node *node) {
  if (node->children > YAML_JSON_ELEMENTS) return json_null();
  json_t *all = json_array();
  for (int i = 0; i < node->children && all != NULL; i++) {
    if (json_array_append_new(all, yaml_json(node->child[i])) == 0) continue;
    json_decref(all);
    return NULL;
  }
  return all;
}

json_t *yaml_json(const struct yaml_node *node) {
  if (node->kind == YAML_WORD) return json_stringn(node->text, node->length);
  return node->kind == YAML_MAP ? map(node) : list(node);
}
