// A dump of registers: pairs of a byte address in the switch and a value, in the order of the file.
#ifndef REGS_DUMP_H
#define REGS_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/sluice.h"
#include "tb/sim/files/error.h"

struct dump_word {
  uint32_t address, value;
};

// ports, classes: of the build, from the comment of `sluice plan --registers`, or 0. A comment of the map of sluice_mmu
// says that addresses are numbers of registers.
struct dump {
  struct dump_word *word;
  size_t words;
  int ports, classes;
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

// The registers of the MMU in a dump, and the limits of ports that PORT_SELECT and PORT_WINDOW have.
struct dump_set {
  uint32_t regs[SLUICE_REGS];
  struct sluice_port_registers port[SLUICE_MAX_PORTS];
  bool limits;  // the dump has PORT_SELECT
  bool common;  // the dump has the registers that every port has
};
void dump_collect(const struct dump *d, struct dump_set *set);

// ---- the registers of a dump as text and as JSON, by cmodel/driver/sluice_lookup.h ----

// Prints one line per register: address, block, name, value, unit, fields, name of SAI.
void decode_text(const struct dump *d, FILE *to);

// Prints an array with one object per register. Returns 0, or -1: out of memory. A failed write sets the error of `to`.
int decode_json(const struct dump *d, FILE *to);

#endif
