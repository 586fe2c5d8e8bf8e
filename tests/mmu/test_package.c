// Compares the register map of the RTL with the table of cmodel/registers: the constants of its package, and at run
// time the values after reset and the number of bits of each register. The RTL checks the widths in sluice_check.sv,
// without the table. Without RTL the test runs the model alone. build/test_package repeats a failure.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/registers/sluice_check.h"
#include "tests/mmu/package.h"
#include "tests/mmu/pair.h"
#include "tests/mmu/rules.h"
#include "tests/suite.h"

static const char test[] = "build/test_package";
enum {
  REGISTERS = SLUICE_REG_PORT_WINDOW + 4,
  FEW_QUEUES = 32
};  // variants with more queues take longer and have the same registers

// Compares a constant of the package with the header. Registers are found by their name for messages. Of the other
// constants, only those that header and package write in different ways are compared.
static void check_name(const char *name, unsigned value) {
  char first[64];
  static const struct package_name others[] = {
#define SAME(name) {#name, SLUICE_##name}
// A mask in the header; the package has the number of its bit.
#define PLACE(name) \
  { #name, __builtin_ctz(SLUICE_##name) }
      SAME(GFC_LINEAR),
      SAME(DROPPED),
      PLACE(TTL_DROP_BOUNCED),
      PLACE(TTL_HALF),
      PLACE(TTL_ODD),
      PLACE(STAGES_COUNT_LEADING_ZEROS),
      PLACE(STATUS_REASON),
      PLACE(STATUS_CONFIGURED),
      PLACE(STATUS_ACTIVE),
      PLACE(STATUS_BUSY),
      SAME(REGS),
      SAME(BUSY),
      SAME(STAT_PARITY_DROPS),
      SAME(STAT_MESSAGE_WAIT),
#undef SAME
#undef NAMED
#undef PLACE
  };
  for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
    if (strcmp(others[k].name, name) == 0)
      ck_assert_msg(others[k].value == value, "%s: expected %u, got %u", name, others[k].value, value);
  if (strncmp(name, "REG_", 4) != 0) return;
  const char *right = sluice_register_name((int)value);
  ck_assert_msg(right != NULL, "%s: expected the address of a register, got %u", name, value);
  snprintf(first, sizeof first, "%s_%d", name + 4, value == SLUICE_REG_STAGE);  // first of an array: number 0 or 1
  ck_assert_msg(strcmp(right, name + 4) == 0 || strcmp(right, first) == 0, "%s: got %u, the address of %s", name, value,
                right);
}

START_TEST(package_and_header_agree) {
  int registers = 0;
  for (int r = 0; r < REGISTERS; r++) {
    const char *name = sluice_register_name(r), *number = strrchr(name, '_');
    registers +=
        number == NULL || number[1] < '0' || number[1] > '9' || strcmp(number, "_0") == 0 || r == SLUICE_REG_STAGE;
  }
  ck_assert_int_eq(package_each("rtl/mmu/sluice_pkg.sv", "REG_", check_name), registers);
  ck_assert_int_gt(package_each("rtl/mmu/sluice_pkg.sv", "", check_name), registers);
}
END_TEST

START_TEST(every_register_has_a_name) {
  for (int r = 0; r < REGISTERS; r++) ck_assert_msg(sluice_register_name(r) != NULL, "register %d", r);
  ck_assert_ptr_null(sluice_register_name(REGISTERS));
  ck_assert_ptr_null(sluice_register_name(-1));
  ck_assert_str_eq(sluice_statistic_name(SLUICE_STAT_MESSAGE_WAIT), "MESSAGE_WAIT");
  ck_assert_ptr_null(sluice_statistic_name(SLUICE_STATISTICS));
  ck_assert_ptr_null(sluice_statistic_name(-1));
  for (int r = SLUICE_OK; r <= SLUICE_BUSY; r++) ck_assert_str_ne(sluice_reason_text((enum sluice_reason)r), "");
}
END_TEST

static bool few(const struct sluice_dims *dims) { return dims->ports * dims->classes <= FEW_QUEUES; }

static uint32_t read_back(struct pair *p, int reg) {
  pair_step(p, &(struct sluice_in){.cfg_read = true, .cfg_addr = (uint8_t)reg});
  pair_wait(p, SLUICE_READ_LATENCY - 1);
  ck_assert(pair_out(p)->cfg_rvalid);
  return pair_out(p)->cfg_rdata;
}

// After reset every register reads 0, and STATUS the reason UNCONFIGURED. Registers that are not built always read 0.
START_TEST(registers_after_reset) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims)) SUITE_SKIP;
  struct pair p = pair_new(&dims, test, 1);
  for (int reg = 0; reg < REGISTERS; reg++)
    ck_assert_uint_eq(read_back(&p, reg), reg == SLUICE_REG_STATUS ? SLUICE_UNCONFIGURED : 0);
  for (int reg = 0; reg < REGISTERS; reg++) {
    if (reg == SLUICE_REG_COMMIT) continue;
    pair_set(&p, reg, UINT32_MAX);
    // PORT_SELECT then names a port that does not exist.
    const bool built = sluice_register_built(&dims, reg) || (dims.port_limits && reg == SLUICE_REG_PORT_SELECT);
    uint32_t want = built ? UINT32_MAX : reg == SLUICE_REG_STATUS ? SLUICE_UNCONFIGURED : 0;
    ck_assert_uint_eq(read_back(&p, reg), want);
  }
  pair_free(&p);
}
END_TEST

static enum sluice_reason reason_of(struct pair *p, int reg, uint32_t value) {
  pair_set(p, reg, value);
  enum sluice_reason reason = pair_commit(p);
  pair_set(p, reg, 0);
  return reason;
}

// A register accepts the largest value of its bits and no larger one; a signed register also the smallest and no
// smaller one, with a reason of its own.
START_TEST(registers_hold_their_bits) {
  const struct sluice_dims dims = pair_dims(_i);
  if (!few(&dims)) SUITE_SKIP;
  struct pair p = pair_new(&dims, test, 2);
  pair_wait(&p, dims.ports * dims.classes + 64);
  for (int reg = 0; reg < SLUICE_REGS; reg++) {
    if (!sluice_register_built(&dims, reg)) continue;
    const bool is_signed = sluice_register_signed(reg);
    const enum sluice_reason refused = is_signed ? SLUICE_BAD_ALPHA : SLUICE_BAD_VALUE;
    uint32_t most = (uint32_t)((UINT64_C(1) << (sluice_register_bits(&dims, reg) - is_signed)) - 1);
    const char *name = sluice_register_name(reg), *fits = "%s = 0x%x: expected it fits, got reason %d",
               *exceeds = "%s = 0x%x: expected it does not fit, got another reason than %d";
    pair_set(&p, SLUICE_REG_SCHEME, (uint32_t)__builtin_ctz(dims.schemes));
    ck_assert_msg(reason_of(&p, reg, most) != refused, fits, name, most, refused);
    if (most != UINT32_MAX) ck_assert_msg(reason_of(&p, reg, most + 1) == refused, exceeds, name, most + 1, refused);
    if (!is_signed) continue;
    ck_assert_msg(reason_of(&p, reg, ~most) != refused, fits, name, ~most, refused);
    ck_assert_msg(reason_of(&p, reg, ~most - 1) == refused, exceeds, name, ~most - 1, refused);
  }
  pair_free(&p);
}
END_TEST

// docs/reference/registers.md must have the latency of a commit, and the cycles in which its values become active.
START_TEST(page_has_the_latency) {
  enum { RESULT = SLUICE_COMMIT_LATENCY };
  static const struct {
    const char *format;
    int cycle;
  } lines[] = {{"%d cycles later either the whole set is active", RESULT},
               {"needs an empty buffer at rest in its last cycle, %d cycles after the write", RESULT - 1},
               {"| all others | %d |", RESULT},
               {"| XOFF, XON | %d |", RESULT + 1},
               {"| PRIVATE | %d |", RESULT + 1},
               {"| DELTA_Q, DELTA_P | %d |", RESULT + 2},
               {"| ALPHA_LOSSY | %d |", RESULT + 3}};
  FILE *file = fopen("docs/reference/registers.md", "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    char line[1024], want[128];
    bool found = false;
    snprintf(want, sizeof want, lines[i].format, lines[i].cycle);
    rewind(file);
    while (!found && fgets(line, sizeof line, file) != NULL) found = strstr(line, want) != NULL;
    ck_assert_msg(found, "docs/reference/registers.md: expected \"%s\", got no such line", want);
  }
  fclose(file);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("package");
  TCase *names = tcase_create("names");
  tcase_add_test(names, package_and_header_agree);
  tcase_add_test(names, page_has_the_latency);
  tcase_add_test(names, every_register_has_a_name);
  suite_add_tcase(suite, names);
  TCase *rtl = tcase_create("RTL");
  tcase_set_timeout(rtl, 300);
  tcase_add_loop_test(rtl, registers_after_reset, 0, pair_variants());
  tcase_add_loop_test(rtl, registers_hold_their_bits, 0, pair_variants());
  suite_add_tcase(suite, rtl);
  return suite_run(suite);
}
