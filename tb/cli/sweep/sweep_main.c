// sluice sweep: the command line, and the processes of the points.
#define _GNU_SOURCE
#include "tb/cli/sweep/sweep_main.h"

#include <argp.h>
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
#include "tb/sim/results/command.h"

enum { EXIT_RAN, EXIT_ERROR, EXIT_INPUT, EXIT_LOSS = 4 };
enum { JOBS = 1024, PATH = 4096 };

enum task { RUN, RUN_POINT, LIST, COUNT, MISSING, COLLECT };

struct arguments {
  const char *file, *out;
  enum task task;
  int jobs, point;
  bool quiet, model;
};

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "write results to DIR (default: named after FILE, in the current directory)", 0},
    {"engine", 'e', "ENGINE", 0, "event (default) or model: the C model in every cycle", 0},
    {"jobs", 'j', "N", 0, "points to run at a time (default: one per core)", 0},
    {"point", 'p', "N", 0, "run this point only", 0},
    {"collect", 'c', NULL, 0, "run nothing, and write sweep.csv of the finished points", 0},
    {"count", 'n', NULL, 0, "print the number of points", 0},
    {"points", 'l', NULL, 0, "list all points as CSV", 0},
    {"missing", 'm', NULL, 0, "list the points that have not run", 0},
    {"quiet", 'q', NULL, 0, "print neither progress nor the last line", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static void choose(struct arguments *a, enum task task, struct argp_state *state) {
  if (a->task != RUN)
    argp_failure(state, EXIT_INPUT, 0,
                 "more than one of --point, --collect, --count, --points and --missing; give one");
  a->task = task;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  struct arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case 'e': {
      static const char *const engines[] = {"event", "model", NULL};
      a->model = command_choice("engine", arg, engines, state) == 1;
      return 0;
    }
    case 'j':
      a->jobs = (int)command_number("jobs", arg, 1, JOBS, state);
      return 0;
    case 'p':
      choose(a, RUN_POINT, state);
      a->point = (int)command_number("point", arg, 1, SWEEP_POINTS, state);
      return 0;
    case 'c':
      choose(a, COLLECT, state);
      return 0;
    case 'n':
      choose(a, COUNT, state);
      return 0;
    case 'l':
      choose(a, LIST, state);
      return 0;
    case 'm':
      choose(a, MISSING, state);
      return 0;
    case 'q':
      a->quiet = true;
      return 0;
    case ARGP_KEY_ARG:
      if (a->file != NULL) argp_failure(state, EXIT_INPUT, 0, "more than one sweep; give one");
      a->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (a->file == NULL) argp_failure(state, EXIT_INPUT, 0, "no sweep; usage: sluice sweep FILE [--jobs N]");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static int exit_code(int error) { return error == EINVAL ? EXIT_INPUT : EXIT_ERROR; }

// ---- before anything runs ----

struct words {
  char **line;
  int lines;
};

// The same warning of many points is one.
static void warn_once(struct words *w, const char *line) {
  for (int i = 0; i < w->lines; i++)
    if (strcmp(w->line[i], line) == 0) return;
  char **more = realloc(w->line, ((size_t)w->lines + 1) * sizeof(*more));
  if (more == NULL) return;
  w->line = more;
  char *copy = strdup(line);
  if (copy == NULL) return;
  more[w->lines++] = copy;
  fprintf(stderr, "%s\n", line);
}

// The first point at which a parameter has a value, with the first values of all others.
static int point_of(const struct sweep *s, int parameter, int value) {
  int step = 1;
  for (int i = s->parameters - 1; i > parameter; i--) step *= s->parameter[i].values;
  return 1 + step * value;
}

// Every value is looked at once, so that a wrong one does not come to light after a night.
static int check_values(const struct sweep *s) {
  struct words w = {.line = NULL};
  struct error err;
  int status = 0;
  for (int i = 0; i < s->parameters && status == 0; i++)
    for (int k = i == 0 ? 0 : 1; k < s->parameter[i].values && status == 0; k++) {
      struct scenario *x;
      status = sweep_load_point(s, point_of(s, i, k), &x, &err);
      if (status != 0) fprintf(stderr, "%s\n", err.text);
      for (int n = 0; status == 0 && n < x->warnings; n++) warn_once(&w, x->warning[n]);
      if (status == 0) scenario_free(x);
    }
  for (int i = 0; i < w.lines; i++) free(w.line[i]);
  free(w.line);
  return status == 0 ? EXIT_RAN : exit_code(status);
}

// ---- processes ----

struct job {
  pid_t child;  // 0: free
  int point, row;
  int messages;  // while progress is shown: what it writes on standard error
};

struct crew {
  const struct sweep *s;
  const struct sweep_dir *d;
  struct job job[JOBS];
  int jobs, busy;
  int done, wanted;
  int code;  // the first that is an error
  struct progress progress;
  bool show;
  atomic_uint *share;  // of each job's point, in millionths, in memory that the processes share
};

enum { WHOLE = 1000000 };

// The row is for the parent, in memory: nothing of an unfinished point is ever on a disk.
static void show_share(void *of_point, double share, double us) {
  (void)us;
  atomic_store((atomic_uint *)of_point, (unsigned)(share * WHOLE));
}

static void child(const struct crew *c, const struct job *j, pid_t parent, bool first) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_ERROR);
  tempfiles_child();
  close(c->d->lock);  // it is the parent's, and goes with it
  if (c->show) dup2(j->messages, STDERR_FILENO);
  FILE *row = fdopen(j->row, "w");
  const struct network_options with = {.progress = c->show ? show_share : NULL,
                                       .progress_arg = c->show ? &c->share[j - c->job] : NULL};
  int code = row != NULL ? sweep_run_point(c->s, j->point, &with, row, first ? stderr : NULL) : EXIT_ERROR;
  if (row == NULL || fclose(row) != 0) {
    fprintf(stderr, "%s: point %d: cannot pass on its results: %s\n", c->s->path, j->point, strerror(errno));
    code = EXIT_ERROR;
  }
  fflush(stderr);
  _exit(code);
}

static int start(struct crew *c, int point) {
  struct job *j = c->job;
  pid_t parent = getpid();
  while (j->child != 0) j++;
  *j = (struct job){.point = point, .row = memfd_create("row", MFD_CLOEXEC), .messages = -1};
  if (c->show) {
    atomic_store(&c->share[j - c->job], 0);
    j->messages = memfd_create("messages", MFD_CLOEXEC);
  }
  fflush(NULL);
  if (j->row >= 0) j->child = fork();
  if (j->row >= 0 && j->child == 0) child(c, j, parent, c->done + c->busy == 0);
  if (j->child > 0) {
    c->busy++;
    return EXIT_RAN;
  }
  fprintf(stderr, "%s: cannot start a process: %s; give fewer --jobs\n", c->s->path, strerror(errno));
  if (j->row >= 0) close(j->row);
  j->child = 0;
  return EXIT_ERROR;
}

static int keep(struct crew *c, const struct job *j) {
  struct error err;
  off_t size = lseek(j->row, 0, SEEK_END);
  char *text = size > 0 ? mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, j->row, 0) : MAP_FAILED;
  if (text == MAP_FAILED) {
    fprintf(stderr, "%s: point %d left no results: %s\n", c->s->path, j->point, strerror(errno));
    return EXIT_ERROR;
  }
  int error = sweep_dir_keep(c->d, j->point, text, (size_t)size, &err);
  munmap(text, (size_t)size);
  if (error == 0) return EXIT_RAN;
  progress_hide(&c->progress);
  fprintf(stderr, "%s\n", err.text);
  return EXIT_ERROR;
}

static void show(struct crew *c) {
  double done = c->done;
  for (int i = 0; i < c->jobs; i++)
    if (c->job[i].child != 0) done += (double)atomic_load(&c->share[i]) / WHOLE;
  progress_show(&c->progress, done / c->wanted, done);
}

// The next child that ends. SIGCHLD is blocked while progress is shown, and ends the wait between two lines.
static pid_t wait_one(struct crew *c, int *status) {
  sigset_t ended;
  if (!c->show) return waitpid(-1, status, 0);
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  for (;;) {
    pid_t pid = waitpid(-1, status, WNOHANG);
    show(c);
    if (pid != 0) return pid;
    sigtimedwait(&ended, NULL, &(struct timespec){.tv_nsec = 100000000});
  }
}

// A child's messages would break the line of the progress.
static void pass_messages(struct crew *c, const struct job *j) {
  char text[4096];
  off_t at = 0;
  if (j->messages < 0) return;
  for (ssize_t n; (n = pread(j->messages, text, sizeof(text), at)) > 0; at += n) {
    progress_hide(&c->progress);
    fwrite(text, 1, (size_t)n, stderr);
  }
  close(j->messages);
}

static void finish_one(struct crew *c) {
  int status = 0, code = EXIT_ERROR;
  pid_t pid = wait_one(c, &status);
  struct job *j = c->job;
  while (j < c->job + c->jobs && j->child != pid) j++;
  if (j == c->job + c->jobs) return;
  pass_messages(c, j);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_RAN) progress_hide(&c->progress);
  if (WIFSIGNALED(status))
    fprintf(stderr, "%s: point %d was ended by signal %d (%s); give fewer --jobs if memory is short\n", c->s->path,
            j->point, WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    code = WEXITSTATUS(status);
  if (code == EXIT_RAN || code == EXIT_LOSS) code = keep(c, j);
  if (c->code == EXIT_RAN) c->code = code;
  c->done += code == EXIT_RAN;
  close(j->row);
  j->child = 0;
  c->busy--;
}

// After an error nothing new is begun, but what runs comes to its end.
static int run_missing(struct crew *c) {
  for (int i = 1; i <= c->s->points; i++) c->wanted += !sweep_dir_has(c->d, i);
  progress_begin(&c->progress, "points", 60);
  for (int i = 1; i <= c->s->points && c->code == EXIT_RAN; i++) {
    if (sweep_dir_has(c->d, i)) continue;
    while (c->busy == c->jobs) finish_one(c);
    if (c->code == EXIT_RAN) c->code = start(c, i);
  }
  while (c->busy > 0) finish_one(c);
  progress_hide(&c->progress);
  return c->code;
}

// ---- tasks ----

static int cores(void) {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
  return count < JOBS ? count : JOBS;
}

static int collect(const struct arguments *a, const struct sweep_dir *d, int ran) {
  struct error err;
  int there, lost;
  if (sweep_dir_collect(d, &there, &lost, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    return EXIT_ERROR;
  }
  if (!a->quiet) printf("%s/sweep.csv: %d of %d points", d->path, there, d->s->points);
  if (!a->quiet) printf(ran >= 0 ? ", %d of them run now\n" : "\n", ran);
  if (lost > 0)
    fprintf(stderr, "%s: packets of lossless classes were lost at %d points; their `exit` in sweep.csv is %d\n",
            d->s->path, lost, EXIT_LOSS);
  if (there < d->s->points) {
    fprintf(stderr, "%s: %d points have not run; --missing lists them\n", d->s->path, d->s->points - there);
    return EXIT_ERROR;
  }
  return lost > 0 ? EXIT_LOSS : EXIT_RAN;
}

static int share_progress(struct crew *c) {
  sigset_t ended;
  void *share = mmap(NULL, JOBS * sizeof(*c->share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (share == MAP_FAILED) return -1;
  c->share = share;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  return sigprocmask(SIG_BLOCK, &ended, NULL);
}

static int run_all(const struct arguments *a, const struct sweep_dir *d) {
  struct crew *c = calloc(1, sizeof(*c));
  if (c == NULL) return EXIT_ERROR;
  c->s = d->s;
  c->d = d;
  c->jobs = a->jobs != 0 ? a->jobs : cores();
  c->show = progress_wanted(a->quiet) && share_progress(c) == 0;
  int code = run_missing(c), done = c->done;
  if (c->share != NULL) munmap(c->share, JOBS * sizeof(*c->share));
  free(c);
  return code == EXIT_RAN ? collect(a, d, done) : code;
}

static int run_one(const struct arguments *a, const struct sweep_dir *d) {
  struct error err;
  char *row = NULL;
  size_t size;
  if (sweep_dir_has(d, a->point)) return EXIT_RAN;
  FILE *to = open_memstream(&row, &size);
  if (to == NULL) return EXIT_ERROR;
  struct progress progress;
  struct network_options with = {.progress = NULL};
  if (progress_wanted(a->quiet)) with = (struct network_options){.progress = progress_show, .progress_arg = &progress};
  progress_begin(&progress, "us", 1);
  int code = sweep_run_point(d->s, a->point, &with, to, stderr);
  progress_hide(&progress);
  if (fclose(to) != 0) code = EXIT_ERROR;
  if ((code == EXIT_RAN || code == EXIT_LOSS) && sweep_dir_keep(d, a->point, row, size, &err) != 0) {
    fprintf(stderr, "%s\n", err.text);
    code = EXIT_ERROR;
  }
  free(row);
  return code;
}

static void list_points(const struct sweep *s) {
  printf("point");
  for (int i = 0; i < s->parameters; i++) printf(",%s", s->parameter[i].key);
  printf("\n");
  for (int n = 1; n <= s->points; n++) {
    printf("%d", n);
    for (int i = 0; i < s->parameters; i++) {
      printf(",");
      sweep_field(s->parameter[i].value[sweep_value(s, i, n)], stdout);
    }
    printf("\n");
  }
}

static void list_missing(const struct sweep *s, const struct sweep_dir *d) {
  for (int i = 1; i <= s->points; i++)
    if (d == NULL || !sweep_dir_has(d, i)) printf("%d\n", i);
}

static int in_directory(const struct arguments *a, const struct sweep *s, const char *out) {
  struct error err;
  struct sweep_dir d;
  if ((a->task == MISSING || a->task == COLLECT) && access(out, F_OK) != 0) {  // what only asks makes nothing
    if (a->task == MISSING) list_missing(s, NULL);
    if (a->task == COLLECT) fprintf(stderr, "%s: %s; give --out the directory of the points\n", out, strerror(errno));
    return a->task == MISSING ? EXIT_RAN : EXIT_INPUT;
  }
  int error = sweep_dir_open(&d, s, out, a->task == RUN, &err), code = EXIT_RAN;
  if (error != 0) {
    fprintf(stderr, "%s\n", err.text);
    code = exit_code(error);
  } else if (a->task == RUN) {
    code = run_all(a, &d);
  } else if (a->task == RUN_POINT) {
    code = run_one(a, &d);
  } else if (a->task == COLLECT) {
    code = collect(a, &d, -1);
  } else {
    list_missing(s, &d);
  }
  sweep_dir_close(&d);
  return code;
}

// "alpha" of "sweeps/alpha.yaml".
static void default_out(const char *file, char *out) {
  const char *slash = strrchr(file, '/');
  snprintf(out, PATH, "%s", slash != NULL ? slash + 1 : file);
  char *dot = strrchr(out, '.');
  if (dot != NULL && dot != out && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0))
    *dot = '\0';
  else
    strncat(out, ".sweep", PATH - strlen(out) - 1);
}

static int work(const struct arguments *a, const struct sweep *s) {
  char out[PATH];
  default_out(a->file, out);
  if (a->task == COUNT) printf("%d\n", s->points);
  if (a->task == LIST) list_points(s);
  if (a->task == COUNT || a->task == LIST) return EXIT_RAN;
  if (a->point > s->points) {
    fprintf(stderr, "%s:%d: there is no point %d; use 1 to %d\n", s->path, s->over_line, a->point, s->points);
    return EXIT_INPUT;
  }
  int code = a->task == RUN ? check_values(s) : EXIT_RAN;
  return code == EXIT_RAN ? in_directory(a, s, a->out != NULL ? a->out : out) : code;
}

int sweep_main(int argc, char **argv) {
  static const struct argp argp = {
      options, parse,
      "FILE",  "Runs a scenario at all combinations of values for some of its keys (docs/guide/sweeps.md).",
      NULL,    NULL,
      NULL};
  struct arguments a = {.task = RUN};
  struct error err;
  struct sweep *s;
  argp_err_exit_status = EXIT_INPUT;
  if (command_parse(&argp, argc, argv, &a) != 0) return EXIT_INPUT;
  tempfiles_watch();
  int status = sweep_load(a.file, &s, &err);
  if (status != 0) {
    fprintf(stderr, "%s\n", err.text);
    return exit_code(status);
  }
  s->model = a.model;
  int code = work(&a, s);
  sweep_free(s);
  return command_flush(argv[0]) != 0 ? EXIT_ERROR : code;
}
