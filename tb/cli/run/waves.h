// Waves of a command: PATH.part until they are complete, which a device cannot be.
#ifndef WAVES_H
#define WAVES_H

// To be called before they are begun. 0, or -1 after a line on standard error: path is not a file.
int waves_watch(const char *path);

#endif
