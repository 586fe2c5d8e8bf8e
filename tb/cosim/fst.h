// Is an FST file whole? Its writer, fstapi of GTKWave, does not look at what the disk says.
#ifndef FST_H
#define FST_H

#include <stdint.h>

// After the file was closed; end is the time of its last dump. Returns 0 or an errno: what the disk says to more bytes,
// EIO where it now takes them.
int fst_check(const char *path, uint64_t end);

#endif
