// Compares every output of every cycle of RTL and model under random stimulus, for every variant of this program.
// A program without RTL runs the model alone.
//
// A failure prints cycle, signal, both values and the seed. SLUICE_VARIANT=3x5x12 SLUICE_SEED=7 make test T=lockstep
// repeats one run; SLUICE_CYCLES sets its length and SLUICE_SCHEME its first scheme. SLUICE_FIRST is the first seed of
// the random runs, 1 if not given.
#define _DEFAULT_SOURCE  // MAP_ANONYMOUS
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

enum {
  SEEDS = SLUICE_SCHEMES,  // runs per variant, each starting with the next scheme
  SINGLE_SEEDS = 40,
  CYCLES = 170000,        // cycles of a run
  QUEUES = 128,           // variants with more queues take longer and run fewer cycles
  MODEL_CYCLES = 100000,  // without RTL
  COMMITS = 2000,         // commits with pools close to the buffer
  TRACE_BEFORE = 300,     // cycles in the trace before the mismatch
  PS_PER_CLOCK = 4000,
  SPACED_SEED = 1000,  // from this seed on events are spaced, which the model applies with their input
  SPACED_CYCLES = 20000,
};

static const struct sluice_dims model_dims[] = {{4, 8, 18, 127, false},  {3, 5, 12, 127, false}, {1, 1, 8, 127, false},
                                                {64, 8, 24, 127, false}, {4, 8, 16, 2, false},   {4, 8, 26, 7, false},
                                                {3, 5, 12, 127, true}};

static struct stimulus_seen *seen;  // summed over all runs; shared between processes, because libcheck forks
static int variants;
static char program[4096];

static uint64_t cycles_of(uint64_t otherwise) { return suite_number("SLUICE_CYCLES", 1, UINT64_MAX, otherwise); }

static struct sluice_dims variant(int n) {
  struct sluice_dims dims;
  if (!BUILD_HAS_RTL) return model_dims[n];
  ck_assert(engine_variant(n, &dims));
  return dims;
}

static void variant_name(const struct sluice_dims *d, char *name, size_t size) {
  int n = snprintf(name, size, "%dx%dx%d", d->ports, d->classes, d->width);
  const bool all = d->schemes == (1u << SLUICE_SCHEMES) - 1;
  if (!all || d->port_limits) snprintf(name + n, size - (size_t)n, "s%u%s", d->schemes, d->port_limits ? "p1" : "");
}

static void begin(struct stimulus *s, const struct sluice_dims *dims, uint64_t seed, int scheme,
                  struct stimulus_seen *see) {
  stimulus_init(s, dims, seed, scheme, see);
  s->spaced = seed >= SPACED_SEED;
}

// Runs the same cycles again and writes a trace of the last cycles.
static void replay(const struct sluice_dims *dims, uint64_t seed, int scheme, uint64_t mismatch, const char *path) {
  static struct stimulus s;
  struct engine *e;
  struct engine_trace *t;
  engine_seed(seed);
  if (engine_new(&e, ENGINE_BOTH, dims, "mmu") != 0 || engine_trace_new(&t) != 0) return;
  begin(&s, dims, seed, scheme, NULL);
  bool ok = engine_trace_add(t, e) == 0 && engine_trace_open(t, path, PS_PER_CLOCK) == 0;
  for (uint64_t cycle = 1; ok && cycle <= mismatch; cycle++) {
    struct sluice_in in;
    stimulus_next(&s, engine_out(e), &in);
    engine_step(e, &in);
    if (cycle + TRACE_BEFORE >= mismatch) engine_trace_dump(t, cycle);
  }
  engine_trace_close(t);
  engine_free(e);
  printf("%s %s\n", ok ? "trace of the last cycles:" : "no trace: cannot write", path);
}

static void run(const struct sluice_dims *dims, uint64_t seed, int scheme, uint64_t cycles) {
  static struct stimulus s;
  struct engine *e;
  engine_seed(seed);
  ck_assert_int_eq(engine_new(&e, BUILD_HAS_RTL ? ENGINE_BOTH : ENGINE_MODEL, dims, "mmu"), 0);
  begin(&s, dims, seed, scheme, seen);
  for (uint64_t cycle = 1; cycle <= cycles; cycle++) {
    struct sluice_in in;
    stimulus_next(&s, engine_out(e), &in);
    if (engine_step(e, &in) != NULL) continue;
    char name[64], path[4300];
    variant_name(dims, name, sizeof name);
    engine_report(e, stdout);
    printf("seed %llu; to repeat: SLUICE_VARIANT=%s SLUICE_SEED=%llu SLUICE_SCHEME=%d SLUICE_CYCLES=%llu %s\n",
           (unsigned long long)seed, name, (unsigned long long)seed, scheme, (unsigned long long)cycle, program);
    snprintf(path, sizeof path, "%s_%s_%llu.fst", program, name, (unsigned long long)seed);
    replay(dims, seed, scheme, cycle, path);
    fflush(stdout);
    ck_abort_msg("%s, seed %llu: RTL and model differ at cycle %llu", name, (unsigned long long)seed,
                 (unsigned long long)cycle);
  }
  engine_free(e);
}

START_TEST(random_stimulus) {
  int n = _i / SEEDS;
  struct sluice_dims dims = variant(n);
  int scheme = _i % SLUICE_SCHEMES;
  if (!(dims.schemes >> scheme & 1)) scheme = __builtin_ctz(dims.schemes);
  uint64_t queues = (uint64_t)(dims.ports * dims.classes);
  uint64_t cycles = queues > QUEUES ? (uint64_t)CYCLES * QUEUES / queues : CYCLES;
  run(&dims, suite_number("SLUICE_FIRST", 0, UINT64_MAX, 1) + (uint64_t)_i, scheme,
      cycles_of(BUILD_HAS_RTL ? cycles : MODEL_CYCLES));
}
END_TEST

START_TEST(spaced_events) {
  struct sluice_dims dims = variant(_i);
  for (int scheme = 0; scheme < SLUICE_SCHEMES; scheme++)
    if (dims.schemes >> scheme & 1)
      run(&dims, (uint64_t)(SPACED_SEED + _i * SLUICE_SCHEMES + scheme), scheme, SPACED_CYCLES);
}
END_TEST

// A switch with a single queue, which is the shortest round of the scan.
START_TEST(single_queue) {
  for (int n = 0; n < variants; n++) {
    struct sluice_dims dims = variant(n);
    if (dims.ports * dims.classes == 1) run(&dims, (uint64_t)_i + 100, _i % SLUICE_SCHEMES, MODEL_CYCLES);
  }
}
END_TEST

static const struct sluice_out *write_register(struct engine *e, int reg, uint32_t value) {
  struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  return engine_step(e, &in);
}

// Pools that just fit the buffer, just do not, or fit only modulo 2^W: the commit must report BAD_POOLS if they do not.
START_TEST(pools_at_the_limit) {
  static struct stimulus random;  // used only for its random numbers
  struct sluice_dims dims = variant(_i);
  struct engine *e;
  ck_assert_int_eq(engine_new(&e, BUILD_HAS_RTL ? ENGINE_BOTH : ENGINE_MODEL, &dims, "mmu"), 0);
  stimulus_init(&random, &dims, (uint64_t)_i + 1, __builtin_ctz(dims.schemes), seen);
  uint64_t size = UINT64_C(1) << dims.width, queues = (uint64_t)(dims.ports * dims.classes);
  for (int n = 0; n < COMMITS; n++) {
    int scheme = (int)stimulus_pick(&random, SLUICE_SCHEMES);
    if (!(dims.schemes >> scheme & 1)) continue;
    // Headroom for the queues of lossless classes, DSH and SHP: for the ports, if a class is lossless
    uint32_t lossless = stimulus_pick(&random, UINT32_C(1) << dims.classes);
    const bool by_port = scheme == SLUICE_DSH || scheme == SLUICE_SHP;
    uint64_t of_port = by_port ? lossless != 0 : (uint64_t)__builtin_popcount(lossless);
    uint64_t groups = (uint64_t)dims.ports * of_port, near = groups > 0 ? groups : 1;
    // In half of the commits a product is close to 2^W.
    uint64_t phi = stimulus_pick(&random, 4) + (stimulus_pick(&random, 2) ? size / queues - 2 : 0) % size;
    uint64_t eta = stimulus_pick(&random, 4) + (stimulus_pick(&random, 2) ? size / near - 2 : 0) % size;
    phi = phi < size ? phi : size - 1;
    uint64_t most = dims.width < 18 ? size - 1 : size / 16 - 1;  // headroom has fewer bits
    eta = eta < most ? eta : most;
    uint64_t shared = stimulus_pick(&random, (uint32_t)size);
    // SHP: eta is PORT_HEADROOM here, and its cap of a queue takes nothing.
    const bool pool = scheme == SLUICE_SHP;
    uint64_t headroom_pool =
        stimulus_pick(&random, 4) + (stimulus_pick(&random, 2) ? stimulus_pick(&random, (uint32_t)(size - 4)) : 0);
    uint64_t pools = queues * phi + groups * eta + (pool ? headroom_pool : 0) + shared;
    uint64_t buffer = (pools + stimulus_pick(&random, 3) + size - 1) % size;
    const uint32_t values[] = {(uint32_t)scheme, (uint32_t)buffer, (uint32_t)phi,
                               (uint32_t)shared, (uint32_t)eta,    lossless};
    const struct sluice_out *out = engine_out(e);
    for (int r = SLUICE_REG_SCHEME; out != NULL && r <= SLUICE_REG_LOSSLESS; r++) out = write_register(e, r, values[r]);
    if (out != NULL) out = write_register(e, SLUICE_REG_HEADROOM_POOL, (uint32_t)headroom_pool);
    if (out != NULL) out = write_register(e, SLUICE_REG_PORT_HEADROOM, (uint32_t)eta);
    if (out != NULL) out = write_register(e, SLUICE_REG_COMMIT, 0);
    for (int cycle = 0; out != NULL && cycle < sluice_commit_latency(&dims); cycle++)
      out = engine_step(e, &(struct sluice_in){0});
    if (out == NULL) engine_report(e, stdout);
    bool bad = out != NULL && out->cfg_reason == SLUICE_BAD_POOLS;
    if (out == NULL || bad != (pools > buffer))
      ck_abort_msg(
          "%dx%dx%d, seed %d, commit %d: scheme %d, buffer %u, private %u, shared %u, headroom %u, lossless 0x%x: %s; "
          "to "
          "repeat: %s",
          dims.ports, dims.classes, dims.width, _i + 1, n, scheme, values[1], values[2], values[3], values[4], lossless,
          out == NULL ? "RTL and model differ"
          : bad       ? "expected the set taken, got BAD_POOLS"
                      : "expected BAD_POOLS, got the set taken",
          program);
  }
  engine_free(e);
}
END_TEST

// One run, selected by the environment.
START_TEST(repeated) {
  const char *name = getenv("SLUICE_VARIANT");
  int runs = 0;
  char names[1024] = "";
  for (int n = 0; n < variants; n++) {
    struct sluice_dims dims = variant(n);
    char this[64];
    variant_name(&dims, this, sizeof this);
    snprintf(names + strlen(names), sizeof names - strlen(names), " %s", this);
    if (name != NULL && strcmp(name, this) != 0) continue;
    int scheme = (int)suite_number("SLUICE_SCHEME", 0, SLUICE_SCHEMES - 1, (uint64_t)__builtin_ctz(dims.schemes));
    ck_assert_msg(dims.schemes >> scheme & 1, "SLUICE_SCHEME=%d: variant %s was built without this scheme", scheme,
                  this);
    run(&dims, suite_number("SLUICE_SEED", 0, UINT64_MAX, 1), scheme, cycles_of(CYCLES));
    runs++;
  }
  ck_assert_msg(runs > 0, "SLUICE_VARIANT=%s: expected one of:%s", name != NULL ? name : "", names);
}
END_TEST

// Whether a variant has the register.
static bool built(int reg) {
  bool any = false;
  for (int n = 0; n < variants; n++) {
    struct sluice_dims dims = variant(n);
    any |= sluice_register_built(&dims, reg);
  }
  return any;
}

// The random stimulus must reach every situation often enough.
START_TEST(everything_seen) {
  for (int i = SLUICE_PRIVATE; i <= SLUICE_DROPPED; i++) ck_assert_msg(seen->admission[i] > 1000, "admission %d", i);
  for (int i = SLUICE_OK; i <= SLUICE_BUSY; i++) ck_assert_msg(seen->reason[i] > 0, "reason %d", i);
  for (int i = 0; i < SLUICE_SCHEMES; i++) ck_assert_msg(seen->scheme[i] > 10, "scheme %d", i);
  for (int i = 0; i < STIMULUS_STATS; i++) ck_assert_msg(seen->stat[i] > 10, "statistic %d", i);
  for (int i = 0; i < SLUICE_REGS; i++) ck_assert_msg(seen->reads[i] > 10 || !built(i), "reads of register %d", i);
  ck_assert_uint_gt(seen->reads[SLUICE_REG_STATUS], 1000);
  for (int i = SLUICE_REG_PORT_SELECT; i < 64; i++) ck_assert_msg(seen->reads[i] > 10, "reads of register %d", i);
  ck_assert_uint_gt(seen->limits_taken, 0);  // test_limits has all their cycles
  ck_assert_uint_gt(seen->limits_busy, 0);
  ck_assert_uint_gt(seen->at_port, 10);
  for (int i = 0; i <= SLUICE_MAX_STAGES; i++) ck_assert_msg(seen->stages[i] > 10, "stage %d", i);
  ck_assert_uint_gt(seen->linear_levels, LONG_RUN(100) * (uint64_t)variants);
  ck_assert_uint_gt(seen->holds, 1000);
  ck_assert_uint_gt(seen->deq_errors, 100);
  ck_assert_uint_gt(seen->queue_off, 1000);
  ck_assert_uint_gt(seen->queue_on, 1000);
  ck_assert_uint_gt(seen->port_off, 1000);
  ck_assert_uint_gt(seen->port_on, 1000);
  ck_assert_uint_gt(seen->expiries, 100);
  ck_assert_uint_gt(seen->refreshes, 100);
  ck_assert_uint_gt(seen->port_messages, 100);
  ck_assert_uint_gt(seen->pauses, 1000);
  ck_assert_uint_gt(seen->resumes, 1000);
}
END_TEST

static void print_seen(void) {
  printf("seen:");
  const char *const kinds[] = {"private", "shared", "headroom", "refused", "dropped"};
  for (int i = 0; i <= SLUICE_DROPPED; i++) printf(" %s %llu,", kinds[i], (unsigned long long)seen->admission[i]);
  printf(" dequeue errors %llu, queue off %llu on %llu, port off %llu on %llu, timers expired %llu, refreshes %llu,",
         (unsigned long long)seen->deq_errors, (unsigned long long)seen->queue_off, (unsigned long long)seen->queue_on,
         (unsigned long long)seen->port_off, (unsigned long long)seen->port_on, (unsigned long long)seen->expiries,
         (unsigned long long)seen->refreshes);
  printf(" stages");
  for (int i = 0; i <= SLUICE_MAX_STAGES; i++) printf(" %llu", (unsigned long long)seen->stages[i]);
  printf(", linear levels %llu, holds %llu,", (unsigned long long)seen->linear_levels, (unsigned long long)seen->holds);
  printf(" limits taken %llu, refused %llu, reasons at a port %llu,", (unsigned long long)seen->limits_taken,
         (unsigned long long)seen->limits_busy, (unsigned long long)seen->at_port);
  printf(" port messages %llu, reasons", (unsigned long long)seen->port_messages);
  for (int i = 0; i <= SLUICE_BUSY; i++) printf(" %llu", (unsigned long long)seen->reason[i]);
  printf(", schemes");
  for (int i = 0; i < SLUICE_SCHEMES; i++) printf(" %llu", (unsigned long long)seen->scheme[i]);
  printf(", statistics");
  for (int i = 0; i < STIMULUS_STATS; i++) printf(" %llu", (unsigned long long)seen->stat[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  (void)argc;
  snprintf(program, sizeof program, "%s", argv[0]);
  seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (seen == MAP_FAILED) return EXIT_FAILURE;
  struct sluice_dims dims;
  if (!BUILD_HAS_RTL) variants = (int)(sizeof model_dims / sizeof model_dims[0]);
  while (BUILD_HAS_RTL && engine_variant(variants, &dims)) variants++;

  bool repeat = getenv("SLUICE_SEED") != NULL || getenv("SLUICE_VARIANT") != NULL;
  Suite *suite = suite_create(BUILD_HAS_RTL ? "lockstep" : "random stimulus, model alone");
  TCase *random = tcase_create("random");
  tcase_set_timeout(random, 300);
  if (repeat) {
    tcase_add_test(random, repeated);
  } else {
    tcase_add_loop_test(random, random_stimulus, 0, variants * SEEDS);
    tcase_add_loop_test(random, spaced_events, 0, variants);
    tcase_add_loop_test(random, single_queue, 0, SINGLE_SEEDS);
    tcase_add_loop_test(random, pools_at_the_limit, 0, variants);
    if (variants > 1) tcase_add_test(random, everything_seen);  // one variant need not reach every situation
  }
  suite_add_tcase(suite, random);
  int status = suite_run(suite);
  print_seen();
  return status;
}
