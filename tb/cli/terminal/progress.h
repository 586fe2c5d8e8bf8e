// The progress of a long task as a line on standard error: bar, rate and remaining time. It appears after one second.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

struct progress {
  const char *unit;     // "us", "points"
  double per;           // seconds of the rate's unit: 1 or 60
  double begin, shown;  // seconds; shown: time of the last line, 0: none yet
  bool visible;
};

// Whether to show progress: standard error is a terminal that can erase a line, and `quiet` is not set.
bool progress_wanted(bool quiet);

void progress_begin(struct progress *p, const char *unit, double per);

// Shows the finished share of the task, 0 to 1, and the number of finished units. A call is cheap, because the line is
// written at most ten times per second. Engines use it as their callback: calls come from any thread, one at a time.
void progress_show(void *progress, double share, double done);

// Erases the line. To be called before other text is printed, and at the end.
void progress_hide(struct progress *p);

#endif
