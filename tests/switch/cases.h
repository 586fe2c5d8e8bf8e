// What the tests of the switch in RTL have in common: a switch that is configured, and the cases.
#ifndef CASES_H
#define CASES_H

#include <check.h>

#include "tests/switch/bench.h"

enum { BENCH_MAX_FRAME = 1518 };

int bench_variants(void);
// Those from the first on that have more than two ports, enough to fill memory and queues.
int bench_crowded_variants(void);

// DSH with room for what comes after a pause, and a private cell per queue; the highest class is lossy.
void bench_registers(const struct switch_dims *d, uint32_t *regs);

// A switch with these registers of the MMU, and tables: entry p is 02-00-00-00-00-0p, to port p; PCP and DSCP are
// trusted.
void bench_start(struct bench *b, int variant, uint64_t seed);
void bench_start_with(struct bench *b, int variant, uint64_t seed, const uint32_t *regs);

void bench_tables(struct bench *b);

TCase *cases_headers(void);
TCase *cases_registers(void);
TCase *cases_flood(void);
TCase *cases_edges(void);

#endif
