// Scenarios of regular networks: fat-trees, leaf-spine networks and rings. A scenario has what the user gives;
// headroom, thresholds, pools and clocks follow at each run.
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/cli/plan/plan.h"
#include "tb/cli/plan/plan_options.h"
#include "tb/cli/topology/own_files.h"
#include "tb/sim/files/error.h"
#include "tb/sim/scenario/scenario.h"

enum topology_kind { TOPOLOGY_FAT_TREE, TOPOLOGY_LEAF_SPINE, TOPOLOGY_RING, TOPOLOGY_KINDS };

struct topology {
  enum topology_kind kind;
  int ports;               // fat-tree: k, the ports of every switch; even
  int leaves, spines;      // leaf-spine
  int ring;                // ring: switches
  int hosts;               // leaf-spine, ring: hosts of a switch
  bool shortest;           // any shortest route, not only up and then down
  struct plan_input plan;  // classes, lossless classes, scheme, buffer, cell, alpha; rate, delay and packet of links
  uint64_t uplink_mbps;    // rate of the links between switches; 0: that of all links
  bool has_alpha;          // alpha is given
  int tree_levels;         // TTL: in place of classes; 0: classes
  const char *mmu;         // lines of a section mmu for all switches; NULL: those options
  const char *congestion;  // congestion control of all flows; NULL: none
  double load;             // share of the hosts' links that uniform traffic offers; 0: none
  const char *sizes;       // distribution of the sizes of its flows
  const char *pattern;     // of traffic beside it; NULL: none, or without any other traffic a permutation
  uint64_t bytes;          // of each of its flows, or the data of a host; 0: endless
  uint64_t period_us;      // from one start of the pattern to the next; 0: it starts once
  int senders, shift;      // of one incast; of the pattern shift; 0: the default of the scenario
  int cls;                 // class of generated flows; -1: the first lossless one
  struct own_traffic own;  // flows and traffic of the user, instead of generated ones
  uint64_t duration_us;    // flows start until then; of endless flows the end of the run
  const uint64_t *seed;    // NULL: the default of the scenario
  uint64_t drain_us;       // set by topology_end(): time after duration_us for the flows to complete
};

// Whether the traffic is the user's.
static inline bool topology_is_own(const struct topology *t) {
  return t->own.flows_csv != NULL || t->own.entries != NULL;
}

const char *topology_name(enum topology_kind kind);

// Ports of the largest switch, numbers of switches and hosts, the most links of a route from host to host, and how many
// times the links between two halves of the hosts would have to carry what the hosts can send
struct topology_size {
  int ports, switches, hosts, longest;
  double over;
};
struct topology_size topology_size(const struct topology *t);

// Plans the end of the run. Returns 0, or EINVAL or ENOMEM with one line in err.
int topology_end(struct topology *t, struct error *err);

// Returns the text of the scenario, which the caller frees; NULL: out of memory. A fat-tree of k-port switches has k
// pods of k/2 edge and k/2 aggregation switches, (k/2)^2 cores, and k/2 hosts at every edge switch [Al-Fares et al.,
// 2008]. In a leaf-spine network every leaf has one link to every spine. In a ring each switch has a link to the next
// one, and the last one to the first.
char *topology_text(const struct topology *t, const char *command);

// The text of a scenario that sluice run takes, for a file at `path`, which is not written. Sets a class that is not
// given. The caller frees *text, NULL before. Returns 0, or EINVAL or ENOMEM with one line in err.
int topology_make(struct topology *t, const char *command, const char *path, char **text, struct error *err);

// Parses the options of sluice topology. A wrong one ends the program with argp_err_exit_status, after a line with the
// allowed values.

struct arguments {
  struct topology t;
  bool known, sized, timed;  // the kind, --sizes and --duration-us are given
  uint64_t seed;
  struct plan_mmu_options registers;
  const char *out, *mmu, *flows, *traffic;
};

// Its input is a struct arguments.
extern const struct argp topology_argp;

#endif
