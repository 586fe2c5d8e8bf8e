// sluice plan: the command line. The only file here that prints to the terminal.
#define _GNU_SOURCE
#include "plan_main.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alpha.h"
#include "command.h"
#include "plan_report.h"

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
    {"ports", KEY_PORTS, "N", 0, "ports, 1 to 64", 0},
    {"classes", KEY_CLASSES, "N", 0, "lossless classes, 1 to 8", 0},
    {"gbps", KEY_GBPS, "X", 0, "rate of a port, 0.001 to 1000", 0},
    {"delay-us", KEY_DELAY, "X", 0, "delay of the wire, one way", 0},
    {"length-m", KEY_LENGTH, "X", 0, "its length instead, at 5 ns per metre", 0},
    {"buffer", KEY_BUFFER, "BYTES", 0, "the whole buffer, such as 16MiB", 0},
    {"mtu", KEY_MTU, "BYTES", 0, "largest frame (1500)", 0},
    {"min-packet", KEY_MIN_PACKET, "BYTES", 0, "smallest frame of the lossless classes (64)", 0},
    {"cell", KEY_CELL, "BYTES", 0, "bytes per cell (1)", 0},
    {"alpha", KEY_ALPHA, "A", 0, "a power of two, 1/128 to 8 (1/16)", 0},
    {"private", KEY_PRIVATE, "BYTES", 0, "private buffer of an ingress queue (0)", 0},
    {"quanta", KEY_QUANTA, "N", 0, "response time of the upstream (that of 802.3)", 0},
    {"headroom", KEY_HEADROOM, "EQ", 0, "registers from eq15 (default) or eq1", 0},
    {"scheme", KEY_SCHEME, "SCHEME", 0, "of the registers: DSH (default), SIH, TTL or GFC", 0},
    {"clock-mhz", KEY_CLOCK, "N", 0, "clock of the MMU (250, or what the rate needs)", 0},
    {"rtt-us", KEY_RTT, "X", 0, "round trip for work conservation (50)", 0},
    {"proc-us", KEY_PROC, "X", 0, "processing time in GFC's tau (3)", 0},
    {"datapath-us", KEY_DATAPATH, "X", 0, "from a packet's last byte to its enqueue (0)", 0},
    {"bm", KEY_BM, "BYTES", 0, "GFC buffer of a queue (the smallest that is safe)", 0},
    {"partitions", KEY_PARTITIONS, "BYTES,...", 0, "TTL partitions, class 0 first (0, then the smallest)", 0},
    {"all", KEY_ALL, NULL, 0, "tables of all schemes, not only of the one", 0},
    {"json", KEY_JSON, NULL, 0, "JSON instead of tables", 0},
    {"pg-profile", KEY_PG_PROFILE, NULL, 0, "a line of SONiC's pg_profile_lookup.ini instead", 0},
    {"out", 'o', "FILE", 0, "write the registers there as a scenario", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static uint64_t take_number(const char *what, const char *text, uint64_t low, uint64_t high, struct argp_state *state) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0' || *text < '0' || *text > '9' || number < low || number > high)
    argp_failure(state, EXIT_INPUT, 0, "%s is '%s'; give a whole number, %llu to %llu", what, text,
                 (unsigned long long)low, (unsigned long long)high);
  return number;
}

// A decimal number times a unit, rounded up: a longer wire is the safe side.
static uint64_t take_decimal(const char *what, const char *text, double unit, double most, struct argp_state *state) {
  char *end;
  double number = strtod(text, &end);
  size_t plain = strspn(text, "0123456789.");
  if (plain == 0 || text[plain] != '\0' || *end != '\0' || !(number <= most))
    argp_failure(state, EXIT_INPUT, 0, "%s is '%s'; give a number, 0 to %g", what, text, most);
  return (uint64_t)ceil(number * unit - 1e-6);
}

static uint64_t take_rate(const char *text, struct argp_state *state) {
  double number = strtod(text, NULL);
  uint64_t mbps = take_decimal("gbps", text, 1000, 1000, state);
  if (mbps == 0 || fabs(number * 1000 - (double)mbps) > 1e-6)
    argp_failure(state, EXIT_INPUT, 0, "gbps is '%s'; give 0.001 to 1000, at most three decimals", text);
  return mbps;
}

static uint64_t take_bytes(const char *what, const char *text, uint64_t least, struct argp_state *state) {
  static const struct {
    const char *name;
    uint64_t bytes;
  } units[] = {{"", 1}, {"B", 1}, {"KB", 1000}, {"MB", 1000000}, {"KiB", 1 << 10}, {"MiB", 1 << 20}};
  size_t digits = strspn(text, "0123456789");
  uint64_t number = digits > 0 && digits < 10 ? strtoull(text, NULL, 10) : PLAN_MAX_BYTES + 1;
  for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
    if (strcmp(text + digits, units[i].name) == 0 && number * units[i].bytes <= PLAN_MAX_BYTES &&
        number * units[i].bytes >= least)
      return number * units[i].bytes;
  argp_failure(state, EXIT_INPUT, 0, "%s is '%s'; give bytes such as 40000, 40KB or 16MiB, at least %d and at most %d",
               what, text, (int)least, PLAN_MAX_BYTES);
  return 0;
}

static int take_alpha(const char *text, struct argp_state *state) {
  int exponent = 0;
  if (!alpha_exponent(text, &exponent)) argp_failure(state, EXIT_INPUT, 0, "alpha is '%s'; " ALPHA_WANTED, text);
  return exponent;
}

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
    in->partition[in->partitions++] = take_bytes("a partition", one, 0, state);
    if (next == NULL) break;
  }
}

static bool take_choice(const char *what, const char *text, const char *yes, const char *no, struct argp_state *state) {
  if (strcmp(text, yes) != 0 && strcmp(text, no) != 0)
    argp_failure(state, EXIT_INPUT, 0, "%s is '%s'; give %s or %s", what, text, yes, no);
  return strcmp(text, yes) == 0;
}

static enum sluice_scheme take_scheme(const char *text, struct argp_state *state) {
  static const struct {
    const char *name;
    enum sluice_scheme scheme;
  } known[] = {{"SIH", SLUICE_SIH}, {"DSH", SLUICE_DSH}, {"TTL", SLUICE_TTL}, {"GFC", SLUICE_GFC}};
  for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
    if (strcmp(text, known[i].name) == 0) return known[i].scheme;
  argp_failure(state, EXIT_INPUT, 0, "scheme is '%s'; give SIH, DSH, TTL or GFC", text);
  return SLUICE_DSH;
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
  struct arguments *a = state->input;
  struct plan_input *in = &a->in;
  switch (key) {
    case KEY_PORTS:
      in->ports = (int)take_number("ports", arg, 1, SLUICE_MAX_PORTS, state);
      return 0;
    case KEY_CLASSES:
      in->classes = (int)take_number("classes", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    case KEY_QUANTA:
      in->quanta = (uint32_t)take_number("quanta", arg, 1, 65535, state);
      return 0;
    case KEY_CLOCK:
      in->clock_mhz = (uint32_t)take_number("clock-mhz", arg, 1, 2000, state);
      return 0;
    case KEY_ALPHA:
      in->alpha = take_alpha(arg, state);
      return 0;
    case KEY_SCHEME:
      in->scheme = take_scheme(arg, state);
      return 0;
    case KEY_HEADROOM:
      in->basis = take_choice("headroom", arg, "eq1", "eq15", state) ? PLAN_EQ1 : PLAN_EQ15;
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
      in->mbps = take_rate(arg, state);
      return 0;
    case KEY_DELAY:
      take_wire(a, take_decimal("delay-us", arg, 1000, 100000, state), state);
      return 0;
    case KEY_LENGTH:
      take_wire(a, take_decimal("length-m", arg, PLAN_NS_PER_METRE, 2e7, state), state);
      return 0;
    case KEY_RTT:
      in->rtt_ns = take_decimal("rtt-us", arg, 1000, 1e6, state);
      return 0;
    case KEY_PROC:
      in->proc_ns = take_decimal("proc-us", arg, 1000, 100000, state);
      return 0;
    case KEY_DATAPATH:
      in->datapath_ns = take_decimal("datapath-us", arg, 1000, 100000, state);
      return 0;
    case KEY_BUFFER:
      in->buffer = take_bytes("buffer", arg, 1, state);
      return 0;
    case KEY_PRIVATE:
      in->phi = take_bytes("private", arg, 0, state);
      return 0;
    case KEY_BM:
      in->bm = take_bytes("bm", arg, 1, state);
      return 0;
    case KEY_MTU:
      in->mtu = (uint32_t)take_bytes("mtu", arg, PLAN_MIN_FRAME, state);
      return 0;
    case KEY_MIN_PACKET:
      in->min_packet = (uint32_t)take_bytes("min-packet", arg, PLAN_MIN_FRAME, state);
      return 0;
    case KEY_CELL:
      in->cell = (uint32_t)take_bytes("cell", arg, 1, state);
      return 0;
    case KEY_PARTITIONS:
      take_partitions(in, arg, state);
      return 0;
    default:
      return parse_small(key, arg, state);
  }
}

static int cannot(const char *name, const char *path) {
  fprintf(stderr, "%s: %s: %s; give --out a file that can be written\n", name, path, strerror(errno));
  return EXIT_ERROR;
}

// Under another name until it is complete. A device or pipe would be replaced by a file, hence is refused.
static int write_fragment(const char *name, const struct arguments *a, const struct plan *p) {
  char part[4096];
  struct stat old;
  if (stat(a->out, &old) == 0 && !S_ISREG(old.st_mode)) {
    fprintf(stderr, "%s: %s is not a file; give --out a file\n", name, a->out);
    return EXIT_INPUT;
  }
  if ((size_t)snprintf(part, sizeof(part), "%s.XXXXXX", a->out) >= sizeof(part)) {
    errno = ENAMETOOLONG;
    return cannot(name, a->out);
  }
  int fd = mkstemp(part);
  if (fd < 0) return cannot(name, a->out);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, 0666 & ~mask);
  FILE *f = fdopen(fd, "w");
  if (f == NULL) {
    close(fd);
    unlink(part);
    return cannot(name, a->out);
  }
  plan_fragment(&a->in, p, f);
  bool bad = ferror(f) != 0;
  bad = fclose(f) != 0 || bad;
  if (!bad && rename(part, a->out) == 0) return EXIT_DONE;
  int code = cannot(name, a->out);
  unlink(part);
  return code;
}

static int refuse(const char *name, const char *err) {
  fprintf(stderr, "%s: %s\n", name, err);
  return EXIT_INPUT;
}

static int plan(const struct arguments *a, const char *name, const char *command) {
  struct plan p;
  char err[512];
  if (plan_make(&a->in, &p, err, sizeof(err)) != 0) return refuse(name, err);
  if (a->pg_profile && plan_pg_profile(&a->in, &p, stdout, err, sizeof(err)) != 0) return refuse(name, err);
  if (a->out != NULL) {
    if (plan_fragment_check(&a->in, &p, err, sizeof(err)) != 0) return refuse(name, err);
    int code = write_fragment(name, a, &p);
    if (code != EXIT_DONE) return code;
  }
  if (a->json)
    plan_json(&a->in, &p, command, stdout);
  else if (!a->pg_profile)
    plan_report(&a->in, &p, a->all, stdout);
  return command_flush(name) == 0 ? EXIT_DONE : EXIT_ERROR;
}

int plan_main(int argc, char **argv) {
  static const struct argp argp = {options, parse, NULL, "Sizes buffers, headroom and registers (docs/planner.md).",
                                   NULL,    NULL,  NULL};
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
  int code = argp_parse(&argp, argc, argv, 0, NULL, &a) == 0 ? plan(&a, argv[0], command) : EXIT_INPUT;
  free(command);
  return code;
}
