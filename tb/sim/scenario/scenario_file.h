// A scenario file as written: absent keys are NULL; amounts and alpha are still text.
#ifndef NET_SCENARIO_FILE_H
#define NET_SCENARIO_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "tb/sim/files/error.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/scenario/scenario.h"

struct file_credits {
  int *kind;
  char *limit, **limits, *amount;  // bytes
  unsigned limits_count;
  uint32_t *credit_bytes, *overhead_bytes;
  double *freed_period_us, *consumed_period_us, *message_loss, *frame_loss;
};

struct file_mmu {
  uint32_t *ports, *classes, *width;
  int *scheme, *native, *drop_bounced, *every_second_class, *stage_table;
  char *buffer, *private, *shared, *headroom, *max_packet, *xoff, *xon, *delta_q, *delta_p;  // bytes
  char *headroom_pool, *port_headroom;                                                       // bytes
  char *bm, *b0;                                                                             // bytes
  char **partitions;                                                                         // bytes
  unsigned partitions_count;
  char *alpha;
  double *feedback_period_us;
  uint32_t *ttl, *tree_levels, *stages;
  uint32_t *pause_time, *refresh;  // quanta
  struct file_credits *credits;
  uint32_t *lossless;
  unsigned lossless_count;
};

struct file_limit {
  char *link;
  double *gbps;
};

struct file_scheduler {
  uint32_t *strict;
  unsigned strict_count;
  char **quanta;  // bytes
  unsigned quanta_count;
};

struct file_ecn {
  char *kmin, *kmax;  // bytes
  double *pmax, *at_gbps;
  uint32_t *classes;
  unsigned classes_count;
};

struct file_watchdog {
  int *action, *detection_rule;
  double *detection_time_us, *restoration_time_us, *poll_interval_us;
};

struct file_senders {
  int *set;  // a number of sender_sets
  uint32_t *cls, *frame_bytes;
  double *value[SENDER_NUMBERS];
  int *truth[SENDER_KEYS - SENDER_NUMBERS];
};

struct file_switch {
  char *name;
  double *clock_mhz;
  uint32_t *level;
  struct file_mmu *mmu;
  struct file_scheduler *scheduler;
  struct file_ecn *ecn;
  struct file_watchdog *watchdog;
  struct file_limit *limit, *ingress_limit;
  unsigned limit_count, ingress_limit_count;
};

struct file_pause {
  uint32_t *cls, *quanta;
  double *from_us, *to_us, *refresh_us, *jitter_us;
};

// Amounts of the ports of a link, bytes
struct file_port {
  char *headroom, *private, *xoff, *xon;
};

struct file_access {
  char *at;
  struct file_port port;
  double *gbps, *delay_ns, *down_us, *up_us;
  uint32_t *overhead_bytes;
};

struct file_host {
  char *name, *at;
  struct file_port port;
  double *gbps, *delay_ns, *down_us, *up_us;
  struct file_pause *pause;
  unsigned pause_count;
  uint32_t *overhead_bytes;
  struct file_access *links;
  unsigned links_count;
};

struct file_link {
  char *name, *a, *b;
  struct file_port port;
  double *gbps, *delay_ns, *down_us, *up_us;
  uint32_t *overhead_bytes;
};

struct file_traffic {
  char *name;
  int *congestion, *ecn_capable;
  struct file_senders *control;
  int *pattern;  // enum traffic_pattern
  char *sizes, *bytes, *packet_bytes;
  double *load, *period_us, *start_us, *until_us, *after_delay_ns;
  char **from, **to;  // hosts, or patterns for the names of hosts
  unsigned from_count, to_count;
  uint32_t *senders, *shift, *cls;
  uint64_t *seed;
};

struct file_flow {
  char *name, *from, *to;
  int *congestion, *ecn_capable;
  struct file_senders *control;
  char **route;
  unsigned route_count;
  uint32_t *cls, *ttl;
  int *loop;
  double *gbps, *start_us, *stop_us;
  char *bytes, *packet_bytes;
  char **after;
  unsigned after_count;
  double *after_delay_ns;
};

struct file_series {
  char **queues;
  unsigned queues_count;
  int *what;
  unsigned what_count;
  uint32_t *every_ns;
};

struct file_trace {
  int *packets;
  uint32_t *sample_ns, *rates_ns;
  char **queues;
  unsigned queues_count;
  struct file_series *series;
  unsigned series_count;
};

struct file_search {
  char **flows;
  unsigned flows_count;
  char *bytes_from, *bytes_to;
};

struct file {
  char *name;
  double *clock_mhz, *gbps, *delay_ns, *stop_us, *duration_us, *reroute_us;
  uint32_t *cell_bytes, *overhead_bytes, *jitter_ns, *processing_ns;
  uint64_t *seed, *ecmp_seed;
  int *routing, *paths, *congestion, *ecn_capable;
  struct file_senders *senders;
  char *packet_bytes, *flows_csv;
  struct file_mmu *mmu;
  struct file_scheduler *scheduler;
  struct file_ecn *ecn;
  struct file_watchdog *watchdog;
  struct file_switch *switches;
  unsigned switches_count;
  struct file_host *hosts;
  unsigned hosts_count;
  struct file_link *links;
  unsigned links_count;
  struct file_flow *flows;
  unsigned flows_count;
  struct file_traffic *traffic;
  unsigned traffic_count;
  struct file_trace *trace;
  struct file_search *search;
};

// A file that replaces the mmu section of a scenario
struct file_of_mmu {
  struct file_mmu *mmu;
};

// A file with the section `traffic` alone, for a generated network
struct file_of_traffic {
  struct file_traffic *traffic;
  unsigned traffic_count;
};

// The parameter sets of congestion control, the values of `congestion`, and the keys that replace single values of a
// set
extern const struct yaml_choice scenario_sets[], scenario_congestions[];
extern const struct yaml_field scenario_senders_fields[], scenario_policy_fields[];

extern const struct yaml_field scenario_schema, scenario_mmu_schema, scenario_traffic_schema;

// Converts the values of the file to a scenario, step by step. Each step returns 0, or EINVAL or ENOMEM with c->err
// set.
struct checker {
  const struct file *file;
  const struct yaml_text *text;
  const struct file_mmu *mmu;        // mmu section of all switches
  const struct yaml_text *mmu_text;  // the file that has this section
  struct scenario *s;
  struct error *err;
  const uint64_t *seed;        // replaces the seed of the file; NULL: the seed of the file
  struct names flow_names;     // names of the listed flows
  struct names traffic_names;  // names of the entries of traffic, each with the first entry that has it
  uint32_t packet;             // bytes of a packet of a flow that does not set it
  uint32_t largest;            // bytes of the largest packet of a flow, at least `packet`
  uint64_t bps, delay_ps;      // rate and delay of a link that does not set them
  uint32_t overhead;           // overhead of a link that does not set it
};

// The place of a path of keys in its file, of YAML_PLACE bytes.
const char *scenario_place(const struct checker *c, const char *path, char *place);

// Report an error or a warning at a path of keys. scenario_wrong() returns EINVAL, scenario_warn() 0 or ENOMEM.
__attribute__((format(printf, 3, 4))) int scenario_wrong(struct checker *c, const char *path, const char *format, ...);
__attribute__((format(printf, 3, 4))) int scenario_warn(struct checker *c, const char *path, const char *format, ...);
int scenario_no_memory(struct checker *c);

// Checks that a name is one word of letters, digits, _ and -, and of the characters `more`. A name begins with none of
// - and `more`, because programs read -x as an option or a formula, and .. as a folder.
int scenario_word(struct checker *c, const char *path, const char *name, const char *more);

// Each reads one value at a path, checks its range and converts its unit.
int scenario_amount(struct checker *c, const char *path, const char *text, uint64_t low, uint64_t high,
                    uint64_t *bytes);
int scenario_rate(struct checker *c, const char *path, double gbps, uint64_t *bps);
int scenario_time(struct checker *c, const char *path, double us, uint64_t *cycles);
int scenario_delay(struct checker *c, const char *path, double ns, uint64_t *ps);
int scenario_mhz(struct checker *c, const char *path, double mhz, uint64_t *hz);
uint64_t scenario_ns_cycles(const struct scenario *s, uint64_t ns);
int scenario_overhead(struct checker *c, const char *path, uint32_t given, uint32_t *bytes);

int scenario_check_general(struct checker *c);
int scenario_check_nodes(struct checker *c);
int scenario_check_flows(struct checker *c);
int scenario_check_traffic(struct checker *c);
int scenario_check_csv(struct checker *c);
int scenario_check_policy(struct checker *c);    // of the top level, before the flows
int scenario_check_policies(struct checker *c);  // after the flows
int scenario_check_clock(struct checker *c);
int scenario_check_mmus(struct checker *c);
int scenario_check_schedulers(struct checker *c);
int scenario_check_congestion(struct checker *c);
int scenario_check_times(struct checker *c);
int scenario_check_reroute(struct checker *c);
int scenario_check_watchdogs(struct checker *c);
int scenario_check_chains(struct checker *c);

// The number of the policy that these keys select. prefix: of their paths, such as "flows.2."
struct scenario_policy_keys {
  const int *congestion, *ecn_capable;
  const struct file_senders *senders;
};
int scenario_take_policy(struct checker *c, const char *prefix, const struct scenario_policy_keys *f, uint16_t *number);

// A flow starts after flow `before`. The calls for a flow follow each other. Returns 0 or ENOMEM.
int scenario_add_after(struct checker *c, struct scenario_flow *f, int before);
int scenario_check_trace(struct checker *c);
int scenario_check_search(struct checker *c);

int scenario_find_node(const struct scenario *s, const char *name);  // -1: none
int scenario_find_link(const struct scenario *s, const char *name);  // -1: none

// The path of a link in the file: an entry of links, of hosts, or of the links of a host.
const char *scenario_link_path(const struct checker *c, int link, char *path, size_t size);

// EINVAL, with a line that proposes the nearest known name, or ends with `otherwise`.
int scenario_no_switch(struct checker *c, const char *path, const char *name, const char *otherwise);
int scenario_no_link(struct checker *c, const char *path, const char *name);
int scenario_no_host(struct checker *c, const char *path, const char *name);
int scenario_no_flow(struct checker *c, const char *path, const char *name);

// Number of classes of the MMUs, as far as the file sets it.
uint32_t scenario_classes(const struct checker *c);

// The place of an error of a flow: the flow in the file, or the key that generated it.
char *scenario_flow_path(const struct checker *c, int flow, const char *key, char *path, size_t size);

// Adds a flow, with class 0 and defaults for all else; the caller sets name and ends. Returns NULL if out of memory, or
// if there are too many flows.
struct scenario_flow *scenario_add_flow(struct checker *c);

// Reports that a flow has no route.
int scenario_no_route(struct checker *c, const char *path, const struct scenario_flow *f, int status);

// Records that flows send packets of up to that many bytes.
void scenario_take_packet(struct checker *c, uint32_t bytes);

// Starts a group: the following flows belong to it. A group has a name; its flows have that name and a number.
int scenario_begin_group(struct checker *c, const char *name);
int scenario_name_flow(struct checker *c, struct scenario_flow *f, unsigned long number);

// The path of a data file, relative to the scenario; records the file as read. In the arena. Returns NULL if out of
// memory.
char *scenario_next_to(struct checker *c, const char *file);

// Loads the distribution that the key at a path names: a built-in one, or a file.
struct sizes;
int scenario_sizes(struct checker *c, const char *path, const char *name, struct sizes *sizes);

// Opens the data file that a key names. Returns NULL with a line in c->err.
FILE *scenario_open(struct checker *c, const char *key, const char *path);

// route.c: the switches and egress ports of a flow. To be called after the nodes are known.
int scenario_new_routes(struct checker *c);
void scenario_free_routes(struct scenario *s);
int scenario_route_written(struct checker *c, int flow);

// Sets the shortest route, as `paths` and `routing` select. Returns 0, ENOMEM, or EHOSTUNREACH: no route of at most 64
// switches.
int scenario_route(struct checker *c, struct scenario_flow *f);

// Warns if the routes of the flows form a cycle of buffer dependencies, for each set of links that are up.
int scenario_check_cycles(struct checker *c);

// Whether the links that are up at a change of the routes are another set than all before.
bool scenario_new_links(const struct scenario *s, int change);

// Warns of keys outside section mmu that have no effect beside the other keys and the flows.
int scenario_check_effects(struct checker *c);

#endif
