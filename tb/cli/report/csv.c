#define _GNU_SOURCE
#include "tb/cli/report/csv.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/files.h"
#include "tb/sim/results/json_out.h"

static int complain(const struct csv *c, const char *wrong, struct error *err) {
  return error_set(err, "%s:%zu: %s; let sluice run --out write it again", c->path, c->line, wrong);
}

static int cut(char *line, char **field) {
  int count = 0;
  line[strcspn(line, "\r\n")] = '\0';
  for (char *next = line; next != NULL; count++) {
    char *word = strsep(&next, ",");
    if (count < CSV_COLUMNS) field[count] = word;
  }
  return count;
}

// A truncated line can look like a complete one with a smaller last number, so a line must end with a line feed.
static const char cut_off[] = "the file ends within this line", not_utf8[] = "the line is not UTF-8";
static bool is_cut_off(const char *line) { return line[strcspn(line, "\n")] == '\0'; }

static int first_line(struct csv *c, struct error *err) {
  size_t size = 0;
  c->line = 1;
  if (getline(&c->names, &size, c->file) < 0) return complain(c, "there is no line of column names", err);
  if (is_cut_off(c->names)) return complain(c, cut_off, err);
  if (!utf8_is(c->names)) return complain(c, not_utf8, err);
  c->columns = cut(c->names, c->name);
  return c->columns <= CSV_COLUMNS ? 0 : complain(c, "there are more than 32 columns", err);
}

int csv_open(struct csv *c, const char *path, struct error *err) {
  const char *why;
  *c = (struct csv){.path = path, .file = infile_open(path, true, &why)};
  if (c->file == NULL)
    return error_set(err, "%s: cannot open: %s; give a directory that sluice run --out wrote", path, why);
  int status = first_line(c, err);
  if (status != 0) csv_close(c);
  return status;
}

void csv_close(struct csv *c) {
  if (c->file != NULL) fclose(c->file);
  free(c->names);
  free(c->text);
  *c = (struct csv){.file = NULL};
}

int csv_column(const struct csv *c, const char *name) {
  for (int i = 0; i < c->columns; i++)
    if (strcmp(c->name[i], name) == 0) return i;
  return -1;
}

int csv_need(const struct csv *c, const char *name, int *column, struct error *err) {
  char wrong[64];
  *column = csv_column(c, name);
  if (*column >= 0) return 0;
  snprintf(wrong, sizeof(wrong), "there is no column %s", name);
  return complain(c, wrong, err);
}

int csv_next(struct csv *c, struct error *err) {
  char wrong[80];
  errno = 0;
  if (getline(&c->text, &c->size, c->file) < 0) {
    if (!ferror(c->file)) return 0;
    complain(c, strerror(errno), err);
    return -1;
  }
  c->line++;
  if (is_cut_off(c->text)) {
    complain(c, cut_off, err);
    return -1;
  }
  if (!utf8_is(c->text)) {
    complain(c, not_utf8, err);
    return -1;
  }
  int count = cut(c->text, c->field);
  if (count == c->columns) return 1;
  snprintf(wrong, sizeof(wrong), "%d fields, but %d columns", count, c->columns);
  complain(c, wrong, err);
  return -1;
}

int csv_lines(struct csv *c, csv_line *line, void *context, struct error *err) {
  int status = 0, more = 0;
  while (status == 0 && (more = csv_next(c, err)) > 0) status = line(context, err);
  return status == 0 && more < 0 ? EINVAL : status;
}

int csv_read(struct csv *c, const char *path, const struct csv_required *required, size_t count, csv_line *line,
             void *context, struct error *err) {
  int status = csv_open(c, path, err);
  for (size_t i = 0; status == 0 && i < count; i++) status = csv_need(c, required[i].name, required[i].column, err);
  if (status == 0) status = csv_lines(c, line, context, err);
  csv_close(c);
  return status;
}

int csv_number(const struct csv *c, int column, double *value, struct error *err) {
  char *end, wrong[160];
  const char *text = c->field[column];
  *value = strtod(text, &end);
  if (*text >= '0' && *text <= '9' && *end == '\0' && isfinite(*value)) return 0;
  snprintf(wrong, sizeof(wrong), "%s '%.64s' is not a number", c->name[column], text);
  return complain(c, wrong, err);
}

int csv_time(struct csv *c, int column, double *time, struct error *err) {
  char wrong[160];
  int status = csv_number(c, column, time, err);
  if (status != 0) return status;
  if (*time < c->time) {
    snprintf(wrong, sizeof(wrong), "%s %.64s is before that of the line above", c->name[column], c->field[column]);
    return complain(c, wrong, err);
  }
  c->time = *time;
  return 0;
}

int csv_word(const struct csv *c, int column, const char *const *words, struct error *err) {
  char wrong[160];
  for (; *words != NULL; words++)
    if (strcmp(c->field[column], *words) == 0) return 0;
  snprintf(wrong, sizeof(wrong), "there is no %s '%.64s'", c->name[column], c->field[column]);
  return complain(c, wrong, err);
}
