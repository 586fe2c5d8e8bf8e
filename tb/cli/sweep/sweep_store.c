// The files of a sweep's points, and the CSV file of all points.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/sim/files/cksum.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/vec.h"

enum { PATH = 4096, LINE = 64 };

static int cannot(const char *path, int error, struct error *err) {
  error_set(err, "%s: cannot write: %s; give --out a directory that can be written", path, strerror(error));
  return error;
}

static int open_file(struct outfile *o, const char *path, struct error *err) {
  int error = outfile_open(o, path);
  return error != 0 ? cannot(path, error, err) : 0;
}

static int close_file(struct outfile *o, bool good, struct error *err) {
  int error = outfile_close(o, good);
  return error != 0 ? cannot(o->path, error, err) : 0;
}

// ---- the file of a point ----

// The file has the point and its values, its results, and a last line: the number of lines and the checksum of the text
// above, and the checksum of the inputs.

static const char *path_of(const struct sweep_dir *d, int point, char *path) {
  snprintf(path, PATH, "%s/points/%d", d->path, point);
  return path;
}

static void put_head(const struct sweep_dir *d, int point, FILE *to) {
  fprintf(to, "point,%d\n", point);
  for (int i = 0; i < d->s->parameters; i++) {
    fprintf(to, "%s,", d->s->parameter[i].key);
    sweep_field(d->s->parameter[i].value[sweep_value(d->s, i, point)], to);
    fputc('\n', to);
  }
}

static int lines_in(const char *text, size_t size) {
  int lines = 0;
  for (size_t i = 0; i < size; i++) lines += text[i] == '\n';
  return lines;
}

static void last_line(const struct sweep_dir *d, const char *text, size_t size, char line[LINE]) {
  struct cksum sum = {0};
  cksum_add(&sum, text, size);
  snprintf(line, LINE, "end %d %" PRIu32 " %" PRIu32 "\n", lines_in(text, size), cksum_end(&sum),
           cksum_end(&d->inputs));
}

int sweep_dir_keep(const struct sweep_dir *d, int point, const char *row, size_t size, struct error *err) {
  char path[PATH], line[LINE], *text = NULL;
  size_t all;
  struct outfile o;
  FILE *to = open_memstream(&text, &all);
  if (to == NULL) return error_no_memory(err, d->path);
  put_head(d, point, to);
  fwrite(row, 1, size, to);
  int error = fclose(to) != 0 ? error_no_memory(err, d->path) : open_file(&o, path_of(d, point, path), err);
  if (error == 0) {
    last_line(d, text, all, line);
    fwrite(text, 1, all, o.to);
    fputs(line, o.to);
    error = close_file(&o, true, err);
  }
  free(text);
  return error;
}

static int damaged(const char *path, int line, const char *what, struct error *err) {
  return error_set(err, "%s:%d: %s; remove the file, and its point runs again", path, line, what);
}

static int check_head(const struct sweep_dir *d, int point, const char *path, const char *text, struct error *err) {
  char *head = NULL;
  size_t size, same = 0;
  FILE *to = open_memstream(&head, &size);
  if (to == NULL) return error_no_memory(err, d->path);
  put_head(d, point, to);
  if (fclose(to) != 0) return error_no_memory(err, d->path);
  while (same < size && text[same] == head[same]) same++;
  bool whole = same == size, cut = text[same] == '\0';
  free(head);
  if (whole) return 0;
  return damaged(path, 1 + lines_in(text, same), cut ? "the file ends here" : "the line is of another point or sweep",
                 err);
}

static int check_end(const struct sweep_dir *d, const char *path, const char *text, size_t size, struct error *err) {
  char expected[LINE], what[2 * LINE];
  int lines = lines_in(text, size), written;
  uint32_t sum, of_inputs;
  if (strlen(text) != size) return damaged(path, 1 + lines_in(text, strlen(text)), "a zero byte", err);
  const char *end = memrchr(text, '\n', size - 1);
  end = end != NULL ? end + 1 : text;
  if (text[size - 1] != '\n' || sscanf(end, "end %d %" SCNu32 " %" SCNu32, &written, &sum, &of_inputs) != 3)
    return damaged(path, lines + (text[size - 1] != '\n'), "the file ends here, without its line 'end'", err);
  last_line(d, text, (size_t)(end - text), expected);
  if (strcmp(end, expected) == 0) return 0;
  if (of_inputs != cksum_end(&d->inputs))
    return damaged(path, lines, "the point was run with other inputs than those of inputs.txt", err);
  snprintf(what, sizeof(what), "the file has %d lines above, %d were written", lines - 1, written);
  return damaged(path, lines, written == lines - 1 ? "the lines above are not those that were written" : what, err);
}

int sweep_dir_read(const struct sweep_dir *d, int point, char **text, struct error *err) {
  char path[PATH];
  const char *why;
  size_t size;
  int error = infile_read(path_of(d, point, path), text, &size, &why);
  if (error != 0) *text = NULL;
  if (error == ENOENT) return 0;
  if (error != 0) return error_set(err, "%s: cannot read: %s; remove the file, and its point runs again", path, why);
  error = check_head(d, point, path, *text, err);
  if (error == 0) error = check_end(d, path, *text, size, err);
  if (error == 0) return 0;
  free(*text);
  *text = NULL;
  return error;
}

int sweep_dir_has(const struct sweep_dir *d, int point, bool *has, struct error *err) {
  char *text;
  int error = sweep_dir_read(d, point, &text, err);
  *has = text != NULL;
  free(text);
  return error;
}

// ---- the CSV file ----

// Names of columns in the order of the points' files. A new column is inserted behind the one before it in its file.
struct header {
  char **name;
  int names;
};

static int find(const struct header *h, const char *name, int likely) {
  if (likely < h->names && strcmp(h->name[likely], name) == 0) return likely;
  for (int i = 0; i < h->names; i++)
    if (strcmp(h->name[i], name) == 0) return i;
  return -1;
}

static int insert(struct header *h, int at, const char *name) {
  char **more = vec_grow(h->name, (size_t)h->names, sizeof(*more));
  if (more == NULL) return ENOMEM;
  h->name = more;
  char *copy = strdup(name);
  if (copy == NULL) return ENOMEM;
  memmove(more + at + 1, more + at, (size_t)(h->names - at) * sizeof(*more));
  more[at] = copy;
  h->names++;
  return 0;
}

// Splits the next line of a point's file in place. Returns false at the last line.
static bool next_line(char **rest, char **name, char **value) {
  char *line;
  do line = strsep(rest, "\n");
  while (line != NULL && sweep_flows_is(line));
  char *comma = line != NULL ? strchr(line, ',') : NULL;
  if (comma == NULL) return false;
  *comma = '\0';
  *name = line;
  *value = comma + 1;
  return true;
}

static int add_names(struct header *h, char *text) {
  int at = 0;
  for (char *name, *value; next_line(&text, &name, &value); at++) {
    int i = find(h, name, at);
    if (i < 0 && insert(h, at, name) != 0) return ENOMEM;
    if (i >= 0) at = i;
  }
  return 0;
}

// The columns behind the point are the parameters, whose values are written as numbers.
static void put_row(const struct sweep *s, int point, const struct header *h, char *text, const char **cell, int *lost,
                    FILE *to) {
  int at = 0;
  for (int i = 0; i < h->names; i++) cell[i] = "";
  for (char *name, *value; next_line(&text, &name, &value);) {
    at = find(h, name, at);
    cell[at++] = value;
    *lost += strcmp(name, "exit") == 0 && strcmp(value, "4") == 0;
  }
  for (int i = 0; i < h->names; i++) {
    if (i > 0) fputc(',', to);
    if (i >= 1 && i <= s->parameters)
      sweep_number(s->parameter[i - 1].value[sweep_value(s, i - 1, point)], to);
    else
      fputs(cell[i], to);
  }
  fputc('\n', to);
}

// Reads the files of all points. to NULL: collects the names of columns; otherwise writes the rows.
static int over_points(const struct sweep_dir *d, struct header *h, FILE *to, int *completed, int *lost,
                       struct error *err) {
  const char **cell = to != NULL ? calloc((size_t)h->names + 1, sizeof(*cell)) : NULL;
  if (to != NULL && cell == NULL) return error_no_memory(err, d->path);
  int error = 0;
  *completed = *lost = 0;
  for (int i = 1; i <= d->s->points && error == 0; i++) {
    char *text;
    error = sweep_dir_read(d, i, &text, err);
    if (error != 0 || text == NULL) continue;
    ++*completed;
    if (to != NULL)
      put_row(d->s, i, h, text, cell, lost, to);
    else if (add_names(h, text) != 0)
      error = error_no_memory(err, d->path);
    free(text);
  }
  free(cell);
  return error;
}

int sweep_dir_csv(const struct sweep_dir *d, FILE *to, int *completed, int *lost, struct error *err) {
  struct header h = {.name = NULL};
  int error = over_points(d, &h, NULL, completed, lost, err);
  if (error == 0) {
    for (int i = 0; i < h.names; i++) fprintf(to, "%s%s", i > 0 ? "," : "", h.name[i]);
    fputc('\n', to);
    error = over_points(d, &h, to, completed, lost, err);
  }
  for (int i = 0; i < h.names; i++) free(h.name[i]);
  free(h.name);
  return error;
}

int sweep_dir_collect(const struct sweep_dir *d, int *completed, int *lost, struct error *err) {
  char path[PATH];
  struct outfile o;
  snprintf(path, sizeof(path), "%s/sweep.csv", d->path);
  int error = open_file(&o, path, err);
  if (error != 0) return error;
  error = sweep_dir_csv(d, o.to, completed, lost, err);
  struct error ignored;
  int closed = close_file(&o, error == 0, error == 0 ? err : &ignored);
  return error == 0 ? closed : error;
}
