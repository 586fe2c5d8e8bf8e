// A scenario: the network, its traffic and its registers, checked and in the units of the simulation (cycles,
// bits per second, cells). docs/guide/scenarios.md describes the file it is loaded from.
#ifndef NET_SCENARIO_H
#define NET_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmodel/rules/sluice_classify.h"
#include "cmodel/rules/sluice_config.h"
#include "cmodel/rules/sluice_switch_rules.h"
#include "tb/sim/congestion/congestion.h"
#include "tb/sim/files/error.h"
#include "tb/sim/nodes/watchdog.h"
#include "tb/sim/scenario/arena.h"
#include "tb/sim/scenario/credits.h"
#include "tb/sim/scenario/names.h"

enum { SENDER_NUMBERS = 18, SENDER_KEYS = 22 };  // keys of values of congestion control
enum { SCENARIO_MOST_PORTS = 512 };              // of a switch; the clocked engines have at most SLUICE_MAX_PORTS

// How an egress port selects the class that it sends next
struct scenario_scheduler {
  bool given;                            // else round robin, one packet each
  uint8_t strict;                        // classes of strict priority, a bit each
  uint32_t quantum[SLUICE_MAX_CLASSES];  // bytes, of the classes that share the port
};

// ECN marking at the egress queues
struct scenario_ecn {
  uint8_t classes;      // those that are marked, a bit each
  const char *set;      // Kmin, Kmax and pmax are those of this parameter set; NULL: they are given
  uint64_t kmin, kmax;  // bytes
  uint64_t bps;         // rate of the link that has this Kmin and Kmax, which grow with the rate; 0: all links
  double pmax;          // probability at Kmax
};

// Congestion control of flows, and whether switches may mark their packets
struct scenario_policy {
  enum congestion_algorithm algorithm;
  const char *set;  // name of the parameter set; NULL: no congestion control
  uint64_t given;   // values that replace those of the set: a bit for each key (scenario_policy.c)
  double value[SENDER_KEYS];
  bool ecn_capable;
};

// Packets to the senders of flows with congestion control
struct scenario_senders {
  int cls;
  uint32_t frame;  // bytes
};

struct scenario_switch {
  char *name;
  int node;   // among all nodes
  int ports;  // ports in use: links in the order of declaration, then hosts in the order of declaration
  int built;  // ports of its MMU, at least those in use
  int *link;  // [port] link of each port in use
  struct sluice_config cfg;
  uint64_t bps;       // rate of its fastest link
  uint64_t clock_hz;  // of its MMU in the event engine
  bool own_clock;     // the file gives it
  struct scenario_scheduler scheduler;
  struct scenario_ecn ecn;
  struct watchdog watchdog;  // times in cycles
  uint64_t feedback_period;  // cycles; time-based GFC: from one report of the rooms to the next; 0: at each change
  char *feedback_place;      // file and line of feedback_period_us, or the option that sets it; NULL: it is not set
};

struct scenario_host {
  char *name;
  int node;
  int link, links;  // its access links: the first one, and their number; they are consecutive
};

// A time in which a link is down, in cycles; from == to: never.
struct scenario_outage {
  uint64_t from, to;
};

static inline bool outage_at(const struct scenario_outage *o, uint64_t time) { return o->from <= time && time < o->to; }

// A time in which a host pauses a class at its switch, in cycles. It repeats its pause after `every`, and up to
// `jitter` later, at random.
struct scenario_storm {
  int host, cls;  // the number of the host among the hosts
  uint64_t from, to;
  uint16_t quanta;  // 0: it resumes the class instead
  uint64_t every, jitter;
};

// A full-duplex link. Direction d is from end[d] to end[!d].
struct scenario_link {
  char *name;
  struct {
    int node, port;
    uint64_t limit;    // bits per second at which this end sends data, with overhead; 0: the rate of the link
    uint64_t ingress;  // ... at which packets that arrived at this end enter the egress queues; 0: no limit
  } end[2];
  uint64_t bps;
  uint64_t delay_ps;
  uint32_t overhead;  // bytes of preamble and gap with every frame
  struct scenario_outage outage;
  int line;     // in the file
  bool access;  // the access link of a host
};

enum { SCENARIO_MOST_FLOWS = 1 << 24 };
#define SCENARIO_PS UINT64_C(1000000000000)    // ps per second
#define SCENARIO_CLOCK_HZ UINT64_C(250000000)  // the clock of a scenario that does not give clock_mhz

// There may be a million flows; name, route and egress are in the scenario's arena.
struct scenario_flow {
  char *name;
  int *route;            // the switches passed (node numbers)
  uint16_t *egress;      // egress port at each of these switches
  uint64_t bps;          // the flow's own rate; 0: the rate of the host's port
  uint64_t bytes;        // 0: endless
  uint64_t start, stop;  // cycles; start: with `afters`, from the news of the last of these on
  uint64_t after_delay;  // ps from the completion of these until its host knows it; UINT64_MAX: by the link delays
  int after, afters;     // the flows that complete before this one starts: index into the scenario's `after`; number
  int from, to;          // node numbers of the two hosts
  int access;            // the access link by which it leaves its host
  uint32_t packet;       // bytes of a packet
  int line;              // line in the file: of the key that makes the flow loop, or of the flow
  int hops;              // switches passed
  int cls;
  uint8_t ttl;      // TTL with which the host sends
  uint16_t policy;  // its number
  bool loop;        // a routing loop: the first switch of the route follows the last one
  bool fixed;       // its route is written, and never changes
  bool sprays;      // each packet takes a route of its own, as short as `route`, from the same link to the same one
};

// Flow `before` completes before `flow` starts, whose host knows it news_ps later.
struct scenario_after {
  int before, flow;
  int next;  // the next entry with the same `before`; -1: none
  uint64_t news_ps;
};

// Consecutive flows with results of their own: those of `flows`, then those of each entry of traffic and of the CSV
// file
struct scenario_group {
  char *name;
  int first, count;
  bool listed;    // the flows of `flows`
  bool arrivals;  // its flows start one after the other, by `load` or `period_us`
};

// How a flow without a route is routed, if several links lead closer to its destination
enum scenario_routing {
  ROUTING_FIRST,  // by the link declared first
  ROUTING_ECMP,   // by hash: route.c
  ROUTING_SPRAY,  // each packet by a hash of its own
};

// Which routes a flow without a route may take
enum scenario_paths {
  PATHS_SHORTEST,
  PATHS_UP_DOWN,  // the shortest of those that go up and then down: routes.h
};

// Kind of feedback between switches. All switches of a network use the same one, else they would misread messages.
enum scenario_feedback {
  FEEDBACK_PAUSE,   // STATIC, SIH, SHP and DSH
  FEEDBACK_TTL,     // pauses for the class below
  FEEDBACK_STAGE,   // GFC: the stage
  FEEDBACK_LEVEL,   // GFC-linear: cells above B0
  FEEDBACK_CREDIT,  // CBFC
};

// A queue of a switch: packets that came in over a link in a class, or that will leave on it
struct scenario_probe {
  int sw, port, cls;
  int link;
};

// A file that the scenario was read from
struct scenario_text {
  char *path, *text;  // path NULL: none; text NULL: too large to be stored
};

// A data file, of flows or sizes, that the scenario was read from
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
  TRACE_SHARED = 32,    // cells of the shared pool that are in use
  TRACE_MARKED = 64,    // packets of an egress queue that were marked so far
  TRACE_FLOWS = 128,    // cells of each flow in an egress queue
  TRACE_CREDITS = 256,  // CBFC: bytes of the available credits of an egress queue
};

// A time series of queues
struct scenario_series {
  uint64_t every_ns;  // 0: on every change
  unsigned what;      // enum trace_what
  int probes, switches;
  struct scenario_probe *probe;  // each queue once, sorted by switch, port and class
  int *sw;                       // switches of these queues
};

#define SEARCH_FINDS_START UINT64_MAX

struct scenario {
  char *name;
  struct scenario_text file, mmu_file;
  struct json_t *keys;  // of both files with all settings, as written (yaml_text.h)
  struct scenario_data *data;
  uint64_t clock_hz;  // one cycle is the unit of times; the MMU clock of the clocked engines
  uint32_t cell_bytes;
  uint32_t mtu;             // bytes of the largest packet, at least those of a message
  struct sluice_dims dims;  // ports: those of the largest MMU; scenario_dims() has those of one switch
  enum scenario_feedback feedback;
  struct scenario_credits credits;  // CBFC
  uint64_t processing;              // cycles from the arrival of a feedback message until it takes effect
  uint64_t duration, stop;          // cycles; stop == duration: the sources never stop
  uint64_t seed, jitter;            // jitter in cycles
  uint64_t ecmp_seed;
  enum scenario_routing routing;
  enum scenario_paths paths;
  struct routes *routes;  // for packets that are sprayed, and for changes; NULL: none
  uint64_t *change;       // cycles: the routes change, because other links are up than before (reroute.c)
  uint64_t *change_hash;  // [change] a hash of the links that are down from then on
  int changes;
  int switches, hosts, links, flows, groups, probes;
  struct scenario_switch *sw;  // node i is switch i
  struct scenario_host *host;  // node switches + i is host i
  struct scenario_link *link;
  struct scenario_flow *flow;
  struct scenario_group *group;
  struct scenario_policy *policy;  // [policies] the first one is that of the top level
  int policies;
  bool controlled, telemetry;  // a flow has congestion control; ... that reads telemetry
  struct scenario_senders senders;
  struct scenario_storm *storm;
  int storms;
  struct scenario_after *after;
  int afters;
  int *follower;  // [flow] the first entry of `after` for what starts after a flow; -1: none; NULL without entries
  struct scenario_probe *probe;
  uint64_t sample_ns;  // 0: no samples
  uint64_t rates_ns;   // time between two samples of the rates of flows; 0: none
  bool trace_packets;
  struct scenario_series *series;
  int serieses;
  int mmu_line;                   // line in the file, for errors that only a run can find
  int *burst;                     // search: numbers of the flows that share the burst
  int bursts;                     // 0: no search
  uint64_t burst_from, burst_to;  // bytes of the burst, of all flows together
  uint64_t burst_start;           // cycles; SEARCH_FINDS_START: when the queues of other flows are at their threshold
  int search_line;                // line in the file, for errors that only a run can find
  char **warning;                 // lines "FILE:LINE: what is doubtful; what would be right"
  int warnings;
  struct names node_names, link_names;
  struct arena arena;
};

// Reads and checks a scenario file. Returns 0, EINVAL (bad input), ENOMEM or another errno (reading failed). Unless it
// is 0, err has one line "FILE:LINE: what is wrong; what would be right".
int scenario_load(const char *path, struct scenario **s, struct error *err);

// The same with the mmu section of another file; mmu NULL: its own section.
int scenario_load_mmu(const char *path, const char *mmu, struct scenario **s, struct error *err);

// The same with settings of keys, as if they were in the file; settings of the mmu section apply to the file that has
// it. A wrong value is reported with the origin of its setting.
struct yaml_setting;
enum { SCENARIO_SETTINGS = 64 };
struct scenario_source {
  const char *path, *mmu;
  const char *text;  // of the file at `path`, which need not exist; NULL: read it
  const struct yaml_setting *set;
  int sets;
  const uint64_t *seed;  // NULL: the seed of the file
};
int scenario_load_from(const struct scenario_source *from, struct scenario **s, struct error *err);
void scenario_free(struct scenario *s);

// Whether path is a file that the scenario was read from.
bool scenario_reads(const struct scenario *s, const char *path);

const char *scenario_scheme_name(enum sluice_scheme scheme);
const char *scenario_node_name(const struct scenario *s, int node);

// The number of the group of a flow.
int scenario_group_of(const struct scenario *s, int flow);

// Bytes of the largest packet, plus the largest preamble and gap of any link.
uint32_t scenario_wire(const struct scenario *s);

// The share of packet bytes in the bytes that a link carries, for packets of the largest size.
double scenario_share(const struct scenario *s, int link);

// Delay of a link in cycles, rounded up.
uint64_t scenario_delay_cycles(const struct scenario *s, int link);

// Feedback latency tau of a link [GFC 5.4], ns.
double scenario_tau_ns(const struct scenario *s, int link);

// The policy of a flow; the parameters of a sender with that policy, whose link has that rate.
static inline const struct scenario_policy *scenario_policy_of(const struct scenario *s, int flow) {
  return &s->policy[s->flow[flow].policy];
}
struct congestion_parameters scenario_parameters(const struct scenario_policy *policy, double bps);

// The marking of a port whose link has that rate, in cells.
struct sluice_ecn scenario_ecn(const struct scenario *s, int sw, uint64_t bps);

// Dimensions of the MMU of a switch.
struct sluice_dims scenario_dims(const struct scenario *s, int sw);

// Number of the queues at the ports that a switch uses, on each side.
static inline int scenario_queues(const struct scenario *s, int sw) { return s->sw[sw].ports * s->dims.classes; }

static inline bool feedback_is_gfc(enum scenario_feedback f) { return f == FEEDBACK_STAGE || f == FEEDBACK_LEVEL; }
static inline bool scenario_is_gfc(const struct scenario *s) { return feedback_is_gfc(s->feedback); }
static inline bool scenario_has_credits(const struct scenario *s) { return s->feedback == FEEDBACK_CREDIT; }

// Whether the class of a packet is the number of switches passed: under TTL, and under CBFC with key ttl.
static inline bool scenario_counts_hops(const struct scenario *s) {
  return sluice_counts_hops(s->sw[0].cfg.scheme, &s->sw[0].cfg);
}

#endif
