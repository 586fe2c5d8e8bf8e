// The pending events of one place: at most one of each kind and port. A tournament over their keys finds the next one
// in the order (time, kind, port); what follows for the same kind and port lies in a ring, in its order.
//
// A key is time << AGENDA_BITS | kind << port_bits | port, so times end at 2^51 ps (37 minutes).
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
  uint32_t in_hand;  // id, leaves: none
};

static inline uint64_t agenda_least(uint64_t a, uint64_t b) { return a < b ? a : b; }

// The time of an event, NEVER: it is not pending.
static inline uint64_t agenda_time(const struct agenda *a, uint32_t kind, uint32_t port) {
  uint64_t key = a->key[a->leaves + (kind << a->port_bits | port)];
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// An event happens at that time, or no more at all (NEVER), whatever was said before.
static inline void agenda_put(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  uint32_t id = kind << a->port_bits | port, i = a->leaves + id;
  uint64_t *key = a->key, least = time < AGENDA_END ? time << AGENDA_BITS | id : NEVER;
  key[i] = least;
  if (id == a->in_hand) return;
  while (i > 1) {
    least = agenda_least(least, key[i ^ 1]);
    i >>= 1;
    if (key[i] == least) return;
    key[i] = least;
  }
}

// The same, where it is not pending for an earlier time.
static inline void agenda_put_earlier(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  if (time < agenda_time(a, kind, port)) agenda_put(a, kind, port, time);
}

// Takes the next event before a time. False: there is none.
static inline bool agenda_take(struct agenda *a, uint64_t end, uint64_t *time, uint32_t *kind, uint32_t *port) {
  uint64_t key = a->key[1];
  if (key >= end << AGENDA_BITS) return false;
  uint32_t id = key & ((1u << AGENDA_BITS) - 1);
  a->in_hand = id;
  a->key[a->leaves + id] = NEVER;
  *time = key >> AGENDA_BITS;
  *kind = id >> a->port_bits;
  *port = id & ((1u << a->port_bits) - 1);
  return true;
}

// The event in hand is done.
static inline void agenda_done(struct agenda *a) {
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
