// Directories for results.
#ifndef DIRECTORIES_H
#define DIRECTORIES_H

// Makes a directory and those above it, and counts in *made those that were not there. Returns 0, or -1 with errno.
int directories_make(const char *dir, int *made);

// Removes that many from below, as far as they are empty.
void directories_remove(const char *dir, int made);

#endif
