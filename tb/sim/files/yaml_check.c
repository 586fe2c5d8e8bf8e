// Walks a document and its libcyaml schema side by side.
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/yaml_text.h"

struct walk {
  const struct yaml_text *text;
  yaml_document_t *document;
  struct error *err;
};

__attribute__((format(printf, 3, 4))) static int wrong(const struct walk *w, const yaml_node_t *at, const char *format,
                                                       ...) {
  char place[YAML_PLACE];
  va_list args;
  va_start(args, format);
  int status = error_vat(w->err, yaml_text_place(w->text, at, place), format, args);
  va_end(args);
  return status;
}

// A value as it is shown in a message: its first characters.
static const char *shown(const yaml_node_t *node, char *buffer, size_t size) {
  const char *value = (const char *)node->data.scalar.value;
  size_t length = strlen(value);
  snprintf(buffer, size, "%.24s%s", value, length > 24 ? "..." : "");
  return buffer;
}

static bool all_digits(const char *s) {
  if (*s == '\0') return false;
  for (; *s != '\0'; s++)
    if (!isdigit((unsigned char)*s)) return false;
  return true;
}

// What a whole number may be, where it is less than its type.
static const char *wanted(const char *key) {
  static const struct {
    const char *key, *range;
  } known[] = {{"class", "0 to 7"},         {"lossless", "0 to 7"},        {"ports", "1 to 64"},
               {"classes", "1 to 8"},       {"width", "8 to 28"},          {"ttl", "1 to 255"},
               {"stages", "1 to 15"},       {"pause_time", "17 to 65535"}, {"refresh", "16 to 65534"},
               {"cell_bytes", "1 to 4096"}, {"overhead_bytes", "0 to 64"}};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    if (strcmp(known[i].key, key) == 0) return known[i].range;
  return "such as 1000";
}

static int check_uint(const struct walk *w, const char *key, const cyaml_schema_value_t *schema,
                      const yaml_node_t *node) {
  char buffer[32];
  const char *value = (const char *)node->data.scalar.value;
  if (!all_digits(value) || (value[0] == '0' && value[1] != '\0'))
    return wrong(w, node, "%s is '%s'; give a whole number, %s", key, shown(node, buffer, sizeof(buffer)), wanted(key));
  errno = 0;
  unsigned long long number = strtoull(value, NULL, 10);
  unsigned long long most = schema->data_size >= 8 ? LLONG_MAX : UINT32_MAX;
  if (errno != 0 || number > most)
    return wrong(w, node, "%s is %s; at most %llu is possible", key, shown(node, buffer, sizeof(buffer)), most);
  return 0;
}

// Digits with at most one point: neither signs nor exponents, and no nan or inf.
static bool is_decimal(const char *s) {
  size_t whole = strspn(s, "0123456789"), part = 0;
  if (s[whole] == '.') {
    part = strspn(s + whole + 1, "0123456789");
    if (part == 0) return false;
    part++;
  }
  return whole > 0 && whole <= 12 && s[whole + part] == '\0' && part <= 10;
}

static int check_float(const struct walk *w, const char *key, const yaml_node_t *node) {
  char buffer[32];
  if (is_decimal((const char *)node->data.scalar.value)) return 0;
  return wrong(w, node, "%s is '%s'; give a number such as 40 or 0.25", key, shown(node, buffer, sizeof(buffer)));
}

static int check_enum(const struct walk *w, const char *key, const cyaml_schema_value_t *schema,
                      const yaml_node_t *node) {
  char buffer[32], list[128];
  int n = 0;
  for (uint32_t i = 0; i < schema->enumeration.count; i++) {
    const char *name = schema->enumeration.strings[i].str;
    if (strcmp(name, (const char *)node->data.scalar.value) == 0) return 0;
    const char *sep = i == 0 ? "" : i + 1 == schema->enumeration.count ? " or " : ", ";
    n += snprintf(list + n, sizeof(list) - (size_t)n, "%s%s", sep, name);
  }
  return wrong(w, node, "%s is '%s'; use %s", key, shown(node, buffer, sizeof(buffer)), list);
}

static int check_value(const struct walk *w, const char *key, const cyaml_schema_value_t *schema,
                       const yaml_node_t *node);

static const cyaml_schema_field_t *field_of(const cyaml_schema_field_t *fields, const char *key) {
  for (; fields->key != NULL; fields++)
    if (strcmp(fields->key, key) == 0) return fields;
  return NULL;
}

static int unknown_key(const struct walk *w, const char *where, const cyaml_schema_field_t *fields,
                       const yaml_node_t *key) {
  char buffer[32], list[384];  // holds the longest list, the keys of mmu
  int n = 0;
  for (const cyaml_schema_field_t *f = fields; f->key != NULL && n < (int)sizeof(list); f++)
    n += snprintf(list + n, sizeof(list) - (size_t)n, "%s%s", f == fields ? "" : ", ", f->key);
  return wrong(w, key, "unknown key '%s' in %s; known are %s", shown(key, buffer, sizeof(buffer)), where, list);
}

static int check_mapping(const struct walk *w, const char *where, const cyaml_schema_field_t *fields,
                         const yaml_node_t *node) {
  const yaml_node_pair_t *pairs = node->data.mapping.pairs.start, *top = node->data.mapping.pairs.top;
  uint64_t seen = 0;
  for (const yaml_node_pair_t *pair = pairs; pair < top; pair++) {
    const yaml_node_t *key = yaml_document_get_node(w->document, pair->key);
    if (key->type != YAML_SCALAR_NODE) return wrong(w, key, "a key in %s is not a word; write key: value", where);
    const cyaml_schema_field_t *field = field_of(fields, (const char *)key->data.scalar.value);
    if (field == NULL) return unknown_key(w, where, fields, key);
    uint64_t bit = UINT64_C(1) << (field - fields);
    if (seen & bit) return wrong(w, key, "%s is given twice in %s; keep one", field->key, where);
    seen |= bit;
    const yaml_node_t *value = yaml_document_get_node(w->document, pair->value);
    int status = check_value(w, field->key, &field->value, value);
    if (status != 0) return status;
  }
  for (const cyaml_schema_field_t *f = fields; f->key != NULL; f++)
    if (!(f->value.flags & CYAML_FLAG_OPTIONAL) && !(seen >> (f - fields) & 1))
      return wrong(w, node, "%s is missing in %s; add %s", f->key, where, f->key);
  return 0;
}

static int check_sequence(const struct walk *w, const char *key, const cyaml_schema_value_t *schema,
                          const yaml_node_t *node) {
  const yaml_node_item_t *items = node->data.sequence.items.start, *top = node->data.sequence.items.top;
  if ((size_t)(top - items) < schema->sequence.min) return wrong(w, node, "%s is empty; list at least one", key);
  if ((size_t)(top - items) > schema->sequence.max)
    return wrong(w, node, "%s has %td entries; at most %u are possible", key, top - items, schema->sequence.max);
  for (const yaml_node_item_t *item = items; item < top; item++) {
    int status = check_value(w, key, schema->sequence.entry, yaml_document_get_node(w->document, *item));
    if (status != 0) return status;
  }
  return 0;
}

static int check_value(const struct walk *w, const char *key, const cyaml_schema_value_t *schema,
                       const yaml_node_t *node) {
  if (schema->type == CYAML_IGNORE) return 0;
  if (schema->type == CYAML_MAPPING) {
    if (node->type != YAML_MAPPING_NODE) return wrong(w, node, "%s must have keys; write key: value pairs", key);
    return check_mapping(w, key, schema->mapping.fields, node);
  }
  if (schema->type == CYAML_SEQUENCE) {
    if (node->type != YAML_SEQUENCE_NODE) return wrong(w, node, "%s must be a list; write [a, b] or - lines", key);
    return check_sequence(w, key, schema, node);
  }
  if (node->type != YAML_SCALAR_NODE) return wrong(w, node, "%s must be one value; write %s: value", key, key);
  const char *value = (const char *)node->data.scalar.value;
  if (strlen(value) != node->data.scalar.length) return wrong(w, node, "%s holds a zero byte; remove it", key);
  if (schema->type == CYAML_UINT) return check_uint(w, key, schema, node);
  if (schema->type == CYAML_FLOAT) return check_float(w, key, node);
  if (schema->type == CYAML_ENUM) return check_enum(w, key, schema, node);
  if (*value == '\0') return wrong(w, node, "%s has no value; write %s: value", key, key);
  if (strlen(value) > schema->string.max)
    return wrong(w, node, "%s is longer than %u characters; shorten it", key, schema->string.max);
  return 0;
}

int yaml_text_check(const struct yaml_text *t, const char *what, const cyaml_schema_value_t *schema,
                    struct error *err) {
  struct walk w = {.text = t, .document = (yaml_document_t *)&t->document, .err = err};
  const yaml_node_t *root = yaml_document_get_root_node(w.document);
  if (root == NULL) return error_set(err, "%s:1: the file is empty; start from one of the ready %ss", t->path, t->kind);
  return check_value(&w, what, schema, root);
}
