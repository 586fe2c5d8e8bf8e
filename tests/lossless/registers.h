// Registers of sluice_lossless_switch for tests.
#ifndef LOSSLESS_REGISTERS_H
#define LOSSLESS_REGISTERS_H

#include "tb/cosim/lossless.h"

// Writes a register; an error ends the test.
void must_write(struct lossless *l, uint32_t addr, uint32_t value);

// Writes a limit of a port, in a build with PORT_LIMITS.
void must_write_limit(struct lossless *l, uint32_t port, uint32_t limit, uint32_t value);

// Writes the MAC table: address 02-00-00-00-00-p is at port p.
void write_macs_by_port(struct lossless *l, uint32_t ports);

// Commits what is written. The switch must accept it.
void must_commit(struct lossless *l);

// A set with SIH: all classes are lossless, alpha is 1/16, and the shared pool has the cells that are left.
struct lossless_set {
  uint32_t max_frame;                // bytes
  uint32_t private_cells, headroom;  // of a queue
  uint32_t refresh, pause_time;      // quanta
};

// Writes and commits the set, which the switch must accept.
void configure_set(struct lossless *l, const struct switch_dims *d, const struct lossless_set *s);

#endif
