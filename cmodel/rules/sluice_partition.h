// TTL's partitions: one of each class, and the shared one [TTL 1.1, spec 3].
#ifndef SLUICE_PARTITION_H
#define SLUICE_PARTITION_H

#include "cmodel/rules/sluice_config.h"

// Cells for the class's own partition, enqueues under way included: do they fit?
static inline bool sluice_partition_holds(uint64_t partition_free, uint64_t cells) { return cells <= partition_free; }

// Of freed cells that are not headroom, the part that returns to the shared partition, where the class holds so much of
// it; the rest returns to the class's own partition.
static inline uint64_t sluice_to_shared(uint64_t freed, uint64_t class_shared) {
  return sluice_at_most(freed, class_shared);
}

#endif
