// Checks whether an FST file is complete. Its writer, fstapi of GTKWave, ignores errors of the disk.
#ifndef FST_H
#define FST_H

#include <stdint.h>

// To be called after the file was closed. end: the time of the last dump. Returns 0, or an errno: the error of another
// write to the file, or EIO if that write succeeds.
int fst_check(const char *path, uint64_t end);

#endif
