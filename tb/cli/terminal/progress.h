// A line on standard error that shows how far a long task is: bar, rate and time left. It appears after a second.
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>

struct progress {
  const char *unit;     // "us", "points"
  double per;           // the rate is per so many seconds, 1 or 60
  double begin, shown;  // seconds; shown 0: not yet
  bool visible;
};

// Is standard error a terminal that can erase a line? With `quiet` it does not matter.
bool progress_wanted(bool quiet);

void progress_begin(struct progress *p, const char *unit, double per);

// The finished share of the task, 0 to 1, and how many units are done. A call is cheap; the line is written at most ten
// times per second. As the callback of an engine: one call at a time, from any thread.
void progress_show(void *progress, double share, double done);

// Erases the line: before other text, and at the end.
void progress_hide(struct progress *p);

#endif
