// A YAML file as a tree whose nodes know where they come from, keys of it that are set from elsewhere, and a schema by
// which the tree becomes a struct. Only yaml_text.c knows libyaml.
#ifndef YAML_TEXT_H
#define YAML_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tb/sim/files/error.h"

// A value for one key, as if it stood in the file.
struct yaml_setting {
  const char *key;    // a path such as "mmu.alpha"; elements of a list by number or by their name, * for all
  const char *value;  // YAML
  const char *where;  // begins a message about it: "FILE:LINE", "--set KEY=VALUE"
};

// ---- the tree ----

enum yaml_kind { YAML_WORD, YAML_LIST, YAML_MAP };

struct yaml_node {
  enum yaml_kind kind;
  int line;
  const char *where;         // of the setting that it comes from, NULL: the file
  char *text;                // of a word
  size_t length;             // of the text, which may hold zero bytes
  struct yaml_node **child;  // of a list its elements; of a map a key, its value, a key, ...
  int children;
  union {  // once loaded: the number of a word, and the memory of a list or map
    uint32_t u32;
    uint64_t u64;
    double decimal;
    int choice;
  } number;
  void *memory;
  struct yaml_node *next;  // of all nodes of the file
};

struct yaml_text {
  const char *path, *kind;  // not owned; kind: "scenario", for messages
  char *data;
  size_t size;
  struct yaml_node *root, *nodes;
};

enum { YAML_TEXT_FIRST = 1 << 16, YAML_TEXT_MAX = 64 << 20, YAML_TEXT_DEPTH = 16 };

// Reads and parses. Returns 0, EINVAL or ENOMEM with a line in err.
int yaml_text_read(struct yaml_text *t, const char *path, const char *kind, struct error *err);
void yaml_text_free(struct yaml_text *t);

// The nodes of a text that comes from `where`, NULL: from the file. Returns as above.
int yaml_text_parse(struct yaml_text *t, const char *data, size_t size, const char *where, struct yaml_node **root,
                    struct error *err);

// Nodes of a tree; NULL: out of memory. yaml_node_append() returns 0 or ENOMEM.
struct yaml_node *yaml_node_new(struct yaml_text *t, enum yaml_kind kind, const char *text, size_t length);
int yaml_node_append(struct yaml_node *to, struct yaml_node *child);

// The place of a key's value in a map, NULL: there is no such key.
struct yaml_node **yaml_node_value(const struct yaml_node *map, const char *key, size_t length);

// The line of a key path such as "flows.2.route.0"; where the path ends early, or goes on with what was set, of the
// last key that the file has.
int yaml_text_line(const struct yaml_text *t, const char *path);

// Where a node, or the last key of a path that exists, comes from: "FILE:LINE", or what the setting says.
enum { YAML_PLACE = 512 };
const char *yaml_text_place(const struct yaml_text *t, const struct yaml_node *node, char *place);
const char *yaml_text_where(const struct yaml_text *t, const char *path, char *place);

// ---- settings ----

// Sets keys in this order, in the tree but not in the data; maps that are not there are made. Returns 0, EINVAL or
// ENOMEM with a line in err.
int yaml_text_set(struct yaml_text *t, const struct yaml_setting *set, int sets, struct error *err);

// ---- the schema ----

enum yaml_type { YAML_TEXT, YAML_UINT32, YAML_UINT64, YAML_DECIMAL, YAML_CHOICE, YAML_STRUCT, YAML_ARRAY, YAML_ANY };

struct yaml_choice {
  const char *name;
  int value;
};

// A key, the pointer of a struct that gets its value, and what it may be. A key that is absent leaves NULL there.
// Values live as long as the text.
struct yaml_field {
  const char *key;
  size_t at, count_at;  // offsets of the pointer, and of the number of elements
  enum yaml_type type;
  bool required;
  const char *range;                 // of a whole number, where it is less than its type; for messages
  unsigned least, most;              // elements; bytes of a text, 0: YAML_TEXT_BYTES
  const struct yaml_choice *choice;  // NULL name at the end
  const struct yaml_field *fields;   // of a struct, NULL key at the end; of an array its element
  size_t size;                       // of a struct
};
enum { YAML_TEXT_BYTES = 40 };

// YAML_FIELD(struct s, m): the key m of a text or number; YAML_KEY(): another key. More can be said as .required =
// true.
#define YAML_FIELD(of, member, ...) YAML_KEY(#member, of, member, __VA_ARGS__)
#define YAML_KEY(name, of, member, ...)                                            \
  {                                                                                \
    .key = (name),                                                               \
   .at = offsetof(of, member),                                                  \
   .type = _Generic(((of *)0)->member,                                          \
       char *: YAML_TEXT,                                                       \
       uint32_t *: YAML_UINT32,                                                 \
       uint64_t *: YAML_UINT64,                                                 \
       double *: YAML_DECIMAL,                                                  \
       int *: YAML_CHOICE,                                                      \
       const struct yaml_node *: YAML_ANY,                                      \
       default: YAML_STRUCT),                                                   \
   __VA_ARGS__ \
  }
// A list, whose length gets `member`_count, of elements that a field without a key describes.
#define YAML_ELEMENTS(of, member, element, low, high, ...)                                                    \
  {                                                                                                           \
    .key = #member, .at = offsetof(of, member), .count_at = offsetof(of, member##_count), .type = YAML_ARRAY, \
    .fields = &(element), .least = (low), .most = (high), __VA_ARGS__                                         \
  }

// Checks the tree against the schema, and makes values: *out is a struct of the schema. Returns 0, EINVAL or ENOMEM
// with a line in err.
int yaml_text_load(const struct yaml_text *t, const char *what, const struct yaml_field *schema, const void **out,
                   struct error *err);

#endif
