// Closed forms of [TTL].
#ifndef NET_TTL_H
#define NET_TTL_H

#include <stdint.h>

// Weight b_j / sum of b [TTL Eq. 16] in 1/65536, rounded down so that the weights never exceed 1 in sum. A weight of 1
// cannot be represented.
static inline uint32_t ttl_weight(uint64_t partition, uint64_t sum) {
  uint64_t weight = sum != 0 ? (partition << 16) / sum : 0;
  return weight < UINT16_MAX ? (uint32_t)weight : UINT16_MAX;
}

#endif
