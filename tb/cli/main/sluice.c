// sluice: finds the command and calls it.
#define _GNU_SOURCE
#include "cmodel/sluice.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/commands.h"
#include "tb/sim/files/error.h"
#include "tb/sim/results/command.h"
#include "tb/sim/results/terminal.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };

extern const char sluice_commit[];  // of the sources, from the Makefile; empty outside of a repository

static const struct command {
  const char *name;
  char title[20];
  int (*call)(int argc, char **argv);
  const char *usage, *does;
} commands[] = {
    {"run", "sluice run", run_main, "FILE", "run the network of a scenario file"},
    {"sweep", "sluice sweep", sweep_main, "FILE", "run a scenario at all combinations of values for its keys"},
    {"analyze", "sluice analyze", analyze_main, "FILE", "predict which links pause, and whether the network deadlocks"},
    {"plan", "sluice plan", plan_main, "--ports N ...", "size headroom, thresholds and registers of a switch"},
    {"topology", "sluice topology", topology_main, "KIND ...",
     "write the scenario of a fat-tree, leaf-spine network or ring"},
    {"import", "sluice import", import_main, "KIND FILE ...", "read networks and flows of HPCC, SimAI or csg-htsim"},
    {"replay", "sluice replay", replay_main, "FILE --in ...", "send captures through a lossless switch in RTL"},
    {"regs", "sluice regs", regs_main, "FILE", "decode a dump of the registers of a switch"},
    {"report", "sluice report", report_main, "DIR [DIR...]", "write an HTML page of one run, or of several to compare"},
};
enum { COMMANDS = sizeof(commands) / sizeof(commands[0]) };
enum { NARROW = 60, LEAST = 24 };  // columns of a terminal; below NARROW a description is on the next line

static const struct command *find(const char *name) {
  for (int i = 0; i < COMMANDS; i++)
    if (strcmp(name, commands[i].name) == 0) return &commands[i];
  return NULL;
}

static void usage_line(const char *name, const char *arguments, const char *does, int width, FILE *to) {
  int at = fprintf(to, width < NARROW ? "  %s %s" : "  %-8s %-14s", name, arguments);
  if (width < NARROW) at = fprintf(to, "\n") - 1;
  terminal_wrap(does, at, width < NARROW ? 6 : 26, width, to);
}

static void usage(FILE *to) {
  int width = terminal_width(fileno(to));
  terminal_wrap("usage: sluice COMMAND [ARGUMENT...]", 0, 0, width, to);
  for (int i = 0; i < COMMANDS; i++) usage_line(commands[i].name, commands[i].usage, commands[i].does, width, to);
  usage_line("help", "[COMMAND]", "list the commands, or the options of one", width, to);
  terminal_wrap("sluice --version prints version and commit.", 0, 0, width, to);
}

// Sets the width of help texts, which argp assumes to be 80 columns.
static void fit_help(void) {
  char format[64];
  int width = terminal_width(STDOUT_FILENO);
  snprintf(format, sizeof(format), "rmargin=%d%s", width < LEAST ? LEAST : width,
           width < NARROW ? ",opt-doc-col=12" : "");
  if (width < 80) setenv("ARGP_HELP_FMT", format, 0);
}

static int unknown(const char *name) {
  struct near near;
  near_begin(&near, name, strlen(name));
  for (int i = 0; i < COMMANDS; i++) near_offer(&near, commands[i].name);
  near_offer(&near, "help");
  const char *question = near_question(&near);
  fprintf(stderr, "sluice: unknown command '%s'%s", name, question);
  if (*question == '\0') {
    fprintf(stderr, "; use ");
    for (int i = 0; i < COMMANDS; i++) fprintf(stderr, "%s, ", commands[i].name);
    fprintf(stderr, "or help");
  }
  if (access(name, R_OK) == 0) fprintf(stderr, " (to run a scenario: sluice run %s)", name);
  fprintf(stderr, "\n");
  return EXIT_INPUT;
}

static int call(const struct command *c, int argc, char **argv) {
  char title[sizeof(c->title)];  // argp prints argv[0], which is not const
  memcpy(title, c->title, sizeof(title));
  argv[0] = title;
  return c->call(argc, argv);
}

static int help(const char *name) {
  char option[] = "--help", *argv[] = {NULL, option, NULL};
  const struct command *c = name != NULL ? find(name) : NULL;
  if (c != NULL) return call(c, 2, argv);
  if (name != NULL) return unknown(name);
  usage(stdout);
  return command_flush("sluice") == 0 ? EXIT_DONE : EXIT_ERROR;
}

// Opens the closed ones of the three standard streams. Otherwise the next file would get their number, and printed
// lines would be written to that file.
static void hold_streams(void) {
  int fd;
  do fd = open("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd > STDERR_FILENO) close(fd);
}

int main(int argc, char **argv) {
  hold_streams();
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);  // messages on standard error stay between the lines that they follow
  fit_help();
  if (argc < 2) {
    usage(stderr);
    return EXIT_INPUT;
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
    const bool known = sluice_commit[0] != '\0';
    printf("sluice %s%s%s%s\n", SLUICE_VERSION, known ? " (commit " : "", sluice_commit, known ? ")" : "");
    return command_flush("sluice") == 0 ? EXIT_DONE : EXIT_ERROR;
  }
  if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
    return help(argc > 2 ? argv[2] : NULL);
  const struct command *c = find(argv[1]);
  return c != NULL ? call(c, argc - 1, argv + 1) : unknown(argv[1]);
}
