// sluice regs: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/cli/commands.h"
#include "tb/cli/regs/dump.h"
#include "tb/cli/regs/limits.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { KEY_BASE = 256, KEY_FIRST, KEY_PORTS, KEY_CLASSES };

struct arguments {
  struct dump_source source;
  bool json, has_first;
  int ports, classes;  // 0: those of the dump
};

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "print an array of registers as JSON", 0},
    {"binary", 'b', NULL, 0, "FILE has words of 32 bits, low byte first", 0},
    {"base", KEY_BASE, "ADDRESS", 0, "address of the switch on the bus (0)", 0},
    {"first", KEY_FIRST, "ADDRESS", 0, "with --binary: address of the first word on the bus (that of --base)", 0},
    {"ports", KEY_PORTS, "N", 0, "with --classes: ports of the build; checks the registers as a COMMIT does", 0},
    {"classes", KEY_CLASSES, "N", 0, "with --ports: classes of the build", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static uint64_t take_address(const char *what, const char *text, struct argp_state *state) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 0);
  if (text[0] < '0' || text[0] > '9' || errno != 0 || *end != '\0' || value % 4 != 0)
    argp_failure(state, EXIT_INPUT, 0, "%s is '%s'; give a multiple of 4, such as 0x43c00000", what, text);
  return value;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'j':
      a->json = true;
      return 0;
    case 'b':
      a->source.binary = true;
      return 0;
    case KEY_BASE:
      a->source.base = take_address("base", arg, state);
      return 0;
    case KEY_FIRST:
      a->source.first = take_address("first", arg, state);
      a->has_first = true;
      return 0;
    case KEY_PORTS:
      a->ports = (int)command_number("ports", arg, 1, SLUICE_MAX_PORTS, state);
      return 0;
    case KEY_CLASSES:
      a->classes = (int)command_number("classes", arg, 1, SLUICE_MAX_CLASSES, state);
      return 0;
    case ARGP_KEY_ARG:
      if (a->source.path != NULL) argp_failure(state, EXIT_INPUT, 0, "more than one dump; give one");
      a->source.path = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->source.path == NULL) argp_failure(state, EXIT_INPUT, 0, "no dump; usage: sluice regs FILE");
      if (a->has_first && !a->source.binary)
        argp_failure(state, EXIT_INPUT, 0, "--first is for --binary; a line of text has its address");
      if ((a->ports == 0) != (a->classes == 0))
        argp_failure(state, EXIT_INPUT, 0, "--ports and --classes are of one build; give both");
      if (!a->has_first) a->source.first = a->source.base;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// Checks a set of registers with limits of ports, or for a build that the options give. Returns 0, or EINVAL with one
// line in err. note: what was checked, or why not; empty without limits.
static int check(const struct arguments *a, const struct dump *d, char *note, size_t size, struct error *err) {
  struct dump_set set;
  char why[256];
  const int ports = a->ports != 0 ? a->ports : d->ports, classes = a->classes != 0 ? a->classes : d->classes;
  const struct sluice_dims dims = {ports, classes, SLUICE_MAX_WIDTH, (1u << SLUICE_SCHEMES) - 1, true};
  dump_collect(d, &set);
  note[0] = '\0';
  if (!set.limits && a->ports == 0) return 0;
  if (ports == 0 || !set.common) {
    snprintf(note, size, "not checked: %s",
             ports == 0 ? "give --ports and --classes of the build" : "the registers of all ports are missing");
    return 0;
  }
  if (limits_explain(&dims, set.regs, set.port, why, sizeof why) != SLUICE_OK)
    return error_at(err, a->source.path, "a COMMIT is refused: %s", why);
  snprintf(note, size, "checked for %d ports and %d classes: a COMMIT is accepted", ports, classes);
  return 0;
}

static int decode(const struct arguments *a, const char *name) {
  struct dump d = {.words = 0};
  struct error err = {.text = ""};
  char note[128];
  int status = dump_read(&d, &a->source, &err), code = EXIT_DONE;
  if (status != 0) {
    fprintf(stderr, "%s\n", err.text);
    return status == ENOMEM ? EXIT_ERROR : EXIT_INPUT;
  }
  if (!a->json) {
    decode_text(&d, stdout);
  } else if (decode_json(&d, stdout) != 0) {
    fprintf(stderr, "%s: out of memory\n", name);
    code = EXIT_ERROR;
  }
  if (check(a, &d, note, sizeof note, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    code = EXIT_INPUT;
  } else if (note[0] != '\0' && !a->json) {
    printf("%s\n", note);
  }
  dump_free(&d);
  return command_flush(name) == 0 ? code : EXIT_ERROR;
}

int regs_main(int argc, char **argv) {
  static const struct argp argp = {options,
                                   parse,
                                   "FILE",
                                   "Decodes a dump of the registers of sluice_switch or sluice_lossless_switch: one "
                                   "line per register. FILE has lines ADDRESS VALUE, see "
                                   "docs/reference/switch-registers.md",
                                   NULL,
                                   NULL,
                                   NULL};
  struct arguments a = {.json = false};
  argp_err_exit_status = EXIT_INPUT;
  return command_parse(&argp, argc, argv, &a) == 0 ? decode(&a, argv[0]) : EXIT_INPUT;
}
