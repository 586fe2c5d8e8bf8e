// Tests what an engine reports when RTL and model differ, and how it writes traces. The RTL is planted: it is the
// model, with one output changed in one cycle, so the test needs no RTL build.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cosim/engine.h"
#include "tb/cosim/shim.h"
#include "tb/cosim/shim_check.h"
#include "tests/suite.h"

static const struct sluice_dims dims = {3, 5, 12, 127, false};

// ---- the planted RTL ----

enum { AT = 30 };  // the cycle of the difference

static const struct output {
  const char *name;
  size_t offset;
} output[] = {
#define OUTPUT(f) \
  { #f, offsetof(struct sluice_out, f) }
    OUTPUT(ready),        OUTPUT(adm_valid),  OUTPUT(deq_error),      OUTPUT(tx_valid),         OUTPUT(stat_valid),
    OUTPUT(cfg_error),    OUTPUT(cfg_rvalid), OUTPUT(adm_port),       OUTPUT(adm_class),        OUTPUT(adm_kind),
    OUTPUT(tx_port),      OUTPUT(tx_level),   OUTPUT(tx_enable),      OUTPUT(cfg_reason),       OUTPUT(stat_data),
    OUTPUT(cfg_rdata),    OUTPUT(mon_shared), OUTPUT(mon_xqoff),      OUTPUT(mon_xqon),         OUTPUT(mon_xpoff),
    OUTPUT(mon_xpon),     OUTPUT(loss),       OUTPUT(port_off),       OUTPUT(tx_time[0]),       OUTPUT(tx_time[7]),
    OUTPUT(queue_off[0]), OUTPUT(gate[0]),    OUTPUT(queue_level[0]), OUTPUT(queue_level[511]), OUTPUT(queue_off[7]),
    OUTPUT(gate[7]),
#undef OUTPUT
};
enum { OUTPUTS = sizeof output / sizeof output[0] };
static const struct output *changed;

struct planted {
  struct sluice_mmu *model;
  int cycle;
};

static void *create(const char *name) {
  struct planted *p = calloc(1, sizeof *p);
  ck_assert_str_eq(name, "mmu");
  ck_assert_int_eq(sluice_mmu_new(&p->model, &dims), 0);
  return p;
}

static void destroy(void *mmu) {
  sluice_mmu_free(((struct planted *)mmu)->model);
  free(mmu);
}

static void step(void *mmu, const struct sluice_in *in, struct sluice_out *out) {
  struct planted *p = mmu;
  sluice_mmu_step(p->model, in);
  *out = *sluice_mmu_out(p->model);
  if (++p->cycle == AT && changed != NULL) ((unsigned char *)out)[changed->offset] ^= 1;
}

// The calls of an engine's trace, one letter or number each.
static char calls[200];
static bool damaged;
static FILE *fst;

static void call(const char *text) { strcat(calls, text); }
static void trace(void *mmu, void *to) { call(mmu != NULL && to == calls ? "add " : "? "); }
static void show_clock(void *mmu, int level) { call(mmu != NULL && level ? "high " : "low "); }
void *shim_trace_new(void) { return calls; }
void shim_trace_open(void *to, const char *path) {
  call(to == calls ? "open " : "? ");
  fst = fopen(path, "wb");
}
static uint64_t last;
void shim_trace_dump(void *to, uint64_t ps) {
  char text[32];
  snprintf(text, sizeof text, "%" PRIu64 " ", ps);
  call(to == calls ? text : "? ");
  last = ps;
}
// The smallest file that is complete: a header with the time of the last dump, a geometry, and a hierarchy.
void shim_trace_close(void *to) {
  call(to == calls ? "close " : "? ");
  if (fst == NULL) return;
  unsigned char file[330 + 2 * 9] = {[7] = 329 >> 8, [8] = 329 & 255, [330] = 3, [338] = 8, [339] = 4, [347] = 8};
  for (int i = 0; i < 8; i++) file[17 + i] = (unsigned char)(last >> (56 - 8 * i));
  ck_assert_uint_eq(fwrite(file, 1, sizeof file - damaged, fst), sizeof file - damaged);
  fclose(fst);
  fst = NULL;
}
static struct shim_check check = {"cells while empty", 0, 5};
static bool check_fails;
const struct shim_check *shim_failed_check(void) { return check_fails ? &check : NULL; }
static uint32_t seed;
void shim_seed(uint32_t value) { seed = value; }

static const struct shim planted = {{3, 5, 12, 127, false}, create, destroy, step, trace, show_clock};
const struct shim *const shim_list[] = {&planted, NULL};

// ---- tests ----

// One event of each kind, then idle cycles up to the difference.
static struct sluice_in input(int cycle) {
  struct sluice_in in = {.tx_ready = cycle != 25};
  if (cycle == 20)
    in.enq_valid = true, in.enq_port = 2, in.enq_class = 1, in.enq_cells = 3, in.enq_ttl = 9, in.enq_egress = 1;
  if (cycle == 21) in.deq_valid = true, in.deq_port = 1, in.deq_class = 4, in.deq_cells = 5;
  if (cycle == 22) in.snd_valid = true, in.snd_port = 2, in.snd_class = 3, in.snd_cells = 6;
  if (cycle == 23)
    in.rx_valid = true, in.rx_port = 1, in.rx_enable = 0x12, in.rx_level = true, in.rx_time[1] = 7, in.rx_time[4] = 8;
  if (cycle == 24) in.cfg_write = true, in.cfg_addr = SLUICE_REG_BUFFER, in.cfg_wdata = 77;
  if (cycle == 25) in.cfg_read = true, in.cfg_addr = 2;
  if (cycle == 26) in.stat_read = true, in.stat_select = 1, in.stat_port = 2, in.stat_class = 3;
  if (cycle == 27) in.cfg_write = true, in.cfg_addr = 99;
  if (cycle == 28) in.stat_read = true, in.stat_select = SLUICE_STAT_QUEUE_PEAK, in.stat_port = 1, in.stat_class = 4;
  return in;
}

static const char *const events =
    "  cycle 21: dequeue (1,4) 5\n"
    "  cycle 22: send (2,3) 6\n"
    "  cycle 23: rx port 1 level 1 enable 0x12 times 0 7 0 0 8 0 0 0\n"
    "  cycle 24: BUFFER <= 77\n"
    "  cycle 25: read register 2 tx not ready\n"
    "  cycle 26: read statistic 1 QUEUE_RESUMES of (2,3)\n"
    "  cycle 27: no register <= 0\n"
    "  cycle 28: read statistic 3 QUEUE_PEAK of (1,4)\n";

// The report names the cycle, the output that differs and no other, both values, and the last 16 inputs.
START_TEST(difference_is_reported) {
  struct engine *e;
  changed = &output[_i];
  ck_assert_int_eq(engine_new(&e, ENGINE_BOTH, &dims, "mmu"), 0);
  int number;
  uint64_t before = engine_compared(&number);
  for (int cycle = 1; cycle < AT; cycle++) {
    struct sluice_in in = input(cycle);
    if (cycle < 10) in.cfg_read = true, in.cfg_addr = 1;
    ck_assert_ptr_eq(engine_step(e, &in), engine_out(e));
  }
  struct sluice_in in = input(AT);
  ck_assert_ptr_null(engine_step(e, &in));
  ck_assert_uint_eq(engine_compared(&number) - before, AT);
  ck_assert_int_eq(number, 27);
  char text[4000] = "", line[200];
  FILE *to = fmemopen(text, sizeof text, "w");
  engine_report(e, to);
  fclose(to);
  ck_assert_ptr_eq(strstr(text, "RTL and model differ, 3 ports x 5 classes x 12 bits\ncycle 30: "), text);
  unsigned long long expected = 0, got = 0, expected_hex = 0, got_hex = 0;
  const char *difference = strstr(text, "cycle 30: ");
  snprintf(line, sizeof line, "cycle 30: %s: expected ", output[_i].name);
  // An array of one word has an index too; the 12-bit build uses only part of the longer ones.
  ck_assert_ptr_eq(strstr(text, line), difference);
  ck_assert_int_eq(sscanf(difference + strlen(line), "%llu = 0x%llx (model), got %llu = 0x%llx (RTL)", &expected,
                          &expected_hex, &got, &got_hex),
                   4);
  ck_assert_uint_eq(expected ^ got, 1);
  ck_assert_uint_eq(expected, expected_hex);
  ck_assert_uint_eq(got, got_hex);
  // A statistic has its name, and only this output has one.
  ck_assert_int_eq(strstr(difference, "(RTL), read statistic 3 QUEUE_PEAK of (1,4)\n") != NULL,
                   strcmp(output[_i].name, "stat_data") == 0);
  ck_assert_ptr_null(strstr(difference + 1, "cycle 30"));
  ck_assert_ptr_nonnull(strstr(
      text, "\nlast events (an input of cycle t shows after cycle t + latency - 1):\n  cycle 3: read register 1"));
  ck_assert_ptr_nonnull(strstr(text, "  cycle 20: enqueue (2,1) 3 ttl 9 egress 1\n  cycle 21"));
  ck_assert_str_eq(strstr(text, "  cycle 21"), events);
  engine_free(e);
}
END_TEST

// A check inside the RTL that fails stops the run, also if all outputs are equal.
START_TEST(failed_check_is_reported) {
  struct engine *e;
  changed = NULL;
  ck_assert_int_eq(engine_new(&e, ENGINE_BOTH, &dims, "mmu"), 0);
  for (int cycle = 1; cycle < AT; cycle++) {
    struct sluice_in in = input(cycle);
    ck_assert_ptr_nonnull(engine_step(e, &in));
  }
  check_fails = true;
  struct sluice_in in = input(AT);
  ck_assert_ptr_null(engine_step(e, &in));
  char text[4000] = "";
  FILE *to = fmemopen(text, sizeof text, "w");
  engine_report(e, to);
  fclose(to);
  ck_assert_ptr_nonnull(strstr(text, "\ncycle 30: check of cells while empty: expected 0, got 5 (RTL)\nlast events"));
  engine_free(e);
  check_fails = false;
}
END_TEST

START_TEST(engine_of_the_planted_rtl) {
  struct engine *e;
  struct sluice_dims found;
  changed = NULL;
  engine_seed(35);
  ck_assert_uint_eq(seed, 35);
  ck_assert(engine_variant(0, &found) && found.ports == 3 && found.classes == 5 && found.width == 12 &&
            found.schemes == 127);
  ck_assert(!engine_variant(1, &found));
  ck_assert_int_eq(engine_new(&e, ENGINE_RTL, &dims, "mmu"), 0);
  ck_assert_ptr_null(engine_model(e));
  ck_assert(engine_out(e)->cfg_error);
  ck_assert_int_eq(engine_out(e)->cfg_reason, SLUICE_UNCONFIGURED);
  engine_free(e);
}
END_TEST

static int exists(const char *path) { return access(path, F_OK) == 0; }

// ps: length of a clock; with 1 there is no time for its lower half.
static int write_trace(const char *path, unsigned ps, struct engine *e) {
  struct engine_trace *t;
  calls[0] = '\0';
  ck_assert_int_eq(engine_trace_new(&t), 0);
  ck_assert_int_eq(engine_trace_open(t, path, ps), ENOTSUP);
  engine_trace_dump(t, 9);
  ck_assert_int_eq(engine_trace_add(t, e), 0);
  ck_assert_int_eq(engine_trace_open(t, "/nonexistent/trace.fst", ps), ENOENT);
  ck_assert_int_eq(engine_trace_open(t, path, ps), 0);
  ck_assert(!exists(path));
  for (uint64_t cycle = 0; cycle < 3; cycle++) engine_trace_dump(t, cycle);
  return engine_trace_close(t);
}

START_TEST(traces) {
  struct engine *e, *model;
  char folder[] = "/tmp/sluice_trace_XXXXXX", path[64], part[80];
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/a.fst", folder);
  snprintf(part, sizeof part, "%s.part", path);
  ck_assert_int_eq(engine_new(&e, ENGINE_RTL, &dims, "mmu"), 0);
  ck_assert_int_eq(engine_new(&model, ENGINE_MODEL, &dims, "mmu"), 0);
  damaged = true;
  ck_assert_int_eq(write_trace(path, 4000, e), EIO);
  ck_assert(!exists(path) && !exists(part));
  damaged = false;
  ck_assert_int_eq(write_trace(path, 1, e), 0);
  ck_assert_str_eq(calls, "add open high 0 high 1 high 2 close ");
  ck_assert(exists(path) && !exists(part));
  unlink(path);
  ck_assert_int_eq(write_trace(path, 2, e), 0);
  ck_assert_str_eq(calls, "add open high 0 low 1 high 2 low 3 high 4 low 5 close ");
  unlink(path);
  ck_assert_int_eq(write_trace(path, 4000, e), 0);
  ck_assert_str_eq(calls, "add open high 0 low 2000 high 4000 low 6000 high 8000 low 10000 close ");
  unlink(path);
  ck_assert_int_eq(rmdir(folder), 0);
  struct engine_trace *t;
  ck_assert_int_eq(engine_trace_new(&t), 0);
  ck_assert_int_eq(engine_trace_add(t, model), ENOTSUP);
  ck_assert_int_eq(engine_trace_close(t), 0);
  ck_assert_int_eq(engine_trace_close(NULL), 0);
  engine_free(e);
  engine_free(model);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("mismatch");
  TCase *engines = tcase_create("engines");
  tcase_add_loop_test(engines, difference_is_reported, 0, OUTPUTS);
  tcase_add_test(engines, failed_check_is_reported);
  tcase_add_test(engines, engine_of_the_planted_rtl);
  tcase_add_test(engines, traces);
  suite_add_tcase(suite, engines);
  return suite_run(suite);
}
