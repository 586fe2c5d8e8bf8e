// rtl/switch/sluice_switch_pkg.sv, cmodel/sluice_switch.h and docs/switch.md carry the same names with the same values.
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../mmu/package.h"
#include "../suite.h"
#include "sluice_switch.h"

// What a name is to the page: a number in its tables of reasons or of counters, an address, or nothing.
enum kind { REASON, REGISTER, KIND, OTHER };

// unit: what one of the package is in the header, which has addresses in bytes and bits as masks.
static const struct constant {
  const char *name;
  unsigned value, unit;
  enum kind kind;
  const char *page;  // what stands behind the address, and the name where that is another
} constants[] = {
#define IS(name, kind) \
  { #name, SLUICE_SWITCH_##name, 1, kind, NULL }
#define AT(name, page) \
  { "REG_" #name, SLUICE_SWITCH_REG_##name, 4, REGISTER, page }
#define BIT(name, value) \
  { #name, value, 0, OTHER, NULL }
    {"NONE", SLUICE_SWITCH_TAKEN, 1, OTHER, NULL},
    IS(CUT, REASON),
    IS(NO_CELL, REASON),
    IS(GIANT, REASON),
    IS(BAD, REASON),
    IS(RUNT, REASON),
    IS(RESERVED, REASON),
    IS(UNKNOWN, REASON),
    IS(HAIRPIN, REASON),
    IS(REFUSED, REASON),
    IS(TTL, REASON),
    IS(LINK, REASON),
    IS(WATCHDOG, REASON),
    IS(FLOODED, REASON),
    IS(NOT_COPIED, REASON),
    AT(STATUS, "STATUS,"),
    AT(MAX_FRAME, "MAX_FRAME |"),
    AT(PRIORITY, "PRIORITY |"),
    AT(TTL_MODE, "TTL_MODE |"),
    AT(WATCHDOG, "WATCHDOG |"),
    AT(FLOOD, "FLOOD |"),
    AT(QUANTUM, "+ 4 c | QUANTUM_c |"),
    AT(PORT, "+ 4 p | PORT_p |"),
    {"REG_MAC", SLUICE_SWITCH_REG_MAC_LOW, 4, REGISTER, "+ 8 i | MAC_LOW_i |"},
    {"COUNTERS", SLUICE_SWITCH_REG_COUNTER, 1, REGISTER, "+ 512 p + 8 k |"},
    {"STATISTICS", SLUICE_SWITCH_REG_STATISTIC, 1, REGISTER, "+ 512 p + 64 c + 4 s |"},
    BIT(STATUS_READY, SLUICE_SWITCH_STATUS_READY),
    BIT(STATUS_RESERVE, SLUICE_SWITCH_STATUS_RESERVE),
    BIT(PORT_CLASS, 1),
    BIT(PORT_TRUST_PCP, SLUICE_SWITCH_TRUST_PCP),
    BIT(PORT_TRUST_DSCP, SLUICE_SWITCH_TRUST_DSCP),
    BIT(PORT_STRICT, SLUICE_SWITCH_STRICT),
    BIT(TTL_MODE_DECREMENT, SLUICE_SWITCH_TTL_DECREMENT),
    BIT(TTL_MODE_NON_IP, SLUICE_SWITCH_TTL_NON_IP),
    BIT(MAC_HIGH_PORT, SLUICE_SWITCH_MAC_PORT),
    BIT(MAC_HIGH_VALID, SLUICE_SWITCH_MAC_VALID),
    IS(FRAMES_IN, KIND),
    IS(BYTES_IN, KIND),
    IS(FRAMES_OUT, KIND),
    IS(BYTES_OUT, KIND),
    IS(PAUSES_IN, KIND),
    IS(PAUSES_OUT, KIND),
    IS(DROPS, OTHER),
    {"MIN_FRAME", SLUICE_SWITCH_LEAST_FRAME, 1, OTHER, NULL},
    {"MAX_FRAME", SLUICE_SWITCH_MOST_FRAME, 1, OTHER, NULL},
    {"COPIED", SLUICE_SWITCH_MOST_COPIED, 1, OTHER, NULL},
    IS(GAP, OTHER),
    IS(GFC_PORTS, OTHER),
#undef IS
#undef AT
#undef BIT
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

// What the package has: bits as places, addresses of registers by word.
static unsigned of_package(const struct constant *c) {
  unsigned place = (unsigned)__builtin_ctz(c->value | 1u << 31), there = c->unit == 0 ? place : c->value / c->unit;
  ck_assert_msg(c->value == (c->unit == 0 ? 1u << place : there * c->unit), "%s: %u in the header", c->name, c->value);
  return there;
}

START_TEST(package_and_header_agree) {
  struct package_name names[CONSTANTS];
  for (int k = 0; k < CONSTANTS; k++) names[k] = (struct package_name){constants[k].name, of_package(&constants[k])};
  // No program has to know how long a verdict takes.
  package_must_agree("rtl/switch/sluice_switch_pkg.sv", names, CONSTANTS, "CELLS_BEFORE_ADMISSION");
  ck_assert_int_eq(SLUICE_SWITCH_REG_MAC_HIGH, SLUICE_SWITCH_REG_MAC_LOW + 4);
}
END_TEST

// The page's rows: "| 1 | CUT |", "| 0x0104 | MAX_FRAME |", and the list of the counters' kinds.
START_TEST(page_and_header_agree) {
  static char page[60000];
  static const char *const kinds[] = {"frames in", "bytes in", "frames out", "bytes out", "pauses in", "pauses out"};
  FILE *file = fopen("docs/switch.md", "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  page[fread(page, 1, sizeof page - 1, file)] = 0;
  ck_assert(feof(file));
  fclose(file);
  for (int k = 0; k < CONSTANTS; k++) {
    const struct constant *c = &constants[k];
    char row[100] = "";
    if (c->kind == REASON) snprintf(row, sizeof row, "\n| %u | %s |", c->value, c->name);
    if (c->kind == REGISTER)
      snprintf(row, sizeof row, "\n| 0x%04X %s%s", c->value, c->page[0] == '+' ? "" : "| ", c->page);
    if (c->kind == KIND) snprintf(row, sizeof row, "%u %s", c->value, kinds[c->value]);
    ck_assert_msg(strstr(page, row) != NULL, "docs/switch.md lacks \"%s\"", row + (row[0] == '\n'));
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("package of the switch");
  TCase *names = tcase_create("names");
  tcase_add_test(names, package_and_header_agree);
  tcase_add_test(names, page_and_header_agree);
  suite_add_tcase(suite, names);
  return suite_run(suite);
}
