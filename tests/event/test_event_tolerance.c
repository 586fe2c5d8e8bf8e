// Tests the event engine against the clocked C model over many seeds: verdicts, throughput, pauses, completion times
// and the largest absorbed burst. Without variables the seeds are 1 to 3; SLUICE_FIRST=N adds 7 to 12 and twelve from N
// [spec 10]. SLUICE_FASTER=1 also prints the clocked model's difference between 250 and 500 MHz. A failure prints the
// command that repeats it.
//
// Single results are chaotic (the instant of a deadlock, the pauses of one link) and are not compared. Means of a few
// seeds also differ by chance. A bound is the tolerance plus three standard errors of the difference.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/files/yaml_text.h"
#include "tb/sim/simulation.h"
#include "tests/event/compare.h"
#include "tests/suite.h"

enum { SHORT = 3, FIXED = 12, LONG = 24, EVENT = 0, MODEL, FASTER, ENGINES };
enum { MANY_FLOWS = 512 };

static int seeds = SHORT;  // of this run
static uint64_t drawn;     // first new seed of a long run
static char repeat[48];    // the variable that repeats this run
static int running;        // number of engines: SLUICE_FASTER=1 adds FASTER, which is printed, not compared

static uint64_t seed_of(int i) { return i < FIXED ? (uint64_t)i + 1 : drawn + (uint64_t)(i - FIXED); }

static struct scenario *load(const char *path, const char *mmu, uint64_t seed, bool faster) {
  struct error err;
  struct scenario *s;
  const struct yaml_setting set[] = {{"jitter_ns", "5000", "test", false}, {"clock_mhz", "500", "test", false}};
  const struct scenario_source from = {.path = path, .mmu = mmu, .set = set, .sets = faster ? 2 : 1, .seed = &seed};
  ck_assert_msg(scenario_load_from(&from, &s, &err) == 0, "%s", err.text);
  return s;
}

struct sample {
  enum verdict_kind verdict;
  double gbps, pauses, completion;
  double flow[MANY_FLOWS];  // completion times
  int flows;
};

// Without rows, which take a third of the time and change no result [test_event_same].
static struct sample run(const char *path, const char *mmu, uint64_t seed, int engine) {
  struct scenario *s = load(path, mmu, seed, engine == FASTER);
  struct network_options o = compare_engine(engine == EVENT);
  struct simulation *n;
  struct sample y = {0};
  o.seed = seed;
  ck_assert_int_eq(simulation_new(&n, s, &o), NETWORK_OK);
  ck_assert_int_eq(simulation_run(n), NETWORK_OK);
  const struct network_result *r = simulation_result(n);
  y.verdict = r->verdict.kind;
  y.flows = s->flows;
  y.completion = r->summary.completion.mean / (double)r->hz;
  for (int f = 0; f < y.flows; f++) {
    y.gbps += report_gbps(s, r, f);
    if (f < MANY_FLOWS) y.flow[f] = (double)report_completion(r, f) / (double)r->hz;
  }
  for (int l = 0; l < s->links; l++)
    for (int d = 0; d < 2; d++) y.pauses += (double)r->link[l][d].pauses;
  simulation_free(n);
  scenario_free(s);
  return y;
}

// ---- means ----

struct mean {
  double sum, squares;
  int count;
};

static void add(struct mean *m, double value) {
  m->sum += value;
  m->squares += value * value;
  m->count++;
}

static double mean_of(const struct mean *m) { return m->sum / m->count; }

static double error_of(const struct mean *m) {
  double mean = mean_of(m), variance = m->squares / m->count - mean * mean;
  return variance > 0 ? sqrt(variance / (m->count - 1)) : 0;
}

// The difference of the clocked model at 500 MHz as text, empty if it did not run.
static const char *at_500_mhz(const struct mean *faster, double model) {
  static char text[48];
  if (faster->count == 0) return "";
  snprintf(text, sizeof text, "  model at 500 MHz %+.2f %%", 100 * (mean_of(faster) / model - 1));
  return text;
}

// Two means must be equal within a share of the model's mean plus chance. The tolerance for pauses is at least one
// pause per run.
static void same(const char *name, const char *what, const struct mean *m, double tolerance, double least) {
  double model = mean_of(&m[MODEL]), event = mean_of(&m[EVENT]);
  double chance = 3 * hypot(error_of(&m[EVENT]), error_of(&m[MODEL]));
  double bound = tolerance * model > least ? tolerance * model : least;
  printf("%-24s %-12s model %10.4f  event %10.4f (%+.2f %%)  bound %.2f %% + %.2f %%%s\n", name, what, model, event,
         100 * (event / model - 1), 100 * bound / model, 100 * chance / model, at_500_mhz(&m[FASTER], model));
  if (fabs(event - model) > bound + chance)
    ck_abort_msg("%s, %s: the event engine has %.6g, the model %.6g; repeat: %smake test T=event_tolerance", name, what,
                 event, model, repeat);
}

// ---- the cases of the study ----

static const char *const mmus[] = {"static", "sih", "dsh", "ttl", "gfc", "gfc_linear"};
enum { MMUS = sizeof mmus / sizeof mmus[0], CASES = 3 };

START_TEST(cases) {
  char path[64], mmu[64], name[64];
  struct mean gbps[ENGINES] = {0}, pauses[ENGINES] = {0};
  int disagree = 0;
  snprintf(path, sizeof path, "tb/examples/scenarios/case%d.yaml", _i % CASES + 1);
  snprintf(mmu, sizeof mmu, "tb/examples/scenarios/mmu_%s.yaml", mmus[_i / CASES]);
  snprintf(name, sizeof name, "case %d, %s", _i % CASES + 1, mmus[_i / CASES]);
  for (int i = 0; i < seeds; i++) {
    struct sample x[ENGINES] = {0};
    for (int e = 0; e < running; e++) {
      x[e] = run(path, mmu, seed_of(i), e);
      add(&gbps[e], x[e].gbps);
      add(&pauses[e], x[e].pauses);
    }
    if (x[EVENT].verdict != x[MODEL].verdict) {
      printf("%s, seed %" PRIu64 ": verdict %s, of the model %s\n", name, seed_of(i), verdict_name(x[EVENT].verdict),
             verdict_name(x[MODEL].verdict));
      disagree++;
    }
  }
  ck_assert_int_le(disagree, 1);
  same(name, "Gb/s", gbps, 0.005, 0);
  same(name, "pauses", pauses, 0.05, 1);
}
END_TEST

// ---- completion times ----

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

START_TEST(completion_times) {
  static double apart[LONG * MANY_FLOWS];
  const int web_seeds = seeds == SHORT ? SHORT - 1 : seeds;
  struct mean completion[ENGINES] = {0};
  int count = 0;
  for (int i = 0; i < web_seeds; i++) {
    struct sample x[ENGINES] = {0};
    for (int e = 0; e < running; e++) {
      x[e] = run("tb/examples/scenarios/websearch.yaml", NULL, seed_of(i), e);
      ck_assert_int_eq(x[e].verdict, VERDICT_DRAINED);
      add(&completion[e], 1e6 * x[e].completion);
    }
    for (int f = 0; f < x[0].flows && f < MANY_FLOWS; f++)
      apart[count++] = fabs(x[EVENT].flow[f] / x[MODEL].flow[f] - 1);
    // Seeds differ more than engines, so each seed is compared between the engines.
    ck_assert_double_eq_tol(x[EVENT].completion / x[MODEL].completion, 1, 0.02);
  }
  double event = mean_of(&completion[EVENT]), model = mean_of(&completion[MODEL]);
  qsort(apart, (size_t)count, sizeof *apart, ascending);
  printf("web search: mean completion %+.3f %%, median difference of a flow %.2f %%%s\n", 100 * (event / model - 1),
         100 * apart[count / 2], at_500_mhz(&completion[FASTER], model));
  ck_assert_double_eq_tol(event / model, 1, 0.005);
  ck_assert_double_le(apart[count / 2], 0.02);
}
END_TEST

// The model searches only within the tolerance of the event engine's burst, which takes half of the runs.
START_TEST(bursts) {
  static const char *const files[] = {"tb/examples/scenarios/burst_sih.yaml", "tb/examples/scenarios/burst_dsh.yaml"};
  struct search_result x[ENGINES] = {0};
  for (int e = 0; e < running; e++) {
    struct scenario *s = load(files[_i], NULL, 1, e == FASTER);
    struct network_options o = compare_engine(e == EVENT);
    o.seed = 1;
    if (e == MODEL) s->burst_from = x[EVENT].most * 99 / 100, s->burst_to = x[EVENT].most * 101 / 100;
    ck_assert_int_eq(search_run(s, &o, &x[e]), NETWORK_OK);
    ck_assert_msg(x[e].outside == 0, "%s: the bursts of the engines differ by more than 1 %%", files[_i]);
    scenario_free(s);
  }
  const struct mean faster = {.sum = (double)x[FASTER].most, .count = running > FASTER};
  double model = (double)x[MODEL].most, event = (double)x[EVENT].most / model;
  printf("%s: burst %+.2f %%%s\n", files[_i], 100 * (event - 1), at_500_mhz(&faster, model));
  ck_assert_double_eq_tol(event, 1, 0.01);
}
END_TEST

int main(void) {
  drawn = suite_number("SLUICE_FIRST", 0, UINT64_MAX, 0);
  if (getenv("SLUICE_FIRST") != NULL) {
    seeds = LONG;
    snprintf(repeat, sizeof repeat, "SLUICE_FIRST=%" PRIu64 " ", drawn);
    printf("seeds 1 to %d and from %" PRIu64 "\n", FIXED, drawn);
  }
  running = getenv("SLUICE_FASTER") != NULL ? ENGINES : FASTER;
  Suite *suite = suite_create("event_tolerance");
  TCase *c = tcase_create("ensembles");
  tcase_set_timeout(c, 600);
  tcase_add_loop_test(c, cases, 0, MMUS * CASES);
  tcase_add_test(c, completion_times);
  tcase_add_loop_test(c, bursts, 0, 2);
  suite_add_tcase(suite, c);
  return suite_run(suite);
}
