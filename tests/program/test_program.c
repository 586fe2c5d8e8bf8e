// Tests the program as users run it: output, exit status and files. `make check T=program` repeats it without RTL,
// `make test T=program` with RTL.
#define _GNU_SOURCE
#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/sluice.h"
#include "tests/program/program.h"
#include "tests/suite.h"

// A scenario that does not end before a signal.
static const char *endless(void) {
  const char *path = in_dir("endless.yaml");
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fprintf(f,
          "name: endless\ngbps: 40\nduration_us: 900000000\n"
          "mmu: {scheme: STATIC, buffer: 1MB, headroom: 16KB, xoff: 9KB, ports: 4}\nswitches: [{name: S}]\n"
          "hosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows: [{name: f, from: x, to: y}]\n");
  fclose(f);
  return path;
}

#define CASE "tb/examples/scenarios/case2.yaml"

// ---- words ----

START_TEST(help_and_version) {
  ck_assert_int_eq(run("help"), 0);
  said(1, "usage: sluice COMMAND");
  ck_assert_int_eq(run("--help"), 0);
  said(1, "analyze");
  ck_assert_int_eq(run("help run"), 0);
  said(1, "--engine=ENGINE");
  ck_assert_int_eq(run("--version"), 0);
  const char *commit = with.text[0] + strlen("sluice " SLUICE_VERSION);
  said(1, "sluice " SLUICE_VERSION);
  ck_assert_msg(strcmp(commit, "\n") == 0 || strncmp(commit, " (commit ", 9) == 0, "expected a commit, got %s", commit);
  ck_assert_int_eq(run("%s", ""), 2);
  said(2, "usage: sluice COMMAND");
}
END_TEST

// Help keeps to the terminal's width, and says all it says elsewhere.
START_TEST(help_fits_the_terminal) {
  static const char *const lines[] = {"help",          "help run",    "help analyze", "help plan",
                                      "help topology", "help import", "help regs"};
  static const int widths[] = {36, 40, 60, 79, 80};
  int width = widths[_i];
  char columns[8], words[2][TEXT];
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    for (int wide = 0; wide < 2; wide++) {
      snprintf(columns, sizeof columns, "%d", wide == 1 ? 200 : width);
      setenv("COLUMNS", columns, 1);
      ck_assert_int_eq(run("%s", lines[i]), 0);
      size_t n = 0;
      for (const char *c = with.text[0]; *c != '\0'; c++)
        if (strchr(" \n", *c) == NULL) words[wide][n++] = *c;
      words[wide][n] = '\0';
      for (char *line = strtok(with.text[0], "\n"); wide == 0 && line != NULL; line = strtok(NULL, "\n"))
        ck_assert_msg(strlen(line) <= (size_t)width, "%d columns, '%s': %s", width, lines[i], line);
    }
    ck_assert_str_eq(words[0], words[1]);
  }
  unsetenv("COLUMNS");
}
END_TEST

static const struct {
  const char *line;
  int code;
  const char *says;
} bad[] = {
    {"rum x", 2, "sluice: unknown command 'rum', did you mean 'run'?\n"},
    {"help rum", 2, "unknown command 'rum', did you mean 'run'?"},
    {"go x", 2, "unknown command 'go'; use run, sweep, analyze, plan, topology, import, replay, regs, report, or help"},
    {"run --sed 5", 2, "sluice run: unknown option '--sed', did you mean '--seed'?\n"},
    {"run x --egnine=model", 2, "unknown option '--egnine', did you mean '--engine'?"},
    {"sweep --fast", 2, "unknown option '--fast'; sluice sweep --help lists all"},
    {"plan -5", 2, "unknown option '-5'; sluice plan --help lists all"},
    {"run --out --sed", 2, "no scenario"},
    {"run -qo --sed", 2, "no scenario"},
    {"run x --engine modle", 2, "unknown engine 'modle', did you mean 'model'?"},
    {"run x --engine fast", 2, "unknown engine 'fast'; use event, model, rtl, both or switch"},
    {"plan --scheme dsh", 2, "unknown scheme 'dsh', did you mean 'DSH'?"},
    {"plan --headroom eq2", 2, "unknown headroom 'eq2'; use eq15, eq1 or nvidia"},
    {"topology fattree", 2, "unknown topology 'fattree', did you mean 'fat-tree'?"},
    {CASE, 2, "to run a scenario: sluice run " CASE},
    {"run", 2, "no scenario"},
    {"run x --fail-on loss", 2, "unknown condition of --fail-on 'loss'; use deadlock or incomplete"},
    {"run x --fail-on deadlock,", 2, "unknown condition of --fail-on ''; use deadlock or incomplete"},
    {"run x --fail-on deadlock,incomplet", 2, "'incomplet', did you mean 'incomplete'?"},
    {"run tb/examples/scenarios/burst_dsh.yaml --fail-on deadlock", 2,
     "burst_dsh.yaml:62: a search has no verdict; leave --fail-on out"},
    {"run " CASE " --waves-us 5", 2, "add --waves FILE"},
    {"run tb/examples/scenarios/loop_below.yaml --set mmu.buffer=1GB --engine model", 2,
     "switch A: BUFFER is 1,000,000,000, at most 67,108,863 fits its 26 bits; raise width or cell_bytes, or use "
     "--engine event"},
    {"run " CASE " --waves-us 5 --waves x", 2, "add --engine rtl"},
    {"run " CASE " --seed -1", 2, "seed is '-1', which is negative; give a whole number, 0 to 9223372036854775807"},
    {"plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 0", 2, "buffer is '0'; give bytes"},
    {"plan --gbps -300", 2, "gbps is '-300', which is negative; give a number, 0.001 to 1000"},
    {"plan --gbps 0", 2, "gbps is '0'; give a number, 0.001 to 1000"},
    {"plan --delay-us nan", 2, "delay-us is 'nan'; give a number, 0 to 100000"},
    {"plan --ports -300", 2, "ports is '-300', which is negative; give a whole number, 1 to 512"},
    {"plan --mtu -300", 2, "mtu is '-300', which is negative; give bytes"},
    {"topology --load -300", 2, "load is '-300', which is negative; give a number, 0.000001 to 1"},
    {"topology --load 0", 2, "load is '0'; give a number, 0.000001 to 1"},
    {"topology --gbps 1e999", 2, "gbps is '1e999'; give a number, 0.001 to 1000"},
    {"run /nonexistent", 2, "/nonexistent: cannot open: No such file or directory"},
    {"run tb/examples/scenarios/incast.yaml --out /dev/null/x", 1, "/dev/null/x: cannot make: Not a directory"},
    {"run tb/examples/scenarios/incast.yaml --out /dev/null", 1, "/dev/null"},
    {"run " CASE " --out \xff", 2, "the command is not UTF-8, which JSON and YAML require"},
    {"analyze \xff --json", 2, "the command is not UTF-8"},
    {"plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --json --out \xff", 2, "the command is not UTF-8"},
    {"run tb/examples/scenarios/burst_dsh.yaml --set flows.burst3.start_us=5", 2,
     "burst_dsh.yaml:63: 1 of 16 bursting flows have start_us; give it to all of them, or to none"},
    {"run tb/examples/scenarios/burst_dsh.yaml --set duration_us=100", 2,
     "burst_dsh.yaml:62: the queues of the other flows have not all been paused by duration_us"},
    {"run tb/examples/scenarios/permutation.yaml --set routing=spray --engine model", 2,
     "permutation.yaml: packets of flow p-0 are sprayed, which the clocked engines cannot do; use --engine event"},
    {"topology", 2, "no topology; give fat-tree, leaf-spine or ring"},
    {"topology torus", 2, "unknown topology 'torus'; use fat-tree, leaf-spine or ring"},
    {"topology ring --switches 8", 2, "a ring needs --switches and --hosts"},
    {"topology ring --switches 2 --hosts 2", 2, "switches is '2'; give a whole number, 3 to 64"},
    {"topology ring --switches 4 --hosts 511", 2, "with 2 links to switches and 511 hosts has 513 ports; at most 512"},
    {"topology fat-tree --ports 4 --cell 4294967297", 2, "cell_bytes is 4294967295; it must be 1 to 4096"},
    {"topology fat-tree --ports 4 --packet 4294968296", 2, "packet is '4294968296'; give at most 16384"},
    {"topology fat-tree --ports 4 --hosts 2", 2, "--hosts is not for a fat-tree; leave it out"},
    {"topology fat-tree --ports 5", 2, "a fat-tree needs an even number of ports"},
    {"topology leaf-spine --leaves 4 --spines 504 --hosts 9", 2, "has 513 ports; at most 512 are possible"},
    {"topology leaf-spine --leaves 4", 2, "a leaf-spine network needs --leaves, --spines and --hosts"},
    {"topology fat-tree --ports 4 --sizes x", 2, "there is no distribution 'x'; use "},
    {"topology fat-tree --ports 4 --sizes websearch", 2, "--sizes needs flows; add --load"},
    {"topology fat-tree --ports 4 --ports 128", 2, "ports is '128'; give a whole number, 2 to 112"},
    {"topology fat-tree --ports 4 --load 0.5 --duration-us 999999999", 2, "give --duration-us at most 999901760"},
    {"topology fat-tree --ports 4 --load 0.5 --flows x", 2,
     "--load is for generated flows; leave it out, or leave out --flows"},
    {"topology fat-tree --ports 4 --flows /nonexistent", 2,
     "/nonexistent: cannot open: No such file or directory; give --flows a CSV file"},
    {"topology fat-tree --ports 4 --traffic /nonexistent", 2, "/nonexistent: cannot open: No such file or directory"},
    {"topology fat-tree --ports 4 --buffer 10KB", 2, "pools exceed the buffer by 210,504 cells"},
    {"topology fat-tree --ports 4 --class 2", 2, "class 2 does not exist; classes are 0 to 1"},
    {"topology fat-tree --ports 4 --lossless 8", 2, "lossless is '8'; give classes such as 3,4"},
    {"topology fat-tree --ports 4 --scheme NONE", 2,
     "unknown scheme 'NONE'; use SIH, DSH, SHP, TTL, GFC, STATIC, GFC_"},
    {"topology fat-tree --ports 4 --scheme STATIC --alpha 1/8", 2, "STATIC has no factor of thresholds"},
    {"topology fat-tree --ports 4 --congestion dcqn", 2, "unknown congestion control 'dcqn', did you mean 'dcqcn'?"},
    {"topology fat-tree --ports 4 --pattern all-to-all", 2, "unknown pattern 'all-to-all', did you mean 'all_to_all'?"},
    {"topology fat-tree --ports 4 --pattern incast --senders 16", 2, "senders is 16, 15 hosts can send to h0_0_0"},
    {"topology fat-tree --ports 4 --pattern shift --shift 16", 2, "shift is 16 among 16 hosts; give 1 to 15"},
    {"topology fat-tree --ports 4 --senders 4", 2, "--senders is for --pattern incast"},
    {"topology fat-tree --ports 4 --shift 4", 2, "--shift is for --pattern shift"},
    {"topology fat-tree --ports 4 --pattern all_to_all --period-us 9", 2, "all_to_all happens once"},
    {"topology fat-tree --ports 4 --pattern shift --load 0.1", 2, "the flows of shift are endless, which does not go "},
    {"topology fat-tree --ports 4 --load 0.1 --bytes 1KB", 2, "--bytes is for a pattern beside --load; add --pattern"},
    {"topology fat-tree --ports 4 --paths long", 2, "unknown paths 'long'; use up_down or shortest"},
    {"topology fat-tree --ports 4 --out /dev/null", 2, "/dev/null: not a regular file; give --out a file"},
    {"import", 2, "no format; give hpcc, simai or htsim"},
    {"import hpc x", 2, "unknown format 'hpc', did you mean 'hpcc'?"},
    {"import simai", 2, "0 files; usage: sluice import simai TOPOLOGY [FLOWS]"},
    {"import htsim x", 2, "1 file; usage: sluice import htsim TOPOLOGY MATRIX"},
    {"import hpcc a b c d", 2, "4 files; usage: sluice import hpcc TOPOLOGY [FLOWS [CONFIG]]"},
    {"import hpcc /nonexistent", 2, "/nonexistent: cannot open: No such file or directory; give a file"},
    {"report", 2, "no directory"},
    {"report a b", 2, "add --out FILE"},
    {"report /nonexistent", 2, "/nonexistent/run.cksum: cannot open: No such file or directory; give a directory"},
};

START_TEST(bad_command) {
  ck_assert_int_eq(run("%s", bad[_i].line), bad[_i].code);
  said(2, bad[_i].says);
  ck_assert_str_eq(with.text[0], "");
  ck_assert_ptr_eq(strchr(with.text[1], '\n'), with.text[1] + strlen(with.text[1]) - 1);
}
END_TEST

// The message names the missing build and the command that makes it.
START_TEST(no_rtl_build) {
  const char *path = in_dir("dims.yaml");
  FILE *f = fopen(path, "w");
  fprintf(f,
          "name: dims\nduration_us: 10\nmmu: {scheme: %s, ports: 7, classes: 3, width: 21}\n"
          "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\n"
          "flows: [{name: f, from: x, to: y}]\n",
          _i == 0 ? "DSH, alpha: 1, headroom: 16KB, buffer: 1MB" : "GFC, b0: 0, bm: 64KB, buffer: 2MB");
  fclose(f);
  ck_assert_int_eq(run("run %s --engine rtl", path), 2);
  if (!BUILD_HAS_RTL) {
    said(2, "dims.yaml: this program has no RTL; build it with `make`, or use --engine model");
    return;
  }
  said(2, "dims.yaml:3: no RTL build has 7 ports x 3 classes x 21 bits");
  said(2, _i == 0 ? "`make VARIANTS=7x3x21s7`" : "`make VARIANTS=7x3x21`");
}
END_TEST

// A seed on the command line draws other traffic and routes. The default is the seed of the file.
START_TEST(seed_draws_traffic) {
  static const char *const commands[] = {"run", "analyze"};
  char *text[3];
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(run("%s tb/examples/scenarios/permutation.yaml%s", commands[_i],
                         (const char *[]){"", " --seed 1", " --seed 2"}[i]),
                     0);
    text[i] = strdup(with.text[0]);
  }
  ck_assert_str_eq(text[0], text[1]);
  ck_assert_str_ne(text[0], text[2]);
  for (int i = 0; i < 3; i++) free(text[i]);
}
END_TEST

// jq must accept the output as JSON.
static const char *const speaking[] = {"analyze " CASE " --json", "analyze tb/examples/scenarios/prl4.yaml --json",
                                       "plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB --json"};

START_TEST(json_is_json) {
  char line[512];
  ck_assert_int_eq(run("%s", speaking[_i]), 0);
  snprintf(line, sizeof line,
           "jq -e '.version == \"" SLUICE_VERSION "\" and (.command | startswith(\"sluice\"))' %s >%s",
           in_dir("stdout"), in_dir("jq"));
  ck_assert_int_eq(system(line), 0);
  if (_i == 0) said(1, "\"verdict\": \"deadlock predicted\"");
  if (_i == 0) said(1, "\"cycles\": [{\"links\": [\"L1\", \"L2\", \"L3\", \"L4\"], \"all_pause_regulated\": true}]");
}
END_TEST

// ---- standard output ----

static const char *const printing[] = {
    "run " CASE,     "run " CASE " --out %s",
    "analyze " CASE, "plan --ports 4 --classes 2 --gbps 10 --delay-us 1 --buffer 1MB",
    "help",          "--version"};

START_TEST(standard_output_is_full_or_closed) {
  static const char *const outs[][2] = {{"/dev/full", "No space left on device"}, {"-", "Bad file descriptor"}};
  char line[256], text[TEXT];
  snprintf(line, sizeof line, printing[_i / 2], in_dir("out"));
  with.out = outs[_i % 2][0];
  ck_assert_int_eq(run("%s", line), 1);
  said(2, "standard output cannot be written");
  said(2, outs[_i % 2][1]);
  with.out = NULL;
  if (strstr(line, "--out") == NULL) return;
  read_text(in_dir("out/pauses.csv"), text);  // standard output and the file do not mix
  ck_assert_int_eq(strncmp(text, "time_ns,link,", 13), 0);
  read_text(in_dir("out/results.json"), text);
  ck_assert_int_eq(text[0], '{');
}
END_TEST

// ---- --out ----

START_TEST(out_makes_directories) {
  char text[TEXT], command[512];
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("a//b/c/")), 0);
  ck_assert_int_eq(count_files(in_dir("a/b/c")), RUN_FILES);
  read_text(in_dir("a/b/c/results.json"), text);
  ck_assert_ptr_nonnull(strstr(text, "\"version\": \"" SLUICE_VERSION "\""));
  snprintf(command, sizeof command, "\"command\": \"sluice run " CASE " --quiet --out %s\"", in_dir("a//b/c/"));
  ck_assert_ptr_nonnull(strstr(text, command));
}
END_TEST

// YAML may be UTF-16. A JSON file may not.
START_TEST(out_of_utf16) {
  char text[TEXT];
  FILE *f = fopen(in_dir("wide.yaml"), "w");
  read_text(CASE, text);
  fputs("\xff\xfe", f);
  for (const char *p = text; *p != '\0'; p++) fwrite((const char[]){*p, 0}, 1, 2, f);
  fclose(f);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("wide.yaml"), in_dir("out")), 0);
  read_text(in_dir("out/results.json"), text);
  ck_assert_ptr_nonnull(strstr(text, "wide.yaml\", \"text\": null}"));
}
END_TEST

// CSV and JSON files of a run must agree.
START_TEST(out_files_agree) {
  char line[1024];
  FILE *f = fopen(in_dir("incast.yaml"), "w");
  ck_assert_ptr_nonnull(f);
  fprintf(
      f,
      "name: incast\nduration_us: 2000\nmmu: {scheme: DSH, alpha: 1/8, buffer: 1MB, headroom: 16KB, ports: 4}\n"
      "switches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z, bytes: 1MB}, {name: g, from: y, to: z, bytes: 50KB, class: 2}, "
      "{name: e, from: x, to: y}]\ntrace: {series: [{queues: [all], what: [ingress, threshold], every_ns: 5000}]}\n");
  fclose(f);
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("incast.yaml"), in_dir("o")), 0);
  static const char *const queries[][2] = {
      {"flows", ".flows|map(.slowdown) == [$csv[]|.[8]|if . == \"\" then null else tonumber end]"},
      {"flows", ".flows|map(.latency_ns.p99) == [$csv[]|.[18]|tonumber]"},
      {"flows",
       ".flow_count == 3 and .finite_flows == 2 and .completed == 2 and .slowdown.flows == 2 and .slowdown.left_out == "
       "0 and (.sizes|length) == 2"},
      {"queues", ".queues|map(.p99_bytes) == [$csv[]|.[6]|tonumber]"},
      {"links", "[.links[]|select(.frames > 0).paused_ns] == [$csv[]|.[11]|tonumber]"},
      {"series", ".end_ns == 2000000 and ($csv|length) == 401 * 25"},  // 24 queues and a threshold, every 5 us
  };
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
    snprintf(line, sizeof line, "tail -n +2 %s/%s.csv | jq -R -c 'split(\",\")' >%s", in_dir("o"), queries[i][0],
             in_dir("rows"));
    ck_assert_int_eq(system(line), 0);
    snprintf(line, sizeof line, "jq -e --slurpfile csv %s '%s' %s/results.json >/dev/null", in_dir("rows"),
             queries[i][1], in_dir("o"));
    ck_assert_msg(system(line) == 0, "%s", line);
  }
}
END_TEST

START_TEST(out_of_what_is_read) {
  char text[4096], again[4096];
  strcpy(text, "source,destination,class,bytes,start_us\nx,y,0,10000,1\n");
  write_file(in_dir("flows.csv"), text);
  write_file(
      in_dir("a.yaml"),
      "name: a\nduration_us: 100\ngbps: 40\nmmu: {scheme: STATIC, ports: 4, buffer: 800KB, xoff: 20KB, headroom: "
      "16KB}\nswitches: [{name: S}]\nhosts: [{name: x, switch: S}, {name: y, switch: S}]\nflows_csv: flows.csv\n");
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("a.yaml"), dir), 1);
  said(2, "/flows.csv: this run reads the file; give --out another directory\n");
  read_text(in_dir("flows.csv"), again);
  ck_assert_str_eq(text, again);
  ck_assert(!exists(in_dir("links.csv")) && !exists(in_dir(".results.json.part")));
  ck_assert_int_eq(run("run %s --quiet --out %s", in_dir("a.yaml"), in_dir("o")), 0);
}
END_TEST

// A failed run leaves no files, not even the directories that it made.
START_TEST(out_of_a_failed_run) {
  mkdir(in_dir("d"), 0777);
  mkdir(in_dir("d/results.json"), 0777);
  ck_assert_int_eq(run("run " CASE " --out %s", in_dir("d")), 1);
  said(2, "d/results.json: cannot write: not a regular file");
  ck_assert_int_eq(count_files(in_dir("d")), 1);
  with.largest = 4096;
  ck_assert_int_eq(run("run tb/examples/scenarios/case1.yaml --out %s --quiet", in_dir("p/q")), 1);
  said(2, "cannot write: File too large");
  with.largest = 0;
  ck_assert(!exists(in_dir("p")));
}
END_TEST

// Only one run may write into a directory. After it ends, another run may.
START_TEST(out_has_one_owner) {
  char line[512];
  snprintf(line, sizeof line, "run %s --quiet --out %s", endless(), in_dir("o"));
  pid_t first = start(line);
  wait_for(in_dir("o/.pauses.csv.part"));
  ck_assert_int_eq(run("run " CASE " --out %s", in_dir("o")), 1);
  said(2, "o: another run writes to this directory; give --out another one");
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES - 1);
  kill(first, SIGKILL);
  ck_assert_int_eq(finish(first), 128 + SIGKILL);
  FILE *f = fopen(in_dir("o/.results.json.part"), "w");  // leftover data of a run must not appear in the next one
  for (int i = 0; i < 10000; i++) fprintf(f, "left over\n");
  fclose(f);
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES - 1);
  ck_assert_int_eq(run("run " CASE " --quiet --out %s", in_dir("o")), 0);
  ck_assert_int_eq(count_files(in_dir("o")), RUN_FILES);
  ck_assert(exists(in_dir("o/results.json")) && exists(in_dir("o/pauses.csv")));
  read_text(in_dir("o/results.json"), with.text[0]);
  ck_assert_ptr_null(strstr(with.text[0], "left over"));
}
END_TEST

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

START_TEST(signals_leave_nothing) {
  char line[512];
  snprintf(line, sizeof line, "run %s --quiet --out %s%s%s", endless(), in_dir("made/o"),
           BUILD_HAS_RTL ? " --engine rtl --waves " : "", BUILD_HAS_RTL ? in_dir("w.fst") : "");
  pid_t child = start(line);
  wait_for(in_dir("made/o/.pauses.csv.part"));
  if (BUILD_HAS_RTL) wait_for(in_dir("w.fst.part.hier"));
  kill(child, signals[_i]);
  ck_assert_int_eq(finish(child), 128 + signals[_i]);
  said(2, "no unfinished file is left");
  ck_assert_int_eq(count_files(dir), 3);  // the scenario, standard output and standard error
}
END_TEST

// ---- verdicts ----

// The sizes of the flows of case 2, options, and what follows from the deadlock of these flows, or from a loss.
static const struct {
  const char *options;
  int code;
  const char *verdict;
} verdicts[] = {{"", 0, "verdict: deadlocked since 105.885 us\n"},
                {"--fail-on incomplete", 0, "verdict: deadlocked since 105.885 us\n"},
                {"--fail-on deadlock", 5, "verdict: deadlocked since 105.885 us\n"},
                {"--set flows.*.bytes=1MB", 0,
                 "us; 3 of 3 flows incomplete: flow1 and 2 others wait in the deadlock\ncycle of waiting queues"},
                {"--set flows.*.bytes=1MB --fail-on incomplete", 5, "3 of 3 flows incomplete"},
                {"--set flows.*.bytes=1MB --fail-on incomplete,deadlock --engine model", 5, "3 of 3 flows incomplete"},
                {"--set flows.*.bytes=100KB --fail-on deadlock,incomplete", 0, "verdict: drained\n"},
                {"--set flows.*.bytes=1MB --set mmu.headroom=1KB", 4, " packets of lossless classes lost at "},
                {"--set flows.*.bytes=1MB --set mmu.headroom=1KB --fail-on incomplete", 4,
                 "whose headroom was full; 3 of 3 flows"}};

START_TEST(verdict_and_exit_status) {
  char text[TEXT];
  const int code = run("run tb/examples/scenarios/case2.yaml %s --out %s", verdicts[_i].options, in_dir("o"));
  ck_assert_msg(code == verdicts[_i].code, "%d, %s", code, with.text[0]);
  said(1, verdicts[_i].verdict);
  read_text(in_dir("o/results.json"), text);
  const bool endless = strstr(verdicts[_i].options, "bytes") == NULL;
  ck_assert_uint_eq(strstr(text, "\"verdict_detail\": null") != NULL, strstr(with.text[0], "incomplete") == NULL);
  ck_assert_uint_eq(strstr(with.text[1], "--fail-on incomplete has no effect") != NULL,
                    endless && strstr(verdicts[_i].options, "incomplete") != NULL);
}
END_TEST

// ---- both engines ----

START_TEST(both_says_what_it_compared) {
  ck_assert_int_eq(run("run " CASE " --engine both"), 0);
  unsigned long cycles = 0;
  const char *line = strstr(with.text[1], "RTL and model: ");
  ck_assert_msg(line != NULL, "%s", with.text[1]);
  int end = 0;
  sscanf(line, "RTL and model: %lu MMU cycles compared, 27 outputs each, 0 mismatches\n%n", &cycles, &end);
  ck_assert_msg(end > 0, "%s", line);
  ck_assert_uint_ge(cycles, 4 * 4521 * 250);  // 4 switches, 4521 us, 250 MHz
  ck_assert_int_eq(run("run " CASE " --engine both --quiet"), 0);
  ck_assert_ptr_null(strstr(with.text[1], "RTL and model"));
  ck_assert_ptr_eq(strchr(with.text[1], '\n') + 1, strchr(with.text[1], '\0'));  // one line, the warning of the cycle
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("program");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 120);
  tcase_add_test(all, help_and_version);
  tcase_add_loop_test(all, help_fits_the_terminal, 0, 5);
  tcase_add_loop_test(all, bad_command, 0, sizeof bad / sizeof bad[0]);
  tcase_add_loop_test(all, no_rtl_build, 0, 2);
  tcase_add_loop_test(all, seed_draws_traffic, 0, 2);
  tcase_add_loop_test(all, json_is_json, 0, sizeof speaking / sizeof speaking[0]);
  tcase_add_loop_test(all, standard_output_is_full_or_closed, 0, 2 * sizeof printing / sizeof printing[0]);
  tcase_add_test(all, out_makes_directories);
  tcase_add_test(all, out_of_utf16);
  tcase_add_test(all, out_files_agree);
  tcase_add_test(all, out_of_what_is_read);
  tcase_add_test(all, out_of_a_failed_run);
  tcase_add_test(all, out_has_one_owner);
  tcase_add_loop_test(all, signals_leave_nothing, 0, sizeof signals / sizeof signals[0]);
  tcase_add_loop_test(all, verdict_and_exit_status, 0, sizeof verdicts / sizeof verdicts[0]);
  if (BUILD_HAS_RTL) tcase_add_test(all, both_says_what_it_compared);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
