// The file of --waves. Its name is PATH.part until the waves are complete.
#ifndef WAVES_H
#define WAVES_H

// To be called before the waves are opened: a signal then removes the unfinished file. Returns 0, or -1 after a line on
// standard error: the path is a device, or a file without waves.
int waves_watch(const char *path);

#endif
