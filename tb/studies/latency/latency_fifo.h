// Packets that wait for their input cycle: one enqueue and one dequeue per cycle
#ifndef LATENCY_FIFO_H
#define LATENCY_FIFO_H

#include <stdbool.h>
#include <stdint.h>

enum { LATENCY_WAITING = 1 << 17 };  // largest number of packets: those that all ports hold for a while

struct latency_fifo {
  uint32_t first, end;
  struct {
    uint64_t due;
    uint8_t port, cls;
  } packet[LATENCY_WAITING];
};

// Returns false if the FIFO is full.
static inline bool latency_push(struct latency_fifo *f, uint64_t due, int port, int cls) {
  if (f->end - f->first == LATENCY_WAITING) return false;
  uint32_t at = f->end++ % LATENCY_WAITING;
  f->packet[at].due = due;
  f->packet[at].port = (uint8_t)port;
  f->packet[at].cls = (uint8_t)cls;
  return true;
}

// Takes the first packet if it is due.
static inline bool latency_pop(struct latency_fifo *f, uint64_t now, int *port, int *cls) {
  uint32_t at = f->first % LATENCY_WAITING;
  if (f->first == f->end || f->packet[at].due > now) return false;
  f->first++;
  *port = f->packet[at].port;
  *cls = f->packet[at].cls;
  return true;
}

// A number in 0 .. n-1 (xorshift).
static inline uint32_t latency_random(uint64_t *state, uint32_t n) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 16) % n);
}

#endif
