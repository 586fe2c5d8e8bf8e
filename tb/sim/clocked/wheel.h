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

// Circular lists of events.
static inline void event_list(struct event *head) { head->next = head->prev = head; }

static inline void event_append(struct event *head, struct event *e) {
  e->next = head;
  e->prev = head->prev;
  head->prev->next = e;
  head->prev = e;
}

static inline void event_unlink(struct event *e) {
  e->prev->next = e->next;
  e->next->prev = e->prev;
  e->next = e->prev = NULL;
}

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

// The event happens in the clock of another one that is pending, before it.
void wheel_add_before(struct wheel *w, struct event *e, struct event *later);

// As wheel_add() of an event that was added in an earlier clock and is not in the wheel: it comes out where it would
// have.
void wheel_restore(struct wheel *w, struct event *e, uint64_t clock, uint64_t added);

// Takes all events out: those of one clock in order.
void wheel_empty(struct wheel *w, void (*take)(void *arg, struct event *e), void *arg);

// An empty wheel goes back to a clock.
void wheel_rewind(struct wheel *w, uint64_t clock);

// ---- the near level alone, for events of fewer than WHEEL_NEAR clocks that are all taken ----

static inline void wheel_mark(struct wheel *w, uint64_t clock) {
  w->busy[clock / 64 % (WHEEL_NEAR / 64)] |= UINT64_C(1) << clock % 64;
}

static inline void wheel_put(struct wheel *w, struct event *e, uint64_t clock) {
  e->clock = clock;
  wheel_mark(w, clock);
  event_append(&w->near[clock % WHEEL_NEAR], e);
}

// The last event of a clock; NULL: none.
static inline struct event *wheel_last(struct wheel *w, uint64_t clock) {
  struct event *head = &w->near[clock % WHEEL_NEAR];
  return head->prev != head ? head->prev : NULL;
}

// The first clock that is marked, from this one to the last; after the last: none is.
static inline uint64_t wheel_marked(const struct wheel *w, uint64_t clock, uint64_t last) {
  while (clock <= last) {
    uint64_t word = w->busy[clock / 64 % (WHEEL_NEAR / 64)] >> clock % 64;
    if (word != 0) return clock + (unsigned)__builtin_ctzll(word);
    clock = (clock | 63) + 1;
  }
  return last + 1;
}

// The events of a clock, as a list that is no longer the wheel's; NULL: none. It ends where next is NULL.
static inline struct event *wheel_clear(struct wheel *w, uint64_t clock) {
  struct event *head = &w->near[clock % WHEEL_NEAR], *first = head->next;
  w->busy[clock / 64 % (WHEEL_NEAR / 64)] &= ~(UINT64_C(1) << clock % 64);
  if (first == head) return NULL;
  head->prev->next = NULL;
  event_list(head);
  return first;
}

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
