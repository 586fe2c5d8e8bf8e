// A YAML file as text with line numbers, and its check against a libcyaml schema. libcyaml loads the values, but keeps
// no lines and stops at less; so that every error can name its line, the same schema is walked here first.
#ifndef NET_YAML_TEXT_H
#define NET_YAML_TEXT_H

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

#include "tb/sim/files/error.h"

// A value for one key, as if it stood in the file.
struct yaml_setting {
  const char *key;    // a path such as "mmu.alpha"; elements of a list by number or by their name, * for all
  const char *value;  // YAML
  const char *where;  // begins a message about it: "FILE:LINE", "--set KEY=VALUE"
};

struct yaml_text {
  const char *path, *kind;  // not owned; kind: "scenario", for messages
  char *data;
  size_t size;
  yaml_document_t document;
  bool parsed;
  const struct yaml_setting *set;  // not owned
  int sets;
};

enum { YAML_TEXT_FIRST = 1 << 16, YAML_TEXT_MAX = 64 << 20, YAML_TEXT_DEPTH = 16 };
#define YAML_SET_COLUMN SIZE_MAX  // of the marks of what was set

// Reads and parses. Returns 0, EINVAL or ENOMEM with a line in err.
int yaml_text_read(struct yaml_text *t, const char *path, const char *kind, struct error *err);
void yaml_text_free(struct yaml_text *t);

// Parses the data that is there already; errors as above.
int yaml_text_parse(struct yaml_text *t, struct error *err);

// Sets keys, in this order, in the document but not in the text; mappings that are not there are made. To be called
// once. Returns 0, EINVAL or ENOMEM with a line in err.
int yaml_text_set(struct yaml_text *t, const struct yaml_setting *set, int sets, struct error *err);

// The document as a text, to be freed. Returns 0 or ENOMEM.
int yaml_text_write(const struct yaml_text *t, char **text, size_t *size);

// Checks keys, types and ranges against the schema of what the file is. Returns 0 or EINVAL with a line in err.
int yaml_text_check(const struct yaml_text *t, const char *what, const cyaml_schema_value_t *schema, struct error *err);

// The line of a key path such as "flows.2.route.0"; where the path ends early, or goes on with what was set, of the
// last key that the file has.
int yaml_text_line(const struct yaml_text *t, const char *path);

// Where a node, or the last key of a path that exists, comes from: "FILE:LINE", or what the setting says.
enum { YAML_PLACE = 512 };
const char *yaml_text_place(const struct yaml_text *t, const yaml_node_t *node, char *place);
const char *yaml_text_where(const struct yaml_text *t, const char *path, char *place);

#endif
