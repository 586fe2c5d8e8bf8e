// Serialisation at a rate, exact in bits: back-to-back frames carry the fraction of a cycle over, so that the rate has
// no drift (1000 B at 40 Gb/s are 50 cycles of 250 MHz; 64 B are 3.2 cycles, and five of them 16).
#ifndef NET_PACE_H
#define NET_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct pace {
  uint64_t num, den;  // cycles per byte, as a fraction
  uint64_t free;      // the last frame ends rem / den cycles after the end of cycle free
  uint64_t rem;
  uint32_t bytes;  // length of the last frame, and its cycles: most frames have the length of the frame before
  uint64_t cycles, fraction;
};

static inline uint64_t pace_gcd(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static inline void pace_init(struct pace *p, uint64_t bits_per_second, uint64_t clock_hz) {
  uint64_t g = pace_gcd(8 * clock_hz, bits_per_second);
  *p = (struct pace){.num = 8 * clock_hz / g, .den = bits_per_second / g};
}

// A pace whose byte takes that many ns.
static inline struct pace pace_every(uint64_t ns, uint64_t clock_hz) {
  const uint64_t ns_per_second = 1000000000, a = pace_gcd(clock_hz, ns_per_second), b = pace_gcd(ns, ns_per_second / a);
  return (struct pace){.num = ns / b * (clock_hz / a), .den = ns_per_second / a / b};
}

// The cycle from which the line is free for a next frame.
static inline uint64_t pace_free(const struct pace *p) { return p->free + (p->rem != 0); }

// Sends a frame from cycle now on, which is not before pace_free(). Returns the cycle in which its last bit is out.
static inline uint64_t pace_send(struct pace *p, uint64_t now, uint32_t bytes) {
  if (now > pace_free(p)) {
    p->free = now;
    p->rem = 0;
  }
  if (bytes != p->bytes) {
    p->bytes = bytes;
    p->cycles = bytes * p->num / p->den;
    p->fraction = bytes * p->num % p->den;
  }
  p->free += p->cycles;
  p->rem += p->fraction;
  if (p->rem >= p->den) {
    p->rem -= p->den;
    p->free++;
  }
  return pace_free(p);
}

#endif
