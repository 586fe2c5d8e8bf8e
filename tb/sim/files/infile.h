// Files that a command reads.
#ifndef INFILE_H
#define INFILE_H

#include <stdbool.h>
#include <stdio.h>

// Opens a file, a pipe or a device for reading, without waiting for a writer. A directory is an error, and so is a FIFO
// without a writer. again: the file is read more than once, so it must be a regular file. Returns NULL with *why set to
// the reason.
FILE *infile_open(const char *path, bool again, const char **why);

// Reads a whole regular file and appends a zero byte. The caller frees the text. Returns 0, or an errno with *why set;
// ENOENT: there is no file.
int infile_read(const char *path, char **text, size_t *size, const char **why);

#endif
