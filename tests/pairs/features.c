#include "tests/pairs/features.h"

#include <stdbool.h>
#include <string.h>

// Amounts are small, so that queues of some packets pause.
const struct feature features[] = {
    // ---- schemes ----
    {"SIH", SCHEME, MIXABLE,
     .key = {{"mmu.scheme", "SIH", GIVEN},
             {"mmu.buffer", "420KB", "440KB"},
             {"mmu.alpha", "1/16", "1/8"},
             {"mmu.delta_q", "3KB", "9KB"}}},
    {"STATIC", SCHEME, MIXABLE,
     .key = {{"mmu.scheme", "STATIC", GIVEN},
             {"mmu.buffer", "420KB", GIVEN},
             {"mmu.xoff", "12KB", "20KB"},
             {"mmu.xon", "6KB", "8KB"}}},
    {"DSH", SCHEME, MIXABLE, .flows = "{name: second, from: h0, to: h4, class: 1, bytes: 40KB}",
     .key = {{"mmu.scheme", "DSH", GIVEN},
             {"mmu.buffer", "76KB", "90KB"},
             {"mmu.alpha", "4", "8"},
             {"mmu.delta_q", "3KB", "9KB"},
             {"mmu.delta_p", "3KB", "60KB"},
             {"mmu.mode", "native", "interoperable"}}},
    {"SHP", SCHEME, MIXABLE | LOSES,
     .key = {{"mmu.scheme", "SHP", GIVEN},
             {"mmu.buffer", "140KB", "120KB"},
             {"mmu.alpha", "1/8", "1/4"},
             {"mmu.headroom", "5KB", "1500"},
             {"mmu.headroom_pool", "6KB", "12KB"},
             {"mmu.port_headroom", "1KB", "8KB"},
             {"mmu.delta_q", "3KB", "6KB"}}},
    {"TTL", SCHEME, HOPS | MORE_CLASSES, CLASSES | MIXABLE,
     .key = {{"mmu.scheme", "TTL", GIVEN},
             {"mmu.buffer", "400KB", "440KB"},
             {"mmu.alpha", "1/8", "1/4"},
             {"mmu.classes", "5", GIVEN},
             {"mmu.ttl", "4", "5"},
             {"mmu.delta_q", "3KB", "6KB"}}},
    {"TTL-half", SCHEME, HOPS | HALF, CLASSES | MIXABLE,
     .key = {{"mmu.scheme", "TTL", GIVEN},
             {"mmu.buffer", "330KB", "400KB"},
             {"mmu.alpha", "1/8", "1/4"},
             {"mmu.every_second_class", "true", "false"}}},
    {"TTL-tree", SCHEME, HOPS | HALF | TREE, CLASSES | MIXABLE,
     .key = {{"mmu.scheme", "TTL", GIVEN},
             {"mmu.buffer", "330KB", "400KB"},
             {"mmu.alpha", "1/8", "1/4"},
             {"mmu.tree_levels", "2", "3"}}},
    {"GFC", SCHEME, GFC, MIXABLE,
     .key = {{"mmu.scheme", "GFC", "GFC_LINEAR"},
             {"mmu.buffer", "800KB", GIVEN},
             {"mmu.bm", "12KB", "11KB"},
             {"mmu.b0", "1KB", "3KB"},
             {"mmu.stages", "2", "1"}}},
    {"GFC-linear", SCHEME, GFC, MIXABLE,
     .key = {{"mmu.scheme", "GFC_LINEAR", GIVEN},
             {"mmu.buffer", "800KB", GIVEN},
             {"mmu.bm", "20KB", "18KB"},
             {"mmu.b0", "1KB", "3KB"}}},
    {"GFC-timed", SCHEME, GFC | EVENT_ONLY, MIXABLE,
     .key = {{"mmu.scheme", "GFC", GIVEN},
             {"mmu.buffer", "1MB", GIVEN},
             {"mmu.bm", "24KB", "22KB"},
             {"mmu.b0", "4KB", "10KB"},
             {"mmu.feedback_period_us", "1", "2"}}},
    {"CBFC", SCHEME, CREDITS | EVENT_ONLY, MIXABLE,
     .key = {{"mmu.scheme", "CBFC", GIVEN},
             {"mmu.buffer", "500KB", GIVEN},
             {"mmu.credits.limit", "12KB", "10KB"},
             {"mmu.credits.credit_bytes", "256", "128"},
             {"mmu.credits.overhead_bytes", "30", "0"},
             {"mmu.credits.amount", "6400", "8000"},
             {"mmu.credits.freed_period_us", "3", "4"},
             {"mmu.credits.consumed_period_us", "2.5", "3.5"}}},
    {"CBFC-IB", SCHEME, CREDITS | EVENT_ONLY, MIXABLE | MORE_CLASSES,
     .key = {{"mmu.scheme", "CBFC", GIVEN},
             {"mmu.buffer", "500KB", GIVEN},
             {"mmu.credits.kind", "infiniband", GIVEN},
             {"mmu.credits.limits", "[7KB, 6KB, 7KB, 5KB]", "[5KB, 6KB, 7KB, 5KB]"},
             {"mmu.credits.amount", "2KB", "3KB"},
             {"mmu.credits.freed_period_us", "6", "9"},
             {"mmu.credits.message_loss", "0.1", "0.2"},
             {"mmu.credits.frame_loss", "0.004", "0"}}},
    {"CBFC-dynamic", SCHEME, CREDITS | EVENT_ONLY | LOSES, MIXABLE,
     .key = {{"mmu.scheme", "CBFC", GIVEN},
             {"mmu.buffer", "140KB", "120KB"},
             {"mmu.private", "2KB", "3KB"},
             {"mmu.alpha", "1/8", "1/4"}}},
    {"CBFC-hops", SCHEME, CREDITS | EVENT_ONLY | HOPS, MIXABLE | CLASSES,
     .key = {{"mmu.scheme", "CBFC", GIVEN}, {"mmu.buffer", "300KB", "280KB"}, {"mmu.ttl", "4", "3"}}},
    // ---- registers of the MMU ----
    {"private", NO_GROUP, LOSES, HOPS | GFC, .key = {{"mmu.private", "1KB", "500"}}},
    {"shared", NO_GROUP, 0, GFC, .key = {{"mmu.shared", "30KB", "20KB"}}},
    {"headroom", NO_GROUP, LOSES, GFC | CREDITS, .key = {{"mmu.headroom", "3KB", "2KB"}}},
    {"partitions", NO_GROUP, 0, HALF, .key = {{"mmu.partitions", "[0, 20KB, 20KB, 20KB]", "[0, 5KB, 5KB, 5KB]"}}},
    {"max_packet", NO_GROUP, 0, 0, .key = {{"mmu.max_packet", "1500", "700"}}},
    {"pause_time", NO_GROUP, 0, 0, .key = {{"mmu.pause_time", "260", "300"}, {"mmu.refresh", "110", "125"}}},
    {"lossless", NO_GROUP, 0, 0, .key = {{"mmu.lossless", "[0, 1]", "[0, 2]"}}},
    {"build-ports", NO_GROUP, 0, 0, .key = {{"mmu.ports", "7", "6"}}},
    {"build-classes", NO_GROUP, MORE_CLASSES, 0, .key = {{"mmu.classes", "5", "6"}}},
    {"mixed-schemes", NO_GROUP, MIXABLE, HOPS | GFC | CREDITS,
     .key = {{"switches.L0.mmu.scheme", "DSH", "SIH"},
             {"switches.L0.mmu.alpha", "1/16", "1/4"},
             {"switches.L0.mmu.buffer", "300KB", "280KB"}}},
    {"ports", NO_GROUP, LOSES, GFC | HOPS | CREDITS,
     .key = {{"links.a.headroom", "2KB", "1200"},
             {"links.c.private", "1KB", "2KB"},
             {"hosts.h1.xoff", "9KB", "8KB"},
             {"hosts.h1.xon", "3KB", "4KB"}}},
    {"cells", NO_GROUP, 0, 0, .key = {{"cell_bytes", "32", "48"}}},
    // ---- keys beside the one that they need, or without it ----
    {"ecmp_seed", NO_GROUP, 0, 0, .key = {{"ecmp_seed", "5", "6"}}},
    {"sample_ns", NO_GROUP, 0, 0, .key = {{"trace.sample_ns", "700", "900"}}},
    {"seed", NO_GROUP, 0, 0, .key = {{"seed", "7", "8"}}},
    {"ecn_capable", NO_GROUP, 0, 0, .key = {{"ecn_capable", "true", "false"}}},
    {"no-watchdog", NO_GROUP, 0, 0,
     .key = {{"switches.S1.watchdog", "{action: none}", GIVEN}, {"switches.S1.watchdog.detection_time_us", "2", "3"}}},
    {"long-ttl", NO_GROUP, 0, HOPS, .key = {{"flows.f0.ttl", "9", "8"}}},
    {"stage_table", NO_GROUP, 0, 0, .key = {{"mmu.stage_table", "true", "false"}}},
    // ---- engine ----
    {"model", ENGINE, MODEL, EVENT_ONLY, .key = {{NULL, NULL, NULL}}},
    // ---- congestion control and marks ----
    {"dcqcn", CONGESTION, CONTROLLED | EVENT_ONLY, LOOPS,
     .key = {{"congestion", "dcqcn", GIVEN},
             {"ecn", "{kmin: 2KB, kmax: 9KB, pmax: 0.5}", GIVEN},
             {"senders.rto_us", "20", GIVEN},
             {"senders.gain", "0.1", "0.2"},
             {"senders.first_alpha", "0.5", "0.7"},
             {"senders.alpha_interval_us", "0.6", "0.7"},
             {"senders.decrease_interval_us", "1.2", "1.5"},
             {"senders.cnp_interval_us", "0.4", "0.8"},
             {"senders.class", "2", "1"},
             {"senders.frame_bytes", "100", "64"}}},
    {"ns3_rdma", CONGESTION, CONTROLLED | EVENT_ONLY, LOOPS,
     .key = {{"congestion", "dcqcn", GIVEN},
             {"ecn", "{kmin: 2KB, kmax: 9KB, pmax: 0.5}", GIVEN},
             {"senders.rto_us", "20", GIVEN},
             {"senders.set", "ns3_rdma", "ns3_datacenter"},
             {"senders.ack_bytes", "4000", "3000"},
             {"senders.cnp_interval_us", "0.5", "1"},
             {"senders.byte_counter", "3000", "5000"},
             {"senders.fast_stages", "1", "2"}}},
    {"powertcp", CONGESTION, CONTROLLED | EVENT_ONLY, LOOPS,
     .key = {{"congestion", "powertcp", "hpcc"},
             {"senders.rto_us", "20", GIVEN},
             {"senders.base_rtt_us", "1.6", "2.4"},
             {"senders.gamma", "0.6", "0.9"},
             {"senders.target_utilization", "0.8", "0.95"}}},
    {"hpcc", CONGESTION, CONTROLLED | EVENT_ONLY, LOOPS,
     .key = {{"congestion", "hpcc", GIVEN},
             {"senders.rto_us", "20", GIVEN},
             {"senders.variable_window", "false", "true"},
             {"senders.additive_increase_mbps", "900", "500"},
             {"senders.base_rtt_us", "1.6", GIVEN}}},
    {"policies", NO_GROUP, EVENT_ONLY, 0,
     .key = {{"ecn", "{kmin: 2KB, kmax: 9KB}", GIVEN},
             {"flows.f0.congestion", "hpcc_dcqcn", "hpcc_dcqcn_paper"},
             {"flows.f0.control.decrease_interval_us", "1", "2"},
             {"flows.f1.congestion", "hpcc", "powertcp"},
             {"flows.f1.control.rto_us", "10", GIVEN},
             {"flows.f1.control.target_utilization", "0.5", "0.95"},
             {"flows.f2.congestion", "none", "powertcp"},
             {"flows.f2.ecn_capable", "true", "false"}}},
    {"timer", NO_GROUP, EVENT_ONLY, 0,
     .key = {{"flows.f2.congestion", "hpcc", GIVEN},
             {"hosts.h4.down_us", "1", GIVEN},
             {"hosts.h4.up_us", "12", GIVEN},
             {"flows.f2.control.rto_us", "3", "4"},
             {"flows.f2.control.rto_limit", "1", "9"}}},
    {"ecn", ECN, 0, 0,
     .key = {{"ecn_capable", "true", "false"},
             {"ecn.kmin", "2KB", "6KB"},
             {"ecn.kmax", "9KB", "20KB"},
             {"ecn.pmax", "0.5", "0.8"},
             {"ecn.at_gbps", "80", "50"},
             {"ecn.classes", "[0, 1]", "[2]"},
             {"switches.L1.ecn", "{kmin: 3KB, kmax: 5KB}", "{kmin: 1KB, kmax: 3KB}"}}},
    // ---- traffic ----
    {"classes", NO_GROUP, CLASSES, HOPS,
     .key = {{"flows.f0.class", "3", "1"}, {"flows.f3.class", "2", "0"}, {"flows.f4.class", "3", "1"}}},
    {"after", NO_GROUP, EVENT_ONLY, 0,
     .key = {{"flows.f4.after", "[f5]", GIVEN},
             {"flows.f4.after_delay_ns", "900", "0"},
             {"flows.f4.start_us", "0.5", "0"},
             {"flows.f3.after", "[f4, f5]", "[f5]"}}},
    {"ring", NO_GROUP, EVENT_ONLY, 0, .traffic = "{name: ring, pattern: ring_all_reduce, bytes: 18KB}",
     .key = {{"traffic.ring.start_us", "1", "2"},
             {"traffic.ring.after_delay_ns", "300", "500"},
             {"traffic.ring.from", "[h0, h1, h3, h5]", "[h0, h3, h5]"},
             {"traffic.ring.packet_bytes", "700", "900"}}},
    {"all-to-all", NO_GROUP, EVENT_ONLY, 0, .traffic = "{name: all, pattern: all_to_all}",
     .key = {{"traffic.all.bytes", "18KB", "12KB"}}},
    {"random", NO_GROUP, 0, 0, .traffic = "{name: web, pattern: uniform}",
     .key = {{"traffic.web.load", "0.2", "0.3"},
             {"traffic.web.start_us", "0.3", "0.5"},
             {"traffic.web.until_us", "4.5", "4"},
             {"traffic.web.seed", "3", "4"},
             {"traffic.web.sizes", "alistorage2019", "fb_hadoop"}}},
    {"incast", NO_GROUP, 0, 0, .traffic = "{name: in, pattern: incast}",
     .key = {{"traffic.in.bytes", "6KB", "5KB"},
             {"traffic.in.senders", "3", "4"},
             {"traffic.in.period_us", "2", "2.5"},
             {"traffic.in.until_us", "4.2", "4"},
             {"traffic.in.to", "[h3, h4]", "[h0]"}}},
    {"incast-class", NO_GROUP, CLASSES, HOPS, .traffic = "{name: burst, pattern: incast, senders: 4, bytes: 7KB}",
     .key = {{"traffic.burst.class", "1", "2"}}},
    {"permutation", NO_GROUP, 0, 0, .traffic = "{name: all-pairs, pattern: permutation, bytes: 9KB}",
     .key = {{"traffic.all-pairs.start_us", "1", "2"}, {"traffic.all-pairs.from", "[h0, h2, h4]", "[h1, h2, h4]"}}},
    {"shift", NO_GROUP, 0, 0, .traffic = "{name: further, pattern: shift, bytes: 8KB}",
     .key = {{"traffic.further.shift", "1", "2"}, {"traffic.further.start_us", "1", "2"}}},
    {"flow", NO_GROUP, 0, 0, .flows = "{name: short, from: h1, to: h5, bytes: 20KB}",
     .key = {{"flows.f0.gbps", "40", "30"},
             {"flows.f1.packet_bytes", "600", "800"},
             {"flows.short.stop_us", "2", "1.5"},
             {"flows.f4.start_us", "1", "2"}}},
    {"ttl", NO_GROUP, 0, HOPS, .key = {{"flows.f2.ttl", "2", "64"}}},
    {"loop", NO_GROUP, LOOPS, CONTROLLED,
     .flows = "{name: loop, from: h0, to: h1, route: [L0, S1, L1, S0], bytes: 4KB}",
     .key = {{"flows.loop.loop", "true", GIVEN}}},
    {"endless", NO_GROUP, 0, 0, .flows = "{name: endless, from: h2, to: h5, start_us: 4}",
     .key = {{"stop_us", "15", "14"}}},
    {"traffic-policy", NO_GROUP, EVENT_ONLY, 0,
     .traffic = "{name: rdma, pattern: incast, senders: 4, bytes: 20KB, to: [h3]}",
     .key = {{"ecn", "{kmin: 2KB, kmax: 9KB}", GIVEN},
             {"traffic.rdma.congestion", "hpcc_dcqcn", "hpcc_dcqcn_paper"},
             {"traffic.rdma.control.decrease_interval_us", "1", "2"},
             {"traffic.rdma.ecn_capable", "true", "false"}}},
    {"drop_bounced", NO_GROUP, 0, TREE, .flows = "{name: bounce, from: h0, to: h1, route: [L0, S0, L0], bytes: 4KB}",
     .key = {{"mmu.drop_bounced", "true", "false"}}},
    // ---- links and routes ----
    {"several-links", NO_GROUP, EVENT_ONLY, 0, .hosts = "{name: g, links: [{switch: L0}, {switch: L1}]}",
     .flows = "{name: from-g, from: g, to: h4, bytes: 12KB}\n  - {name: to-g, from: h2, to: g, bytes: 12KB}",
     .key = {{"hosts.g.links.1.gbps", "60", "80"},
             {"hosts.g.links.0.delay_ns", "250", "300"},
             {"hosts.g.links.0.overhead_bytes", "30", "0"},
             {"flows.from-g.route", "[L0, S1, L1]", "[L0, S0, L1]"}}},
    {"ecmp", ROUTING, 0, 0, .key = {{"routing", "ecmp", GIVEN}, {"ecmp_seed", "3", "6"}}},
    {"spray", ROUTING, EVENT_ONLY, 0, .key = {{"routing", "spray", "first"}, {"ecmp_seed", "5", "6"}}},
    {"up_down", NO_GROUP, 0, 0, .key = {{"paths", "up_down", "shortest"}, {"switches.S0.level", "0", "2"}}},
    {"outage", OUTAGE, EVENT_ONLY, 0, .key = {{"links.a.down_us", "2", "1.5"}, {"links.a.up_us", "2.5", "3"}}},
    {"reroute", OUTAGE, EVENT_ONLY, 0,
     .key = {{"links.a.down_us", "2", "1.5"}, {"links.a.up_us", "5", GIVEN}, {"reroute_us", "0.5", "1"}}},
    {"outage-host", NO_GROUP, EVENT_ONLY, 0, .key = {{"hosts.h2.down_us", "1", "2"}, {"hosts.h2.up_us", "3", "4"}}},
    {"rates", NO_GROUP, 0, 0,
     .key = {{"links.c.gbps", "80", "60"},
             {"hosts.h3.gbps", "40", "60"},
             {"links.b.delay_ns", "140", "100"},
             {"links.d.overhead_bytes", "30", "0"},
             {"hosts.h0.delay_ns", "100", "150"},
             {"hosts.h4.overhead_bytes", "30", "0"}}},
    {"host-ports", NO_GROUP, LOSES, GFC | HOPS | CREDITS,
     .key = {{"hosts.h0.headroom", "2KB", "1200"},
             {"hosts.h1.private", "1KB", "2KB"},
             {"links.c.xoff", "9KB", "8KB"},
             {"links.c.xon", "3KB", "4KB"}}},
    {"link-defaults", NO_GROUP, 0, 0,
     .key = {{"gbps", "80", "100"}, {"delay_ns", "150", "180"}, {"overhead_bytes", "24", "0"}}},
    {"limits", NO_GROUP, EVENT_ONLY, 0,
     .key = {{"switches.L1.limit", "[{link: h3, gbps: 30}]", "[{link: h3, gbps: 20}]"},
             {"switches.S0.ingress_limit", "[{link: a, gbps: 40}]", "[{link: a, gbps: 60}]"}}},
    // ---- hosts that pause, watchdogs, schedulers ----
    {"storm", NO_GROUP, EVENT_ONLY, GFC | CREDITS,
     .key = {{"hosts.h3.pause", "[{class: 0}]", GIVEN},
             {"hosts.h3.pause.0.class", "0", "1"},
             {"hosts.h3.pause.0.from_us", "1", "2"},
             {"hosts.h3.pause.0.to_us", "9", "7"},
             {"hosts.h3.pause.0.quanta", "500", "300"},
             {"hosts.h3.pause.0.refresh_us", "3", "4"},
             {"hosts.h3.pause.0.jitter_us", "0.5", "0"}}},
    {"watchdog", NO_GROUP, EVENT_ONLY | LOSES, GFC | CREDITS,
     .flows = "{name: stuck, from: h3, to: h5, bytes: 20KB, gbps: 10}",
     .key = {{"hosts.h5.pause", "[{class: 0, from_us: 0.2, to_us: 8, refresh_us: 1.5}]", GIVEN},
             {"watchdog.action", "drop", "forward"},
             {"watchdog.detection_rule", "frames", "stuck"},
             {"watchdog.detection_time_us", "2", "3"},
             {"watchdog.restoration_time_us", "3", "4"},
             {"watchdog.poll_interval_us", "1", "2"}}},
    {"scheduler", NO_GROUP, EVENT_ONLY, MORE_CLASSES,
     .key = {{"scheduler.quanta", "[4KB, 1KB, 1KB, 1KB]", "[1KB, 2KB, 3KB, 1KB]"}}},
    {"strict", NO_GROUP, EVENT_ONLY, 0, .key = {{"scheduler.strict", "[1]", "[0]"}}},
    // ---- time ----
    {"clock", NO_GROUP, 0, 0, .key = {{"clock_mhz", "400", "500"}}},
    {"clocks", NO_GROUP, EVENT_ONLY, 0, .key = {{"switches.S0.clock_mhz", "300", "500"}}},
    {"random-starts", NO_GROUP, 0, 0, .key = {{"jitter_ns", "700", "300"}, {"seed", "5", "6"}}},
    {"processing", NO_GROUP, 0, 0, .key = {{"processing_ns", "100", "60"}}},
    {"packets", NO_GROUP, 0, 0, .key = {{"packet_bytes", "760", "900"}}},
    {"stop", NO_GROUP, 0, 0, .key = {{"stop_us", "8", "7"}}},
    // ---- traces ----
    {"samples", NO_GROUP, 0, 0,
     .key = {{"trace.queues", "[\"L0:*/0\", \"L1:c/0\"]", "[\"L1:c/0\"]"}, {"trace.sample_ns", "700", "500"}}},
    {"rates-trace", NO_GROUP, EVENT_ONLY, 0, .key = {{"trace.rates_ns", "800", "500"}}},
    {"series", NO_GROUP, 0, 0,
     .key = {{"trace.series", "[{queues: [all], what: [ingress, egress, state]}]", GIVEN},
             {"trace.series.0.every_ns", "600", "900"}}},
};
const int feature_count = sizeof features / sizeof features[0];

// Two leaf switches with three hosts each, and two spine switches. f0 to f2 pass link a, f0 and f1 end at one host, f5
// passes the other spine switch.
static const char *const network =
    "name: pair\nduration_us: 3000\n"
    "mmu: {classes: 4}\n"
    "switches: [{name: L0}, {name: L1}, {name: S0}, {name: S1}]\n"
    "links:\n  - {name: a, a: L0, b: S0}\n  - {name: b, a: L0, b: S1}\n  - {name: c, a: L1, b: S0}\n"
    "  - {name: d, a: L1, b: S1}\n"
    "hosts:\n  - {name: h0, switch: L0}\n  - {name: h1, switch: L0}\n  - {name: h2, switch: L0}\n"
    "  - {name: h3, switch: L1}\n  - {name: h4, switch: L1}\n  - {name: h5, switch: L1}\n";
static const char *const flows =
    "flows:\n  - {name: f0, from: h0, to: h3, bytes: 48KB}\n  - {name: f1, from: h1, to: h3, bytes: 40000}\n"
    "  - {name: f2, from: h2, to: h4, bytes: 32001}\n  - {name: f3, from: h4, to: h3, bytes: 70KB}\n"
    "  - {name: f4, from: h5, to: h0, bytes: 18KB}\n"
    "  - {name: f5, from: h3, to: h1, bytes: 24KB, route: [L1, S1, L0]}\n";

static const struct key general[] = {
    {"gbps", "100", GIVEN}, {"delay_ns", "120", GIVEN}, {"trace.packets", "true", GIVEN}};
static const struct key data_classes[] = {{"flows.f2.class", "1", GIVEN}, {"flows.f4.class", "2", GIVEN}};

// The network and its data; limits of a run or a build; keys that have the code of other keys; keys of other tests.
static const char *const exempt[] = {"name",
                                     "duration_us",
                                     "switches.name",
                                     "links.name",
                                     "links.a",
                                     "links.b",
                                     "hosts.name",
                                     "hosts.switch",
                                     "flows.name",
                                     "flows.from",
                                     "flows.to",
                                     "flows.bytes",
                                     "flows.loop",
                                     "traffic.name",
                                     "traffic.pattern",
                                     "mmu.width",
                                     "mmu.credits.kind",
                                     "switches.mmu",
                                     "switches.scheduler",
                                     "switches.watchdog",
                                     "hosts.links",
                                     "flows.control",
                                     "traffic.control",
                                     "trace.packets",
                                     "trace.series.queues",
                                     "flows_csv",
                                     "search",
                                     "trace.series.what",
                                     "senders.rto_us",
                                     "senders.rto_limit",
                                     "senders.window",
                                     "senders.stage_limit",
                                     "senders.min_rate_mbps",
                                     "senders.clamp_target",
                                     "senders.react_at_cnp",
                                     "senders.hyper_increase_mbps",
                                     "senders.increase_interval_us"};

bool row_is_exempt(const char *path) {
  for (size_t i = 0; i < sizeof exempt / sizeof exempt[0]; i++)
    if (strcmp(exempt[i], path) == 0) return true;
  return false;
}

// Keys that do not act beside a feature, which only a run can find.
static const struct {
  const char *path, *feature, *why;
} idle[] = {
    {"mmu.buffer", "shared", "the rest of the buffer is not used"},
    {"switches.L0.mmu.buffer", "shared", "the rest of the buffer is not used"},
    {"switches.L0.mmu.alpha", "shared", "the threshold of DSH is below its headroom"},
    {"mmu.mode", "mixed-schemes", "L0, which would pause ports, has a larger buffer"},
    {"mmu.delta_p", "mixed-schemes", "L0, which would pause ports, has a larger buffer"},
    {"mmu.headroom_pool", "mixed-schemes", "L0, which would use it, has DSH"},
    {"mmu.headroom_pool", "shared", "queues pause early, and use little headroom"},
    {"mmu.delta_q", "shared", "the thresholds are below it"},
    {"mmu.ttl", "partitions", "the TTL sets the default of partitions"},
    {"senders.variable_window", "shared", "pauses hold the senders"},
    {"mmu.ports", "CBFC", "nothing depends on the round of the scan"},
    {"mmu.ports", "CBFC-IB", "nothing depends on the round of the scan"},
    {"mmu.ports", "GFC-timed", "nothing depends on the round of the scan"},
    {"mmu.classes", "GFC-timed", "nothing depends on the round of the scan"},
    {"switches.S0.clock_mhz", "up_down", "no packet passes S0"},
    {"links.c.private", "up_down", "no packet passes S0"},
    {"watchdog.action", "TTL", "hosts pause class 0, and packets to hosts have others"},
    {"watchdog.restoration_time_us", "stop", "the run ends before"},
};

bool row_is_idle(const char *path, const struct feature *a, const struct feature *b) {
  for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++)
    if (strcmp(idle[i].path, path) == 0 &&
        (strcmp(idle[i].feature, a->name) == 0 || strcmp(idle[i].feature, b->name) == 0))
      return true;
  return false;
}

static int add(const struct key *from, int count, const struct key *to[PAIR_KEYS], int n) {
  for (int i = 0; i < count && from[i].path != NULL; i++) to[n++] = &from[i];
  return n;
}

int pair_keys(const struct feature *a, const struct feature *b, const struct key *key[PAIR_KEYS], int *tested) {
  int n = add(general, sizeof general / sizeof general[0], key, 0);
  if (((a->is | b->is) & HOPS) == 0) n = add(data_classes, sizeof data_classes / sizeof data_classes[0], key, n);
  if (a->group != SCHEME && b->group != SCHEME) n = add(features[0].key, FEATURE_KEYS, key, n);
  *tested = n;
  // a scheme comes first, so that the other feature changes its registers
  const bool swap = b->group == SCHEME;
  n = add((swap ? b : a)->key, FEATURE_KEYS, key, n);
  return a == b ? n : add((swap ? a : b)->key, FEATURE_KEYS, key, n);
}

static void put_list(const char *key, const char *a, const char *b, FILE *to) {
  if (a == NULL && b == NULL) return;
  if (key != NULL) fprintf(to, "%s:\n", key);
  if (a != NULL) fprintf(to, "  - %s\n", a);
  if (b != NULL && b != a) fprintf(to, "  - %s\n", b);
}

void pair_network(const struct feature *a, const struct feature *b, FILE *to) {
  fputs(network, to);
  put_list(NULL, a->hosts, b->hosts, to);
  fputs(flows, to);
  put_list(NULL, a->flows, b->flows, to);
  put_list("traffic", a->traffic, b->traffic, to);
}
