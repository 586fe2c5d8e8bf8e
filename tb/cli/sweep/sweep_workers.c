// Each point runs in its own process, so a crash of one point leaves the others running. The child writes its row to a
// file in memory, and the parent stores the row when the child has ended.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/cli/sweep/sweep.h"
#include "tb/cli/sweep/sweep_dir.h"
#include "tb/cli/terminal/progress.h"
#include "tb/sim/files/tempfiles.h"

struct job {
  pid_t child;  // 0: the job is free
  int point;
  int row;       // file in memory: the results of the point
  int messages;  // file in memory: the child's standard error while progress is shown; -1: not redirected
};

struct workers {
  const struct sweep *s;
  const struct sweep_dir *d;
  struct job job[SWEEP_JOBS];
  int jobs, busy;
  int done, wanted;  // points
  int code;          // exit status of the first error
  struct progress progress;
  bool show;
  atomic_uint *share;  // [job] finished share of its point, in millionths; in memory that all processes share
};

enum { WHOLE = 1000000 };

// ---- the child ----

// The callback of the simulation: stores the finished share of the point for the parent.
static void set_share(void *of_point, double share, double us) {
  (void)us;
  atomic_store((atomic_uint *)of_point, (unsigned)(share * WHOLE));
}

static void child(const struct workers *w, const struct job *j, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_ERROR);
  tempfiles_child();
  close(w->d->lock);  // the parent holds the lock, and the lock must end with the parent
  if (w->show) dup2(j->messages, STDERR_FILENO);
  FILE *row = fdopen(j->row, "w");
  const struct network_options with = {.progress = w->show ? set_share : NULL,
                                       .progress_arg = w->show ? &w->share[j - w->job] : NULL};
  int code = row != NULL ? sweep_run_point(w->s, j->point, &with, row) : EXIT_ERROR;
  if (row == NULL || fclose(row) != 0) {
    fprintf(stderr, "%s: point %d: cannot pass on its results: %s\n", w->s->path, j->point, strerror(errno));
    code = EXIT_ERROR;
  }
  fflush(stderr);
  _exit(code);
}

// ---- the parent ----

static int start(struct workers *w, int point) {
  struct job *j = w->job;
  pid_t parent = getpid();
  while (j->child != 0) j++;
  *j = (struct job){.point = point, .row = memfd_create("row", MFD_CLOEXEC), .messages = -1};
  if (w->show) {
    atomic_store(&w->share[j - w->job], 0);
    j->messages = memfd_create("messages", MFD_CLOEXEC);
  }
  fflush(NULL);
  if (j->row >= 0) j->child = fork();
  if (j->row >= 0 && j->child == 0) child(w, j, parent);
  if (j->child > 0) {
    w->busy++;
    return EXIT_RAN;
  }
  fprintf(stderr, "%s: cannot start a process: %s; give fewer --jobs\n", w->s->path, strerror(errno));
  if (j->row >= 0) close(j->row);
  j->child = 0;
  return EXIT_ERROR;
}

// Stores the results of a point in the directory.
static int keep(struct workers *w, const struct job *j) {
  struct error err;
  off_t size = lseek(j->row, 0, SEEK_END);
  char *text = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, j->row, 0) : MAP_FAILED;
  if (text == MAP_FAILED) {
    fprintf(stderr, "%s: point %d left no results: %s\n", w->s->path, j->point, strerror(errno));
    return EXIT_ERROR;
  }
  int error = sweep_dir_keep(w->d, j->point, text, (size_t)size, &err);
  munmap(text, (size_t)size);
  if (error == 0) return EXIT_RAN;
  progress_hide(&w->progress);
  fprintf(stderr, "%s\n", err.text);
  return EXIT_ERROR;
}

static void show(struct workers *w) {
  double done = w->done;
  for (int i = 0; i < w->jobs; i++)
    if (w->job[i].child != 0) done += (double)atomic_load(&w->share[i]) / WHOLE;
  progress_show(&w->progress, done / w->wanted, done);
}

// Waits for the next child that ends. While progress is shown, SIGCHLD is blocked, so sigtimedwait() returns at the end
// of a child or after 100 ms, whichever is first.
static pid_t wait_one(struct workers *w, int *status) {
  sigset_t ended;
  if (!w->show) return waitpid(-1, status, 0);
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  for (;;) {
    pid_t pid = waitpid(-1, status, WNOHANG);
    show(w);
    if (pid != 0) return pid;
    sigtimedwait(&ended, NULL, &(struct timespec){.tv_nsec = 100000000});
  }
}

// Prints the messages of a child after the line of the progress is erased.
static void pass_messages(struct workers *w, const struct job *j) {
  char text[4096];
  off_t at = 0;
  if (j->messages < 0) return;
  for (ssize_t n; (n = pread(j->messages, text, sizeof(text), at)) > 0; at += n) {
    progress_hide(&w->progress);
    fwrite(text, 1, (size_t)n, stderr);
  }
  close(j->messages);
}

static void finish_one(struct workers *w) {
  int status = 0, code = EXIT_ERROR;
  pid_t pid = wait_one(w, &status);
  struct job *j = w->job;
  while (j < w->job + w->jobs && j->child != pid) j++;
  if (j == w->job + w->jobs) return;
  pass_messages(w, j);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_RAN) progress_hide(&w->progress);
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s: point %d was ended by signal %d (%s); give fewer --jobs if memory is short\n", w->s->path,
            j->point, WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    code = WEXITSTATUS(status);
  if (code == EXIT_RAN || code == EXIT_LOSS) code = keep(w, j);
  if (w->code == EXIT_RAN) w->code = code;
  w->done += code == EXIT_RAN;
  close(j->row);
  j->child = 0;
  w->busy--;
}

// Sets *has to whether a point has been run; a damaged file is the first error.
static void look(struct workers *w, int point, bool *has) {
  struct error err;
  int error = sweep_dir_has(w->d, point, has, &err);
  if (error == 0) return;
  progress_hide(&w->progress);
  fprintf(stderr, "%s\n", err.text);
  if (w->code == EXIT_RAN) w->code = error == EINVAL ? EXIT_INPUT : EXIT_ERROR;
}

static int run_missing(struct workers *w) {
  bool has;
  progress_begin(&w->progress, "points", 60);
  for (int i = 1; i <= w->s->points && w->code == EXIT_RAN; i++) {
    look(w, i, &has);
    w->wanted += !has;
  }
  for (int i = 1; i <= w->s->points && w->code == EXIT_RAN; i++) {
    look(w, i, &has);
    if (has || w->code != EXIT_RAN) continue;
    while (w->busy == w->jobs) finish_one(w);
    if (w->code == EXIT_RAN) w->code = start(w, i);
  }
  while (w->busy > 0) finish_one(w);
  progress_hide(&w->progress);
  return w->code;
}

static int cores(void) {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
  return count < SWEEP_JOBS ? count : SWEEP_JOBS;
}

// Allocates the shared memory of the progress, and blocks SIGCHLD. Returns 0 or -1.
static int share_progress(struct workers *w) {
  sigset_t ended;
  void *share = mmap(NULL, SWEEP_JOBS * sizeof(*w->share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (share == MAP_FAILED) return -1;
  w->share = share;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  return sigprocmask(SIG_BLOCK, &ended, NULL);
}

int sweep_workers_run(const struct sweep_dir *d, int jobs, bool quiet, int *completed) {
  struct workers *w = calloc(1, sizeof(*w));
  *completed = 0;
  if (w == NULL) return EXIT_ERROR;
  w->s = d->s;
  w->d = d;
  w->jobs = jobs != 0 ? jobs : cores();
  w->show = progress_wanted(quiet) && share_progress(w) == 0;
  int code = run_missing(w);
  *completed = w->done;
  if (w->share != NULL) munmap(w->share, SWEEP_JOBS * sizeof(*w->share));
  free(w);
  return code;
}
