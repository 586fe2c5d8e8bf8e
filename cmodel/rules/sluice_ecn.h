// ECN marking at an egress queue [spec 11]: never up to Kmin, always above Kmax, between them with a probability that
// grows with the occupancy. Occupancies are cells, without the packet that leaves.
#ifndef SLUICE_ECN_H
#define SLUICE_ECN_H

#include <stdbool.h>
#include <stdint.h>

struct sluice_ecn {
  uint32_t kmin, kmax;  // cells
  uint64_t slope;       // probability per cell above Kmin, in 2^-32
};

enum { SLUICE_ECN_CERTAIN = 1 << 16 };

// The probability of a mark, in 2^-16; below SLUICE_ECN_CERTAIN it is compared with a number of 16 random bits.
static inline uint32_t sluice_ecn_probability(const struct sluice_ecn *e, uint64_t cells) {
  if (cells <= e->kmin) return 0;
  if (cells > e->kmax) return SLUICE_ECN_CERTAIN;
  const uint64_t p = (cells - e->kmin) * e->slope >> 16;
  return p < SLUICE_ECN_CERTAIN ? (uint32_t)p : SLUICE_ECN_CERTAIN;
}

static inline bool sluice_ecn_marks(const struct sluice_ecn *e, uint64_t cells, uint16_t random) {
  return random < sluice_ecn_probability(e, cells);
}

#endif
