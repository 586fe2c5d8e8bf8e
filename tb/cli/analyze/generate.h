// Random scenarios. A seed and the same options give always the same file.
#ifndef GENERATE_H
#define GENERATE_H

#include <stdint.h>
#include <stdio.h>

enum { GENERATE_SWITCHES = 16, GENERATE_HOPS = 12 };
enum { GENERATE_RING, GENERATE_MESH, GENERATE_LEAF_SPINE, GENERATE_REGULAR, GENERATE_GRAPH, GENERATE_TOPOLOGIES };

struct generate_options {
  int topologies;                 // the first so many, in turn
  int switches;                   // at most, 7 to GENERATE_SWITCHES
  int hops;                       // switches of a route, at most, 3 to GENERATE_HOPS
  uint64_t stop_us, duration_us;  // until the sources stop, until the run ends
  uint64_t bytes;                 // of a flow, which then begins in the first half of that time; 0: endless
  const char *mmu;                // the registers, as in a scenario file
};

int generate_topology(const struct generate_options *o, uint64_t seed);
const char *generate_topology_name(int topology);

void generate_scenario(uint64_t seed, const struct generate_options *o, FILE *to);

#endif
