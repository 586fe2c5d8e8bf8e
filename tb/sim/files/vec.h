// Arrays that only grow. An array begins as NULL; its owner has the number of elements, and frees it. The capacity is
// the least power of two that is not below that number, so nobody stores it.
#ifndef VEC_H
#define VEC_H

#include <stddef.h>
#include <stdlib.h>

// Makes room for one more element of `size` bytes. Returns the array, which may have moved; NULL: out of memory, and
// the array is as before.
static inline void *vec_grow(void *array, size_t count, size_t size) {
  if ((count & (count - 1)) != 0) return array;
  return realloc(array, (count > 0 ? 2 * count : 1) * size);
}

#endif
