// A SystemVerilog package of names and numbers, beside what C code has of them.
#ifndef PACKAGE_H
#define PACKAGE_H

struct package_name {
  const char *name;
  unsigned value;  // as the package has it
};

// Fails the test where the package lacks a name, has another value, or has one more; inner: that one may be there, or
// NULL. path: from the top of the repository.
void package_must_agree(const char *path, const struct package_name *names, int count, const char *inner);

#endif
