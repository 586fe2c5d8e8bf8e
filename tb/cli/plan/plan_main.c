// sluice plan: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include "tb/cli/plan/plan_main.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/plan/plan_options.h"
#include "tb/cli/plan/plan_report.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum {
  KEY_PORTS = 256,
  KEY_CLASSES,
  KEY_GBPS,
  KEY_MTU,
  KEY_DELAY,
  KEY_LENGTH,
  KEY_BUFFER,
  KEY_CELL,
  KEY_ALPHA,
  KEY_PRIVATE,
  KEY_QUANTA,
  KEY_RTT,
  KEY_PROC,
  KEY_DATAPATH,
  KEY_MESSAGE_WAIT,
  KEY_BM,
  KEY_PARTITIONS,
  KEY_SCHEME,
  KEY_HEADROOM,
  KEY_MIN_PACKET,
  KEY_CLOCK,
  KEY_ALL,
  KEY_JSON,
  KEY_PG_PROFILE
};

struct arguments {
  struct plan_input in;
  bool delayed, all, json, pg_profile;
  const char *out;
};

static const struct argp_option options[] = {
    {"ports", KEY_PORTS, "N", 0, "ports, 1 to 64; required", 0},
    {"classes", KEY_CLASSES, "N", 0, "lossless classes, 1 to 8; required", 0},
    {"gbps", KEY_GBPS, "X", 0, "rate of a port, 0.001 to 1000; required", 0},
    {"delay-us", KEY_DELAY, "X", 0, "one-way delay of the wire; this or --length-m is required", 0},
    {"length-m", KEY_LENGTH, "X", 0, "length of the wire, 5 ns per metre", 0},
    {"buffer", KEY_BUFFER, "BYTES", 0, "buffer of the switch, such as 16MiB; required", 0},
    {"mtu", KEY_MTU, "BYTES", 0, "largest frame (1500)", 0},
    {"min-packet", KEY_MIN_PACKET, "BYTES", 0, "smallest frame of the lossless classes (64)", 0},
    {"cell", KEY_CELL, "BYTES", 0, "bytes per cell (1)", 0},
    {"alpha", KEY_ALPHA, "A", 0, "a power of two, 1/256 to 128 (1/16)", 0},
    {"private", KEY_PRIVATE, "BYTES", 0, "private buffer of an ingress queue (0)", 0},
    {"quanta", KEY_QUANTA, "N", 0, "response time of the upstream in 512 bit times (as in 802.3)", 0},
    {"headroom", KEY_HEADROOM, "EQ", 0, "headroom formula: eq15 of TTL (default) or eq1 of DSH", 0},
    {"scheme", KEY_SCHEME, "SCHEME", 0, "scheme of the registers: DSH (default), SIH, TTL or GFC", 0},
    {"clock-mhz", KEY_CLOCK, "N", 0, "clock of the MMU (250, or more if the rate needs it)", 0},
    {"rtt-us", KEY_RTT, "X", 0, "round trip for work conservation (50)", 0},
    {"proc-us", KEY_PROC, "X", 0, "processing time in GFC's tau (3)", 0},
    {"datapath-us", KEY_DATAPATH, "X", 0, "longest time from a packet's last byte to its enqueue (0)", 0},
    {"message-wait", KEY_MESSAGE_WAIT, "N", 0, "longest wait of a message for tx_ready, in cycles (0)", 0},
    {"bm", KEY_BM, "BYTES", 0, "GFC buffer of a queue (the smallest that is safe)", 0},
    {"partitions", KEY_PARTITIONS, "BYTES,...", 0, "TTL partitions, class 0 first (0, then the smallest)", 0},
    {"all", KEY_ALL, NULL, 0, "print the tables of all schemes", 0},
    {"json", KEY_JSON, NULL, 0, "print JSON instead of tables", 0},
    {"pg-profile", KEY_PG_PROFILE, NULL, 0, "print a line of SONiC's pg_profile_lookup.ini instead", 0},
    {"out", 'o', "FILE", 0, "write a scenario with these registers to FILE", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void take_partitions(struct plan_input *in, const char *text, struct argp_state *state) {
  char one[32];
  in->partitions = 0;
  for (const char *next = text; next != NULL; text = next + 1) {
    next = strchr(text, ',');
    size_t length = next != NULL ? (size_t)(next - text) : strlen(text);
    if (in->partitions == SLUICE_MAX_CLASSES || length >= sizeof(one)) {
      argp_failure(state, EXIT_INPUT, 0, "partitions: give at most %d amounts, separated by commas",
                   SLUICE_MAX_CLASSES);
      return;
    }
    memcpy(one, text, length);
    one[length] = '\0';
    in->partition[in->partitions++] = plan_take_bytes("a partition", one, 0, state);
    if (next == NULL) break;
  }
}

static void take_wire(struct arguments *a, uint64_t ns, struct argp_state *state) {
  if (a->delayed) argp_failure(state, EXIT_INPUT, 0, "the wire's delay is given twice; give --delay-us or --length-m");
  a->in.wire_ns = ns;
  a->delayed = true;
}

static void check_given(const struct arguments *a, struct argp_state *state) {
  const struct {
    bool given;
    const char *option;
  } needed[] = {{a->in.ports != 0, "--ports"},
                {a->in.classes != 0, "--classes"},
                {a->in.mbps != 0, "--gbps"},
                {a->delayed, "--delay-us or --length-m"},
                {a->in.buffer != 0, "--buffer"}};
  for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
    if (!needed[i].given)
      argp_failure(state, EXIT_INPUT, 0, "%s is missing; more: sluice plan --help", needed[i].option);
}

static error_t parse_small(int key, char *arg, struct argp_state *state) {
  static const char *const bases[] = {"eq1", "eq15", NULL};
  struct arguments *a = state->input;
  struct plan_input *in = &a->in;
  switch (key) {
    case KEY_PORTS:
      in->ports = (int)command_number("ports", arg, 1, SLUICE_MAX_PORTS, state);
      return 0;
    case KEY_CLASSES:
      in->classes = (int)command_number("classes", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    case KEY_MESSAGE_WAIT:
      in->message_wait = (uint32_t)command_number("message-wait", arg, 0, PLAN_MOST_WAIT, state);
      return 0;
    case KEY_QUANTA:
      in->quanta = (uint32_t)command_number("quanta", arg, 1, 65535, state);
      return 0;
    case KEY_CLOCK:
      in->clock_mhz = (uint32_t)command_number("clock-mhz", arg, 1, 2000, state);
      return 0;
    case KEY_ALPHA:
      in->alpha = plan_take_alpha(arg, state);
      return 0;
    case KEY_SCHEME:
      in->scheme = plan_take_scheme(arg, state);
      return 0;
    case KEY_HEADROOM:
      in->basis = command_choice("headroom", arg, bases, state) == 0 ? PLAN_EQ1 : PLAN_EQ15;
      return 0;
    case 'o':
      a->out = arg;
      return 0;
    case KEY_ALL:
      a->all = true;
      return 0;
    case KEY_PG_PROFILE:
      a->pg_profile = true;
      return 0;
    case KEY_JSON:
      a->json = true;
      return 0;
    case ARGP_KEY_ARG:
      argp_failure(state, EXIT_INPUT, 0, "'%s' is not an option; more: sluice plan --help", arg);
      return EINVAL;
    case ARGP_KEY_END:
      if (a->json && a->pg_profile)
        argp_failure(state, EXIT_INPUT, 0, "--json and --pg-profile both print instead of tables; give one");
      check_given(a, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  struct plan_input *in = &a->in;
  switch (key) {
    case KEY_GBPS:
      in->mbps = plan_take_rate(arg, state);
      return 0;
    case KEY_DELAY:
      take_wire(a, plan_take_decimal("delay-us", arg, 1000, 0, 100000, state), state);
      return 0;
    case KEY_LENGTH:
      take_wire(a, plan_take_decimal("length-m", arg, PLAN_NS_PER_METRE, 0, 2e7, state), state);
      return 0;
    case KEY_RTT:
      in->rtt_ns = plan_take_decimal("rtt-us", arg, 1000, 0, 1e6, state);
      return 0;
    case KEY_PROC:
      in->proc_ns = plan_take_decimal("proc-us", arg, 1000, 0, 100000, state);
      return 0;
    case KEY_DATAPATH:
      in->datapath_ns = plan_take_decimal("datapath-us", arg, 1000, 0, 100000, state);
      return 0;
    case KEY_BUFFER:
      in->buffer = plan_take_bytes("buffer", arg, 1, state);
      return 0;
    case KEY_PRIVATE:
      in->phi = plan_take_bytes("private", arg, 0, state);
      return 0;
    case KEY_BM:
      in->bm = plan_take_bytes("bm", arg, 1, state);
      return 0;
    case KEY_MTU:
      in->mtu = (uint32_t)plan_take_bytes("mtu", arg, PLAN_MIN_FRAME, state);
      return 0;
    case KEY_MIN_PACKET:
      in->min_packet = (uint32_t)plan_take_bytes("min-packet", arg, PLAN_MIN_FRAME, state);
      return 0;
    case KEY_CELL:
      in->cell = (uint32_t)plan_take_bytes("cell", arg, 1, state);
      return 0;
    case KEY_PARTITIONS:
      take_partitions(in, arg, state);
      return 0;
    default:
      return parse_small(key, arg, state);
  }
}

// Argument of put_fragment()
struct fragment {
  const struct plan_input *in;
  const struct plan *p;
};

static void put_fragment(const void *what, FILE *to) {
  const struct fragment *f = what;
  plan_fragment(f->in, f->p, to);
}

static int refuse(const char *name, const struct error *err) {
  fprintf(stderr, "%s: %s\n", name, err->text);
  return EXIT_INPUT;
}

static int plan(const struct arguments *a, const char *name, const char *command) {
  struct plan p;
  struct error err;
  if (a->json && !command_is_utf8(name, command)) return EXIT_INPUT;
  if (plan_make(&a->in, &p, &err) != 0) return refuse(name, &err);
  if (a->pg_profile && plan_pg_profile(&a->in, &p, stdout, &err) != 0) return refuse(name, &err);
  if (a->out != NULL) {
    if (plan_fragment_check(&a->in, &p, &err) != 0) return refuse(name, &err);
    const struct fragment f = {&a->in, &p};
    int code = command_out(a->out, put_fragment, &f);
    if (code != EXIT_DONE) return code;
  }
  if (a->json)
    plan_json(&a->in, &p, command, stdout);
  else if (!a->pg_profile)
    plan_report(&a->in, &p, a->all, stdout);
  return command_flush(name) == 0 ? EXIT_DONE : EXIT_ERROR;
}

int plan_main(int argc, char **argv) {
  static const struct argp argp = {
      options, parse, NULL, "Sizes buffers, headroom and registers (docs/guide/planner.md).", NULL, NULL, NULL};
  struct arguments a = {.in = {.mtu = 1500,
                               .min_packet = PLAN_MIN_FRAME,
                               .cell = 1,
                               .alpha = -4,
                               .rtt_ns = 50000,
                               .proc_ns = 3000,
                               .scheme = SLUICE_DSH}};
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  int code = command_parse(&argp, argc, argv, &a) == 0 ? plan(&a, argv[0], command) : EXIT_INPUT;
  free(command);
  return code;
}
