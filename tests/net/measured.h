// Runs a scenario given as text and keeps everything that the run writes, for the tests of measurements. The variables
// below hold the results until forget().
#ifndef MEASURED_H
#define MEASURED_H

#include "tb/sim/clocked/clocked_network.h"

enum { PAUSES, OCCUPANCY, SERIES, FLOWS, LINKS, QUEUES, FILES };

// The first lines of a scenario with default values: 40 Gb/s, 250 MHz, 1000-byte packets
#define ONE "name: one\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"

extern struct scenario *scenario;
extern struct clocked_network *net;
extern const struct network_result *result;
extern char *text[FILES];

struct scenario *load_text(const char *yaml);
void run(const char *yaml, struct network_options o);
void run_model(const char *yaml);
void forget(void);

// Reproducible random numbers. random_below(n) is 0 to n - 1.
void random_seed(uint64_t seed);
uint64_t random_next(void);
uint64_t random_below(uint64_t n);

int ascending(const void *a, const void *b);  // compares uint64_t for qsort()
int count(const char *in, const char *what);  // number of occurrences of what in in

#endif
