#define _GNU_SOURCE
#include "tb/cli/out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/cli/directories.h"
#include "tb/cli/owner.h"
#include "tb/sim/files/tempfiles.h"

enum { PATH = 4096 };

// In the order of renaming. The lock on the last file is the lock of the directory.
static const struct {
  const char *name, *header;
} files[OUT_FILES] = {
    [OUT_PAUSES] = {"pauses.csv", "time_ns,link,direction,class,event,level\n"},
    [OUT_OCCUPANCY] = {"occupancy.csv", "time_ns,switch,link,class,bytes,gbps\n"},
    [OUT_SERIES] = {"series.csv", "time_ns,switch,link,class,what,value\n"},
    [OUT_PACKETS] = {"packets.csv", "time_ns,event,node,link,class,flow,sent_ns,bytes\n"},
    [OUT_FLOWS] = {"flows.csv",
                   "flow,from,to,class,bytes,start_ns,completion_ns,ideal_ns,slowdown,gbps,sent_packets,sent_bytes,"
                   "received_packets,received_bytes,lost,dropped,latency_mean_ns,latency_p50_ns,latency_p99_ns,"
                   "latency_p999_ns,latency_max_ns\n"},
    [OUT_LINKS] = {"links.csv",
                   "link,from,to,gbps,frames,bytes,utilisation,pauses,resumes,refreshes,paused,paused_ns\n"},
    [OUT_QUEUES] = {"queues.csv", "switch,link,class,side,mean_bytes,p50_bytes,p99_bytes,p999_bytes,max_bytes\n"},
    [OUT_RESULTS] = {"results.json", ""},
};

static const char *part_of(const struct out_files *o, int i, char *path) {
  snprintf(path, PATH, "%s/.%s.part", o->dir, files[i].name);
  return path;
}

static const char *path_of(const struct out_files *o, int i, char *path) {
  snprintf(path, PATH, "%s/%s", o->dir, files[i].name);
  return path;
}

static int fail(struct out_files *o, const char *path, const char *what, const char *why, struct error *err) {
  error_set(err, "%s: %s: %s; give --out a directory that can be written", path, what, why);
  out_discard(o);
  return -1;
}

// Creates and locks the unfinished results.json.
static int lock(struct out_files *o, struct error *err) {
  char path[PATH];
  int error = owner_open(part_of(o, OUT_RESULTS, path), &o->file[OUT_RESULTS]);
  if (error == 0) return 0;
  if (error != EWOULDBLOCK) return fail(o, error == ENOTDIR ? o->dir : path, "cannot write", strerror(error), err);
  error_set(err, "%s: another run writes to this directory; give --out another one", o->dir);
  return -1;
}

int out_open(struct out_files *o, const char *dir, const struct scenario *s, struct error *err) {
  char path[PATH];
  struct stat there;
  *o = (struct out_files){.dir = dir};
  if (dir[0] == '\0') return fail(o, "--out", "cannot make", "no name", err);
  if (strlen(dir) > PATH - 64) return fail(o, dir, "cannot make", strerror(ENAMETOOLONG), err);
  if (directories_make(dir, &o->made) != 0) return fail(o, dir, "cannot make", strerror(errno), err);
  for (int i = 0; i < OUT_FILES; i++) {
    if (stat(path_of(o, i, path), &there) == 0 && !S_ISREG(there.st_mode))
      return fail(o, path, "cannot write", "not a regular file", err);
    if (!scenario_reads(s, path)) continue;
    error_set(err, "%s: this run reads the file; give --out another directory", path);
    out_discard(o);
    return -1;
  }
  if (lock(o, err) != 0) return -1;
  for (int i = 0; i < OUT_RESULTS; i++) {
    tempfiles_add(part_of(o, i, path));
    o->file[i] = fopen(path, "we");
    if (o->file[i] == NULL) return fail(o, path, "cannot write", strerror(errno), err);
    fputs(files[i].header, o->file[i]);
  }
  return 0;
}

// ---- the end ----

// Removes the locked file last, so that the lock covers all others.
void out_discard(struct out_files *o) {
  char path[PATH];
  for (int i = 0; i < OUT_FILES; i++) {
    if (o->file[i] == NULL) continue;
    unlink(part_of(o, i, path));
    tempfiles_drop(path);
    fclose(o->file[i]);
    o->file[i] = NULL;
  }
  directories_remove(o->dir, o->made);
  o->made = 0;
}

int out_commit(struct out_files *o, struct error *err) {
  char part[PATH], path[PATH];
  for (int i = 0; i < OUT_FILES; i++)
    if (fflush(o->file[i]) != 0 || ferror(o->file[i]))
      return fail(o, path_of(o, i, path), "cannot write", strerror(errno), err);
  for (int i = 0; i < OUT_FILES; i++) {
    if (rename(part_of(o, i, part), path_of(o, i, path)) != 0)
      return fail(o, path, "cannot write", strerror(errno), err);
    tempfiles_drop(part);
  }
  int bad = 0;
  for (int i = 0; i < OUT_FILES; i++) {
    int error = fclose(o->file[i]) != 0 ? errno : 0;
    o->file[i] = NULL;
    if (error == 0 || bad != 0) continue;
    bad = -1;
    error_set(err, "%s: cannot write: %s", path_of(o, i, path), strerror(error));
  }
  return bad;
}
