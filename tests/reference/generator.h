// Draws random networks for the comparison, and writes them as scenarios.
#ifndef SLUICE_TESTS_REFERENCE_GENERATOR_H
#define SLUICE_TESTS_REFERENCE_GENERATOR_H

#include "tests/reference/network.h"

// What networks may contain.
enum {
  WITH_LOSSY = 1,
  WITH_AFTER = 2,            // on flows that end at the source of the dependent flow
  WITH_AFTER_ELSEWHERE = 4,  // on all
  WITH_LINKS = 8,            // hosts with several links
  WITH_OUTAGES = 16,
  WITH_TTL = 32,
  WITH_CONTROL = 64,
  WITH_TIMER = 128,    // outages under congestion control, rto_us, rto_limit
  WITH_REROUTE = 256,  // reroute_us
  WITH_GFC = 512,
  WITH_SHP = 1024,
  WITH_AFTER_LINKS = 2048,  // `after` at hosts with several links
  WITH_LINKS_TO = 4096,     // flows to hosts with several links
  WITH_CNP = 8192,          // intervals of CNPs
  WITH_POLICY = 16384,      // flows with their own congestion control, or none
  WITH_SCHEDULER = 32768,   // strict classes, shares in bytes
};

// The same seed and features give the same network.
void draw_network(struct network *net, uint64_t seed, unsigned features);

// Moves each start by up to 100 ns, as drawn from the number.
void jitter_starts(struct network *net, uint64_t number);

void write_scenario(const struct network *net, FILE *out);

#endif
