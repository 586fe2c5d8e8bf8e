// sluice regs: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/cli/commands.h"
#include "tb/cli/regs/dump.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { KEY_BASE = 256, KEY_FIRST };

struct arguments {
  struct dump_source source;
  bool json, has_first;
};

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "print an array of registers as JSON", 0},
    {"binary", 'b', NULL, 0, "FILE has words of 32 bits, low byte first", 0},
    {"base", KEY_BASE, "ADDRESS", 0, "address of the switch on the bus (0)", 0},
    {"first", KEY_FIRST, "ADDRESS", 0, "with --binary: address of the first word on the bus (that of --base)", 0},
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
    case ARGP_KEY_ARG:
      if (a->source.path != NULL) argp_failure(state, EXIT_INPUT, 0, "more than one dump; give one");
      a->source.path = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->source.path == NULL) argp_failure(state, EXIT_INPUT, 0, "no dump; usage: sluice regs FILE");
      if (a->has_first && !a->source.binary)
        argp_failure(state, EXIT_INPUT, 0, "--first is for --binary; a line of text has its address");
      if (!a->has_first) a->source.first = a->source.base;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static int decode(const struct arguments *a, const char *name) {
  struct dump d = {.words = 0};
  struct error err = {.text = ""};
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
