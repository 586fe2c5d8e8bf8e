// Packets that wait for their clock: one enqueue and one dequeue in each.
#ifndef LATE_FIFO_H
#define LATE_FIFO_H

#include <stdbool.h>
#include <stdint.h>

enum { LATE_WAITING = 1 << 17 };  // packets at most: what all ports hold for a while

struct late_fifo {
  uint32_t first, end;
  struct {
    uint64_t due;
    uint8_t port, cls;
  } packet[LATE_WAITING];
};

// False: it is full.
static inline bool late_push(struct late_fifo *f, uint64_t due, int port, int cls) {
  if (f->end - f->first == LATE_WAITING) return false;
  uint32_t at = f->end++ % LATE_WAITING;
  f->packet[at].due = due;
  f->packet[at].port = (uint8_t)port;
  f->packet[at].cls = (uint8_t)cls;
  return true;
}

// The first one, where it is due.
static inline bool late_pop(struct late_fifo *f, uint64_t now, int *port, int *cls) {
  uint32_t at = f->first % LATE_WAITING;
  if (f->first == f->end || f->packet[at].due > now) return false;
  f->first++;
  *port = f->packet[at].port;
  *cls = f->packet[at].cls;
  return true;
}

// A number in 0 .. n-1 (xorshift).
static inline uint32_t late_random(uint64_t *state, uint32_t n) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 16) % n);
}

#endif
