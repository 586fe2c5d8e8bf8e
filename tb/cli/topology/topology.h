// Scenarios of regular networks: fat-trees and leaf-spine networks.
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include <stdint.h>
#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/files/error.h"

enum topology_kind { TOPOLOGY_FAT_TREE, TOPOLOGY_LEAF_SPINE };

struct topology {
  enum topology_kind kind;
  int ports;                  // fat-tree: of every switch, k, even
  int leaves, spines, hosts;  // leaf-spine: hosts of a leaf
  double load;                // uniform traffic that offers this share of the hosts' links; 0: a permutation, endless
  const char *sizes;          // of its flows
  uint64_t duration_us, seed;
  struct plan_input plan;  // of all switches, once topology_plan() has filled in what follows from the network
};

// Ports of the largest switch, switches and hosts.
struct topology_size {
  int ports, switches, hosts;
};
struct topology_size topology_size(const struct topology *t);

// The registers. Returns 0 or EINVAL with one line in err: what is wrong; what would be right.
int topology_plan(struct topology *t, struct plan *p, struct error *err);

// A fat-tree of k-port switches has k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 cores, and k/2 hosts at
// every edge switch [Al-Fares et al., 2008]. In a leaf-spine network every leaf has one link to every spine.
void topology_write(const struct topology *t, const struct plan *p, const char *command, FILE *to);

#endif
