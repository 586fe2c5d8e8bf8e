// Sets keys of a tree
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/yaml_text.h"

struct setter {
  struct yaml_text *t;
  const struct yaml_setting *set;
  struct yaml_node *value;
  struct error *err;
};

// The key and a colon, unless the place of the message has the key.
static const char *key_of(const struct setter *s) { return s->set->named ? "" : s->set->key; }
static const char *colon(const struct setter *s) { return s->set->named ? "" : ": "; }

static int wrong(const struct setter *s, const char *what, const char *right) {
  return error_at(s->err, s->set->where, "%s%s%s; %s", key_of(s), colon(s), what, right);
}

static int no_memory(const struct setter *s) {
  wrong(s, "out of memory", "free some");
  return ENOMEM;
}

static struct yaml_node *add(const struct setter *s, struct yaml_node *to, struct yaml_node *made) {
  if (made == NULL || yaml_node_append(to, made) != 0) return NULL;
  made->where = s->set->where;
  return made;
}

static int set_at(const struct setter *s, struct yaml_node **at, const char *path);

static int set_key(const struct setter *s, struct yaml_node *map, const char *path) {
  size_t length = strcspn(path, ".");
  struct yaml_node **value = yaml_node_value(map, path, length);
  if (value != NULL) return set_at(s, value, path + length);
  if (add(s, map, yaml_node_new(s->t, YAML_WORD, path, length)) == NULL ||
      add(s, map, yaml_node_new(s->t, YAML_MAP, NULL, 0)) == NULL)
    return no_memory(s);
  return set_at(s, &map->child[map->children - 1], path + length);
}

static bool is_meant(const struct yaml_node *element, long number, const char *path, size_t length) {
  char *end;
  if (length == 1 && *path == '*') return true;
  if (strtol(path, &end, 10) == number && end == path + length) return true;
  struct yaml_node **name = yaml_node_value(element, "name", 4);
  return name != NULL && (*name)->kind == YAML_WORD && (*name)->length == length &&
         memcmp((*name)->text, path, length) == 0;
}

static int set_elements(const struct setter *s, const struct yaml_node *list, const char *path) {
  size_t length = strcspn(path, ".");
  bool found = false;
  for (int i = 0; i < list->children; i++) {
    if (!is_meant(list->child[i], i, path, length)) continue;
    int status = set_at(s, &list->child[i], path + length);
    if (status != 0) return status;
    found = true;
  }
  if (found) return 0;
  struct near near;
  near_begin(&near, path, length);
  for (int i = 0; i < list->children; i++) {
    struct yaml_node **name = yaml_node_value(list->child[i], "name", 4);
    if (name != NULL && (*name)->kind == YAML_WORD) near_offer(&near, (*name)->text);
  }
  return error_at(s->err, s->set->where, "%s%sthe list has no element '%.*s'%s", key_of(s), colon(s),
                  length < 40 ? (int)length : 40, path,
                  near_or(&near, "; give the name of one, its number from 0 on, or * for all"));
}

// Sets the value at a path. *at: the node at the path so far; at the end of the path it becomes the value.
static int set_at(const struct setter *s, struct yaml_node **at, const char *path) {
  if (*path == '\0') {
    *at = s->value;
    return 0;
  }
  path++;  // skip the dot
  if (*path == '\0' || *path == '.') return wrong(s, "a name is missing at a dot", "give a path such as mmu.alpha");
  if ((*at)->kind == YAML_MAP) return set_key(s, *at, path);
  if ((*at)->kind == YAML_LIST) return set_elements(s, *at, path);
  char what[96];
  snprintf(what, sizeof(what), "the key before '%.40s' has a single value", path);
  return wrong(s, what, "give a path such as mmu.alpha");
}

static int set_one(struct setter *s) {
  struct error ignored;
  char path[256];
  if (snprintf(path, sizeof(path), ".%s", s->set->key) >= (int)sizeof(path))
    return wrong(s, "the path is too long", "give one such as mmu.alpha");
  int status = yaml_text_parse(s->t, s->set->value, strlen(s->set->value), s->set->where, &s->value, &ignored);
  if (status == ENOMEM) return no_memory(s);
  if (status != 0) return wrong(s, "its value is not YAML", "give a word, a number, or a list such as [1, 2]");
  return set_at(s, &s->t->root, path);
}

int yaml_text_set(struct yaml_text *t, const struct yaml_setting *set, int sets, struct error *err) {
  int status = 0;
  for (int i = 0; i < sets && status == 0; i++) {
    struct setter s = {.t = t, .set = &set[i], .err = err};
    status = set_one(&s);
  }
  return status;
}
