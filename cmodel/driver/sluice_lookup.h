// Names the registers of sluice_switch and sluice_lossless_switch by address: C11, no global state, no allocation.
// Source: cmodel/registers/registers.toml.
#ifndef SLUICE_LOOKUP_H
#define SLUICE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sluice_map_access { SLUICE_READ_WRITE, SLUICE_READ_ONLY, SLUICE_WRITE_ONLY };

struct sluice_map_field {
  const char *name;
  uint8_t lsb, bits;
  const char *const *values;  // names of the values from 0 on, ending with NULL; NULL: a number
};

// Registers, counters or statistics with one name: register i of port p is at address + port_stride p + stride i.
struct sluice_map_row {
  const char
      *block;  // mmu, switch, lossless: registers; statistic of the MMU; counter, drop, frames: counters of a port
  const char *name, *unit;
  const char *sai;                        // nearest name of SAI, n: the priority; NULL: none
  const struct sluice_map_field *fields;  // ending with a name of NULL; NULL: no fields
  uint32_t reset;                         // value after reset; of ADDRESS_LOW: plus the number of the port
  uint16_t address, stride, port_stride;  // bytes
  uint8_t count, ports;                   // registers; 1: no index, and the same for all ports
  uint8_t first;                          // index of the first register in the documentation
  uint8_t bits;                           // in the largest build; 64: two words, the low word first
  bool is_signed;
  bool of_port;  // a write is for the ports of WRITE_PORTS
  enum sluice_map_access access;
};

struct sluice_map_place {
  const struct sluice_map_row *row;
  int port, index;  // -1: none
  bool high;        // the high word of a counter of 64 bits
};

// Row n in the order of addresses; NULL past the last one.
const struct sluice_map_row *sluice_map_row(size_t n);

// Finds the register at a byte address. Returns false if there is none.
bool sluice_map_find(uint32_t address, struct sluice_map_place *place);

// Value of a field in a register.
uint32_t sluice_map_field_value(const struct sluice_map_field *field, uint32_t value);

// Name of the value of a field; NULL: it has none.
const char *sluice_map_field_text(const struct sluice_map_field *field, uint32_t value);

// Whether the register holds the value, in the largest build. The value of a signed register has its sign in bit 31.
bool sluice_map_fits(const struct sluice_map_row *row, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
