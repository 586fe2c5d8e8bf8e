#define _GNU_SOURCE
#include "tb/cli/sweep/sweep_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/sluice.h"
#include "tb/cli/directories.h"
#include "tb/sim/files/outfile.h"
#include "tb/sim/files/paths.h"

enum { PATH = 4096, TRIES = 25 };

static const char end_line[] = "end\n";  // last line of a complete file of a point

static int fail(const char *path, const char *what, int error, struct error *err) {
  error_set(err, "%s: %s: %s; give --out a directory that can be written", path, what, strerror(error));
  return error != 0 ? error : EIO;
}

static const char *in_dir(const struct sweep_dir *d, const char *name, char *path) {
  snprintf(path, PATH, "%s/%s", d->path, name);
  return path;
}

static const char *of_point(const struct sweep_dir *d, int point, char *path) {
  snprintf(path, PATH, "%s/points/%d", d->path, point);
  return path;
}

// ---- files ----

// Reads a file and appends a zero byte. The caller frees the text. Returns 0 or an errno.
static int read_file(const char *path, char **text, size_t *size) {
  FILE *f = fopen(path, "re");
  if (f == NULL) return errno;
  FILE *to = open_memstream(text, size);
  if (to == NULL) {
    fclose(f);
    return ENOMEM;
  }
  char block[65536];
  for (size_t n; (n = fread(block, 1, sizeof(block), f)) > 0;) fwrite(block, 1, n, to);
  int error = ferror(f) ? EIO : 0;
  fclose(f);
  if (fclose(to) != 0) error = ENOMEM;
  if (error != 0) free(*text);
  return error;
}

// Several processes may write the same file.
static int part_open(struct outfile *o, const char *path, struct error *err) {
  int error = outfile_open(o, path);
  return error != 0 ? fail(path, "cannot write", error, err) : 0;
}

static int part_close(struct outfile *o, bool good, struct error *err) {
  int error = outfile_close(o, good);
  return error != 0 ? fail(o->path, "cannot write", error, err) : 0;
}

// ---- the inputs ----

static const char *base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static int put_input(const struct sweep_dir *d, const char *path, FILE *to, struct error *err) {
  static const char *const made[] = {"inputs.txt", "sweep.csv"};
  char out[PATH], *text;
  size_t size;
  for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
    if (!same_file(in_dir(d, made[i], out), path)) continue;
    return error_set(err, "%s: this sweep reads the file; give --out another directory", out);
  }
  int error = read_file(path, &text, &size);
  if (error != 0) {
    error_set(err, "%s: cannot read %s: %s; name a file that can be read", d->s->path, path, strerror(error));
    return error;
  }
  fprintf(to, "=== %s, %zu bytes\n", base(path), size);
  fwrite(text, 1, size, to);
  fputc('\n', to);
  free(text);
  return 0;
}

// Adds a value that is the name of a data file.
static int put_value(const struct sweep_dir *d, const char *value, FILE *to, struct error *err) {
  char path[PATH];
  struct stat there;
  if (path_next_to(d->s->scenario, value, path, PATH) >= PATH) return 0;
  return stat(path, &there) == 0 && S_ISREG(there.st_mode) ? put_input(d, path, to, err) : 0;
}

// Adds the data files of the first point. Data files that only other points read are values of the sweep.
static int put_data(const struct sweep_dir *d, FILE *to, struct error *err) {
  struct scenario *x;
  int error = sweep_load_point(d->s, 1, &x, err);
  if (error != 0) return error;
  for (const struct scenario_data *f = x->data; f != NULL && error == 0; f = f->next)
    error = put_input(d, f->path, to, err);
  scenario_free(x);
  return error;
}

// Returns all files that the results depend on as one text. The caller frees it.
static int inputs(const struct sweep_dir *d, char **text, size_t *size, struct error *err) {
  const struct sweep *s = d->s;
  FILE *to = open_memstream(text, size);
  if (to == NULL) return fail(s->path, "cannot read", ENOMEM, err);
  fprintf(to, "=== sluice %s\n=== engine %s\n", SLUICE_VERSION, s->model ? "model" : "event");
  int error = put_input(d, s->path, to, err);
  if (error == 0) error = put_input(d, s->scenario, to, err);
  for (int i = 0; i < s->parameters && error == 0; i++)
    for (int k = 0; k < s->parameter[i].values && error == 0; k++) {
      const char *file = s->parameter[i].file[k];
      error = file != NULL ? put_input(d, file, to, err) : put_value(d, s->parameter[i].value[k], to, err);
    }
  if (error == 0) error = put_data(d, to, err);
  if (fclose(to) != 0 && error == 0) error = fail(s->path, "cannot read", ENOMEM, err);
  if (error != 0) free(*text);
  return error;
}

// Reports the file in which the present inputs begin to differ from the stored ones.
static int changed(const struct sweep_dir *d, char *now, const char *then, struct error *err) {
  size_t same = 0;
  while (now[same] != '\0' && now[same] == then[same]) same++;
  now[same] = '\0';
  char *head = now, *next = now;
  while ((next = strstr(next, "\n=== ")) != NULL) head = ++next;
  // The difference may be in the heading of the file, which `now` has lost and `then` still has.
  const char *name = then + (head - now) + 4;
  return error_set(err, "%s: its points were run with another %.*s; remove the directory, or give another --out",
                   d->path, (int)strcspn(name, ",\n"), name);
}

static int check_inputs(const struct sweep_dir *d, struct error *err) {
  char path[PATH], *now, *then;
  size_t size, before;
  int error = inputs(d, &now, &size, err);
  if (error != 0) return error;
  error = read_file(in_dir(d, "inputs.txt", path), &then, &before);
  if (error == 0) {
    if (size != before || memcmp(now, then, size) != 0) error = changed(d, now, then, err);
    free(then);
  } else if (error == ENOENT) {
    struct outfile p;
    error = part_open(&p, path, err);
    if (error == 0) {
      fwrite(now, 1, size, p.to);
      error = part_close(&p, true, err);
    }
  } else {
    fail(path, "cannot read", error, err);
  }
  free(now);
  return error;
}

// Locks the directory. Waits up to 0.5 s, because the children of a killed sweep may hold the lock for a moment.
static int lock(struct sweep_dir *d, struct error *err) {
  d->lock = open(d->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (d->lock < 0) return fail(d->path, "cannot open", errno, err);
  for (int i = 0; i < TRIES; i++) {
    if (flock(d->lock, LOCK_EX | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK) return fail(d->path, "cannot lock", errno, err);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
  error_set(err, "%s: another sweep uses this directory; wait for it, or give --out another one", d->path);
  return EBUSY;
}

int sweep_dir_open(struct sweep_dir *d, const struct sweep *s, const char *path, bool exclusive, struct error *err) {
  char points[PATH];
  int made = 0;
  *d = (struct sweep_dir){.s = s, .path = path, .lock = -1};
  if (path[0] == '\0') return fail("--out", "cannot make", ENOENT, err);
  if (strlen(path) > PATH - 64) return fail(path, "cannot make", ENAMETOOLONG, err);
  if (directories_make(in_dir(d, "points", points), &made) != 0) {
    int error = errno;
    directories_remove(points, made);
    return fail(points, "cannot make", error, err);
  }
  int error = exclusive ? lock(d, err) : 0;
  if (error == 0) error = check_inputs(d, err);
  if (error != 0) directories_remove(points, made);
  return error;
}

void sweep_dir_close(struct sweep_dir *d) {
  if (d->lock >= 0) close(d->lock);
  d->lock = -1;
}

// ---- points ----

bool sweep_dir_has(const struct sweep_dir *d, int point) {
  char path[PATH], last[sizeof(end_line)] = "";
  FILE *f = fopen(of_point(d, point, path), "re");
  if (f == NULL) return false;
  size_t length = strlen(end_line);
  bool has = fseek(f, -(long)length, SEEK_END) == 0 && fread(last, 1, length, f) == length;
  fclose(f);
  return has && strcmp(last, end_line) == 0;
}

int sweep_dir_keep(const struct sweep_dir *d, int point, const char *row, size_t size, struct error *err) {
  char path[PATH];
  struct outfile p;
  int error = part_open(&p, of_point(d, point, path), err);
  if (error != 0) return error;
  fprintf(p.to, "point,%d\n", point);
  for (int i = 0; i < d->s->parameters; i++) {
    fprintf(p.to, "%s,", d->s->parameter[i].key);
    sweep_field(d->s->parameter[i].value[sweep_value(d->s, i, point)], p.to);
    fputc('\n', p.to);
  }
  fwrite(row, 1, size, p.to);
  fputs(end_line, p.to);
  return part_close(&p, true, err);
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
  char **more = realloc(h->name, ((size_t)h->names + 1) * sizeof(*more));
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
  char *line = strsep(rest, "\n"), *comma = line != NULL ? strchr(line, ',') : NULL;
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

static void put_row(const struct header *h, char *text, const char **cell, int *lost, FILE *to) {
  int at = 0;
  for (int i = 0; i < h->names; i++) cell[i] = "";
  for (char *name, *value; next_line(&text, &name, &value);) {
    at = find(h, name, at);
    cell[at++] = value;
    *lost += strcmp(name, "exit") == 0 && strcmp(value, "4") == 0;
  }
  for (int i = 0; i < h->names; i++) fprintf(to, "%s%s", i > 0 ? "," : "", cell[i]);
  fputc('\n', to);
}

// Reads the files of all points. to NULL: collects the names of columns; otherwise writes the rows.
static int over_points(const struct sweep_dir *d, struct header *h, FILE *to, int *completed, int *lost,
                       struct error *err) {
  char path[PATH];
  const char **cell = to != NULL ? calloc((size_t)h->names + 1, sizeof(*cell)) : NULL;
  if (to != NULL && cell == NULL) return fail(d->path, "cannot collect", ENOMEM, err);
  int error = 0;
  *completed = *lost = 0;
  for (int i = 1; i <= d->s->points && error == 0; i++) {
    char *text;
    size_t size;
    if (!sweep_dir_has(d, i)) continue;
    error = read_file(of_point(d, i, path), &text, &size);
    if (error != 0) {
      fail(path, "cannot read", error, err);
      break;
    }
    ++*completed;
    if (to != NULL)
      put_row(h, text, cell, lost, to);
    else if ((error = add_names(h, text)) != 0)
      fail(d->path, "cannot collect", error, err);
    free(text);
  }
  free(cell);
  return error;
}

int sweep_dir_collect(const struct sweep_dir *d, int *completed, int *lost, struct error *err) {
  char path[PATH];
  struct header h = {.name = NULL};
  struct outfile p;
  int error = over_points(d, &h, NULL, completed, lost, err);
  if (error == 0) error = part_open(&p, in_dir(d, "sweep.csv", path), err);
  if (error == 0) {
    for (int i = 0; i < h.names; i++) fprintf(p.to, "%s%s", i > 0 ? "," : "", h.name[i]);
    fputc('\n', p.to);
    error = over_points(d, &h, p.to, completed, lost, err);
    struct error ignored;
    int closed = part_close(&p, error == 0, error == 0 ? err : &ignored);
    if (error == 0) error = closed;
  }
  for (int i = 0; i < h.names; i++) free(h.name[i]);
  free(h.name);
  return error;
}
