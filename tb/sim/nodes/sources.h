// The flows of one host, and which of them sends next.
#ifndef NET_SOURCES_H
#define NET_SOURCES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "cmodel/sluice.h"
#include "tb/sim/nodes/pace.h"

// A set of numbers below a fixed size, as a tree of bits: a bit of a level represents a word of the level below that is
// not empty. Adding, removing and finding the next number take one word per factor of 64.

enum { SET_LEVELS = 4, SET_MOST = 1 << 24 };  // 64^4

struct set {
  uint64_t *word[SET_LEVELS];  // level 0: the members; the last level is one word
  uint32_t words[SET_LEVELS];
  int levels;
};

// Creates a set for numbers below size, 1 to SET_MOST. Returns 0, or -1: out of memory.
static inline int set_init(struct set *s, uint32_t size) {
  size_t all = 0;
  *s = (struct set){0};
  do {
    size = (size + 63) / 64;
    all += s->words[s->levels++] = size;
  } while (size > 1);
  uint64_t *word = calloc(all, sizeof(*word));
  for (int l = 0; word != NULL && l < s->levels; word += s->words[l++]) s->word[l] = word;
  return s->word[0] != NULL ? 0 : -1;
}

static inline void set_free(struct set *s) { free(s->word[0]); }

static inline bool set_empty(const struct set *s) { return s->levels == 0 || s->word[s->levels - 1][0] == 0; }

static inline void set_add(struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels; l++, k /= 64) s->word[l][k / 64] |= UINT64_C(1) << k % 64;
}

static inline void set_remove(struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels; l++, k /= 64)
    if ((s->word[l][k / 64] &= ~(UINT64_C(1) << k % 64)) != 0) return;
}

// The smallest member that is not below k; -1: none.
static inline int64_t set_from(const struct set *s, uint32_t k) {
  for (int l = 0; l < s->levels && k / 64 < s->words[l]; k = k / 64 + 1, l++) {
    uint64_t bits = s->word[l][k / 64] & (UINT64_MAX << k % 64);
    if (bits == 0) continue;
    k = k / 64 * 64 + (uint32_t)__builtin_ctzll(bits);
    while (l-- > 0) k = k * 64 + (uint32_t)__builtin_ctzll(s->word[l][k]);
    return k;
  }
  return -1;
}

// The flows of one host, and which flow sends next: round robin among those that are ready, in the order of the file,
// each only while the gate of its class is open. Times are ticks of the engine.

// A flow at its host
struct source {
  uint32_t flow;
  uint8_t cls;
  int32_t pace;   // the flow's own rate; -1: none
  int32_t place;  // in the heap; -1: it does not wait
};

// A source that may not send yet: its flow has not started, or its own rate does not allow it.
struct waiting {
  uint64_t time;
  uint32_t source;
};

struct sources {
  struct source *source;  // sources, in the order of the file
  int count, turn;
  struct set ready[SLUICE_MAX_CLASSES];  // sources with data to send, whether or not their class may send
  uint8_t filled;                        // classes with ready sources
  struct waiting *wait;                  // heap, the earliest first; each source is in this heap, ready, or done
  int waiting, paces;
  struct pace *pace;  // the flows' own rates
};

// Adds the next of `count` sources; the caller has allocated source and wait. start UINT64_MAX: it starts with
// sources_from(). bps 0: no rate of its own. Returns 0, or -1: out of memory.
int sources_add(struct sources *h, uint32_t flow, int cls, uint64_t start, uint64_t bps, uint64_t ticks_per_second);
void sources_free(struct sources *h);

// The source that sends now; -1: none, and *first becomes the time from which one may send, as far as is known.
// closed_until: by class, the time from which its gate is open.
int64_t sources_next(struct sources *h, uint64_t now, const uint64_t *closed_until, uint64_t *first);

// A source has sent a packet of `bytes` bytes; last: its last one.
void sources_sent(struct sources *h, uint32_t source, uint64_t now, uint32_t bytes, bool last);

// A source may send its next packet from that time on; UINT64_MAX: not before the next call.
void sources_from(struct sources *h, uint32_t source, uint64_t from);

// The same, after the source has sent a packet: the next turn is that of the source after it.
void sources_hold(struct sources *h, uint32_t source, uint64_t from);

// The source of a flow; it exists. A flow moves to another host port, where it has a source too. Returns the time from
// which it may send; UINT64_MAX: not before the next call.
uint32_t sources_find(const struct sources *h, uint32_t flow);
uint64_t sources_move(struct sources *from, uint32_t source, struct sources *to, uint32_t other, uint64_t now);

// A source stops without having sent everything.
void sources_end(struct sources *h, uint32_t source);

#endif
