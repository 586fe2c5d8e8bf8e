#define _POSIX_C_SOURCE 200809L
#include "tb/cli/replay/outputs.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/cli/directories.h"
#include "tb/sim/files/outfile.h"
#include "tb/sim/files/paths.h"
#include "tb/sim/files/tempfiles.h"

enum { PATH = 4096, LOCK = 0 };  // LOCK: the port whose unfinished file locks the directory; it is renamed last

static const char *part_of(const struct outputs *o, int port, char *path) {
  snprintf(path, PATH, "%s/.port%d.pcap.part", o->dir, port);
  return path;
}

static const char *path_of(const struct outputs *o, int port, char *path) {
  snprintf(path, PATH, "%s/port%d.pcap", o->dir, port);
  return path;
}

static int cannot(struct outputs *o, const char *path, const char *why, struct error *err) {
  error_set(err, "%s: cannot write: %s; give --out a directory that can be written", path, why);
  outputs_discard(o);
  return -1;
}

// Checks that an existing file is a regular file, and no input.
static int may_replace(struct outputs *o, int port, const char *const *in, struct error *err) {
  char path[PATH];
  struct stat there;
  if (stat(path_of(o, port, path), &there) != 0) return 0;
  if (!S_ISREG(there.st_mode)) return cannot(o, path, "not a regular file", err);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) {
    if (in[p] == NULL || !same_file(in[p], path)) continue;
    error_set(err, "%s: the file is an input; give --out another directory", path);
    outputs_discard(o);
    return -1;
  }
  return 0;
}

static int open_part(struct outputs *o, int port, struct error *err) {
  char path[PATH];
  part_of(o, port, path);
  FILE *file = outfile_stream(port == LOCK ? outfile_lock(path) : outfile_create(path), path);
  int error = file != NULL ? 0 : errno;
  if (error == EWOULDBLOCK) {
    error_set(err, "%s: another replay writes to this directory; give --out another one", o->dir);
    outputs_discard(o);
    return -1;
  }
  if (error == 0) error = capture_create(&o->file[port], file);
  return error == 0 ? 0 : cannot(o, path, strerror(error), err);
}

int outputs_open(struct outputs *o, const char *dir, int ports, const char *const *in, struct error *err) {
  *o = (struct outputs){.dir = dir, .ports = ports};
  if (dir[0] == '\0') return cannot(o, "--out", "no name", err);
  if (strlen(dir) > PATH - 64) return cannot(o, dir, strerror(ENAMETOOLONG), err);
  if (directories_make(dir, &o->made) != 0) return cannot(o, dir, strerror(errno), err);
  for (int p = 0; p < ports; p++)
    if (may_replace(o, p, in, err) != 0) return -1;
  for (int p = 0; p < ports; p++)  // LOCK is the first port
    if (open_part(o, p, err) != 0) return -1;
  return 0;
}

// Removes the locked file last, so that the lock covers all others.
void outputs_discard(struct outputs *o) {
  char path[PATH];
  for (int p = o->ports - 1; p >= LOCK; p--) {
    if (o->file[p] == NULL) continue;
    unlink(part_of(o, p, path));
    tempfiles_drop(path);
    capture_close(o->file[p]);
    o->file[p] = NULL;
  }
  if (o->dir[0] != '\0') directories_remove(o->dir, o->made);
  o->made = 0;
}

// A kill between two of these names leaves no port0.pcap, so that captures of two replays do not look complete.
static int rename_all(struct outputs *o, struct error *err) {
  char part[PATH], path[PATH];
  if (unlink(path_of(o, LOCK, path)) != 0 && errno != ENOENT) return cannot(o, path, strerror(errno), err);
  for (int p = o->ports - 1; p >= LOCK; p--) {
    if (rename(part_of(o, p, part), path_of(o, p, path)) != 0) return cannot(o, path, strerror(errno), err);
    tempfiles_drop(part);
  }
  return 0;
}

int outputs_commit(struct outputs *o, struct error *err) {
  char path[PATH];
  for (int p = 0; p < o->ports; p++) {
    int error = capture_flush(o->file[p]);
    if (error != 0) return cannot(o, path_of(o, p, path), strerror(error), err);
  }
  tempfiles_hold_signals(true);
  int bad = rename_all(o, err);
  tempfiles_hold_signals(false);
  if (bad != 0) return bad;
  for (int p = 0; p < o->ports; p++) {
    capture_close(o->file[p]);
    o->file[p] = NULL;
  }
  return 0;
}
