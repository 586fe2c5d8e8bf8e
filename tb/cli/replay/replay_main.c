// sluice replay: the command line.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/commands.h"
#include "tb/cli/out.h"
#include "tb/cli/replay/capture.h"
#include "tb/cli/replay/replay.h"
#include "tb/cli/replay/sender.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"
#include "tb/sim/scenario/scenario.h"

enum { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_MISMATCH };
enum { ADDRESS_BYTES = 6 };

struct arguments {
  const char *file, *out, *waves, *in[SWITCH_MAX_PORTS], *interface[SWITCH_MAX_PORTS];
  struct replay_mac mac[REPLAY_MACS];
  int macs;
  enum engine_kind engine;
  uint64_t gap_us;
  enum capture_truncated truncated;
  bool quiet, obey, flood, some_in;
};

static const char *const engine_names[] = {"rtl", "model", "both", NULL};  // as enum engine_kind

static const char *const truncated_names[] = {"refuse", "pad", "skip", NULL};  // as enum capture_truncated

static const struct argp_option options[] = {
    {"in", 'i', "PORT=FILE[#INTERFACE]", 0,
     "send the frames of FILE into PORT, or of one interface of a pcapng file; once for each port", 0},
    {"out", 'o', "DIR", 0, "write the frames that leave port N to DIR/portN.pcap", 0},
    {"engine", 'e', "ENGINE", 0, "rtl (default), model, or both in lock-step, with the same results", 0},
    {"mac", 'm', "ADDRESS=PORT", 0,
     "send frames for ADDRESS out of PORT; the switch learns the senders of the captures by itself", 0},
    {"gap-us", 'g', "N", 0, "shorten times without frames to N microseconds", 0},
    {"truncated", 't', "pad|skip", 0, "fill up truncated frames with zeros, or leave them out; else they are refused",
     0},
    {"flood", 'f', NULL, 0,
     "copy lossy frames for unknown and group addresses to all other ports; not with --engine model", 0},
    {"obey", 'b', NULL, 0, "senders obey the pauses of the switch; without it they send as captured", 0},
    {"waves", 'w', "FILE", 0, "write waves of the RTL as FST", 0},
    {"quiet", 'q', NULL, 0, "print no table", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

// ---- arguments ----

// Parses the PORT of an argument: `length` characters of text.
static int take_port(const char *what, const char *text, size_t length, struct argp_state *state) {
  char *end;
  unsigned long port = strtoul(text, &end, 10);
  if (length == 0 || *text < '0' || *text > '9' || end != text + length || port >= SWITCH_MAX_PORTS)
    argp_failure(state, EXIT_INPUT, 0, "%s: '%.*s' is not a port; give 0 to %d", what, (int)length, text,
                 SWITCH_MAX_PORTS - 1);
  return (int)port;
}

// The interface behind the last #, which is removed; NULL: none. A file may have such a name.
static const char *take_interface(char *path) {
  char *hash = strrchr(path, '#');
  if (hash == NULL || hash == path || access(path, F_OK) == 0) return NULL;
  *hash = '\0';
  return hash + 1;
}

static void take_in(struct arguments *a, char *arg, struct argp_state *state) {
  char *equals = strchr(arg, '=');
  if (equals == NULL || equals[1] == '\0')
    argp_failure(state, EXIT_INPUT, 0, "--in '%s' has no capture; give PORT=FILE such as 0=a.pcap", arg);
  int port = take_port("--in", arg, (size_t)(equals - arg), state);
  if (a->in[port] != NULL) argp_failure(state, EXIT_INPUT, 0, "port %d has two captures; merge them (mergecap)", port);
  a->in[port] = equals + 1;
  a->interface[port] = take_interface(equals + 1);
  a->some_in = true;
}

static void take_mac(struct arguments *a, const char *arg, struct argp_state *state) {
  const char *equals = strchr(arg, '=');
  unsigned byte[ADDRESS_BYTES];
  int used = 0;
  if (equals == NULL || strspn(arg, "0123456789abcdefABCDEF:") != (size_t)(equals - arg) ||
      sscanf(arg, "%2x:%2x:%2x:%2x:%2x:%2x%n", &byte[0], &byte[1], &byte[2], &byte[3], &byte[4], &byte[5], &used) !=
          ADDRESS_BYTES ||
      arg + used != equals || byte[0] & 1)
    argp_failure(state, EXIT_INPUT, 0, "--mac '%s': give ADDRESS=PORT such as 02:00:00:00:00:01=3", arg);
  if (a->macs == REPLAY_MACS)
    argp_failure(state, EXIT_INPUT, 0, "the switch holds %d addresses; give fewer --mac", REPLAY_MACS);
  uint64_t address = 0;
  for (int i = 0; i < ADDRESS_BYTES; i++) address = address << 8 | byte[i];
  for (int i = 0; i < a->macs; i++)
    if (a->mac[i].address == address)
      argp_failure(state, EXIT_INPUT, 0, "--mac '%s': the address has a port already; give it once", arg);
  struct replay_mac *m = &a->mac[a->macs++];
  m->address = address;
  m->port = take_port("--mac", equals + 1, strlen(equals + 1), state);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'i':
      take_in(a, arg, state);
      return 0;
    case 'o':
      a->out = arg;
      return 0;
    case 'e':
      a->engine = (enum engine_kind)command_choice("engine", arg, engine_names, state);
      return 0;
    case 'm':
      take_mac(a, arg, state);
      return 0;
    case 'g':
      a->gap_us = command_number("gap-us", arg, 1, UINT32_MAX, state);
      return 0;
    case 't':
      a->truncated = (enum capture_truncated)command_choice("truncated", arg, truncated_names, state);
      return 0;
    case 'f':
      a->flood = true;
      return 0;
    case 'b':
      a->obey = true;
      return 0;
    case 'w':
      a->waves = arg;
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      command_scenario(&a->file, arg, state);
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL)
        argp_failure(state, EXIT_INPUT, 0, "no scenario; usage: sluice replay FILE --in PORT=CAPTURE --out DIR");
      if (!a->some_in) argp_failure(state, EXIT_INPUT, 0, "no capture; add --in PORT=FILE");
      if (a->out == NULL) argp_failure(state, EXIT_INPUT, 0, "no directory for the outgoing frames; add --out DIR");
      if (a->waves != NULL && a->engine == ENGINE_MODEL)
        argp_failure(state, EXIT_INPUT, 0, "--waves needs RTL; leave --engine model out");
      if (a->flood && a->engine == ENGINE_MODEL)
        argp_failure(state, EXIT_INPUT, 0,
                     "--flood needs RTL, because the model makes no copies; leave --engine model out");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// ---- input ----

static int refuse(const char *line) {
  fprintf(stderr, "%s\n", line);
  return EXIT_INPUT;
}

static int read_captures(struct replay *r, const struct arguments *a, struct error *err) {
  int error = 0;
  for (int p = 0; p < SWITCH_MAX_PORTS && error == 0; p++) {
    const struct capture_source from = {a->in[p], a->interface[p], a->truncated};
    if (a->in[p] != NULL) error = capture_read(&r->capture[p], &from, err);
  }
  return error;
}

static int take_ports(struct replay *r, const struct arguments *a, struct error *err) {
  for (int p = r->rules.dims.ports; p < SWITCH_MAX_PORTS; p++) {
    if (a->in[p] == NULL) continue;
    error_set(err, "%s: the switch has ports 0 to %d; there is no port %d", a->in[p], r->rules.dims.ports - 1, p);
    return EINVAL;
  }
  for (int i = 0; i < a->macs; i++) {
    if (a->mac[i].port >= r->rules.dims.ports) {
      error_set(err, "--mac: the switch has ports 0 to %d; there is no port %d", r->rules.dims.ports - 1,
                a->mac[i].port);
      return EINVAL;
    }
    r->mac[r->macs++] = a->mac[i];
  }
  r->obey = a->obey;
  r->flood = a->flood;
  r->most_gap_ns = 1000 * a->gap_us;
  return replay_learn(r, err);
}

// Limits without --gap-us: a longer replay takes hours, so a message proposes the option; a longer replay is refused.
static const uint64_t many_cycles = UINT64_C(1) << 30, too_many = UINT64_C(1) << 40;

static int take_times(const struct replay *r, const struct arguments *a, struct error *err) {
  uint64_t first = UINT64_MAX, last = 0;
  for (int p = 0; p < r->rules.dims.ports; p++) {
    const struct capture *c = &r->capture[p];
    if (c->frames > 0 && c->frame[0].ns < first) first = c->frame[0].ns;
    for (size_t i = 0; i < c->frames; i++)
      if (c->frame[i].ns > last) last = c->frame[i].ns;
  }
  double seconds = last > first ? (double)(last - first) * 1e-9 : 0, cycles = seconds * (double)r->rules.clock_hz;
  if (r->most_gap_ns > 0 || cycles < (double)many_cycles) return 0;
  bool never = cycles > (double)too_many;
  error_set(err, "%s: the captures last %.1f s, %.0f million cycles; %s --gap-us 1000, which cuts times without frames",
            a->file, seconds, cycles * 1e-6, never ? "add" : "faster with");
  return never ? EINVAL : 0;
}

// ---- output ----

static int bad_waves(const struct arguments *a, int error) {
  fprintf(stderr, "%s: cannot write the waves: %s; give --waves a file that can be written\n", a->waves,
          strerror(error));
  return EXIT_ERROR;
}

static int begin_waves(struct replay *r, struct lossless *l, const struct arguments *a, int *lock) {
  if (waves_begin(a->waves, lock) != 0) return EXIT_INPUT;
  if (a->waves == NULL) return EXIT_RAN;
  int error = lossless_trace(l, a->waves, (unsigned)(1000000000000 / r->rules.clock_hz));
  if (error == ENOTSUP) {
    fprintf(stderr, "%s: the switch with cells of %d bytes was built without waves; leave out --waves\n", a->file,
            r->rules.dims.cell);
    return EXIT_INPUT;
  }
  return error != 0 ? bad_waves(a, error) : EXIT_RAN;
}

static int run(struct replay *r, struct lossless *l, struct replay_result *result, bool quiet, struct error *err) {
  struct progress progress;
  progress_begin(&progress, "frames", 1);
  if (progress_wanted(quiet)) r->progress = progress_show;
  r->progress_arg = &progress;
  int error = replay_run(r, l, result, err);
  r->progress_arg = NULL;
  progress_hide(&progress);
  return error;
}

// Prints what a replay with both engines has compared. A replay with a mismatch does not get here.
static void compared(const struct lossless *l) {
  uint64_t words, cycles = lossless_compared(l, &words);
  if (cycles > 0)
    fprintf(stderr, "RTL and models: %" PRIu64 " cycles compared, %" PRIu64 " words of frames, 0 mismatches\n", cycles,
            words);
}

static int replay(struct replay *r, const struct arguments *a) {
  struct lossless *l;
  struct replay_result result;
  struct error err = {""};
  struct outputs out;
  int error = lossless_new(&l, a->engine, &r->rules.dims);
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", a->file, strerror(error));
    return EXIT_ERROR;
  }
  int code = EXIT_RAN, lock;
  if (outputs_open(&out, a->out, r->rules.dims.ports, a->in, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    lossless_free(l);
    return EXIT_ERROR;
  }
  memcpy(r->out, out.file, sizeof r->out);
  code = begin_waves(r, l, a, &lock);
  if (code == EXIT_RAN) {
    error = run(r, l, &result, a->quiet, &err);
    code = error == 0 ? EXIT_RAN : error == EDOM ? EXIT_MISMATCH : error == EINVAL ? EXIT_INPUT : EXIT_ERROR;
    if (error != 0) fprintf(stderr, "%s: %s\n", a->file, err.text);
  }
  error = lossless_trace_end(l);
  waves_end(a->waves, lock);
  if (error != 0 && code == EXIT_RAN) code = bad_waves(a, error);
  if (code != EXIT_RAN) {
    outputs_discard(&out);
  } else if (outputs_commit(&out, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    code = EXIT_ERROR;
  }
  if (code == EXIT_RAN && !a->quiet) {
    compared(l);
    if (replay_table(r, &result, stdout) != 0) code = EXIT_ERROR;
  }
  lossless_free(l);
  return code;
}

static int load(const struct arguments *a) {
  struct replay *r = calloc(1, sizeof *r);
  struct scenario *s;
  struct error err = {""};
  if (r == NULL) return EXIT_ERROR;
  int code = EXIT_INPUT, error = scenario_load(a->file, &s, &err);
  if (error != 0) {
    refuse(err.text);
    code = error == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  } else if (read_captures(r, a, &err) != 0 || replay_switch(&r->rules, a->engine, s, a->file, &err) != 0 ||
             take_ports(r, a, &err) != 0 || take_times(r, a, &err) != 0) {
    refuse(err.text);
  } else {
    if (err.text[0] != '\0' && !a->quiet) fprintf(stderr, "%s\n", err.text);
    code = replay(r, a);
  }
  if (error == 0) scenario_free(s);
  for (int p = 0; p < SWITCH_MAX_PORTS; p++) capture_free(&r->capture[p]);
  free(r);
  return code;
}

int replay_main(int argc, char **argv) {
  static const struct argp argp = {
      options, parse, "FILE", "Sends captures through a lossless switch (docs/guide/replay.md).", NULL, NULL, NULL};
  struct arguments a = {.engine = ENGINE_RTL};
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  tempfiles_watch();
  int code = load(&a);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
