// Changes of the amounts by an accepted packet and by a dequeue [spec 3, DSH IV-B]. A packet is charged whole (n cells)
// to the pool of its admission. The part beyond the growth of w, and the cells that a dequeue frees, are surplus.
// Settling returns surplus to the headroom of the group first, then to the pool.
#ifndef SLUICE_CHARGE_H
#define SLUICE_CHARGE_H

#include "cmodel/rules/sluice_config.h"

// Cells that a queue holds above its private cells: w = max(0, q - phi).
static inline uint64_t sluice_above(uint64_t queue, uint64_t phi) { return queue > phi ? queue - phi : 0; }

// The growth of w by a packet; also the fall of w by a dequeue that leaves `queue` cells.
static inline uint64_t sluice_growth(uint64_t queue, uint64_t cells, uint64_t phi) {
  return sluice_above(queue + cells, phi) - sluice_above(queue, phi);
}

// Cells that a packet with this admission takes from a pool. Private cells belong to no pool, except to the partitions
// of TTL.
static inline uint64_t sluice_charged(enum sluice_scheme scheme, enum sluice_admission kind, uint64_t cells) {
  return kind != SLUICE_PRIVATE || scheme == SLUICE_TTL ? cells : 0;
}

// The part of the surplus that returns to the headroom of a group, which holds `headroom` cells of it.
static inline uint64_t sluice_to_headroom(uint64_t surplus, uint64_t headroom) {
  return sluice_at_most(surplus, headroom);
}

#endif
