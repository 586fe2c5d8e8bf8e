// Ends a run before each of its system calls that change a file. The directory must then hold the whole former run, the
// whole new run, or files that sluice report refuses. `make check T=killed` repeats it.
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/program/program.h"
#include "tests/suite.h"

static bool succeeds(const char *a, const char *b) { return bash("diff -r %s %s >differ 2>&1", a, b) == 0; }

// ---- system calls ----

// Whether a system call changes a file or a directory.
static bool changes_files(const struct __ptrace_syscall_info *i) {
  switch (i->entry.nr) {
    case SYS_openat:
      return (i->entry.args[2] & O_CREAT) != 0;
    case SYS_write:
    case SYS_writev:
      return i->entry.args[0] > STDERR_FILENO;
    case SYS_ftruncate:
    case SYS_fchmod:
    case SYS_mkdirat:
    case SYS_renameat2:
    case SYS_unlinkat:
#ifdef SYS_rename
    case SYS_mkdir:
    case SYS_rename:
    case SYS_rmdir:
    case SYS_unlink:
#endif
#ifdef SYS_renameat
    case SYS_renameat:
#endif
      return true;
    default:
      return false;
  }
}

// Runs the program up to its system call number `at` of those that change files, and sends it the signal before the
// call. Returns whether there was such a call; *status as of waitpid().
static bool run_until(const char *line, int at, int number, int *status) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // the detector cannot work in a traced process
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    replace_process(line);
  }
  ck_assert_int_eq(waitpid(child, status, 0), child);
  ck_assert(WIFSTOPPED(*status));
  ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
  bool started = false;
  for (int calls = 0, pass = 0;;) {
    struct __ptrace_syscall_info info;
    ck_assert_int_eq(ptrace(PTRACE_SYSCALL, child, NULL, pass), 0);
    ck_assert_int_eq(waitpid(child, status, 0), child);
    if (!WIFSTOPPED(*status)) return false;
    started |= *status >> 8 == (SIGTRAP | (PTRACE_EVENT_EXEC << 8));
    pass = WSTOPSIG(*status) & 0x7f;
    if (pass == SIGTRAP) pass = 0;
    if (!started || WSTOPSIG(*status) != (SIGTRAP | 0x80)) continue;
    ck_assert_int_gt(ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info), 0);
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY || !changes_files(&info) || ++calls < at) continue;
    kill(child, number);
    if (number != SIGKILL) ptrace(PTRACE_DETACH, child, NULL, 0);
    ck_assert_int_eq(waitpid(child, status, 0), child);
    return true;
  }
}

// ---- runs ----

// Two runs with the same name of the directory, which results.json contains. They differ in every file
// but packets.csv, which has only its heading.
static void make_runs(const char *line) {
  ck_assert_int_eq(bash("sed 's/^duration_us: 200/duration_us: 300/' old.yaml >new.yaml"), 0);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(bash("cp %s.yaml a.yaml", i == 0 ? "new" : "old"), 0);
    ck_assert_int_eq(run("%s", line), 0);
    ck_assert_int_eq(bash("echo foreign >o/notes.txt && mv o %s", i == 0 ? "whole" : "former"), 0);
  }
  ck_assert_int_eq(bash("cp new.yaml a.yaml; for f in whole/*; do cmp -s $f former/${f##*/} && echo $f; done >same"),
                   1);
  ck_assert_int_eq(bash("test \"$(echo $(cat same))\" = 'whole/notes.txt whole/packets.csv whole/rates.csv'"), 0);
}

static void refused(int at) {
  ck_assert_msg(run("report %s", in_dir("o")) == 2, "call %d: the report takes a mixture", at);
  said_one_line();
  ck_assert(!exists(in_dir("o/report.html")));
}

// The handler of SIGINT and SIGTERM is the same at each call, so that some of them are enough.
static const struct {
  int signal, step;
  bool into_former;  // into the directory of a former run
} ends[] = {{SIGKILL, 1, true}, {SIGKILL, 1, false}, {SIGINT, 5, true}, {SIGTERM, 5, false}};

struct counts {
  int former, whole, mixed;
};
static void mixture(int at, int number, struct counts *n, void (*refuse)(int at)) {
  ck_assert_msg(number == SIGKILL, "call %d: a mixture after a signal", at);
  n->mixed++;
  refuse(at);
}

// Ends the program before every `step`th of its calls, and counts the directories that hold the former files, the new
// ones, and a mixture, which `refuse` must recognise.
static struct counts end_everywhere(const char *line, int kind, void (*refuse)(int at)) {
  const int number = ends[kind].signal;
  const bool into_former = ends[kind].into_former;
  struct counts n = {0};
  int status = 0;
  for (int at = 1;; at += ends[kind].step) {
    bash("rm -rf o");
    if (into_former) bash("cp -a former o");
    if (!run_until(line, at, number, &status)) break;
    if (number == SIGKILL) bash("rm -f o/.*.part");
    if (!into_former && exists(in_dir("o"))) write_file(in_dir("o/notes.txt"), "foreign\n");
    if (succeeds("o", "whole"))
      n.whole++;
    else if (into_former ? succeeds("o", "former") : !exists(in_dir("o")) || count_files(in_dir("o")) == 1)
      n.former++;
    else
      mixture(at, number, &n, refuse);
  }
  ck_assert_int_eq(status, 0);
  return n;
}

START_TEST(a_run_is_one_step) {
  char line[512];
  write_file(
      in_dir("old.yaml"),
      "name: traced\nduration_us: 200\njitter_ns: 3000\ngbps: 40\n"
      "mmu: {scheme: DSH, alpha: 1/128, buffer: 200KB, headroom: 16KB, ports: 4}\nswitches: [{name: S}]\n"
      "hosts: [{name: x, switch: S}, {name: y, switch: S}, {name: z, switch: S}]\n"
      "flows: [{name: f, from: x, to: z}, {name: g, from: y, to: z}]\n"
      "trace: {sample_ns: 50000, queues: [\"S:x/0\"], series: [{queues: [all], what: [ingress], every_ns: 50000}]}\n");
  snprintf(line, sizeof line, "run %s --quiet --out %s", in_dir("a.yaml"), in_dir("o"));
  make_runs(line);
  struct counts n = end_everywhere(line, _i, refused);
  ck_assert_int_gt(n.former, 10 / ends[_i].step);
  ck_assert_int_eq(n.mixed > 4, ends[_i].signal == SIGKILL);
  if (ends[_i].signal != SIGKILL) ck_assert_int_ge(n.whole, 1);
}
END_TEST

// port0.pcap has its name last, and no name while the others change.
static void without_port0(int at) {
  ck_assert_msg(!exists(in_dir("o/port0.pcap")), "call %d: a mixture with port0.pcap", at);
}

START_TEST(a_replay_is_one_step) {
  char line[512];
  snprintf(line, sizeof line, "tb/cli/replay/captures.py %s/", dir);
  ck_assert_int_eq(system(line), 0);
  for (int i = 0; i < 2; i++) {  // the frames leave at port 0 or 1
    snprintf(
        line, sizeof line,
        "replay tb/examples/scenarios/replay.yaml --engine model --quiet --in 2=%s --mac 02:00:00:00:10:03=%d --out %s",
        in_dir("in2.pcap"), i, in_dir("o"));
    ck_assert_int_eq(run("%s", line), 0);
    ck_assert_int_eq(bash("echo foreign >o/notes.txt && mv o %s", i == 0 ? "former" : "whole"), 0);
  }
  ck_assert_int_eq(bash("cmp -s former/port0.pcap whole/port0.pcap"), 1);
  struct counts n = end_everywhere(line, _i, without_port0);
  ck_assert_int_gt(n.former, 5 / ends[_i].step);
  ck_assert_int_eq(n.mixed > 2, ends[_i].signal == SIGKILL);
  if (ends[_i].signal != SIGKILL) ck_assert_int_ge(n.whole, 1);
}
END_TEST

int main(void) {
  if (program_find() != 0) return EXIT_FAILURE;
  Suite *suite = suite_create("killed");
  TCase *all = tcase_create("all");
  tcase_add_checked_fixture(all, make_dir, remove_dir);
  tcase_set_timeout(all, 300);
  tcase_add_loop_test(all, a_run_is_one_step, 0, sizeof ends / sizeof ends[0]);
  tcase_add_loop_test(all, a_replay_is_one_step, 0, sizeof ends / sizeof ends[0]);
  suite_add_tcase(suite, all);
  return suite_run(suite);
}
