// Closed forms of [TTL]. A tree has `levels` levels of switches, with the hosts below the lowest [TTL 2.3].
#ifndef NET_TTL_H
#define NET_TTL_H

#include <stdint.h>

// Weight b_j / sum of b [TTL Eq. 16] in 1/65536, rounded down so that the weights never exceed 1 in sum. A weight of 1
// cannot be represented.
static inline uint32_t ttl_weight(uint64_t partition, uint64_t sum) {
  uint64_t weight = sum != 0 ? (partition << 16) / sum : 0;
  return weight < UINT16_MAX ? (uint32_t)weight : UINT16_MAX;
}

// Switches on the longest route: up and then down; with one bounce at the lowest level, up and down twice.
static inline int ttl_tree_hops(int levels) { return 2 * levels - 1; }
static inline int ttl_tree_bounced_hops(int levels) { return 2 * ttl_tree_hops(levels) - 1; }

// Without bounced packets only every second hop of ttl_tree_hops() occurs at a switch: of the bounced hops a quarter,
// rounded up. With the TTL of ttl_tree_start(), packets pass ttl_tree_hops() switches.
static inline int ttl_tree_classes(int levels) { return levels; }
static inline int ttl_tree_start(int levels) { return ttl_tree_hops(levels) + 1; }

#endif
