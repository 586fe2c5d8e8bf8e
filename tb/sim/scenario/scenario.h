// A scenario: the network, its traffic and its registers, checked and in the units of the simulation (cycles,
// bits per second, cells). docs/guide/scenarios.md describes the file it is loaded from.
#ifndef NET_SCENARIO_H
#define NET_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/sluice.h"
#include "tb/sim/files/error.h"
#include "tb/sim/scenario/arena.h"
#include "tb/sim/scenario/names.h"

struct scenario_switch {
  char *name;
  int node;                    // among all nodes
  int ports;                   // ports in use: links in declared order, then hosts in declared order
  int link[SLUICE_MAX_PORTS];  // of each port in use
  uint32_t regs[SLUICE_REGS];
  uint64_t bps;  // of its links; quanta are counted at this rate
};

struct scenario_host {
  char *name;
  int node;
  int link;  // its access link
};

// A full-duplex link. Direction d leads from end[d] to end[!d].
struct scenario_link {
  char *name;
  struct {
    int node, port;
    uint64_t limit;  // bits per second at which this end sends data, 0: as fast as the link
  } end[2];
  uint64_t bps;
  uint64_t delay;     // cycles
  uint32_t overhead;  // bytes of preamble and gap with every frame
  bool access;        // of a host
};

enum { SCENARIO_MOST_FLOWS = 1 << 24 };

// There may be a million: name, route and egress are in the scenario's arena.
struct scenario_flow {
  char *name;
  int *route;            // the switches passed (node numbers)
  uint8_t *egress;       // the port by which the packet leaves each of them
  uint64_t bps;          // the flow's own rate, 0: as fast as the host's port
  uint64_t bytes;        // 0: endless
  uint64_t start, stop;  // cycles
  int from, to;          // nodes, both hosts
  uint32_t packet;       // bytes
  int line;              // of the file, where it is said that the flow loops, or of the flow
  int hops;              // switches passed
  int cls;
  uint8_t ttl;  // with which the host sends
  bool loop;    // a routing loop: after the last switch of the route comes the first
};

// Flows that one entry of traffic, or a CSV file, has made. They follow each other, after those that are listed.
struct scenario_group {
  char *name;
  int first, count;
};

// How a flow without a route of its own goes, where several links lead closer to its destination.
enum scenario_routing {
  ROUTING_FIRST,  // by the one declared first
  ROUTING_ECMP,   // by hash: route.c
};

// How the switches hold each other back. All of a network do it in one way: the messages would be misread.
enum scenario_feedback {
  FEEDBACK_PAUSE,  // STATIC, SIH and DSH
  FEEDBACK_TTL,    // pauses too, but of the class below
  FEEDBACK_STAGE,  // GFC: the stage
  FEEDBACK_LEVEL,  // GFC-linear: cells above B0
};

// A queue of a switch: what came in over a link in a class, or is to leave on it.
struct scenario_probe {
  int sw, port, cls;
  int link;
};

// A file that the scenario was read from.
struct scenario_text {
  char *path, *text;  // NULL: there is none; text only: too large to be kept
};

// A data file, of flows or sizes, that it was read from.
struct scenario_data {
  const char *path;
  struct scenario_data *next;
};

enum trace_what {  // bits
  TRACE_INGRESS = 1,
  TRACE_EGRESS = 2,
  TRACE_STATE = 4,
  TRACE_THRESHOLD = 8,
  TRACE_PORT_THRESHOLD = 16,
  TRACE_SHARED = 32,  // cells of the shared pool that are in use
};

// Queues of which something is written over time.
struct scenario_series {
  uint64_t every_ns;  // 0: on every change
  unsigned what;      // enum trace_what
  int probes, switches;
  struct scenario_probe *probe;  // each queue once, by switch, port and class
  int *sw;                       // the switches among them
};

struct scenario {
  char *name;
  struct scenario_text file, mmu_file;
  struct scenario_data *data;
  uint64_t clock_hz;
  uint32_t cell_bytes;
  uint32_t mtu;  // bytes of the largest packet, at least those of a message
  struct sluice_dims dims;
  enum scenario_feedback feedback;
  uint64_t processing;      // cycles from the arrival of a feedback message until it is obeyed
  uint64_t duration, stop;  // cycles; stop == duration: the sources never stop
  uint64_t seed, jitter;    // jitter in cycles
  uint64_t ecmp_seed;
  enum scenario_routing routing;
  int switches, hosts, links, flows, groups, probes;
  struct scenario_switch *sw;  // node i is switch i
  struct scenario_host *host;  // node switches + i is host i
  struct scenario_link *link;
  struct scenario_flow *flow;
  struct scenario_group *group;
  struct scenario_probe *probe;
  uint64_t sample_ns;  // 0: no sampling
  struct scenario_series *series;
  int serieses;
  int mmu_line;                   // of the file, for what only a run finds out
  int *burst;                     // search: the flows that share the burst
  int bursts;                     // 0: no search
  uint64_t burst_from, burst_to;  // bytes in all
  char **warning;                 // lines "FILE:LINE: what is doubtful; what would be right"
  int warnings;
  struct names node_names, link_names;
  struct arena arena;
};

// Reads and checks a scenario file. Returns 0, EINVAL (bad input), ENOMEM or another errno (reading failed); but for 0
// err then holds one line "FILE:LINE: what is wrong; what would be right".
int scenario_load(const char *path, struct scenario **s, struct error *err);

// The same with the mmu section of another file instead of its own; mmu NULL: its own.
int scenario_load_mmu(const char *path, const char *mmu, struct scenario **s, struct error *err);

// The same with keys that are set from elsewhere, as if they stood in the file; those of the mmu section in the file
// that has it. A value that is wrong is blamed on where the setting comes from.
struct yaml_setting;
enum { SCENARIO_SETTINGS = 64 };
struct scenario_source {
  const char *path, *mmu;
  const struct yaml_setting *set;
  int sets;
  const uint64_t *seed;  // NULL: the file's
};
int scenario_load_from(const struct scenario_source *from, struct scenario **s, struct error *err);
void scenario_free(struct scenario *s);

// Is this one of the files that it was read from?
bool scenario_reads(const struct scenario *s, const char *path);

const char *scenario_node_name(const struct scenario *s, int node);

// Bytes of the largest packet with the most that preamble and gap take on any link.
uint32_t scenario_wire(const struct scenario *s);

// Of the bytes that a link carries, the share that packets of the largest size are.
double scenario_share(const struct scenario *s, int link);

// Feedback latency of a link [GFC 5.4].
double scenario_tau_ns(const struct scenario *s, int link);

static inline bool feedback_is_gfc(enum scenario_feedback f) { return f == FEEDBACK_STAGE || f == FEEDBACK_LEVEL; }
static inline bool scenario_is_gfc(const struct scenario *s) { return feedback_is_gfc(s->feedback); }

#endif
