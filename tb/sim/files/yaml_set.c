// Sets keys of a loaded document, and writes it as a text again.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/yaml_text.h"

// Nodes are numbers: their addresses change when one is added. 0: none.
struct setter {
  yaml_document_t *document;
  const struct yaml_setting *set;
  int number;  // of the setting
  struct error *err;
};

static int wrong(const struct setter *s, const char *what, const char *right) {
  return error_at(s->err, s->set->where, "%s: %s; %s", s->set->key, what, right);
}

static int no_memory(const struct setter *s) {
  wrong(s, "out of memory", "free some");
  return ENOMEM;
}

static const char *scalar(const yaml_node_t *node) { return (const char *)node->data.scalar.value; }

// ---- nodes ----

static int copy(yaml_document_t *to, yaml_document_t *from, int id);

static int copy_sequence(yaml_document_t *to, yaml_document_t *from, const yaml_node_t *node) {
  int made = yaml_document_add_sequence(to, NULL, node->data.sequence.style);
  for (const yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
    int element = made != 0 ? copy(to, from, *item) : 0;
    if (element == 0 || !yaml_document_append_sequence_item(to, made, element)) return 0;
  }
  return made;
}

static int copy_mapping(yaml_document_t *to, yaml_document_t *from, const yaml_node_t *node) {
  int made = yaml_document_add_mapping(to, NULL, node->data.mapping.style);
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    int key = made != 0 ? copy(to, from, pair->key) : 0;
    int value = key != 0 ? copy(to, from, pair->value) : 0;
    if (value == 0 || !yaml_document_append_mapping_pair(to, made, key, value)) return 0;
  }
  return made;
}

// The number of the copy. 0: out of memory.
static int copy(yaml_document_t *to, yaml_document_t *from, int id) {
  const yaml_node_t *node = yaml_document_get_node(from, id);
  if (node->type == YAML_SEQUENCE_NODE) return copy_sequence(to, from, node);
  if (node->type == YAML_MAPPING_NODE) return copy_mapping(to, from, node);
  return yaml_document_add_scalar(to, NULL, node->data.scalar.value, (int)node->data.scalar.length,
                                  node->data.scalar.style);
}

// All nodes from this one on come from the setting.
static void mark(const struct setter *s, int first) {
  for (yaml_node_t *node; (node = yaml_document_get_node(s->document, first)) != NULL; first++)
    node->start_mark = (yaml_mark_t){.index = (size_t)s->number, .column = YAML_SET_COLUMN};
}

static int add_key(struct setter *s, const char *name, size_t length) {
  return yaml_document_add_scalar(s->document, NULL, (const yaml_char_t *)name, (int)length, YAML_PLAIN_SCALAR_STYLE);
}

// ---- the way along the path ----

static int set_at(struct setter *s, int *at, const char *path, int value);

static int set_mapping(struct setter *s, int id, const char *path, int value) {
  size_t length = strcspn(path, ".");
  yaml_node_t *node = yaml_document_get_node(s->document, id);
  for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_document_get_node(s->document, pair->key);
    if (key->type == YAML_SCALAR_NODE && strlen(scalar(key)) == length && strncmp(scalar(key), path, length) == 0)
      return set_at(s, &pair->value, path + length, value);
  }
  int key = add_key(s, path, length);
  int below = path[length] == '\0' ? value : yaml_document_add_mapping(s->document, NULL, YAML_FLOW_MAPPING_STYLE);
  if (key == 0 || below == 0 || !yaml_document_append_mapping_pair(s->document, id, key, below)) return no_memory(s);
  return set_at(s, &below, path + length, value);
}

static bool is_meant(const struct setter *s, const yaml_node_item_t *item, long number, const char *path,
                     size_t length) {
  char *end;
  const yaml_node_t *node = yaml_document_get_node(s->document, *item);
  if (length == 1 && *path == '*') return true;
  if (strtol(path, &end, 10) == number && end == path + length) return true;
  if (node->type != YAML_MAPPING_NODE) return false;
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_document_get_node(s->document, pair->key);
    const yaml_node_t *name = yaml_document_get_node(s->document, pair->value);
    if (key->type == YAML_SCALAR_NODE && name->type == YAML_SCALAR_NODE && strcmp(scalar(key), "name") == 0)
      return strlen(scalar(name)) == length && strncmp(scalar(name), path, length) == 0;
  }
  return false;
}

static int set_sequence(struct setter *s, int id, const char *path, int value) {
  size_t length = strcspn(path, ".");
  int found = 0;
  const yaml_node_t *node = yaml_document_get_node(s->document, id);
  long count = node->data.sequence.items.top - node->data.sequence.items.start;
  for (long i = 0; i < count; i++) {
    yaml_node_item_t *item = yaml_document_get_node(s->document, id)->data.sequence.items.start + i;
    if (!is_meant(s, item, i, path, length)) continue;
    int status = set_at(s, item, path + length, value);
    if (status != 0) return status;
    found++;
  }
  if (found > 0) return 0;
  char what[96];
  snprintf(what, sizeof(what), "the list has no element '%.*s'", length < 40 ? (int)length : 40, path);
  return wrong(s, what, "give the name of one, its number from 0 on, or * for all");
}

// *at: the node at the path so far, which becomes the value where the path has ended.
static int set_at(struct setter *s, int *at, const char *path, int value) {
  if (*path == '\0') {
    *at = value;
    return 0;
  }
  path++;  // the dot
  if (*path == '\0' || *path == '.') return wrong(s, "a name is missing at a dot", "give a path such as mmu.alpha");
  yaml_node_type_t type = yaml_document_get_node(s->document, *at)->type;
  if (type == YAML_MAPPING_NODE) return set_mapping(s, *at, path, value);
  if (type == YAML_SEQUENCE_NODE) return set_sequence(s, *at, path, value);
  char what[96];
  snprintf(what, sizeof(what), "what '%.40s' is to be part of is a single value", path);
  return wrong(s, what, "give a path such as mmu.alpha");
}

// ---- one setting ----

static int set_one(struct setter *s) {
  struct error ignored;
  char path[256];
  struct yaml_text value = {
      .path = s->set->where, .kind = "value", .data = strdup(s->set->value), .size = strlen(s->set->value)};
  if (value.data == NULL) return no_memory(s);
  if (snprintf(path, sizeof(path), ".%s", s->set->key) >= (int)sizeof(path)) {
    yaml_text_free(&value);
    return wrong(s, "the path is too long", "give one such as mmu.alpha");
  }
  int status = yaml_text_parse(&value, &ignored);
  if (status == EINVAL) {
    wrong(s, "its value is not YAML", "give a word, a number, or a list such as [1, 2]");
  } else if (status == 0) {
    int before = (int)(s->document->nodes.top - s->document->nodes.start), root = 1;
    int made = copy(s->document, &value.document, 1);
    status = made != 0 ? set_at(s, &root, path, made) : no_memory(s);
    mark(s, before + 1);
  }
  yaml_text_free(&value);
  return status;
}

int yaml_text_set(struct yaml_text *t, const struct yaml_setting *set, int sets, struct error *err) {
  int status = 0;
  t->set = set;
  t->sets = sets;
  for (int i = 0; i < sets && status == 0; i++) {
    struct setter s = {.document = &t->document, .set = &set[i], .number = i, .err = err};
    status = set_one(&s);
  }
  return status;
}

// ---- the text ----

struct sink {
  char *text;
  size_t size;
};

static int append(void *arg, unsigned char *data, size_t size) {
  struct sink *k = arg;
  char *more = realloc(k->text, k->size + size + 1);
  if (more == NULL) return 0;
  k->text = more;
  memcpy(k->text + k->size, data, size);
  k->size += size;
  return 1;
}

// The emitter frees the document that it writes, so that it gets a copy, and one that has no unused nodes.
int yaml_text_write(const struct yaml_text *t, char **text, size_t *size) {
  yaml_document_t *from = (yaml_document_t *)&t->document;  // libyaml's getters take no const
  yaml_document_t document;
  yaml_emitter_t emitter;
  struct sink sink = {.text = NULL};
  if (!yaml_document_initialize(&document, NULL, NULL, NULL, 1, 1)) return ENOMEM;
  bool copied = copy(&document, from, 1) != 0;
  if (!copied || !yaml_emitter_initialize(&emitter)) {
    yaml_document_delete(&document);
    return ENOMEM;
  }
  yaml_emitter_set_output(&emitter, append, &sink);
  yaml_emitter_set_unicode(&emitter, 1);
  yaml_emitter_set_width(&emitter, -1);
  bool written = yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &document) && yaml_emitter_close(&emitter);
  yaml_emitter_delete(&emitter);
  if (written && sink.text != NULL) {
    *text = sink.text;
    *size = sink.size;
    return 0;
  }
  free(sink.text);
  return ENOMEM;
}
