// A count of the cells of one load of a shared headroom pool, one cell at a time.
#ifndef POOL_LOAD_H
#define POOL_LOAD_H

#include <stdint.h>

// Takes the cells of a port: first its own headroom, then the pool. Returns the cells that find no room.
static inline uint64_t pool_take(uint64_t cells, uint64_t own, uint64_t *pool) {
  uint64_t lost = 0;
  for (; cells > 0; cells--)
    if (own > 0)
      own--;
    else if (*pool > 0)
      (*pool)--;
    else
      lost++;
  return lost;
}

#endif
