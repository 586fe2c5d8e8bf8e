// sluice run: the command line.
#define _GNU_SOURCE
#include "run_main.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "leftovers.h"
#include "network.h"
#include "out.h"
#include "processes.h"
#include "progress.h"
#include "report.h"
#include "rtl_switch.h"
#include "search.h"
#include "whole.h"
#include "yaml_text.h"

enum { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_MISMATCH, EXIT_LOSS };
enum { REPLAY_CLOCKS = 2000 };  // traced before a mismatch

struct arguments {
  const char *file, *mmu, *out, *waves, *engine_name;
  char *command;  // as it was given
  enum engine_kind engine;
  bool whole;  // --engine switch: whole switches
  struct rtl_fit fit;
  bool quiet, seeded;
  uint64_t seed, waves_us;
  struct processes *with;
  struct yaml_setting set[SCENARIO_SETTINGS];
  int sets;
};

static const struct argp_option options[] = {
    {"mmu", 'm', "FILE", 0, "use the mmu section of this file, not the scenario's", 0},
    {"engine", 'e', "ENGINE", 0, "rtl, model (default), both in lock-step, or switch: whole switches with real frames",
     0},
    {"out", 'o', "DIR", 0, "write results.json and CSV files there (docs/output.md)", 0},
    {"waves", 'w', "FILE", 0, "write an FST of the RTL", 0},
    {"waves-us", 'u', "N", 0, "only the first N microseconds of them", 0},
    {"seed", 's', "N", 0, "instead of the scenario's: other jitter, traffic and ECMP routes", 0},
    {"set", 'S', "KEY=VALUE", 0, "set a key of the scenario, such as mmu.alpha=1/8 or flows.*.gbps=10; may be repeated",
     0},
    {"quiet", 'q', NULL, 0, "no table, no progress", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static error_t parse_engine(struct arguments *a, const char *name, struct argp_state *state) {
  static const char *const names[] = {[ENGINE_RTL] = "rtl", [ENGINE_MODEL] = "model", [ENGINE_BOTH] = "both"};
  a->whole = strcmp(name, "switch") == 0;
  for (int i = 0; i < 3; i++) {
    if (strcmp(name, names[i]) != 0 && !a->whole) continue;
    a->engine = (enum engine_kind)i;
    a->engine_name = a->whole ? "switch" : names[i];
    return 0;
  }
  argp_failure(state, EXIT_INPUT, 0, "engine '%s' is unknown; use rtl, model, both or switch", name);
  return EINVAL;
}

// The argument stays whole for messages: the key is a copy that lasts as long as the program.
static void parse_setting(struct arguments *a, const char *arg, struct argp_state *state) {
  const char *equals = strchr(arg, '=');
  char *where = NULL;
  if (equals == NULL || equals == arg)
    argp_failure(state, EXIT_INPUT, 0, "'%s' sets nothing; give KEY=VALUE such as mmu.alpha=1/8", arg);
  else if (a->sets == SCENARIO_SETTINGS)
    argp_failure(state, EXIT_INPUT, 0, "more than %d keys are set; put some into the file", SCENARIO_SETTINGS);
  else if (asprintf(&where, "--set %s", arg) < 0)
    argp_failure(state, EXIT_ERROR, 0, "out of memory; free some");
  else
    a->set[a->sets++] = (struct yaml_setting){strndup(arg, (size_t)(equals - arg)), equals + 1, where};
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
      a->waves_us = command_number("waves-us", arg, 0, UINT64_MAX, state);
      return 0;
    case 's':
      a->seed = command_number("seed", arg, 0, UINT64_MAX, state);
      a->seeded = true;
      return 0;
    case 'S':
      parse_setting(a, arg, state);
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      command_scenario(&a->file, arg, state);
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no scenario; usage: sluice run FILE [--engine ENGINE]");
      if (a->waves == NULL && a->waves_us != 0)
        argp_failure(state, EXIT_INPUT, 0, "--waves-us says how much of the waves; add --waves FILE");
      if (a->waves != NULL && a->whole)
        argp_failure(state, EXIT_INPUT, 0, "--waves shows MMUs; add --engine rtl or --engine both");
      if (a->waves != NULL && a->engine == ENGINE_MODEL)
        argp_failure(state, EXIT_INPUT, 0, "--waves shows RTL signals; add --engine rtl or --engine both");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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

// make knows a build of the RTL by this name.
static void no_engine(const struct arguments *a, const struct scenario *s) {
  bool all = s->dims.schemes == (1u << SLUICE_SCHEMES) - 1;
  fprintf(stderr,
          "%s:%d: no RTL build has %d ports x %d classes x %d bits with %s; make it with `make VARIANTS=%dx%dx%d",
          a->mmu != NULL ? a->mmu : a->file, s->mmu_line, s->dims.ports, s->dims.classes, s->dims.width,
          all ? "all schemes" : "STATIC, SIH and DSH", s->dims.ports, s->dims.classes, s->dims.width);
  if (!all) fprintf(stderr, "s%u", s->dims.schemes);
  fprintf(stderr, "`, or use --engine model\n");
}

// What only the run found out: bad input is blamed on the registers' line.
static void fail(const struct arguments *a, const struct scenario *s, enum network_status status, int waves_error) {
  if (status == NETWORK_WAVES)
    fprintf(stderr,
            "%s: cannot write the waves: %s; give --waves a file that can be written, or less with --waves-us\n",
            a->waves, strerror(waves_error));
  else if (status == NETWORK_NO_ENGINE)
    no_engine(a, s);
  else if (exit_code(status) == EXIT_INPUT)
    fprintf(stderr, "%s:%d: %s\n", a->mmu != NULL ? a->mmu : a->file, s->mmu_line, network_status_text(status));
  else
    fprintf(stderr, "%s: %s\n", a->file, network_status_text(status));
}

// The waves are PATH.part until they are complete, which a device cannot be.
static int watch_waves(const char *waves) {
  static const char *const endings[] = {".part", ".part.hier"};
  struct stat there;
  char path[4096];
  if (waves == NULL) return EXIT_RAN;
  if (stat(waves, &there) == 0 && !S_ISREG(there.st_mode)) {
    fprintf(stderr, "%s: it is not a file; give --waves a file\n", waves);
    return EXIT_INPUT;
  }
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof(path), "%s%s", waves, endings[i]);
    leftovers_add(path);
  }
  leftovers_mapped(waves);
  return EXIT_RAN;
}

// Runs once more up to the mismatch, with the trace opened shortly before it.
static void replay(const struct arguments *a, const struct scenario *s, struct network_options o, uint64_t clock) {
  char path[4096];
  struct network *n;
  snprintf(path, sizeof(path), "%s/mismatch.fst", a->out != NULL ? a->out : ".");
  o.pauses = o.occupancy = o.series = NULL;
  o.progress = NULL;
  o.transport = NULL;
  o.waves = path;
  o.waves_to = 0;
  o.waves_from = clock > REPLAY_CLOCKS ? clock - REPLAY_CLOCKS : 0;
  if (watch_waves(path) != EXIT_RAN) return;
  if (network_new(&n, s, &o) == NETWORK_OK) network_run(n);
  if (network_waves_error(n) == 0)
    fprintf(stderr, "waves of the last clocks: %s\n", path);
  else
    fprintf(stderr, "%s: cannot write the waves: %s\n", path, strerror(network_waves_error(n)));
  network_free(n);
}

static void mismatch(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                     const struct network *n) {
  network_report(n, stderr);
  fprintf(stderr, "repeat: sluice run %s %s%s%s--engine %s --seed %" PRIu64 "\n", a->file,
          a->mmu != NULL ? "--mmu " : "", a->mmu != NULL ? a->mmu : "", a->mmu != NULL ? " " : "", a->engine_name,
          o->seed);
  if (!a->whole) replay(a, s, *o, network_clock(n));
}

static void speed(const struct arguments *a, double cpu, uint64_t hops) {
  if (a->quiet) return;
  fprintf(stderr, "engine %s: %.3f CPU seconds, %" PRIu64 " packet-hops, %.0f packet-hops per CPU second\n",
          a->engine_name, cpu, hops, cpu > 0 ? (double)hops / cpu : 0);
}

// How well the processes were used: what all worked, over what those worked that all waited for.
static void cost(const struct arguments *a, const struct network_cost *c) {
  if (a->quiet || c->processes == 0) return;
  double all = (double)c->longest * c->processes;
  fprintf(stderr,
          "%d processes: %" PRIu64 " look-aheads of %" PRIu64 " clocks, %" PRIu64 " packets and %" PRIu64
          " bytes from one to another, balance %.2f\n",
          c->processes, c->steps, c->ahead, c->packets, c->bytes, all > 0 ? (double)c->work / all : 1);
}

// Events that wait for the MMU for longer than a round of the ports: the network was held back by its clock.
static void warn_late(const struct arguments *a, const struct scenario *s, const struct network_result *r) {
  for (int i = 0; i < s->switches; i++)
    if (report_late(s, r, i))
      fprintf(stderr, "%s: switch %s: events waited up to %.3f us for the MMU; raise clock_mhz or packet_bytes\n",
              a->file, s->sw[i].name, (double)r->sw[i].late * 1e6 / (double)s->clock_hz);
}

// The registers' file, and the register that helps: GFC has no headroom.
static void lost(const struct arguments *a, const struct scenario *s, const struct network_result *r) {
  int worst = 0;
  for (int i = 0; i < s->switches; i++)
    if (r->sw[i].lost > r->sw[worst].lost) worst = i;
  fprintf(stderr, "%s:%d: %" PRIu64 " packets of lossless classes were refused, %" PRIu64 " of them by switch %s; %s\n",
          a->mmu != NULL ? a->mmu : a->file, s->mmu_line, r->lost, r->sw[worst].lost, s->sw[worst].name,
          scenario_is_gfc(s) ? "raise private, or lower bm and b0 (PRIVATE, STAGE_TOP, STAGE_BASE)"
                             : "raise headroom (HEADROOM)");
}

static int run_network(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                       struct out_files *out) {
  struct network *n;
  double cpu = cpu_seconds();
  enum network_status status = network_new(&n, s, o);
  if (status == NETWORK_OK) status = network_run(n);
  cpu = cpu_seconds() - cpu;
  progress_end(o->progress_arg);
  int code = exit_code(status);
  if (status == NETWORK_OK && o->transport != NULL && o->transport->rank != 0) {
    network_free(n);
    return code;
  }
  if (status == NETWORK_OK) {
    const struct network_result *r = network_result(n);
    if (!a->quiet && report_table(s, r, stdout) != 0) {
      fail(a, s, NETWORK_NO_MEMORY, 0);
      code = EXIT_ERROR;
    }
    speed(a, cpu, r->hops);
    cost(a, &r->cost);
    if (out->dir != NULL) {
      csv_flows(s, r, out->file[OUT_FLOWS]);
      csv_links(s, r, out->file[OUT_LINKS]);
      csv_queues(s, r, out->file[OUT_QUEUES]);
      results_json(s, r, o->seed, a->command, out->file[OUT_RESULTS]);
    }
    warn_late(a, s, r);
    if (r->lost > 0) {
      lost(a, s, r);
      code = EXIT_LOSS;
    }
  } else if (o->transport == NULL || network_failed(n) == o->transport->rank) {
    processes_speak(a->with);
    fail(a, s, status, n != NULL ? network_waves_error(n) : 0);
    if (status == NETWORK_MISMATCH) mismatch(a, s, o, n);
  }
  network_free(n);
  return code;
}

static int run_search(const struct arguments *a, const struct scenario *s, const struct network_options *o,
                      struct out_files *out) {
  struct search_result r;
  double cpu = cpu_seconds();
  enum network_status status = search_run(s, o, &r);
  cpu = cpu_seconds() - cpu;
  progress_end(o->progress_arg);
  if (status != NETWORK_OK) {
    fail(a, s, status, 0);
    return exit_code(status);
  }
  if (!a->quiet) report_search(s, &r, stdout);
  speed(a, cpu, r.hops);
  if (out->dir != NULL) results_search_json(s, &r, o->seed, a->command, out->file[OUT_RESULTS]);
  return r.lost > 0 ? EXIT_LOSS : EXIT_RAN;
}

// What one process does alone.
static bool needs_one(const struct arguments *a, const struct scenario *s) {
  if (a->whole)
    fprintf(stderr, "%s: --engine switch is one process's; leave mpirun out\n", a->file);
  else if (a->waves != NULL)
    fprintf(stderr, "%s: --waves is one process's; leave mpirun out\n", a->file);
  else if (s->bursts > 0)
    fprintf(stderr, "%s: a search is one process's; leave mpirun out\n", a->file);
  else
    return false;
  return true;
}

// Has rank 0 what it writes to?
static bool all_ready(const struct arguments *a, bool ready) {
  uint64_t bad = !ready;
  if (a->with->transport != NULL) a->with->transport->max(&bad, 1);
  return bad == 0;
}

// One of several processes that is not rank 0: what would be written goes nowhere.
static int run_other(const struct arguments *a, const struct scenario *s) {
  struct network_options o = {.engine = a->engine, .seed = s->seed, .transport = a->with->transport};
  struct out_files out = {0};
  FILE *nowhere = fopen("/dev/null", "w");
  struct progress progress;
  progress_begin(&progress);
  o.progress_arg = &progress;
  if (a->out != NULL) o.pauses = o.occupancy = o.series = nowhere;
  int code = all_ready(a, nowhere != NULL) ? run_network(a, s, &o, &out) : EXIT_ERROR;
  if (nowhere != NULL) fclose(nowhere);
  return code;
}

static int run_scenario(const struct arguments *a, const struct scenario *s) {
  struct out_files out = {0};
  if (a->with->transport != NULL && needs_one(a, s)) return EXIT_INPUT;
  if (a->with->transport != NULL && a->with->transport->rank != 0) return run_other(a, s);
  struct progress progress;
  progress_begin(&progress);
  struct network_options o = {.engine = a->engine, .seed = s->seed, .waves = a->waves};
  if (a->whole) {
    o.kind = &rtl_switch;
    o.whole = a->fit.dims;
  }
  char err[OUT_ERROR];
  if (a->out != NULL) {
    if (out_open(&out, a->out, err, sizeof(err)) != 0) {
      fprintf(stderr, "%s\n", err);
      all_ready(a, false);
      return EXIT_ERROR;
    }
    o.pauses = out.file[OUT_PAUSES];
    o.occupancy = out.file[OUT_OCCUPANCY];
    o.series = out.file[OUT_SERIES];
  }
  o.waves_to = (uint64_t)((double)a->waves_us * 1e-6 * (double)s->clock_hz);
  o.progress_arg = &progress;
  o.transport = a->with->transport;
  if (!all_ready(a, true)) return EXIT_ERROR;
  if (!a->quiet && isatty(STDERR_FILENO)) o.progress = progress_show;
  int code = s->bursts > 0 ? run_search(a, s, &o, &out) : run_network(a, s, &o, &out);
  if (out.dir == NULL) return code;
  if (code != EXIT_RAN && code != EXIT_LOSS) {
    out_discard(&out);
    return code;
  }
  if (out_commit(&out, err, sizeof(err)) == 0) return code;
  fprintf(stderr, "%s\n", err);
  return EXIT_ERROR;
}

// In which build, and what of the scenario that has changed.
static void say_whole(const struct arguments *a) {
  const struct switch_dims *d = a->fit.dims;
  if (a->quiet) return;
  fprintf(
      stderr,
      "whole switches: %d ports of %d bits, %d classes, %d cells of %d bytes, %.10g MHz; amounts are in these cells\n",
      d->ports, 8 * d->bytes, d->classes, d->cells, d->cell, a->fit.clock_mhz);
}

static int load_and_run(struct arguments *a) {
  char err[512];
  struct scenario *s;
  const struct scenario_source from = {
      .path = a->file, .mmu = a->mmu, .set = a->set, .sets = a->sets, .seed = a->seeded ? &a->seed : NULL};
  int status = scenario_load_from(&from, &s, err, sizeof(err));
  bool loaded = status == 0;
  if (loaded && a->whole) status = whole_load(&from, &s, &a->fit, err, sizeof(err));
  if (status != 0) {
    fprintf(stderr, "%s\n", err);
    if (loaded) scenario_free(s);
    return status == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  }
  if (a->whole && a->with->transport == NULL) say_whole(a);
  for (int i = 0; i < s->warnings; i++) fprintf(stderr, "%s\n", s->warning[i]);
  int code = watch_waves(a->waves);
  if (code == EXIT_RAN) code = run_scenario(a, s);
  scenario_free(s);
  return code;
}

int run_main(int argc, char **argv) {
  static const struct argp argp = {options, parse, "FILE", "Runs the network of a scenario file (docs/scenario.md).",
                                   NULL,    NULL,  NULL};
  struct arguments a = {.engine = ENGINE_MODEL, .engine_name = "model", .command = command_line(argc, argv)};
  struct processes with;
  a.with = &with;
  argp_err_exit_status = EXIT_INPUT;
  error_t bad = a.command != NULL ? argp_parse(&argp, argc, argv, 0, NULL, &a) : ENOMEM;
  if (bad != 0) return bad == ENOMEM ? EXIT_ERROR : EXIT_INPUT;
  leftovers_watch();
  int code = processes_begin(&with) == 0 ? load_and_run(&a) : EXIT_ERROR;
  processes_end(&with);
  for (int i = 0; i < a.sets; i++) {
    free((char *)a.set[i].key);
    free((char *)a.set[i].where);
  }
  free(a.command);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
