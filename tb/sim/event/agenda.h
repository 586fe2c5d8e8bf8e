// The pending events of one place: at most one for each kind and port. A tournament tree over their keys finds the next
// one in the order (time, kind, port). Later events of the same kind and port are in other rings, in their order.
//
// A key is time << AGENDA_BITS | kind << port_bits | port, so times end at 2^51 ps (37 minutes).
// Events of one kind that occur in the order of their times need no tournament: they are in a ring beside the tree.
//
// The event in hand leaves its path in the tree unchanged until agenda_done(). No key is smaller than its old key, so
// updates from other leaves stop there. agenda_done() updates the path once, whether the event was put again or not.
#ifndef NET_AGENDA_H
#define NET_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#define NEVER UINT64_MAX

enum { AGENDA_BITS = 13, AGENDA_NONE = -1 };
#define AGENDA_END (UINT64_C(1) << (64 - AGENDA_BITS))

struct agenda {
  uint64_t *key;  // [1]: the smallest of all; [leaves + id]: key of an event, NEVER: not pending
  uint32_t leaves, port_bits;
  uint32_t in_hand;   // id of the event in hand; leaves: none
  uint64_t *follows;  // the ring of keys
  uint32_t head, tail, size;
};

static inline uint64_t agenda_least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t agenda_most(uint64_t a, uint64_t b) { return a > b ? a : b; }

// The time of an event; NEVER: not pending.
static inline uint64_t agenda_time(const struct agenda *a, uint32_t kind, uint32_t port) {
  uint64_t key = a->key[a->leaves + (kind << a->port_bits | port)];
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// Schedules an event for that time and replaces its earlier schedule.
static inline void agenda_put(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  uint32_t id = kind << a->port_bits | port, i = a->leaves + id;
  uint64_t *key = a->key, least = time << AGENDA_BITS | id;
  key[i] = least;
  if (id == a->in_hand) return;
  while (i > 1) {
    least = agenda_least(least, key[i ^ 1]);
    i >>= 1;
    if (key[i] == least) return;
    key[i] = least;
  }
}

// Cancels an event.
void agenda_cancel(struct agenda *a, uint32_t kind, uint32_t port);

// Schedules an event for that time, unless it is pending for an earlier time.
static inline void agenda_put_earlier(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  if (time < agenda_time(a, kind, port)) agenda_put(a, kind, port, time);
}

// Schedules an event in the ring. Its time is not before that of the last event there; a port may have several events
// there. Returns false if out of memory.
bool agenda_grow(struct agenda *a);
static inline bool agenda_follow(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  if (a->tail - a->head == a->size && !agenda_grow(a)) return false;
  a->follows[a->tail++ & (a->size - 1)] = time << AGENDA_BITS | kind << a->port_bits | port;
  return true;
}

// The time of the first of all events; NEVER: none is pending.
static inline uint64_t agenda_first(const struct agenda *a) {
  uint64_t key = a->key[1];
  if (a->head != a->tail) key = agenda_least(key, a->follows[a->head & (a->size - 1)]);
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// Takes the next event before time `end`. Returns false if there is none.
static inline bool agenda_take(struct agenda *a, uint64_t end, uint64_t *time, uint32_t *kind, uint32_t *port) {
  uint64_t key = a->key[1];
  const bool follows = a->head != a->tail && a->follows[a->head & (a->size - 1)] < key;
  if (follows) key = a->follows[a->head & (a->size - 1)];
  if (key >= end << AGENDA_BITS) return false;
  uint32_t id = key & ((1u << AGENDA_BITS) - 1);
  if (follows) {
    a->head++;
  } else {
    a->in_hand = id;
    a->key[a->leaves + id] = NEVER;
  }
  *time = key >> AGENDA_BITS;
  *kind = id >> a->port_bits;
  *port = id & ((1u << a->port_bits) - 1);
  return true;
}

// To be called after the event that was taken.
static inline void agenda_done(struct agenda *a) {
  if (a->in_hand == a->leaves) return;
  uint64_t *key = a->key;
  uint32_t i = a->leaves + a->in_hand;
  a->in_hand = a->leaves;
  uint64_t least = key[i];
  do {
    least = agenda_least(least, key[i ^ 1]);
    i >>= 1;
    key[i] = least;
  } while (i > 1);
}

#endif
