// sluice import: the command line. The only file of this folder that prints to the terminal.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/commands.h"
#include "tb/cli/import/import.h"
#include "tb/cli/out.h"
#include "tb/sim/files/files.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { FILES = 3, PATH = 4096 };
enum format { HPCC, SIMAI, HTSIM };

static const char *const formats[] = {[HPCC] = "hpcc", [SIMAI] = "simai", [HTSIM] = "htsim", NULL};
static const struct {
  int least, most;
  const char *files;
} of_format[] = {[HPCC] = {1, 3, "TOPOLOGY [FLOWS [CONFIG]]"},
                 [SIMAI] = {1, 2, "TOPOLOGY [FLOWS]"},
                 [HTSIM] = {2, 2, "TOPOLOGY MATRIX"}};

struct arguments {
  enum format format;
  bool known;  // the format is given
  const char *file[FILES];
  int files;
  const char *out;
};

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "write to DIR (default: named after the topology, in the current directory)", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void check_given(const struct arguments *a, struct argp_state *state) {
  if (!a->known) argp_failure(state, EXIT_INPUT, 0, "no format; give hpcc, simai or htsim");
  if (a->files < of_format[a->format].least || a->files > of_format[a->format].most)
    argp_failure(state, EXIT_INPUT, 0, "%d file%s; usage: sluice import %s %s", a->files, a->files == 1 ? "" : "s",
                 formats[a->format], of_format[a->format].files);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case ARGP_KEY_ARG:
      if (!a->known)
        a->format = (enum format)command_choice("format", arg, formats, state);
      else if (a->files < FILES)
        a->file[a->files] = arg;
      a->files += a->known;
      a->known = true;
      return 0;
    case ARGP_KEY_END:
      check_given(a, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static int read_files(const struct arguments *a, struct import *m) {
  switch (a->format) {
    case HPCC:
      return import_hpcc(m, a->file[0], a->file[1], a->file[2]);
    case SIMAI:
      return import_simai(m, a->file[0], a->file[1]);
    default:
      return import_htsim(m, a->file[0], a->file[1]);
  }
}

// ---- the files ----

// The directory of the results: --out, or the name of the topology's file without its ending. Without an ending, the
// directory has one.
static void name_dir(const struct arguments *a, char dir[PATH]) {
  const char *slash = strrchr(a->file[0], '/'), *name = slash != NULL ? slash + 1 : a->file[0];
  const char *dot = strrchr(name, '.');
  if (a->out != NULL)
    snprintf(dir, PATH, "%s", a->out);
  else if (dot != NULL && dot > name)
    snprintf(dir, PATH, "%.*s", (int)(dot - name), name);
  else
    snprintf(dir, PATH, "%s.import", name);
}

static int refuse_input(const struct arguments *a, const char *path) {
  for (int i = 0; i < a->files; i++)
    if (same_file(path, a->file[i])) {
      fprintf(stderr, "%s: the file is read; give --out another directory\n", path);
      return EXIT_INPUT;
    }
  return EXIT_DONE;
}

static int cannot(const char *path, int error) {
  fprintf(stderr, "%s: cannot write: %s; give --out a directory that can be written\n", path, strerror(error));
  return EXIT_ERROR;
}

static void put_flows(struct outfile *o, const struct import *m, const struct import_plan *p) {
  if (m->flows > 0) import_flows_csv(m, p, o->to);
}

// Both files are on the disk before one of them gets its name.
static int write_files(const struct arguments *a, const struct import *m, const struct import_plan *p,
                       const char *command, const char *dir) {
  char path[2][PATH + 16];
  struct outfile file[2];
  int opened = 0, error = 0;
  snprintf(path[0], sizeof(path[0]), "%s/flows.csv", dir);
  snprintf(path[1], sizeof(path[1]), "%s/scenario.yaml", dir);
  for (int i = 0; i < 2; i++)
    if (refuse_input(a, path[i]) != 0) return EXIT_INPUT;
  while (opened < 2 && error == 0) {
    error = outfile_open(&file[opened], path[opened]);
    opened += error == 0;
  }
  if (error != 0 && opened == 1) outfile_close(&file[0], false);
  if (error != 0) return cannot(path[opened], error);
  put_flows(&file[0], m, p);
  error = import_scenario(m, p, command, file[1].to);
  int bad = 1;
  for (int i = 0; i < 2 && error == 0; i++) error = outfile_flush(file[bad = i].to);
  for (int i = 0; i < 2; i++) {
    int closed = outfile_close(&file[i], error == 0 && (i == 1 || m->flows > 0));
    if (closed != 0 && error == 0) error = closed, bad = i;
  }
  return error == 0 ? EXIT_DONE : cannot(path[bad], error);
}

static int write_dir(const struct arguments *a, const struct import *m, struct import_plan *p, const char *command) {
  char dir[PATH], scenario[PATH + 16];
  int made = 0;
  name_dir(a, dir);
  if (a->out == NULL && directories_are_dots(dir)) {
    fprintf(stderr, "%s: its name gives directory %s; give --out a new directory, or rename the file\n", a->file[0],
            dir);
    return EXIT_INPUT;
  }
  snprintf(scenario, sizeof(scenario), "%s/scenario.yaml", dir);
  int code = directories_make(dir, &made) == 0 ? write_files(a, m, p, command, dir) : cannot(dir, errno);
  if (code == EXIT_DONE && import_plan_settle(p, scenario)) code = write_files(a, m, p, command, dir);
  if (code != EXIT_DONE) {
    directories_remove(dir, made);
    return code;
  }
  for (int i = 0; i < m->notes; i++) fprintf(stderr, "%s\n", m->note[i]);
  int hosts = 0, switches = 0;
  for (int i = 0; i < m->nodes; i++) {
    switches += m->is_switch[i];
    hosts += !m->is_switch[i] && m->degree[i] > 0;
  }
  printf("%s/scenario.yaml: %d hosts, %d switches, %d links, %d flows\n", dir, hosts, switches, m->links, m->flows);
  return EXIT_DONE;
}

static int import(const struct arguments *a, const char *name, const char *command) {
  struct error err;
  struct import m;
  struct import_plan p = {.classes = 0};
  if (!command_is_utf8(name, command)) return EXIT_INPUT;
  import_begin(&m, a->file[0], &err);
  int status = read_files(a, &m);
  if (status == 0) status = import_plan(&m, &p);
  if (status != 0) fprintf(stderr, "%s\n", err.text);
  int code = status == EINVAL ? EXIT_INPUT : status != 0 ? EXIT_ERROR : write_dir(a, &m, &p, command);
  if (code == EXIT_DONE && command_flush(name) != 0) code = EXIT_ERROR;
  import_plan_free(&p);
  import_free(&m);
  return code;
}

int import_main(int argc, char **argv) {
  static const struct argp argp = {options,
                                   parse,
                                   "hpcc TOPOLOGY [FLOWS [CONFIG]]\nsimai TOPOLOGY [FLOWS]\nhtsim TOPOLOGY MATRIX",
                                   "Writes a scenario and a CSV file of flows from the files of another simulator "
                                   "(docs/guide/coming-from.md).",
                                   NULL,
                                   NULL,
                                   NULL};
  struct arguments a = {.format = HPCC};
  char *command = command_line(argc, argv);
  if (command == NULL) return EXIT_ERROR;
  argp_err_exit_status = EXIT_INPUT;
  tempfiles_watch();
  int code = command_parse(&argp, argc, argv, &a) == 0 ? import(&a, argv[0], command) : EXIT_INPUT;
  free(command);
  return code;
}
