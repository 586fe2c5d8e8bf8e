#include "tb/cli/plan/plan_arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/results/command.h"
#include "tb/sim/scenario/ttl.h"

enum {
  KEY_PORTS = 256,
  KEY_LOSSLESS,
  KEY_GBPS,
  KEY_DELAY,
  KEY_LENGTH,
  KEY_GROUP,
  KEY_MTU,
  KEY_PORT_MTU,
  KEY_MIN_PACKET,
  KEY_SMALL_PACKETS,
  KEY_PRIVATE,
  KEY_QUANTA,
  KEY_RESPONSE,
  KEY_MAC_PHY,
  KEY_GEARBOX,
  KEY_TX_FIFO,
  KEY_HEADROOM,
  KEY_SONIC,
  KEY_XON,
  KEY_RATIO,
  KEY_PORT_HEADROOM,
  KEY_KMIN,
  KEY_SENDERS,
  KEY_RECEIVERS,
  KEY_CLOCK,
  KEY_RTT,
  KEY_PROC,
  KEY_PERIOD,
  KEY_DATAPATH,
  KEY_MESSAGE_WAIT,
  KEY_BM,
  KEY_PARTITIONS,
  KEY_TREE_LEVELS,
  KEY_ALL,
  KEY_JSON,
  KEY_PG_PROFILE,
  KEY_BUFFERS,
  KEY_REGISTERS,
  KEY_FLOOD,
  KEY_MMU
};

static const struct argp_option options[] = {
    {"ports", KEY_PORTS, "N", 0, "ports, 1 to 512; the RTL has at most 64; required", 0},
    {"lossless", KEY_LOSSLESS, "LIST", 0, "lossless classes, such as 3,4 (all)", 0},
    {"gbps", KEY_GBPS, "X", 0, "rate of a port, 0.001 to 1000; required; with --pg-profile a list, or all", 0},
    {"delay-us", KEY_DELAY, "X", 0, "one-way delay of the wire; this or --length-m is required", 0},
    {"length-m", KEY_LENGTH, "X", 0, "length of the wire, 5 ns per metre; with --pg-profile a list, or all", 0},
    {"group", KEY_GROUP, "N:X:M[:Q]", 0,
     "instead of --ports, --gbps and --length-m: N ports of X Gb/s with wires of M metres, and Q as --quanta of "
     "theirs; "
     "may be repeated, for ports of different rates or wires",
     0},
    {"mtu", KEY_MTU, "BYTES", 0, "largest frame of the lossless classes (1500)", 0},
    {"port-mtu", KEY_PORT_MTU, "BYTES", 0, "largest frame of all classes (that of --mtu)", 0},
    {"min-packet", KEY_MIN_PACKET, "BYTES", 0, "smallest frame of the lossless classes (64)", 0},
    {"small-packets", KEY_SMALL_PACKETS, "PERCENT", 0,
     "share of the lossless bytes that are in small frames; the others are in largest ones (100)", 0},
    {"private", KEY_PRIVATE, "BYTES", 0, "private buffer of an ingress queue (0)", 0},
    {"quanta", KEY_QUANTA, "N", 0, "response time of the upstream in 512 bit times (as in 802.3)", 0},
    {"response", KEY_RESPONSE, "BYTES", 0, "response time of the upstream in bytes, instead of --quanta", 0},
    {"mac-phy", KEY_MAC_PHY, "BYTES", 0, "bytes that MAC and PHY of the switch hold ahead of a pause (0)", 0},
    {"gearbox-ns", KEY_GEARBOX, "X", 0, "one-way delay of the gearboxes of a link (0)", 0},
    {"tx-fifo", KEY_TX_FIFO, "BYTES", 0, "bytes that the MAC's transmit FIFO may hold ahead of a control frame (0)", 0},
    {"headroom", KEY_HEADROOM, "EQ", 0,
     "headroom formula: eq15 of TTL (default), eq1 of DSH, or nvidia, that of SONiC for NVIDIA switches", 0},
    {"sonic", KEY_SONIC, "VERSION", 0,
     "the formula for NVIDIA switches of SONiC 202111, 202405 (default) or 202605, and of the releases behind it", 0},
    {"xon", KEY_XON, "BYTES", 0, "with --headroom nvidia: reserved part of a queue, SONiC's pipeline_latency (18KiB)",
     0},
    {"ratio", KEY_RATIO, "N", 0, "SHP: over-subscription of the headroom pool (2)", 0},
    {"port-headroom", KEY_PORT_HEADROOM, "BYTES", 0, "SHP: private headroom of a port (10KiB)", 0},
    {"kmin", KEY_KMIN, "BYTES", 0,
     "ECN marks packets above this occupancy of an egress queue: says whether before a pause", 0},
    {"senders", KEY_SENDERS, "N", 0, "with --kmin: ingress queues that fill the egress queue (1)", 0},
    {"receivers", KEY_RECEIVERS, "N", 0,
     "with --kmin: egress queues that each of these ingress queues feeds (those of all other ports)", 0},
    {"clock-mhz", KEY_CLOCK, "X", 0, "clock of the MMU (250, or what the rate needs)", 0},
    {"rtt-us", KEY_RTT, "X", 0, "round trip for work conservation (50)", 0},
    {"proc-us", KEY_PROC, "X", 0, "processing time in GFC's tau (3)", 0},
    {"period-us", KEY_PERIOD, "X", 0, "time-based GFC: period of the reports of the room (levels at changes)", 0},
    {"datapath-us", KEY_DATAPATH, "X", 0,
     "longest time from a packet's last byte to its enqueue; with --registers switch, without that of the switch (0)",
     0},
    {"message-wait", KEY_MESSAGE_WAIT, "N", 0, "longest wait of a message for tx_ready, in cycles (0)", 0},
    {"bm", KEY_BM, "BYTES", 0, "GFC buffer of a queue (the smallest that is safe)", 0},
    {"partitions", KEY_PARTITIONS, "BYTES,...", 0, "TTL partitions, class 0 first (0, then the smallest)", 0},
    {"tree-levels", KEY_TREE_LEVELS, "N", 0,
     "TTL in a tree with N levels of switches: a quarter of the classes, instead of --classes", 0},
    {"all", KEY_ALL, NULL, 0, "print the tables of all schemes", 0},
    {"json", KEY_JSON, NULL, 0, "print JSON instead of tables", 0},
    {"pg-profile", KEY_PG_PROFILE, NULL, 0, "print SONiC's pg_profile_lookup.ini instead", 0},
    {"buffers", KEY_BUFFERS, NULL, 0, "print SONiC's tables of buffers as JSON instead", 0},
    {"registers", KEY_REGISTERS, "MAP", 0, "print the accesses of a bring-up instead: mmu, or switch", 0},
    {"flood", KEY_FLOOD, "LIST", 0,
     "with --registers switch: ports to which lossy frames with an unknown or group address are copied, such as 0,1 "
     "(none)",
     0},
    {"out", 'o', "FILE", 0, "write a scenario with these registers to FILE", 0},
    {"mmu", KEY_MMU, "FILE", 0, "write its section mmu to FILE, for sluice run --mmu and sluice topology --mmu", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

void plan_arguments_init(struct plan_arguments *a) {
  *a = (struct plan_arguments){.in = {.classes = SLUICE_MAX_CLASSES,
                                      .mtu = 1500,
                                      .min_packet = MIN_FRAME,
                                      .cell = 1,
                                      .alpha = -4,
                                      .rtt_ns = 50000,
                                      .proc_ns = 3000,
                                      .xon = 18 << 10,
                                      .sonic = NVIDIA_202405,
                                      .ratio = 2,
                                      .senders = 1,
                                      .port_headroom = PLAN_PORT_HEADROOM,
                                      .scheme = SLUICE_DSH}};
}

// ---- lists ----

static uint64_t take_partition(const char *text, struct argp_state *state) {
  return plan_take_bytes("a partition", text, 0, state);
}

static uint64_t take_delay(const char *text, struct argp_state *state) {
  return plan_take_decimal("delay-us", text, 1000, 0, 100000, state);
}

static uint64_t take_length(const char *text, struct argp_state *state) {
  return plan_take_decimal("length-m", text, PLAN_NS_PER_METRE, 0, 2e7, state);
}

static void take_rates(struct plan_arguments *a, const char *text, struct argp_state *state) {
  static const uint64_t all[] = {1000, 10000, 25000, 40000, 50000, 100000, 200000, 400000, 800000};
  if (strcmp(text, "all") == 0)
    memcpy(a->mbps, all, (size_t)(a->rates = sizeof(all) / sizeof(*all)) * sizeof(*all));
  else
    a->rates = plan_take_list("gbps", text, plan_take_rate, a->mbps, PLAN_MOST_LIST, state);
}

// SONiC's default lengths of cables are 5, 40 and 300 m.
static void take_wires(struct plan_arguments *a, int key, const char *text, struct argp_state *state) {
  static const uint64_t all[] = {5 * PLAN_NS_PER_METRE, 40 * PLAN_NS_PER_METRE, 300 * PLAN_NS_PER_METRE};
  if (a->wires != 0)
    argp_failure(state, argp_err_exit_status, 0, "the wire's delay is given twice; give --delay-us or --length-m");
  if (key == KEY_LENGTH && strcmp(text, "all") == 0)
    memcpy(a->wire_ns, all, (size_t)(a->wires = sizeof(all) / sizeof(*all)) * sizeof(*all));
  else
    a->wires = plan_take_list(key == KEY_LENGTH ? "length-m" : "delay-us", text,
                              key == KEY_LENGTH ? take_length : take_delay, a->wire_ns, PLAN_MOST_LIST, state);
}

static uint32_t take_quanta(const char *text, struct argp_state *state) {
  return (uint32_t)command_number("quanta", text, 1, 65535, state);
}

static void take_group(struct plan_arguments *a, const char *text, struct argp_state *state) {
  char ports[16], rate[16], length[16], quanta[16], end;
  const int parts = sscanf(text, "%15[^:]:%15[^:]:%15[^:]:%15[^:]%c", ports, rate, length, quanta, &end);
  const char *last = strrchr(text, ':');
  if ((parts != 3 && parts != 4) || last[1] == '\0')
    argp_failure(state, argp_err_exit_status, 0,
                 "group is '%s'; give ports:Gb/s:metres, such as 24:100:5, and :quanta behind it if they are not those "
                 "of 802.3",
                 text);
  if (a->in.groups == PLAN_MOST_GROUPS)
    argp_failure(state, argp_err_exit_status, 0, "give at most %d groups", PLAN_MOST_GROUPS);
  struct plan_group g = {.ports = (int)command_number("ports", ports, 1, PLAN_MOST_PORTS, state),
                         .mbps = plan_take_rate(rate, state),
                         .wire_ns = take_length(length, state)};
  if (parts == 4) g.quanta = take_quanta(quanta, state);
  a->in.group[a->in.groups++] = g;
}

// ---- one value ----

static uint32_t take_frame(const char *what, const char *text, uint64_t least, struct argp_state *state) {
  uint64_t bytes = plan_take_bytes(what, text, least, state);
  return bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
}

static error_t parse_bytes(int key, char *arg, struct argp_state *state) {
  struct plan_input *in = &((struct plan_arguments *)state->input)->in;
  const struct {
    int key;
    const char *name;
    uint64_t least, *to;
  } amounts[] = {{KEY_PRIVATE, "private", 0, &in->phi},
                 {KEY_BM, "bm", 1, &in->bm},
                 {KEY_RESPONSE, "response", 1, &in->response},
                 {KEY_MAC_PHY, "mac-phy", 0, &in->mac_phy},
                 {KEY_TX_FIFO, "tx-fifo", 0, &in->tx_fifo},
                 {KEY_XON, "xon", 0, &in->xon},
                 {KEY_KMIN, "kmin", 1, &in->kmin},
                 {KEY_PORT_HEADROOM, "port-headroom", 0, &in->port_headroom}};
  const struct {
    int key;
    const char *name;
    uint32_t least, *to;
  } frames[] = {{KEY_MTU, "mtu", MIN_FRAME, &in->mtu},
                {KEY_PORT_MTU, "port-mtu", MIN_FRAME, &in->port_mtu},
                {KEY_MIN_PACKET, "min-packet", MIN_FRAME, &in->min_packet}};
  for (size_t i = 0; i < sizeof(amounts) / sizeof(*amounts); i++)
    if (amounts[i].key == key) {
      *amounts[i].to = plan_take_bytes(amounts[i].name, arg, amounts[i].least, state);
      return 0;
    }
  for (size_t i = 0; i < sizeof(frames) / sizeof(*frames); i++)
    if (frames[i].key == key) {
      *frames[i].to = take_frame(frames[i].name, arg, frames[i].least, state);
      return 0;
    }
  return ARGP_ERR_UNKNOWN;
}

static error_t parse_number(int key, char *arg, struct argp_state *state) {
  struct plan_input *in = &((struct plan_arguments *)state->input)->in;
  switch (key) {
    case KEY_PORTS:
      in->ports = (int)command_number("ports", arg, 1, PLAN_MOST_PORTS, state);
      return 0;
    case KEY_SMALL_PACKETS:
      in->large_share = 100 - (unsigned)command_number("small-packets", arg, 0, 100, state);
      return 0;
    case KEY_MESSAGE_WAIT:
      in->message_wait = (uint32_t)command_number("message-wait", arg, 0, PLAN_MOST_WAIT, state);
      return 0;
    case KEY_QUANTA:
      in->quanta = take_quanta(arg, state);
      return 0;
    case KEY_CLOCK:
      in->clock_khz = (uint32_t)plan_take_decimal("clock-mhz", arg, 1000, 1, 2000, state);
      return 0;
    case KEY_RATIO:
      in->ratio = command_number("ratio", arg, 1, 1000, state);
      ((struct plan_arguments *)state->input)->ratio = true;
      return 0;
    case KEY_TREE_LEVELS:
      in->tree_levels = (int)command_number("tree-levels", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    case KEY_SENDERS:
      in->senders = (int)command_number("senders", arg, 1, PLAN_MOST_PORTS, state);
      return 0;
    case KEY_RECEIVERS:
      in->receivers = (int)command_number("receivers", arg, 1, PLAN_MOST_PORTS, state);
      return 0;
    case KEY_RTT:
      in->rtt_ns = plan_take_decimal("rtt-us", arg, 1000, 0, 1e6, state);
      return 0;
    case KEY_PROC:
      in->proc_ns = plan_take_decimal("proc-us", arg, 1000, 0, 100000, state);
      return 0;
    case KEY_PERIOD:
      in->period_ns = plan_take_decimal("period-us", arg, 1000, 0.001, 100000, state);
      return 0;
    case KEY_DATAPATH:
      in->datapath_ns = plan_take_decimal("datapath-us", arg, 1000, 0, 100000, state);
      return 0;
    case KEY_GEARBOX:
      in->gearbox_ns = plan_take_decimal("gearbox-ns", arg, 1, 0, 1e6, state);
      return 0;
    default:
      return parse_bytes(key, arg, state);
  }
}

// ---- outputs, and the whole ----

static void take_print(struct plan_arguments *a, enum plan_print print, struct argp_state *state) {
  if (a->print != PLAN_TABLES && a->print != print)
    argp_failure(state, argp_err_exit_status, 0,
                 "--json, --pg-profile, --buffers and --registers print instead of tables; give one");
  a->print = print;
}

static void take_map(struct plan_arguments *a, const char *text, struct argp_state *state) {
  static const char *const maps[] = {"mmu", "switch", NULL};
  take_print(a, PLAN_REGISTERS, state);
  a->map = command_choice("map", text, maps, state) == 0 ? PLAN_MAP_MMU : PLAN_MAP_SWITCH;
  a->in.in_switch = a->map == PLAN_MAP_SWITCH;
}

static error_t parse_print(int key, char *arg, struct argp_state *state) {
  struct plan_arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case KEY_MMU:
      a->mmu = arg;
      return 0;
    case KEY_ALL:
      a->all = true;
      return 0;
    case KEY_PG_PROFILE:
      take_print(a, PLAN_PROFILES, state);
      return 0;
    case KEY_BUFFERS:
      take_print(a, PLAN_BUFFERS, state);
      return 0;
    case KEY_JSON:
      take_print(a, PLAN_JSON, state);
      return 0;
    case KEY_REGISTERS:
      take_map(a, arg, state);
      return 0;
    default:
      return parse_number(key, arg, state);
  }
}

// What does not go with groups.
static void check_groups(const struct plan_arguments *a, struct argp_state *state) {
  bool quanta = a->in.quanta != 0;
  for (int i = 0; i < a->in.groups; i++) quanta |= a->in.group[i].quanta != 0;
  if (a->in.ports != 0 || a->rates != 0 || a->wires != 0)
    argp_failure(state, argp_err_exit_status, 0,
                 "--group has ports, rates and lengths; leave --ports, --gbps, --length-m and --delay-us out");
  if (quanta && a->in.response != 0)
    argp_failure(state, argp_err_exit_status, 0, "the response time is given twice; give quanta or --response");
  if (a->in.groups == 1) return;
  if (a->mmu != NULL)
    argp_failure(state, argp_err_exit_status, 0,
                 "--mmu has one headroom for all links; with several groups give --out");
}

static void check_given(const struct plan_arguments *a, struct argp_state *state) {
  const bool groups = a->in.groups != 0;
  const struct {
    bool given;
    const char *option;
  } needed[] = {{a->in.ports != 0 || groups, "--ports"},
                {a->rates != 0 || groups, "--gbps"},
                {a->wires != 0 || groups, "--delay-us or --length-m"},
                {a->in.buffer != 0, "--buffer"}};
  const bool files = a->out != NULL || a->mmu != NULL;
  for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
    if (!needed[i].given)
      argp_failure(state, argp_err_exit_status, 0, "%s is missing; more: sluice plan --help", needed[i].option);
  if (a->rates * a->wires > 1 && (a->print != PLAN_PROFILES || files))
    argp_failure(state, argp_err_exit_status, 0,
                 "only --pg-profile takes several rates or lengths; give one --gbps and one --length-m");
  if (groups) check_groups(a, state);
  if (a->ratio && a->in.scheme != SLUICE_SHP)
    argp_failure(state, argp_err_exit_status, 0, "--ratio is of SHP's pool; give --scheme SHP, or leave --ratio out");
  if (a->sonic && a->in.basis != PLAN_NVIDIA && (a->in.basis != PLAN_EQ15 || a->print != PLAN_PROFILES))
    argp_failure(state, argp_err_exit_status, 0,
                 "--sonic is for the formula for NVIDIA switches; give --headroom nvidia, or leave --sonic out");
  if (a->in.flood != 0 && !a->in.in_switch)
    argp_failure(state, argp_err_exit_status, 0,
                 "--flood is a register of a switch; give --registers switch, or leave --flood out");
  if (a->in.receivers != 0 && a->in.kmin == 0)
    argp_failure(state, argp_err_exit_status, 0, "--receivers is for ECN; give --kmin, or leave --receivers out");
  if (a->in.credits != PLAN_NO_CREDITS && !a->in.in_switch && a->print != PLAN_TABLES && a->print != PLAN_JSON)
    argp_failure(state, argp_err_exit_status, 0,
                 "--credits is for tables, --json and --registers switch; leave --credits out");
  if (a->in.quanta != 0 && a->in.response != 0)
    argp_failure(state, argp_err_exit_status, 0, "the response time is given twice; give --quanta or --response");
}

// Sets the rows, and the input to the groups, or to the first row. One group is the whole switch.
static void set_rows(struct plan_arguments *a) {
  struct plan_rows *r = &a->rows;
  plan_set_groups(&a->in);
  for (int i = 0; i < a->in.groups; i++) r->row[r->rows++] = a->in.group[i];
  if (a->in.groups == 1) a->in.groups = 0;
  for (int i = 0; i < a->rates * a->wires; i++)
    r->row[r->rows++] =
        (struct plan_group){a->in.ports, a->mbps[i / a->wires], a->wire_ns[i % a->wires], a->in.quanta, 0};
  if (a->rates == 0) return;
  a->in.mbps = r->row[0].mbps;
  a->in.wire_ns = r->row[0].wire_ns;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const bases[] = {[PLAN_EQ15] = "eq15", [PLAN_EQ1] = "eq1", [PLAN_NVIDIA] = "nvidia", NULL};
  struct plan_arguments *a = state->input;
  struct plan_input *in = &a->in;
  switch (key) {
    case ARGP_KEY_INIT:
      a->mmu_options.in = in;
      state->child_inputs[0] = &a->mmu_options;
      state->child_inputs[1] = in;
      return 0;
    case KEY_GBPS:
      take_rates(a, arg, state);
      return 0;
    case KEY_DELAY:
    case KEY_LENGTH:
      take_wires(a, key, arg, state);
      return 0;
    case KEY_GROUP:
      take_group(a, arg, state);
      return 0;
    case KEY_FLOOD:
      in->flood = plan_take_ports("flood", arg, state);
      return 0;
    case KEY_LOSSLESS:
      in->lossless = plan_take_classes(arg, state);
      return 0;
    case KEY_HEADROOM:
      in->basis = (enum plan_basis)command_choice("headroom", arg, bases, state);
      return 0;
    case KEY_SONIC:
      in->sonic = (enum nvidia_version)command_choice("version of SONiC", arg, nvidia_versions, state);
      a->sonic = true;
      return 0;
    case KEY_PARTITIONS:
      in->partitions = plan_take_list("partitions", arg, take_partition, in->partition, SLUICE_MAX_CLASSES, state);
      return 0;
    case ARGP_KEY_ARG:
      argp_failure(state, argp_err_exit_status, 0, "'%s' is not an option; more: sluice plan --help", arg);
      return EINVAL;
    case ARGP_KEY_END:
      check_given(a, state);
      set_rows(a);
      if (in->tree_levels != 0 && !a->mmu_options.classes) in->classes = ttl_tree_classes(in->tree_levels);
      return 0;
    default:
      return parse_print(key, arg, state);
  }
}

static const struct argp_child children[] = {
    {&plan_mmu_argp, 0, NULL, 0}, {&plan_credit_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};

const struct argp plan_argp = {options,  parse, NULL, "Sizes buffers, headroom and registers (docs/guide/planner.md).",
                               children, NULL,  NULL};
