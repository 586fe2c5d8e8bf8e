// The registers of a dump as text and as JSON, by cmodel/driver/sluice_lookup.h.
#ifndef REGS_DECODE_H
#define REGS_DECODE_H

#include <stdio.h>

#include "tb/cli/regs/dump.h"

// Prints one line per register: address, block, name, value, unit, fields, name of SAI.
void decode_text(const struct dump *d, FILE *to);

// Prints an array with one object per register. Returns 0, or -1: out of memory. A failed write sets the error of `to`.
int decode_json(const struct dump *d, FILE *to);

#endif
