// Files that a command writes. Each is a new file: an existing file, link or FIFO with its name is never opened for
// writing. A signal removes an unfinished file (tempfiles.h).
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>
#include <stdio.h>

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
