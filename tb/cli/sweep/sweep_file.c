// The file of a sweep: what is swept over, and which point has which values.
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/sim/files/paths.h"

enum { TEXT = 1024, LIST = 65536 };

// What the libcyaml schema says is checked by yaml_text_check(). The keys under `over` are any, those of a scenario.
struct file {
  char *scenario;
  char **columns;
  unsigned columns_count;
};

static const cyaml_schema_value_t column_schema = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, TEXT)};
static const cyaml_schema_field_t fields[] = {
    CYAML_FIELD_STRING_PTR("scenario", CYAML_FLAG_POINTER, struct file, scenario, 0, TEXT),
    CYAML_FIELD_IGNORE("over", CYAML_FLAG_DEFAULT),
    CYAML_FIELD_SEQUENCE("columns", CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER, struct file, columns, &column_schema, 1,
                         LIST),
    CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file, fields)};

struct reader {
  struct yaml_text text;
  yaml_document_t *document;
  struct sweep *s;
  struct error *err;
};

static int line_of(const yaml_node_t *node) { return (int)node->start_mark.line + 1; }

__attribute__((format(printf, 3, 4))) static int wrong(const struct reader *r, int line, const char *format, ...) {
  char place[YAML_PLACE];
  va_list args;
  snprintf(place, sizeof(place), "%s:%d", r->text.path, line);
  va_start(args, format);
  int status = error_vat(r->err, place, format, args);
  va_end(args);
  return status;
}

static int no_memory(const struct reader *r) {
  wrong(r, 1, "out of memory; free some");
  return ENOMEM;
}

static const char *scalar(const yaml_node_t *node) { return (const char *)node->data.scalar.value; }

// A path in the file is from the file's directory; from here: with that before it.
static char *from_here(const struct reader *r, const char *name) {
  size_t size = (size_t)path_beside(r->text.path, name, NULL, 0) + 1;
  char *path = malloc(size);
  if (path != NULL) path_beside(r->text.path, name, path, size);
  return path;
}

// ---- values ----

// A list or a mapping in one line, as YAML; a word as it is.
static void write_value(yaml_document_t *d, const yaml_node_t *node, FILE *to) {
  if (node->type == YAML_SCALAR_NODE) {
    fputs(scalar(node), to);
  } else if (node->type == YAML_SEQUENCE_NODE) {
    fputc('[', to);
    for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
      if (i != node->data.sequence.items.start) fputs(", ", to);
      write_value(d, yaml_document_get_node(d, *i), to);
    }
    fputc(']', to);
  } else {
    fputc('{', to);
    for (const yaml_node_pair_t *i = node->data.mapping.pairs.start; i < node->data.mapping.pairs.top; i++) {
      if (i != node->data.mapping.pairs.start) fputs(", ", to);
      write_value(d, yaml_document_get_node(d, i->key), to);
      fputs(": ", to);
      write_value(d, yaml_document_get_node(d, i->value), to);
    }
    fputc('}', to);
  }
}

// A file that the sweep names in this line.
static int readable(const struct reader *r, const char *path, int line) {
  if (path == NULL) return no_memory(r);
  return access(path, R_OK) == 0 ? 0 : wrong(r, line, "cannot open %s: %s; name a file", path, strerror(errno));
}

static int add_value(struct reader *r, struct sweep_parameter *p, char *value, int line) {
  size_t count = (size_t)p->values + 1;
  char **values = value != NULL ? realloc(p->value, count * sizeof(*values)) : NULL;
  if (values != NULL) p->value = values;
  char **files = values != NULL ? realloc(p->file, count * sizeof(*files)) : NULL;
  if (files != NULL) p->file = files;
  int *lines = files != NULL ? realloc(p->value_line, count * sizeof(*lines)) : NULL;
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

static int add_node(struct reader *r, struct sweep_parameter *p, const yaml_node_t *node) {
  char *value = NULL;
  size_t size;
  FILE *to = open_memstream(&value, &size);
  if (to == NULL) return no_memory(r);
  write_value(r->document, node, to);
  if (fclose(to) != 0) {
    free(value);
    return no_memory(r);
  }
  for (int i = 0; i < p->values; i++)
    if (strcmp(p->value[i], value) == 0) {
      int status = wrong(r, line_of(node), "%s is %.40s twice; keep one", p->key, value);
      free(value);
      return status;
    }
  return add_value(r, p, value, line_of(node));
}

// "1..10"
static int add_range(struct reader *r, struct sweep_parameter *p, const yaml_node_t *node, bool *is_range) {
  char *end, *last;
  const char *text = scalar(node);
  errno = 0;
  unsigned long long from = strtoull(text, &end, 10), to = 0;
  *is_range = isdigit((unsigned char)*text) && strncmp(end, "..", 2) == 0 && isdigit((unsigned char)end[2]);
  if (!*is_range) return 0;
  to = strtoull(end + 2, &last, 10);
  if (errno != 0 || *last != '\0' || to < from || to - from >= SWEEP_POINTS)
    return wrong(r, line_of(node), "%s is '%.40s'; give a range such as 1..10, of at most %d", p->key, text,
                 SWEEP_POINTS);
  for (; from <= to; from++) {
    char number[32];
    snprintf(number, sizeof(number), "%llu", from);
    int status = add_value(r, p, strdup(number), line_of(node));
    if (status != 0) return status;
  }
  return 0;
}

static int add_values(struct reader *r, struct sweep_parameter *p, const yaml_node_t *node) {
  bool is_range = false;
  if (node->type == YAML_SCALAR_NODE) {
    int status = add_range(r, p, node, &is_range);
    if (status != 0 || is_range) return status;
  }
  if (node->type != YAML_SEQUENCE_NODE)
    return wrong(r, line_of(node), "%s must be values; write a list such as [1/8, 1/2] or a range such as 1..10",
                 p->key);
  if (node->data.sequence.items.start == node->data.sequence.items.top)
    return wrong(r, line_of(node), "%s is empty; list at least one value", p->key);
  for (const yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
    int status = add_node(r, p, yaml_document_get_node(r->document, *i));
    if (status != 0) return status;
  }
  return 0;
}

static int add_parameter(struct reader *r, const yaml_node_t *key, const yaml_node_t *values) {
  struct sweep *s = r->s;
  if (key->type != YAML_SCALAR_NODE || *scalar(key) == '\0' || strcspn(scalar(key), ",\"\r\n") != strlen(scalar(key)))
    return wrong(r, line_of(key), "a key in over is not a word; write a path such as mmu.alpha: [1/8, 1/2]");
  for (int i = 0; i < s->parameters; i++)
    if (strcmp(s->parameter[i].key, scalar(key)) == 0)
      return wrong(r, line_of(key), "%s is given twice in over; keep one", scalar(key));
  if (s->parameters == SCENARIO_SETTINGS)
    return wrong(r, line_of(key), "over has too many keys; at most %d are possible", SCENARIO_SETTINGS);
  struct sweep_parameter *more = realloc(s->parameter, ((size_t)s->parameters + 1) * sizeof(*more));
  if (more == NULL) return no_memory(r);
  s->parameter = more;
  struct sweep_parameter *p = &more[s->parameters++];
  *p = (struct sweep_parameter){.key = strdup(scalar(key)), .line = line_of(key)};
  if (p->key == NULL) return no_memory(r);
  int status = add_values(r, p, values);
  if (status != 0) return status;
  if ((long long)s->points * p->values > SWEEP_POINTS)
    return wrong(r, line_of(key), "over has more than %d combinations; give less values", SWEEP_POINTS);
  s->points *= p->values;
  return 0;
}

// ---- the file ----

static const yaml_node_t *top(const struct reader *r, const char *name) {
  const yaml_node_t *root = yaml_document_get_root_node(r->document);
  for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++)
    if (strcmp(scalar(yaml_document_get_node(r->document, pair->key)), name) == 0)
      return yaml_document_get_node(r->document, pair->value);
  return NULL;
}

static int read_over(struct reader *r) {
  const yaml_node_t *over = top(r, "over");
  r->s->over_line = yaml_text_line(&r->text, "over");
  if (over->type != YAML_MAPPING_NODE || over->data.mapping.pairs.start == over->data.mapping.pairs.top)
    return wrong(r, r->s->over_line, "over must have keys; write them as mmu.alpha: [1/8, 1/2] or seed: 1..10");
  for (const yaml_node_pair_t *pair = over->data.mapping.pairs.start; pair < over->data.mapping.pairs.top; pair++) {
    int status = add_parameter(r, yaml_document_get_node(r->document, pair->key),
                               yaml_document_get_node(r->document, pair->value));
    if (status != 0) return status;
  }
  return 0;
}

static int read_columns(struct reader *r) {
  struct sweep *s = r->s;
  const yaml_node_t *list = top(r, "columns");
  if (list == NULL) return 0;
  size_t count = (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
  s->column = calloc(count, sizeof(*s->column));
  if (s->column == NULL) return no_memory(r);
  for (size_t i = 0; i < count; i++) {
    const yaml_node_t *node = yaml_document_get_node(r->document, list->data.sequence.items.start[i]);
    for (int k = 0; k < s->columns; k++)
      if (strcmp(s->column[k].name, scalar(node)) == 0)
        return wrong(r, line_of(node), "column %s is given twice; keep one", scalar(node));
    int status = sweep_column_parse(&s->column[s->columns], scalar(node));
    if (status == ENOMEM) return no_memory(r);
    if (status != 0)
      return wrong(r, line_of(node),
                   "'%.40s' is no column; give keys of results.json such as verdict or flows.gbps.mean", scalar(node));
    s->column[s->columns++].line = line_of(node);
  }
  return 0;
}

static int read_file(struct reader *r, const char *path) {
  struct sweep *s = r->s;
  int status = yaml_text_read(&r->text, path, "sweep", r->err);
  if (status == 0) status = yaml_text_check(&r->text, "the sweep", &schema, r->err);
  if (status != 0) return status;
  r->document = &r->text.document;
  s->points = 1;
  s->path = strdup(path);
  s->scenario = from_here(r, scalar(top(r, "scenario")));
  if (s->path == NULL) return no_memory(r);
  status = readable(r, s->scenario, yaml_text_line(&r->text, "scenario"));
  if (status == 0) status = read_over(r);
  return status == 0 ? read_columns(r) : status;
}

int sweep_load(const char *path, struct sweep **out, struct error *err) {
  struct reader r = {.s = calloc(1, sizeof(*r.s)), .err = err};
  *out = NULL;
  if (r.s == NULL) {
    error_set(err, "%s:1: out of memory; free some", path);
    return ENOMEM;
  }
  int status = read_file(&r, path);
  yaml_text_free(&r.text);
  if (status == 0)
    *out = r.s;
  else
    sweep_free(r.s);
  return status;
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
