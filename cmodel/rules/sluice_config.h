// The active configuration: the decoded registers, which every rule uses. Amounts are cells, in 64 bits: RTL and
// clocked model use at most SLUICE_MAX_WIDTH of these bits, the event engine uses all.
#ifndef SLUICE_CONFIG_H
#define SLUICE_CONFIG_H

#include "cmodel/sluice.h"

struct sluice_config {
  enum sluice_scheme scheme;
  bool configured;
  int alpha, alpha_lossy;  // exponents, -8..7
  uint64_t max_packet;
  uint64_t phi, shared, eta;  // private per queue, shared pool Bs, headroom per group
  uint64_t xoff, xon;         // STATIC
  uint64_t delta_q, delta_p;
  uint16_t pause_time, refresh, quanta_step;
  uint8_t lossless;  // one bit per class
  bool native;
  uint8_t ttl0, ttl_options;  // TTL
  uint64_t partition[SLUICE_MAX_CLASSES];
  uint16_t weight[SLUICE_MAX_CLASSES];
  uint64_t stage_top, stage_base;  // GFC: Bm, B0
  int stages;                      // N
  bool count_leading_zeros;
  uint64_t stage[SLUICE_MAX_STAGES + 1];  // [k]: B_k
  uint32_t cell_step, drain_cycles;
};

static inline bool sluice_is_gfc(enum sluice_scheme scheme) {
  return scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR;
}

// Whether thresholds or stages are independent of the occupancy.
static inline bool sluice_is_constant(enum sluice_scheme scheme) {
  return scheme == SLUICE_STATIC || sluice_is_gfc(scheme);
}

// Bits of a packet's number of cells.
static inline int sluice_packet_bits(const struct sluice_dims *dims) { return dims->width < 14 ? dims->width : 14; }

// Decodes registers that have passed sluice_config_check().
void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs);

// Generated part of the decoding: copies each register to its member.
void sluice_config_load(struct sluice_config *cfg, const uint32_t *regs);

// a - b, at least 0.
static inline uint64_t sluice_minus(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

// value, at most max: a counter saturates there.
static inline uint64_t sluice_at_most(uint64_t value, uint64_t max) { return value < max ? value : max; }

// alpha times an amount, 2^exponent * value, at most max. No bits are lost before the comparison.
static inline uint64_t sluice_scale(int exponent, uint64_t max, uint64_t value) {
  if (exponent < 0) return sluice_at_most(value >> -exponent, max);
  return value > max >> exponent ? max : value << exponent;
}

#endif
