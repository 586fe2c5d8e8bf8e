// Timing wheel: the pending events of a network, by clock. Adding, removing and finding the next are all of
// constant cost; an event is part of the thing it happens to, so nothing is allocated.
//
// Order: events of one clock come out in an order that depends only on when they were added, in clocks, so
// that a run which looks at every clock and one that jumps from event to event see the same order.
#ifndef NET_WHEEL_H
#define NET_WHEEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct event {
  struct event *next, *prev;  // both NULL: not in a wheel
  uint64_t clock;
  uint32_t kind;  // of the owner's choice
  uint32_t owner;
};

enum {
  WHEEL_NEAR_BITS = 10,  // slots of one clock each
  WHEEL_FAR_BITS = 8,    // slots per further level, each as long as the whole level below
  WHEEL_LEVELS = 4,      // reach: 2^34 clocks; later events wait in the last slot and are put again
  WHEEL_NEAR = 1 << WHEEL_NEAR_BITS,
  WHEEL_FAR = 1 << WHEEL_FAR_BITS,
};

struct wheel {
  uint64_t now;                    // no pending event is earlier
  uint64_t count;                  // pending events
  uint64_t busy[WHEEL_NEAR / 64];  // may show a slot that was emptied since, never misses a filled one
  struct event near[WHEEL_NEAR];   // heads of circular lists
  struct event far[WHEEL_LEVELS - 1][WHEEL_FAR];
};

void wheel_init(struct wheel *w);

// The event happens at clock, which is not before w->now; it is not pending yet.
void wheel_add(struct wheel *w, struct event *e, uint64_t clock);
void wheel_remove(struct wheel *w, struct event *e);

static inline bool event_pending(const struct event *e) { return e->next != NULL; }

// Advances to the clock of the next event, at most to limit. Returns true when there are events at w->now.
bool wheel_advance(struct wheel *w, uint64_t limit);

// A clock after w->now before which no event is pending: that of the next event, or as far as can be seen cheaply.
uint64_t wheel_peek(const struct wheel *w);

// The order in which two events of a clock come out that were added in the clocks a and b: negative, a's comes first;
// positive, b's; 0: both were added in the same clock, and the first of them comes first.
int wheel_order(uint64_t clock, uint64_t a, uint64_t b);

// Takes one event of clock w->now out, in order; NULL when none is left.
struct event *wheel_take(struct wheel *w);

#endif
