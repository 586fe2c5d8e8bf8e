// Tests scenario files as a whole: registers from a second file, files that are no scenario, bytes rounded to cells,
// and all files of tb/examples/scenarios. `make check T=scenario_files` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <check.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/sim/scenario/scenario.h"
#include "tests/net/text.h"
#include "tests/suite.h"

// ---- registers from another file ----

static const struct other {
  const char *text;
  int line;  // 0: no error
  const char *message;
} others[] = {
    {"mmu: {scheme: SIH, buffer: 12MB, headroom: 16KB, alpha: 1/8}", 0, NULL},
    {"", 1, "the file is empty; start from one of the ready scenarios"},
    {"# here\nmmu: 5", 2, "mmu must have keys; write key: value pairs"},
    {"# here\nname: x", 2, "the mmu file has no known key; known are mmu"},
    {"mmu:\n  scheme: DSH", 1, "buffer is missing in mmu; add buffer, the bytes of the whole buffer"},
    {"mmu:\n  scheme: STATIC\n  buffer: 1TB\n  headroom: 1KB\n  xoff: 1KB", 3,
     "buffer is '1TB'; give bytes such as 40000, 40KB or 16MiB"},
    {"\nmmu:\n  scheme: SIH\n  alpha: 9\n  headroom: 1KB\n  buffer: 1MB", 4,
     "alpha is '9'; give a power of two from 1/256 to 128, such as 1/16 or 0.0625"},
    {"mmu:\n  ports: 1", 2, "switch A has 2 links; raise ports to that"},
};

START_TEST(other_mmu) {
  const struct other *o = &others[_i];
  char mmu[] = "/tmp/test_mmu.XXXXXX", expected[640];
  struct error err = {""};
  int fd = mkstemp(mmu);
  ck_assert_int_ge(fd, 0);
  FILE *f = fdopen(fd, "w");
  fputs(o->text, f);
  fclose(f);
  struct scenario *s;
  text_write_changed(12, "  xon: 99MB");  // not used, so no error
  int status = scenario_load_mmu(text_path, mmu, &s, &err);
  unlink(mmu);
  snprintf(expected, sizeof expected, "%s:%d: %s", mmu, o->line, o->message);
  if (o->line != 0) ck_assert_str_eq(err.text, expected);
  ck_assert_int_eq(status, o->line == 0 ? 0 : EINVAL);
  if (status == 0) ck_assert_uint_eq(s->sw[1].cfg.scheme, SLUICE_SIH);
  scenario_free(s);
}
END_TEST

// An error outside of the mmu section is reported in the scenario file. A missing mmu file is named.
START_TEST(other_mmu_and_the_scenario) {
  char mmu[] = "/tmp/test_mmu.XXXXXX", expected[640];
  struct error err;
  struct scenario *s;
  int fd = mkstemp(mmu);
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(write(fd, "mmu: {ports: 9}", 15), 15);
  close(fd);
  text_write_changed(24, "  - {name: f1, from: h1, to: h9}");
  ck_assert_int_eq(scenario_load_mmu(text_path, mmu, &s, &err), EINVAL);
  snprintf(expected, sizeof expected, "%s:24: there is no host h9; name one of hosts", text_path);
  ck_assert_str_eq(err.text, expected);
  unlink(mmu);
  ck_assert_int_eq(scenario_load_mmu(text_path, mmu, &s, &err), EINVAL);
  snprintf(expected, sizeof expected, "%s: cannot open: No such file or directory; give a scenario file", mmu);
  ck_assert_str_eq(err.text, expected);
}
END_TEST

START_TEST(good_file) {
  text_write_changed(0, "");
  text_expect_ok();
}
END_TEST

START_TEST(missing_file) {
  unlink(text_path);
  text_expect_error(EINVAL, 0, "cannot open: No such file or directory; give a scenario file");
}
END_TEST

START_TEST(empty_file) {
  text_write("", 0);
  text_expect_error(EINVAL, 1, "the file is empty; start from one of the ready scenarios");
  text_write("# only a comment\n", 17);
  text_expect_error(EINVAL, 1, "the file is empty; start from one of the ready scenarios");
}
END_TEST

START_TEST(binary_garbage) {
  text_write("name: x\n\xff\xfe\x80", 11);
  text_expect_error(EINVAL, 2, "not YAML: invalid leading UTF-8 octet; a scenario is UTF-8 text");
  text_write("name: x\na\0b", 11);
  text_expect_error(EINVAL, 2, "not YAML: control characters are not allowed; a scenario is UTF-8 text");
}
END_TEST

START_TEST(too_large) {
  size_t size = 70 << 20;
  char *data = malloc(size);
  ck_assert_ptr_nonnull(data);
  memset(data, 'a', size);
  text_write(data, size);
  free(data);
  text_expect_error(EINVAL, 0, "the file is larger than 64 MiB; a scenario is smaller; many flows go into a flows_csv");
}
END_TEST

START_TEST(nested_deeply) {
  char data[4096];
  memset(data, '[', sizeof data);
  text_write(data, sizeof data);
  text_expect_error(EINVAL, 1, "nested too deeply; no key of a scenario needs more than 4 levels");
}
END_TEST

START_TEST(directory) {
  struct error err;
  struct scenario *s;
  ck_assert_int_eq(scenario_load("/tmp", &s, &err), EINVAL);
  ck_assert_str_eq(err.text, "/tmp: cannot open: Is a directory; give a scenario file");
}
END_TEST

// A text of other programs: the message shows none of it.
START_TEST(foreign_file) {
  static const struct {
    const char *text, *message;
  } foreign[] = {{"root:*:19000:0:99999:7:::\nbin:*:19000:0:99999:7:::\n", "the scenario has no known key; known are "},
                 {"password: secret\nuser: me\n", "the scenario has no known key; known are "},
                 {"- secret\n- keys\n", "the scenario must have keys; write key: value pairs"},
                 {"\"secret\": [1, 2]\n", "the scenario has no known key; known are "}};
  struct error err;
  struct scenario *s;
  char expected[256];
  text_write(foreign[_i].text, strlen(foreign[_i].text));
  ck_assert_int_eq(scenario_load(text_path, &s, &err), EINVAL);
  snprintf(expected, sizeof expected, "%s:1: %s", text_path, foreign[_i].message);
  ck_assert_int_eq(strncmp(err.text, expected, strlen(expected)), 0);
}
END_TEST

START_TEST(byte_order_mark) {
  char text[4096] = "\xef\xbb\xbf";
  for (int i = 0; i < TEXT_LINES; i++) {
    strcat(text, text_good[i]);
    strcat(text, "\n");
  }
  text_write(text, strlen(text));
  text_expect_ok();
}
END_TEST

// A file cut at any byte must load or give a message with its path.
START_TEST(cut_anywhere) {
  char text[4096] = "";
  for (int i = 0; i < TEXT_LINES; i++) {
    strcat(text, text_good[i]);
    strcat(text, "\n");
  }
  for (size_t size = 0; size < strlen(text); size++) {
    struct error err = {""};
    struct scenario *s;
    text_write(text, size);
    if (scenario_load(text_path, &s, &err) != 0) ck_assert_int_eq(strncmp(err.text, text_path, strlen(text_path)), 0);
    scenario_free(s);
  }
}
END_TEST

// Pools and thresholds are rounded down to cells, packets are rounded up. Missing registers are derived.
START_TEST(bytes_become_cells) {
  struct error err;
  struct scenario *s;
  text_write_changed(6, "cell_bytes: 256");
  ck_assert_int_eq(scenario_load(text_path, &s, &err), 0);
  const struct sluice_config *cfg = &s->sw[0].cfg;
  ck_assert_uint_eq(cfg->buffer, 46875);
  ck_assert_uint_eq(cfg->limits.eta, 62);
  ck_assert_uint_eq(cfg->limits.xoff, 156);
  ck_assert_uint_eq(cfg->limits.xon, 148);
  ck_assert_uint_eq(cfg->max_packet, 4);
  ck_assert_uint_eq(cfg->shared, 46875 - 2 * 8 * 62);
  ck_assert_uint_eq(cfg->limits.quanta_step, 16 * 160);
  ck_assert_uint_eq(cfg->lossless, 0xff);
  ck_assert_int_eq(s->dims.ports, 2);
  ck_assert_uint_eq(s->flow[1].bytes, 1 << 20);
  ck_assert_uint_eq(s->link[0].delay_ps, 1000000);
  scenario_free(s);
}
END_TEST

// Only the registers of Fig. 5 of GFC violate the paper's own bound. The routes of these files have cyclic buffer
// dependencies, which matter where switches pause each other.
static bool has_cycle(const struct scenario *s, const char *base) {
  static const char *const cyclic[] = {"case1", "case2", "case3", "prl4", "prl5", "loop_above", "loop_below"};
  bool named = false;
  for (size_t i = 0; i < sizeof cyclic / sizeof cyclic[0]; i++) named |= strstr(base, cyclic[i]) != NULL;
  return named && (s->feedback == FEEDBACK_PAUSE || s->feedback == FEEDBACK_LEVEL ||
                   (s->feedback == FEEDBACK_CREDIT && !scenario_counts_hops(s)));
}

START_TEST(ready_files) {
  glob_t files;
  ck_assert_int_eq(glob("tb/examples/scenarios/*.yaml", 0, NULL, &files), 0);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    const char *file = files.gl_pathv[i], *name = strrchr(file, '/') + 1;
    bool mmu = strncmp(name, "mmu_", 4) == 0, fig5 = strncmp(name, "mmu_fig5", 8) == 0;
    const char *base = fig5 ? "tb/examples/scenarios/fig5.yaml" : mmu ? "tb/examples/scenarios/case3.yaml" : file;
    struct error err;
    struct scenario *s;
    ck_assert_msg(scenario_load_mmu(base, mmu ? file : NULL, &s, &err) == 0, "%s", err.text);
    const int expected = fig5 + has_cycle(s, base);
    ck_assert_msg(s->warnings == expected, "%s: %d warnings, expected %d", file, s->warnings, expected);
    if (!mmu) ck_assert_int_eq(strncmp(s->name, name, strlen(s->name)), 0);
    scenario_free(s);
  }
  globfree(&files);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("scenario_files");
  TCase *files = tcase_create("files");
  tcase_add_checked_fixture(files, text_make, text_remove);
  tcase_set_timeout(files, 120);
  tcase_add_test(files, good_file);
  tcase_add_test(files, missing_file);
  tcase_add_test(files, empty_file);
  tcase_add_test(files, binary_garbage);
  tcase_add_test(files, too_large);
  tcase_add_test(files, nested_deeply);
  tcase_add_test(files, directory);
  tcase_add_loop_test(files, foreign_file, 0, 4);
  tcase_add_test(files, byte_order_mark);
  tcase_add_test(files, cut_anywhere);
  tcase_add_test(files, bytes_become_cells);
  tcase_add_loop_test(files, other_mmu, 0, sizeof others / sizeof others[0]);
  tcase_add_test(files, other_mmu_and_the_scenario);
  tcase_add_test(files, ready_files);
  suite_add_tcase(suite, files);
  return suite_run(suite);
}
