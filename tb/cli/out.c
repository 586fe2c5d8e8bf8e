#define _GNU_SOURCE
#include "tb/cli/out.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/sim/files/cksum.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { PATH = 4096 };

// ---- directories ----

// Like mkdir(). A new directory is removed when a signal ends the program (tempfiles.h).
static int make_one(const char *path) {
  tempfiles_hold_signals(true);
  int failed = mkdir(path, 0777), why = errno;
  if (failed == 0) tempfiles_add(path);
  tempfiles_hold_signals(false);
  errno = why;
  return failed;
}

int directories_make(const char *dir, int *made) {
  char path[PATH];
  *made = 0;
  if (snprintf(path, sizeof(path), "%s", dir) >= PATH) {
    errno = ENAMETOOLONG;
    return -1;
  }
  for (char *end = path;; end++) {
    if (*end != '/' && *end != '\0') continue;
    char rest = *end;
    *end = '\0';
    if (path[0] != '\0' && make_one(path) == 0) {
      ++*made;
    } else if (path[0] != '\0' && errno != EEXIST) {
      return -1;
    }
    if (rest == '\0') return 0;
    *end = rest;
    while (end[1] == '/') end++;
  }
}

void directories_remove(const char *dir, int made) {
  char path[PATH];
  if (snprintf(path, sizeof(path), "%s", dir) >= PATH) return;
  for (; made > 0; made--) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') path[--length] = '\0';
    if (rmdir(path) != 0) return;
    char *slash = strrchr(path, '/');
    if (slash == NULL) return;
    *slash = '\0';
  }
}

bool directories_are_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

// ---- output files ----

enum { LINE = 64, BUFFER = 1 << 16 };

// In the order of renaming. The lock on the unfinished results.json is the lock of the directory.
static const struct {
  const char *name, *header;
} files[OUT_FILES] = {
    [OUT_PAUSES] = {"pauses.csv", "time_ns,link,direction,class,event,level\n"},
    [OUT_OCCUPANCY] = {"occupancy.csv", "time_ns,switch,link,class,bytes,gbps\n"},
    [OUT_SERIES] = {"series.csv", "time_ns,switch,link,class,what,value\n"},
    [OUT_PACKETS] = {"packets.csv", "time_ns,event,node,link,class,flow,sent_ns,bytes\n"},
    [OUT_RATES] = {"rates.csv", "time_ns,flow,what,gbps\n"},
    [OUT_FLOWS] = {"flows.csv",
                   "flow,from,to,class,bytes,start_ns,completion_ns,ideal_ns,slowdown,gbps,sent_packets,sent_bytes,"
                   "received_packets,received_bytes,lost,dropped,latency_mean_ns,latency_p50_ns,latency_p99_ns,"
                   "latency_p999_ns,latency_max_ns,marked,notifications,resent_bytes,"
                   "dropped_by_watchdog,spurious_bytes,timeouts,unreachable,incomplete,traffic\n"},
    [OUT_LINKS] = {"links.csv",
                   "link,from,to,gbps,frames,bytes,utilisation,pauses,resumes,refreshes,paused,paused_ns\n"},
    [OUT_QUEUES] = {"queues.csv",
                    "switch,link,class,side,mean_bytes,p50_bytes,p99_bytes,p999_bytes,max_bytes,marked,"
                    "marked_bytes,storms,storms_restored,dropped_by_watchdog,dropped_by_watchdog_bytes\n"},
    [OUT_RESULTS] = {"results.json", ""},
    [OUT_SUMS] = {"run.cksum", ""},
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

static int busy(const struct out_files *o, struct error *err) {
  error_set(err, "%s: another run writes to this directory; give --out another one", o->dir);
  return -1;
}

// Creates the unfinished files. The first one is locked. Large buffers save system calls; without memory for them the
// files have their own.
static int create(struct out_files *o, struct error *err) {
  char path[PATH];
  o->buffers = malloc((size_t)OUT_FILES * BUFFER);
  for (int i = OUT_FILES - 1; i >= 0; i--) {
    if (i == OUT_SUMS) continue;
    part_of(o, i, path);
    o->file[i] = outfile_stream(i == OUT_RESULTS ? outfile_lock(path) : outfile_create(path), path);
    if (o->file[i] == NULL && i == OUT_RESULTS && errno == EWOULDBLOCK) return busy(o, err);
    if (o->file[i] == NULL) return fail(o, errno == ENOTDIR ? o->dir : path, "cannot write", strerror(errno), err);
    if (o->buffers != NULL) setvbuf(o->file[i], o->buffers + (size_t)i * BUFFER, _IOFBF, BUFFER);
    fputs(files[i].header, o->file[i]);
  }
  return 0;
}

// Checks that the run may replace a file of that name.
static int may_replace(struct out_files *o, int i, const struct scenario *s, struct error *err) {
  char path[PATH];
  struct stat there;
  if (stat(path_of(o, i, path), &there) == 0 && !S_ISREG(there.st_mode))
    return fail(o, path, "cannot write", "not a regular file", err);
  const char *begin = i == OUT_RESULTS ? "{" : files[i].header, *why = NULL;
  if (scenario_reads(s, path))
    why = "this run reads the file";
  else if (!command_replaces(path, begin, strcspn(begin, ",")))
    why = "the file holds no results";
  if (why == NULL) return 0;
  error_set(err, "%s: %s; give --out another directory", path, why);
  out_discard(o);
  return -1;
}

int out_open(struct out_files *o, const char *dir, const struct scenario *s, struct error *err) {
  *o = (struct out_files){.dir = dir};
  if (dir[0] == '\0') return fail(o, "--out", "cannot make", "no name", err);
  if (strlen(dir) > PATH - 64) return fail(o, dir, "cannot make", strerror(ENAMETOOLONG), err);
  if (directories_make(dir, &o->made) != 0) return fail(o, dir, "cannot make", strerror(errno), err);
  for (int i = 0; i < OUT_FILES; i++)
    if (may_replace(o, i, s, err) != 0) return -1;
  return create(o, err);
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
  free(o->buffers);
  o->buffers = NULL;
  directories_remove(o->dir, o->made);
  o->made = 0;
}

// Writes a line as the command cksum does.
static int line_of(int fd, const char *name, char line[LINE]) {
  struct cksum sum = {0};
  int error = cksum_file(&sum, fd);
  snprintf(line, LINE, "%" PRIu32 " %" PRIu64 " %s\n", cksum_end(&sum), sum.size, name);
  return error;
}

// Completes the unfinished files, and writes their checksums.
static int complete(struct out_files *o, struct error *err) {
  char path[PATH], line[LINE];
  part_of(o, OUT_SUMS, path);
  o->file[OUT_SUMS] = outfile_stream(outfile_create(path), path);
  if (o->file[OUT_SUMS] == NULL) return fail(o, path, "cannot write", strerror(errno), err);
  for (int i = 0; i < OUT_FILES; i++) {
    int error = outfile_flush(o->file[i]);
    if (error == 0 && i != OUT_SUMS) error = line_of(fileno(o->file[i]), files[i].name, line);
    if (error != 0) return fail(o, path_of(o, i, path), "cannot write", strerror(error), err);
    if (i != OUT_SUMS) fputs(line, o->file[OUT_SUMS]);
  }
  return 0;
}

// If a kill ends the program between two of these names, the checksums are not those of the files.
static int rename_all(struct out_files *o, struct error *err) {
  char part[PATH], path[PATH];
  for (int i = 0; i < OUT_FILES; i++) {
    if (rename(part_of(o, i, part), path_of(o, i, path)) != 0)
      return fail(o, path, "cannot write", strerror(errno), err);
    tempfiles_drop(part);
  }
  return 0;
}

int out_commit(struct out_files *o, struct error *err) {
  char path[PATH];
  if (complete(o, err) != 0) return -1;
  tempfiles_hold_signals(true);
  int bad = rename_all(o, err);
  tempfiles_hold_signals(false);
  if (bad != 0) return -1;
  for (int i = 0; i < OUT_FILES; i++) {
    int error = fclose(o->file[i]) != 0 ? errno : 0;
    o->file[i] = NULL;
    if (error == 0 || bad != 0) continue;
    bad = -1;
    error_set(err, "%s: cannot write: %s", path_of(o, i, path), strerror(error));
  }
  free(o->buffers);
  o->buffers = NULL;
  return bad;
}

// ---- the check ----

// Finds the line of a file. Returns its number, or 0.
static int find_line(FILE *sums, const char *name, char line[LINE]) {
  rewind(sums);
  for (int number = 1; fgets(line, LINE, sums) != NULL; number++) {
    const char *space = strrchr(line, ' ');
    size_t length = strlen(name);
    if (space != NULL && strncmp(space + 1, name, length) == 0 && strcmp(space + 1 + length, "\n") == 0) return number;
  }
  return 0;
}

static int check_file(const char *dir, FILE *sums, int i, struct error *err) {
  static const char again[] = "let sluice run --out write the directory again";
  char path[PATH], line[LINE], listed[LINE];
  const char *why;
  path_of(&(struct out_files){.dir = dir}, i, path);
  int number = find_line(sums, files[i].name, listed);
  FILE *file = infile_open(path, true, &why);
  if (file == NULL && number == 0 && access(path, F_OK) != 0) return 0;
  if (file == NULL) return error_set(err, "%s: cannot open: %s; %s", path, why, again);
  int error = line_of(fileno(file), files[i].name, line);
  fclose(file);
  if (error != 0) return error_set(err, "%s: cannot read: %s", path, strerror(error));
  if (number == 0)
    return error_set(err, "%s: the file is of another run, %s does not list it; %s", path, files[OUT_SUMS].name, again);
  if (strcmp(line, listed) == 0) return 0;
  return error_set(err, "%s: the file is damaged or of another run, see line %d of %s; %s", path, number,
                   files[OUT_SUMS].name, again);
}

int out_check(const char *dir, struct error *err) {
  char path[PATH];
  const char *why;
  path_of(&(struct out_files){.dir = dir}, OUT_SUMS, path);
  FILE *sums = infile_open(path, true, &why);
  if (sums == NULL)
    return error_set(err, "%s: cannot open: %s; give a directory that sluice run --out or sluice sweep wrote", path,
                     why);
  int status = 0;
  for (int i = 0; i < OUT_SUMS && status == 0; i++) status = check_file(dir, sums, i, err);
  fclose(sums);
  return status;
}

// ---- waves ----

// Unfinished files. The writer of FST files removes and creates the first two again, so the lock is on a third one.
enum { WAVES, NAMES, WAVES_LOCK, PARTS };
static const char *wave_part(const char *path, int which, char part[OUTFILE_PATH]) {
  static const char *const ending[PARTS] = {[WAVES] = "", [NAMES] = ".hier", [WAVES_LOCK] = ".lock"};
  snprintf(part, OUTFILE_PATH, "%s.part%s", path, ending[which]);
  return part;
}

// The writer of the waves reports all errors except the lock.
int waves_begin(const char *path, int *lock) {
  static const char begin[9] = {[7] = 1, [8] = 0x49};  // of an FST file: the type and length of its header, 329 bytes
  char part[OUTFILE_PATH];
  *lock = -1;
  if (path == NULL) return 0;
  if (!command_replaces(path, begin, sizeof(begin))) {
    fprintf(stderr, "%s: the file does not hold waves; give --waves another file\n", path);
    return -1;
  }
  *lock = outfile_lock(wave_part(path, WAVES_LOCK, part));
  if (*lock < 0 && errno == EWOULDBLOCK) {
    fprintf(stderr, "%s: another run writes these waves; give --waves another file\n", path);
    return -1;
  }
  for (int i = 0; *lock >= 0 && i < WAVES_LOCK; i++) {
    int created = outfile_create(wave_part(path, i, part));
    if (created >= 0) close(created);
  }
  tempfiles_mapped(path);
  return 0;
}

void waves_end(const char *path, int lock) {
  char part[OUTFILE_PATH];
  if (lock < 0) return;
  for (int i = 0; i < PARTS; i++) {
    unlink(wave_part(path, i, part));
    tempfiles_drop(part);
  }
  close(lock);
}
