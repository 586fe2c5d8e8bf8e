// Scenarios of regular networks: fat-trees, leaf-spine networks and rings.
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/cli/topology/own_traffic.h"
#include "tb/sim/files/error.h"

enum topology_kind { TOPOLOGY_FAT_TREE, TOPOLOGY_LEAF_SPINE, TOPOLOGY_RING, TOPOLOGY_KINDS };

struct topology {
  enum topology_kind kind;
  int ports;               // fat-tree: k, the ports of every switch; even
  int leaves, spines;      // leaf-spine
  int ring;                // ring: switches
  int hosts;               // leaf-spine, ring: hosts of a switch
  double load;             // share of the hosts' links that uniform traffic offers; 0: endless flows in a permutation
  const char *sizes;       // distribution of the sizes of its flows
  struct own_traffic own;  // flows and traffic of the user, instead of generated ones
  uint64_t duration_us;    // flows start until then; of endless flows the end of the run
  uint64_t seed;
  struct plan_input plan;  // for all switches; topology_plan() sets ports and clock
  const char *mmu;         // lines of a section mmu for all switches; NULL: that of the plan
  uint64_t drain_us;       // set by topology_plan(): time after duration_us for the flows to complete
};

// Whether the traffic is the user's.
static inline bool topology_is_own(const struct topology *t) {
  return t->own.flows_csv != NULL || t->own.entries != NULL;
}

const char *topology_name(enum topology_kind kind);

// Ports of the largest switch, numbers of switches and hosts, and the most links of a route from host to host
struct topology_size {
  int ports, switches, hosts, longest;
};
struct topology_size topology_size(const struct topology *t);

// Plans the registers of all switches, and the end of the run. Returns 0, or EINVAL or ENOMEM with one line in err that
// names the error and the remedy.
int topology_plan(struct topology *t, struct plan *p, struct error *err);

// Writes the scenario file. A fat-tree of k-port switches has k pods of k/2 edge and k/2 aggregation switches, (k/2)^2
// cores, and k/2 hosts at every edge switch [Al-Fares et al., 2008]. In a leaf-spine network every leaf has one link to
// every spine. In a ring each switch has a link to the next one, and the last one to the first.
void topology_write(const struct topology *t, const struct plan *p, const char *command, FILE *to);

#endif
