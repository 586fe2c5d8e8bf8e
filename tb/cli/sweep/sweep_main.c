// sluice sweep: the command line, and its tasks.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cli/commands.h"
#include "tb/cli/out.h"
#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/files/vec.h"
#include "tb/sim/results/command.h"

enum { PATH = 4096 };

enum task { RUN, RUN_POINT, LIST, COUNT, MISSING, COLLECT };

struct arguments {
  const char *file, *out;
  enum task task;
  int jobs, point;
  bool quiet, model, keep_flows;
};

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "write results to DIR (default: named after FILE, in the current directory)", 0},
    {"engine", 'e', "ENGINE", 0, "event (default) or model: the C model in every cycle", 0},
    {"keep", 'k', "WHAT", 0, "flows: pool the flows over the seeds, and write flows.csv", 0},
    {"jobs", 'j', "N", 0, "points to run at a time (default: one per core)", 0},
    {"point", 'p', "N", 0, "run this point only", 0},
    {"collect", 'c', NULL, 0, "run nothing, and write sweep.csv of the finished points", 0},
    {"count", 'n', NULL, 0, "print the number of points", 0},
    {"points", 'l', NULL, 0, "list all points as CSV", 0},
    {"missing", 'm', NULL, 0, "list the points that have not run", 0},
    {"quiet", 'q', NULL, 0, "print no progress and no summary", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void choose(struct arguments *a, enum task task, struct argp_state *state) {
  if (a->task != RUN)
    argp_failure(state, EXIT_INPUT, 0,
                 "more than one of --point, --collect, --count, --points and --missing; give one");
  a->task = task;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case 'e': {
      static const char *const engines[] = {"event", "model", NULL};
      a->model = command_choice("engine", arg, engines, state) == 1;
      return 0;
    }
    case 'k': {
      static const char *const kept[] = {"flows", NULL};
      command_choice("keep", arg, kept, state);
      a->keep_flows = true;
      return 0;
    }
    case 'j':
      a->jobs = (int)command_number("jobs", arg, 1, SWEEP_JOBS, state);
      return 0;
    case 'p':
      choose(a, RUN_POINT, state);
      a->point = (int)command_number("point", arg, 1, SWEEP_POINTS, state);
      return 0;
    case 'c':
      choose(a, COLLECT, state);
      return 0;
    case 'n':
      choose(a, COUNT, state);
      return 0;
    case 'l':
      choose(a, LIST, state);
      return 0;
    case 'm':
      choose(a, MISSING, state);
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      if (a->file != NULL) argp_failure(state, EXIT_INPUT, 0, "more than one sweep; give one");
      a->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no sweep; usage: sluice sweep FILE [--jobs N]");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static int exit_code(int error) { return error == EINVAL ? EXIT_INPUT : EXIT_ERROR; }

static int refuse(int error, const struct error *err) {
  fprintf(stderr, "%s\n", err->text);
  return exit_code(error);
}

// ---- checks before the first run ----

struct warnings_seen {
  char **line;
  int lines;
};

// Prints a warning, unless an earlier point has caused the same one.
static void warn_once(struct warnings_seen *seen, const char *line) {
  for (int i = 0; i < seen->lines; i++)
    if (strcmp(seen->line[i], line) == 0) return;
  char **more = vec_grow(seen->line, (size_t)seen->lines, sizeof(*more));
  if (more == NULL) return;
  seen->line = more;
  char *copy = strdup(line);
  if (copy == NULL) return;
  more[seen->lines++] = copy;
  fprintf(stderr, "%s\n", line);
}

// The point at which a parameter has its value number `value`, and all other parameters have their first value.
static int point_of(const struct sweep *s, int parameter, int value) {
  int step = 1;
  for (int i = s->parameters - 1; i > parameter; i--) step *= s->parameter[i].values;
  return 1 + step * value;
}

// Loads one point for each value of each parameter, so that a wrong value is an error before the first run.
static int check_values(const struct sweep *s) {
  struct warnings_seen seen = {.line = NULL};
  struct error err;
  int status = 0;
  for (int i = 0; i < s->parameters && status == 0; i++)
    for (int k = i == 0 ? 0 : 1; k < s->parameter[i].values && status == 0; k++) {
      struct scenario *x;
      status = sweep_load_point(s, point_of(s, i, k), &x, &err);
      if (status == 0 && s->keep_flows && x->bursts > 0) {
        status = error_set(&err, "%s: the scenario has a search, whose flows are not kept; leave out --keep", s->path);
        scenario_free(x);
      }
      if (status != 0) fprintf(stderr, "%s\n", err.text);
      for (int n = 0; status == 0 && n < x->warnings; n++) warn_once(&seen, x->warning[n]);
      if (status == 0) scenario_free(x);
    }
  for (int i = 0; i < seen.lines; i++) free(seen.line[i]);
  free(seen.line);
  return status == 0 ? EXIT_RAN : exit_code(status);
}

// Checks the columns with the given point, and if that does not have all, with one point for each value.
static int check_columns(const struct sweep *s, int first) {
  struct error err;
  int points = 1;
  for (int i = 0; i < s->parameters; i++) points += s->parameter[i].values;
  int *point = malloc((size_t)points * sizeof(*point));
  if (point == NULL) return EXIT_ERROR;
  point[0] = first;
  for (int i = 0, n = 1; i < s->parameters; i++)
    for (int k = 0; k < s->parameter[i].values; k++) point[n++] = point_of(s, i, k);
  int status = sweep_check_columns(s, point, points, &err);
  if (status != 0) fprintf(stderr, "%s\n", err.text);
  free(point);
  return status == 0 ? EXIT_RAN : exit_code(status);
}

// ---- tasks ----

static int collect(const struct arguments *a, const struct sweep_dir *d, int ran) {
  struct error err;
  int completed, lost;
  int error = sweep_dir_collect(d, &completed, &lost, &err);
  if (error == 0 && d->s->keep_flows) error = sweep_flows_collect(d, &err);
  if (error != 0) return refuse(error, &err);
  if (!a->quiet) printf("%s/sweep.csv: %d of %d points", d->path, completed, d->s->points);
  if (!a->quiet) printf(ran >= 0 ? ", %d of them run now\n" : "\n", ran);
  if (lost > 0)
    fprintf(stderr, "%s: packets of lossless classes were lost at %d points; their `exit` in sweep.csv is %d\n",
            d->s->path, lost, EXIT_LOSS);
  if (completed < d->s->points) {
    fprintf(stderr, "%s: %d points have not run; --missing lists them\n", d->s->path, d->s->points - completed);
    return EXIT_ERROR;
  }
  return lost > 0 ? EXIT_LOSS : EXIT_RAN;
}

static int run_all(const struct arguments *a, const struct sweep_dir *d) {
  int ran, code = sweep_workers_run(d, a->jobs, a->quiet, &ran);
  return code == EXIT_RAN ? collect(a, d, ran) : code;
}

static int run_one(const struct arguments *a, const struct sweep_dir *d) {
  struct error err;
  char *row = NULL;
  size_t size;
  bool has;
  int error = sweep_dir_has(d, a->point, &has, &err);
  if (error != 0) return refuse(error, &err);
  if (has) return EXIT_RAN;
  FILE *to = open_memstream(&row, &size);
  if (to == NULL) return EXIT_ERROR;
  struct progress progress;
  struct network_options with = {.progress = NULL};
  if (progress_wanted(a->quiet)) with = (struct network_options){.progress = progress_show, .progress_arg = &progress};
  progress_begin(&progress, "us", 1);
  int code = sweep_run_point(d->s, a->point, &with, to);
  progress_hide(&progress);
  if (fclose(to) != 0) code = EXIT_ERROR;
  if ((code == EXIT_RAN || code == EXIT_LOSS) && sweep_dir_keep(d, a->point, row, size, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    code = EXIT_ERROR;
  }
  free(row);
  return code;
}

static void list_points(const struct sweep *s) {
  printf("point");
  for (int i = 0; i < s->parameters; i++) printf(",%s", s->parameter[i].key);
  printf("\n");
  for (int n = 1; n <= s->points; n++) {
    printf("%d", n);
    for (int i = 0; i < s->parameters; i++) {
      printf(",");
      sweep_field(s->parameter[i].value[sweep_value(s, i, n)], stdout);
    }
    printf("\n");
  }
}

// d NULL: no point has run.
static int list_missing(const struct sweep *s, const struct sweep_dir *d) {
  struct error err;
  for (int i = 1; i <= s->points; i++) {
    bool has = false;
    int error = d != NULL ? sweep_dir_has(d, i, &has, &err) : 0;
    if (error != 0) return refuse(error, &err);
    if (!has) printf("%d\n", i);
  }
  return EXIT_RAN;
}

static int in_directory(const struct arguments *a, const struct sweep *s, const char *out) {
  struct error err;
  struct sweep_dir d;
  // These two tasks only read, so they do not create a directory.
  if ((a->task == MISSING || a->task == COLLECT) && access(out, F_OK) != 0) {
    if (a->task == MISSING) list_missing(s, NULL);
    if (a->task == COLLECT) fprintf(stderr, "%s: %s; give --out the directory of the points\n", out, strerror(errno));
    return a->task == MISSING ? EXIT_RAN : EXIT_INPUT;
  }
  int error = sweep_dir_open(&d, s, out, a->task == RUN, &err), code = EXIT_RAN;
  if (error != 0) {
    code = refuse(error, &err);
  } else if (a->task == RUN) {
    code = run_all(a, &d);
  } else if (a->task == RUN_POINT) {
    code = run_one(a, &d);
  } else if (a->task == COLLECT) {
    code = collect(a, &d, -1);
  } else {
    code = list_missing(s, &d);
  }
  sweep_dir_close(&d);
  return code;
}

// The default directory of a file: "alpha" for "sweeps/alpha.yaml".
static void default_out(const char *file, char *out) {
  const char *slash = strrchr(file, '/');
  snprintf(out, PATH, "%s", slash != NULL ? slash + 1 : file);
  char *dot = strrchr(out, '.');
  if (dot != NULL && dot != out && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0))
    *dot = '\0';
  else
    strncat(out, ".sweep", PATH - strlen(out) - 1);
}

static int work(const struct arguments *a, const struct sweep *s) {
  char out[PATH];
  default_out(a->file, out);
  if (a->task == COUNT) printf("%d\n", s->points);
  if (a->task == LIST) list_points(s);
  if (a->task == COUNT || a->task == LIST) return EXIT_RAN;
  if (a->out == NULL && directories_are_dots(out)) {
    fprintf(stderr, "%s: its name gives directory %s; give --out a new directory, or rename the file\n", a->file, out);
    return EXIT_INPUT;
  }
  if (a->point > s->points) {
    fprintf(stderr, "%s:%d: there is no point %d; use 1 to %d\n", s->path, s->over_line, a->point, s->points);
    return EXIT_INPUT;
  }
  int code = a->task == RUN ? check_values(s) : EXIT_RAN;
  if (code == EXIT_RAN && (a->task == RUN || a->task == RUN_POINT))
    code = check_columns(s, a->task == RUN_POINT ? a->point : 1);
  return code == EXIT_RAN ? in_directory(a, s, a->out != NULL ? a->out : out) : code;
}

int sweep_main(int argc, char **argv) {
  static const struct argp argp = {
      options, parse,
      "FILE",  "Runs a scenario at all combinations of values for some of its keys (docs/guide/sweeps.md).",
      NULL,    NULL,
      NULL};
  struct arguments a = {.task = RUN};
  struct error err;
  struct sweep *s;
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  tempfiles_watch();
  if (!command_is_utf8(a.file, a.file)) return EXIT_INPUT;
  int status = sweep_load(a.file, &s, &err);
  if (status != 0) return refuse(status, &err);
  s->model = a.model;
  s->keep_flows = a.keep_flows;
  int code = work(&a, s);
  sweep_free(s);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
