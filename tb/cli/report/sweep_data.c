#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/report/page_data.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/results/json_out.h"

enum { PATH = 4096 };

bool sweep_data_is(const char *dir) {
  char path[PATH];
  return snprintf(path, sizeof(path), "%s/inputs.txt", dir) < PATH && access(path, F_OK) == 0;
}

// ---- the rows ----

// Takes the next field of a line, and the comma behind it. A field in quotes has its quotes twice.
static char *next_field(char **line) {
  char *field = *line, *to = field, *at = field;
  const bool quoted = *at == '"';
  for (at += quoted; *at != '\0' && (quoted || *at != ','); at++) {
    if (quoted && *at == '"' && *++at != '"') break;
    *to++ = *at;
  }
  *line = *at == ',' ? at + 1 : NULL;
  *to = '\0';
  return field;
}

static json_t *cell(const char *text) {
  char *end;
  if (*text == '\0') return json_null();
  if (strspn(text, "0123456789") == strlen(text) && strlen(text) < 19) return json_integer(strtoll(text, NULL, 10));
  const double value = strtod(text, &end);
  const bool number = *end == '\0' && strcspn(text, "0123456789") < strlen(text) && strpbrk(text, "xXnN") == NULL;
  return number ? json_real(value) : json_string(text);
}

static json_t *names_of(char *line) {
  json_t *all = json_array();
  while (line != NULL) all = json_put(all, NULL, json_string(next_field(&line)));
  return all;
}

static json_t *cells_of(char *line) {
  json_t *all = json_array();
  while (line != NULL) all = json_put(all, NULL, cell(next_field(&line)));
  return all;
}

static json_t *keys_of(const struct sweep *s) {
  json_t *all = json_array();
  for (int i = 0; i < s->parameters; i++) {
    json_t *values = json_array();
    for (int k = 0; k < s->parameter[i].values; k++)
      values = json_put(values, NULL, json_string(s->parameter[i].value[k]));
    all = json_put(all, NULL, json_pack("{s:s, s:o}", "key", s->parameter[i].key, "values", values));
  }
  return all;
}

static json_t *data_of(const struct sweep_dir *d, char *csv, int completed, int lost) {
  json_t *columns = names_of(strsep(&csv, "\n")), *rows = json_array();
  char *line = strsep(&csv, "\n");
  for (int i = 0; i < SWEEP_ROWS && line != NULL && *line != '\0'; i++, line = strsep(&csv, "\n"))
    rows = json_put(rows, NULL, cells_of(line));
  return json_pack("{s:s, s:{s:i, s:i, s:i, s:b, s:o, s:o, s:o}}", "dir", d->path, "sweep", "points", d->s->points,
                   "completed", completed, "lost", lost, "chosen", d->s->columns > 0, "keys", keys_of(d->s), "columns",
                   columns, "rows", rows);
}

static int read_points(const struct sweep_dir *d, json_t **out, struct error *err) {
  char *csv = NULL;
  size_t size;
  int completed = 0, lost;
  FILE *to = open_memstream(&csv, &size);
  if (to == NULL) return error_no_memory(err, d->path);
  int status = sweep_dir_csv(d, to, &completed, &lost, err);
  if (fclose(to) != 0 && status == 0) status = error_no_memory(err, d->path);
  if (status == 0 && completed == 0)
    status = error_set(err, "%s: no point of this sweep has run; let sluice sweep --out run some", d->path);
  if (status == 0) *out = data_of(d, csv, completed, lost);
  if (status == 0 && *out == NULL) status = error_no_memory(err, d->path);
  free(csv);
  return status;
}

int sweep_data_read(const char *dir, json_t **out, struct error *err) {
  struct sweep_dir d;
  struct sweep *s = NULL;
  *out = NULL;
  if (!utf8_is(dir)) return error_set(err, "%s: the name is not UTF-8, which JSON requires; rename the directory", dir);
  int status = sweep_dir_stored(&d, &s, dir, err);
  if (status == 0) status = read_points(&d, out, err);
  sweep_free(s);
  return status;
}
