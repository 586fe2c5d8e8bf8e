// A run of a scenario given as text, with all that it writes, for the tests of what a run measures: in the variables
// below until the next.
#ifndef MEASURED_H
#define MEASURED_H

#include "tb/sim/clocked/clocked_network.h"

enum { PAUSES, OCCUPANCY, SERIES, FLOWS, LINKS, QUEUES, FILES };

// How a scenario of the defaults begins: 40 Gb/s, 250 MHz, 1000-byte packets
#define ONE "name: one\nduration_us: 1000\nmmu: {scheme: STATIC, buffer: 8MB, headroom: 60KB, xoff: 2MB, ports: 4}\n"

extern struct scenario *scenario;
extern struct clocked_network *net;
extern const struct network_result *result;
extern char *text[FILES];

struct scenario *load_text(const char *yaml);
void run(const char *yaml, struct network_options o);
void run_model(const char *yaml);
void forget(void);

// Reproducible random numbers; below(n): 0..n-1.
void random_seed(uint64_t seed);
uint64_t random_next(void);
uint64_t random_below(uint64_t n);

int ascending(const void *a, const void *b);  // uint64_t, for qsort()
int count(const char *in, const char *what);  // places at which it stands

#endif
