// One owner of an unfinished file, and with it of what it is for.
#ifndef OWNER_H
#define OWNER_H

#include <stdio.h>

// Opens a file to be written, empty, locked until it is closed, and watched (tempfiles.h). Returns 0 or an errno:
// EWOULDBLOCK, another one writes it.
int owner_open(const char *path, FILE **file);

#endif
