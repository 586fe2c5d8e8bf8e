// Reads the names and values of the constants of a SystemVerilog package.
#ifndef PACKAGE_H
#define PACKAGE_H

struct package_name {
  const char *name;
  unsigned value;  // expected in the package
};

// Calls check for each integer constant of the package whose name starts with `begins`. Returns the number of calls.
// path is relative to the top of the repository.
int package_each(const char *path, const char *begins, void (*check)(const char *name, unsigned value));

#endif
