#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tb/cli/commands.h"
#include "tb/cli/out.h"
#include "tb/cli/run/run.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/clocked/clocked_fit.h"
#include "tb/sim/files/tempfiles.h"
#include "tb/sim/files/yaml_text.h"
#include "tb/sim/results/command.h"

// ---- full switches ----

static int log2_of(int n) {
  int bits = 0;
  while (n >> (bits + 1) != 0) bits++;
  return bits;
}

static int no_fit(const struct scenario_source *from, const struct scenario *s, struct error *err) {
  return error_set(err, "%s:%d: %s", from->mmu != NULL ? from->mmu : from->path, s->mmu_line, err->text);
}

static int no_engine(const struct scenario_source *from, const struct scenario *s, struct error *err) {
  error_set(err, "%s, or use --engine event", err->text);
  return no_fit(from, s, err);
}

// Loads scenario s, which was loaded from `from`, again with cells, clock, ports and width of a build of full switches,
// and sets *fit to the build. Returns 0, or an errno with a line in err.
static int load_in_cells(const struct scenario_source *from, const struct scenario *s, bool port_limits,
                         struct rtl_fit *fit, struct scenario **in_cells, struct error *err) {
  enum { KEYS = 4 };
  static const char *const key[KEYS] = {"cell_bytes", "clock_mhz", "mmu.width", "mmu.ports"};
  char value[KEYS][32];
  struct yaml_setting set[SCENARIO_SETTINGS + KEYS];
  if (rtl_fit(s, port_limits, fit, err) != 0) return no_fit(from, s, err);
  snprintf(value[0], sizeof(value[0]), "%d", fit->dims->cell);
  snprintf(value[1], sizeof(value[1]), "%.3f", fit->clock_mhz);
  snprintf(value[2], sizeof(value[2]), "%d", log2_of(fit->dims->cells) + 1);
  snprintf(value[3], sizeof(value[3]), "%d", fit->dims->ports);
  memcpy(set, from->set, (size_t)from->sets * sizeof(*set));
  for (int i = 0; i < KEYS; i++)
    set[from->sets + i] = (struct yaml_setting){key[i], value[i], "--engine switch", false};
  struct scenario_source again = *from;
  again.set = set;
  again.sets += KEYS;
  int status = scenario_load_from(&again, in_cells, err);
  if (status != 0) return status;
  if (rtl_fit_check(*in_cells, err) != 0) status = no_fit(from, *in_cells, err);
  if (status != 0) scenario_free(*in_cells);
  return status;
}

// Replaces *s for --engine switch by the scenario in the units of a build. Ports that differ in bytes can be equal in
// cells, so a build with limits per port, which is slower, is the second choice. Returns 0, or an errno with a line in
// err; then *s is unchanged.
static int full_switch_load(const struct scenario_source *from, struct scenario **s, struct rtl_fit *fit,
                            struct error *err) {
  struct scenario *in_cells;
  if (clocked_fit_schemes(*s, err) != 0) return no_engine(from, *s, err);
  int status = load_in_cells(from, *s, false, fit, &in_cells, err);
  const bool differ = status == 0 ? in_cells->dims.port_limits : fit->dims == NULL && (*s)->dims.port_limits;
  if (differ) {
    if (status == 0) scenario_free(in_cells);
    status = load_in_cells(from, *s, true, fit, &in_cells, err);
  }
  if (status != 0) return status;
  scenario_free(*s);
  *s = in_cells;
  return 0;
}

// ---- the command ----

// sluice run: loads the scenario, opens the output files, and starts the run in one or several processes.

// Whether the run is possible in a single process only; prints the reason.
static bool needs_one(const struct run_arguments *a, const struct scenario *s) {
  if (!a->event)
    fprintf(stderr, "%s: --engine %s runs in one process; use --engine event with mpirun, or leave mpirun out\n",
            a->file, a->engine_name);
  else if (s->telemetry)
    fprintf(stderr, "%s: telemetry stays in one process; give congestion dcqcn, or leave mpirun out\n", a->file);
  else if (s->bursts > 0)
    fprintf(stderr, "%s: a search runs in one process; leave mpirun out\n", a->file);
  else
    return false;
  return true;
}

// Whether all ranks could open their files; collective over all ranks.
static bool all_ready(const struct run_arguments *a, bool ready) {
  uint64_t bad = !ready;
  if (a->with->transport != NULL) a->with->transport->max(&bad, 1);
  return bad == 0;
}

// The run of a process other than rank 0: its output files are /dev/null.
static int run_other(const struct run_arguments *a, const struct scenario *s) {
  struct network_options o = {
      .event = a->event, .engine = a->engine, .threads = a->threads, .seed = s->seed, .transport = a->with->transport};
  struct out_files out = {0};
  FILE *nowhere = fopen("/dev/null", "w");
  if (a->out != NULL) o.pauses = o.occupancy = o.series = nowhere;
  if (a->out != NULL && s->trace_packets) o.packets = nowhere;
  if (a->out != NULL && s->rates_ns != 0) o.rates = nowhere;
  int code = all_ready(a, nowhere != NULL) ? run_network(a, s, &o, &out) : EXIT_ERROR;
  if (nowhere != NULL) fclose(nowhere);
  return code;
}

static int run_scenario(const struct run_arguments *a, const struct scenario *s) {
  struct out_files out = {0};
  if (a->with->transport != NULL && a->with->transport->rank != 0) return run_other(a, s);
  struct progress progress;
  progress_begin(&progress, s->bursts > 0 ? "runs" : "us", s->bursts > 0 ? 60 : 1);
  struct network_options o = {
      .event = a->event, .engine = a->engine, .threads = a->threads, .seed = s->seed, .waves = a->waves};
  if (a->full_switch) o.full_switch = a->fit.dims;
  struct error err;
  if (a->out != NULL) {
    if (out_open(&out, a->out, s, &err) != 0) {
      fprintf(stderr, "%s\n", err.text);
      all_ready(a, false);
      return EXIT_ERROR;
    }
    o.pauses = out.file[OUT_PAUSES];
    o.occupancy = out.file[OUT_OCCUPANCY];
    o.series = out.file[OUT_SERIES];
    if (s->rates_ns != 0) o.rates = out.file[OUT_RATES];
    if (s->trace_packets) o.packets = out.file[OUT_PACKETS];
  }
  o.waves_to = (uint64_t)((double)a->waves_us * 1e-6 * (double)s->clock_hz);
  o.transport = a->with->transport;
  if (!all_ready(a, true)) return EXIT_ERROR;
  for (int i = 0; i < s->warnings; i++) fprintf(stderr, "%s\n", s->warning[i]);
  if (progress_wanted(a->quiet)) {
    o.progress = progress_show;
    o.progress_arg = &progress;
  }
  int code = s->bursts > 0 ? run_search(a, s, &o, &out) : run_network(a, s, &o, &out);
  if (out.dir == NULL) return code;
  if (code != EXIT_RAN && code != EXIT_LOSS && code != EXIT_VERDICT) {
    out_discard(&out);
    return code;
  }
  if (out_commit(&out, &err) == 0) return code;
  fprintf(stderr, "%s\n", err.text);
  return EXIT_ERROR;
}

static int run_with_waves(const struct run_arguments *a, const struct scenario *s) {
  int lock;
  if (a->with->transport != NULL && needs_one(a, s)) return EXIT_INPUT;
  int code = waves_begin(a->waves, &lock) == 0 ? run_scenario(a, s) : EXIT_INPUT;
  waves_end(a->waves, lock);
  return code;
}

// Prints the sizes of the build, because they replace values of the scenario.
static void print_full_switch(const struct run_arguments *a) {
  const struct switch_dims *d = a->fit.dims;
  if (a->quiet) return;
  fprintf(
      stderr,
      "full switches: %d ports of %d bits%s, %d classes, %d cells of %d bytes, %.10g MHz; amounts are in these cells\n",
      d->ports, 8 * d->bytes, d->port_limits ? " with limits per port" : "", d->classes, d->cells, d->cell,
      a->fit.clock_mhz);
}

// Refuses --fail-on for a search, which has no verdict, and says if no flow can be incomplete.
static int check_fail_on(const struct run_arguments *a, const struct scenario *s) {
  bool finite = false;
  if (a->fail_on == 0) return 0;
  if (s->bursts > 0) {
    fprintf(stderr, "%s:%d: a search has no verdict; leave --fail-on out\n", a->file, s->search_line);
    return EINVAL;
  }
  for (int i = 0; i < s->flows; i++) finite |= s->flow[i].bytes != 0;
  if ((a->fail_on & FAIL_ON_INCOMPLETE) && !finite && !a->quiet)
    fprintf(stderr, "%s: all flows are endless, so --fail-on incomplete has no effect\n", a->file);
  return 0;
}

static int load_and_run(struct run_arguments *a) {
  struct error err;
  struct scenario *s;
  const struct scenario_source from = {
      .path = a->file, .mmu = a->mmu, .set = a->set, .sets = a->sets, .seed = a->seeded ? &a->seed : NULL};
  if (a->out != NULL && !command_is_utf8(a->file, a->command)) return EXIT_INPUT;
  int status = scenario_load_from(&from, &s, &err);
  bool loaded = status == 0;
  if (loaded && a->full_switch) status = full_switch_load(&from, &s, &a->fit, &err);
  if (status == 0 && !a->event) status = clocked_fit_check(s, &err);
  if (status != 0) {
    fprintf(stderr, "%s\n", err.text);
    if (loaded) scenario_free(s);
    return status == EINVAL ? EXIT_INPUT : EXIT_ERROR;
  }
  if (a->full_switch && a->with->transport == NULL) print_full_switch(a);
  int code = check_fail_on(a, s) == 0 ? run_with_waves(a, s) : EXIT_INPUT;
  scenario_free(s);
  return code;
}

int run_main(int argc, char **argv) {
  struct run_arguments a;
  struct processes with;
  int code = run_arguments(&a, argc, argv);
  if (code != EXIT_RAN) return code;
  a.with = &with;
  tempfiles_watch();
  code = processes_begin(&with) == 0 ? load_and_run(&a) : EXIT_ERROR;
  code = processes_end(&with, code);
  run_arguments_free(&a);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
