// The line of a MAC in one direction, in bits of time: a frame of n bytes occupies it for n + 24 bytes, and it carries
// a word whenever it is free. Unlike a FIFO, it makes a switch that skips turns lose throughput (spec 13).
#ifndef MAC_LINE_H
#define MAC_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/sluice_switch.h"
#include "tb/cosim/switch_shim.h"

// In random tests a sink has a rate: a FIFO is ready in so many of 1,024 cycles; with this rate it is a MAC.
enum { MAC_LINE = 1024 };

struct mac_line {
  uint64_t free_at;  // time at which the last word has passed
  uint64_t idle;     // bits of time in which the line was free and carried nothing
};

// Returns whether the line can carry a word in this cycle; rate: bits that the line carries per cycle.
static inline bool mac_line_free(const struct mac_line *l, uint64_t cycle, int rate) {
  return l->free_at <= cycle * (uint64_t)rate;
}

// The line carries a word of n bytes. A line that became free inside the cycle before loses no time: on average, a MAC
// with a deficit idle counter sends its gaps exactly.
static inline void mac_line_carry(struct mac_line *l, uint64_t cycle, int rate, int n, bool last) {
  uint64_t now = cycle * (uint64_t)rate, earliest = now < (uint64_t)rate ? 0 : now - (uint64_t)rate + 1;
  if (l->free_at < earliest) {
    l->idle += earliest - l->free_at;
    l->free_at = earliest;
  }
  l->free_at += 8 * ((uint64_t)n + (last ? SLUICE_SWITCH_GAP : 0));
}

// The sink's side: returns whether the MAC is ready in this cycle, and carries the word if the switch offers one.
static inline bool mac_line_takes(struct mac_line *l, uint64_t cycle, int rate, const struct switch_word *w) {
  if (!mac_line_free(l, cycle, rate)) return false;
  if (w->valid) mac_line_carry(l, cycle, rate, __builtin_popcount(w->keep), w->last);
  return true;
}

#endif
