// A YAML file as text with line numbers, and its check against a libcyaml schema. libcyaml loads the values, but keeps
// no lines and stops at less; so that every error can name its line, the same schema is walked here first.
#ifndef NET_YAML_TEXT_H
#define NET_YAML_TEXT_H

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

struct yaml_text {
  const char *path;  // not owned
  char *data;
  size_t size;
  yaml_document_t document;
  bool parsed;
};

enum { YAML_TEXT_MAX = 4 << 20, YAML_TEXT_DEPTH = 16 };

// Reads and parses. Returns 0, EINVAL or ENOMEM with a line in err.
int yaml_text_read(struct yaml_text *t, const char *path, char *err, size_t errlen);
void yaml_text_free(struct yaml_text *t);

// Checks keys, types and ranges against the schema of what the file is. Returns 0 or EINVAL with a line in err.
int yaml_text_check(const struct yaml_text *t, const char *what, const cyaml_schema_value_t *schema, char *err,
                    size_t errlen);

// The line of a key path such as "flows.2.route.0"; where the path ends early, of the last key that exists.
int yaml_text_line(const struct yaml_text *t, const char *path);

#endif
