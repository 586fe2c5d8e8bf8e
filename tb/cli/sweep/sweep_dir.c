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
#include "tb/cli/out.h"
#include "tb/sim/files/files.h"

enum { PATH = 4096, TRIES = 25, HEAD = sizeof("\n=== ") - 1 };

static int fail(const char *path, const char *what, int error, struct error *err) {
  error_set(err, "%s: %s: %s; give --out a directory that can be written", path, what, strerror(error));
  return error != 0 ? error : EIO;
}

static const char *in_dir(const struct sweep_dir *d, const char *name, char *path) {
  snprintf(path, PATH, "%s/%s", d->path, name);
  return path;
}

// ---- the inputs ----

static const char *base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

static int put_input(const struct sweep_dir *d, const char *path, FILE *to, struct error *err) {
  static const char *const made[] = {"inputs.txt", "sweep.csv", "flows.csv"};
  char out[PATH], *text;
  size_t size;
  for (size_t i = 0; i < sizeof(made) / sizeof(*made); i++) {
    if (!same_file(in_dir(d, made[i], out), path)) continue;
    return error_set(err, "%s: this sweep reads the file; give --out another directory", out);
  }
  const char *why;
  int error = infile_read(path, &text, &size, &why);
  if (error != 0) {
    error_set(err, "%s: cannot read %s: %s; name a file that can be read", d->s->path, path, why);
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
  fprintf(to, "=== sluice, %s\n=== engine, %s\n", SLUICE_VERSION, s->model ? "model" : "event");
  if (s->keep_flows) fprintf(to, "=== keep, flows\n");
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

// Reports the file in which the present inputs begin to differ from the stored ones. Shows no text of the stored ones.
static int changed(const struct sweep_dir *d, const char *now, const char *then, struct error *err) {
  size_t same = 0;
  while (now[same] != '\0' && now[same] == then[same]) same++;
  const char *name = now, *next = now;
  while ((next = strstr(next, "\n=== ")) != NULL && next < now + same + HEAD) name = ++next;
  name += HEAD - 1;
  return error_set(err, "%s: its points were run with another %.*s; remove the directory, or give another --out",
                   d->path, (int)strcspn(name, ",\n"), name);
}

static int store(const char *path, const char *text, size_t size, struct error *err) {
  struct outfile o;
  int error = outfile_open(&o, path);
  if (error == 0) fwrite(text, 1, size, o.to);
  if (error == 0) error = outfile_close(&o, true);
  return error != 0 ? fail(path, "cannot write", error, err) : 0;
}

static int check_inputs(struct sweep_dir *d, struct error *err) {
  char path[PATH], *now, *then;
  const char *why;
  size_t size, before;
  int error = inputs(d, &now, &size, err);
  if (error != 0) return error;
  cksum_add(&d->inputs, now, size);
  error = infile_read(in_dir(d, "inputs.txt", path), &then, &before, &why);
  if (error == 0) {
    if (size != before || memcmp(now, then, size) != 0) error = changed(d, now, then, err);
    free(then);
  } else if (error == ENOENT) {
    error = store(path, now, size, err);
  } else {
    error_set(err, "%s: cannot read: %s; remove the directory, or give another --out", path, why);
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

// The sweep file in a copy of the inputs: the first file, behind lines without a size. Returns NULL if there is none.
static const char *stored_sweep(const char *inputs, size_t *size) {
  for (const char *line = inputs; strncmp(line, "=== ", HEAD - 1) == 0;) {
    const char *end = strchr(line, '\n');
    if (end == NULL) return NULL;
    const char *comma = memrchr(line, ',', (size_t)(end - line));
    char *rest;
    *size = comma != NULL ? strtoul(comma + 1, &rest, 10) : 0;
    if (comma != NULL && strncmp(rest, " bytes\n", 7) == 0) return *size <= strlen(end + 1) ? end + 1 : NULL;
    line = end + 1;
  }
  return NULL;
}

int sweep_dir_stored(struct sweep_dir *d, struct sweep **s, const char *path, struct error *err) {
  char file[PATH], *text;
  const char *why;
  size_t size, of_sweep;
  *d = (struct sweep_dir){.path = path, .lock = -1};
  int error = infile_read(in_dir(d, "inputs.txt", file), &text, &size, &why);
  if (error != 0) {
    error_set(err, "%s: cannot read: %s; give a directory that sluice sweep wrote", file, why);
    return error;
  }
  cksum_add(&d->inputs, text, size);
  const char *sweep = stored_sweep(text, &of_sweep);
  *s = NULL;
  error = sweep != NULL ? sweep_load_stored(file, sweep, of_sweep, s, err)
                        : error_set(err, "%s:1: no sweep file; remove the directory, and run the sweep again", file);
  d->s = *s;
  free(text);
  return error;
}

void sweep_dir_close(struct sweep_dir *d) {
  if (d->lock >= 0) close(d->lock);
  d->lock = -1;
}
