// Tables: what is left out, cut or wrapped so that they fit 80 columns.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/sim/results/terminal.h"
#include "tests/suite.h"

static char *text;
static size_t size;

static void printed(struct text_table *t, const char *expected) {
  FILE *f = open_memstream(&text, &size);
  ck_assert_int_eq(text_table_print(t, f), 0);
  fclose(f);
  ck_assert_str_eq(text, expected);
  free(text);
}

START_TEST(as_wide_as_its_cells) {
  static const struct text_column columns[] = {
      {"flow", TEXT_NAME}, {"Gb/s", TEXT_NUMBER}, {NULL, 0}, {"of", TEXT_NAME}};
  struct text_table *t = text_table_new(columns, 4);
  for (int i = 0; i < 2; i++) {
    text_cell(t, "%s", i == 0 ? "a" : "longer");
    text_cell(t, "%.3f", i == 0 ? 1.5 : 100.0);
    text_cell(t, "of a column that is not there");
    text_cell(t, "%s", i == 0 ? "x" : "");
  }
  printed(t, "flow       Gb/s  of\na         1.500  x\nlonger  100.000\n");
}
END_TEST

// A row of cells of these widths, in columns of all kinds; where a column is left out, or a name is cut to, its width
// is another one.
static const struct {
  int cell[5], shown[5];
} rows[] = {
    {{20, 10, 10, 10, 10}, {20, 10, 10, 10, 10}},  // as it is
    {{32, 10, 10, 10, 10}, {32, 10, 10, 10, 10}},  // 80 columns
    {{40, 10, 10, 10, 10}, {32, 10, 10, 10, 10}},  // the name is cut
    {{42, 1, 10, 10, 10}, {41, 1, 10, 10, 10}},    // a column of one character counts
    {{40, 38, 10, 10, 10}, {21, 21, 10, 10, 10}},  // the longer one first
    {{40, 12, 20, 20, 20}, {22, 12, 20, 20, 0}},   // not below 12, rather without the last column that may go
    {{40, 12, 40, 30, 30}, {24, 12, 40, 0, 0}},    // nor the one before it
    {{40, 40, 64, 30, 30}, {6, 6, 64, 0, 0}},      // then down to 6
};

START_TEST(too_wide) {
  static const struct text_column columns[] = {
      {"a", TEXT_NAME}, {"b", TEXT_NAME}, {"c", TEXT_NUMBER}, {"d", TEXT_EXTRA}, {"e", TEXT_EXTRA}};
  static const char zeros[] = "00000000000000000000000000000000000000000000000000000000000000000000000000000000";
  struct text_table *t = text_table_new(columns, 5);
  for (int i = 0; i < 5; i++) text_cell(t, "%.*s%d", rows[_i].cell[i] - 1, zeros, i);
  FILE *f = open_memstream(&text, &size);
  ck_assert_int_eq(text_table_print(t, f), 0);
  fclose(f);
  ck_assert_ptr_nonnull(strchr(text, '\n'));
  char *at = strtok(strchr(text, '\n') + 1, " \n");
  for (int i = 0; i < 5; i++) {
    if (rows[_i].shown[i] == 0) continue;
    ck_assert_ptr_nonnull(at);
    ck_assert_msg((int)strlen(at) == rows[_i].shown[i], "column %d: %s", i, at);
    ck_assert_int_eq(at[strlen(at) - 1], '0' + i);  // the end is kept
    ck_assert_int_eq(strstr(at, "0...") != NULL, rows[_i].shown[i] < rows[_i].cell[i]);
    at = strtok(NULL, " \n");
  }
  ck_assert_ptr_null(at);
  free(text);
}
END_TEST

// Words between the columns, also where one is longer than a line.
START_TEST(wrapped) {
  FILE *f = open_memstream(&text, &size);
  terminal_wrap("one two three four", fprintf(f, "at:"), 2, 12, f);
  terminal_wrap("a_word_that_is_longer b", 0, 2, 12, f);
  fclose(f);
  ck_assert_str_eq(text, "at: one two\n  three four\n  a_w...nger\n  b\n");
  free(text);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("tables");
  TCase *all = tcase_create("all");
  tcase_add_test(all, as_wide_as_its_cells);
  tcase_add_loop_test(all, too_wide, 0, sizeof rows / sizeof rows[0]);
  tcase_add_test(all, wrapped);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
