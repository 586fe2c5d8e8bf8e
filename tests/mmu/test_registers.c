// Tests writes, reads and commits of registers, and the messages after a configuration, on the clocked model alone. The
// expected values are written by hand from docs/reference/registers.md. The seeds are fixed: make check T=registers
// repeats a failure.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mmu/rules.h"
#include "tests/suite.h"

static void write_register(struct sluice_mmu *m, int reg, uint32_t value) {
  struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)reg, .cfg_wdata = value};
  sluice_mmu_step(m, &in);
}

static enum sluice_reason commit(struct sluice_mmu *m) {
  write_register(m, SLUICE_REG_COMMIT, 0);
  const struct sluice_in idle = {0};
  for (int i = 1; i < SLUICE_COMMIT_LATENCY; i++) {
    enum sluice_reason before = (enum sluice_reason)sluice_mmu_out(m)->cfg_reason;
    write_register(m, SLUICE_REG_SCHEME, 7);  // ignored until the commit ends
    if (i < SLUICE_COMMIT_LATENCY - 1) ck_assert_int_eq(sluice_mmu_out(m)->cfg_reason, before);
  }
  enum sluice_reason reason = (enum sluice_reason)sluice_mmu_out(m)->cfg_reason;
  ck_assert_int_eq(sluice_mmu_out(m)->cfg_error, reason != SLUICE_OK);
  sluice_mmu_step(m, &idle);
  return reason;
}

static struct sluice_mmu *configured(const struct sluice_dims *d, const uint32_t *regs) {
  struct sluice_mmu *m;
  ck_assert_int_eq(sluice_mmu_new(&m, d), 0);
  const struct sluice_in idle = {0};
  while (!sluice_mmu_out(m)->ready) sluice_mmu_step(m, &idle);
  for (int r = 0; r < SLUICE_REGS; r++) write_register(m, r, regs[r]);
  ck_assert_int_eq(commit(m), SLUICE_OK);
  return m;
}

// After a commit every port sends its states: takes these messages.
static void take_messages(struct sluice_mmu *m) {
  const struct sluice_in ready = {.tx_ready = true};
  for (int cycle = 0; cycle < 20; cycle++) sluice_mmu_step(m, &ready);
}

// A write to registers 0 to 17, if built, can be committed only while the buffer is empty; the others at any time.
START_TEST(structural_registers_wait_for_an_empty_buffer) {
  for (int all = 0; all < 2; all++)
    for (int reg = 0; reg < 64; reg++) {
      if (reg == SLUICE_REG_COMMIT) continue;
      struct sluice_dims d = rules_dims;
      uint32_t regs[SLUICE_REGS];
      d.schemes = all ? 127 : 7;
      rules_defaults(regs, SLUICE_SIH);
      struct sluice_mmu *m = configured(&d, regs);
      const struct sluice_in packet = {.enq_valid = true, .enq_port = 1, .enq_class = 2, .enq_cells = 3};
      sluice_mmu_step(m, &packet);
      write_register(m, reg, reg < SLUICE_REGS ? regs[reg] : 0);
      bool structural = reg <= SLUICE_LAST_STRUCTURAL_REG && (all || rules_schemes_of(reg) == 0);
      ck_assert_int_eq(commit(m), structural ? SLUICE_BUSY : SLUICE_OK);
      const struct sluice_in leaves = {.deq_valid = true, .deq_port = 1, .deq_class = 2, .deq_cells = 3};
      sluice_mmu_step(m, &leaves);
      ck_assert_int_eq(commit(m), SLUICE_OK);
      sluice_mmu_free(m);
    }
}
END_TEST

// Reads a register. Returns false if the register port does not answer.
static bool read_register(struct sluice_mmu *m, int reg, uint32_t *value) {
  struct sluice_in in = {.cfg_read = true, .cfg_addr = (uint8_t)reg};
  const struct sluice_out *out = sluice_mmu_out(m);
  for (int cycle = 0; cycle < SLUICE_READ_LATENCY; cycle++, in.cfg_read = false) {
    ck_assert(!out->cfg_rvalid);
    ck_assert_uint_eq(out->cfg_rdata, 0);
    sluice_mmu_step(m, &in);
  }
  *value = out->cfg_rdata;
  bool answered = out->cfg_rvalid;
  in.cfg_addr = 0;
  sluice_mmu_step(m, &in);
  return answered;
}

// A register reads 0 after reset and then the written value, legal or not. A register that is not built always reads 0.
START_TEST(registers_are_read_back) {
  const struct sluice_dims d = {.ports = 4, .classes = 5, .width = 16, .schemes = 1u << _i};
  struct sluice_mmu *m;
  uint32_t value;
  ck_assert_int_eq(sluice_mmu_new(&m, &d), 0);
  for (int reg = 0; reg < 64; reg++) {
    ck_assert(read_register(m, reg, &value));
    ck_assert_uint_eq(value, reg == SLUICE_REG_STATUS ? SLUICE_UNCONFIGURED : 0);
  }
  for (int round = 0; round < 2; round++) {
    for (int reg = 0; reg < 64; reg++)
      if (reg != SLUICE_REG_COMMIT) write_register(m, reg, 0x80000001u * (unsigned)(reg + 1 + round));
    for (int reg = 0; reg < SLUICE_REGS; reg++) {
      uint32_t want = sluice_register_built(&d, reg) ? 0x80000001u * (unsigned)(reg + 1 + round) : 0;
      ck_assert(read_register(m, reg, &value));
      ck_assert_msg(value == want, "%s: expected 0x%x, got 0x%x", sluice_register_name(reg), want, value);
    }
    for (int reg = SLUICE_REG_STATUS + 1; reg < 64; reg++) {
      ck_assert(read_register(m, reg, &value));
      ck_assert_uint_eq(value, 0);
    }
    ck_assert_int_eq(commit(m), SLUICE_BAD_VALUE);
  }
  sluice_mmu_free(m);
}
END_TEST

START_TEST(a_read_with_a_write_is_a_write) {
  uint32_t regs[SLUICE_REGS], value;
  rules_defaults(regs, SLUICE_SIH);
  struct sluice_mmu *m = configured(&rules_dims, regs);
  const struct sluice_in nothing = {0},
                         both = {.cfg_read = true, .cfg_write = true, .cfg_addr = SLUICE_REG_XON, .cfg_wdata = 7};
  sluice_mmu_step(m, &both);
  for (int cycle = 0; cycle < 2 * SLUICE_READ_LATENCY; cycle++, sluice_mmu_step(m, &nothing))
    ck_assert(!sluice_mmu_out(m)->cfg_rvalid);
  ck_assert(read_register(m, SLUICE_REG_XON, &value));
  ck_assert_uint_eq(value, 7);
  sluice_mmu_free(m);
}
END_TEST

static uint32_t status(struct sluice_mmu *m) {
  uint32_t value;
  ck_assert(read_register(m, SLUICE_REG_STATUS, &value));
  return value;
}

START_TEST(status_shows_whether_the_written_set_is_active) {
  uint32_t regs[SLUICE_REGS], value;
  rules_defaults(regs, SLUICE_SIH);
  struct sluice_mmu *m = configured(&rules_dims, regs);
  const uint32_t active = SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE;
  ck_assert_uint_eq(status(m), active);
  write_register(m, SLUICE_REG_STATUS, 0xffffffff);  // read only
  write_register(m, 63, 1);                          // address of no register
  ck_assert_uint_eq(status(m), active);
  write_register(m, SLUICE_REG_ALPHA, 8);  // out of range
  ck_assert_uint_eq(status(m), SLUICE_STATUS_CONFIGURED);
  ck_assert_int_eq(commit(m), SLUICE_BAD_ALPHA);
  ck_assert_uint_eq(status(m), SLUICE_STATUS_CONFIGURED | SLUICE_BAD_ALPHA);
  write_register(m, SLUICE_REG_ALPHA, 1);
  write_register(m, SLUICE_REG_COMMIT, 0);
  // While a commit runs, only STATUS answers.
  for (int cycle = 1; cycle + 2 * SLUICE_READ_LATENCY + 1 < SLUICE_COMMIT_LATENCY;
       cycle += 2 * (SLUICE_READ_LATENCY + 1)) {
    ck_assert_uint_eq(status(m), SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_BUSY | SLUICE_BAD_ALPHA);
    ck_assert(!read_register(m, SLUICE_REG_ALPHA, &value));
  }
  const struct sluice_in nothing = {0};
  for (int cycle = 0; cycle < SLUICE_COMMIT_LATENCY; cycle++) sluice_mmu_step(m, &nothing);
  ck_assert_uint_eq(status(m), active);
  ck_assert(read_register(m, SLUICE_REG_ALPHA, &value));
  ck_assert_uint_eq(value, 1);
  sluice_mmu_free(m);
}
END_TEST

// A packet in every cycle, all refused without a configuration: the first COMMIT must be taken all the same, and
// packets from its last cycle on must be admitted.
// Reads STATUS in cycle `cycle`, counted from the write to COMMIT, and returns the answer.
static uint32_t status_around_commit(const uint32_t *regs, int cycle) {
  enum { BEFORE = 3 };
  struct sluice_mmu *m = configured(&rules_dims, regs);
  uint32_t value = 0;
  bool answered = false;
  for (int now = -BEFORE; now <= cycle + SLUICE_READ_LATENCY; now++) {
    struct sluice_in in = {.cfg_write = now == 0, .cfg_addr = SLUICE_REG_COMMIT};
    if (now == -BEFORE) in = (struct sluice_in){.cfg_write = true, .cfg_addr = SLUICE_REG_ALPHA, .cfg_wdata = 1};
    if (now == cycle) in = (struct sluice_in){.cfg_read = true, .cfg_addr = SLUICE_REG_STATUS};
    if (sluice_mmu_out(m)->cfg_rvalid) value = sluice_mmu_out(m)->cfg_rdata, answered = true;
    sluice_mmu_step(m, &in);
  }
  ck_assert(answered);
  sluice_mmu_free(m);
  return value;
}

// A read of STATUS returns its value in the cycle of the read: with all earlier writes, without any later one.
START_TEST(status_is_that_of_the_cycle_of_the_read) {
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_SIH);
  const struct {
    int cycle;
    uint32_t bits;
  } reads[] = {{-2, 0},
               {-1, 0},
               {1, SLUICE_STATUS_BUSY},
               {SLUICE_COMMIT_LATENCY - 2, SLUICE_STATUS_BUSY},
               {SLUICE_COMMIT_LATENCY - 1, SLUICE_STATUS_BUSY},
               {SLUICE_COMMIT_LATENCY, SLUICE_STATUS_ACTIVE}};
  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
    uint32_t got = status_around_commit(regs, reads[i].cycle);
    ck_assert_msg(got == (SLUICE_STATUS_CONFIGURED | reads[i].bits), "read %d cycles after COMMIT: STATUS %x",
                  reads[i].cycle, got);
  }
}
END_TEST

START_TEST(refused_packets_do_not_hold_up_the_first_commit) {
  for (int trial = 0; trial < 100; trial++) {
    struct sluice_in in = {.enq_valid = true, .enq_port = (uint8_t)(trial % 4), .enq_class = 2, .enq_cells = 3};
    uint32_t regs[SLUICE_REGS];
    struct sluice_mmu *m;
    rules_defaults(regs, trial % 2 == 0 ? SLUICE_SIH : SLUICE_DSH);
    ck_assert_int_eq(sluice_mmu_new(&m, &rules_dims), 0);
    for (int cycle = 0; cycle < 40 + trial; cycle++) sluice_mmu_step(m, &in);
    in.cfg_write = true;
    for (int r = 0; r <= SLUICE_REGS; r++) {
      in.cfg_addr = (uint8_t)r;
      in.cfg_wdata = r < SLUICE_REGS ? regs[r] : 1;
      sluice_mmu_step(m, &in);
    }
    in.cfg_write = false;
    for (int cycle = 1; cycle < SLUICE_COMMIT_LATENCY + SLUICE_ADMIT_LATENCY - 1; cycle++) {
      sluice_mmu_step(m, &in);
      ck_assert(sluice_mmu_out(m)->adm_valid);
      ck_assert_int_eq(sluice_mmu_out(m)->adm_kind, SLUICE_REFUSED);
    }
    ck_assert_int_eq(sluice_mmu_out(m)->cfg_reason, SLUICE_OK);
    sluice_mmu_step(m, &in);
    ck_assert_int_ne(sluice_mmu_out(m)->adm_kind, SLUICE_REFUSED);
    sluice_mmu_step(m, &in);  // the queue counts a cycle after the admission
    ck_assert_uint_eq(sluice_mmu_queue_cells(m, trial % 4, 2), 3);
    sluice_mmu_free(m);
  }
}
END_TEST

static uint32_t draw(uint32_t *rng) { return (*rng = *rng * 1664525 + 1013904223) >> 16; }

static bool shows(const struct sluice_out *out, const uint32_t *regs, uint32_t pool_free) {
  struct sluice_occupancy occupancy = {.pool_free = pool_free};
  struct sluice_config cfg;
  sluice_config_decode(&cfg, regs);
  struct sluice_thresholds x = sluice_occupancy_thresholds(&occupancy, &cfg, &rules_dims, 0, 0);
  return out->mon_xqoff == x.xqoff && out->mon_xqon == x.xqon && out->mon_xpoff == x.xpoff && out->mon_xpon == x.xpon;
}

// Commits between two sets under traffic: in every cycle, all thresholds must belong to one set and one value of
// pool_free.
START_TEST(no_threshold_mixes_two_sets) {
  enum { DEPTH = 3 };  // cycles from pool_free to its thresholds
  uint32_t rng = 12345 + (uint32_t)_i;
  for (int trial = 0; trial < 200; trial++) {
    uint32_t regs[2][SLUICE_REGS];
    for (int k = 0; k < 2; k++) {
      rules_defaults(regs[k], (enum sluice_scheme)_i);
      regs[k][SLUICE_REG_ALPHA] = draw(&rng) % 16 - 8;
      regs[k][SLUICE_REG_XOFF] = 20 + draw(&rng) % 60;
      regs[k][SLUICE_REG_XON] = draw(&rng) % 20;
      regs[k][SLUICE_REG_DELTA_Q] = draw(&rng) % 40;
      regs[k][SLUICE_REG_DELTA_P] = draw(&rng) % 80;
    }
    struct sluice_mmu *m = configured(&rules_dims, regs[0]);
    const struct sluice_out *out = sluice_mmu_out(m);
    uint32_t pool_free[DEPTH + 1] = {0}, shared = regs[0][SLUICE_REG_SHARED];
    bool use[2] = {false};
    for (int cycle = 0; cycle < 2 * SLUICE_COMMIT_LATENCY + SLUICE_MAX_CLASSES; cycle++) {
      struct sluice_in in = {.tx_ready = true, .enq_class = 2, .enq_cells = 1};
      in.enq_port = in.deq_port = (uint8_t)(cycle % 4);
      in.deq_class = 2;
      in.deq_cells = 1;
      in.enq_valid = (draw(&rng) & 3) != 0;
      in.deq_valid = cycle > 20 && (draw(&rng) & 1);
      in.cfg_write = cycle <= SLUICE_REG_DELTA_P - SLUICE_REG_ALPHA + 1;
      in.cfg_addr = (uint8_t)(SLUICE_REG_ALPHA + cycle);
      if (in.cfg_addr > SLUICE_REG_DELTA_P) in.cfg_addr = SLUICE_REG_COMMIT;
      in.cfg_wdata = in.cfg_addr < SLUICE_REGS ? regs[1][in.cfg_addr] : 1;
      memmove(&pool_free[1], &pool_free[0], sizeof pool_free - sizeof pool_free[0]);
      pool_free[0] = shared - out->mon_shared;
      sluice_mmu_step(m, &in);
      out = sluice_mmu_out(m);
      if (cycle < DEPTH) continue;
      bool old = shows(out, regs[0], pool_free[DEPTH - 1]), new = shows(out, regs[1], pool_free[DEPTH - 1]);
      ck_assert_msg(old || new, "scheme %d, trial %d, cycle %d: expected thresholds of one set, got %u %u %u %u", _i,
                    trial, cycle, out->mon_xqoff, out->mon_xqon, out->mon_xpoff, out->mon_xpon);
      use[0] |= old;
      use[1] |= new;
    }
    ck_assert(use[0] && use[1]);
    ck_assert_int_eq(out->cfg_reason, SLUICE_OK);
    sluice_mmu_free(m);
  }
}
END_TEST

// The buffer is at rest when the scan is. From a cycle after the last event, the scan runs for a round, the classes of
// a port, and 16 cycles.
enum { REST = 32 + 8 + 16 + 1 };
START_TEST(structural_registers_wait_for_the_scan) {
  const struct sluice_in nothing = {0}, packet = {.enq_valid = true, .enq_port = 1, .enq_class = 2, .enq_cells = 3},
                         leaves = {.deq_valid = true, .deq_port = 1, .deq_class = 2, .deq_cells = 3};
  uint32_t regs[SLUICE_REGS];
  rules_defaults(regs, SLUICE_SIH);
  struct sluice_mmu *m = configured(&rules_dims, regs);
  sluice_mmu_step(m, &packet);
  for (int cycle = 0; cycle < SLUICE_ADMIT_LATENCY; cycle++) sluice_mmu_step(m, &nothing);
  write_register(m, SLUICE_REG_SCHEME, SLUICE_DSH);
  write_register(m, SLUICE_REG_COMMIT, 0);
  for (int left = SLUICE_COMMIT_LATENCY - 1; left > 0; left--) sluice_mmu_step(m, left == _i + 2 ? &leaves : &nothing);
  ck_assert_int_eq(sluice_mmu_out(m)->cfg_reason, _i < REST ? SLUICE_BUSY : SLUICE_OK);
  sluice_mmu_free(m);
}
END_TEST

// Plays an event, its cells in packets of up to 20 cells. After the scan has visited all queues, *out is the outputs
// with the message that waits. Returns false if no message waits.
static bool message(struct sluice_mmu *m, struct sluice_in event, struct sluice_out *out) {
  enum { LARGEST = 20, SEEN = 32 + 30 };
  uint32_t left = event.enq_cells;
  for (; left > LARGEST; left -= LARGEST) {
    event.enq_cells = LARGEST;
    sluice_mmu_step(m, &event);
  }
  event.enq_cells = left;
  sluice_mmu_step(m, &event);
  const struct sluice_in nothing = {0};
  for (int cycle = 0; cycle < SEEN; cycle++) sluice_mmu_step(m, &nothing);
  *out = *sluice_mmu_out(m);
  take_messages(m);
  return out->tx_valid;
}

START_TEST(ttl_queue_pauses_the_class_below_its_own) {
  static const struct {
    uint32_t options;
    int ttl, cls, paused;
    uint8_t enable;
  } hops[] = {{0, 5, 3, 2, 0x7f},                                  // ttl0 is 8: hop 3
              {0, 1, 7, 6, 0x7f},                                  // the last hop
              {0, 7, 1, 0, 0x7f},                                  // the first switch pauses hosts
              {SLUICE_TTL_HALF, 4, 2, 1, 0x7f},                    // hop 4 pauses hop 3, which has class 1
              {SLUICE_TTL_HALF | SLUICE_TTL_ODD, 5, 1, 1, 0xff}};  // hop 3 pauses hop 2, which has class 1, too
  for (size_t i = 0; i < sizeof hops / sizeof hops[0]; i++) {
    uint32_t regs[SLUICE_REGS];
    struct sluice_out out;
    rules_defaults(regs, SLUICE_TTL);
    regs[SLUICE_REG_PARTITION] = 100;  // with HALF, packets may have class 0
    regs[SLUICE_REG_BUFFER] += 100;
    regs[SLUICE_REG_TTL_OPTIONS] = hops[i].options;
    struct sluice_mmu *m = configured(&rules_dims, regs);
    take_messages(m);
    struct sluice_in in = {.enq_valid = true, .enq_port = 2, .enq_class = 5, .enq_cells = 99};
    in.enq_ttl = (uint8_t)hops[i].ttl;
    ck_assert(message(m, in, &out));
    ck_assert_uint_eq(out.queue_level[2 * 8 + hops[i].cls], SLUICE_OFF);
    ck_assert_int_eq(out.tx_port, 2);
    ck_assert_uint_eq(out.tx_enable, hops[i].enable);
    for (int c = 0; c < 8; c++) ck_assert_uint_eq(out.tx_time[c], c == hops[i].paused ? 1000 : 0);
    sluice_mmu_free(m);
  }
}
END_TEST

START_TEST(gfc_message_has_the_level_and_is_sent_when_it_changes) {
  for (int scheme = SLUICE_GFC; scheme <= SLUICE_GFC_LINEAR; scheme++) {
    uint32_t regs[SLUICE_REGS];
    struct sluice_out out;
    rules_defaults(regs, (enum sluice_scheme)scheme);
    regs[SLUICE_REG_LOSSLESS] = 0xbf;
    struct sluice_mmu *m = configured(&rules_dims, regs);
    take_messages(m);
    struct sluice_in in = {.enq_valid = true, .enq_port = 1, .enq_class = 4, .enq_cells = 85};
    ck_assert(message(m, in, &out));
    ck_assert_int_eq(out.tx_port, 1);
    ck_assert_uint_eq(out.tx_enable, 0xbf);
    for (int c = 0; c < 8; c++) ck_assert_uint_eq(out.tx_time[c], c != 4 ? 0 : scheme == SLUICE_GFC ? 2 : 49);
    in.enq_cells = 1;  // 86: still stage 2
    bool sent = message(m, in, &out);
    ck_assert_int_eq(sent, scheme == SLUICE_GFC_LINEAR);
    if (sent) ck_assert_uint_eq(out.tx_time[4], 50);
    in = (struct sluice_in){.deq_valid = true, .deq_port = 1, .deq_class = 4, .deq_cells = 86};
    ck_assert(message(m, in, &out));
    ck_assert_uint_eq(out.tx_time[4], 0);
    in = (struct sluice_in){.enq_valid = true, .enq_port = 1, .enq_class = 6, .enq_cells = 100};
    ck_assert(!message(m, in, &out));  // class 6 is not lossless
    sluice_mmu_free(m);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("registers");
  TCase *tcase = tcase_create("registers");
  tcase_add_test(tcase, structural_registers_wait_for_an_empty_buffer);
  tcase_add_loop_test(tcase, registers_are_read_back, 0, SLUICE_SCHEMES);
  tcase_add_test(tcase, a_read_with_a_write_is_a_write);
  tcase_add_test(tcase, status_shows_whether_the_written_set_is_active);
  tcase_add_test(tcase, status_is_that_of_the_cycle_of_the_read);
  tcase_add_test(tcase, refused_packets_do_not_hold_up_the_first_commit);
  tcase_add_loop_test(tcase, no_threshold_mixes_two_sets, SLUICE_STATIC, SLUICE_DSH + 1);
  tcase_add_loop_test(tcase, structural_registers_wait_for_the_scan, REST - 4, REST + 4);
  tcase_add_test(tcase, ttl_queue_pauses_the_class_below_its_own);
  tcase_add_test(tcase, gfc_message_has_the_level_and_is_sent_when_it_changes);
  suite_add_tcase(suite, tcase);
  return suite_run(suite);
}
