// Directories for results.
#ifndef DIRECTORIES_H
#define DIRECTORIES_H

#include <stdbool.h>

// Creates a directory and its missing parents. Sets *made to the number of created directories. Returns 0, or -1 with
// errno set.
int directories_make(const char *dir, int *made);

// Removes the directory and its parents, `made` in all; stops at the first one that is not empty.
void directories_remove(const char *dir, int made);

// Whether a name made from that of a file is . or .., a directory that exists already.
bool directories_are_dots(const char *name);

#endif
