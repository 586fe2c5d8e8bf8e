// Compares all that a command prints, and its exit status, with the texts in tests/program/tables. Other tests check
// the numbers; this one checks the rows, their order, the titles, and the lines between tables. After an intended
// change, write the text anew: build/sluice ARGUMENTS >tests/program/tables/NAME.txt.
#include <check.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define TABLES "tests/program/tables/"
#define PLAN "plan --all --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB"

static const struct {
  const char *arguments, *name;
  int status;
} commands[] = {{"run " TABLES "pauses.yaml", "pauses", 0},
                {"run " TABLES "ring.yaml", "deadlock", 0},
                {"run " TABLES "gentle.yaml", "gentle", 0},
                {"analyze " TABLES "pauses.yaml", "no_cycle", 0},
                {"analyze " TABLES "ring.yaml", "cycle", 0},
                {PLAN, "plan", 0},
                {PLAN " --json", NULL, 0}};  // its text has the version

START_TEST(prints) {
  char path[100], expected[TEXT], what[200];
  ck_assert_int_eq(run("%s", commands[_i].arguments), commands[_i].status);
  if (commands[_i].name == NULL) return;
  snprintf(path, sizeof path, TABLES "%s.txt", commands[_i].name);
  FILE *f = fopen(path, "r");
  ck_assert_ptr_nonnull(f);
  expected[fread(expected, 1, sizeof expected - 1, f)] = '\0';
  fclose(f);
  const char *got = with.text[0], *want = expected;
  int line = 1;
  for (; *got == *want && *got != '\0'; got++, want++) line += *got == '\n';
  snprintf(what, sizeof what, "%s:%d: got %.60s, expected %.60s", path, line, got, want);
  ck_assert_msg(*got == *want, "%s", what);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("tables");
  TCase *tables = tcase_create("tables");
  tcase_add_checked_fixture(tables, make_dir, remove_dir);
  tcase_add_loop_test(tables, prints, 0, sizeof commands / sizeof commands[0]);
  suite_add_tcase(suite, tables);
  if (program_find() != 0) return EXIT_FAILURE;
  return suite_run(suite);
}
