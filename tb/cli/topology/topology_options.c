#define _GNU_SOURCE
#include <string.h>

#include "tb/cli/topology/topology.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/results/command.h"
#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/sizes.h"

enum { EXIT_INPUT = 2, BUFFER_OF_PORT = 512 << 10 };  // bytes for each 100 Gb/s of a port
enum {
  KEY_PORTS = 256,
  KEY_LEAVES,
  KEY_SPINES,
  KEY_HOSTS,
  KEY_SWITCHES,
  KEY_GBPS,
  KEY_UPLINK,
  KEY_PATHS,
  KEY_LOSSLESS,
  KEY_CLASS,
  KEY_CONGESTION,
  KEY_PATTERN,
  KEY_BYTES,
  KEY_PERIOD,
  KEY_SENDERS,
  KEY_SHIFT,
  KEY_DELAY,
  KEY_PACKET,
  KEY_LOAD,
  KEY_SIZES,
  KEY_FLOWS,
  KEY_TRAFFIC,
  KEY_DURATION,
  KEY_MMU
};
enum { MOST_TREE = 112 };                 // ports: the scenario of a larger fat-tree has more than 64 MiB
enum { LEAST_RING = 3, MOST_RING = 64 };  // switches: a route passes at most 64
enum { MOST_PORTS = PLAN_MOST_PORTS, SEEDS = 2147483647 };

static const struct argp_option options[] = {
    {"ports", KEY_PORTS, "K", 0, "fat-tree: ports of every switch, even, 2 to 112", 0},
    {"leaves", KEY_LEAVES, "N", 0, "leaf-spine: leaves, 1 to 512", 0},
    {"spines", KEY_SPINES, "N", 0, "leaf-spine: spines, 1 to 511", 0},
    {"switches", KEY_SWITCHES, "N", 0, "ring: switches, 3 to 64", 0},
    {"hosts", KEY_HOSTS, "N", 0, "leaf-spine and ring: hosts of a leaf or switch, 1 to 511", 0},
    {"gbps", KEY_GBPS, "X", 0, "rate of all links (100)", 0},
    {"uplink-gbps", KEY_UPLINK, "X", 0, "rate of the links between switches (--gbps)", 0},
    {"paths", KEY_PATHS, "P", 0, "up_down (default): routes go up and then down, and cannot deadlock; or shortest", 0},
    {"lossless", KEY_LOSSLESS, "LIST", 0, "lossless classes, such as 3,4 (all)", 0},
    {"congestion", KEY_CONGESTION, "NAME", 0, "congestion control: none (default), dcqcn, hpcc, powertcp, or a set", 0},
    {"delay-us", KEY_DELAY, "X", 0, "delay of all links (1)", 0},
    {"packet", KEY_PACKET, "BYTES", 0, "largest packet (1000)", 0},
    {"load", KEY_LOAD, "X", 0,
     "flows between random hosts that load their links by this share; without it, every host sends all the time", 0},
    {"sizes", KEY_SIZES, "NAME", 0, "distribution of flow sizes (websearch)", 0},
    {"pattern", KEY_PATTERN, "NAME", 0,
     "permutation (default without --load), shift, incast, all_to_all or ring_all_reduce, beside --load", 0},
    {"bytes", KEY_BYTES, "BYTES", 0,
     "flows of the pattern, or data of a host (incast: 64KB, collective operations: 1MB, others: endless)", 0},
    {"senders", KEY_SENDERS, "N", 0, "incast: senders (16, or all others)", 0},
    {"shift", KEY_SHIFT, "N", 0, "shift: places from a host to its receiver (half of the hosts)", 0},
    {"period-us", KEY_PERIOD, "N", 0, "the pattern starts again after that time (incast: 500, others: once)", 0},
    {"class", KEY_CLASS, "N", 0, "class of generated flows (the first lossless one)", 0},
    {"flows", KEY_FLOWS, "FILE", 0, "CSV file of flows instead of generated traffic", 0},
    {"traffic", KEY_TRAFFIC, "FILE", 0, "YAML file with a section traffic instead of generated traffic", 0},
    {"duration-us", KEY_DURATION, "N", 0,
     "flows start until then; without --load, --flows and --traffic, the end of the run (1000)", 0},
    {"seed", 's', "N", 0, "seed of traffic and routes (1)", 0},
    {"mmu", KEY_MMU, "FILE", 0, "take the registers from section mmu of FILE, such as that of sluice plan --mmu", 0},
    {"out", 'o', "FILE", 0, "write the scenario to FILE, not to standard output", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void take_kind(struct arguments *a, const char *text, struct argp_state *state) {
  const char *kinds[TOPOLOGY_KINDS + 1] = {NULL};
  for (int i = 0; i < TOPOLOGY_KINDS; i++) kinds[i] = topology_name((enum topology_kind)i);
  if (a->known) argp_failure(state, EXIT_INPUT, 0, "more than one topology; give one");
  a->t.kind = (enum topology_kind)command_choice("topology", text, kinds, state);
  a->known = true;
}

static void take_load(struct arguments *a, const char *text, struct argp_state *state) {
  a->t.load = (double)plan_take_decimal("load", text, 1e6, 0.000001, 1, state) / 1e6;
}

static void take_sizes(struct arguments *a, const char *text, struct argp_state *state) {
  char names[SIZES_NAMES];
  for (int i = 0; workloads[i].name != NULL; i++)
    if (strcmp(workloads[i].name, text) == 0) a->t.sizes = text;
  if (a->t.sizes != text)
    argp_failure(state, EXIT_INPUT, 0, "there is no distribution '%s'%s", text, sizes_instead(text, "", names));
  a->sized = true;
}

// As in the scenario, whose values have other names in C.
static const char *take_congestion(const char *text, struct argp_state *state) {
  const char *names[16] = {NULL};
  int n = 0;
  while (scenario_congestions[n].name != NULL) {
    names[n] = scenario_congestions[n].name;
    n++;
  }
  n = command_choice("congestion control", text, names, state);
  return n != 0 ? names[n] : NULL;
}

static const char *const patterns[] = {"permutation", "shift", "incast", "all_to_all", "ring_all_reduce", NULL};
enum { PERMUTATION, SHIFT, INCAST, ALL_TO_ALL, RING_ALL_REDUCE };

static int pattern_of(const struct topology *t) {
  int p = PERMUTATION;
  while (t->pattern != NULL && strcmp(patterns[p], t->pattern) != 0) p++;
  return p;
}

static uint64_t take_period(const char *text, struct argp_state *state) {
  return command_number("period-us", text, 1, 1000000000, state);
}

// Checks that the options of the network's kind are given, and none of the other kinds.
static void check_kind(const struct topology *t, struct argp_state *state) {
  enum { OF_TREE = 1 << TOPOLOGY_FAT_TREE, OF_LEAVES = 1 << TOPOLOGY_LEAF_SPINE, OF_RING = 1 << TOPOLOGY_RING };
  const struct {
    const char *option;
    int value;
    unsigned kinds;
  } options_of[] = {{"--ports", t->ports, OF_TREE},
                    {"--leaves", t->leaves, OF_LEAVES},
                    {"--spines", t->spines, OF_LEAVES},
                    {"--switches", t->ring, OF_RING},
                    {"--hosts", t->hosts, OF_LEAVES | OF_RING}};
  static const char *const needs[] = {
      [TOPOLOGY_FAT_TREE] = "a fat-tree needs an even number of ports; give --ports 2, 4, ... 112",
      [TOPOLOGY_LEAF_SPINE] = "a leaf-spine network needs --leaves, --spines and --hosts",
      [TOPOLOGY_RING] = "a ring needs --switches and --hosts"};
  bool missing = t->kind == TOPOLOGY_FAT_TREE && t->ports % 2 != 0;
  for (size_t i = 0; i < sizeof(options_of) / sizeof(*options_of); i++) {
    const bool takes = options_of[i].kinds >> t->kind & 1, given = options_of[i].value != 0;
    missing |= takes && !given;
    if (!takes && given)
      argp_failure(state, EXIT_INPUT, 0, "%s is not for a %s; leave it out: %s", options_of[i].option,
                   topology_name(t->kind), needs[t->kind]);
  }
  if (missing) argp_failure(state, EXIT_INPUT, 0, "%s", needs[t->kind]);
}

// Checks the options of the pattern, and sets their defaults.
static void check_pattern(struct topology *t, struct argp_state *state) {
  const int p = pattern_of(t), hosts = topology_size(t).hosts;
  const bool collective = p == ALL_TO_ALL || p == RING_ALL_REDUCE;
  if (t->load > 0 && t->pattern == NULL && (t->bytes != 0 || t->period_us != 0))
    argp_failure(state, EXIT_INPUT, 0, "%s is for a pattern beside --load; add --pattern",
                 t->bytes != 0 ? "--bytes" : "--period-us");
  if (t->senders != 0 && p != INCAST) argp_failure(state, EXIT_INPUT, 0, "--senders is for --pattern incast");
  if (t->shift != 0 && p != SHIFT) argp_failure(state, EXIT_INPUT, 0, "--shift is for --pattern shift");
  if (t->period_us != 0 && collective)
    argp_failure(state, EXIT_INPUT, 0, "%s happens once; leave --period-us out", t->pattern);
  if (p == INCAST && t->senders == 0) t->senders = hosts > 16 ? 16 : hosts - 1;
  if (p == INCAST && t->period_us == 0) t->period_us = 500;
  if (t->bytes == 0 && (p == INCAST || collective)) t->bytes = p == INCAST ? 64000 : 1000000;
  if (t->bytes == 0 && (t->period_us != 0 || (t->load > 0 && t->pattern != NULL)))
    argp_failure(state, EXIT_INPUT, 0, "the flows of %s are endless, which does not go with %s; give --bytes",
                 patterns[p], t->period_us != 0 ? "--period-us" : "--load");
}

// Checks options that say what generated flows are, against files with flows.
static void check_traffic(struct arguments *a, struct argp_state *state) {
  struct topology *t = &a->t;
  const bool own = a->flows != NULL || a->traffic != NULL;
  const char *generates = t->load > 0 ? "--load" : t->pattern != NULL ? "--pattern" : t->cls >= 0 ? "--class" : NULL;
  if (own && generates != NULL)
    argp_failure(state, EXIT_INPUT, 0, "%s is for generated flows; leave it out, or leave out --flows and --traffic",
                 generates);
  if (a->sized && t->load == 0) argp_failure(state, EXIT_INPUT, 0, "--sizes needs flows; add --load");
  if (!own) check_pattern(t, state);
}

// Sets defaults that depend on other options. A tree needs few classes of TTL, other networks one for each hop.
static void set_defaults(struct arguments *a) {
  struct topology *t = &a->t;
  struct plan_input *in = &t->plan;
  if (in->cell == 0) in->cell = in->scheme == SLUICE_GFC_LINEAR ? 64 : 1;
  if (a->registers.classes || a->mmu != NULL) return;
  if (in->scheme == SLUICE_TTL && t->kind != TOPOLOGY_RING && !t->shortest)
    t->tree_levels = t->kind == TOPOLOGY_FAT_TREE ? 3 : 2;
  if (in->scheme == SLUICE_TTL || in->lossless > 3) in->classes = SLUICE_MAX_CLASSES;
}

static void set_buffer(struct topology *t) {
  struct plan_input *in = &t->plan;
  const uint64_t mbps = t->uplink_mbps > in->mbps ? t->uplink_mbps : in->mbps;
  const bool per_queue = in->scheme == SLUICE_GFC || in->scheme == SLUICE_GFC_LINEAR;
  if (in->buffer != 0) return;
  in->buffer = (uint64_t)topology_size(t).ports * BUFFER_OF_PORT * (per_queue ? 2 * (uint64_t)in->classes : 1);
  if (mbps > 100000) in->buffer = in->buffer * mbps / 100000;
}

static void check_given(struct arguments *a, struct argp_state *state) {
  struct topology *t = &a->t;
  if (!a->known) argp_failure(state, EXIT_INPUT, 0, "no topology; give fat-tree, leaf-spine or ring");
  check_kind(t, state);
  if (a->mmu != NULL && (a->registers.given || t->plan.lossless != 0))
    argp_failure(
        state, EXIT_INPUT, 0,
        "the file of --mmu has the registers; leave --classes, --lossless, --scheme, --buffer and --alpha out");
  if (a->registers.alpha && sluice_is_constant(t->plan.scheme) && t->plan.scheme != SLUICE_CBFC)
    argp_failure(state, EXIT_INPUT, 0, "%s has no factor of thresholds; leave --alpha out",
                 scenario_scheme_name(t->plan.scheme));
  struct topology_size size = topology_size(t);
  if (size.ports > MOST_PORTS)
    argp_failure(state, EXIT_INPUT, 0,
                 "a switch with %d links to switches and %d hosts has %d ports; at most %d are possible",
                 size.ports - t->hosts, t->hosts, size.ports, MOST_PORTS);
  if (size.hosts < 2) argp_failure(state, EXIT_INPUT, 0, "a network needs two hosts; give more leaves or hosts");
  t->has_alpha = a->registers.alpha;
  set_defaults(a);
  set_buffer(t);
  check_traffic(a, state);
}

static error_t parse_traffic(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  struct topology *t = &a->t;
  switch (key) {
    case KEY_LOAD:
      take_load(a, arg, state);
      return 0;
    case KEY_SIZES:
      take_sizes(a, arg, state);
      return 0;
    case KEY_PATTERN:
      t->pattern = patterns[command_choice("pattern", arg, patterns, state)];
      return 0;
    case KEY_BYTES:
      t->bytes = plan_take_bytes("bytes", arg, 1, state);
      return 0;
    case KEY_PERIOD:
      t->period_us = take_period(arg, state);
      return 0;
    case KEY_SENDERS:
      t->senders = (int)command_number("senders", arg, 1, 1 << 20, state);
      return 0;
    case KEY_SHIFT:
      t->shift = (int)command_number("shift", arg, 1, 1 << 20, state);
      return 0;
    case KEY_CLASS:
      t->cls = (int)command_number("class", arg, 0, SLUICE_MAX_CLASSES - 1, state);
      return 0;
    case KEY_FLOWS:
      a->flows = arg;
      return 0;
    case KEY_TRAFFIC:
      a->traffic = arg;
      return 0;
    case KEY_DURATION:
      a->timed = true;
      t->duration_us = command_number("duration-us", arg, 1, 1000000000, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse_plan(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  struct plan_input *in = &a->t.plan;
  uint64_t packet;
  switch (key) {
    case KEY_GBPS:
      in->mbps = plan_take_rate(arg, state);
      return 0;
    case KEY_UPLINK:
      a->t.uplink_mbps = plan_take_rate(arg, state);
      return 0;
    case KEY_LOSSLESS:
      in->lossless = plan_take_classes(arg, state);
      return 0;
    case KEY_CONGESTION:
      a->t.congestion = take_congestion(arg, state);
      return 0;
    case KEY_PATHS:
      a->t.shortest = command_choice("paths", arg, (const char *const[]){"up_down", "shortest", NULL}, state) != 0;
      return 0;
    case KEY_DELAY:
      in->wire_ns = plan_take_decimal("delay-us", arg, 1000, 0, 100000, state);
      return 0;
    case KEY_PACKET:
      packet = plan_take_bytes("packet", arg, MIN_FRAME, state);
      if (packet > PLAN_MAX_FRAME)
        argp_failure(state, EXIT_INPUT, 0, "packet is '%s'; give at most %d", arg, PLAN_MAX_FRAME);
      in->mtu = (uint32_t)packet;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case ARGP_KEY_INIT:
      a->registers.in = &a->t.plan;
      state->child_inputs[0] = &a->registers;
      return 0;
    case KEY_PORTS:
      a->t.ports = (int)command_number("ports", arg, 2, MOST_TREE, state);
      return 0;
    case KEY_LEAVES:
      a->t.leaves = (int)command_number("leaves", arg, 1, MOST_PORTS, state);
      return 0;
    case KEY_SPINES:
      a->t.spines = (int)command_number("spines", arg, 1, MOST_PORTS - 1, state);
      return 0;
    case KEY_HOSTS:
      a->t.hosts = (int)command_number("hosts", arg, 1, MOST_PORTS - 1, state);
      return 0;
    case KEY_SWITCHES:
      a->t.ring = (int)command_number("switches", arg, LEAST_RING, MOST_RING, state);
      return 0;
    case 's':
      a->seed = command_number("seed", arg, 0, SEEDS, state);
      a->t.seed = &a->seed;
      return 0;
    case KEY_MMU:
      a->mmu = arg;
      return 0;
    case 'o':
      a->out = arg;
      return 0;
    case ARGP_KEY_ARG:
      take_kind(a, arg, state);
      return 0;
    case ARGP_KEY_END:
      check_given(a, state);
      return 0;
    default:
      return parse_traffic(key, arg, state) == 0 ? 0 : parse_plan(key, arg, state);
  }
}

static const struct argp_child children[] = {{&plan_mmu_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
const struct argp topology_argp = {options,
                                   parse,
                                   "fat-tree|leaf-spine\nring",
                                   "Writes the scenario of a regular network, which sluice run takes "
                                   "(docs/guide/networks.md).",
                                   children,
                                   NULL,
                                   NULL};
