// Feedback that the sending end of a link has received, and its counters, for all engines.
#ifndef NET_FEEDBACK_H
#define NET_FEEDBACK_H

#include "tb/sim/results/result.h"

// The state that the last messages have set
struct feedback_state {
  uint8_t paused;                      // classes paused; GFC: below full rate
  bool port_paused;                    // paused by a native port-level message
  uint16_t level[SLUICE_MAX_CLASSES];  // GFC
};

// The effect of a message on a class or port. GFC: back to full rate; another level; from full rate to a level.
enum feedback_change { FEEDBACK_NOTHING = 0, FEEDBACK_RESUME = 1, FEEDBACK_REFRESH = 2, FEEDBACK_STOP = 4 };

static inline enum feedback_change feedback_change(bool was, bool pauses) {
  return !pauses ? FEEDBACK_RESUME : was ? FEEDBACK_REFRESH : FEEDBACK_STOP;
}

static inline const char *feedback_name(enum feedback_change change) {
  return change == FEEDBACK_RESUME ? "resume" : change == FEEDBACK_REFRESH ? "refresh" : "pause";
}

static inline enum feedback_change feedback_class(struct feedback_state *f, bool gfc, int cls, uint16_t level) {
  uint8_t bit = (uint8_t)(1u << cls);
  bool was = f->paused & bit;
  if (gfc ? level == f->level[cls] : level == 0 && !was) return FEEDBACK_NOTHING;
  f->level[cls] = level;
  f->paused = (uint8_t)(level != 0 ? f->paused | bit : f->paused & ~bit);
  return feedback_change(was, level != 0);
}

static inline enum feedback_change feedback_port(struct feedback_state *f, uint16_t time) {
  bool was = f->port_paused;
  f->port_paused = time != 0;
  return feedback_change(was, time != 0);
}

// Counts a message once for each kind of change: it may resume one class and pause another. A message without a change
// counts as a refresh.
static inline void feedback_count(struct link_result *r, unsigned changes) {
  if (changes & FEEDBACK_RESUME) r->resumes++;
  if (changes & FEEDBACK_STOP)
    r->pauses++;
  else if (changes & FEEDBACK_REFRESH)
    r->refreshes++;
}

// Messages sent over time; times are ticks of the engine
struct feedback_sent {
  uint64_t last;                // the tick after that of the last message, 0: none yet
  uint64_t *recent;             // ring: ticks of the messages within the last tau
  uint32_t first, count, size;  // size: 0 or a power of two
};

// Counts a message that is sent now. tau: GFC, the period whose largest number of messages is measured; 0: none.
// Returns false if out of memory.
bool feedback_send(struct feedback_sent *f, struct link_result *r, uint64_t now, uint64_t tau, uint64_t half_from,
                   uint32_t frame);
void feedback_sent_free(struct feedback_sent *f);

#endif
