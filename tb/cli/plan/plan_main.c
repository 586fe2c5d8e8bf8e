// sluice plan: runs the command. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include <argp.h>
#include <stdlib.h>

#include "tb/cli/commands.h"
#include "tb/cli/plan/plan_arguments.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };

// Argument of put_scenario() and put_section()
struct written {
  const struct plan_input *in;
  const struct plan *p;
};

static void put_scenario(const void *what, FILE *to) {
  const struct written *w = what;
  plan_fragment(w->in, w->p, to);
}

static void put_section(const void *what, FILE *to) {
  const struct written *w = what;
  plan_section(w->in, w->p, to);
}

static int refuse(const char *name, const struct error *err) {
  fprintf(stderr, "%s: %s\n", name, err->text);
  return EXIT_INPUT;
}

static int check_files(const struct plan_arguments *a, const struct plan *p, struct error *err) {
  if (a->out != NULL) return plan_fragment_check(&a->in, p, err);
  return a->mmu != NULL ? plan_scheme_check(&a->in, p, err) : 0;
}

static int write_files(const struct plan_arguments *a, const struct plan *p) {
  const struct written w = {&a->in, p};
  int code = a->out != NULL ? command_out(a->out, put_scenario, &w) : EXIT_DONE;
  return code == EXIT_DONE && a->mmu != NULL ? command_out(a->mmu, put_section, &w) : code;
}

// The outputs that can be refused.
static int print_checked(const struct plan_arguments *a, const struct plan *p, struct error *err) {
  struct plan_registers r;
  struct plan_switch_credits x;
  const bool credits = plan_has_switch_credits(&a->in);
  if (a->print == PLAN_PROFILES) return plan_pg_profile(&a->in, &a->rows, stdout, err);
  if (a->print == PLAN_BUFFERS) return plan_buffers(&a->in, &a->rows, stdout, err);
  if (a->print != PLAN_REGISTERS) return 0;
  int status = plan_scheme_check(&a->in, p, err);
  if (status == 0) status = plan_register_values(&a->in, p, &r, err);
  if (status == 0 && credits) status = plan_switch_credits_make(&a->in, p, &r, &x, err);
  if (status == 0 && credits && (a->out != NULL || a->mmu != NULL))
    status = error_set(err, "--out and --mmu have no credits; give them without --credits");
  if (status == 0) plan_bringup(&a->in, p, &r, a->map, credits ? &x : NULL, stdout);
  return status;
}

// With credits, a private buffer that is not given follows from the first plan.
static int make(struct plan_input *in, struct plan *p, struct error *err) {
  const int status = plan_make(in, p, err);
  return status == 0 && plan_switch_credits_private(in, p) ? plan_make(in, p, err) : status;
}

static int plan(struct plan_arguments *a, const char *name, const char *command) {
  struct plan p;
  struct error err;
  if (a->print == PLAN_JSON && !command_is_utf8(name, command)) return EXIT_INPUT;
  if (make(&a->in, &p, &err) != 0) return refuse(name, &err);
  if (check_files(a, &p, &err) != 0 || print_checked(a, &p, &err) != 0) return refuse(name, &err);
  int code = write_files(a, &p);
  if (code != EXIT_DONE) return code;
  if (a->print == PLAN_JSON && plan_json(&a->in, &p, command, stdout) != 0) {
    fprintf(stderr, "%s: out of memory\n", name);
    return EXIT_ERROR;
  }
  if (a->print == PLAN_TABLES) plan_report(&a->in, &p, a->all, stdout);
  return command_flush(name) == 0 ? EXIT_DONE : EXIT_ERROR;
}

int plan_main(int argc, char **argv) {
  struct plan_arguments a;
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  plan_arguments_init(&a);
  int code = command_parse(&plan_argp, argc, argv, &a) == 0 ? plan(&a, argv[0], command) : EXIT_INPUT;
  free(command);
  return code;
}
