// Runs random networks with random routes under every scheme, with comparable buffers (docs/studies/deadlocks.md), and
// counts deadlocks after the sources have stopped. TTL must have none, no scheme may deadlock without a cyclic buffer
// dependency, and none may lose a packet.
#define _GNU_SOURCE
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/results/command.h"
#include "tb/sim/results/report.h"
#include "tb/studies/trial.h"

enum { EXIT_DONE, EXIT_ERROR, EXIT_INPUT };
enum { PATH = 4096, JOBS = 256, EXAMPLES = 10 };
enum { DRAIN_US = 10000000, SLOW_MS = 10 };  // GFC's slowest rates need seconds; a full buffer at full rate needs 3 ms

// A queue pauses at 40 KB and holds at most 56 KB, in 12 MB of buffer (docs/studies/deadlocks.md).
#define COMMON "classes: 8, buffer: 12MB, "
#define PAUSING COMMON "headroom: 16KB, "
#define SHARING PAUSING "delta_q: 2KB, "
// The same buffer for SIH and DSH; SIH reserves three quarters of it as headroom, as in the switch of [DSH].
#define SCARCE "ports: 32, classes: 8, buffer: 5400KB, headroom: 16KB, delta_q: 2KB, alpha: 1/16"
static const struct {
  const char *name, *mmu, *scarce;
} schemes[] = {
    {"STATIC", PAUSING "scheme: STATIC, xoff: 40KB, xon: 38KB", NULL},
    {"SIH", SHARING "scheme: SIH, shared: 5120KB, alpha: 1/128", SCARCE ", scheme: SIH"},
    {"DSH", SHARING "scheme: DSH, shared: 7168KB, alpha: 1/128", SCARCE ", scheme: DSH"},
    {"TTL",
     SHARING "scheme: TTL, shared: 2240KB, alpha: 1/16, "
             "partitions: [0, 320KB, 320KB, 320KB, 320KB, 320KB, 320KB, 320KB]",
     NULL},
    {"GFC", COMMON "scheme: GFC, bm: 56KB, b0: 6KB", NULL},
};
enum { TTL = 3, SCHEMES = sizeof(schemes) / sizeof(schemes[0]) };

struct arguments {
  struct trial_arguments common;
  uint64_t jobs, bytes;
  bool chosen[SCHEMES], scarce;
};

static const struct argp_option options[] = {
    {"kilobytes", 'b', "N", 0, "every flow is a burst of N KB (default: endless)", 0},
    {"same-buffer", 'S', NULL, 0, "SIH and DSH with the same scarce buffer", 0},
    {"schemes", 'm', "NAME,...", 0, "only these (default: all)", 0},
    {"jobs", 'j', "N", 0, "processes (default: one per core)", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void choose(struct arguments *a, char *names, struct argp_state *state) {
  char *rest = NULL;
  for (int i = 0; i < SCHEMES; i++) a->chosen[i] = false;
  for (char *name = strtok_r(names, ",", &rest); name != NULL; name = strtok_r(NULL, ",", &rest)) {
    const char *known[SCHEMES + 1] = {NULL};
    for (int i = 0; i < SCHEMES; i++) known[i] = schemes[i].name;
    a->chosen[command_choice("scheme", name, known, state)] = true;
  }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &a->common;
      return 0;
    case 'b':
      a->bytes = 1000 * command_number("kilobytes", arg, 1, TRIAL_MOST, state);
      return 0;
    case 'm':
      choose(a, arg, state);
      return 0;
    case 'S':
      a->scarce = true;
      return 0;
    case ARGP_KEY_END:
      for (int i = 0; i < SCHEMES; i++) a->chosen[i] &= !a->scarce || schemes[i].scarce != NULL;
      return 0;
    case 'j':
      a->jobs = command_number("jobs", arg, 1, JOBS, state);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

// ---- one network under one scheme ----

struct outcome {
  enum verdict_kind verdict;
  bool waiting;  // deadlocked with a cycle of queues that wait for each other
  uint64_t lost;
  double gbps;      // sum of the flows
  double drain_ms;  // from the stop of the sources until drained
};

struct trial {
  int flows;
  bool cyclic;  // the buffer dependencies have a cycle under a scheme other than TTL, which has a class for each hop
  atomic_uint done;  // schemes that have run
  struct outcome of[SCHEMES];
};

static bool failed(const struct trial *t, int scheme) {
  const struct outcome *o = &t->of[scheme];
  bool impossible = scheme == TTL || !t->cyclic;
  return o->verdict == VERDICT_MOVING || o->lost != 0 || (impossible && o->verdict == VERDICT_DEADLOCKED);
}

static int find_cyclic(const struct scenario *s, int scheme, struct trial *t) {
  static const struct analysis_limits limits;  // only the graph of the analysis is used
  struct analysis *a;
  int status = analysis_new(&a, s, &limits);
  if (status != 0) return status;
  t->cyclic |= scheme != TTL && a->cyclic;
  t->flows = s->flows;
  analysis_free(a);
  return 0;
}

static enum network_status simulate(const struct scenario *s, struct outcome *o) {
  struct simulation *n;
  enum network_status status = trial_simulate(&n, s);
  if (status == NETWORK_OK) {
    const struct network_result *r = simulation_result(n);
    *o = (struct outcome){.verdict = r->verdict.kind, .waiting = r->verdict.cycle != NULL, .lost = r->lost};
    if (r->verdict.kind == VERDICT_DRAINED) o->drain_ms = (double)(r->cycles - r->stop) * 1e3 / (double)r->hz;
    for (int i = 0; i < s->flows; i++) o->gbps += report_gbps(s, r, i);
  }
  simulation_free(n);
  return status;
}

static int try_file(const char *path, int scheme, struct trial *t) {
  struct error err;
  struct scenario *s;
  if (scenario_load(path, &s, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_ERROR;
  }
  int status = find_cyclic(s, scheme, t);
  if (status != 0) fprintf(stderr, "%s: %s\n", path, strerror(status));
  enum network_status run = simulate(s, &t->of[scheme]);
  if (run != NETWORK_OK) fprintf(stderr, "%s: %s\n", path, network_status_text(run));
  scenario_free(s);
  return status == 0 && run == NETWORK_OK ? EXIT_DONE : EXIT_ERROR;
}

// At most seven switches, because TTL's classes 1 to 7 represent seven hops.
static const struct generate_options general = {.topologies = GENERATE_TOPOLOGIES, .switches = 8, .hops = 7};

static int one(const struct arguments *a, const char *dir, uint64_t seed, int scheme, struct trial *t) {
  struct generate_options options = general;
  options.stop_us = a->common.stop_us;
  options.duration_us = a->common.stop_us + DRAIN_US;
  options.bytes = a->bytes;
  options.mmu = a->scarce ? schemes[scheme].scarce : schemes[scheme].mmu;
  char path[PATH];
  snprintf(path, sizeof(path), "%s/seed%" PRIu64 "-%s.yaml", dir, seed, schemes[scheme].name);
  int status = trial_write(path, seed, &options);
  if (status != 0) {
    fprintf(stderr, "%s: %s; give --keep a directory that can be written\n", path, strerror(status));
    return EXIT_ERROR;
  }
  int code = try_file(path, scheme, t);
  if (code == EXIT_DONE && !a->common.all && (a->common.keep == NULL || !failed(t, scheme))) unlink(path);
  return code;
}

// ---- all networks ----

static int work(const struct arguments *a, const char *dir, uint64_t job, struct trial *t) {
  for (uint64_t i = job; i < a->common.seeds; i += a->jobs)
    for (int k = 0; k < SCHEMES; k++) {
      if (a->chosen[k] && one(a, dir, a->common.first + i, k, &t[i]) != EXIT_DONE) return EXIT_ERROR;
      atomic_fetch_add(&t[i].done, 1);
    }
  return EXIT_DONE;
}

// Shows progress ten times per second until a child has ended.
static void watch(const struct arguments *a, struct trial *t, struct progress *progress, pid_t child) {
  siginfo_t ended = {.si_pid = 0};
  while (progress_wanted(false) && ended.si_pid == 0 &&
         waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT | WNOHANG) == 0) {
    uint64_t done = 0;
    for (uint64_t i = 0; i < a->common.seeds; i++) done += atomic_load(&t[i].done);
    progress_show(progress, (double)done / (double)(a->common.seeds * SCHEMES), (double)done / SCHEMES);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
}

// The trials are in memory that the processes share. Process i runs the trials i, i + jobs, i + 2 jobs, ...
static int work_in_processes(const struct arguments *a, const char *dir, struct trial *t) {
  pid_t child[JOBS];
  int code = EXIT_DONE;
  struct progress progress;
  progress_begin(&progress, "networks", 60);
  fflush(NULL);
  for (uint64_t i = 0; i < a->jobs; i++) {
    child[i] = fork();
    if (child[i] == 0) _exit(work(a, dir, i, t));
    if (child[i] > 0) continue;
    perror("deadlocks: fork");
    code = EXIT_ERROR;
  }
  for (uint64_t i = 0; i < a->jobs; i++) {
    int status;
    if (child[i] <= 0) continue;
    watch(a, t, &progress, child[i]);
    if (waitpid(child[i], &status, 0) != child[i] || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_DONE)
      code = EXIT_ERROR;
  }
  progress_hide(&progress);
  return code;
}

// ---- totals ----

struct sums {
  uint64_t all, deadlocked, waiting, slow, moving, lost;
  uint64_t flows, calm_flows;  // calm: networks in which no scheme deadlocked
  double gbps, calm_gbps, longest_ms;
};

static int topology_of(const struct arguments *a, uint64_t i) {
  return generate_topology(&general, a->common.first + i);
}

static bool calm(const struct arguments *a, const struct trial *t) {
  for (int k = 0; k < SCHEMES; k++)
    if (a->chosen[k] && t->of[k].verdict != VERDICT_DRAINED) return false;
  return true;
}

static struct sums add_up(const struct arguments *a, const struct trial *t, int scheme, int topology) {
  struct sums s = {0};
  for (uint64_t i = 0; i < a->common.seeds; i++) {
    const struct outcome *o = &t[i].of[scheme];
    if (topology >= 0 && topology_of(a, i) != topology) continue;
    s.all++;
    s.deadlocked += o->verdict == VERDICT_DEADLOCKED;
    s.waiting += o->waiting;
    s.slow += o->drain_ms > SLOW_MS;
    if (o->drain_ms > s.longest_ms) s.longest_ms = o->drain_ms;
    s.moving += o->verdict == VERDICT_MOVING;
    s.lost += o->lost;
    s.flows += (uint64_t)t[i].flows;
    s.gbps += o->gbps;
    if (!calm(a, &t[i])) continue;
    s.calm_flows += (uint64_t)t[i].flows;
    s.calm_gbps += o->gbps;
  }
  return s;
}

static double mean(double sum, uint64_t n) { return n != 0 ? sum / (double)n : 0; }

static void totals(const struct arguments *a, const struct trial *t) {
  char slow[32];
  snprintf(slow, sizeof(slow), "over %d ms", SLOW_MS);
  printf("%-6s%12s%8s%8s%12s%9s%8s%5s%6s%6s\n", "", "", "", "of these", " drains in", "longest", "still", "", "Gb/s",
         "all");
  printf("%-6s%12s%8s%8s%12s%9s%8s%5s%6s%6s\n", "scheme", "deadlocked", "share", "cycles", slow, "ms", "moving", "lost",
         "mean", "drain");
  for (int k = 0; k < SCHEMES; k++) {
    if (!a->chosen[k]) continue;
    struct sums s = add_up(a, t, k, -1);
    printf("%-6s%12" PRIu64 "%6.1f %%%8" PRIu64 "%12" PRIu64 "%9.2f%8" PRIu64 "%5" PRIu64 "%6.2f%6.2f\n",
           schemes[k].name, s.deadlocked, 100 * mean((double)s.deadlocked, s.all), s.waiting, s.slow, s.longest_ms,
           s.moving, s.lost, mean(s.gbps, s.flows), mean(s.calm_gbps, s.calm_flows));
  }
}

static void by_topology(const struct arguments *a, const struct trial *t) {
  printf("\n%-12s%10s%10s", "deadlocked", "networks", "cyclic");
  for (int k = 0; k < SCHEMES; k++)
    if (a->chosen[k]) printf("%8s", schemes[k].name);
  printf("\n");
  for (int i = 0; i < general.topologies; i++) {
    uint64_t cyclic = 0;
    for (uint64_t k = 0; k < a->common.seeds; k++) cyclic += t[k].cyclic && topology_of(a, k) == i;
    printf("%-12s%10" PRIu64 "%10" PRIu64, generate_topology_name(i), add_up(a, t, 0, i).all, cyclic);
    for (int k = 0; k < SCHEMES; k++)
      if (a->chosen[k]) printf("%8" PRIu64, add_up(a, t, k, i).deadlocked);
    printf("\n");
  }
}

static int name_failures(const struct arguments *a, const struct trial *t) {
  uint64_t found = 0;
  for (uint64_t i = 0; i < a->common.seeds; i++)
    for (int k = 0; k < SCHEMES; k++) {
      const struct outcome *o = &t[i].of[k];
      if (!a->chosen[k] || !failed(&t[i], k) || found++ >= EXAMPLES) continue;
      printf("\nFailed: seed %" PRIu64 ", %s: %s, %" PRIu64 " lost", a->common.first + i, schemes[k].name,
             verdict_name(o->verdict), o->lost);
      if (a->common.keep != NULL)
        printf("; sluice run %s/seed%" PRIu64 "-%s.yaml", a->common.keep, a->common.first + i, schemes[k].name);
    }
  if (found > EXAMPLES) printf("\nand %" PRIu64 " more", found - EXAMPLES);
  if (found > 0) printf("\n");
  return found > 0 ? EXIT_ERROR : EXIT_DONE;
}

static int report(const struct arguments *a, const struct trial *t) {
  printf("Seeds %" PRIu64 " to %" PRIu64 ": 3 to %d switches, routes of at most %d, sources stop after %" PRIu64
         " us\n\n",
         a->common.first, a->common.first + a->common.seeds - 1, general.switches, general.hops, a->common.stop_us);
  totals(a, t);
  by_topology(a, t);
  int code = name_failures(a, t);
  if (a->common.keep == NULL) printf("\nThe files of a seed: --first SEED --seeds 1 --keep DIR --all\n");
  return code;
}

static int run(const struct arguments *a) {
  char template[] = "/tmp/deadlocks.XXXXXX";
  const char *dir = trial_directory(a->common.keep, template);
  if (dir == NULL) {
    fprintf(stderr, "%s: %s; give --keep a directory that can be made\n",
            a->common.keep != NULL ? a->common.keep : template, strerror(errno));
    return EXIT_INPUT;
  }
  size_t size = a->common.seeds * sizeof(struct trial);
  struct trial *t = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int code = t != MAP_FAILED ? work_in_processes(a, dir, t) : EXIT_ERROR;
  if (code == EXIT_DONE) code = report(a, t);
  if (t != MAP_FAILED) munmap(t, size);
  if (a->common.keep == NULL) rmdir(dir);
  return fflush(stdout) != 0 ? EXIT_ERROR : code;
}

int main(int argc, char **argv) {
  static const struct argp_child children[] = {{&trial_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
  static const struct argp argp = {
      options,  parse, NULL, "Counts the deadlocks of random networks under every scheme (docs/studies/deadlocks.md).",
      children, NULL,  NULL};
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct arguments a = {.common = {.seeds = 1000, .first = 1, .stop_us = 2000},
                        .jobs = cores > 0 && cores < JOBS ? cores : 1};
  for (int i = 0; i < SCHEMES; i++) a.chosen[i] = true;
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  return run(&a);
}
