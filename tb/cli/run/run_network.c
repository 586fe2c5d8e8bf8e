#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tb/cli/out.h"
#include "tb/cli/run/run.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/incomplete.h"
#include "tb/sim/results/report.h"
#include "tb/sim/results/terminal.h"
#include "tb/sim/simulation.h"

enum { REPLAY_CYCLES = 2000 };  // cycles before a mismatch in the waves

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int exit_code(enum network_status status) {
  if (status == NETWORK_OK) return EXIT_RAN;
  if (status == NETWORK_MISMATCH) return EXIT_MISMATCH;
  return network_status_of_input(status) ? EXIT_INPUT : EXIT_ERROR;
}

// Prints the command that makes the missing build of the RTL.
static void no_engine(const struct run_arguments *a, const struct scenario *s) {
  struct sluice_dims any;
  if (!engine_variant(0, &any)) {
    fprintf(stderr, "%s: %s\n", a->file, ENGINE_NO_RTL);
    return;
  }
  bool all = s->dims.schemes == (1u << SLUICE_SCHEMES) - 1;
  fprintf(stderr,
          "%s:%d: no RTL build has %d ports x %d classes x %d bits with %s%s; make it with `make VARIANTS=%dx%dx%d",
          a->mmu != NULL ? a->mmu : a->file, s->mmu_line, s->dims.ports, s->dims.classes, s->dims.width,
          all ? "all schemes" : "STATIC, SIH and DSH", s->dims.port_limits ? ", and limits per port" : "",
          s->dims.ports, s->dims.classes, s->dims.width);
  if (!all || s->dims.port_limits) fprintf(stderr, "s%u%s", s->dims.schemes, s->dims.port_limits ? "p1" : "");
  fprintf(stderr, "`, or use --engine model\n");
}

// Prints the error of a run. If the input is wrong, the place is the line of section mmu, or of section search.
static void fail(const struct run_arguments *a, const struct scenario *s, enum network_status status, int waves_error) {
  if (status == NETWORK_WAVES)
    fprintf(stderr,
            "%s: cannot write the waves: %s; give --waves a file that can be written, or a smaller --waves-us\n",
            a->waves, strerror(waves_error));
  else if (status == NETWORK_NO_ENGINE)
    no_engine(a, s);
  else if (status == NETWORK_BELOW_THRESHOLD || status == NETWORK_BURST_CUT)
    fprintf(stderr, "%s:%d: %s\n", a->file, s->search_line, network_status_text(status));
  else if (exit_code(status) == EXIT_INPUT)
    fprintf(stderr, "%s:%d: %s\n", a->mmu != NULL ? a->mmu : a->file, s->mmu_line, network_status_text(status));
  else
    fprintf(stderr, "%s: %s\n", a->file, network_status_text(status));
}

// Runs again up to the mismatch, and writes waves of the last cycles before it.
static void replay(const struct run_arguments *a, const struct scenario *s, struct network_options o, uint64_t cycle) {
  char path[4096];
  struct clocked_network *n;
  int lock;
  snprintf(path, sizeof(path), "%s/mismatch.fst", a->out != NULL ? a->out : ".");
  o.pauses = o.occupancy = o.series = o.packets = o.rates = NULL;
  o.progress = NULL;
  o.waves = path;
  o.waves_to = 0;
  o.waves_from = cycle > REPLAY_CYCLES ? cycle - REPLAY_CYCLES : 0;
  if (waves_begin(path, &lock) != 0) return;
  if (clocked_new(&n, s, &o) == NETWORK_OK) clocked_run(n);
  if (clocked_waves_error(n) == 0)
    fprintf(stderr, "waves of the last cycles: %s\n", path);
  else
    fprintf(stderr, "%s: cannot write the waves: %s\n", path, strerror(clocked_waves_error(n)));
  clocked_free(n);
  waves_end(path, lock);
}

static void mismatch(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
                     const struct clocked_network *n) {
  clocked_report(n, stderr);
  fprintf(stderr, "repeat: sluice run %s %s%s%s--engine %s --seed %" PRIu64 "\n", a->file,
          a->mmu != NULL ? "--mmu " : "", a->mmu != NULL ? a->mmu : "", a->mmu != NULL ? " " : "", a->engine_name,
          o->seed);
  if (!a->full_switch) replay(a, s, *o, clocked_now(n));
}

static void speed(const struct run_arguments *a, double cpu, uint64_t hops) {
  if (a->quiet) return;
  fprintf(stderr, "engine %s: %.3f CPU seconds, %" PRIu64 " packet-hops, %.0f packet-hops per CPU second\n",
          a->engine_name, cpu, hops, cpu > 0 ? (double)hops / cpu : 0);
}

// Prints the number of cycles that a run with both engines has compared. A run with a mismatch does not get here.
static void verified(const struct run_arguments *a) {
  int outputs;
  uint64_t cycles = engine_compared(&outputs);
  if (a->quiet || cycles == 0) return;
  fprintf(stderr, "RTL and model: %" PRIu64 " MMU cycles compared, %d outputs each, 0 mismatches\n", cycles, outputs);
}

// Prints the cost of several processes. Balance: work of all processes, divided by the processes times the longest
// work.
static void cost(const struct run_arguments *a, const struct network_result *r) {
  const struct network_cost *c = &r->cost;
  if (a->quiet || c->processes == 0) return;
  double all = (double)c->longest * c->processes;
  fprintf(stderr,
          "%d processes: %" PRIu64 " look-aheads of %.3f us, %" PRIu64 " packets and %" PRIu64
          " bytes between processes, balance %.2f\n",
          c->processes, c->steps, (double)c->ahead * 1e6 / (double)r->hz, c->packets, c->bytes,
          all > 0 ? (double)c->work / all : 1);
}

// Warns of switches where events waited for the MMU for more than a round of the ports: the clock slows the network
// down.
static void warn_late(const struct run_arguments *a, const struct scenario *s, const struct network_result *r) {
  for (int i = 0; i < s->switches; i++)
    if (report_late(s, r, i))
      fprintf(stderr, "%s: switch %s: events waited up to %.3f us for the MMU; raise clock_mhz or packet_bytes\n",
              a->file, s->sw[i].name, (double)r->sw[i].input_delay * 1e6 / (double)r->hz);
}

// Reports losses, with the place of the registers and the register to change: GFC and CBFC have no headroom.
static void lost(const struct run_arguments *a, const struct scenario *s, const struct network_result *r) {
  int worst = 0;
  for (int i = 0; i < s->switches; i++)
    if (r->sw[i].lost > r->sw[worst].lost) worst = i;
  fprintf(stderr, "%s:%d: ", a->mmu != NULL ? a->mmu : a->file, s->mmu_line);
  terminal_print(stderr, TERMINAL_YELLOW, "%" PRIu64 " packets of lossless classes were refused", r->lost);
  fprintf(stderr, ", %" PRIu64 " of them by switch %s; %s\n", r->sw[worst].lost, s->sw[worst].name,
          scenario_is_gfc(s)        ? "raise private, or lower bm and b0 (PRIVATE, STAGE_TOP, STAGE_BASE)"
          : scenario_has_credits(s) ? "raise private (PRIVATE), or lower alpha or credits.limit"
                                    : "raise headroom (HEADROOM)");
}

static bool fails(const struct run_arguments *a, const struct scenario *s, const struct network_result *r) {
  if ((a->fail_on & FAIL_ON_DEADLOCK) && r->verdict.kind == VERDICT_DEADLOCKED) return true;
  return (a->fail_on & FAIL_ON_INCOMPLETE) && incomplete_count(s, r).flows > 0;
}

int run_network(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
                struct out_files *out) {
  struct simulation *n;
  double cpu = cpu_seconds();
  enum network_status status = simulation_new(&n, s, o);
  if (status == NETWORK_OK) status = simulation_run(n);
  cpu = cpu_seconds() - cpu;
  if (o->progress != NULL) progress_hide(o->progress_arg);
  int code = exit_code(status);
  if (status == NETWORK_OK && o->transport != NULL && o->transport->rank != 0) {
    simulation_free(n);
    return code;
  }
  if (status == NETWORK_OK) {
    const struct network_result *r = simulation_result(n);
    if (!a->quiet && report_table(s, r, stdout) != 0) {
      fail(a, s, NETWORK_NO_MEMORY, 0);
      code = EXIT_ERROR;
    }
    speed(a, cpu, r->hops);
    verified(a);
    cost(a, r);
    if (out->dir != NULL) {
      csv_flows(s, r, out->file[OUT_FLOWS]);
      csv_links(s, r, out->file[OUT_LINKS]);
      csv_queues(s, r, out->file[OUT_QUEUES]);
    }
    if (out->dir != NULL && results_json(s, r, o->seed, a->command, out->file[OUT_RESULTS]) != 0) {
      fail(a, s, NETWORK_NO_MEMORY, 0);
      code = EXIT_ERROR;
    }
    warn_late(a, s, r);
    if (r->lost > 0) {
      lost(a, s, r);
      if (code == EXIT_RAN) code = EXIT_LOSS;
    }
    if (code == EXIT_RAN && fails(a, s, r)) code = EXIT_VERDICT;
  } else if (o->transport == NULL || simulation_failed(n) == o->transport->rank) {
    processes_show_errors(a->with);
    const struct clocked_network *clocked = n != NULL ? simulation_clocked(n) : NULL;
    fail(a, s, status, clocked != NULL ? clocked_waves_error(clocked) : 0);
    if (status == NETWORK_MISMATCH) mismatch(a, s, o, clocked);
  }
  simulation_free(n);
  return code;
}

int run_search(const struct run_arguments *a, const struct scenario *s, const struct network_options *o,
               struct out_files *out) {
  struct search_result r;
  double cpu = cpu_seconds();
  enum network_status status = search_run(s, o, &r);
  cpu = cpu_seconds() - cpu;
  if (o->progress != NULL) progress_hide(o->progress_arg);
  if (status != NETWORK_OK) {
    fail(a, s, status, 0);
    return exit_code(status);
  }
  if (!a->quiet) report_search(s, &r, stdout);
  speed(a, cpu, r.hops);
  verified(a);
  if (out->dir != NULL && results_search_json(s, &r, o->seed, a->command, out->file[OUT_RESULTS]) != 0) {
    fail(a, s, NETWORK_NO_MEMORY, 0);
    return EXIT_ERROR;
  }
  return r.lost > 0 ? EXIT_LOSS : EXIT_RAN;
}
