// The bytes of a flow that have arrived, in any order: all before an offset, and ranges beyond it.
#ifndef NET_RECEIVED_H
#define NET_RECEIVED_H

#include <stdbool.h>
#include <stdint.h>

struct range {
  uint64_t from, to;
};

struct received {
  uint64_t expected;    // all bytes before it have arrived
  struct range *range;  // later bytes that have arrived, in order, with gaps between
  uint32_t ranges, size;
};

// Takes the bytes [from, to). Returns 1, 0: all of them had arrived before, or -1: out of memory.
int received_take(struct received *x, uint64_t from, uint64_t to);
void received_free(struct received *x);

#endif
