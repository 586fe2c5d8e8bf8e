// An unfinished file with one owner. The lock on the file also protects the other files of a directory.
#ifndef OWNER_H
#define OWNER_H

#include <stdio.h>

// Opens an empty file for writing, and locks it until it is closed. The file is removed when a signal ends the program
// (tempfiles.h). Returns 0 or an errno; EWOULDBLOCK: another process has the lock.
int owner_open(const char *path, FILE **file);

#endif
