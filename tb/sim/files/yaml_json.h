// A YAML tree as JSON.
#ifndef YAML_JSON_H
#define YAML_JSON_H

#include <jansson.h>

#include "tb/sim/files/yaml_text.h"

enum { YAML_JSON_ELEMENTS = 10000 };

// Returns a map as an object, a list as an array, and a word as a string, as it is written; a list of more elements
// than that as null. Returns NULL if out of memory.
json_t *yaml_json(const struct yaml_node *node);

#endif
