// A dump of registers: pairs of a byte address in the switch and a value, in the order of the file.
#ifndef REGS_DUMP_H
#define REGS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"

struct dump_word {
  uint32_t address, value;
};

struct dump {
  struct dump_word *word;
  size_t words;
};

struct dump_source {
  const char *path;
  bool binary;    // 32-bit words, low byte first, from address `first` on
  uint64_t base;  // address of the switch on the bus, subtracted from every address
  uint64_t first;
};

// Reads a dump (docs/reference/switch-registers.md). Returns 0, EINVAL with "FILE:LINE: ..." in err, or ENOMEM.
int dump_read(struct dump *d, const struct dump_source *source, struct error *err);
void dump_free(struct dump *d);

// ---- the registers of a dump as text and as JSON, by cmodel/driver/sluice_lookup.h ----

// Prints one line per register: address, block, name, value, unit, fields, name of SAI.
void decode_text(const struct dump *d, FILE *to);

// Prints an array with one object per register. Returns 0, or -1: out of memory. A failed write sets the error of `to`.
int decode_json(const struct dump *d, FILE *to);

#endif
