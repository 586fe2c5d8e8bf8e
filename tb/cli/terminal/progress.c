#define _GNU_SOURCE
#include "tb/cli/terminal/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/sim/files/tempfiles.h"
#include "tb/sim/results/terminal.h"

enum { MOST_BAR = 40, LEAST_BAR = 8 };

// The coarse clock has a resolution of a few milliseconds, and is several times faster to read than CLOCK_MONOTONIC.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

bool progress_wanted(bool quiet) { return !quiet && terminal_erases(STDERR_FILENO); }

void progress_begin(struct progress *p, const char *unit, double per) {
  *p = (struct progress){.per = per, .unit = unit, .begin = now()};
}

static void put_rate(const struct progress *p, double rate, char *text, size_t size) {
  snprintf(text, size, "  %.*f %s/%s", rate < 10 ? 2 : 0, rate, p->unit, p->per > 1 ? "min" : "s");
}

static void put_left(double seconds, char *text, size_t size) {
  const double most = 99 * 3600;
  int s = (int)ceil(seconds < most ? seconds : most);
  if (s < 3600)
    snprintf(text, size, "  %d:%02d left", s / 60, s % 60);
  else
    snprintf(text, size, "  %d:%02d:%02d left", s / 3600, s / 60 % 60, s % 60);
}

// Writes the line. If it does not fit, leaves out the rate, then the time. It is one column narrower than the terminal,
// which would otherwise start a new line.
static void draw(double share, char *rate, char *left) {
  static const char full[] = "########################################",
                    none[] = "                                        ";
  int wide = terminal_width(STDERR_FILENO) - 1 - (int)strlen("[] 100 %");
  if (wide - (int)(strlen(rate) + strlen(left)) < LEAST_BAR) rate[0] = '\0';
  if (wide - (int)(strlen(rate) + strlen(left)) < LEAST_BAR) left[0] = '\0';
  int bar = wide - (int)(strlen(rate) + strlen(left));
  if (bar > MOST_BAR) bar = MOST_BAR;
  if (bar < 1) return;
  int filled = (int)(bar * share);
  fprintf(stderr, "\r[%.*s%.*s] %3d %%%s%s\033[K", filled, full, bar - filled, none, (int)(100 * share), rate, left);
  fflush(stderr);
}

void progress_show(void *progress, double share, double done) {
  struct progress *p = progress;
  const double time = now(), passed = time - p->begin;
  char rate[48] = "", left[32] = "";
  if (passed < 1 || time < p->shown + 0.1) return;
  p->shown = time;
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  if (share > 0) {
    put_rate(p, done * p->per / passed, rate, sizeof(rate));
    put_left(passed * (1 - share) / share, left, sizeof(left));
  }
  tempfiles_line(true);
  p->visible = true;
  draw(share, rate, left);
}

void progress_hide(struct progress *p) {
  if (p->visible) fprintf(stderr, "\r\033[K");
  p->visible = false;
  tempfiles_line(false);
}
