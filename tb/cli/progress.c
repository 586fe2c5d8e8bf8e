#define _GNU_SOURCE
#include "tb/cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "tb/sim/results/command.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_begin(struct progress *p) { *p = (struct progress){.begin = now()}; }

void progress_show(void *progress, double share) {
  struct progress *p = progress;
  double time = now();
  if (time < p->begin + 1 || time < p->shown + 0.1) return;
  p->shown = time;
  int wide = command_width(STDERR_FILENO);
  int bar = wide < 52 ? wide - 12 : 40;  // what is wider than the terminal would begin a new line each time
  if (bar < 1) return;
  int filled = (int)(bar * share);
  fprintf(stderr, "\r[%.*s%.*s] %3.0f %%", filled, "########################################", bar - filled,
          "                                        ", 100 * share);
}

void progress_end(const struct progress *p) {
  if (p->shown > 0) fprintf(stderr, "\r\033[K");
}
