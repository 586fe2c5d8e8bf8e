// Tests the files that commands read and write: links and FIFOs with the names of unfinished files, FIFOs and pipes as
// inputs, names and texts that are not UTF-8, and outputs that cannot be written. `make check T=files` repeats it.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/program/program.h"
#include "tests/suite.h"

#define CASE "tb/examples/scenarios/case2.yaml"

// ---- planted files ----

static const char *const plants[] = {"ln -s ../victim", "ln ../victim", "ln -s ../nothing", "mkfifo"};

static void plant(int kind, const char *name) { ck_assert_int_eq(bash("cd o && %s %s", plants[kind], name), 0); }

// The file behind a link is unchanged, and a link to nothing makes no file.
static void intact(void) { ck_assert_int_eq(bash("test $(cat victim) = precious && test ! -e nothing"), 0); }

START_TEST(planted_in_a_run) {
  static const char *const names[] = {".results.json.part", ".pauses.csv.part", ".queues.csv.part", ".run.cksum.part"};
  write_two(100);
  write_file(in_dir("victim"), "precious\n");
  mkdir(in_dir("o"), 0777);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) plant(_i, names[i]);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 0);
  intact();
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES);
  ck_assert_int_eq(bash("cd o && ! find . -type l -o -type p | grep ."), 0);
}
END_TEST

START_TEST(planted_in_a_replay) {
  write_file(in_dir("victim"), "precious\n");
  mkdir(in_dir("o"), 0777);
  char line[256];
  snprintf(line, sizeof line, "tb/cli/replay/captures.py %s/", dir);
  ck_assert_int_eq(system(line), 0);
  plant(_i, ".port0.pcap.part");
  plant(_i, ".port2.pcap.part");
  ck_assert_int_eq(run("replay tb/examples/scenarios/replay.yaml --engine model --quiet --in 0=%s --out %s",
                       in_dir("in0.pcap"), in_dir("o")),
                   0);
  intact();
  ck_assert_int_eq(count_files(in_dir("o")), 4);
}
END_TEST

// A link at the name of a complete file is replaced, and the file behind it stays.
START_TEST(planted_at_the_end) {
  write_two(100);
  write_file(in_dir("victim"), "time_ns,precious\n");
  mkdir(in_dir("o"), 0777);
  if (_i == 3) {
    plant(_i, "pauses.csv");
    ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 1);
    said(2, "o/pauses.csv: cannot write: not a regular file");
    return;
  }
  plant(_i, "pauses.csv");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("test $(cat victim) = time_ns,precious && test ! -e nothing"), 0);
}
END_TEST

// Files of other programs are not replaced.
START_TEST(foreign_in_out) {
  static const char *const names[] = {"flows.csv", "results.json"};
  write_two(100);
  mkdir(in_dir("o"), 0777);
  ck_assert_int_eq(bash("echo source,mine >o/%s", names[_i]), 0);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 1);
  said(2, names[_i]);
  said(2, ": the file holds no results; give --out another directory\n");
  said_one_line();
  ck_assert_int_eq(count_files(in_dir("o")), 1);
}
END_TEST

// ---- FIFOs, pipes and devices as inputs ----

#define DRY "a FIFO without data and without a writer"
#define NOT_REGULAR "not a regular file, and it is read more than once"

// %s: the test's directory. The FIFO is f.
static const struct {
  const char *arguments, *says;
} fifos[] = {
    {"run %s/f", "/f: cannot open: " DRY "; give a scenario file\n"},
    {"analyze %s/f", "/f: cannot open: " DRY "; give a scenario file\n"},
    {"run %s/two.yaml --mmu %1$s/f", "/f: cannot open: " DRY "; give a scenario file\n"},
    {"run %s/two.yaml --set flows_csv=f", "/f: " DRY "; give a CSV file\n"},
    {"run %s/sizes.yaml", "/sizes.yaml:20: cannot open %s/./f: " DRY "; give a CSV file\n"},
    {"sweep %s/f", "/f: cannot open: " DRY "; give a sweep file\n"},
    {"sweep %s/scenario.yaml", "/scenario.yaml:1: cannot open %s/f: " NOT_REGULAR "; name a file\n"},
    {"sweep %s/mmu.yaml", "/mmu.yaml:2: cannot open %s/f: " NOT_REGULAR "; name a file\n"},
    {"replay tb/examples/scenarios/replay.yaml --engine model --in 0=%s/f --out %1$s/o",
     "/f: " DRY "; give a capture that can be read\n"},
    {"report %s/d",
     "/d/run.cksum: cannot open: " NOT_REGULAR "; give a directory that sluice run --out or sluice sweep wrote\n"},
    {"run %s", ": cannot open: Is a directory; give a scenario file\n"},
    {"replay tb/examples/scenarios/replay.yaml --engine model --in 0=%s --out %1$s/o",
     ": Is a directory; give a capture that can be read\n"},
};

START_TEST(fifo_without_a_writer) {
  char line[1024], expected[512];
  write_two(100);
  write_file(in_dir("scenario.yaml"), "scenario: f\nover: {seed: 1..2}\n");
  write_file(in_dir("mmu.yaml"), "scenario: two.yaml\nover: {mmu: [f]}\n");
  ck_assert_int_eq(
      bash("(cat two.yaml; printf 'traffic:\\n  - name: t\\n    pattern: uniform\\n    sizes: ./f\\n') >sizes.yaml"),
      0);
  ck_assert_int_eq(bash("mkfifo f && mkdir d && mkfifo d/run.cksum"), 0);
  snprintf(line, sizeof line, fifos[_i].arguments, dir);
  snprintf(expected, sizeof expected, fifos[_i].says, dir);
  ck_assert_int_eq(run("%s", line), 2);
  said(2, expected);
  said_one_line();
}
END_TEST

// Standard input, process substitution, and a FIFO with a slow writer.
static const char *const pipes[] = {
    "cat two.yaml | %s run /dev/stdin --quiet --out o",
    "%s run <(cat two.yaml) --quiet --out o",
    "%s run two.yaml --mmu <(sed -n '/^mmu:/,/alpha/p' two.yaml) --quiet --out o",
    "mkfifo f; (sleep 0.2; cat two.yaml) >f & sleep 0.1; %s run f --quiet --out o",
    "(sleep 0.2; cat two.yaml) | %s run /dev/stdin --quiet --out o",
    "%s sweep <(printf 'scenario: %s/two.yaml\\nover: {seed: 1..2}\\n') --count && mkdir o",
};

START_TEST(pipe_as_input) {
  write_two(100);
  ck_assert_int_eq(bash(pipes[_i], program, dir), 0);
  ck_assert(exists(in_dir("o")));
}
END_TEST

// ---- texts that are not UTF-8 ----

START_TEST(names_that_are_not_utf8) {
  static const struct {
    const char *arguments, *says;
  } names[] = {
      {"sweep %s/d\xff/a.yaml --out %1$s/o", ": the command is not UTF-8, which JSON and YAML require"},
      {"topology fat-tree --ports 4 --out %s/d\xff/x.yaml", ": the command is not UTF-8, which JSON and YAML require"},
      {"report %s/d\xff", ": the name is not UTF-8, which JSON requires; rename the directory"},
      {"report %s/d\xff --json", ": the name is not UTF-8, which JSON requires; rename the directory"},
  };
  char line[512];
  write_two(100);
  ck_assert_int_eq(
      bash("mkdir d\xff && mv two.yaml d\xff && printf 'scenario: two.yaml\\nover: {seed: 1..2}\\n' >d\xff/a.yaml"), 0);
  snprintf(line, sizeof line, names[_i].arguments, dir);
  ck_assert_int_eq(run("%s", line), 2);
  said(2, names[_i].says);
  said_one_line();
  ck_assert_str_eq(with.text[0], "");
}
END_TEST

// Overlong forms, surrogates, too large and cut sequences, and a Latin-1 letter
static const char *const no_utf8[] = {"\\xe9", "\\xc0\\xaf", "\\xed\\xa0\\x80", "\\xf4\\x90\\x80\\x80", "\\xe2\\x82",
                                      "\\x80", "\\xff"};

START_TEST(table_that_is_not_utf8) {
  write_two(100);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(
      bash("cd o && printf '1,S%s,x,0,9,1\\n' >>occupancy.csv && cksum *.csv results.json >run.cksum", no_utf8[_i]), 0);
  ck_assert_int_eq(run("report %s --json", in_dir("o")), 2);
  said(2, "o/occupancy.csv:2: the line is not UTF-8; let sluice run --out write it again\n");
  said_one_line();
  ck_assert_str_eq(with.text[0], "");
}
END_TEST

// UTF-8 of every length is unchanged.
START_TEST(table_of_utf8) {
  write_two(100);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("o")), 0);
  ck_assert_int_eq(bash("cd o && sed -i '2s/^f,/ä€😀\xef\xbf\xbf,/' flows.csv && cksum *.csv results.json >run.cksum"),
                   0);
  ck_assert_int_eq(run("report %s --json", in_dir("o")), 0);
  ck_assert_int_eq(bash("jq -e . stdout >/dev/null"), 0);
}
END_TEST

// A command with a line feed is one line, because it is a comment of the scenario.
START_TEST(name_of_two_lines) {
  ck_assert_int_eq(bash("'%s' topology fat-tree --ports 2 --out $'a\\nb'", program), 0);
  ck_assert_int_eq(bash("'%s' run $'a\\nb' --quiet && '%s' analyze $'a\\nb' --json | jq -e .command", program, program),
                   0);
  ck_assert_int_eq(bash("eval \"$(sed -n '1s/^# sluice\\(.*\\): 5 .*/echo \\1/p' $'a\\nb')\" | tail -n 1 | grep -x b"),
                   0);
}
END_TEST

// ---- standard output and standard error in one file ----

static const char *const mixing[] = {"topology fat-tree --ports 8", "run x.yaml", "run x.yaml --set mmu.headroom=1100",
                                     "analyze x.yaml"};

// A message on standard error stays outside of a table.
START_TEST(streams_in_order) {
  ck_assert_int_eq(bash("'%s' topology fat-tree --ports 8 --duration-us 20 >x.yaml", program), 0);
  bash("'%s' %s >table 2>messages; '%s' %s >both 2>&1", program, mixing[_i], program, mixing[_i]);
  ck_assert_int_eq(bash("[[ $(<both) == *\"$(<table)\"* && $(wc -c <table) -gt 4096 ]]"), 0);
}
END_TEST

// ---- outputs that cannot be written ----

static const struct {
  const char *arguments;
  int code;
  const char *says;
} outputs[] = {
    {"plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --out %s/x.yaml", 1,
     "x.yaml: cannot write: File too large"},
    {"topology fat-tree --ports 4 --out %s/x.yaml", 1, "x.yaml: cannot write: File too large"},
    {"report %s/r --out %1$s/x.html", 1, "x.html: cannot write: File too large"},
    {"sweep %s/a.yaml --jobs 1 --out %1$s/x", 1, "/x/inputs.txt: cannot write: File too large"},
    {"run %s/two.yaml --quiet --out %1$s/x/y", 1, "cannot write: File too large"},
    {"topology fat-tree --ports 4", 1, "sluice topology: standard output cannot be written: File too large"},
    {"analyze " CASE, 1, "sluice analyze: standard output cannot be written: File too large"},
    {"plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --out /proc/x.yaml", 1,
     "/proc/x.yaml: cannot write: "},
    {"topology fat-tree --ports 4 --out %s", 2, ": not a regular file; give --out a file"},
    {"run %s/two.yaml --out /proc/x", 1, "/proc/x: cannot make: "},
    {"run %s/two.yaml --out %1$s/a.yaml", 1, "/a.yaml: cannot write: Not a directory"},
    {"sweep %s/a.yaml --out %1$s/a.yaml", 1, "/a.yaml/points: cannot make: Not a directory"},
    {"sweep %s/a.yaml --out /proc/x", 1, "/proc/x/points: cannot make: "},
};

START_TEST(output_that_cannot_be) {
  char line[512];
  write_two(100);
  write_file(in_dir("a.yaml"), "scenario: two.yaml\nover: {seed: 1..2}\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("two.yaml"), in_dir("r")), 0);
  int files = count_files(dir);
  snprintf(line, sizeof line, outputs[_i].arguments, dir);
  with.largest = strstr(outputs[_i].says, "too large") != NULL ? 100 : 0;
  ck_assert_int_eq(run("%s", line), outputs[_i].code);
  with.largest = 0;
  said(2, outputs[_i].says);
  ck_assert_int_eq(count_files(dir), files + (strstr(line, "/x ") != NULL));
}
END_TEST

// A reader that ends early does not end the run before its files are complete.
START_TEST(reader_that_ends) {
  write_two(100);
  ck_assert_int_eq(bash("'%s' run two.yaml --out o 2>err | : ; test ${PIPESTATUS[0]} = 1", program), 0);
  ck_assert_int_eq(bash("grep -v CPU err"), 1);
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES);
  ck_assert_int_eq(run("report %s", in_dir("o")), 0);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("files");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 20);
  tcase_add_loop_test(all, planted_in_a_run, 0, 4);
  tcase_add_loop_test(all, planted_in_a_replay, 0, 4);
  tcase_add_loop_test(all, planted_at_the_end, 0, 4);
  tcase_add_loop_test(all, foreign_in_out, 0, 2);
  tcase_add_loop_test(all, fifo_without_a_writer, 0, sizeof fifos / sizeof fifos[0]);
  tcase_add_loop_test(all, pipe_as_input, 0, sizeof pipes / sizeof pipes[0]);
  tcase_add_loop_test(all, names_that_are_not_utf8, 0, 4);
  tcase_add_loop_test(all, table_that_is_not_utf8, 0, sizeof no_utf8 / sizeof no_utf8[0]);
  tcase_add_test(all, table_of_utf8);
  tcase_add_test(all, name_of_two_lines);
  tcase_add_loop_test(all, streams_in_order, 0, sizeof mixing / sizeof mixing[0]);
  tcase_add_loop_test(all, output_that_cannot_be, 0, sizeof outputs / sizeof outputs[0]);
  tcase_add_test(all, reader_that_ends);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
