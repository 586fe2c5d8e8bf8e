// Memory for many small objects that live as long as their owner; all are freed at once.
#ifndef NET_ARENA_H
#define NET_ARENA_H

#include <stddef.h>
#include <stdlib.h>

enum { ARENA_BLOCK = 1 << 16 };  // bytes of a block, and of the largest object

struct arena_block {
  struct arena_block *next;
  _Alignas(8) char bytes[ARENA_BLOCK];
};

struct arena {
  struct arena_block *blocks;
  size_t used;  // bytes used in the first block
};

// Allocates memory, aligned to a power of two of at most 8. Returns NULL if out of memory.
static inline void *arena_get(struct arena *a, size_t size, size_t alignment) {
  size_t from = (a->used + alignment - 1) & ~(alignment - 1);
  if (a->blocks == NULL || from + size > ARENA_BLOCK) {
    struct arena_block *block = malloc(sizeof(*block));
    if (block == NULL) return NULL;
    block->next = a->blocks;
    a->blocks = block;
    from = 0;
  }
  a->used = from + size;
  return a->blocks->bytes + from;
}

static inline void arena_free(struct arena *a) {
  while (a->blocks != NULL) {
    struct arena_block *next = a->blocks->next;
    free(a->blocks);
    a->blocks = next;
  }
}

#endif
