// Random scenarios. The same seed and options always give the same file.
#ifndef GENERATE_H
#define GENERATE_H

#include <stdint.h>
#include <stdio.h>

enum { GENERATE_SWITCHES = 16, GENERATE_HOPS = 12 };
enum { GENERATE_RING, GENERATE_MESH, GENERATE_LEAF_SPINE, GENERATE_REGULAR, GENERATE_GRAPH, GENERATE_TOPOLOGIES };

struct generate_options {
  int topologies;                 // number of kinds of networks: seed modulo this number selects one
  int switches;                   // largest number of switches, 7 to GENERATE_SWITCHES
  int hops;                       // largest number of switches of a route, 3 to GENERATE_HOPS
  int classes;                    // each flow has a random class below this number; 0: class 0
  uint64_t stop_us, duration_us;  // time of the stop of the sources, and end of the run
  uint64_t bytes;                 // bytes of a flow, which starts before stop_us / 2; 0: endless flows
  const char *mmu;                // keys of section mmu, as in a scenario file
};

// Returns the kind of network for a seed.
int generate_topology(const struct generate_options *o, uint64_t seed);
const char *generate_topology_name(int topology);

// Writes the scenario file of a seed.
void generate_scenario(uint64_t seed, const struct generate_options *o, FILE *to);

#endif
