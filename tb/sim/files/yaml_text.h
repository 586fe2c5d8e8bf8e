// A YAML file as a tree of nodes with their origins, settings that change its keys, and a schema that converts the tree
// to a struct. Only yaml_text.c uses libyaml.
#ifndef YAML_TEXT_H
#define YAML_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tb/sim/files/error.h"

// A value for one key, as if it were in the file
struct yaml_setting {
  const char *key;    // a path such as "mmu.alpha"; list elements by number or by name, * for all elements
  const char *value;  // YAML
  const char *where;  // start of a message about the setting: "FILE:LINE", "--set KEY=VALUE"
  bool named;         // `where` has the key
};

// ---- the tree ----

enum yaml_kind { YAML_WORD, YAML_LIST, YAML_MAP };

struct yaml_node {
  enum yaml_kind kind;
  int line;
  const char *where;         // origin of the setting that made the node; NULL: the file
  char *text;                // text of a word
  size_t length;             // length of the text, which may contain zero bytes
  struct yaml_node **child;  // list: its elements; map: a key, its value, a key, ...
  int children;
  union {  // after loading: the number of a word, and the memory of a list or map
    uint32_t u32;
    uint64_t u64;
    double decimal;
    int choice;
  } number;
  void *memory;
  struct yaml_node *next;  // list of all nodes of the file
};

struct yaml_text {
  const char *path, *kind;  // not owned; kind: "scenario", for messages
  char *data;
  size_t size;
  struct yaml_node *root, *nodes;
};

enum { YAML_TEXT_FIRST = 1 << 16, YAML_TEXT_MAX = 64 << 20, YAML_TEXT_DEPTH = 16 };

// Reads and parses a file, or a text in memory that a file at `path` would have. Returns 0, or EINVAL or ENOMEM with a
// line in err.
int yaml_text_read(struct yaml_text *t, const char *path, const char *kind, struct error *err);
int yaml_text_take(struct yaml_text *t, const char *path, const char *kind, const char *data, struct error *err);
void yaml_text_free(struct yaml_text *t);

// Parses a text that comes from `where`; NULL: from the file. Returns as above.
int yaml_text_parse(struct yaml_text *t, const char *data, size_t size, const char *where, struct yaml_node **root,
                    struct error *err);

// Create nodes of a tree. yaml_node_new() returns NULL if out of memory, yaml_node_append() returns 0 or ENOMEM.
struct yaml_node *yaml_node_new(struct yaml_text *t, enum yaml_kind kind, const char *text, size_t length);
int yaml_node_append(struct yaml_node *to, struct yaml_node *child);

// The place of a key's value in a map; NULL: there is no such key.
struct yaml_node **yaml_node_value(const struct yaml_node *map, const char *key, size_t length);

// The line of a key path such as "flows.2.route.0". If the path ends early, or continues in a setting: the line of the
// last key that the file has.
int yaml_text_line(const struct yaml_text *t, const char *path);

// The origin of a node, or of the last existing key of a path: "FILE:LINE", or `where` of the setting.
enum { YAML_PLACE = 512 };
const char *yaml_text_place(const struct yaml_text *t, const struct yaml_node *node, char *place);
const char *yaml_text_where(const struct yaml_text *t, const char *path, char *place);

// ---- settings ----

// Applies settings in order. They change the tree, not the data of the file; missing maps are created. Returns 0, or
// EINVAL or ENOMEM with a line in err.
int yaml_text_set(struct yaml_text *t, const struct yaml_setting *set, int sets, struct error *err);

// ---- the schema ----

enum yaml_type { YAML_TEXT, YAML_UINT32, YAML_UINT64, YAML_DECIMAL, YAML_CHOICE, YAML_STRUCT, YAML_ARRAY, YAML_ANY };

struct yaml_choice {
  const char *name;
  int value;
};

// A value that is not allowed, and the text about the value to give.
struct yaml_other {
  const char *name, *instead;
};

// A key, the pointer of a struct that gets its value, and the allowed values. An absent key leaves NULL. Values live as
// long as the text.
struct yaml_field {
  const char *key;
  size_t at, count_at;  // offsets of the pointer, and of the number of elements, in the struct
  enum yaml_type type;
  bool required;
  const char *range;                 // bounds of a number in messages; NULL: those of its type
  double low, high;                  // bounds of a number; high 0: those of its type
  bool whole;                        // of a decimal: it must be a whole number
  int decimals;                      // most decimals of a decimal; 0: any
  const char *fine;                  // the same in messages
  unsigned least, most;              // number of elements; bytes of a text, 0: YAML_TEXT_BYTES
  const struct yaml_choice *choice;  // ends with a NULL name
  const struct yaml_other *others;   // for messages; ends with a NULL name; NULL: none
  const struct yaml_field *fields;   // struct: its fields, which end with a NULL key; array: its element
  size_t size;                       // size of the struct
};
enum { YAML_TEXT_BYTES = 40 };

// YAML_FIELD(struct s, m): the key m of a text or number. YAML_KEY(): a key with another name than its member. Further
// members can be set, such as .required = true.
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
// A list, whose length is in `member`_count, of elements that a field without a key describes.
#define YAML_ELEMENTS(of, member, element, low, high, ...)                                                    \
  {                                                                                                           \
    .key = #member, .at = offsetof(of, member), .count_at = offsetof(of, member##_count), .type = YAML_ARRAY, \
    .fields = &(element), .least = (low), .most = (high), __VA_ARGS__                                         \
  }

// Checks the tree against the schema and creates the values: *out is a struct of the schema. Returns 0, or EINVAL or
// ENOMEM with a line in err.
int yaml_text_load(const struct yaml_text *t, const char *what, const struct yaml_field *schema, const void **out,
                   struct error *err);

// ---- a YAML tree as JSON ----

enum { YAML_JSON_ELEMENTS = 10000 };

// Returns a map as an object, a list as an array, and a word as a string, as it is written; a list of more elements
// than that as null. Returns NULL if out of memory.
json_t *yaml_json(const struct yaml_node *node);

#endif
