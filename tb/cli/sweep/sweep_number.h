// Values of a sweep as numbers.
#ifndef SWEEP_NUMBER_H
#define SWEEP_NUMBER_H

#include <stdio.h>

// Writes a value as a field of a CSV file. A fraction such as 1/64 is a decimal number, and an amount such as 16KiB is
// its number of bytes.
void sweep_number(const char *value, FILE *to);

#endif
