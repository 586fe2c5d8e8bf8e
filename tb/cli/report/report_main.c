// sluice report: the command line, and the output of the page.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/commands.h"
#include "tb/cli/report/flow_rows.h"
#include "tb/cli/report/page_data.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/command.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { PATH = 4096, RUNS = 64, PAGE_BEGIN = 15 };  // PAGE_BEGIN: length of <!DOCTYPE html>

struct arguments {
  const char *dir[RUNS], *out;
  int dirs;
  bool json;
};

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0, "write the page to FILE (default for one run: DIR/report.html)", 0},
    {"json", 'j', NULL, 0, "print the data of the page as JSON, without writing a page", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case 'j':
      a->json = true;
      return 0;
    case ARGP_KEY_ARG:
      if (a->dirs == RUNS) argp_failure(state, EXIT_INPUT, 0, "more than %d directories; give fewer", RUNS);
      a->dir[a->dirs++] = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->dirs == 0)
        argp_failure(state, EXIT_INPUT, 0,
                     "no directory; usage: sluice report DIR [DIR...], written by sluice run --out or sluice sweep");
      if (a->json && a->out != NULL) argp_failure(state, EXIT_INPUT, 0, "--json writes no page; remove --out");
      if (a->dirs > 1 && a->out == NULL && !a->json)
        argp_failure(state, EXIT_INPUT, 0, "a page of several runs needs a name; add --out FILE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// Writes text into a script element, where < could begin a tag.
static int put_text(const char *text, size_t size, void *file) {
  for (size_t i = 0; i < size; i++)
    if (text[i] == '<')
      fputs("\\u003c", file);
    else
      fputc(text[i], file);
  return 0;
}

static void put_page(const void *runs, FILE *to) {
  fputs(page_head, to);
  fprintf(to, "<script type=\"application/json\" id=\"runs\">");
  json_dump_callback(runs, put_text, to, JSON_COMPACT | JSON_REAL_PRECISION(12));
  fprintf(to, "</script>\n");
  fputs(page_tail, to);
}

static int write_where(const struct arguments *a, const json_t *runs) {
  char path[PATH];
  int n = snprintf(path, sizeof(path), a->out != NULL ? "%s" : "%s/report.html", a->out != NULL ? a->out : a->dir[0]);
  if (n >= (int)sizeof(path)) {
    fprintf(stderr, "%.64s...: cannot write: %s; give --out a shorter path\n", path, strerror(ENAMETOOLONG));
    return EXIT_INPUT;
  }
  if (!command_replaces(path, page_head, PAGE_BEGIN)) {
    fprintf(stderr, "%s: the file does not hold a page; give --out another file\n", path);
    return EXIT_INPUT;
  }
  int code = command_out(path, put_page, runs);
  if (code == EXIT_DONE) printf("%s\n", path);
  return code;
}

static int read_runs(const struct arguments *a, json_t *runs, struct error *err) {
  struct flow_rows flows[RUNS];
  int status = 0, read = 0;
  while (read < a->dirs && status == 0) {
    json_t *run = NULL;
    status = run_dir_read(a->dir[read], &run, &flows[read], err);
    read++;
    if (status == 0 && json_array_append_new(runs, run) != 0) status = error_no_memory(err, a->dir[read - 1]);
  }
  size_t dirs = (size_t)a->dirs;
  if (status == 0 && dirs > 1 && (flow_stats_common(runs, flows, dirs) != 0 || flow_rates(runs, flows, dirs) != 0))
    status = error_no_memory(err, a->dir[0]);
  for (int i = 0; i < read; i++) flow_rows_free(&flows[i]);
  return status;
}

// The directory of a sweep; NULL: all are of runs.
static const char *sweep_of(const struct arguments *a) {
  for (int i = 0; i < a->dirs; i++)
    if (sweep_data_is(a->dir[i])) return a->dir[i];
  return NULL;
}

static int read_sweep(const char *dir, json_t *pages, struct error *err) {
  json_t *sweep;
  int status = sweep_data_read(dir, &sweep, err);
  if (status == 0 && json_array_append_new(pages, sweep) != 0) status = error_no_memory(err, dir);
  return status;
}

static int read_all(const struct arguments *a, json_t *runs, struct error *err) {
  const char *sweep = sweep_of(a);
  if (sweep == NULL) return read_runs(a, runs, err);
  if (a->dirs == 1) return read_sweep(sweep, runs, err);
  return error_set(err, "%s: a sweep; give it alone, because a page is about runs or about one sweep", sweep);
}

static int report(const struct arguments *a) {
  struct error err;
  json_t *runs = json_array();
  int status = read_all(a, runs, &err);
  int code = status == 0                                                 ? EXIT_DONE
             : status == EINVAL || status == ENOENT || status == ENOTDIR ? EXIT_INPUT
                                                                         : EXIT_ERROR;
  if (status != 0)
    fprintf(stderr, "%s\n", err.text);
  else if (a->json && json_dumpf(runs, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12)) != 0)
    code = EXIT_ERROR;  // command_flush() prints why
  else if (!a->json)
    code = write_where(a, runs);
  json_decref(runs);
  return code;
}

int report_main(int argc, char **argv) {
  static const struct argp argp = {
      options,
      parse,
      "DIR [DIR...]",
      "Writes one HTML page of a run, a comparison of runs, or a page of a sweep, from what "
      "sluice run --out or sluice sweep wrote (docs/guide/reports.md).",
      NULL,
      NULL,
      NULL};
  struct arguments a = {.dirs = 0};
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  tempfiles_watch();
  int code = report(&a);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
