#include "tb/sim/clocked/wheel.h"

#include <stddef.h>
#include <string.h>

void wheel_init(struct wheel *w) {
  memset(w, 0, sizeof(*w));
  for (int i = 0; i < WHEEL_NEAR; i++) event_list(&w->near[i]);
  for (int l = 0; l < WHEEL_LEVELS - 1; l++)
    for (int i = 0; i < WHEEL_FAR; i++) event_list(&w->far[l][i]);
}

static struct event *far_slot(struct wheel *w, int level, uint64_t clock) {
  return &w->far[level][clock >> (WHEEL_NEAR_BITS + level * WHEEL_FAR_BITS) & (WHEEL_FAR - 1)];
}

// Puts an event into the level whose reach, counted from now, covers it.
static void place(struct wheel *w, struct event *e) {
  uint64_t ahead = e->clock - w->now;
  if (ahead < WHEEL_NEAR) {
    unsigned slot = e->clock & (WHEEL_NEAR - 1);
    w->busy[slot / 64] |= UINT64_C(1) << slot % 64;
    event_append(&w->near[slot], e);
    return;
  }
  int level = 0, shift = WHEEL_NEAR_BITS;
  while (level < WHEEL_LEVELS - 2 && ahead >> (shift + WHEEL_FAR_BITS) != 0) {
    level++;
    shift += WHEEL_FAR_BITS;
  }
  uint64_t turn = e->clock >> shift, last = (w->now >> shift) + WHEEL_FAR - 1;
  event_append(&w->far[level][(turn < last ? turn : last) & (WHEEL_FAR - 1)], e);
}

void wheel_add(struct wheel *w, struct event *e, uint64_t clock) {
  e->clock = clock;
  w->count++;
  place(w, e);
}

void wheel_remove(struct wheel *w, struct event *e) {
  event_unlink(e);
  w->count--;
}

void wheel_add_before(struct wheel *w, struct event *e, struct event *later) {
  e->clock = later->clock;
  w->count++;
  event_append(later, e);
}

void wheel_rewind(struct wheel *w, uint64_t clock) {
  w->now = clock;
  w->count = 0;
  memset(w->busy, 0, sizeof(w->busy));
}

// Distributes a far slot over the levels below, in order.
static void spread(struct wheel *w, struct event *head) {
  if (head->next == head) return;
  struct event *e = head->next;
  head->prev->next = NULL;
  event_list(head);
  while (e != NULL) {
    struct event *next = e->next;
    place(w, e);
    e = next;
  }
}

// Enters the next turn of the near level: what the levels above hold for it comes down.
static void next_turn(struct wheel *w) {
  w->now = (w->now | (WHEEL_NEAR - 1)) + 1;
  int top = 0;
  for (int shift = WHEEL_NEAR_BITS; top < WHEEL_LEVELS - 2; top++, shift += WHEEL_FAR_BITS)
    if ((w->now >> shift & (WHEEL_FAR - 1)) != 0) break;
  for (int level = top; level >= 0; level--) {
    int shift = WHEEL_NEAR_BITS + level * WHEEL_FAR_BITS;
    spread(w, &w->far[level][w->now >> shift & (WHEEL_FAR - 1)]);
  }
}

// The first clock of this turn, from now on, that has events; UINT64_MAX when there is none.
static uint64_t first_of_turn(struct wheel *w) {
  unsigned slot = w->now & (WHEEL_NEAR - 1);
  uint64_t word = w->busy[slot / 64] >> slot % 64 << slot % 64;
  for (unsigned i = slot / 64;;) {
    while (word != 0) {
      unsigned s = i * 64 + (unsigned)__builtin_ctzll(word);
      if (w->near[s].next != &w->near[s]) return (w->now & ~(uint64_t)(WHEEL_NEAR - 1)) + s;
      w->busy[i] &= ~(word & -word);
      word &= word - 1;
    }
    if (++i == WHEEL_NEAR / 64) return UINT64_MAX;
    word = w->busy[i];
  }
}

uint64_t wheel_peek(const struct wheel *w) {
  uint64_t turn = w->now & ~(uint64_t)(WHEEL_NEAR - 1), next = w->now + 1;
  unsigned slot = next & (WHEEL_NEAR - 1);
  if (slot == 0) return next;
  uint64_t word = w->busy[slot / 64] >> slot % 64 << slot % 64;
  for (unsigned i = slot / 64;;) {
    if (word != 0) return turn + i * 64 + (unsigned)__builtin_ctzll(word);
    if (++i == WHEEL_NEAR / 64) return turn + WHEEL_NEAR;
    word = w->busy[i];
  }
}

// The level at which an event waits that is so many clocks ahead; -1: the near one.
static int level_of(uint64_t ahead) {
  int level = -1;
  if (ahead < WHEEL_NEAR) return level;
  for (int shift = WHEEL_NEAR_BITS + WHEEL_FAR_BITS; ++level < WHEEL_LEVELS - 2 && ahead >> shift != 0;)
    shift += WHEEL_FAR_BITS;
  return level;
}

void wheel_restore(struct wheel *w, struct event *e, uint64_t clock, uint64_t added) {
  int level;
  for (uint64_t when = added; (level = level_of(clock - when)) >= 0;) {
    int shift = WHEEL_NEAR_BITS + level * WHEEL_FAR_BITS;
    when = clock >> shift << shift;
    if (when > w->now) break;  // it is still there
  }
  if (level < 0) {
    wheel_add(w, e, clock);
    return;
  }
  e->clock = clock;
  w->count++;
  event_append(far_slot(w, level, clock), e);
}

static void empty(struct event *head, void (*take)(void *, struct event *), void *arg) {
  while (head->next != head) {
    struct event *e = head->next;
    event_unlink(e);
    take(arg, e);
  }
}

void wheel_empty(struct wheel *w, void (*take)(void *arg, struct event *e), void *arg) {
  for (int l = WHEEL_LEVELS - 2; l >= 0; l--)
    for (int i = 0; i < WHEEL_FAR; i++) empty(&w->far[l][i], take, arg);
  for (int i = 0; i < WHEEL_NEAR; i++) empty(&w->near[i], take, arg);
  w->count = 0;
}

// How an event comes to a level that it passes: when, and from which one; WHEEL_LEVELS: from outside.
static int enter(uint64_t clock, uint64_t added, int to, uint64_t *when) {
  int from = WHEEL_LEVELS;
  *when = added;
  for (int level; (level = level_of(clock - *when)) != to;) {
    from = level;
    *when = clock >> (WHEEL_NEAR_BITS + level * WHEEL_FAR_BITS) << (WHEEL_NEAR_BITS + level * WHEEL_FAR_BITS);
  }
  return from;
}

// Lists keep the order in which events are put into them. What comes down from above does so before the clock's own
// events, the highest level first.
int wheel_order(uint64_t clock, uint64_t a, uint64_t b) {
  for (int level = -1;;) {
    uint64_t when_a, when_b;
    int from_a = enter(clock, a, level, &when_a), from_b = enter(clock, b, level, &when_b);
    if (when_a != when_b) return when_a < when_b ? -1 : 1;
    if (from_a != from_b) return from_a == WHEEL_LEVELS || (from_b != WHEEL_LEVELS && from_a < from_b) ? 1 : -1;
    if (from_a == WHEEL_LEVELS) return 0;
    level = from_a;
  }
}

bool wheel_advance(struct wheel *w, uint64_t limit) {
  for (;;) {
    uint64_t clock = first_of_turn(w);
    if (clock != UINT64_MAX) {
      w->now = clock < limit ? clock : limit;
      return clock <= limit;
    }
    uint64_t turn = (w->now | (WHEEL_NEAR - 1)) + 1;
    if (turn > limit || w->count == 0) {
      w->now = limit;
      return false;
    }
    next_turn(w);
  }
}

struct event *wheel_take(struct wheel *w) {
  struct event *head = &w->near[w->now & (WHEEL_NEAR - 1)];
  struct event *e = head->next;
  if (e == head) return NULL;
  event_unlink(e);
  w->count--;
  return e;
}
