// Tests the register map of the switch against the generated header: the constants of the RTL's package, and each
// register's address, reset value and bits at run time. `make test T=switch_package` repeats it.
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tests/mmu/package.h"
#include "tests/suite.h"
#include "tests/switch/cases.h"

// unit: factor from the package to the header. The header has addresses in bytes, and masks for bits (0).
static const struct constant {
  const char *name;
  unsigned value, unit;
} constants[] = {
#define IS(name) \
  { #name, SLUICE_SWITCH_##name, 1 }
#define AT(name) \
  { "REG_" #name, SLUICE_SWITCH_REG_##name, 4 }
#define BIT(name) \
  { #name, SLUICE_SWITCH_##name, 0 }
    IS(NONE),
    IS(NOT_COPIED),
    IS(WATCHDOG),
    AT(STATUS),
    AT(FLOOD),
    AT(QUANTUM),
    AT(PORT),
    AT(MAC_LOW),
    AT(MAC_HIGH),
    AT(COUNTER),
    AT(STATISTIC),
    BIT(STATUS_READY),
    BIT(STATUS_RESERVE),
    BIT(PORT_STRICT),
    BIT(TTL_MODE_NON_IP),
    BIT(MAC_HIGH_PORT),
    BIT(MAC_HIGH_VALID),
    IS(PAUSES_OUT),
    IS(DROPS),
    IS(MAX_FRAME),
#undef IS
#undef AT
#undef BIT
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };
enum { MACS = 16 };  // of every variant
static int found;

static void check_name(const char *name, unsigned value) {
  for (int k = 0; k < CONSTANTS; k++) {
    const struct constant *c = &constants[k];
    if (strcmp(c->name, name) != 0) continue;
    unsigned here = c->unit == 0 ? 1u << value : value * c->unit;
    ck_assert_msg(here == c->value, "%s: package has %u, header has %u", name, value, c->value);
    found++;
  }
}

START_TEST(package_and_header_agree) {
  package_each("rtl/switch/sluice_switch_pkg.sv", "", check_name);
  ck_assert_int_eq(found, CONSTANTS);
}
END_TEST

// Registers of a variant: address, number, stride and reset value.
struct row {
  uint32_t at, count, stride, reset;
};

static void check_row(struct bench *b, const struct row *row) {
  for (uint32_t i = 0; i < row->count; i++) {
    uint16_t addr = (uint16_t)(row->at + i * row->stride);
    ck_assert_msg(bench_read(b, addr) == row->reset, "register %x after reset: expected %x, got %x", addr, row->reset,
                  bench_read(b, addr));
  }
  for (uint32_t i = 0; i < row->count; i++) bench_write(b, (uint16_t)(row->at + i * row->stride), 0xa5000000u + i);
  for (uint32_t i = 0; i < row->count; i++) {
    uint16_t addr = (uint16_t)(row->at + i * row->stride);
    ck_assert_msg(bench_read(b, addr) == 0xa5000000u + i, "register %x: expected %x, got %x", addr, 0xa5000000u + i,
                  bench_read(b, addr));
    bench_write(b, addr, row->reset);
  }
}

START_TEST(registers_after_reset) {
  struct bench b;
  bench_new(&b, switch_shim_list[_i], 1);
  const struct switch_dims *d = &b.shim->dims;
  uint32_t classes = (uint32_t)d->classes, ports = (uint32_t)d->ports;
  const struct row rows[] = {
      {SLUICE_SWITCH_REG_MAX_FRAME, 1, 4, SLUICE_SWITCH_RESET_MAX_FRAME},
      {SLUICE_SWITCH_REG_PRIORITY, 1, 4, SLUICE_SWITCH_RESET_PRIORITY},
      {SLUICE_SWITCH_REG_TTL_MODE, 1, 4, 0},
      {SLUICE_SWITCH_REG_WATCHDOG_CLOCK, 5, 4, 0},
      {SLUICE_SWITCH_REG_FLOOD, 1, 4, 0},
      {SLUICE_SWITCH_REG_QUANTUM, classes, 4, SLUICE_SWITCH_RESET_QUANTUM},
      {SLUICE_SWITCH_REG_PORT, ports, 4, SLUICE_SWITCH_RESET_PORT},
      {SLUICE_SWITCH_REG_MAC_LOW, MACS, 8, 0},
      {SLUICE_SWITCH_REG_MAC_HIGH, MACS, 8, 0},
  };
  while ((bench_read(&b, SLUICE_SWITCH_REG_STATUS) & SLUICE_SWITCH_STATUS_READY) == 0) {
  }
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) check_row(&b, &rows[k]);
  bench_free(&b);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("package of the switch");
  TCase *names = tcase_create("names");
  tcase_set_timeout(names, 120);
  tcase_add_test(names, package_and_header_agree);
  if (BUILD_HAS_RTL) tcase_add_loop_test(names, registers_after_reset, 0, bench_variants());
  suite_add_tcase(suite, names);
  return suite_run(suite);
}
