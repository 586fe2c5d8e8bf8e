#include "tb/sim/files/yaml_json.h"

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
