// Generated from tb/sim/scenario/keys.toml by `make keys`; do not edit.
// A scenario file as written: absent keys are NULL; amounts and alpha are still text.
// clang-format off
#ifndef NET_SCENARIO_KEYS_H
#define NET_SCENARIO_KEYS_H

#include <stdint.h>

#include "tb/sim/files/yaml_text.h"

struct file_port {
  char *headroom;
  char *private;
  char *xoff;
  char *xon;
};

struct file_credits {
  int *kind;
  char *limit;
  char **limits;
  unsigned limits_count;
  uint32_t *credit_bytes;
  uint32_t *overhead_bytes;
  char *amount;
  double *freed_period_us;
  double *consumed_period_us;
  double *message_loss;
  double *frame_loss;
};

struct file_mmu {
  uint32_t *ports;
  uint32_t *classes;
  uint32_t *width;
  int *scheme;
  int *native;
  char *buffer;
  char *private;
  char *shared;
  char *headroom;
  char *headroom_pool;
  char *port_headroom;
  char *max_packet;
  char *alpha;
  char *xoff;
  char *xon;
  char *delta_q;
  char *delta_p;
  uint32_t *pause_time;
  uint32_t *refresh;
  uint32_t *lossless;
  unsigned lossless_count;
  uint32_t *ttl;
  uint32_t *tree_levels;
  int *drop_bounced;
  int *every_second_class;
  char **partitions;
  unsigned partitions_count;
  char *bm;
  char *b0;
  uint32_t *stages;
  int *stage_table;
  struct file_credits *credits;
  double *feedback_period_us;
};

struct file_scheduler {
  uint32_t *strict;
  unsigned strict_count;
  char **quanta;
  unsigned quanta_count;
};

struct file_ecn {
  char *kmin;
  char *kmax;
  double *pmax;
  double *at_gbps;
  uint32_t *classes;
  unsigned classes_count;
};

struct file_watchdog {
  int *action;
  int *detection_rule;
  double *detection_time_us;
  double *restoration_time_us;
  double *poll_interval_us;
};

struct file_senders {
  int *set;
  uint32_t *cls;
  uint32_t *frame_bytes;
  double *value[18];
  int *truth[4];
};

struct file_limit {
  char *link;
  double *gbps;
};

struct file_switch {
  char *name;
  double *clock_mhz;
  struct file_scheduler *scheduler;
  struct file_ecn *ecn;
  struct file_watchdog *watchdog;
  struct file_mmu *mmu;
  struct file_limit *limit;
  unsigned limit_count;
  struct file_limit *ingress_limit;
  unsigned ingress_limit_count;
  uint32_t *level;
};

struct file_pause {
  uint32_t *cls;
  double *from_us;
  double *to_us;
  uint32_t *quanta;
  double *refresh_us;
  double *jitter_us;
};

struct file_access {
  char *at;
  double *gbps;
  double *delay_ns;
  uint32_t *overhead_bytes;
  struct file_port port;
  double *down_us;
  double *up_us;
};

struct file_host {
  char *name;
  char *at;
  double *gbps;
  double *delay_ns;
  uint32_t *overhead_bytes;
  struct file_port port;
  double *down_us;
  double *up_us;
  struct file_pause *pause;
  unsigned pause_count;
  struct file_access *links;
  unsigned links_count;
};

struct file_link {
  char *name;
  char *a;
  char *b;
  double *gbps;
  double *delay_ns;
  uint32_t *overhead_bytes;
  struct file_port port;
  double *down_us;
  double *up_us;
};

struct file_traffic {
  char *name;
  int *pattern;
  char **from;
  unsigned from_count;
  char **to;
  unsigned to_count;
  uint32_t *senders;
  uint32_t *shift;
  char *sizes;
  char *bytes;
  double *load;
  double *period_us;
  double *start_us;
  double *until_us;
  double *after_delay_ns;
  uint32_t *cls;
  char *packet_bytes;
  uint64_t *seed;
  int *congestion;
  struct file_senders *control;
  int *ecn_capable;
};

struct file_flow {
  char *name;
  char *from;
  char *to;
  char **route;
  unsigned route_count;
  uint32_t *cls;
  uint32_t *ttl;
  int *loop;
  double *gbps;
  char *bytes;
  char *packet_bytes;
  char **after;
  unsigned after_count;
  double *after_delay_ns;
  double *start_us;
  double *stop_us;
  int *congestion;
  struct file_senders *control;
  int *ecn_capable;
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
  uint32_t *sample_ns;
  uint32_t *rates_ns;
  char **queues;
  unsigned queues_count;
  struct file_series *series;
  unsigned series_count;
};

struct file_search {
  char **flows;
  unsigned flows_count;
  char *bytes_from;
  char *bytes_to;
};

struct file {
  char *name;
  double *clock_mhz;
  uint32_t *cell_bytes;
  char *packet_bytes;
  double *gbps;
  double *delay_ns;
  uint32_t *overhead_bytes;
  double *duration_us;
  double *stop_us;
  uint64_t *seed;
  uint32_t *jitter_ns;
  uint32_t *processing_ns;
  struct file_mmu *mmu;
  struct file_scheduler *scheduler;
  struct file_ecn *ecn;
  struct file_watchdog *watchdog;
  struct file_switch *switches;
  unsigned switches_count;
  struct file_link *links;
  unsigned links_count;
  struct file_host *hosts;
  unsigned hosts_count;
  struct file_flow *flows;
  unsigned flows_count;
  struct file_traffic *traffic;
  unsigned traffic_count;
  char *flows_csv;
  int *routing;
  int *paths;
  uint64_t *ecmp_seed;
  double *reroute_us;
  int *congestion;
  int *ecn_capable;
  struct file_senders *senders;
  struct file_trace *trace;
  struct file_search *search;
};

struct file_of_mmu {
  struct file_mmu *mmu;
};

struct file_of_traffic {
  struct file_traffic *traffic;
  unsigned traffic_count;
};

// Values of absent keys, and bounds that rules check
#define DEFAULT_CREDITS_KIND 0
#define DEFAULT_CREDITS_FREED_PERIOD_US 256
#define DEFAULT_CREDITS_CONSUMED_PERIOD_US 256
#define DEFAULT_MMU_WIDTH 26
#define DEFAULT_MMU_MODE 0
#define DEFAULT_MMU_PAUSE_TIME 65535
#define LEAST_MMU_PAUSE_TIME 17
#define MOST_MMU_PAUSE_TIME 65535
#define LEAST_MMU_STAGES 1
#define MOST_MMU_STAGES 15
#define LEAST_SCHEDULER_QUANTA 1
#define MOST_SCHEDULER_QUANTA 1073741824
#define LEAST_ECN_KMIN 0
#define MOST_ECN_KMIN UINT64_C(4294967295)
#define MOST_ECN_KMAX UINT64_C(4294967295)
#define DEFAULT_ECN_PMAX 1
#define DEFAULT_WATCHDOG_ACTION WATCHDOG_DROP
#define DEFAULT_WATCHDOG_DETECTION_RULE WATCHDOG_FRAMES
#define DEFAULT_SENDERS_FRAME_BYTES 64
#define DEFAULT_PAUSE_QUANTA 65535
#define LEAST_TRAFFIC_BYTES 1
#define MOST_TRAFFIC_BYTES UINT64_C(1125899906842624)
#define DEFAULT_TRAFFIC_START_US 0
#define DEFAULT_TRAFFIC_CLASS 0
#define LEAST_TRAFFIC_PACKET_BYTES 64
#define MOST_TRAFFIC_PACKET_BYTES 16384
#define DEFAULT_FLOW_CLASS 0
#define DEFAULT_FLOW_TTL 64
#define LEAST_FLOW_BYTES 1
#define MOST_FLOW_BYTES UINT64_C(1125899906842624)
#define LEAST_FLOW_PACKET_BYTES 64
#define MOST_FLOW_PACKET_BYTES 16384
#define DEFAULT_TRACE_SAMPLE_NS 1000
#define DEFAULT_CELL_BYTES 1
#define DEFAULT_PACKET_BYTES 1000
#define LEAST_PACKET_BYTES 64
#define MOST_PACKET_BYTES 16384
#define DEFAULT_GBPS 40
#define DEFAULT_DELAY_NS 1000
#define DEFAULT_OVERHEAD_BYTES 20
#define DEFAULT_SEED 1
#define DEFAULT_JITTER_NS 0
#define DEFAULT_PROCESSING_NS 0
#define DEFAULT_ROUTING ROUTING_FIRST
#define DEFAULT_PATHS PATHS_SHORTEST
#define DEFAULT_REROUTE_US 1000
#define DEFAULT_CONGESTION SENDER_SETS

// The keys of section mmu, and the schemes that use each, a bit each
enum { MMU_KEYS = 31 };
extern const struct yaml_field scenario_mmu_fields[];
extern const unsigned scenario_mmu_schemes[MMU_KEYS];

// The keys of values of congestion control: the set, the decimals of value[], the truths of truth[]
enum { SENDER_SETS = 6 };
extern const struct yaml_field scenario_policy_fields[];
extern const struct yaml_choice scenario_congestions[];

extern const struct yaml_field scenario_schema, scenario_mmu_schema, scenario_traffic_schema;

#endif
