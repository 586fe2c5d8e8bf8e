// sluice: runs a network of MMUs from a scenario file. The only file that prints and exits.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analyze_main.h"
#include "plan_main.h"
#include "report.h"

enum { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_MISMATCH, EXIT_LOSS };
enum { REPLAY_CLOCKS = 2000 };  // traced before a mismatch

struct arguments {
  const char *file, *mmu, *out, *waves, *engine_name;
  enum engine_kind engine;
  bool quiet, seeded;
  uint64_t seed, waves_us;
};

static const struct argp_option options[] = {
    {"mmu", 'm', "FILE", 0, "use the mmu section of this file, not the scenario's", 0},
    {"engine", 'e', "ENGINE", 0, "rtl, model (default), or both in lock-step", 0},
    {"out", 'o', "DIR", 0, "write results.json, pauses.csv and occupancy.csv there", 0},
    {"waves", 'w', "FILE", 0, "write an FST of the RTL", 0},
    {"waves-us", 'u', "N", 0, "only the first N microseconds of them", 0},
    {"seed", 's', "N", 0, "instead of the scenario's", 0},
    {"quiet", 'q', NULL, 0, "no table, no progress", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse_engine(struct arguments *a, const char *name, struct argp_state *state) {
  static const char *const names[] = {[ENGINE_RTL] = "rtl", [ENGINE_MODEL] = "model", [ENGINE_BOTH] = "both"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(name, names[i]) != 0) continue;
    a->engine = (enum engine_kind)i;
    a->engine_name = names[i];
    return 0;
  }
  argp_failure(state, EXIT_INPUT, 0, "engine '%s' is unknown; use rtl, model or both", name);
  return EINVAL;
}

static uint64_t parse_number(const char *what, const char *text, struct argp_state *state) {
  char *end;
  errno = 0;
  uint64_t number = strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0' || *text < '0' || *text > '9')
    argp_failure(state, EXIT_INPUT, 0, "%s '%s' is not a number; use 0 to 18446744073709551615", what, text);
  return number;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'e':
      return parse_engine(a, arg, state);
    case 'm':
      a->mmu = arg;
      return 0;
    case 'o':
      a->out = arg;
      return 0;
    case 'w':
      a->waves = arg;
      return 0;
    case 'u':
      a->waves_us = parse_number("waves-us", arg, state);
      return 0;
    case 's':
      a->seed = parse_number("seed", arg, state);
      a->seeded = true;
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      if (a->file != NULL) argp_failure(state, EXIT_INPUT, 0, "more than one scenario; give one");
      a->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no scenario; usage: sluice run FILE [--engine ENGINE]");
      if (a->waves != NULL && a->engine == ENGINE_MODEL)
        argp_failure(state, EXIT_INPUT, 0, "--waves shows RTL signals; add --engine rtl or --engine both");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// ---- result files: written under another name, and renamed when all is well ----

enum { OUT_PAUSES, OUT_OCCUPANCY, OUT_RESULTS, OUT_FILES };
static const char *const out_names[] = {"pauses.csv", "occupancy.csv", "results.json"};

struct out_files {
  const char *dir;
  bool made;  // the directory was not there before
  FILE *file[OUT_FILES];
};

static void out_path(const struct out_files *o, int i, bool final, char *path, size_t size) {
  snprintf(path, size, final ? "%s/%s" : "%s/.%s.part", o->dir, out_names[i]);
}

static void out_discard(struct out_files *o) {
  char path[4096];
  for (int i = 0; i < OUT_FILES; i++) {
    if (o->file[i] == NULL) continue;
    fclose(o->file[i]);
    o->file[i] = NULL;
    out_path(o, i, false, path, sizeof(path));
    unlink(path);
  }
  if (o->made) rmdir(o->dir);
}

static int out_fail(struct out_files *o, const char *what) {
  fprintf(stderr, "%s: %s: %s; give --out a directory that can be written\n", o->dir, what, strerror(errno));
  out_discard(o);
  return EXIT_ERROR;
}

static int out_open(struct out_files *o, const char *dir) {
  char path[4096];
  o->dir = dir;
  if (strlen(dir) > sizeof(path) - 64) {
    errno = ENAMETOOLONG;
    return out_fail(o, "cannot open");
  }
  o->made = mkdir(dir, 0777) == 0;
  if (!o->made && errno != EEXIST) return out_fail(o, "cannot make");
  for (int i = 0; i < OUT_FILES; i++) {
    out_path(o, i, false, path, sizeof(path));
    o->file[i] = fopen(path, "w");
    if (o->file[i] == NULL) return out_fail(o, "cannot write");
  }
  fprintf(o->file[OUT_PAUSES], "time_ns,link,direction,class,event,level\n");
  fprintf(o->file[OUT_OCCUPANCY], "time_ns,switch,link,class,bytes,gbps\n");
  return 0;
}

static int out_commit(struct out_files *o) {
  char part[4096], path[4096];
  for (int i = 0; i < OUT_FILES; i++)
    if (fflush(o->file[i]) != 0 || ferror(o->file[i])) return out_fail(o, "cannot write");
  for (int i = 0; i < OUT_FILES; i++) {
    out_path(o, i, false, part, sizeof(part));
    out_path(o, i, true, path, sizeof(path));
    fclose(o->file[i]);
    o->file[i] = NULL;
    if (rename(part, path) != 0) return out_fail(o, "cannot write");
  }
  return 0;
}

// ---- progress: a bar on a terminal, once the run turns out to be long ----

struct progress {
  double begin, shown;
};

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void show_progress(void *arg, double share) {
  struct progress *p = arg;
  double now = seconds(CLOCK_MONOTONIC);
  if (now < p->begin + 1 || now < p->shown + 0.1) return;
  p->shown = now;
  int filled = (int)(40 * share);
  fprintf(stderr, "\r[%.*s%.*s] %3.0f %%", filled, "########################################", 40 - filled,
          "                                        ", 100 * share);
}

static void end_progress(const struct progress *p) {
  if (p->shown > 0) fprintf(stderr, "\r%50s\r", "");
}

// ---- one run ----

static int exit_code(enum network_status status) {
  switch (status) {
    case NETWORK_OK:
      return EXIT_RAN;
    case NETWORK_NO_ENGINE:
    case NETWORK_REFUSED:
    case NETWORK_OVERLOAD:
      return EXIT_INPUT;
    case NETWORK_MISMATCH:
      return EXIT_MISMATCH;
    default:
      return EXIT_ERROR;
  }
}

// What only the run found out: bad input is blamed on the registers' line.
static void fail(const struct arguments *a, const struct scenario *s, enum network_status status) {
  if (exit_code(status) == EXIT_INPUT)
    fprintf(stderr, "%s:%d: %s\n", a->mmu != NULL ? a->mmu : a->file, s->mmu_line, network_status_text(status));
  else
    fprintf(stderr, "%s: %s\n", a->file, network_status_text(status));
}

// Runs once more up to the mismatch, with the trace opened shortly before it.
static void replay(const struct arguments *a, const struct scenario *s, struct network_options o, uint64_t clock) {
  char path[4096];
  struct network *n;
  snprintf(path, sizeof(path), "%s/mismatch.fst", a->out != NULL ? a->out : ".");
  o.pauses = o.occupancy = NULL;
  o.progress = NULL;
  o.waves = path;
  o.waves_to = 0;
  o.waves_from = clock > REPLAY_CLOCKS ? clock - REPLAY_CLOCKS : 0;
  if (network_new(&n, s, &o) == NETWORK_OK) {
    network_run(n);
    fprintf(stderr, "waves of the last clocks: %s\n", path);
  }
  network_free(n);
}

static void mismatch(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                     const struct network *n) {
  network_report(n, stderr);
  fprintf(stderr, "repeat: sluice run %s %s%s%s--engine %s --seed %" PRIu64 "\n", a->file,
          a->mmu != NULL ? "--mmu " : "", a->mmu != NULL ? a->mmu : "", a->mmu != NULL ? " " : "", a->engine_name,
          o->seed);
  replay(a, s, *o, network_clock(n));
}

static void speed(const struct arguments *a, double cpu, uint64_t hops) {
  if (a->quiet) return;
  fprintf(stderr, "engine %s: %.3f CPU seconds, %" PRIu64 " packet-hops, %.0f packet-hops per CPU second\n",
          a->engine_name, cpu, hops, cpu > 0 ? (double)hops / cpu : 0);
}

static int run_network(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                       struct out_files *out) {
  struct network *n;
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  enum network_status status = network_new(&n, s, o);
  if (status == NETWORK_OK) status = network_run(n);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  end_progress(o->progress_arg);
  int code = exit_code(status);
  if (status == NETWORK_OK) {
    const struct network_result *r = network_result(n);
    if (!a->quiet) report_table(s, r, stdout);
    speed(a, cpu, r->hops);
    if (out->dir != NULL) results_json(s, r, o->seed, out->file[OUT_RESULTS]);
    if (r->lost > 0) {
      fprintf(stderr, "%s: %" PRIu64 " packets of lossless classes were refused; raise headroom\n", a->file, r->lost);
      code = EXIT_LOSS;
    }
  } else {
    fail(a, s, status);
    if (status == NETWORK_MISMATCH) mismatch(a, s, o, n);
  }
  network_free(n);
  return code;
}

static int run_search(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                      struct out_files *out) {
  struct search_result r;
  double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  enum network_status status = search_run(s, o, &r);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  end_progress(o->progress_arg);
  if (status != NETWORK_OK) {
    fail(a, s, status);
    return exit_code(status);
  }
  if (!a->quiet) report_search(s, &r, stdout);
  speed(a, cpu, r.hops);
  if (out->dir != NULL) results_search_json(s, &r, o->seed, out->file[OUT_RESULTS]);
  return r.lost > 0 ? EXIT_LOSS : EXIT_RAN;
}

static int run_scenario(const struct arguments *a, const struct scenario *s) {
  struct out_files out = {0};
  struct progress progress = {.begin = seconds(CLOCK_MONOTONIC)};
  struct network_options o = {.engine = a->engine, .seed = a->seeded ? a->seed : s->seed, .waves = a->waves};
  if (a->out != NULL) {
    int code = out_open(&out, a->out);
    if (code != 0) return code;
    o.pauses = out.file[OUT_PAUSES];
    o.occupancy = out.file[OUT_OCCUPANCY];
  }
  o.waves_to = (uint64_t)((double)a->waves_us * 1e-6 * (double)s->clock_hz);
  o.progress_arg = &progress;
  if (!a->quiet && isatty(STDERR_FILENO)) o.progress = show_progress;
  int code = s->bursts > 0 ? run_search(a, s, &o, &out) : run_network(a, s, &o, &out);
  if (out.dir == NULL) return code;
  if (code != EXIT_RAN && code != EXIT_LOSS) {
    out_discard(&out);
    return code;
  }
  int written = out_commit(&out);
  return written != 0 ? written : code;
}

static int run(int argc, char **argv) {
  static const struct argp argp = {options, parse, "FILE", "Runs the network of a scenario file (docs/scenario.md).",
                                   NULL,    NULL,  NULL};
  struct arguments a = {.engine = ENGINE_MODEL, .engine_name = "model"};
  char err[512];
  struct scenario *s;
  argp_err_exit_status = EXIT_INPUT;
  error_t bad = argp_parse(&argp, argc, argv, 0, NULL, &a);
  if (bad != 0) return EXIT_INPUT;
  int status = scenario_load_mmu(a.file, a.mmu, &s, err, sizeof(err));
  if (status != 0) {
    fprintf(stderr, "%s\n", err);
    return status == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  }
  for (int i = 0; i < s->warnings; i++) fprintf(stderr, "%s\n", s->warning[i]);
  int code = run_scenario(&a, s);
  scenario_free(s);
  if (fflush(stdout) != 0) return EXIT_ERROR;
  return code;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    char title[16];
    int (*call)(int argc, char **argv);
  } commands[] = {
      {"run", "sluice run", run}, {"analyze", "sluice analyze", analyze_main}, {"plan", "sluice plan", plan_main}};
  for (size_t i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
    if (strcmp(argv[1], commands[i].name) != 0) continue;
    char title[sizeof(commands[i].title)];  // argp wants it in argv[0], which is not const
    memcpy(title, commands[i].title, sizeof(title));
    argv[1] = title;
    return commands[i].call(argc - 1, argv + 1);
  }
  bool help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0);
  fprintf(help ? stdout : stderr,
          "usage: sluice run FILE, sluice analyze FILE or sluice plan, [OPTION...]; more: sluice run --help\n");
  return help ? EXIT_RAN : EXIT_INPUT;
}
