// Prints, as Markdown, the cost of late cells and of a late XON for a switch of 64 x 8 queues
// (docs/studies/latency.md). Called by `make latency`.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/command.h"
#include "tb/studies/latency/latency.h"

enum { PORTS = 64, CLASSES = 8, EXIT_ERROR = 1, EXIT_INPUT = 2 };

// With the clock of the last row packets of all links follow each other without a gap.
static const struct {
  uint32_t clock_mhz;
  uint64_t mbps;
} links[] = {{250, 10000}, {250, 40000}, {527, 100000}};
enum { LINKS = sizeof links / sizeof *links };

struct arguments {
  uint64_t seeds;
};

// ---- progress, in rows of the two tables ----

enum { BURST_ROWS = 3 * LINKS, PAUSE_ROWS = 7 * LINKS };
static struct progress progress;
static int rows_done;

static void one_row(double share) {
  if (progress_wanted(false))
    progress_show(&progress, (rows_done + share) / (BURST_ROWS + PAUSE_ROWS), rows_done + share);
}

static void end_row(void) {
  rows_done++;
  one_row(0);
}

static int setup(struct latency_setup *s, int link, enum sluice_scheme scheme) {
  return latency_setup(s, PORTS, CLASSES, scheme, links[link].clock_mhz, links[link].mbps);
}

static void print_link(const struct latency_setup *s, int link) {
  printf("| %" PRIu64 " Gb/s, %" PRIu32 " MHz | %.2f ", links[link].mbps / 1000, links[link].clock_mhz,
         latency_load(s));
}

// ---- bursts ----

struct sum {
  double cells[2], cycles[2], change, worst;
};

static void add(struct sum *sum, const struct latency_mark *rules, const struct latency_mark *clocked) {
  const struct latency_mark *m[] = {rules, clocked};
  double change = (double)clocked->cells / (double)rules->cells - 1;
  for (int k = 0; k < 2; k++) {
    sum->cells[k] += (double)m[k]->cells;
    sum->cycles[k] += (double)m[k]->cycles;
  }
  sum->change += change;
  if (change < sum->worst) sum->worst = change;
}

static void print_sum(const struct latency_setup *s, int link, const char *scheme, const char *until,
                      const struct sum *sum, uint64_t seeds, double share) {
  double n = (double)seeds, bound = latency_burst_bound(s, share);
  print_link(s, link);
  printf("| %s | %s | %.0f, %.1f | %.0f, %.1f | %.2f %% | %.2f %% | %.2f %% |\n", scheme, until, sum->cells[0] / n,
         sum->cycles[0] / n / links[link].clock_mhz, sum->cells[1] / n, sum->cycles[1] / n / links[link].clock_mhz,
         100 * sum->change / n, 100 * sum->worst, -100 * bound * n / sum->cells[0]);
}

static int bursts(int link, enum sluice_scheme scheme, bool lossy, uint64_t seeds, uint64_t *waiting) {
  struct sum pause = {0}, loss = {0};
  struct latency_setup s;
  int status = setup(&s, link, scheme);
  for (uint64_t seed = 1; status == 0 && seed <= seeds; seed++) {
    struct latency_burst_result r;
    status = latency_burst(&s, lossy, seed, &r);
    if (status != 0) break;
    one_row((double)seed / (double)seeds);
    if (!lossy) add(&pause, &r.of[LATENCY_RULES].pause, &r.of[LATENCY_CLOCKED].pause);
    add(&loss, &r.of[LATENCY_RULES].loss, &r.of[LATENCY_CLOCKED].loss);
    if (r.waiting > *waiting) *waiting = r.waiting;
  }
  if (status != 0) return status;
  const char *name = lossy ? "lossy" : scheme == SLUICE_SIH ? "SIH" : "DSH";
  double alpha = ldexp(1, lossy ? 0 : LATENCY_ALPHA), share = LATENCY_BURSTING * alpha / (1 + LATENCY_BURSTING * alpha);
  progress_hide(&progress);
  if (!lossy) print_sum(&s, link, name, "first pause", &pause, seeds, share);
  print_sum(&s, link, name, "first loss", &loss, seeds, !lossy && scheme == SLUICE_DSH ? 1 : share);
  fflush(stdout);
  end_row();
  return 0;
}

static int burst_table(uint64_t seeds) {
  uint64_t waiting[LINKS] = {0};
  struct latency_setup s;
  int status = 0;
  printf(
      "## Bursts: cells until the first pause, and the first loss\n\n"
      "| link, clock | packets in a cycle | scheme | until | without latencies: cells, us | MMU: cells, us | change, "
      "mean | worst | bound |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (int i = 0; status == 0 && i < LINKS; i++) {
    status = bursts(i, SLUICE_SIH, false, seeds, &waiting[i]);
    if (status == 0) status = bursts(i, SLUICE_DSH, false, seeds, &waiting[i]);
    if (status == 0) status = bursts(i, SLUICE_SIH, true, seeds, &waiting[i]);
  }
  progress_hide(&progress);
  printf(
      "\n| link, clock | packets in a cycle | cells charged that are free: most | bound NP C F | share of the buffer "
      "|\n| --- | --- | --- | --- | --- |\n");
  for (int i = 0; status == 0 && i < LINKS; i++) {
    status = setup(&s, i, SLUICE_SIH);
    print_link(&s, i);
    printf("| %" PRIu64 " | %" PRIu64 " | %.2f %% |\n", waiting[i], latency_cells(&s),
           100.0 * (double)waiting[i] / s.regs[SLUICE_REG_BUFFER]);
  }
  return status;
}

// ---- XON ----

struct pause_cycles {
  struct latency_pause_cycle_result of[2];  // by enum latency_kind
};

static void join(struct latency_pause_cycle_result *to, const struct latency_pause_cycle_result *r) {
  to->pauses += r->pauses;
  to->refused += r->refused;
  to->open += r->open;
  to->idle += r->idle;
  to->told.count += r->told.count;
  to->told.sum += r->told.sum;
  if (r->told.most > to->told.most) to->told.most = r->told.most;
}

static int pause_cycle(const struct latency_setup *s, uint64_t seeds, struct pause_cycles *w) {
  int status = 0;
  *w = (struct pause_cycles){0};
  for (uint64_t seed = 1; status == 0 && seed <= seeds; seed++)
    for (int i = 0; status == 0 && i < 4; i++) {
      struct latency_pause_cycle_options o = {.lead = (enum latency_kind)(i & 1), .together = i >> 1, .seed = seed};
      struct latency_pause_cycle_result r;
      status = latency_pause_cycle(s, &o, &r);
      join(&w->of[o.lead], &r);
      one_row((double)(4 * (seed - 1) + (uint64_t)i + 1) / (double)(4 * seeds));
    }
  return status;
}

// As planned; with the lowest XON that is enough without latencies; with a wide DELTA_Q.
enum how { PLANNED, LOW, WIDE };

// Returns ERANGE if a packet was lost; none may be.
static int pause_cycle_row(int link, enum sluice_scheme scheme, enum how how, uint64_t seeds) {
  static const char *const names[] = {"STATIC", "SIH", "DSH"};
  struct latency_setup s;
  struct pause_cycles w;
  char xon[32] = "T", bound[32] = "-";
  int status = setup(&s, link, scheme);
  if (status == 0 && how == LOW) latency_static(&s, s.xon);
  if (status == 0 && how == WIDE) latency_widen(&s);
  if (status == 0) status = pause_cycle(&s, seeds, &w);
  if (status != 0) return status;
  const struct latency_pause_cycle_result *rules = &w.of[LATENCY_RULES], *clocked = &w.of[LATENCY_CLOCKED];
  double mhz = links[link].clock_mhz, delays = (double)clocked->told.count;
  if (scheme == SLUICE_STATIC) {
    snprintf(xon, sizeof xon, "%" PRIu64, how == LOW ? s.xon : s.xon_late);
    snprintf(bound, sizeof bound, "%" PRIu64, latency_xon_bound(&s));
  }
  progress_hide(&progress);
  print_link(&s, link);
  printf("| %s | %s, %" PRIu32 " | %.0f, %" PRIu64 " | %s | %.2f, %.2f | %.2f %%, %.2f %% | %.2f | %.2f |\n",
         names[scheme], xon, s.regs[SLUICE_REG_DELTA_Q], (double)clocked->told.sum / delays, clocked->told.most, bound,
         (double)clocked->told.sum / delays / mhz, (double)clocked->told.most / mhz,
         100 * (double)rules->idle / (double)rules->open, 100 * (double)clocked->idle / (double)clocked->open,
         (double)clocked->idle / (double)clocked->pauses / mhz, (double)clocked->pauses / (double)rules->pauses);
  fflush(stdout);
  end_row();
  return rules->refused + clocked->refused == 0 ? 0 : ERANGE;
}

static int pause_cycle_table(uint64_t seeds) {
  static const struct {
    enum sluice_scheme scheme;
    enum how how;
  } rows[] = {{SLUICE_STATIC, LOW}, {SLUICE_STATIC, PLANNED}, {SLUICE_STATIC, WIDE}, {SLUICE_SIH, PLANNED},
              {SLUICE_SIH, WIDE},   {SLUICE_DSH, PLANNED},    {SLUICE_DSH, WIDE}};
  int status = 0;
  progress_hide(&progress);
  printf(
      "\n## XON: how much later than without latencies, and what the egress loses\n\n"
      "| link, clock | packets in a cycle | scheme | XON at, DELTA_Q, cells | late, cycles: mean, most | bound | late, "
      "us: mean, most | egress idle: without, MMU | us idle a pause | pauses, of those without |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (int i = 0; i < LINKS; i++)
    for (size_t k = 0; status == 0 && k < sizeof rows / sizeof *rows; k++)
      status = pause_cycle_row(i, rows[k].scheme, rows[k].how, seeds);
  return status;
}

// ---- command line ----

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  if (key != 'n') return ARGP_ERR_UNKNOWN;
  char *end;
  errno = 0;
  a->seeds = strtoull(arg, &end, 10);
  if (errno != 0 || end == arg || *end != '\0' || *arg == '-' || a->seeds == 0 || a->seeds > 1000)
    argp_error(state, "--seeds is '%s'; give a number from 1 to 1000", arg);
  return 0;
}

int main(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"seeds", 'n', "N", 0, "seeds of the phases of links and bursts, for means (4)", 0}, {0}};
  static const struct argp argp = {options,
                                   parse,
                                   NULL,
                                   "Measures the cost of late cells and of a late XON, against the same rules without "
                                   "cycles (docs/studies/latency.md).",
                                   NULL,
                                   NULL,
                                   NULL};
  struct arguments a = {.seeds = 4};
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  progress_begin(&progress, "rows", 60);
  int status = burst_table(a.seeds);
  if (status == 0) status = pause_cycle_table(a.seeds);
  progress_hide(&progress);
  if (status == 0) return 0;
  fprintf(stderr, "latency: %s\n", status == ERANGE ? "a packet was lost" : strerror(status));
  return EXIT_ERROR;
}
