// The unfinished files of waves, PATH.part and PATH.part.hier
#ifndef WAVES_H
#define WAVES_H

// waves_begin() creates both files and locks the first one; a signal removes them. Returns 0, or -1 after a line on
// standard error: the path has another kind of file, or another run writes the same waves. waves_end() removes files
// that nobody has completed. path NULL: no waves.
int waves_begin(const char *path, int *lock);
void waves_end(const char *path, int lock);

#endif
