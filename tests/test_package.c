// rtl/sluice_pkg.sv and cmodel/sluice.h carry the same names with the same values.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sluice.h"

static const struct constant {
  const char *name;
  int value;
} constants[] = {
#define SAME(name) \
  { #name, SLUICE_##name }
    SAME(STATIC),
    SAME(SIH),
    SAME(DSH),
    SAME(PRIVATE),
    SAME(SHARED),
    SAME(HEADROOM),
    SAME(REFUSED),
    SAME(REG_SCHEME),
    SAME(REG_BUFFER),
    SAME(REG_PRIVATE),
    SAME(REG_SHARED),
    SAME(REG_HEADROOM),
    SAME(REG_LOSSLESS),
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
    SAME(REG_COMMIT),
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
#undef SAME
};
enum { CONSTANTS = sizeof constants / sizeof constants[0] };

// "  localparam logic [4:0] NAME = 5'd16;  // ..." or "  localparam int NAME = 16;"
static bool parse(const char *line, char *name, int *value) {
  const char *equals = strchr(line, '=');
  const char *comment = strstr(line, "//");
  if (strncmp(line, "  localparam ", 13) != 0 || equals == NULL || (comment != NULL && comment < equals)) return false;
  const char *end = equals;
  while (end[-1] == ' ') end--;
  const char *start = end;
  while (start[-1] != ' ') start--;
  snprintf(name, 64, "%.*s", (int)(end - start), start);
  const char *digits = strchr(equals, '\'');
  const char *stop = strchr(equals, ';');
  *value = atoi(digits != NULL && digits < stop ? digits + 2 : equals + 1);
  return true;
}

START_TEST(package_and_header_agree) {
  FILE *file = fopen("rtl/sluice_pkg.sv", "r");
  ck_assert_msg(file != NULL, "run from the top of the repository");
  bool found[CONSTANTS] = {false};
  char line[512], name[64];
  int value;
  while (fgets(line, sizeof line, file) != NULL) {
    if (!parse(line, name, &value)) continue;
    int k = 0;
    while (k < CONSTANTS && strcmp(constants[k].name, name) != 0) k++;
    ck_assert_msg(k < CONSTANTS, "%s stands only in the package, or not in this test", name);
    ck_assert_msg(constants[k].value == value, "%s: %d in the header, %d in the package", name, constants[k].value,
                  value);
    found[k] = true;
  }
  fclose(file);
  for (int k = 0; k < CONSTANTS; k++) ck_assert_msg(found[k], "%s stands only in the header", constants[k].name);
}
END_TEST

START_TEST(every_register_has_a_name) {
  for (int r = 0; r <= SLUICE_REG_COMMIT; r++) ck_assert_msg(sluice_register_name(r) != NULL, "register %d", r);
  ck_assert_ptr_null(sluice_register_name(SLUICE_REG_COMMIT + 1));
  ck_assert_ptr_null(sluice_register_name(-1));
  for (int r = SLUICE_OK; r <= SLUICE_BUSY; r++) ck_assert_str_ne(sluice_reason_text((enum sluice_reason)r), "");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("package");
  TCase *names = tcase_create("names");
  tcase_add_test(names, package_and_header_agree);
  tcase_add_test(names, every_register_has_a_name);
  suite_add_tcase(suite, names);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
