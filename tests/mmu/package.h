// The names and numbers of a SystemVerilog package.
#ifndef PACKAGE_H
#define PACKAGE_H

struct package_name {
  const char *name;
  unsigned value;  // as the package has it
};

// Calls check for each integer constant of the package whose name begins so; returns how many there are. path: from the
// top of the repository.
int package_each(const char *path, const char *begins, void (*check)(const char *name, unsigned value));

#endif
