// Tests the planner's stages of GFC, and its buffer of a queue against the clocked C model: the buffer must also
// include the admission bound of other queues. `make check T=plan_gfc` repeats it.
#define _POSIX_C_SOURCE 200809L

#include <string.h>

#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tests/suite.h"
#include "tests/tools/plan_input.h"

// Returns the admission of a packet that arrives at a GFC queue of q cells. In each cycle of the admission lag before
// it, a packet of another queue of the port arrives, which the admission bound adds to q.
static int gfc_admission(uint32_t b, uint32_t bm, uint32_t q) {
  const struct sluice_dims dims = {.ports = 2, .classes = 2, .width = 16, .schemes = 1u << SLUICE_GFC};
  const uint32_t regs[SLUICE_REGS] = {[SLUICE_REG_SCHEME] = SLUICE_GFC,
                                      [SLUICE_REG_BUFFER] = 4 * b,
                                      [SLUICE_REG_PRIVATE] = b,
                                      [SLUICE_REG_LOSSLESS] = 3,
                                      [SLUICE_REG_MAX_PACKET] = 1,
                                      [SLUICE_REG_PAUSE_TIME] = 65535,
                                      [SLUICE_REG_REFRESH] = 32767,
                                      [SLUICE_REG_QUANTA_STEP] = 8192,
                                      [SLUICE_REG_STAGE_TOP] = bm,
                                      [SLUICE_REG_STAGE_BASE] = 0,
                                      [SLUICE_REG_STAGES] = 1 | SLUICE_STAGES_COUNT_LEADING_ZEROS,
                                      [SLUICE_REG_CELL_STEP] = 65536};
  struct sluice_mmu *mmu;
  ck_assert_int_eq(sluice_config_check(&dims, regs), SLUICE_OK);
  ck_assert_int_eq(sluice_mmu_new(&mmu, &dims), 0);
  while (!sluice_mmu_out(mmu)->ready) sluice_mmu_step(mmu, &(struct sluice_in){0});
  for (int i = 0; i <= SLUICE_REG_COMMIT; i++)
    sluice_mmu_step(mmu, &(struct sluice_in){
                             .cfg_write = true, .cfg_addr = (uint8_t)i, .cfg_wdata = i < SLUICE_REGS ? regs[i] : 0});
  for (int i = 0; i < SLUICE_COMMIT_LATENCY; i++) sluice_mmu_step(mmu, &(struct sluice_in){0});
  uint32_t cycles = q + 16 + SLUICE_ADMISSION_LAG + 1;
  int kind = -1;
  for (uint32_t t = 0; t < cycles + SLUICE_ADMIT_LATENCY; t++) {
    bool first = t < q, last = t == cycles - 1, other = !last && t >= cycles - 1 - SLUICE_ADMISSION_LAG;
    sluice_mmu_step(mmu, &(struct sluice_in){.enq_valid = (first || other || last) && t < cycles,
                                             .enq_class = other && t < cycles ? 1 : 0,
                                             .enq_cells = 1});
    const struct sluice_out *out = sluice_mmu_out(mmu);
    if (out->adm_valid && out->adm_class == 0) kind = out->adm_kind;
  }
  ck_assert_uint_eq(sluice_mmu_queue_cells(mmu, 0, 0), kind == SLUICE_REFUSED ? q : q + 1);
  sluice_mmu_free(mmu);
  return kind;
}

// The link carries one cell per cycle, and all packets have one cell. The planned cells above Bm are exactly the
// required ones, plus the packet that was already started.
START_TEST(gfc_buffer_includes_the_admission_bound) {
  struct plan_input in = dsh;
  in.mbps = 64 * 8 * 250;
  in.quanta = 60;
  in.mtu = in.min_packet = in.cell = 64;
  in.bm = 1 << 20;
  struct plan p = make(&in);
  ck_assert_uint_eq(p.max_packet, 1);
  ck_assert_uint_eq(p.others, SLUICE_ADMISSION_LAG + 1);
  uint32_t bm = 64, packet = p.max_packet, beside = (uint32_t)(plan_gfc_need(&p) - p.gfc.bm_cells);
  ck_assert_int_eq(gfc_admission(bm + packet, bm, bm), SLUICE_REFUSED);
  ck_assert_int_eq(gfc_admission(bm + beside - 2, bm, bm), SLUICE_REFUSED);
  ck_assert_int_eq(gfc_admission(bm + beside - 1, bm, bm), SLUICE_PRIVATE);
  ck_assert_int_eq(gfc_admission(bm + beside, bm, bm), SLUICE_PRIVATE);
  p.gfc.b_cells = plan_gfc_need(&p) - 3;
  ck_assert_uint_eq(plan_gfc_missing(&p), 3);
}
END_TEST

// The registers satisfy [GFC] Theorem 4.1 and Eq. 5: B1 <= Bm - 2*C*tau and B0 <= Bm - 4*C*tau. Stage N is one cell
// wide.
START_TEST(gfc_stages_keep_both_bounds) {
  for (size_t i = 0; i < sizeof(cell_sizes) / sizeof(*cell_sizes); i++) {
    struct plan_input in = dsh;
    in.cell = cell_sizes[i];
    in.bm = 100000000;
    struct plan_gfc g = make(&in).gfc;
    int64_t bm = (int64_t)g.bm_cells, cell = in.cell;
    ck_assert_int_ge((bm - plan_stage_cells(&g, 0)) * cell, 2 * (int64_t)g.two_c_tau);
    ck_assert_int_ge((bm - plan_stage_cells(&g, 1)) * cell, (int64_t)g.two_c_tau);
    if (g.stages < SLUICE_MAX_STAGES)
      ck_assert_int_eq(plan_stage_cells(&g, g.stages + 1) - plan_stage_cells(&g, g.stages), 1);
    else
      ck_assert_int_ge(plan_stage_cells(&g, g.stages + 1) - plan_stage_cells(&g, g.stages), 1);
    ck_assert_uint_eq(g.d_cells & (g.d_cells - 1), 0);
  }
}
END_TEST

// D is the least power of two that is not below 4*C*tau: at a byte per ns, two frames of 1,500 B twice and 2 (2 x
// 60,000
// + 8,072) B are 262,144 B for 2*C*tau, so 4*C*tau is one itself. One ns more of processing doubles D.
START_TEST(gfc_bound_that_is_a_power_of_two) {
  struct plan_input in = dsh;
  in.mbps = 8000;
  in.quanta = 1;
  in.wire_ns = 60000;
  in.proc_ns = 8072;
  ck_assert_uint_eq(make(&in).gfc.two_c_tau, 262144);
  ck_assert_uint_eq(make(&in).gfc.d_cells, 524288);
  in.proc_ns++;
  ck_assert_uint_eq(make(&in).gfc.d_cells, 1048576);
}
END_TEST

// At 400 Gb/s D is 2^21 bytes. 20 stages would end at a width of one cell, but the MMU has 15 stages.
START_TEST(gfc_stages_are_those_of_the_mmu) {
  struct plan_input in = dsh;
  in.mbps = 400000;
  struct plan_gfc g = make(&in).gfc;
  ck_assert_uint_eq(g.d_cells, 1 << 21);
  ck_assert_int_eq(g.stages, SLUICE_MAX_STAGES);
  ck_assert_int_eq(g.stages_paper, 19);
}
END_TEST

// Figure 5 with Bm = 100 KB and tau = 25 us: 4 C (tau + T) = 5000 (25 + T), so the bound is negative for every period.
// With Bm = 1 MB it is 1 MB less that.
START_TEST(time_based_bound) {
  const int periods[] = {5, 25, 50, 100};
  struct plan_input in = dsh;
  struct error err = {""};
  in.ports = 4;
  in.mbps = 10000;
  in.wire_ns = 1000;
  in.proc_ns = 20600;
  in.phi = 0;
  in.scheme = SLUICE_GFC;
  in.cell = 20;
  in.buffer = 48000000;
  for (int i = 0; i < 4; i++) {
    const int64_t need = 5000 * (25 + periods[i]);
    in.period_ns = 1000 * (uint64_t)periods[i];
    in.bm = 100000;
    struct plan p = make(&in);
    ck_assert_double_eq_tol(p.gfc.tau_ns, 25000, 1e-9);
    ck_assert_int_eq(plan_gfc_most_base(&p.gfc), 100000 - need);
    ck_assert_int_lt(plan_gfc_most_base(&p.gfc), 0);
    ck_assert_int_ne(plan_scheme_check(&in, &p, &err), 0);
    in.bm = 1000000;
    p = make(&in);
    ck_assert_int_eq(plan_gfc_most_base(&p.gfc), 1000000 - need);
    ck_assert_int_le(plan_stage_cells(&p.gfc, 0) * in.cell, plan_gfc_most_base(&p.gfc));
  }
}
END_TEST

// A period is for GFC, a message reports at most 65,535 cells, and the MMU has no registers for a period.
START_TEST(time_based_refusals) {
  struct plan_input in = dsh;
  struct error err = {""};
  struct plan_registers r;
  in.ports = 4;
  in.mbps = 10000;
  in.phi = 0;
  in.proc_ns = 20600;
  in.buffer = 96000000;
  in.period_ns = 25000;
  struct plan p = make(&in);
  ck_assert_int_ne(plan_scheme_check(&in, &p, &err), 0);
  ck_assert_str_eq(err.text, "period-us is for GFC; use --scheme GFC, or leave --period-us out");
  in.scheme = SLUICE_GFC;
  p = make(&in);
  ck_assert_int_ne(plan_scheme_check(&in, &p, &err), 0);
  ck_assert_ptr_nonnull(strstr(err.text, "a message reports a room of at most 65535; raise --cell"));
  in.cell = 20;
  p = make(&in);
  ck_assert_msg(plan_scheme_check(&in, &p, &err) == 0, "%s", err.text);
  ck_assert_int_ne(plan_register_values(&in, &p, &r, &err), 0);
  ck_assert_str_eq(err.text,
                   "the MMU sends levels at changes; leave --period-us out, or give --out for the event engine");
  in.period_ns = 0;
  p = make(&in);
  ck_assert_msg(plan_register_values(&in, &p, &r, &err) == 0, "%s", err.text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("plan_gfc");
  TCase *t = tcase_create("gfc");
  tcase_add_test(t, gfc_buffer_includes_the_admission_bound);
  tcase_add_test(t, gfc_stages_keep_both_bounds);
  tcase_add_test(t, gfc_bound_that_is_a_power_of_two);
  tcase_add_test(t, gfc_stages_are_those_of_the_mmu);
  tcase_add_test(t, time_based_bound);
  tcase_add_test(t, time_based_refusals);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
