// Runs RTL and model in lock-step to collect the coverage of the RTL. Also counts how often each row of the tables of
// docs/reference/spec.md and docs/reference/registers.md was seen at the outputs. The exit status is 1 if a row was not
// seen. If an output differs, the program prints the mismatch and ends with 2; the seeds are fixed.
//
// usage: cover CYCLES    cycles of each of 4 runs per scheme; between them are short runs with large packets.
// SLUICE_COVERAGE is the path of Verilator's counts.
#include <stdio.h>
#include <stdlib.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/register_set.h"
#include "tests/mmu/stimulus.h"

enum { RUNS = 4, STARTS = 3, START_CYCLES = 2000, UNCONFIGURED = SLUICE_SCHEMES };

static const char *const schemes[] = {"STATIC", "SIH", "DSH", "TTL", "GFC", "GFC-linear", "SHP"};
static const char *const columns[] = {"private",   "shared", "headroom",   "refused",  "dropped",
                                      "queue off", "on",     "port off",   "on",       "pauses",
                                      "resumes",   "levels", "gate shuts", "refreshes"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

// +: the scheme must reach this column, by docs/reference/spec.md 2 to 6
static const char required[SLUICE_SCHEMES][COLUMNS + 1] = {
    "++++-++--++-++",  // STATIC
    "++++-++--++-++",  // SIH
    "++++-++++++-++",  // DSH
    "+++++++--++-++",  // TTL
    "++++-----+++++",  // GFC
    "++++-----+++++",  // GFC-linear
    "++++-++--++-++",  // SHP
};

static struct stimulus_seen seen[SLUICE_SCHEMES + 1];

static bool run(const struct sluice_dims *dims, uint64_t seed, int scheme, uint64_t cycles, bool large) {
  static struct stimulus s;
  struct engine *e;
  engine_seed(seed);
  if (engine_new(&e, ENGINE_BOTH, dims, "mmu") != 0) return false;
  stimulus_init(&s, dims, seed, scheme, &seen[UNCONFIGURED]);
  uint32_t regs[SLUICE_REGS];
  if (large) {
    register_set_large(&s, scheme, regs);
    stimulus_begin_with(&s, regs);
  }
  bool same = true;
  for (uint64_t cycle = 1; same && cycle <= cycles; cycle++) {
    struct sluice_in in;
    bool decided = s.cycle == s.commit_until && !engine_out(e)->cfg_error;
    uint32_t committed = s.regs[SLUICE_REG_SCHEME];
    stimulus_next(&s, engine_out(e), &in);
    if (decided && committed < SLUICE_SCHEMES) s.seen = &seen[committed];
    same = engine_step(e, &in) != NULL;
  }
  if (!same) engine_report(e, stdout);
  return same;  // e is not freed: Verilator's counts are part of it and are written when the program ends
}

static uint64_t cell(const struct stimulus_seen *s, int column) {
  uint64_t levels = s->linear_levels;
  for (int k = 1; k <= SLUICE_MAX_STAGES; k++) levels += s->stages[k];
  const uint64_t cells[COLUMNS] = {s->admission[SLUICE_PRIVATE],
                                   s->admission[SLUICE_SHARED],
                                   s->admission[SLUICE_HEADROOM],
                                   s->admission[SLUICE_REFUSED],
                                   s->admission[SLUICE_DROPPED],
                                   s->queue_off,
                                   s->queue_on,
                                   s->port_off,
                                   s->port_on,
                                   s->pauses,
                                   s->resumes,
                                   levels,
                                   s->holds + s->expiries,
                                   s->refreshes};
  return cells[column];
}

static int missing;

static void row(const char *table, const char *name, uint64_t count) {
  printf("| %s | %s | %llu |\n", table, name, (unsigned long long)count);
  if (count == 0) missing++;
}

static uint64_t all(const uint64_t *of_first) {
  uint64_t sum = 0;
  for (int i = 0; i <= SLUICE_SCHEMES; i++)
    sum += *(const uint64_t *)((const char *)of_first + (size_t)i * sizeof seen[0]);
  return sum;
}

int main(int argc, char **argv) {
  struct sluice_dims dims;
  if (argc != 2 || !engine_variant(0, &dims)) return 2;
  for (int n = 0; n < RUNS * SLUICE_SCHEMES; n++) {
    int scheme = n % SLUICE_SCHEMES;
    if (!(dims.schemes >> scheme & 1)) scheme = __builtin_ctz(dims.schemes);
    if (!run(&dims, (uint64_t)n + 1, scheme, strtoull(argv[1], NULL, 0), false)) return 2;
    for (int k = 0; k < STARTS; k++)
      if (!run(&dims, (uint64_t)(n * STARTS + k) + 1000, scheme, START_CYCLES, true)) return 2;
  }

  printf("| scheme |");
  for (int c = 0; c < COLUMNS; c++) printf(" %s |", columns[c]);
  printf("\n| --- |");
  for (int c = 0; c < COLUMNS; c++) printf(" ---: |");
  for (int s = 0; s < SLUICE_SCHEMES; s++) {
    printf("\n| %s |", schemes[s]);
    for (int c = 0; c < COLUMNS; c++) {
      printf(" %llu |", (unsigned long long)cell(&seen[s], c));
      if (required[s][c] == '+' && dims.schemes >> s & 1 && cell(&seen[s], c) == 0) missing++;
    }
  }
  printf("\n\n| table | row | seen |\n| --- | --- | ---: |\n");
  char name[32];
  for (int r = 0; r <= SLUICE_BUSY; r++)
    row("reason", sluice_reason_text((enum sluice_reason)r), all(&seen[0].reason[r]));
  for (int r = 0; r < SLUICE_REGS; r++)
    if (sluice_register_built(&dims, r)) row("register read", sluice_register_name(r), all(&seen[0].reads[r]));
  row("register read", "STATUS", all(&seen[0].reads[SLUICE_REG_STATUS]));
  for (int i = 0; i < STIMULUS_STATS; i++) {
    snprintf(name, sizeof name, "%d", i);
    row("statistic", name, all(&seen[0].stat[i]));
  }
  for (int k = 0; k <= SLUICE_MAX_STAGES; k++) {
    snprintf(name, sizeof name, "%d", k);
    row("stage of GFC", name, all(&seen[0].stages[k]));
  }
  row("errors", "a dequeue of more than is held", all(&seen[0].deq_errors));
  row("messages", "of a port, native", all(&seen[0].port_messages));
  printf("%d rows not seen\n", missing);
  return missing > 0;
}
