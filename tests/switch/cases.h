// The test cases of the switch in RTL, and a configured switch for them.
#ifndef CASES_H
#define CASES_H

#include <check.h>

#include "tests/switch/bench.h"

enum { BENCH_MAX_FRAME = 1518 };

int bench_variants(void);
// Number of variants with more than two ports, from the first variant on. They can fill memory and queues.
int bench_crowded_variants(void);

// DSH with headroom for the packets after a pause, and one private cell per queue. The highest class is lossy.
void bench_registers(const struct switch_dims *d, uint32_t *regs);

// The largest BUFFER that leaves the reserve for frames of max_frame bytes, and SHARED for one private cell per queue.
void bench_buffer(const struct switch_dims *d, uint32_t *regs, int max_frame);

// Starts a switch with these registers of the MMU and with tables. Table entry p is 02-00-00-00-00-0p, to port p. The
// ports trust PCP and DSCP.
void bench_start(struct bench *b, int variant, uint64_t seed);
void bench_start_with(struct bench *b, int variant, uint64_t seed, const uint32_t *regs);

void bench_tables(struct bench *b);

TCase *cases_headers(void);
TCase *cases_registers(void);
TCase *cases_flood(void);
TCase *cases_edges(void);
TCase *cases_ecn(void);
TCase *cases_management(void);
TCase *cases_ports(void);

#endif
