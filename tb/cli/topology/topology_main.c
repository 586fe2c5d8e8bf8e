// sluice topology: the command line. The only file of this folder that prints to the terminal.
#include <inttypes.h>
#include <stdlib.h>

#include "tb/cli/commands.h"
#include "tb/cli/topology/own_files.h"
#include "tb/cli/topology/topology.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };

static void put_text(const void *what, FILE *to) { fputs(what, to); }

// Reads the user's files. The time in which flows start ends after the last flow of the CSV file.
static int read_own(struct arguments *a, struct error *err) {
  struct topology *t = &a->t;
  struct own_place at = {a->out, 0, a->mmu == NULL && t->tree_levels == 0 ? t->plan.classes : 0,
                         topology_size(t).hosts};
  int status = a->flows != NULL ? own_flows(&t->own, a->flows, &at, err) : 0;
  if (status != 0) return status;
  const uint64_t after_last = (uint64_t)t->own.last_us + 1;
  if (a->timed && t->duration_us < after_last)
    return error_set(err, "%s: a flow starts at %.10g us; give --duration-us at least %" PRIu64, a->flows,
                     t->own.last_us, after_last);
  if (!a->timed && (a->traffic == NULL || after_last > t->duration_us)) t->duration_us = after_last;
  at.until_us = t->duration_us;
  return a->traffic != NULL ? own_entries(&t->own, a->traffic, &at, err) : 0;
}

static int make(struct arguments *a, const char *command, char **mmu, char **text, struct error *err) {
  int status = a->mmu != NULL ? mmu_section_read(a->mmu, mmu, err) : 0;
  a->t.mmu = *mmu;
  if (status == 0 && (a->flows != NULL || a->traffic != NULL)) status = read_own(a, err);
  return status == 0 ? topology_make(&a->t, command, a->out != NULL ? a->out : "network.yaml", text, err) : status;
}

static int topology(struct arguments *a, const char *name, const char *command) {
  struct error err;
  char *mmu = NULL, *text = NULL;
  int code = EXIT_INPUT;
  if (!command_is_utf8(name, command)) return EXIT_INPUT;
  if (make(a, command, &mmu, &text, &err) != 0) {
    fprintf(stderr, "%s: %s\n", name, err.text);
  } else if (a->out != NULL) {
    code = command_out(a->out, put_text, text);
  } else {
    put_text(text, stdout);
    code = command_flush(name) == 0 ? EXIT_DONE : EXIT_ERROR;
  }
  free(mmu);
  free(text);
  return code;
}

int topology_main(int argc, char **argv) {
  struct arguments a = {
      .registers.every_scheme = true,
      .t = {.duration_us = 1000,
            .cls = -1,
            .sizes = "websearch",
            .plan = {.classes = 2, .mbps = 100000, .wire_ns = 1000, .mtu = 1000, .alpha = -4, .scheme = SLUICE_DSH}}};
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  int code = command_parse(&topology_argp, argc, argv, &a) == 0 ? topology(&a, argv[0], command) : EXIT_INPUT;
  own_traffic_free(&a.t.own);
  free(command);
  return code;
}
