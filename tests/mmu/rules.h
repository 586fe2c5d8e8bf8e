// What the tests of the rules have in common: one switch, its registers, and shorter names.
#ifndef RULES_H
#define RULES_H

#include <check.h>

#include "cmodel/rules/sluice_rules.h"

extern const struct sluice_dims rules_dims;  // 4 ports, 8 classes, 16 bits, all schemes
enum { RULES_MAX = 65535 };                  // of a counter

// phi 10, Bs 1000, eta 100, alpha 1/2, two deltas of 20, every class lossless. TTL: phi 0, hops 1 to 7, partitions of
// 100 cells for them. GFC: 120 cells per queue, no headroom, B0 36 and Bm 100, so that D = 64; five stages.
void rules_defaults(uint32_t *regs, enum sluice_scheme scheme);

// A switch with these registers that takes packets of any size: one is enough to fill a pool.
struct sluice_rules rules_make(enum sluice_scheme scheme);

// Takes all but `pool_free` cells of the shared pool for queues that a test does not look at: those of port 3.
void rules_fill(struct sluice_rules *r, uint32_t pool_free);

bool rules_off(const struct sluice_rules *r, int port, int cls);
uint32_t rules_shared(const struct sluice_rules *r);

// Runs the tests as a program: what its main returns.
int rules_run(const char *name, TCase *tests);

// By hand: which schemes want a register, 0 for all of them.
unsigned rules_wanted_by(int reg);

#endif
