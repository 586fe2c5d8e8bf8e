// Loads the file of a sweep, and computes the values of each point.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"

enum { TEXT = 1024, LIST = 65536 };

// The values of the file. Section `over` has keys of the scenario, which the schema does not check.
struct file {
  char *scenario;
  const struct yaml_node *over;
  char **columns;
  unsigned columns_count;
};

static const struct yaml_field a_column = {.type = YAML_TEXT, .most = TEXT};
static const struct yaml_field fields[] = {YAML_FIELD(struct file, scenario, .required = true, .most = TEXT),
                                           YAML_FIELD(struct file, over, .required = true),
                                           YAML_ELEMENTS(struct file, columns, a_column, 1, LIST),
                                           {.key = NULL}};
static const struct yaml_field schema = {.type = YAML_STRUCT, .fields = fields, .size = sizeof(struct file)};

struct reader {
  struct yaml_text text;
  const struct file *file;
  struct sweep *s;
  struct error *err;
  bool stored;  // the text is a copy, and the files that it names may be gone
};

__attribute__((format(printf, 3, 4))) static int wrong(const struct reader *r, int line, const char *format, ...) {
  char place[ERROR_PLACE];
  va_list args;
  snprintf(place, sizeof(place), "%s:%d", r->text.path, line);
  va_start(args, format);
  int status = error_vat(r->err, place, format, args);
  va_end(args);
  return status;
}

static int no_memory(const struct reader *r) { return error_no_memory(r->err, r->text.path); }

// Converts a path relative to the sweep file to a path from the current directory. The caller frees it.
static char *from_here(const struct reader *r, const char *name) {
  size_t size = strlen(r->text.path) + strlen(name) + 1;
  char *path = malloc(size);
  if (path != NULL) path_next_to(r->text.path, name, path, size);
  return path;
}

// ---- values ----

// Writes a value as YAML on one line.
static void write_value(const struct yaml_node *node, FILE *to) {
  if (node->kind == YAML_WORD) {
    fputs(node->text, to);
    return;
  }
  bool map = node->kind == YAML_MAP;
  fputc(map ? '{' : '[', to);
  for (int i = 0; i < node->children; i++) {
    if (i > 0) fputs(map && i % 2 == 1 ? ": " : ", ", to);
    write_value(node->child[i], to);
  }
  fputc(map ? '}' : ']', to);
}

// Checks that a file which line `line` names can be read for each point.
static int readable(const struct reader *r, const char *path, int line) {
  const char *why;
  if (path == NULL) return no_memory(r);
  if (r->stored) return 0;
  FILE *file = infile_open(path, true, &why);
  if (file == NULL) return wrong(r, line, "cannot open %s: %s; name a file", path, why);
  fclose(file);
  return 0;
}

static int add_value(struct reader *r, struct sweep_parameter *p, char *value, int line) {
  const size_t count = (size_t)p->values;
  char **values = value != NULL ? vec_grow(p->value, count, sizeof(*values)) : NULL;
  if (values != NULL) p->value = values;
  char **files = values != NULL ? vec_grow(p->file, count, sizeof(*files)) : NULL;
  if (files != NULL) p->file = files;
  int *lines = files != NULL ? vec_grow(p->value_line, count, sizeof(*lines)) : NULL;
  if (lines == NULL) {
    free(value);
    return no_memory(r);
  }
  p->value_line = lines;
  p->value[p->values] = value;
  p->file[p->values] = strcmp(p->key, "mmu") == 0 ? from_here(r, value) : NULL;
  p->value_line[p->values] = line;
  p->values++;
  return strcmp(p->key, "mmu") == 0 ? readable(r, p->file[p->values - 1], line) : 0;
}

static int add_node(struct reader *r, struct sweep_parameter *p, const struct yaml_node *node) {
  char *value = NULL;
  size_t size;
  FILE *to = open_memstream(&value, &size);
  if (to == NULL) return no_memory(r);
  write_value(node, to);
  if (fclose(to) != 0) {
    free(value);
    return no_memory(r);
  }
  for (int i = 0; i < p->values; i++)
    if (strcmp(p->value[i], value) == 0) {
      int status = wrong(r, node->line, "%s is %.40s twice; keep one", p->key, value);
      free(value);
      return status;
    }
  return add_value(r, p, value, node->line);
}

// Adds the numbers of a range such as "1..10".
static int add_range(struct reader *r, struct sweep_parameter *p, const struct yaml_node *node, bool *is_range) {
  char *end, *last;
  const char *text = node->text;
  errno = 0;
  unsigned long long from = strtoull(text, &end, 10), to = 0;
  *is_range = isdigit((unsigned char)*text) && strncmp(end, "..", 2) == 0 && isdigit((unsigned char)end[2]);
  if (!*is_range) return 0;
  to = strtoull(end + 2, &last, 10);
  if (errno != 0 || *last != '\0' || to < from || to - from >= SWEEP_POINTS)
    return wrong(r, node->line, "%s is '%.40s'; give a range such as 1..10, of at most %d", p->key, text, SWEEP_POINTS);
  for (; from <= to; from++) {
    char number[32];
    snprintf(number, sizeof(number), "%llu", from);
    int status = add_value(r, p, strdup(number), node->line);
    if (status != 0) return status;
  }
  return 0;
}

static int add_values(struct reader *r, struct sweep_parameter *p, const struct yaml_node *node) {
  bool is_range = false;
  if (node->kind == YAML_WORD) {
    int status = add_range(r, p, node, &is_range);
    if (status != 0 || is_range) return status;
  }
  if (node->kind != YAML_LIST)
    return wrong(r, node->line, "%s must be values; write a list such as [1/8, 1/2] or a range such as 1..10", p->key);
  if (node->children == 0) return wrong(r, node->line, "%s is empty; list at least one value", p->key);
  for (int i = 0; i < node->children; i++) {
    int status = add_node(r, p, node->child[i]);
    if (status != 0) return status;
  }
  return 0;
}

static int add_parameter(struct reader *r, const struct yaml_node *key, const struct yaml_node *values) {
  struct sweep *s = r->s;
  if (key->kind != YAML_WORD || *key->text == '\0' || strcspn(key->text, ",\"\r\n") != strlen(key->text))
    return wrong(r, key->line, "a key in over is not a word; write a path such as mmu.alpha: [1/8, 1/2]");
  for (int i = 0; i < s->parameters; i++)
    if (strcmp(s->parameter[i].key, key->text) == 0)
      return wrong(r, key->line, "%s is given twice in over; keep one", key->text);
  if (s->parameters == SCENARIO_SETTINGS)
    return wrong(r, key->line, "over has too many keys; at most %d are possible", SCENARIO_SETTINGS);
  struct sweep_parameter *more = vec_grow(s->parameter, (size_t)s->parameters, sizeof(*more));
  if (more == NULL) return no_memory(r);
  s->parameter = more;
  struct sweep_parameter *p = &more[s->parameters++];
  *p = (struct sweep_parameter){.key = strdup(key->text), .line = key->line};
  if (p->key == NULL) return no_memory(r);
  int status = add_values(r, p, values);
  if (status != 0) return status;
  if ((long long)s->points * p->values > SWEEP_POINTS)
    return wrong(r, key->line, "over has more than %d combinations; give fewer values", SWEEP_POINTS);
  s->points *= p->values;
  return 0;
}

// ---- the file ----

static int read_over(struct reader *r) {
  const struct yaml_node *over = r->file->over;
  r->s->over_line = yaml_text_line(&r->text, "over");
  if (over->kind != YAML_MAP || over->children == 0)
    return wrong(r, r->s->over_line, "over must have keys; write them as mmu.alpha: [1/8, 1/2] or seed: 1..10");
  int status = 0;
  for (int i = 0; i < over->children && status == 0; i += 2)
    status = add_parameter(r, over->child[i], over->child[i + 1]);
  return status;
}

static int read_columns(struct reader *r) {
  struct sweep *s = r->s;
  unsigned count = r->file->columns_count;
  s->column = calloc(count > 0 ? count : 1, sizeof(*s->column));
  if (s->column == NULL) return no_memory(r);
  for (unsigned i = 0; i < count; i++) {
    const char *name = r->file->columns[i];
    char path[32];
    snprintf(path, sizeof(path), "columns.%u", i);
    int line = yaml_text_line(&r->text, path);
    for (int k = 0; k < s->columns; k++)
      if (strcmp(s->column[k].name, name) == 0) return wrong(r, line, "column %s is given twice; keep one", name);
    if (strstr(name, ".late_ns") != NULL)
      return wrong(r, line, "'%.40s' has a new name; write input_delay_ns for late_ns", name);
    int status = sweep_column_parse(&s->column[s->columns], name);
    if (status == ENOMEM) return no_memory(r);
    if (status != 0)
      return wrong(r, line, "'%.40s' is not a column; give keys of results.json such as verdict or flows.gbps.mean",
                   name);
    s->column[s->columns++].line = line;
  }
  return 0;
}

// text NULL: reads the file; else the copy of the file.
static int read_file(struct reader *r, const char *path, const char *text, size_t size) {
  struct sweep *s = r->s;
  const void *values;
  r->text = (struct yaml_text){.path = path, .kind = "sweep"};
  int status = r->stored ? yaml_text_parse(&r->text, text, size, NULL, &r->text.root, r->err)
                         : yaml_text_read(&r->text, path, "sweep", r->err);
  if (status == 0) status = yaml_text_load(&r->text, "the sweep", &schema, &values, r->err);
  if (status != 0) return status;
  r->file = values;
  s->points = 1;
  s->path = strdup(path);
  s->scenario = from_here(r, r->file->scenario);
  if (s->path == NULL) return no_memory(r);
  status = readable(r, s->scenario, yaml_text_line(&r->text, "scenario"));
  if (status == 0) status = read_over(r);
  return status == 0 ? read_columns(r) : status;
}

static int load(const char *path, const char *text, size_t size, struct sweep **out, struct error *err) {
  struct reader r = {.s = calloc(1, sizeof(*r.s)), .err = err, .stored = text != NULL};
  *out = NULL;
  if (r.s == NULL) return error_no_memory(err, path);
  int status = read_file(&r, path, text, size);
  yaml_text_free(&r.text);
  if (status == 0)
    *out = r.s;
  else
    sweep_free(r.s);
  return status;
}

int sweep_load(const char *path, struct sweep **s, struct error *err) { return load(path, NULL, 0, s, err); }

int sweep_load_stored(const char *path, const char *text, size_t size, struct sweep **s, struct error *err) {
  return load(path, text, size, s, err);
}

void sweep_free(struct sweep *s) {
  if (s == NULL) return;
  for (int i = 0; i < s->parameters; i++) {
    struct sweep_parameter *p = &s->parameter[i];
    for (int k = 0; k < p->values; k++) {
      free(p->value[k]);
      free(p->file[k]);
    }
    free(p->key);
    free(p->value);
    free(p->file);
    free(p->value_line);
  }
  for (int i = 0; i < s->columns; i++) sweep_column_free(&s->column[i]);
  free(s->parameter);
  free(s->column);
  free(s->path);
  free(s->scenario);
  free(s);
}

int sweep_value(const struct sweep *s, int parameter, int point) {
  int rest = point - 1;
  for (int i = s->parameters - 1; i > parameter; i--) rest /= s->parameter[i].values;
  return rest % s->parameter[parameter].values;
}
