// The watchdog of a queue that a neighbour pauses [spec 13]. It looks at the queue once per poll interval. A storm is
// detected, and ends, at a poll: at the first one at which its conditions have held for the given time. Times have the
// unit of the caller.
#ifndef NET_WATCHDOG_H
#define NET_WATCHDOG_H

#include <stdint.h>

#include "cmodel/rules/sluice_switch_rules.h"

enum watchdog_action { WATCHDOG_NONE, WATCHDOG_ALERT, WATCHDOG_FORWARD, WATCHDOG_DROP };

// Conditions of a poll interval that belongs to a storm
enum watchdog_rule {
  WATCHDOG_FRAMES,  // pauses came, and the gate was closed from the poll before to this one
  WATCHDOG_STUCK,   // the queue holds packets, sent none, and was paused for more than 99 % of the interval
};

struct watchdog {
  enum watchdog_action action;  // WATCHDOG_NONE: there is no watchdog
  enum watchdog_rule rule;
  uint64_t poll, detection, restoration;
};

struct watchdog_queue {
  uint64_t begun, end;  // the last pause: begin, without a gap since then, and end as far as is known
  uint64_t paused;      // earlier pauses since the last poll
  uint64_t held;        // time for which the conditions have held
  bool heard, sent;     // since the last poll: a pause came; a packet left
  bool storm;
};

enum watchdog_change { WATCHDOG_UNCHANGED, WATCHDOG_DETECTED, WATCHDOG_RESTORED };

static inline uint64_t watchdog_paused_from(uint64_t begun, uint64_t last_poll, uint64_t to) {
  const uint64_t from = begun > last_poll ? begun : last_poll;
  return to > from ? to - from : 0;
}

// From `now` on, the queue is paused until `end`; end <= now: it is not paused. A RESUME and the end of a timer are no
// storm, so the caller sets `heard` for pauses only.
static inline void watchdog_gate(struct watchdog_queue *q, uint64_t last_poll, uint64_t now, uint64_t end) {
  if (q->end <= now || end <= now) {
    q->paused += watchdog_paused_from(q->begun, last_poll, q->end < now ? q->end : now);
    q->begun = now;
  }
  q->end = end > now ? end : now;
}

// A poll. holds: the queue holds packets.
static inline enum watchdog_change watchdog_poll(struct watchdog_queue *q, const struct watchdog *w, uint64_t now,
                                                 bool holds) {
  const uint64_t last = now - w->poll;
  const bool closed = q->end > now;
  const uint64_t paused = q->paused + watchdog_paused_from(q->begun, last, closed ? now : q->end);
  const struct sluice_storm_interval interval = {q->heard, closed && q->begun <= last, holds && !q->sent,
                                                 100 * paused > 99 * w->poll};
  const bool counts = sluice_storm_counts(q->storm, w->rule == WATCHDOG_STUCK, &interval);
  q->held = counts ? q->held + w->poll : 0;
  q->heard = q->sent = false;
  q->paused = 0;
  if (q->held < (q->storm ? w->restoration : w->detection)) return WATCHDOG_UNCHANGED;
  q->held = 0;
  q->storm = !q->storm;
  return q->storm ? WATCHDOG_DETECTED : WATCHDOG_RESTORED;
}

#endif
