// sluice topology: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include "tb/cli/topology/topology_main.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/plan/plan_options.h"
#include "tb/cli/topology/mmu_section.h"
#include "tb/cli/topology/topology.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/results/command.h"
#include "tb/sim/traffic/sizes.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum {
  KEY_PORTS = 256,
  KEY_LEAVES,
  KEY_SPINES,
  KEY_HOSTS,
  KEY_SWITCHES,
  KEY_GBPS,
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
enum { MOST_PORTS = PLAN_MOST_PORTS, SEEDS = 2147483647, BUFFER_OF_PORT = 512 << 10 };

struct arguments {
  struct topology t;
  bool known, sized, timed;  // the kind, --sizes and --duration-us are given
  struct plan_mmu_options registers;
  const char *out, *mmu, *flows, *traffic;
};

static const struct argp_option options[] = {
    {"ports", KEY_PORTS, "K", 0, "fat-tree: ports of every switch, even, 2 to 112", 0},
    {"leaves", KEY_LEAVES, "N", 0, "leaf-spine: leaves, 1 to 512", 0},
    {"spines", KEY_SPINES, "N", 0, "leaf-spine: spines, 1 to 511", 0},
    {"switches", KEY_SWITCHES, "N", 0, "ring: switches, 3 to 64", 0},
    {"hosts", KEY_HOSTS, "N", 0, "leaf-spine and ring: hosts of a leaf or switch, 1 to 511", 0},
    {"gbps", KEY_GBPS, "X", 0, "rate of all links (100)", 0},
    {"delay-us", KEY_DELAY, "X", 0, "delay of all links (1)", 0},
    {"packet", KEY_PACKET, "BYTES", 0, "largest packet (1000)", 0},
    {"load", KEY_LOAD, "X", 0,
     "flows between random hosts that load their links by this share; without it, every host sends all the time", 0},
    {"sizes", KEY_SIZES, "NAME", 0, "distribution of flow sizes (websearch)", 0},
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

static void check_given(const struct arguments *a, struct argp_state *state) {
  const struct topology *t = &a->t;
  if (!a->known) argp_failure(state, EXIT_INPUT, 0, "no topology; give fat-tree, leaf-spine or ring");
  check_kind(t, state);
  if (a->registers.given && a->mmu != NULL)
    argp_failure(state, EXIT_INPUT, 0,
                 "the file of --mmu has the registers; leave --classes, --scheme, --buffer and --alpha out");
  if (t->load > 0 && (a->flows != NULL || a->traffic != NULL))
    argp_failure(state, EXIT_INPUT, 0, "--load generates flows; leave it out, or leave out --flows and --traffic");
  if (a->sized && t->load == 0) argp_failure(state, EXIT_INPUT, 0, "--sizes needs flows; add --load");
  struct topology_size size = topology_size(t);
  if (size.ports > MOST_PORTS)
    argp_failure(state, EXIT_INPUT, 0,
                 "a switch with %d links to switches and %d hosts has %d ports; at most %d are possible",
                 size.ports - t->hosts, t->hosts, size.ports, MOST_PORTS);
  if (size.hosts < 2) argp_failure(state, EXIT_INPUT, 0, "a network needs two hosts; give more leaves or hosts");
}

static error_t parse_plan(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  struct plan_input *in = &a->t.plan;
  uint64_t packet;
  switch (key) {
    case KEY_GBPS:
      in->mbps = plan_take_rate(arg, state);
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
    case KEY_LOAD:
      take_load(a, arg, state);
      return 0;
    case KEY_SIZES:
      take_sizes(a, arg, state);
      return 0;
    case KEY_FLOWS:
      a->flows = arg;
      return 0;
    case KEY_TRAFFIC:
      a->traffic = arg;
      return 0;
    case KEY_DURATION:
      a->timed = true;
      a->t.duration_us = command_number("duration-us", arg, 1, 1000000000, state);
      return 0;
    case 's':
      a->t.seed = command_number("seed", arg, 0, SEEDS, state);
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
      return parse_plan(key, arg, state);
  }
}

struct scenario_of {
  const struct topology *t;
  const struct plan *p;
  const char *command;
};

static void put_scenario(const void *what, FILE *to) {
  const struct scenario_of *w = what;
  topology_write(w->t, w->p, w->command, to);
}

// Reads the user's files. The time in which flows start ends after the last flow of the CSV file.
static int read_own(struct arguments *a, struct error *err) {
  struct topology *t = &a->t;
  int status = a->flows != NULL ? own_flows(&t->own, a->flows, a->out, err) : 0;
  if (status != 0) return status;
  const uint64_t after_last = (uint64_t)t->own.last_us + 1;
  if (a->timed && t->duration_us < after_last)
    return error_set(err, "%s: a flow starts at %.10g us; give --duration-us at least %" PRIu64, a->flows,
                     t->own.last_us, after_last);
  if (!a->timed && (a->traffic == NULL || after_last > t->duration_us)) t->duration_us = after_last;
  return a->traffic != NULL ? own_entries(&t->own, a->traffic, a->out, t->duration_us, err) : 0;
}

static int put(struct arguments *a, const char *name, const char *command) {
  struct plan p;
  struct error err;
  const struct scenario_of what = {&a->t, &p, command};
  if (a->t.plan.buffer == 0) a->t.plan.buffer = (uint64_t)topology_size(&a->t).ports * BUFFER_OF_PORT;
  const bool own = a->flows != NULL || a->traffic != NULL;
  if ((own && read_own(a, &err) != 0) || topology_plan(&a->t, &p, &err) != 0) {
    fprintf(stderr, "%s: %s\n", name, err.text);
    return EXIT_INPUT;
  }
  if (a->out != NULL) return command_out(a->out, put_scenario, &what);
  put_scenario(&what, stdout);
  return command_flush(name) == 0 ? EXIT_DONE : EXIT_ERROR;
}

static int topology(struct arguments *a, const char *name, const char *command) {
  struct error err;
  char *mmu = NULL;
  if (!command_is_utf8(name, command)) return EXIT_INPUT;
  if (a->mmu != NULL && mmu_section_read(a->mmu, &mmu, &err) != 0) {
    fprintf(stderr, "%s: %s\n", name, err.text);
    return EXIT_INPUT;
  }
  a->t.mmu = mmu;
  int code = put(a, name, command);
  free(mmu);
  return code;
}

int topology_main(int argc, char **argv) {
  static const struct argp_child children[] = {{&plan_mmu_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
  static const struct argp argp = {options,
                                   parse,
                                   "fat-tree|leaf-spine\nring",
                                   "Writes the scenario of a regular network, with the registers of sluice plan "
                                   "(docs/guide/networks.md).",
                                   children,
                                   NULL,
                                   NULL};
  struct arguments a = {.t = {.duration_us = 1000,
                              .seed = 1,
                              .sizes = "websearch",
                              .plan = {.classes = 2,
                                       .mbps = 100000,
                                       .wire_ns = 1000,
                                       .mtu = 1000,
                                       .min_packet = MIN_FRAME,
                                       .cell = 1,
                                       .alpha = -4,
                                       .rtt_ns = 50000,
                                       .proc_ns = 3000,
                                       .ratio = 2,
                                       .port_headroom = PLAN_PORT_HEADROOM,
                                       .scheme = SLUICE_DSH}}};
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  int code = command_parse(&argp, argc, argv, &a) == 0 ? topology(&a, argv[0], command) : EXIT_INPUT;
  own_traffic_free(&a.t.own);
  free(command);
  return code;
}
