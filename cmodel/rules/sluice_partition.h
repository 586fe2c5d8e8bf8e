// The partitions of TTL: one for each class, and the shared one [TTL 1.1, 2.3; spec 3]. Amounts are cells.
#ifndef SLUICE_PARTITION_H
#define SLUICE_PARTITION_H

#include "cmodel/rules/sluice_config.h"

// Whether `cells` cells, with the enqueues under way, fit the class's own partition.
static inline bool sluice_fits_partition(uint64_t partition_free, uint64_t cells) { return cells <= partition_free; }

// The part of the freed cells that returns to the shared partition: at most the cells that the class holds of it. The
// rest returns to the class's own partition. Cells returned to headroom are not among the freed cells.
static inline uint64_t sluice_to_shared(uint64_t freed, uint64_t class_shared) {
  return sluice_at_most(freed, class_shared);
}

#endif
