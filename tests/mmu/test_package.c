// rtl/mmu/sluice_pkg.sv, cmodel/sluice.h and docs/configuration.md carry the same names with the same values.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../suite.h"
#include "package.h"
#include "sluice.h"

static const struct package_name constants[] = {
#define SAME(name) \
  { #name, SLUICE_##name }
// The header has another name.
#define NAMED(name, in_header) \
  { #name, SLUICE_##in_header }
// A bit: the package has its place.
#define PLACE(name) \
  { #name, __builtin_ctz(SLUICE_##name) }
    SAME(STATIC),
    SAME(SIH),
    SAME(DSH),
    SAME(TTL),
    SAME(GFC),
    SAME(GFC_LINEAR),
    SAME(PRIVATE),
    SAME(SHARED),
    SAME(HEADROOM),
    SAME(REFUSED),
    SAME(DROPPED),
    PLACE(TTL_DROP_BOUNCED),
    PLACE(TTL_HALF),
    PLACE(TTL_ODD),
    SAME(REG_SCHEME),
    SAME(REG_BUFFER),
    SAME(REG_PRIVATE),
    SAME(REG_SHARED),
    SAME(REG_HEADROOM),
    SAME(REG_LOSSLESS),
    SAME(REG_TTL0),
    SAME(REG_TTL_OPTIONS),
    SAME(REG_PARTITION),
    SAME(REG_MAX_PACKET),
    SAME(REG_ALPHA),
    SAME(REG_XOFF),
    SAME(REG_XON),
    SAME(REG_DELTA_Q),
    SAME(REG_DELTA_P),
    SAME(REG_PAUSE_TIME),
    SAME(REG_REFRESH),
    SAME(REG_QUANTA_STEP),
    SAME(REG_NATIVE),
    SAME(REG_WEIGHT),
    SAME(REG_STAGE_TOP),
    SAME(REG_STAGE_BASE),
    SAME(REG_STAGES),
    SAME(REG_STAGE),
    SAME(REG_CELL_STEP),
    NAMED(REG_DRAIN_CYCLES, REG_ROOM_CLOCKS),
    SAME(REG_ALPHA_LOSSY),
    SAME(REG_COMMIT),
    SAME(REG_STATUS),
    PLACE(STATUS_REASON),
    PLACE(STATUS_CONFIGURED),
    {"STATUS_ACTIVE", __builtin_ctz(SLUICE_STATUS_IN_USE)},
    PLACE(STATUS_BUSY),
    SAME(REGS),
    SAME(OK),
    SAME(UNCONFIGURED),
    SAME(BAD_VALUE),
    SAME(BAD_SCHEME),
    SAME(BAD_ALPHA),
    SAME(BAD_POOLS),
    SAME(BAD_HEADROOM),
    SAME(BAD_XON),
    SAME(BAD_TIMES),
    SAME(BAD_TTL),
    SAME(BAD_STAGES),
    SAME(BUSY),
    SAME(STAT_QUEUE_PAUSES),
    SAME(STAT_QUEUE_RESUMES),
    SAME(STAT_QUEUE_PAUSED),
    SAME(STAT_QUEUE_PEAK),
    SAME(STAT_PORT_PAUSES),
    SAME(STAT_PORT_RESUMES),
    SAME(STAT_PORT_PAUSED),
    SAME(STAT_PORT_PEAK),
    SAME(STAT_HEADROOM_PEAK),
    SAME(STAT_SHARED_PEAK),
    SAME(STAT_REFUSED),
    SAME(STAT_DROPPED),
    NAMED(STAT_PARITY_DROPS, STAT_ASTRAY),
    SAME(STAT_MESSAGE_WAIT),
#undef SAME
#undef NAMED
#undef PLACE
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

START_TEST(package_and_header_agree) { package_must_agree("rtl/mmu/sluice_pkg.sv", constants, CONSTANTS, NULL); }
END_TEST

static int value_of(const char *name) {
  for (int k = 0; k < CONSTANTS; k++)
    if (strcmp(constants[k].name, name) == 0) return (int)constants[k].value;
  return -1;
}

// The fields of a table's line, "| a | b |"; returns how many, 0: no such line.
static int cut(char *line, char *field[], int most) {
  int n = 0;
  if (*line != '|') return 0;
  for (char *at = line + 1; n < most; n++) {
    char *end = strchr(at, '|');
    if (end == NULL) break;
    field[n] = at + strspn(at, " ");
    at = end + 1;
    do *end-- = '\0';
    while (*end == ' ');
  }
  return n;
}

// What stands in the last column of the register table, and in the one before it.
static void check_register(int reg, char *const *field) {
  static const char *const schemes[SLUICE_SCHEMES] = {"STATIC", "SIH", "DSH", "TTL", "GFC", "GFC-linear"};
  const char *when = reg >= SLUICE_REG_COMMIT            ? "-"
                     : reg <= SLUICE_LAST_STRUCTURAL_REG ? "only while empty"
                                                         : "any time";
  ck_assert_msg(strcmp(field[4], when) == 0, "register %d changes %s, not %s", reg, when, field[4]);
  if (reg >= SLUICE_REG_COMMIT) return;
  for (int s = 0; s < SLUICE_SCHEMES; s++) {
    const struct sluice_dims dims = {4, 8, 16, 1u << s};
    bool named = strcmp(field[3], "all") == 0;
    for (const char *at = field[3]; (at = strstr(at, schemes[s])) != NULL; at++)
      named |= strchr(", ", at[strlen(schemes[s])]) != NULL;
    ck_assert_msg(named == sluice_register_built(&dims, reg), "register %d and scheme %s: %s", reg, schemes[s],
                  field[3]);
  }
}

// "| 26..33 | WEIGHT_0..7 | ..." or "| 16 | MAX_PACKET | ...", and "| 1 UNCONFIGURED | ..."
START_TEST(page_and_header_agree) {
  FILE *file = fopen("docs/configuration.md", "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  bool registers[SLUICE_REG_STATUS + 1] = {false}, reasons[SLUICE_BUSY + 1] = {false}, latency = false;
  char line[1024], clocks[32], *field[6];
  snprintf(clocks, sizeof clocks, "%d clocks later", SLUICE_COMMIT_LATENCY);
  while (fgets(line, sizeof line, file) != NULL) {
    latency = latency || strstr(line, clocks) != NULL;
    int fields = cut(line, field, 6), first, last, from, to;
    char name[40], full[64];
    if (fields == 2 && sscanf(field[0], "%d %39[A-Z_]", &first, name) == 2) {
      ck_assert_msg(value_of(name) == first, "reason %d is not %s", first, name);
      ck_assert_int_lt(first, SLUICE_BUSY + 1);
      reasons[first] = true;
    }
    if (fields != 5 || sscanf(field[0], "%d", &first) != 1) continue;
    bool row = sscanf(field[0], "%d..%d", &first, &last) == 2;
    if (!row) last = first;
    // The name without its numbers
    int length = (int)strlen(field[1]);
    if (row) {
      char *dots = strstr(field[1], "..");
      ck_assert_msg(dots != NULL && sscanf(dots, "..%d", &to) == 1, "%s", field[1]);
      while (dots > field[1] && dots[-1] >= '0' && dots[-1] <= '9') dots--;
      ck_assert_int_eq(sscanf(dots, "%d", &from), 1);
      ck_assert_int_eq(to - from, last - first);
      length = (int)(dots - field[1]);
    }
    for (int reg = first; reg <= last; reg++) {
      snprintf(full, sizeof full, "%.*s", length, field[1]);
      if (row) snprintf(full + length, sizeof full - (size_t)length, "%d", from + reg - first);
      const char *right = sluice_register_name(reg);
      ck_assert_msg(right != NULL && strcmp(right, full) == 0, "register %d is %s, not %s", reg, right, full);
      registers[reg] = true;
      check_register(reg, field);
    }
  }
  fclose(file);
  for (int reg = 0; reg <= SLUICE_REG_STATUS; reg++) ck_assert_msg(registers[reg], "register %d is missing", reg);
  for (int r = SLUICE_UNCONFIGURED; r <= SLUICE_BUSY; r++) ck_assert_msg(reasons[r], "reason %d is missing", r);
  ck_assert_msg(latency, "the page does not say \"%s\"", clocks);
}
END_TEST

START_TEST(every_register_has_a_name) {
  for (int r = 0; r <= SLUICE_REG_STATUS; r++) ck_assert_msg(sluice_register_name(r) != NULL, "register %d", r);
  ck_assert_ptr_null(sluice_register_name(SLUICE_REG_STATUS + 1));
  ck_assert_ptr_null(sluice_register_name(-1));
  for (int r = SLUICE_OK; r <= SLUICE_BUSY; r++) ck_assert_str_ne(sluice_reason_text((enum sluice_reason)r), "");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("package");
  TCase *names = tcase_create("names");
  tcase_add_test(names, package_and_header_agree);
  tcase_add_test(names, page_and_header_agree);
  tcase_add_test(names, every_register_has_a_name);
  suite_add_tcase(suite, names);
  return suite_run(suite);
}
