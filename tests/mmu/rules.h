// Shared by the tests test_rules_*: the registers of one switch, and short helper functions.
#ifndef RULES_H
#define RULES_H

#include <check.h>

#include "cmodel/rules/sluice_rules.h"

extern const struct sluice_dims rules_dims;  // 4 ports, 8 classes, 16 bits, all schemes
enum { RULES_MAX = 65535 };                  // largest value of a counter

// Default registers: phi 10, Bs 1000, eta 100, alpha 1/2, two deltas of 20, every class lossless. TTL: phi 0, hops 1 to
// 7, each with a partition of 100 cells. GFC: 120 cells per queue, no headroom, B0 36, Bm 100, D = 64, five stages.
void rules_defaults(uint32_t *regs, enum sluice_scheme scheme);

// A switch with these registers that accepts packets of any size, so that one packet can fill a pool.
struct sluice_rules rules_make(enum sluice_scheme scheme);

// Fills the shared pool up to `pool_free` free cells. The cells belong to queue (3,7).
void rules_fill(struct sluice_rules *r, uint32_t pool_free);

bool rules_off(const struct sluice_rules *r, int port, int cls);
uint32_t rules_shared(const struct sluice_rules *r);

// Runs the tests. Returns the exit status of main().
int rules_run(const char *name, TCase *tests);

// Mask of the schemes that use a register, 0 if all do. Written by hand, independent of the register table.
unsigned rules_schemes_of(int reg);

#endif
