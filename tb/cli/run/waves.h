// The unfinished files of waves, PATH.part and PATH.part.hier, and their lock PATH.part.lock
#ifndef WAVES_H
#define WAVES_H

// waves_begin() locks and creates them; a signal removes them. Returns 0, or -1 after a line on
// standard error: the path has another kind of file, or another run writes the same waves. waves_end() removes files
// that nobody has completed. path NULL: no waves.
int waves_begin(const char *path, int *lock);
void waves_end(const char *path, int lock);

#endif
