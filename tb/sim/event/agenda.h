// The pending events of one place: at most one of each kind and port. A tournament over their keys finds the next one
// in the order (time, kind, port); what follows for the same kind and port lies in a ring, in its order.
//
// A key is time << AGENDA_BITS | kind << port_bits | port, so times end at 2^51 ps (37 minutes).
// Events that come in the order of their times need no tournament: those that follow lie in a ring beside it.
//
// The event in hand keeps its path until it is done: no key is less, so other paths stop there. Then its path is mended
// once, whether it was put again or not.
#ifndef NET_AGENDA_H
#define NET_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#define NEVER UINT64_MAX

enum { AGENDA_BITS = 13, AGENDA_NONE = -1 };
#define AGENDA_END (UINT64_C(1) << (64 - AGENDA_BITS))

struct agenda {
  uint64_t *key;  // [1]: the least of all; [leaves + id]: of an event, NEVER: not pending
  uint32_t leaves, port_bits;
  uint32_t in_hand;   // id, leaves: none
  uint64_t *follows;  // a ring of keys
  uint32_t head, tail, size;
};

static inline uint64_t agenda_least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t agenda_most(uint64_t a, uint64_t b) { return a > b ? a : b; }

// The time of an event, NEVER: it is not pending.
static inline uint64_t agenda_time(const struct agenda *a, uint32_t kind, uint32_t port) {
  uint64_t key = a->key[a->leaves + (kind << a->port_bits | port)];
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// An event happens at that time, whatever was said before.
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

// It does not happen.
void agenda_cancel(struct agenda *a, uint32_t kind, uint32_t port);

// It happens at that time, where it is not pending for an earlier one.
static inline void agenda_put_earlier(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  if (time < agenda_time(a, kind, port)) agenda_put(a, kind, port, time);
}

// An event happens at that time, which is not before that of the last one that was said to follow; there may be several
// of a port. False: out of memory.
bool agenda_grow(struct agenda *a);
static inline bool agenda_follow(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  if (a->tail - a->head == a->size && !agenda_grow(a)) return false;
  a->follows[a->tail++ & (a->size - 1)] = time << AGENDA_BITS | kind << a->port_bits | port;
  return true;
}

// The first of all; NEVER: there is none.
static inline uint64_t agenda_first(const struct agenda *a) {
  uint64_t key = a->key[1];
  if (a->head != a->tail) key = agenda_least(key, a->follows[a->head & (a->size - 1)]);
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// Takes the next event before a time. False: there is none.
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

// The event in hand is done.
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
