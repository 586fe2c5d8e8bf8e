// The schema of a scenario file. docs/reference/scenario-keys.md describes the keys.
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"

enum { FILE_NAME = 1000, MANY = 1 << 20 };

static const struct yaml_choice schemes[] = {
    {"STATIC", SLUICE_STATIC}, {"SIH", SLUICE_SIH},   {"DSH", SLUICE_DSH},
    {"TTL", SLUICE_TTL},       {"GFC", SLUICE_GFC},   {"GFC_LINEAR", SLUICE_GFC_LINEAR},
    {"SHP", SLUICE_SHP},       {"CBFC", SLUICE_CBFC}, {NULL, 0}};
#define TIMED_GFC "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"
static const struct yaml_other other_schemes[] = {{"GFC_TIMED", TIMED_GFC},      {"TIMED_GFC", TIMED_GFC},
                                                  {"GFC_TIME_BASED", TIMED_GFC}, {"TIME_BASED_GFC", TIMED_GFC},
                                                  {"GFC_PERIODIC", TIMED_GFC},   {NULL, NULL}};
static const struct yaml_choice modes[] = {{"interoperable", 0}, {"native", 1}, {NULL, 0}};
static const struct yaml_choice routings[] = {
    {"first", ROUTING_FIRST}, {"ecmp", ROUTING_ECMP}, {"spray", ROUTING_SPRAY}, {NULL, 0}};
static const struct yaml_choice paths[] = {{"shortest", PATHS_SHORTEST}, {"up_down", PATHS_UP_DOWN}, {NULL, 0}};
static const struct yaml_choice patterns[] = {{"uniform", TRAFFIC_UNIFORM},
                                              {"permutation", TRAFFIC_PERMUTATION},
                                              {"shift", TRAFFIC_SHIFT},
                                              {"incast", TRAFFIC_INCAST},
                                              {"ring_all_reduce", TRAFFIC_RING_ALL_REDUCE},
                                              {"all_to_all", TRAFFIC_ALL_TO_ALL},
                                              {NULL, 0}};
static const struct yaml_choice whats[] = {{"ingress", TRACE_INGRESS},
                                           {"egress", TRACE_EGRESS},
                                           {"state", TRACE_STATE},
                                           {"threshold", TRACE_THRESHOLD},
                                           {"port_threshold", TRACE_PORT_THRESHOLD},
                                           {"shared", TRACE_SHARED},
                                           {"marked", TRACE_MARKED},
                                           {"flows", TRACE_FLOWS},
                                           {"credits", TRACE_CREDITS},
                                           {NULL, 0}};
static const struct yaml_choice actions[] = {{"drop", WATCHDOG_DROP},
                                             {"forward", WATCHDOG_FORWARD},
                                             {"alert", WATCHDOG_ALERT},
                                             {"none", WATCHDOG_NONE},
                                             {NULL, 0}};
static const struct yaml_choice rules[] = {{"frames", WATCHDOG_FRAMES}, {"stuck", WATCHDOG_STUCK}, {NULL, 0}};
static const struct yaml_choice truths[] = {{"false", 0}, {"true", 1}, {NULL, 0}};

static const struct yaml_field a_class = {.type = YAML_UINT32, .range = "0 to 7"};
static const struct yaml_field a_name = {.type = YAML_TEXT};
static const struct yaml_field a_what = {.type = YAML_CHOICE, .choice = whats};

#define FIELD(what, ...) YAML_FIELD(struct file_##what, __VA_ARGS__)
#define KEY(key, what, ...) YAML_KEY(key, struct file_##what, __VA_ARGS__)
#define LIST(what, ...) YAML_ELEMENTS(struct file_##what, __VA_ARGS__)
#define REQUIRED .required = true
#define RANGE(text) .range = (text)
#define TRUTH .choice = truths
#define END \
  { .key = NULL }

static const struct yaml_choice credit_kinds[] = {{"ultra_ethernet", 0}, {"infiniband", 1}, {NULL, 0}};
static const struct yaml_field credits_fields[] = {FIELD(credits, kind, .choice = credit_kinds),
                                                   FIELD(credits, limit),
                                                   LIST(credits, limits, a_name, 1, 8),
                                                   FIELD(credits, credit_bytes, RANGE("1 to 4096")),
                                                   FIELD(credits, overhead_bytes, RANGE("0 to 64")),
                                                   FIELD(credits, amount),
                                                   FIELD(credits, freed_period_us),
                                                   FIELD(credits, consumed_period_us),
                                                   FIELD(credits, message_loss),
                                                   FIELD(credits, frame_loss),
                                                   END};

static const struct yaml_field mmu_fields[] = {
    FIELD(mmu, ports, RANGE("1 to 512")),
    FIELD(mmu, classes, RANGE("1 to 8")),
    FIELD(mmu, width, RANGE("8 to 28")),
    FIELD(mmu, scheme, .choice = schemes, .others = other_schemes),
    KEY("mode", mmu, native, .choice = modes),
    FIELD(mmu, buffer),
    FIELD(mmu, private),
    FIELD(mmu, shared),
    FIELD(mmu, headroom),
    FIELD(mmu, headroom_pool),
    FIELD(mmu, port_headroom),
    FIELD(mmu, max_packet),
    FIELD(mmu, alpha),
    FIELD(mmu, xoff),
    FIELD(mmu, xon),
    FIELD(mmu, delta_q),
    FIELD(mmu, delta_p),
    FIELD(mmu, pause_time, RANGE("17 to 65535")),
    FIELD(mmu, refresh, RANGE("16 to 65534")),
    LIST(mmu, lossless, a_class, 1, 8),
    FIELD(mmu, ttl, RANGE("1 to 255")),
    FIELD(mmu, tree_levels, RANGE("1 to 8")),
    FIELD(mmu, drop_bounced, TRUTH),
    FIELD(mmu, every_second_class, TRUTH),
    LIST(mmu, partitions, a_name, 0, 8),
    FIELD(mmu, bm),
    FIELD(mmu, b0),
    FIELD(mmu, stages, RANGE("1 to 15")),
    FIELD(mmu, stage_table, TRUTH),
    YAML_FIELD(struct file_mmu, credits, .fields = credits_fields, .size = sizeof(struct file_credits)),
    FIELD(mmu, feedback_period_us),
    END};
#define MMU(of, ...) YAML_FIELD(of, mmu, .fields = mmu_fields, .size = sizeof(struct file_mmu), __VA_ARGS__)

static const struct yaml_field scheduler_fields[] = {LIST(scheduler, strict, a_class, 1, 8),
                                                     LIST(scheduler, quanta, a_name, 1, 8), END};
#define SCHEDULER(of) YAML_FIELD(of, scheduler, .fields = scheduler_fields, .size = sizeof(struct file_scheduler))

static const struct yaml_field ecn_fields[] = {
    FIELD(ecn, kmin, REQUIRED), FIELD(ecn, kmax, REQUIRED),        FIELD(ecn, pmax),
    FIELD(ecn, at_gbps),        LIST(ecn, classes, a_class, 1, 8), END};
#define ECN(of) YAML_FIELD(of, ecn, .fields = ecn_fields, .size = sizeof(struct file_ecn))

static const struct yaml_field watchdog_fields[] = {
    FIELD(watchdog, action, .choice = actions), FIELD(watchdog, detection_rule, .choice = rules),
    FIELD(watchdog, detection_time_us),         FIELD(watchdog, restoration_time_us),
    FIELD(watchdog, poll_interval_us),          END};
#define WATCHDOG(of) YAML_FIELD(of, watchdog, .fields = watchdog_fields, .size = sizeof(struct file_watchdog))

static const struct yaml_field limit_fields[] = {FIELD(limit, link, REQUIRED), FIELD(limit, gbps, REQUIRED), END};

// An element of a list of structs, and a single struct
#define STRUCT(what) .type = YAML_STRUCT, .fields = what##_fields, .size = sizeof(struct file_##what)
#define ENTRY(what) static const struct yaml_field a_##what = {STRUCT(what)}
ENTRY(limit);

static const struct yaml_field switch_fields[] = {FIELD(switch, name, REQUIRED),
                                                  FIELD(switch, clock_mhz),
                                                  SCHEDULER(struct file_switch),
                                                  ECN(struct file_switch),
                                                  WATCHDOG(struct file_switch),
                                                  MMU(struct file_switch),
                                                  LIST(switch, limit, a_limit, 0, 512),
                                                  LIST(switch, ingress_limit, a_limit, 0, 512),
                                                  FIELD(switch, level, RANGE("0 to 1000000")),
                                                  END};
ENTRY(switch);

#define PORT_FIELDS(of)                                                                                            \
  YAML_KEY("headroom", of, port.headroom), YAML_KEY("private", of, port.private), YAML_KEY("xoff", of, port.xoff), \
      YAML_KEY("xon", of, port.xon)
#define LINK_FIELDS(of) YAML_FIELD(of, gbps), YAML_FIELD(of, delay_ns), YAML_FIELD(of, overhead_bytes, RANGE("0 to 64"))
#define OUTAGE(of) FIELD(of, down_us), FIELD(of, up_us)
static const struct yaml_field pause_fields[] = {KEY("class", pause, cls, REQUIRED, RANGE("0 to 7")),
                                                 FIELD(pause, from_us, REQUIRED),
                                                 FIELD(pause, to_us),
                                                 FIELD(pause, quanta, RANGE("0 to 65535")),
                                                 FIELD(pause, refresh_us),
                                                 FIELD(pause, jitter_us),
                                                 END};
ENTRY(pause);

static const struct yaml_field access_fields[] = {KEY("switch", access, at, REQUIRED), LINK_FIELDS(struct file_access),
                                                  PORT_FIELDS(struct file_access), OUTAGE(access), END};
ENTRY(access);

static const struct yaml_field host_fields[] = {FIELD(host, name, REQUIRED),
                                                KEY("switch", host, at),
                                                LINK_FIELDS(struct file_host),
                                                PORT_FIELDS(struct file_host),
                                                OUTAGE(host),
                                                LIST(host, pause, a_pause, 1, MANY),
                                                LIST(host, links, a_access, 1, 512),
                                                END};
ENTRY(host);

static const struct yaml_field link_fields[] = {FIELD(link, name, REQUIRED),
                                                FIELD(link, a, REQUIRED),
                                                FIELD(link, b, REQUIRED),
                                                LINK_FIELDS(struct file_link),
                                                PORT_FIELDS(struct file_link),
                                                OUTAGE(link),
                                                END};
ENTRY(link);

#define POLICY(what)                                                                               \
  FIELD(what, congestion, .choice = scenario_congestions),                                         \
      FIELD(what, control, .fields = scenario_policy_fields, .size = sizeof(struct file_senders)), \
      FIELD(what, ecn_capable, TRUTH)

static const struct yaml_field traffic_fields[] = {FIELD(traffic, name, REQUIRED),
                                                   FIELD(traffic, pattern, REQUIRED, .choice = patterns),
                                                   LIST(traffic, from, a_name, 1, MANY),
                                                   LIST(traffic, to, a_name, 1, MANY),
                                                   FIELD(traffic, senders),
                                                   FIELD(traffic, shift),
                                                   FIELD(traffic, sizes, .most = FILE_NAME),
                                                   FIELD(traffic, bytes),
                                                   FIELD(traffic, load),
                                                   FIELD(traffic, period_us),
                                                   FIELD(traffic, start_us),
                                                   FIELD(traffic, until_us),
                                                   FIELD(traffic, after_delay_ns),
                                                   KEY("class", traffic, cls, RANGE("0 to 7")),
                                                   FIELD(traffic, packet_bytes),
                                                   FIELD(traffic, seed),
                                                   POLICY(traffic),
                                                   END};
ENTRY(traffic);

static const struct yaml_field flow_fields[] = {FIELD(flow, name, REQUIRED),
                                                FIELD(flow, from, REQUIRED),
                                                FIELD(flow, to, REQUIRED),
                                                LIST(flow, route, a_name, 1, 130),
                                                KEY("class", flow, cls, RANGE("0 to 7")),
                                                FIELD(flow, ttl, RANGE("1 to 255")),
                                                FIELD(flow, loop, TRUTH),
                                                FIELD(flow, gbps),
                                                FIELD(flow, bytes),
                                                FIELD(flow, packet_bytes),
                                                LIST(flow, after, a_name, 1, MANY),
                                                FIELD(flow, after_delay_ns),
                                                FIELD(flow, start_us),
                                                FIELD(flow, stop_us),
                                                POLICY(flow),
                                                END};
ENTRY(flow);

static const struct yaml_field series_fields[] = {LIST(series, queues, a_name, 1, MANY, REQUIRED),
                                                  LIST(series, what, a_what, 1, 9, REQUIRED), FIELD(series, every_ns),
                                                  END};
ENTRY(series);

static const struct yaml_field trace_fields[] = {FIELD(trace, packets, TRUTH),
                                                 FIELD(trace, sample_ns),
                                                 FIELD(trace, rates_ns),
                                                 LIST(trace, queues, a_name, 0, MANY),
                                                 LIST(trace, series, a_series, 0, MANY),
                                                 END};

static const struct yaml_field search_fields[] = {LIST(search, flows, a_name, 1, MANY, REQUIRED),
                                                  FIELD(search, bytes_from, REQUIRED),
                                                  FIELD(search, bytes_to, REQUIRED), END};

static const struct yaml_field fields[] = {
    YAML_FIELD(struct file, name, REQUIRED),
    YAML_FIELD(struct file, clock_mhz),
    YAML_FIELD(struct file, cell_bytes, RANGE("1 to 4096")),
    YAML_FIELD(struct file, packet_bytes),
    LINK_FIELDS(struct file),
    YAML_FIELD(struct file, duration_us, REQUIRED),
    YAML_FIELD(struct file, stop_us),
    YAML_FIELD(struct file, seed),
    YAML_FIELD(struct file, jitter_ns),
    YAML_FIELD(struct file, processing_ns),
    MMU(struct file, REQUIRED),
    SCHEDULER(struct file),
    ECN(struct file),
    WATCHDOG(struct file),
    YAML_ELEMENTS(struct file, switches, a_switch, 1, MANY, REQUIRED),
    YAML_ELEMENTS(struct file, links, a_link, 0, MANY),
    YAML_ELEMENTS(struct file, hosts, a_host, 1, MANY, REQUIRED),
    YAML_ELEMENTS(struct file, flows, a_flow, 1, MANY),
    YAML_ELEMENTS(struct file, traffic, a_traffic, 1, MANY),
    YAML_FIELD(struct file, flows_csv, .most = FILE_NAME),
    YAML_FIELD(struct file, routing, .choice = routings),
    YAML_FIELD(struct file, paths, .choice = paths),
    YAML_FIELD(struct file, ecmp_seed),
    YAML_FIELD(struct file, reroute_us),
    YAML_FIELD(struct file, congestion, .choice = scenario_congestions),
    YAML_FIELD(struct file, ecn_capable, TRUTH),
    YAML_FIELD(struct file, senders, .fields = scenario_senders_fields, .size = sizeof(struct file_senders)),
    YAML_FIELD(struct file, trace, .fields = trace_fields, .size = sizeof(struct file_trace)),
    YAML_FIELD(struct file, search, .fields = search_fields, .size = sizeof(struct file_search)),
    END};
const struct yaml_field scenario_schema = {.type = YAML_STRUCT, .fields = fields, .size = sizeof(struct file)};

static const struct yaml_field of_mmu_fields[] = {MMU(struct file_of_mmu, REQUIRED), END};
const struct yaml_field scenario_mmu_schema = {STRUCT(of_mmu)};

static const struct yaml_field of_traffic_fields[] = {
    YAML_ELEMENTS(struct file_of_traffic, traffic, a_traffic, 1, MANY, REQUIRED), END};
const struct yaml_field scenario_traffic_schema = {STRUCT(of_traffic)};
