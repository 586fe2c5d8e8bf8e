#define _GNU_SOURCE
#include "tb/cli/topology/mmu_section.h"

#include <string.h>

#include "tb/sim/files/yaml_text.h"

// The start of a line of the file, 1 is the first; the end of the file if there are fewer lines.
static const char *start_of(const struct yaml_text *t, int line) {
  const char *at = t->data, *end = t->data + t->size;
  while (line-- > 1 && at != end) {
    const char *newline = memchr(at, '\n', (size_t)(end - at));
    at = newline != NULL ? newline + 1 : end;
  }
  return at;
}

// The line of the key after `mmu`; 0: it is the last one.
static int next_line(const struct yaml_node *root, const struct yaml_node *value) {
  for (int i = 1; i + 1 < root->children; i += 2)
    if (root->child[i] == value) return root->child[i + 1]->line;
  return 0;
}

static int find(const struct yaml_text *t, char **text, struct error *err) {
  struct yaml_node **value = yaml_node_value(t->root, "mmu", strlen("mmu"));
  if (value == NULL || (*value)->kind != YAML_MAP)
    return error_set(err, "%s: the file has no section mmu; give a file of sluice plan --mmu, or a scenario", t->path);
  const char *from = start_of(t, yaml_text_line(t, "mmu")), *end = t->data + t->size;
  int next = next_line(t->root, *value);
  if (next != 0) end = start_of(t, next);
  if (end <= from)
    return error_set(err, "%s: section mmu shares its line with other keys; give it lines of its own", t->path);
  *text = strndup(from, (size_t)(end - from));
  return *text != NULL ? 0 : error_no_memory(err, t->path);
}

int mmu_section_read(const char *path, char **text, struct error *err) {
  struct yaml_text t = {.path = path};
  int status = yaml_text_read(&t, path, "mmu", err);
  if (status == 0) status = find(&t, text, err);
  yaml_text_free(&t);
  return status;
}
