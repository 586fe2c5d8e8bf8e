// The pending events of one place: at most one for each kind and port. They are taken in the order (time, kind, port).
//
// A key is time << AGENDA_BITS | kind << port_bits | port, so times end at 2^51 ps (37 minutes).
//
// Events of one kind mostly occur in the order of their scheduling, because links have equal rates and delays. Such
// events are in a ring for each kind. A tournament tree has the others: its depth grows with the number of ports, the
// cost of a ring does not. An event in a ring that is scheduled again leaves a stale key there, which `pending` shows.
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

// AGENDA_KINDS kinds have a ring, and the kind of events of which a port may have several pending. With few ports the
// tree is faster, and the kinds have no rings.
enum { AGENDA_KINDS = 3, AGENDA_RINGS = AGENDA_KINDS + 1, AGENDA_FEW_PORTS = 32 };

struct agenda_ring {
  uint64_t *key, last;  // last: of all keys so far
  uint32_t head, tail, size;
};

struct agenda {
  uint64_t *key;      // the tree. [1]: the smallest of all; [leaves + id]: key of an event, NEVER: not in the tree
  uint64_t *pending;  // [id] key of the event, wherever it is; NEVER: not pending
  uint32_t leaves, port_bits;
  bool many;                     // the kinds have rings
  uint32_t in_hand;              // id of the event in hand; leaves: none
  uint64_t first[AGENDA_RINGS];  // first key of each ring; NEVER: the ring is empty
  struct agenda_ring ring[AGENDA_RINGS];
};

static inline uint64_t agenda_least(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t agenda_most(uint64_t a, uint64_t b) { return a > b ? a : b; }

// Allocates the tree for that many kinds. Returns false if out of memory. Call agenda_free() in any case.
bool agenda_init(struct agenda *a, uint32_t kinds, uint32_t ports);
void agenda_free(struct agenda *a);

// ---- rings ----

// Appends a key that is not before the last one of the ring. Returns false if out of memory.
bool agenda_grow(struct agenda_ring *r);
static inline bool agenda_append(struct agenda *a, uint32_t ring, uint64_t key) {
  struct agenda_ring *r = &a->ring[ring];
  if (r->tail - r->head == r->size && !agenda_grow(r)) return false;
  if (r->head == r->tail) a->first[ring] = key;
  r->key[r->tail++ & (r->size - 1)] = r->last = key;
  return true;
}

static inline void agenda_drop(struct agenda *a, uint32_t ring) {
  struct agenda_ring *r = &a->ring[ring];
  r->head++;
  a->first[ring] = r->head != r->tail ? r->key[r->head & (r->size - 1)] : NEVER;
}

// Whether the first key of a ring is that of an event which has been scheduled again, or cancelled.
static inline bool agenda_stale(const struct agenda *a, uint32_t ring) {
  const uint32_t id = a->first[ring] & ((1u << AGENDA_BITS) - 1);
  return ring < AGENDA_KINDS && a->pending[id] != a->first[ring];
}

// ---- scheduling ----

// The time of an event; NEVER: not pending.
static inline uint64_t agenda_time(const struct agenda *a, uint32_t kind, uint32_t port) {
  const uint64_t key = a->pending[kind << a->port_bits | port];
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

static inline void agenda_put_tree(struct agenda *a, uint32_t id, uint64_t least) {
  uint32_t i = a->leaves + id;
  uint64_t *key = a->key;
  a->pending[id] = key[i] = least;
  if (id == a->in_hand) return;
  while (i > 1) {
    least = agenda_least(least, key[i ^ 1]);
    i >>= 1;
    if (key[i] == least) return;
    key[i] = least;
  }
}

// Schedules an event for that time and replaces its earlier schedule.
static inline void agenda_put(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  const uint32_t id = kind << a->port_bits | port;
  const uint64_t key = time << AGENDA_BITS | id;
  const bool in_order = kind < AGENDA_KINDS && a->many && (a->first[kind] == NEVER || key > a->ring[kind].last);
  if (in_order && a->key[a->leaves + id] == NEVER && agenda_append(a, kind, key))
    a->pending[id] = key;
  else
    agenda_put_tree(a, id, key);
}

// Cancels an event.
void agenda_cancel(struct agenda *a, uint32_t kind, uint32_t port);

// Schedules an event for that time, unless it is pending for an earlier time. That time may be far away, and would keep
// other events out of the ring.
static inline void agenda_put_earlier(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  const uint32_t id = kind << a->port_bits | port;
  if (time < agenda_time(a, kind, port)) agenda_put_tree(a, id, time << AGENDA_BITS | id);
}

// Schedules an event of the kind of which a port may have several. Its time is not before that of the last one. Returns
// false if out of memory.
static inline bool agenda_follow(struct agenda *a, uint32_t kind, uint32_t port, uint64_t time) {
  return agenda_append(a, AGENDA_KINDS, time << AGENDA_BITS | kind << a->port_bits | port);
}

// ---- taking ----

// The time of the first of all events; NEVER: none is pending.
static inline uint64_t agenda_first(struct agenda *a) {
  uint64_t key = a->key[1];
  for (uint32_t i = 0; i < AGENDA_RINGS; i++) {
    while (a->first[i] != NEVER && agenda_stale(a, i)) agenda_drop(a, i);
    key = agenda_least(key, a->first[i]);
  }
  return key == NEVER ? NEVER : key >> AGENDA_BITS;
}

// Takes the next event before time `end`. Returns false if there is none. Of equal keys, that in the tree is taken: an
// event may have been scheduled again for the time of its stale key.
static inline bool agenda_take(struct agenda *a, uint64_t end, uint64_t *time, uint32_t *kind, uint32_t *port) {
  for (;;) {
    uint64_t key = a->key[1];
    uint32_t ring = AGENDA_RINGS;
    if (a->first[AGENDA_KINDS] < key) {
      key = a->first[AGENDA_KINDS];
      ring = AGENDA_KINDS;
    }
    for (uint32_t i = 0; a->many && i < AGENDA_KINDS; i++)
      if (a->first[i] < key) {
        key = a->first[i];
        ring = i;
      }
    if (key >= end << AGENDA_BITS) return false;
    const uint32_t id = key & ((1u << AGENDA_BITS) - 1);
    if (ring == AGENDA_RINGS) {
      a->in_hand = id;
      a->key[a->leaves + id] = a->pending[id] = NEVER;
    } else {
      const bool stale = agenda_stale(a, ring);
      agenda_drop(a, ring);
      if (stale) continue;
      if (ring < AGENDA_KINDS) a->pending[id] = NEVER;
    }
    *time = key >> AGENDA_BITS;
    *kind = id >> a->port_bits;
    *port = id & ((1u << a->port_bits) - 1);
    return true;
  }
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
