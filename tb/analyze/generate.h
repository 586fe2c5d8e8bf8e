// Random scenarios for the comparison of analysis and simulation. A seed gives always the same file.
#ifndef GENERATE_H
#define GENERATE_H

#include <stdint.h>
#include <stdio.h>

enum { GENERATE_RING, GENERATE_MESH, GENERATE_LEAF_SPINE, GENERATE_TOPOLOGIES };

int generate_topology(uint64_t seed);
const char *generate_topology_name(int topology);

// Microseconds until the sources stop, and until the run ends.
struct generate_times {
  uint64_t stop_us, duration_us;
};

void generate_scenario(uint64_t seed, const struct generate_times *t, FILE *to);

#endif
