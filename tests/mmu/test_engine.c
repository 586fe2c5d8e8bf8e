// Tests the engines behind tb/cosim/engine.h: refused dimensions, traces, and the occupancy that each engine reports.
// The occupancies of the RTL's engine are compared with the model's. The seeds are fixed: make test T=engine repeats a
// failure.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cosim/engine.h"
#include "tests/mmu/stimulus.h"
#include "tests/suite.h"

static const struct sluice_dims four_ports = {4, 8, 18, 127, false};
static const struct sluice_dims few = {3, 5, 12, 127, false};

START_TEST(refusals) {
  struct engine *e;
  ck_assert_int_eq(engine_new(&e, ENGINE_MODEL, &(struct sluice_dims){0, 8, 18, 127, false}, "mmu"), EINVAL);
  ck_assert_ptr_null(e);
  ck_assert_int_eq(engine_new(&e, ENGINE_BOTH, &(struct sluice_dims){4, 9, 18, 127, false}, "mmu"), EINVAL);
  ck_assert_int_eq(engine_new(&e, ENGINE_RTL, &(struct sluice_dims){4, 8, 29, 127, false}, "mmu"), EINVAL);
  ck_assert_int_eq(engine_new(&e, ENGINE_MODEL, &(struct sluice_dims){4, 8, 18, 0, false}, "mmu"), EINVAL);
  ck_assert_int_eq(engine_new(&e, ENGINE_MODEL, &(struct sluice_dims){4, 8, 18, 128, false}, "mmu"), EINVAL);
  ck_assert_int_eq(engine_new(&e, ENGINE_RTL, &(struct sluice_dims){63, 8, 20, 127, false}, "mmu"), ENOTSUP);
  ck_assert_int_eq(engine_new(&e, ENGINE_RTL, &(struct sluice_dims){4, 8, 18, 5, false}, "mmu"),
                   ENOTSUP);  // no RTL with these schemes
  ck_assert_int_eq(engine_new(&e, ENGINE_MODEL, &(struct sluice_dims){63, 8, 20, 127, false}, "mmu"), 0);
  struct engine_trace *t;
  if (engine_trace_new(&t) == 0) {
    ck_assert_int_eq(engine_trace_add(t, e), ENOTSUP);
    engine_trace_close(t);
  }
  engine_free(e);
  engine_free(NULL);
}
END_TEST

// The engine of the RTL counts cells from admissions; the model holds the counters and updates them a cycle later. The
// counts are compared when no event is under way, for every scheme.
START_TEST(queue_cells_agree) {
  static struct stimulus s;
  const struct sluice_dims dims = _i % 2 == 0 ? four_ports : few;
  struct engine *rtl, *model;
  ck_assert_int_eq(engine_new(&rtl, ENGINE_RTL, &dims, "mmu"), 0);
  ck_assert_int_eq(engine_new(&model, ENGINE_MODEL, &dims, "mmu"), 0);
  stimulus_init(&s, &dims, (uint64_t)_i + 5, _i / 2, NULL);
  uint64_t held = 0;
  for (int cycle = 0; cycle < 50000; cycle++) {
    struct sluice_in in = {0};
    if (cycle % 16 > SLUICE_ADMIT_LATENCY || cycle % 16 == 0) stimulus_next(&s, engine_out(rtl), &in);
    ck_assert(engine_step(rtl, &in) != NULL);
    ck_assert(engine_step(model, &in) != NULL);
    for (int q = 0; cycle % 16 == SLUICE_ADMIT_LATENCY && q < dims.ports * dims.classes; q++) {
      uint32_t a = engine_queue_cells(rtl, q / dims.classes, q % dims.classes);
      uint32_t b = engine_queue_cells(model, q / dims.classes, q % dims.classes);
      if (a != b)
        ck_abort_msg("seed %d, cycle %d, cells of queue %d: expected %u (model), got %u (RTL)", _i + 5, cycle, q, b, a);
      held += a;
    }
  }
  ck_assert_uint_gt(held, 0);
  engine_free(rtl);
  engine_free(model);
}
END_TEST

// Edges of the clock of the MMU named `scope` in a trace. fst2vcd is part of GTKWave.
static unsigned clock_edges(const char *trace, const char *scope) {
  char line[256], upper[64], name[64], clk[64] = "";
  unsigned edges = 0;
  snprintf(line, sizeof line, "fst2vcd %s", trace);
  FILE *vcd = popen(line, "r");
  ck_assert(vcd != NULL);
  while (fgets(line, sizeof line, vcd) != NULL) {
    if (sscanf(line, "$scope module %63s", name) == 1) {
      if (clk[0] == '\0') strcpy(upper, name);
    } else if (clk[0] == '\0' && sscanf(line, "$var wire 1 %63s clk", name) == 1 && strcmp(upper, scope) == 0) {
      strcpy(clk, name);
    } else if ((line[0] == '0' || line[0] == '1') && clk[0] != '\0' && strcspn(line + 1, "\n") == strlen(clk)) {
      edges += strncmp(line + 1, clk, strlen(clk)) == 0;
    }
  }
  ck_assert_int_eq(pclose(vcd), 0);
  return edges;
}

START_TEST(two_engines_in_one_trace) {
  struct engine *a, *b;
  struct engine_trace *t;
  ck_assert_int_eq(engine_new(&a, ENGINE_RTL, &four_ports, "first"), 0);
  ck_assert_int_eq(engine_new(&b, ENGINE_BOTH, &few, "second"), 0);
  ck_assert_int_eq(engine_trace_new(&t), 0);
  ck_assert_int_eq(engine_trace_add(t, a), 0);
  ck_assert_int_eq(engine_trace_add(t, b), 0);
  ck_assert_int_eq(engine_trace_open(t, "/nonexistent/trace.fst", 4000), ENOENT);
  char path[] = "/tmp/sluice_trace_XXXXXX";
  int file = mkstemp(path);
  ck_assert_int_ge(file, 0);
  close(file);
  ck_assert_int_eq(engine_trace_open(t, path, 4000), 0);
  const struct sluice_in nothing = {0};
  for (uint64_t cycle = 0; cycle < 500; cycle++) {
    ck_assert(engine_step(a, &nothing) != NULL);
    ck_assert(engine_step(b, &nothing) != NULL);
    engine_trace_dump(t, cycle);
  }
  ck_assert_int_eq(engine_trace_close(t), 0);
  engine_free(a);
  engine_free(b);
  ck_assert_uint_eq(clock_edges(path, "first"), 1000);
  ck_assert_uint_eq(clock_edges(path, "second"), 1000);
  remove(path);
}
END_TEST

START_TEST(report_without_mismatch) {
  struct engine *e;
  ck_assert_int_eq(engine_new(&e, ENGINE_MODEL, &few, "mmu"), 0);
  char text[200] = "";
  FILE *to = fmemopen(text, sizeof text, "w");
  engine_report(e, to);
  fclose(to);
  ck_assert_str_eq(text, "no mismatch up to cycle 0\n");
  engine_free(e);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("engine");
  TCase *engines = tcase_create("engines");
  tcase_set_timeout(engines, 60);
  tcase_add_test(engines, refusals);
  if (BUILD_HAS_RTL) {
    tcase_add_loop_test(engines, queue_cells_agree, 0, 2 * SLUICE_SCHEMES);
    tcase_add_test(engines, two_engines_in_one_trace);
  }
  tcase_add_test(engines, report_without_mismatch);
  suite_add_tcase(suite, engines);
  return suite_run(suite);
}
