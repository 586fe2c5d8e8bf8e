// The watchdog of a queue that a neighbour pauses [spec 13]: the poll intervals that add up to the detection of a pause
// storm, or to its end.
#ifndef SLUICE_STORM_H
#define SLUICE_STORM_H

#include <stdbool.h>

// From one poll to the next
struct sluice_storm_interval {
  bool paused;         // a pause frame came; a RESUME frame is none
  bool closed;         // the gate was closed at both polls and between them
  bool stuck;          // the queue holds packets, and none began to leave
  bool mostly_closed;  // the gate was closed for more than 99 % of the interval
};

// Whether an interval counts: in a storm for its end, else for its detection by rule (a) or (b). A storm does not end
// while its last pause lasts, so pauses that are refreshed at random do not end it.
static inline bool sluice_storm_counts(bool storm, bool rule_b, const struct sluice_storm_interval *i) {
  if (storm) return !i->paused && !i->closed;
  return rule_b ? i->stuck && i->mostly_closed : i->paused && i->closed;
}

#endif
