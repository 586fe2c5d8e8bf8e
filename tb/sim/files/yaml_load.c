// Walks a tree and its schema side by side, checks the tree, and creates the values.
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/yaml_text.h"

struct walk {
  const struct yaml_text *text;
  struct error *err;
};

__attribute__((format(printf, 3, 4))) static int wrong(const struct walk *w, const struct yaml_node *at,
                                                       const char *format, ...) {
  char place[YAML_PLACE];
  va_list args;
  va_start(args, format);
  int status = error_vat(w->err, yaml_text_place(w->text, at, place), format, args);
  va_end(args);
  return status;
}

// Longest part of a value that a message shows, in characters
enum { SHOWN = 32 };
static const char *shown(const struct yaml_node *node, char *buffer) {
  snprintf(buffer, SHOWN, "%.24s%s", node->text, strlen(node->text) > 24 ? "..." : "");
  return buffer;
}

// ---- words ----

static int load_uint(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node) {
  char buffer[SHOWN];
  const char *text = node->text;
  if (*text == '\0' || text[strspn(text, "0123456789")] != '\0' || (text[0] == '0' && text[1] != '\0'))
    return wrong(w, node, "%s is '%s'%s; give a whole number, %s", key, shown(node, buffer), number_fault(text),
                 f->range != NULL ? f->range : "such as 1000");
  errno = 0;
  unsigned long long number = strtoull(text, NULL, 10), most = f->type == YAML_UINT64 ? LLONG_MAX : UINT32_MAX;
  const bool outside = f->high > 0 && ((double)number < f->low || (double)number > f->high);
  if ((errno != 0 || number > most || outside) && f->range != NULL)
    return wrong(w, node, "%s is %s; it must be %s", key, shown(node, buffer), f->range);
  if (errno != 0 || number > most)
    return wrong(w, node, "%s is %s; at most %llu is possible", key, shown(node, buffer), most);
  if (f->type == YAML_UINT64)
    node->number.u64 = number;
  else
    node->number.u32 = (uint32_t)number;
  return 0;
}

enum { WHOLE = 12, DECIMALS = 9 };  // most digits of a decimal number

static int check_decimal(const struct walk *w, const char *key, const struct yaml_field *f,
                         const struct yaml_node *node) {
  const double x = node->number.decimal, steps = x * pow(10, f->decimals);
  if (f->high > 0 && (x < f->low || x > f->high || (f->whole && x != floor(x))))
    return wrong(w, node, "%s is %g; it must be %s", key, x, f->range);
  if (f->decimals > 0 && fabs(steps - round(steps)) > 1e-3)
    return wrong(w, node, "%s is %.10g; give at most %s", key, x, f->fine);
  return 0;
}

// A decimal number has only digits and at most one point: no sign, exponent, nan or inf.
static int load_decimal(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node) {
  char buffer[SHOWN];
  const char *s = node->text;
  size_t whole = strspn(s, "0123456789"), part = s[whole] == '.' ? strspn(s + whole + 1, "0123456789") : 0;
  if (whole == 0 || s[whole + part + (s[whole] == '.')] != '\0' || (part == 0 && s[whole] == '.'))
    return wrong(w, node, "%s is '%s'%s; give a number such as 40 or 0.25", key, shown(node, buffer), number_fault(s));
  if (whole > WHOLE || part > DECIMALS)
    return wrong(w, node, "%s is %s; give at most %d digits and %d decimals", key, shown(node, buffer), WHOLE,
                 DECIMALS);
  node->number.decimal = strtod(node->text, NULL);
  return check_decimal(w, key, f, node);
}

// The text about another value, if that is the nearest name.
static const char *other_value(const struct yaml_other *others, struct near *near) {
  const struct yaml_other *o = others;
  for (; o != NULL && o->name != NULL; o++) near_offer(near, o->name);
  for (o = others; near->distance < NEAR_FAR && o != NULL && o->name != NULL; o++)
    if (strcmp(near->best, o->name) == 0) return o->instead;
  return NULL;
}

static int load_choice(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node) {
  char buffer[SHOWN], list[128];
  struct near near;
  int n = snprintf(list, sizeof(list), "; use ");
  near_begin(&near, node->text, node->length);
  for (const struct yaml_choice *c = f->choice; c->name != NULL; c++) {
    node->number.choice = c->value;
    if (strcmp(c->name, node->text) == 0) return 0;
    const char *sep = c == f->choice ? "" : c[1].name == NULL ? " or " : ", ";
    n += snprintf(list + n, sizeof(list) - (size_t)n, "%s%s", sep, c->name);
    near_offer(&near, c->name);
  }
  const char *instead = other_value(f->others, &near);
  if (instead != NULL) return wrong(w, node, "%s is '%s'; %s", key, shown(node, buffer), instead);
  return wrong(w, node, "%s is '%s'%s", key, shown(node, buffer), near_or(&near, list));
}

static int load_word(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node) {
  if (node->kind != YAML_WORD) return wrong(w, node, "%s must be one value; write %s: value", key, key);
  if (strlen(node->text) != node->length) return wrong(w, node, "%s holds a zero byte; remove it", key);
  if (f->type == YAML_UINT32 || f->type == YAML_UINT64) return load_uint(w, key, f, node);
  if (f->type == YAML_DECIMAL) return load_decimal(w, key, f, node);
  if (f->type == YAML_CHOICE) return load_choice(w, key, f, node);
  unsigned most = f->most != 0 ? f->most : YAML_TEXT_BYTES;
  if (*node->text == '\0') return wrong(w, node, "%s has no value; write %s: value", key, key);
  if (node->length > most) return wrong(w, node, "%s is longer than %u characters; shorten it", key, most);
  return 0;
}

// ---- structs and arrays ----

static int load(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node, char *made);

// Allocates the memory of a node. A node that a setting has put at several places is loaded for each place.
static char *memory(struct yaml_node *node, size_t count, size_t size) {
  if (node->memory == NULL) node->memory = calloc(count > 0 ? count : 1, size);
  return node->memory;
}

static const struct yaml_field *find(const struct yaml_field *fields, const char *key) {
  while (fields->key != NULL && strcmp(fields->key, key) != 0) fields++;
  return fields->key != NULL ? fields : NULL;
}

// Whether no key of the file is known. Then it is another kind of file, and its text is not shown.
static bool is_foreign(const struct walk *w, const struct yaml_field *fields, const struct yaml_node *map) {
  for (int i = 0; i < map->children; i += 2)
    if (map->child[i]->kind == YAML_WORD && find(fields, map->child[i]->text) != NULL) return false;
  return map == w->text->root;
}

static int unknown_key(const struct walk *w, const char *where, const struct yaml_field *fields,
                       const struct yaml_node *map, const struct yaml_node *key) {
  char buffer[SHOWN], list[384];  // long enough for the longest list, the keys of mmu
  struct near near;
  int n = snprintf(list, sizeof(list), "; known are ");
  near_begin(&near, key->text, key->length);
  for (const struct yaml_field *f = fields; f->key != NULL && n < (int)sizeof(list); f++) {
    n += snprintf(list + n, sizeof(list) - (size_t)n, "%s%s", f == fields ? "" : ", ", f->key);
    near_offer(&near, f->key);
  }
  if (is_foreign(w, fields, map)) return wrong(w, key, "%s has no known key%s", where, list);
  return wrong(w, key, "unknown key '%s' in %s%s", shown(key, buffer), where, near_or(&near, list));
}

static int load_struct(const struct walk *w, const char *where, const struct yaml_field *fields,
                       const struct yaml_node *map, char *made) {
  if (map->kind != YAML_MAP) return wrong(w, map, "%s must have keys; write key: value pairs", where);
  uint64_t seen = 0;
  for (int i = 0; i < map->children; i += 2) {
    const struct yaml_node *key = map->child[i];
    if (key->kind != YAML_WORD) return wrong(w, key, "a key in %s is not a word; write key: value", where);
    const struct yaml_field *f = find(fields, key->text);
    if (f == NULL) return unknown_key(w, where, fields, map, key);
    uint64_t bit = UINT64_C(1) << (f - fields);
    if (seen & bit) return wrong(w, key, "%s is given twice in %s; keep one", f->key, where);
    seen |= bit;
    int status = load(w, f->key, f, map->child[i + 1], made);
    if (status != 0) return status;
  }
  for (const struct yaml_field *f = fields; f->key != NULL; f++)
    if (f->required && !(seen >> (f - fields) & 1))
      return wrong(w, map, "%s is missing in %s; add %s", f->key, where, f->key);
  return 0;
}

// Loads an array. The elements are in the array, not behind pointers.
static int load_array(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *list,
                      char *made) {
  static const size_t sizes[] = {[YAML_TEXT] = sizeof(char *),
                                 [YAML_UINT32] = sizeof(uint32_t),
                                 [YAML_UINT64] = sizeof(uint64_t),
                                 [YAML_DECIMAL] = sizeof(double),
                                 [YAML_CHOICE] = sizeof(int)};
  const struct yaml_field *element = f->fields;
  unsigned count = (unsigned)list->children;
  if (list->kind != YAML_LIST) return wrong(w, list, "%s must be a list; write [a, b] or - lines", key);
  if (count < f->least) return wrong(w, list, "%s is empty; list at least one", key);
  if (count > f->most) return wrong(w, list, "%s has %u entries; at most %u are possible", key, count, f->most);
  size_t size = element->type == YAML_STRUCT ? element->size : sizes[element->type];
  char *array = memory(list, count, size);
  if (array == NULL) return error_no_memory(w->err, w->text->path);
  for (unsigned i = 0; i < count; i++) {
    struct yaml_node *node = list->child[i];
    int status = element->type == YAML_STRUCT ? load_struct(w, key, element->fields, node, array + i * size)
                                              : load_word(w, key, element, node);
    if (status != 0) return status;
    if (element->type == YAML_TEXT)
      memcpy(array + i * size, &node->text, size);
    else if (element->type != YAML_STRUCT)
      memcpy(array + i * size, &node->number, size);
  }
  memcpy(made + f->count_at, &count, sizeof(count));
  return 0;
}

// Loads a field and sets its pointer in the struct.
static int load(const struct walk *w, const char *key, const struct yaml_field *f, struct yaml_node *node, char *made) {
  void *value = &node->number;
  int status = 0;
  if (f->type == YAML_STRUCT) {
    value = memory(node, 1, f->size);
    status = value != NULL ? load_struct(w, key, f->fields, node, value) : error_no_memory(w->err, w->text->path);
  } else if (f->type == YAML_ARRAY) {
    status = load_array(w, key, f, node, made);
    value = node->memory;
  } else if (f->type == YAML_ANY) {
    value = node;
  } else {
    status = load_word(w, key, f, node);
    if (f->type == YAML_TEXT) value = node->text;
  }
  memcpy(made + f->at, &value, sizeof(value));
  return status;
}

int yaml_text_load(const struct yaml_text *t, const char *what, const struct yaml_field *schema, const void **out,
                   struct error *err) {
  const struct walk w = {.text = t, .err = err};
  return load(&w, what, schema, t->root, (char *)out);
}
