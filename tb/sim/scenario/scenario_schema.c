// Generated from tb/sim/scenario/keys.toml by `make keys`; do not edit.
// The schema of a scenario file.
// clang-format off
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"

static const struct yaml_choice truth_words[] = {{"false", 0}, {"true", 1}, {NULL, 0}};
static const struct yaml_choice scheme_words[] = {{"STATIC", SLUICE_STATIC}, {"SIH", SLUICE_SIH}, {"DSH", SLUICE_DSH}, {"TTL", SLUICE_TTL}, {"GFC", SLUICE_GFC}, {"GFC_LINEAR", SLUICE_GFC_LINEAR}, {"SHP", SLUICE_SHP}, {"CBFC", SLUICE_CBFC}, {NULL, 0}};
static const struct yaml_choice mode_words[] = {{"interoperable", 0}, {"native", 1}, {NULL, 0}};
static const struct yaml_choice kind_words[] = {{"ultra_ethernet", 0}, {"infiniband", 1}, {NULL, 0}};
static const struct yaml_choice routing_words[] = {{"first", ROUTING_FIRST}, {"ecmp", ROUTING_ECMP}, {"spray", ROUTING_SPRAY}, {NULL, 0}};
static const struct yaml_choice paths_words[] = {{"shortest", PATHS_SHORTEST}, {"up_down", PATHS_UP_DOWN}, {NULL, 0}};
static const struct yaml_choice pattern_words[] = {{"uniform", TRAFFIC_UNIFORM}, {"permutation", TRAFFIC_PERMUTATION}, {"shift", TRAFFIC_SHIFT}, {"incast", TRAFFIC_INCAST}, {"ring_all_reduce", TRAFFIC_RING_ALL_REDUCE}, {"all_to_all", TRAFFIC_ALL_TO_ALL}, {NULL, 0}};
static const struct yaml_choice what_words[] = {{"ingress", TRACE_INGRESS}, {"egress", TRACE_EGRESS}, {"state", TRACE_STATE}, {"threshold", TRACE_THRESHOLD}, {"port_threshold", TRACE_PORT_THRESHOLD}, {"shared", TRACE_SHARED}, {"marked", TRACE_MARKED}, {"flows", TRACE_FLOWS}, {"credits", TRACE_CREDITS}, {NULL, 0}};
static const struct yaml_choice action_words[] = {{"drop", WATCHDOG_DROP}, {"forward", WATCHDOG_FORWARD}, {"alert", WATCHDOG_ALERT}, {"none", WATCHDOG_NONE}, {NULL, 0}};
static const struct yaml_choice rule_words[] = {{"frames", WATCHDOG_FRAMES}, {"stuck", WATCHDOG_STUCK}, {NULL, 0}};
static const struct yaml_choice set_words[] = {{"hpcc_dcqcn", 0}, {"hpcc_dcqcn_paper", 1}, {"ns3_rdma", 2}, {"ns3_datacenter", 3}, {"powertcp", 4}, {"hpcc", 5}, {NULL, 0}};
const struct yaml_choice scenario_congestions[] = {{"none", SENDER_SETS}, {"dcqcn", 0}, {"hpcc_dcqcn", 0}, {"hpcc_dcqcn_paper", 1}, {"ns3_rdma", 2}, {"ns3_datacenter", 3}, {"powertcp", 4}, {"hpcc", 5}, {NULL, 0}};
static const struct yaml_other scheme_others[] = {
    {"GFC_TIMED", "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {"TIMED_GFC", "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {"GFC_TIME_BASED", "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {"TIME_BASED_GFC", "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {"GFC_PERIODIC", "time-based GFC is scheme GFC or GFC_LINEAR with feedback_period_us"},
    {NULL, NULL}};

static const struct yaml_field a_name = {.type = YAML_TEXT};
static const struct yaml_field credits_fields[] = {
    YAML_KEY("kind", struct file_credits, kind, .choice = kind_words),
    YAML_KEY("limit", struct file_credits, limit),
    YAML_ELEMENTS(struct file_credits, limits, a_name, 1, 8),
    YAML_KEY("credit_bytes", struct file_credits, credit_bytes, .range = "1 to 4096", .low = 1, .high = 4096),
    YAML_KEY("overhead_bytes", struct file_credits, overhead_bytes, .range = "0 to 64", .low = 0, .high = 64),
    YAML_KEY("amount", struct file_credits, amount),
    YAML_KEY("freed_period_us", struct file_credits, freed_period_us),
    YAML_KEY("consumed_period_us", struct file_credits, consumed_period_us),
    YAML_KEY("message_loss", struct file_credits, message_loss),
    YAML_KEY("frame_loss", struct file_credits, frame_loss),
    {.key = NULL}};

static const struct yaml_field a_class = {.type = YAML_UINT32, .range = "0 to 7"};
const struct yaml_field scenario_mmu_fields[] = {
    YAML_KEY("ports", struct file_mmu, ports, .range = "1 to 512", .low = 1, .high = 512),
    YAML_KEY("classes", struct file_mmu, classes, .range = "1 to 8", .low = 1, .high = 8),
    YAML_KEY("width", struct file_mmu, width, .range = "8 to 28", .low = 8, .high = 28),
    YAML_KEY("scheme", struct file_mmu, scheme, .choice = scheme_words, .others = scheme_others),
    YAML_KEY("mode", struct file_mmu, native, .choice = mode_words),
    YAML_KEY("buffer", struct file_mmu, buffer),
    YAML_KEY("private", struct file_mmu, private),
    YAML_KEY("shared", struct file_mmu, shared),
    YAML_KEY("headroom", struct file_mmu, headroom),
    YAML_KEY("headroom_pool", struct file_mmu, headroom_pool),
    YAML_KEY("port_headroom", struct file_mmu, port_headroom),
    YAML_KEY("max_packet", struct file_mmu, max_packet),
    YAML_KEY("alpha", struct file_mmu, alpha),
    YAML_KEY("xoff", struct file_mmu, xoff),
    YAML_KEY("xon", struct file_mmu, xon),
    YAML_KEY("delta_q", struct file_mmu, delta_q),
    YAML_KEY("delta_p", struct file_mmu, delta_p),
    YAML_KEY("pause_time", struct file_mmu, pause_time, .range = "17 to 65535"),
    YAML_KEY("refresh", struct file_mmu, refresh, .range = "16 to 65534"),
    YAML_ELEMENTS(struct file_mmu, lossless, a_class, 1, 8),
    YAML_KEY("ttl", struct file_mmu, ttl, .range = "1 to 255"),
    YAML_KEY("tree_levels", struct file_mmu, tree_levels, .range = "1 to 8", .low = 1, .high = 8),
    YAML_KEY("drop_bounced", struct file_mmu, drop_bounced, .choice = truth_words),
    YAML_KEY("every_second_class", struct file_mmu, every_second_class, .choice = truth_words),
    YAML_ELEMENTS(struct file_mmu, partitions, a_name, 0, 8),
    YAML_KEY("bm", struct file_mmu, bm),
    YAML_KEY("b0", struct file_mmu, b0),
    YAML_KEY("stages", struct file_mmu, stages, .range = "1 to 15"),
    YAML_KEY("stage_table", struct file_mmu, stage_table, .choice = truth_words),
    YAML_KEY("credits", struct file_mmu, credits, .fields = credits_fields, .size = sizeof(struct file_credits)),
    YAML_KEY("feedback_period_us", struct file_mmu, feedback_period_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    {.key = NULL}};

static const struct yaml_field scheduler_fields[] = {
    YAML_ELEMENTS(struct file_scheduler, strict, a_class, 1, 8),
    YAML_ELEMENTS(struct file_scheduler, quanta, a_name, 1, 8),
    {.key = NULL}};

static const struct yaml_field ecn_fields[] = {
    YAML_KEY("kmin", struct file_ecn, kmin, .required = true),
    YAML_KEY("kmax", struct file_ecn, kmax, .required = true),
    YAML_KEY("pmax", struct file_ecn, pmax, .range = "0 to 1", .low = 0, .high = 1),
    YAML_KEY("at_gbps", struct file_ecn, at_gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_ELEMENTS(struct file_ecn, classes, a_class, 1, 8),
    {.key = NULL}};

static const struct yaml_field watchdog_fields[] = {
    YAML_KEY("action", struct file_watchdog, action, .choice = action_words),
    YAML_KEY("detection_rule", struct file_watchdog, detection_rule, .choice = rule_words),
    YAML_KEY("detection_time_us", struct file_watchdog, detection_time_us, .range = "1 to 5e+06", .low = 1, .high = 5e+06),
    YAML_KEY("restoration_time_us", struct file_watchdog, restoration_time_us, .range = "1 to 6e+07", .low = 1, .high = 6e+07),
    YAML_KEY("poll_interval_us", struct file_watchdog, poll_interval_us, .range = "1 to 5e+06", .low = 1, .high = 5e+06),
    {.key = NULL}};

#define control_fields scenario_policy_fields
const struct yaml_field control_fields[] = {
    YAML_KEY("set", struct file_senders, set, .choice = set_words),
    YAML_KEY("min_rate_mbps", struct file_senders, value[0], .range = "0.001 to 1e+07", .low = 0.001, .high = 1e+07),
    YAML_KEY("base_rtt_us", struct file_senders, value[1], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("ack_bytes", struct file_senders, value[2], .range = "a whole number from 1 to 1e+09", .low = 1, .high = 1e+09, .whole = true),
    YAML_KEY("cnp_interval_us", struct file_senders, value[3], .range = "0 to 1e+06", .low = 0, .high = 1e+06),
    YAML_KEY("gain", struct file_senders, value[4], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("first_alpha", struct file_senders, value[5], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("alpha_interval_us", struct file_senders, value[6], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("decrease_interval_us", struct file_senders, value[7], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("increase_interval_us", struct file_senders, value[8], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("byte_counter", struct file_senders, value[9], .range = "a whole number from 0 to 1e+12", .low = 0, .high = 1e+12, .whole = true),
    YAML_KEY("fast_stages", struct file_senders, value[10], .range = "a whole number from 1 to 1000", .low = 1, .high = 1000, .whole = true),
    YAML_KEY("additive_increase_mbps", struct file_senders, value[11], .range = "0 to 1e+07", .low = 0, .high = 1e+07),
    YAML_KEY("hyper_increase_mbps", struct file_senders, value[12], .range = "0 to 1e+07", .low = 0, .high = 1e+07),
    YAML_KEY("target_utilization", struct file_senders, value[13], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("stage_limit", struct file_senders, value[14], .range = "a whole number from 0 to 1000", .low = 0, .high = 1000, .whole = true),
    YAML_KEY("gamma", struct file_senders, value[15], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("rto_us", struct file_senders, value[16], .range = "1 to 1e+09", .low = 1, .high = 1e+09),
    YAML_KEY("rto_limit", struct file_senders, value[17], .range = "a whole number from 1 to 1000", .low = 1, .high = 1000, .whole = true),
    YAML_KEY("clamp_target", struct file_senders, truth[0], .choice = truth_words),
    YAML_KEY("react_at_cnp", struct file_senders, truth[1], .choice = truth_words),
    YAML_KEY("window", struct file_senders, truth[2], .choice = truth_words),
    YAML_KEY("variable_window", struct file_senders, truth[3], .choice = truth_words),
    {.key = NULL}};

static const struct yaml_field senders_fields[] = {
    YAML_KEY("set", struct file_senders, set, .choice = set_words),
    YAML_KEY("min_rate_mbps", struct file_senders, value[0], .range = "0.001 to 1e+07", .low = 0.001, .high = 1e+07),
    YAML_KEY("base_rtt_us", struct file_senders, value[1], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("ack_bytes", struct file_senders, value[2], .range = "a whole number from 1 to 1e+09", .low = 1, .high = 1e+09, .whole = true),
    YAML_KEY("cnp_interval_us", struct file_senders, value[3], .range = "0 to 1e+06", .low = 0, .high = 1e+06),
    YAML_KEY("gain", struct file_senders, value[4], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("first_alpha", struct file_senders, value[5], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("alpha_interval_us", struct file_senders, value[6], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("decrease_interval_us", struct file_senders, value[7], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("increase_interval_us", struct file_senders, value[8], .range = "0.001 to 1e+06", .low = 0.001, .high = 1e+06),
    YAML_KEY("byte_counter", struct file_senders, value[9], .range = "a whole number from 0 to 1e+12", .low = 0, .high = 1e+12, .whole = true),
    YAML_KEY("fast_stages", struct file_senders, value[10], .range = "a whole number from 1 to 1000", .low = 1, .high = 1000, .whole = true),
    YAML_KEY("additive_increase_mbps", struct file_senders, value[11], .range = "0 to 1e+07", .low = 0, .high = 1e+07),
    YAML_KEY("hyper_increase_mbps", struct file_senders, value[12], .range = "0 to 1e+07", .low = 0, .high = 1e+07),
    YAML_KEY("target_utilization", struct file_senders, value[13], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("stage_limit", struct file_senders, value[14], .range = "a whole number from 0 to 1000", .low = 0, .high = 1000, .whole = true),
    YAML_KEY("gamma", struct file_senders, value[15], .range = "1e-06 to 1", .low = 1e-06, .high = 1),
    YAML_KEY("rto_us", struct file_senders, value[16], .range = "1 to 1e+09", .low = 1, .high = 1e+09),
    YAML_KEY("rto_limit", struct file_senders, value[17], .range = "a whole number from 1 to 1000", .low = 1, .high = 1000, .whole = true),
    YAML_KEY("clamp_target", struct file_senders, truth[0], .choice = truth_words),
    YAML_KEY("react_at_cnp", struct file_senders, truth[1], .choice = truth_words),
    YAML_KEY("window", struct file_senders, truth[2], .choice = truth_words),
    YAML_KEY("variable_window", struct file_senders, truth[3], .choice = truth_words),
    YAML_KEY("class", struct file_senders, cls, .range = "0 to 7"),
    YAML_KEY("frame_bytes", struct file_senders, frame_bytes, .range = "64 to 1500", .low = 64, .high = 1500),
    {.key = NULL}};

static const struct yaml_field limit_fields[] = {
    YAML_KEY("link", struct file_limit, link, .required = true),
    YAML_KEY("gbps", struct file_limit, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals", .required = true),
    {.key = NULL}};

static const struct yaml_field a_limit = {.type = YAML_STRUCT, .fields = limit_fields, .size = sizeof(struct file_limit)};
static const struct yaml_field switch_fields[] = {
    YAML_KEY("name", struct file_switch, name, .required = true),
    YAML_KEY("clock_mhz", struct file_switch, clock_mhz, .range = "1 to 4000", .low = 1, .high = 4000, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("scheduler", struct file_switch, scheduler, .fields = scheduler_fields, .size = sizeof(struct file_scheduler)),
    YAML_KEY("ecn", struct file_switch, ecn, .fields = ecn_fields, .size = sizeof(struct file_ecn)),
    YAML_KEY("watchdog", struct file_switch, watchdog, .fields = watchdog_fields, .size = sizeof(struct file_watchdog)),
    YAML_KEY("mmu", struct file_switch, mmu, .fields = scenario_mmu_fields, .size = sizeof(struct file_mmu)),
    YAML_ELEMENTS(struct file_switch, limit, a_limit, 0, 512),
    YAML_ELEMENTS(struct file_switch, ingress_limit, a_limit, 0, 512),
    YAML_KEY("level", struct file_switch, level, .range = "0 to 1000000", .low = 0, .high = 1000000),
    {.key = NULL}};

static const struct yaml_field pause_fields[] = {
    YAML_KEY("class", struct file_pause, cls, .range = "0 to 7", .required = true),
    YAML_KEY("from_us", struct file_pause, from_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09, .required = true),
    YAML_KEY("to_us", struct file_pause, to_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("quanta", struct file_pause, quanta, .range = "0 to 65535", .low = 0, .high = 65535),
    YAML_KEY("refresh_us", struct file_pause, refresh_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("jitter_us", struct file_pause, jitter_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    {.key = NULL}};

static const struct yaml_field access_fields[] = {
    YAML_KEY("switch", struct file_access, at, .required = true),
    YAML_KEY("gbps", struct file_access, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("delay_ns", struct file_access, delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("overhead_bytes", struct file_access, overhead_bytes, .range = "0 to 64", .low = 0, .high = 64),
    YAML_KEY("headroom", struct file_access, port.headroom),
    YAML_KEY("private", struct file_access, port.private),
    YAML_KEY("xoff", struct file_access, port.xoff),
    YAML_KEY("xon", struct file_access, port.xon),
    YAML_KEY("down_us", struct file_access, down_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("up_us", struct file_access, up_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    {.key = NULL}};

static const struct yaml_field a_pause = {.type = YAML_STRUCT, .fields = pause_fields, .size = sizeof(struct file_pause)};
static const struct yaml_field a_access = {.type = YAML_STRUCT, .fields = access_fields, .size = sizeof(struct file_access)};
static const struct yaml_field host_fields[] = {
    YAML_KEY("name", struct file_host, name, .required = true),
    YAML_KEY("switch", struct file_host, at),
    YAML_KEY("gbps", struct file_host, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("delay_ns", struct file_host, delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("overhead_bytes", struct file_host, overhead_bytes, .range = "0 to 64", .low = 0, .high = 64),
    YAML_KEY("headroom", struct file_host, port.headroom),
    YAML_KEY("private", struct file_host, port.private),
    YAML_KEY("xoff", struct file_host, port.xoff),
    YAML_KEY("xon", struct file_host, port.xon),
    YAML_KEY("down_us", struct file_host, down_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("up_us", struct file_host, up_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_ELEMENTS(struct file_host, pause, a_pause, 1, 1048576),
    YAML_ELEMENTS(struct file_host, links, a_access, 1, 512),
    {.key = NULL}};

static const struct yaml_field link_fields[] = {
    YAML_KEY("name", struct file_link, name, .required = true),
    YAML_KEY("a", struct file_link, a, .required = true),
    YAML_KEY("b", struct file_link, b, .required = true),
    YAML_KEY("gbps", struct file_link, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("delay_ns", struct file_link, delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("overhead_bytes", struct file_link, overhead_bytes, .range = "0 to 64", .low = 0, .high = 64),
    YAML_KEY("headroom", struct file_link, port.headroom),
    YAML_KEY("private", struct file_link, port.private),
    YAML_KEY("xoff", struct file_link, port.xoff),
    YAML_KEY("xon", struct file_link, port.xon),
    YAML_KEY("down_us", struct file_link, down_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("up_us", struct file_link, up_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    {.key = NULL}};

static const struct yaml_field traffic_fields[] = {
    YAML_KEY("name", struct file_traffic, name, .required = true),
    YAML_KEY("pattern", struct file_traffic, pattern, .choice = pattern_words, .required = true),
    YAML_ELEMENTS(struct file_traffic, from, a_name, 1, 1048576),
    YAML_ELEMENTS(struct file_traffic, to, a_name, 1, 1048576),
    YAML_KEY("senders", struct file_traffic, senders),
    YAML_KEY("shift", struct file_traffic, shift),
    YAML_KEY("sizes", struct file_traffic, sizes, .most = 1000),
    YAML_KEY("bytes", struct file_traffic, bytes),
    YAML_KEY("load", struct file_traffic, load, .range = "0.000001 to 1, a share of the senders' links", .low = 1e-06, .high = 1),
    YAML_KEY("period_us", struct file_traffic, period_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("start_us", struct file_traffic, start_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("until_us", struct file_traffic, until_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("after_delay_ns", struct file_traffic, after_delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("class", struct file_traffic, cls, .range = "0 to 7"),
    YAML_KEY("packet_bytes", struct file_traffic, packet_bytes),
    YAML_KEY("seed", struct file_traffic, seed),
    YAML_KEY("congestion", struct file_traffic, congestion, .choice = scenario_congestions),
    YAML_KEY("control", struct file_traffic, control, .fields = control_fields, .size = sizeof(struct file_senders)),
    YAML_KEY("ecn_capable", struct file_traffic, ecn_capable, .choice = truth_words),
    {.key = NULL}};

static const struct yaml_field flow_fields[] = {
    YAML_KEY("name", struct file_flow, name, .required = true),
    YAML_KEY("from", struct file_flow, from, .required = true),
    YAML_KEY("to", struct file_flow, to, .required = true),
    YAML_ELEMENTS(struct file_flow, route, a_name, 1, 130),
    YAML_KEY("class", struct file_flow, cls, .range = "0 to 7"),
    YAML_KEY("ttl", struct file_flow, ttl, .range = "1 to 255", .low = 1, .high = 255),
    YAML_KEY("loop", struct file_flow, loop, .choice = truth_words),
    YAML_KEY("gbps", struct file_flow, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("bytes", struct file_flow, bytes),
    YAML_KEY("packet_bytes", struct file_flow, packet_bytes),
    YAML_ELEMENTS(struct file_flow, after, a_name, 1, 1048576),
    YAML_KEY("after_delay_ns", struct file_flow, after_delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("start_us", struct file_flow, start_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("stop_us", struct file_flow, stop_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("congestion", struct file_flow, congestion, .choice = scenario_congestions),
    YAML_KEY("control", struct file_flow, control, .fields = control_fields, .size = sizeof(struct file_senders)),
    YAML_KEY("ecn_capable", struct file_flow, ecn_capable, .choice = truth_words),
    {.key = NULL}};

static const struct yaml_field a_what = {.type = YAML_CHOICE, .choice = what_words};
static const struct yaml_field series_fields[] = {
    YAML_ELEMENTS(struct file_series, queues, a_name, 1, 1048576, .required = true),
    YAML_ELEMENTS(struct file_series, what, a_what, 1, 9, .required = true),
    YAML_KEY("every_ns", struct file_series, every_ns),
    {.key = NULL}};

static const struct yaml_field a_series = {.type = YAML_STRUCT, .fields = series_fields, .size = sizeof(struct file_series)};
static const struct yaml_field trace_fields[] = {
    YAML_KEY("packets", struct file_trace, packets, .choice = truth_words),
    YAML_KEY("sample_ns", struct file_trace, sample_ns),
    YAML_KEY("rates_ns", struct file_trace, rates_ns),
    YAML_ELEMENTS(struct file_trace, queues, a_name, 0, 1048576),
    YAML_ELEMENTS(struct file_trace, series, a_series, 0, 1048576),
    {.key = NULL}};

static const struct yaml_field search_fields[] = {
    YAML_ELEMENTS(struct file_search, flows, a_name, 1, 1048576, .required = true),
    YAML_KEY("bytes_from", struct file_search, bytes_from, .required = true),
    YAML_KEY("bytes_to", struct file_search, bytes_to, .required = true),
    {.key = NULL}};

static const struct yaml_field a_switch = {.type = YAML_STRUCT, .fields = switch_fields, .size = sizeof(struct file_switch)};
static const struct yaml_field a_link = {.type = YAML_STRUCT, .fields = link_fields, .size = sizeof(struct file_link)};
static const struct yaml_field a_host = {.type = YAML_STRUCT, .fields = host_fields, .size = sizeof(struct file_host)};
static const struct yaml_field a_flow = {.type = YAML_STRUCT, .fields = flow_fields, .size = sizeof(struct file_flow)};
static const struct yaml_field a_traffic = {.type = YAML_STRUCT, .fields = traffic_fields, .size = sizeof(struct file_traffic)};
static const struct yaml_field top_fields[] = {
    YAML_KEY("name", struct file, name, .required = true),
    YAML_KEY("clock_mhz", struct file, clock_mhz, .range = "1 to 4000", .low = 1, .high = 4000, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("cell_bytes", struct file, cell_bytes, .range = "1 to 4096", .low = 1, .high = 4096),
    YAML_KEY("packet_bytes", struct file, packet_bytes),
    YAML_KEY("gbps", struct file, gbps, .range = "0.001 to 6400", .low = 0.001, .high = 6400, .decimals = 6, .fine = "six decimals"),
    YAML_KEY("delay_ns", struct file, delay_ns, .range = "0 to 1e9 (1 s)", .low = 0, .high = 1e+09, .decimals = 3, .fine = "three decimals (ps)"),
    YAML_KEY("overhead_bytes", struct file, overhead_bytes, .range = "0 to 64", .low = 0, .high = 64),
    YAML_KEY("duration_us", struct file, duration_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09, .required = true),
    YAML_KEY("stop_us", struct file, stop_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("seed", struct file, seed),
    YAML_KEY("jitter_ns", struct file, jitter_ns),
    YAML_KEY("processing_ns", struct file, processing_ns),
    YAML_KEY("mmu", struct file, mmu, .fields = scenario_mmu_fields, .size = sizeof(struct file_mmu), .required = true),
    YAML_KEY("scheduler", struct file, scheduler, .fields = scheduler_fields, .size = sizeof(struct file_scheduler)),
    YAML_KEY("ecn", struct file, ecn, .fields = ecn_fields, .size = sizeof(struct file_ecn)),
    YAML_KEY("watchdog", struct file, watchdog, .fields = watchdog_fields, .size = sizeof(struct file_watchdog)),
    YAML_ELEMENTS(struct file, switches, a_switch, 1, 1048576, .required = true),
    YAML_ELEMENTS(struct file, links, a_link, 0, 1048576),
    YAML_ELEMENTS(struct file, hosts, a_host, 1, 1048576, .required = true),
    YAML_ELEMENTS(struct file, flows, a_flow, 1, 1048576),
    YAML_ELEMENTS(struct file, traffic, a_traffic, 1, 1048576),
    YAML_KEY("flows_csv", struct file, flows_csv, .most = 1000),
    YAML_KEY("routing", struct file, routing, .choice = routing_words),
    YAML_KEY("paths", struct file, paths, .choice = paths_words),
    YAML_KEY("ecmp_seed", struct file, ecmp_seed),
    YAML_KEY("reroute_us", struct file, reroute_us, .range = "0 to 1e9 (1000 s)", .low = 0, .high = 1e+09),
    YAML_KEY("congestion", struct file, congestion, .choice = scenario_congestions),
    YAML_KEY("ecn_capable", struct file, ecn_capable, .choice = truth_words),
    YAML_KEY("senders", struct file, senders, .fields = senders_fields, .size = sizeof(struct file_senders)),
    YAML_KEY("trace", struct file, trace, .fields = trace_fields, .size = sizeof(struct file_trace)),
    YAML_KEY("search", struct file, search, .fields = search_fields, .size = sizeof(struct file_search)),
    {.key = NULL}};

static const struct yaml_field of_mmu_fields[] = {
    YAML_KEY("mmu", struct file_of_mmu, mmu, .fields = scenario_mmu_fields, .size = sizeof(struct file_mmu), .required = true),
    {.key = NULL}};

static const struct yaml_field of_traffic_fields[] = {
    YAML_ELEMENTS(struct file_of_traffic, traffic, a_traffic, 1, 1048576, .required = true),
    {.key = NULL}};

const unsigned scenario_mmu_schemes[MMU_KEYS] = {
    ~0u,
    ~0u,
    ~0u,
    ~0u,
    1u << SLUICE_DSH,
    ~0u,
    ~0u,
    ~0u,
    ~0u,
    1u << SLUICE_SHP,
    1u << SLUICE_SHP,
    ~0u,
    1u << SLUICE_SIH | 1u << SLUICE_DSH | 1u << SLUICE_TTL | 1u << SLUICE_SHP | 1u << SLUICE_CBFC,
    1u << SLUICE_STATIC,
    1u << SLUICE_STATIC,
    1u << SLUICE_SIH | 1u << SLUICE_DSH | 1u << SLUICE_TTL | 1u << SLUICE_SHP,
    1u << SLUICE_DSH,
    1u << SLUICE_STATIC | 1u << SLUICE_SIH | 1u << SLUICE_DSH | 1u << SLUICE_TTL | 1u << SLUICE_SHP,
    1u << SLUICE_STATIC | 1u << SLUICE_SIH | 1u << SLUICE_DSH | 1u << SLUICE_TTL | 1u << SLUICE_SHP | 1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR,
    ~0u,
    1u << SLUICE_TTL | 1u << SLUICE_CBFC,
    1u << SLUICE_TTL,
    1u << SLUICE_TTL,
    1u << SLUICE_TTL,
    1u << SLUICE_TTL,
    1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR,
    1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR,
    1u << SLUICE_GFC,
    1u << SLUICE_GFC,
    1u << SLUICE_CBFC,
    1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR,
};

const struct yaml_field scenario_schema = {.type = YAML_STRUCT, .fields = top_fields, .size = sizeof(struct file)};
const struct yaml_field scenario_mmu_schema = {.type = YAML_STRUCT, .fields = of_mmu_fields, .size = sizeof(struct file_of_mmu)};
const struct yaml_field scenario_traffic_schema = {.type = YAML_STRUCT, .fields = of_traffic_fields, .size = sizeof(struct file_of_traffic)};
