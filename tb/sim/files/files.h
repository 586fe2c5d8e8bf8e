// Files that a command reads or writes. A written file is a new one: an existing file, link or FIFO with its name is
// never opened for writing. A signal removes an unfinished file (tempfiles.h).
#ifndef FILES_H
#define FILES_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// ---- paths of files ----

// Whether both paths name the same file. False if one of them names no file.
static inline bool same_file(const char *a, const char *b) {
  struct stat x, y;
  return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_ino == y.st_ino && x.st_dev == y.st_dev;
}

// Sets the path of a file whose name is relative to the folder of `file`. Returns the length, as snprintf() does.
static inline int path_next_to(const char *file, const char *name, char *path, size_t size) {
  const char *slash = name[0] != '/' ? strrchr(file, '/') : NULL;
  // cppcheck-suppress [ctunullpointer, nullPointer] ; snprintf() takes NULL where size is 0
  return snprintf(path, size, "%.*s%s", slash != NULL ? (int)(slash + 1 - file) : 0, file, name);
}

// ---- files that a command reads ----

// Opens a file, a pipe or a device for reading, without waiting for a writer. A directory is an error, and so is a FIFO
// without a writer. again: the file is read more than once, so it must be a regular file. Returns NULL with *why set to
// the reason.
FILE *infile_open(const char *path, bool again, const char **why);

// Reads a whole regular file and appends a zero byte. The caller frees the text. Returns 0, or an errno with *why set;
// ENOENT: there is no file.
int infile_read(const char *path, char **text, size_t *size, const char **why);

// Files that a command writes. Each is a new file: an existing file, link or FIFO with its name is never opened for
// writing. A signal removes an unfinished file (tempfiles.h).

enum { OUTFILE_PATH = 4096 };

// Create an unfinished file, in place of a file that a killed command left there. outfile_lock() also locks it until it
// is closed. Return a descriptor for reading and writing, or -1 with errno set; EWOULDBLOCK: another process has the
// lock.
int outfile_create(const char *path);
int outfile_lock(const char *path);

// Whether a path names the file of a descriptor.
bool outfile_is_at(int fd, const char *path);

// Returns the descriptor as a stream. If that fails, removes the file and returns NULL with errno set.
FILE *outfile_stream(int fd, const char *path);

// Flushes a stream. Returns 0, or the errno of a write that failed, also of an earlier one.
int outfile_flush(FILE *file);

// A file with an unfinished name that no other process uses
struct outfile {
  FILE *to;
  char path[OUTFILE_PATH], part[OUTFILE_PATH];
};

// outfile_open() creates the file. outfile_close() renames it to its path if `good`, after it is flushed to the disk,
// or removes it. Return 0, or an errno after the file is removed.
int outfile_open(struct outfile *o, const char *path);
int outfile_close(struct outfile *o, bool good);

#endif
