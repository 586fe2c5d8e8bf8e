// A network and its flows in the files of another simulator. A reader for each format fills struct import; the writer
// makes a scenario and a CSV file of flows of it.
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/rows.h"

enum {
  IMPORT_NODES = 1 << 20,
  IMPORT_LINKS = 1 << 20,
  IMPORT_FLOWS = 1 << 24,
  IMPORT_PGS = 8,
  IMPORT_VALUES = 32,
  IMPORT_MARKS = 16
};
#define IMPORT_PS_PER_US UINT64_C(1000000)
#define IMPORT_PS_PER_S UINT64_C(1000000000000)

struct import_link {
  int end[2];
  uint64_t bps, delay_ps;
  uint64_t down_ps;  // time of a failure; 0: none
};

struct import_flow {
  uint64_t bytes;     // 0: endless
  uint64_t start_ps;  // of a flow without predecessors
  int from, to;
  int after, afters;  // the flow starts when these ones have ended: part of import.after
  uint8_t pg;         // priority group in the file
};

// A value of the key senders of a scenario
struct import_value {
  const char *key;
  double value;
  bool truth;  // the value is false or true
};

// Marks of an egress port with this rate; 0: of all ports
struct import_mark {
  uint64_t bps;
  double kmin, kmax;  // bytes
  double pmax;
};

struct import {
  const char *path;  // of the topology
  int nodes, links, flows, afters;
  int hosts;  // nodes below this number are the hosts; 0: hosts have any numbers
  bool *is_switch;
  int *degree;  // links of each node
  struct import_link *link;
  struct import_flow *flow;
  int *after;  // numbers of flows
  uint32_t packet;
  uint64_t buffer;         // bytes of each switch
  uint64_t private;        // bytes of each queue
  uint64_t resume;         // distance of XON below XOFF, bytes; 0: the default of a scenario
  bool headroom_of_bdp;    // a queue has a headroom of at least three times rate x delay
  bool alpha_of_rate;      // alpha doubles with the rate of a port, from 1/8 at the rate of the hosts up to 1
  uint64_t stop_ps;        // end of the run; 0: the writer chooses it
  const char *congestion;  // of the hosts, as in a scenario; NULL: none
  struct import_value sender[IMPORT_VALUES];
  struct import_mark mark[IMPORT_MARKS];
  int senders, marks;
  const char *config;  // file of the marks
  char **note;         // what the scenario does not have, or has in another form: one line each
  int notes;
  struct error *err;
};

// Starts with the defaults. Returns 0 or ENOMEM. import_free() frees the memory, also after an error.
void import_begin(struct import *m, const char *topology, struct error *err);
void import_free(struct import *m);

// All functions below return 0, or EINVAL, ENOMEM or another errno with a line in m->err.

// Opens a file and lets `take` read it. form: what a line of the file must be, for messages.
int import_file(struct import *m, const char *path, const char *form,
                int (*take)(struct import *m, struct rows *c, void *arg), void *arg);
int import_no_memory(struct import *m);
__attribute__((format(printf, 2, 3))) int import_note(struct import *m, const char *format, ...);

// Add nodes, all of them hosts, a link, a flow, and an element of import.after.
int import_nodes(struct import *m, int nodes);
int import_link(struct import *m, const struct import_link *link);
int import_flow(struct import *m, const struct import_flow *flow);
int import_after(struct import *m, int flow);

// Reads a word as the number of a host that has a link.
int import_host(struct import *m, struct rows *c, const char *name, const char *word, int *node);

// The readers. flows and config may be NULL.
int import_hpcc(struct import *m, const char *topology, const char *flows, const char *config);
int import_simai(struct import *m, const char *topology, const char *flows);
int import_htsim(struct import *m, const char *topology, const char *matrix);

// ns3.c: topologies and flows of HPCC, and of the simulators that are made of it
enum import_ns3 { IMPORT_NS3_HPCC, IMPORT_NS3_SIMAI };
int import_ns3_topology(struct import *m, const char *path, enum import_ns3 kind);
int import_ns3_flows(struct import *m, const char *path);

// Parses a rate with its unit. name: of the value, for messages.
int import_rate(struct rows *c, const char *name, const char *text, uint64_t least, uint64_t *bps);

// Plans what a scenario needs beside the network, and notes what it cannot have.
struct import_plan {
  int classes, pg_class[IMPORT_PGS];  // the class of each priority group that occurs
  int ack_class;                      // of acknowledgements, if hosts have congestion control
  bool own_ack_class;                 // no data have it
  bool ecmp, strict_acks;             // the scenario has the keys routing and scheduler
  uint64_t origin_ps;                 // time of the files that is time 0 of the scenario
  uint64_t stop_us, duration_us;
  uint64_t buffer;
  bool *has_alpha;  // of each node: a switch with an alpha of its own, 2^-shift
  uint8_t *shift;
  int *level;                // of each switch: its tier, the lowest is 1; all 0: the network has no tiers
  bool *has_mark;            // of each node: a switch whose marks are not those of all
  struct import_mark *mark;  // of each node; bps 0: the same at all rates, otherwise in proportion to the rate
  struct import_mark marks;  // of all switches, if import.marks is not 0
};
int import_plan(struct import *m, struct import_plan *p);
void import_plan_free(struct import_plan *p);

// Loads the written scenario, and clears ecmp and strict_acks if the loader warns that the key has no effect. Returns
// whether the plan has changed; a scenario that cannot be loaded changes nothing.
bool import_plan_settle(struct import_plan *p, const char *scenario);

// Headroom of a queue of a link in bytes
uint64_t import_headroom(const struct import *m, const struct import_link *link);

// Write the scenario and the CSV file of flows. Return 0 or ENOMEM.
int import_scenario(const struct import *m, const struct import_plan *p, const char *command, FILE *to);
void import_flows_csv(const struct import *m, const struct import_plan *p, FILE *to);

// ---- the connection matrix of csg-htsim ----

// Reads flows, triggers and failed links. The switches of the middle tier are the nodes `agg` to `core` - 1. Returns 0,
// or an errno with a line in m->err.
int import_htsim_matrix(struct import *m, const char *path, int agg, int core);

#endif
