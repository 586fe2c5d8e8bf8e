// The libcyaml schema of a scenario file. docs/scenario.md describes the keys.
#include <stddef.h>

#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/arrivals.h"

enum { TEXT = 40, FILE_NAME = 1000, MANY = 1 << 20 };

#define OPTION CYAML_FLAG_OPTIONAL
#define OPTIONAL_POINTER (CYAML_FLAG_OPTIONAL | CYAML_FLAG_POINTER)
#define TEXT_FIELD(key, flags, type, member) CYAML_FIELD_STRING_PTR(key, (flags), type, member, 0, TEXT)

static const cyaml_strval_t schemes[] = {{"STATIC", SLUICE_STATIC}, {"SIH", SLUICE_SIH},
                                         {"DSH", SLUICE_DSH},       {"TTL", SLUICE_TTL},
                                         {"GFC", SLUICE_GFC},       {"GFC_LINEAR", SLUICE_GFC_LINEAR}};
static const cyaml_strval_t modes[] = {{"interoperable", 0}, {"native", 1}};
static const cyaml_strval_t routings[] = {{"first", ROUTING_FIRST}, {"ecmp", ROUTING_ECMP}};
static const cyaml_strval_t patterns[] = {
    {"uniform", TRAFFIC_UNIFORM}, {"permutation", TRAFFIC_PERMUTATION}, {"incast", TRAFFIC_INCAST}};
static const cyaml_strval_t truths[] = {{"false", 0}, {"true", 1}};
#define TRUTH(key, type, member) CYAML_FIELD_ENUM_PTR(key, OPTION, type, member, truths, CYAML_ARRAY_LEN(truths))

static const cyaml_schema_value_t class_schema = {CYAML_VALUE_UINT(CYAML_FLAG_DEFAULT, uint32_t)};
static const cyaml_schema_value_t name_schema = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, TEXT)};

static const cyaml_schema_field_t mmu_fields[] = {
    CYAML_FIELD_UINT_PTR("ports", OPTION, struct file_mmu, ports),
    CYAML_FIELD_UINT_PTR("classes", OPTION, struct file_mmu, classes),
    CYAML_FIELD_UINT_PTR("width", OPTION, struct file_mmu, width),
    CYAML_FIELD_ENUM_PTR("scheme", OPTION, struct file_mmu, scheme, schemes, CYAML_ARRAY_LEN(schemes)),
    CYAML_FIELD_ENUM_PTR("mode", OPTION, struct file_mmu, native, modes, CYAML_ARRAY_LEN(modes)),
    TEXT_FIELD("buffer", OPTIONAL_POINTER, struct file_mmu, buffer),
    TEXT_FIELD("private", OPTIONAL_POINTER, struct file_mmu, private),
    TEXT_FIELD("shared", OPTIONAL_POINTER, struct file_mmu, shared),
    TEXT_FIELD("headroom", OPTIONAL_POINTER, struct file_mmu, headroom),
    TEXT_FIELD("max_packet", OPTIONAL_POINTER, struct file_mmu, max_packet),
    TEXT_FIELD("alpha", OPTIONAL_POINTER, struct file_mmu, alpha),
    TEXT_FIELD("xoff", OPTIONAL_POINTER, struct file_mmu, xoff),
    TEXT_FIELD("xon", OPTIONAL_POINTER, struct file_mmu, xon),
    TEXT_FIELD("delta_q", OPTIONAL_POINTER, struct file_mmu, delta_q),
    TEXT_FIELD("delta_p", OPTIONAL_POINTER, struct file_mmu, delta_p),
    CYAML_FIELD_UINT_PTR("pause_time", OPTION, struct file_mmu, pause_time),
    CYAML_FIELD_UINT_PTR("refresh", OPTION, struct file_mmu, refresh),
    CYAML_FIELD_SEQUENCE("lossless", OPTIONAL_POINTER, struct file_mmu, lossless, &class_schema, 1, 8),
    CYAML_FIELD_UINT_PTR("ttl", OPTION, struct file_mmu, ttl),
    TRUTH("drop_bounced", struct file_mmu, drop_bounced),
    TRUTH("every_second_class", struct file_mmu, every_second_class),
    CYAML_FIELD_SEQUENCE("partitions", OPTIONAL_POINTER, struct file_mmu, partitions, &name_schema, 0, 8),
    TEXT_FIELD("bm", OPTIONAL_POINTER, struct file_mmu, bm),
    TEXT_FIELD("b0", OPTIONAL_POINTER, struct file_mmu, b0),
    CYAML_FIELD_UINT_PTR("stages", OPTION, struct file_mmu, stages),
    TRUTH("stage_table", struct file_mmu, stage_table),
    CYAML_FIELD_END};

static const cyaml_schema_field_t limit_fields[] = {
    TEXT_FIELD("link", CYAML_FLAG_POINTER, struct file_limit, link),
    CYAML_FIELD_FLOAT("gbps", CYAML_FLAG_DEFAULT, struct file_limit, gbps), CYAML_FIELD_END};

static const cyaml_schema_value_t limit_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct file_limit, limit_fields)};

static const cyaml_schema_field_t switch_fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file_switch, name),
    CYAML_FIELD_MAPPING_PTR("mmu", OPTION, struct file_switch, mmu, mmu_fields),
    CYAML_FIELD_SEQUENCE("limit", OPTIONAL_POINTER, struct file_switch, limit, &limit_schema, 0, 64), CYAML_FIELD_END};

static const cyaml_schema_field_t host_fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file_host, name),
    TEXT_FIELD("switch", CYAML_FLAG_POINTER, struct file_host, at),
    CYAML_FIELD_FLOAT_PTR("gbps", OPTION, struct file_host, gbps),
    CYAML_FIELD_UINT_PTR("delay_ns", OPTION, struct file_host, delay_ns),
    CYAML_FIELD_UINT_PTR("overhead_bytes", OPTION, struct file_host, overhead_bytes),
    CYAML_FIELD_END};

static const cyaml_schema_field_t link_fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file_link, name),
    TEXT_FIELD("a", CYAML_FLAG_POINTER, struct file_link, a),
    TEXT_FIELD("b", CYAML_FLAG_POINTER, struct file_link, b),
    CYAML_FIELD_FLOAT_PTR("gbps", OPTION, struct file_link, gbps),
    CYAML_FIELD_UINT_PTR("delay_ns", OPTION, struct file_link, delay_ns),
    CYAML_FIELD_UINT_PTR("overhead_bytes", OPTION, struct file_link, overhead_bytes),
    CYAML_FIELD_END};

#define FILE_FIELD(key, type, member) CYAML_FIELD_STRING_PTR(key, OPTIONAL_POINTER, type, member, 0, FILE_NAME)
static const cyaml_schema_field_t traffic_fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file_traffic, name),
    CYAML_FIELD_ENUM("pattern", CYAML_FLAG_DEFAULT, struct file_traffic, pattern, patterns, CYAML_ARRAY_LEN(patterns)),
    CYAML_FIELD_SEQUENCE("from", OPTIONAL_POINTER, struct file_traffic, from, &name_schema, 1, MANY),
    CYAML_FIELD_SEQUENCE("to", OPTIONAL_POINTER, struct file_traffic, to, &name_schema, 1, MANY),
    CYAML_FIELD_UINT_PTR("senders", OPTION, struct file_traffic, senders),
    FILE_FIELD("sizes", struct file_traffic, sizes),
    TEXT_FIELD("bytes", OPTIONAL_POINTER, struct file_traffic, bytes),
    CYAML_FIELD_FLOAT_PTR("load", OPTION, struct file_traffic, load),
    CYAML_FIELD_FLOAT_PTR("period_us", OPTION, struct file_traffic, period_us),
    CYAML_FIELD_FLOAT_PTR("start_us", OPTION, struct file_traffic, start_us),
    CYAML_FIELD_FLOAT_PTR("until_us", OPTION, struct file_traffic, until_us),
    CYAML_FIELD_UINT_PTR("class", OPTION, struct file_traffic, cls),
    TEXT_FIELD("packet_bytes", OPTIONAL_POINTER, struct file_traffic, packet_bytes),
    CYAML_FIELD_UINT_PTR("seed", OPTION, struct file_traffic, seed),
    CYAML_FIELD_END};

static const cyaml_schema_field_t flow_fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file_flow, name),
    TEXT_FIELD("from", CYAML_FLAG_POINTER, struct file_flow, from),
    TEXT_FIELD("to", CYAML_FLAG_POINTER, struct file_flow, to),
    CYAML_FIELD_SEQUENCE("route", OPTIONAL_POINTER, struct file_flow, route, &name_schema, 1, 64),
    CYAML_FIELD_UINT_PTR("class", OPTION, struct file_flow, cls),
    CYAML_FIELD_UINT_PTR("ttl", OPTION, struct file_flow, ttl),
    TRUTH("loop", struct file_flow, loop),
    CYAML_FIELD_FLOAT_PTR("gbps", OPTION, struct file_flow, gbps),
    TEXT_FIELD("bytes", OPTIONAL_POINTER, struct file_flow, bytes),
    TEXT_FIELD("packet_bytes", OPTIONAL_POINTER, struct file_flow, packet_bytes),
    CYAML_FIELD_FLOAT_PTR("start_us", OPTION, struct file_flow, start_us),
    CYAML_FIELD_FLOAT_PTR("stop_us", OPTION, struct file_flow, stop_us),
    CYAML_FIELD_END};

static const cyaml_strval_t whats[] = {{"ingress", TRACE_INGRESS},
                                       {"egress", TRACE_EGRESS},
                                       {"state", TRACE_STATE},
                                       {"threshold", TRACE_THRESHOLD},
                                       {"port_threshold", TRACE_PORT_THRESHOLD}};
static const cyaml_schema_value_t what_schema = {
    CYAML_VALUE_ENUM(CYAML_FLAG_DEFAULT, int, whats, CYAML_ARRAY_LEN(whats))};

static const cyaml_schema_field_t series_fields[] = {
    CYAML_FIELD_SEQUENCE("queues", CYAML_FLAG_POINTER, struct file_series, queues, &name_schema, 1, MANY),
    CYAML_FIELD_SEQUENCE("what", CYAML_FLAG_POINTER, struct file_series, what, &what_schema, 1, 5),
    CYAML_FIELD_UINT_PTR("every_ns", OPTION, struct file_series, every_ns), CYAML_FIELD_END};

static const cyaml_schema_value_t series_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct file_series, series_fields)};

static const cyaml_schema_field_t trace_fields[] = {
    CYAML_FIELD_UINT_PTR("sample_ns", OPTION, struct file_trace, sample_ns),
    CYAML_FIELD_SEQUENCE("queues", OPTIONAL_POINTER, struct file_trace, queues, &name_schema, 0, MANY),
    CYAML_FIELD_SEQUENCE("series", OPTIONAL_POINTER, struct file_trace, series, &series_schema, 0, MANY),
    CYAML_FIELD_END};

static const cyaml_schema_field_t search_fields[] = {
    CYAML_FIELD_SEQUENCE("flows", CYAML_FLAG_POINTER, struct file_search, flows, &name_schema, 1, MANY),
    TEXT_FIELD("bytes_from", CYAML_FLAG_POINTER, struct file_search, bytes_from),
    TEXT_FIELD("bytes_to", CYAML_FLAG_POINTER, struct file_search, bytes_to), CYAML_FIELD_END};

#define ENTRY(name, what) \
  static const cyaml_schema_value_t name = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, struct file_##what, what##_fields)}
ENTRY(switch_schema, switch);
ENTRY(host_schema, host);
ENTRY(link_schema, link);
ENTRY(flow_schema, flow);
ENTRY(traffic_schema, traffic);

static const cyaml_schema_field_t fields[] = {
    TEXT_FIELD("name", CYAML_FLAG_POINTER, struct file, name),
    CYAML_FIELD_FLOAT_PTR("clock_mhz", OPTION, struct file, clock_mhz),
    CYAML_FIELD_UINT_PTR("cell_bytes", OPTION, struct file, cell_bytes),
    TEXT_FIELD("packet_bytes", OPTIONAL_POINTER, struct file, packet_bytes),
    CYAML_FIELD_FLOAT_PTR("gbps", OPTION, struct file, gbps),
    CYAML_FIELD_UINT_PTR("delay_ns", OPTION, struct file, delay_ns),
    CYAML_FIELD_UINT_PTR("overhead_bytes", OPTION, struct file, overhead_bytes),
    CYAML_FIELD_FLOAT("duration_us", CYAML_FLAG_DEFAULT, struct file, duration_us),
    CYAML_FIELD_FLOAT_PTR("stop_us", OPTION, struct file, stop_us),
    CYAML_FIELD_UINT_PTR("seed", OPTION, struct file, seed),
    CYAML_FIELD_UINT_PTR("jitter_ns", OPTION, struct file, jitter_ns),
    CYAML_FIELD_UINT_PTR("processing_ns", OPTION, struct file, processing_ns),
    CYAML_FIELD_MAPPING_PTR("mmu", CYAML_FLAG_POINTER, struct file, mmu, mmu_fields),
    CYAML_FIELD_SEQUENCE("switches", CYAML_FLAG_POINTER, struct file, switches, &switch_schema, 1, MANY),
    CYAML_FIELD_SEQUENCE("links", OPTIONAL_POINTER, struct file, links, &link_schema, 0, MANY),
    CYAML_FIELD_SEQUENCE("hosts", CYAML_FLAG_POINTER, struct file, hosts, &host_schema, 1, MANY),
    CYAML_FIELD_SEQUENCE("flows", OPTIONAL_POINTER, struct file, flows, &flow_schema, 1, MANY),
    CYAML_FIELD_SEQUENCE("traffic", OPTIONAL_POINTER, struct file, traffic, &traffic_schema, 1, MANY),
    FILE_FIELD("flows_csv", struct file, flows_csv),
    CYAML_FIELD_ENUM_PTR("routing", OPTION, struct file, routing, routings, CYAML_ARRAY_LEN(routings)),
    CYAML_FIELD_UINT_PTR("ecmp_seed", OPTION, struct file, ecmp_seed),
    CYAML_FIELD_MAPPING_PTR("trace", OPTION, struct file, trace, trace_fields),
    CYAML_FIELD_MAPPING_PTR("search", OPTION, struct file, search, search_fields),
    CYAML_FIELD_END};

static const cyaml_schema_field_t of_mmu_fields[] = {
    CYAML_FIELD_MAPPING_PTR("mmu", CYAML_FLAG_POINTER, struct file_of_mmu, mmu, mmu_fields), CYAML_FIELD_END};

const cyaml_schema_value_t scenario_mmu_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file_of_mmu, of_mmu_fields)};
const cyaml_schema_value_t scenario_schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct file, fields)};
