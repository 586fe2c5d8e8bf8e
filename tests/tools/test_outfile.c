// Tests the files that a failing call or a signal leaves. The linker redirects fclose() and fdopen() to this test, as
// no disk makes only these calls fail. `make check T=outfile` repeats it.
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "tb/sim/files/files.h"
#include "tb/sim/files/tempfiles.h"
#include "tests/suite.h"

static bool fails;

FILE *__real_fdopen(int fd, const char *mode);
int __real_fclose(FILE *file);
FILE *__wrap_fdopen(int fd, const char *mode);
int __wrap_fclose(FILE *file);

FILE *__wrap_fdopen(int fd, const char *mode) {
  errno = ENOMEM;
  return fails ? NULL : __real_fdopen(fd, mode);
}
int __wrap_fclose(FILE *file) {
  int status = __real_fclose(file);
  errno = EIO;
  return fails ? EOF : status;
}

// ---- an own directory ----

static char dir[] = "/tmp/test_outfile.XXXXXX";

static void make_dir(void) {
  ck_assert_ptr_nonnull(mkdtemp(dir));
  ck_assert_int_eq(chdir(dir), 0);
}

static void remove_dir(void) {
  ck_assert_int_eq(system("rm -rf \"$PWD\""), 0);
  ck_assert_int_eq(chdir("/"), 0);
  strcpy(dir, "/tmp/test_outfile.XXXXXX");
}

static void write_text(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
}

static const char *text_of(const char *path) {
  static char text[512];
  int fd = open(path, O_RDONLY);
  ssize_t size = read(fd, text, sizeof text - 1);
  ck_assert_int_ge(size, 0);
  close(fd);
  text[size] = '\0';
  return text;
}

// ---- calls that fail ----

START_TEST(close_fails) {
  struct outfile o;
  write_text("a", "former");
  ck_assert_int_eq(outfile_open(&o, "a"), 0);
  fputs("new", o.to);
  fails = true;
  const int error = outfile_close(&o, true);
  fails = false;
  ck_assert_int_eq(error, EIO);
  ck_assert_str_eq(text_of("a"), "former");
  ck_assert_int_eq(access(o.part, F_OK), -1);
}
END_TEST

// ---- signals ----

static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGBUS};

// Runs a function in a child, which then gets the signal. Returns the status of waitpid(). Standard error goes to
// "err".
static int end(void (*before)(void), int number) {
  int status;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    int err = open("err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(err, STDERR_FILENO);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
    tempfiles_watch();
    before();
    raise(number);
    _exit(0);
  }
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return status;
}

static void add(void) { tempfiles_add("a"); }

START_TEST(signal_removes_the_files) {
  write_text("a", "unfinished");
  int status = end(add, numbers[_i]);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == numbers[_i]);
  ck_assert_str_eq(text_of("err"), "sluice: stopped by a signal, no unfinished file is left\n");
  ck_assert_int_eq(access("a", F_OK), -1);
}
END_TEST

// The file of a stream that could not be opened is gone. A later file of that name is not removed.
static void stream(void) {
  fails = true;
  if (outfile_stream(outfile_create("a"), "a") != NULL || errno != ENOMEM || access("a", F_OK) == 0) _exit(1);
  write_text("a", "later");
}

START_TEST(stream_fails) {
  int status = end(stream, SIGTERM);
  ck_assert(WIFSIGNALED(status));
  ck_assert_str_eq(text_of("a"), "later");
}
END_TEST

// The files of the parent are not those of a child process.
static void child(void) {
  add();
  tempfiles_child();
}

START_TEST(child_keeps_the_files) {
  write_text("a", "of the parent");
  int status = end(child, numbers[_i]);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == numbers[_i]);
  ck_assert_str_eq(text_of("err"), "");
  ck_assert_str_eq(text_of("a"), "of the parent");
}
END_TEST

static void waves(void) { tempfiles_mapped("w.fst"); }

START_TEST(waves_do_not_fit) {
  int status = end(waves, SIGBUS);
  ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  ck_assert_str_eq(text_of("err"),
                   "\nsluice: w.fst: cannot write the waves: No space left on device; free space there and in /tmp, or "
                   "give a smaller --waves-us\n");
}
END_TEST

static void no_waves(void) {
  waves();
  tempfiles_mapped(NULL);
}

START_TEST(bus_error_without_waves) {
  int status = end(no_waves, SIGBUS);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
  ck_assert_str_eq(text_of("err"), "");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("outfile");
  TCase *t = tcase_create("outfile");
  tcase_add_checked_fixture(t, make_dir, remove_dir);
  tcase_add_test(t, close_fails);
  tcase_add_loop_test(t, signal_removes_the_files, 0, 3);
  tcase_add_test(t, stream_fails);
  tcase_add_loop_test(t, child_keeps_the_files, 0, sizeof numbers / sizeof *numbers);
  tcase_add_test(t, waves_do_not_fit);
  tcase_add_test(t, bus_error_without_waves);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
