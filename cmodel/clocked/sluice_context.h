// Read by every module of the clocked model: the build, the active configuration, and the cycle. Internal.
//
// The clocked model has one file for each folder of rtl/mmu, of the same name, with a step function for each RTL module
// that has state. A step takes the inputs of the module in this cycle and computes the content of its registers after
// the clock edge. The scan of rtl/mmu/states has a file of its own, because the accounting precedes the states and
// needs the scan.
#ifndef SLUICE_CONTEXT_H
#define SLUICE_CONTEXT_H

#include "cmodel/rules/sluice_config.h"

struct sluice_context {
  struct sluice_dims dims;
  struct sluice_config cfg;                       // active
  struct sluice_limits limits[SLUICE_MAX_PORTS];  // PORT_LIMITS: of the active configuration
  struct sluice_limits before[SLUICE_MAX_PORTS];  // of the configuration before
  uint64_t since;                                 // the first cycle of the active configuration
  uint64_t cycle;                                 // since reset
  uint32_t max;                                   // the largest value of a counter
  uint8_t port_mask, class_mask;                  // inputs have as many bits as in the RTL
};

// The limits of a port for the gates, which read them one cycle ahead [RTL: sluice_limits].
static inline const struct sluice_limits *sluice_limits_ahead(const struct sluice_context *x, int port) {
  if (!x->dims.port_limits) return &x->cfg.limits;
  return x->cycle == x->since ? &x->before[port] : &x->limits[port];
}

// Width of an RTL port for numbers below n.
static inline int sluice_address_bits(int n) {
  int bits = 1;
  while (1 << bits < n) bits++;
  return bits;
}

// ---- vectors with one bit per queue ----

static inline int sluice_bit(const struct sluice_dims *dims, int port, int cls) { return port * dims->classes + cls; }

static inline bool sluice_test(const uint64_t *vector, int bit) { return vector[bit / 64] >> (bit % 64) & 1; }

static inline void sluice_assign(uint64_t *vector, int bit, bool value) {
  uint64_t mask = UINT64_C(1) << (bit % 64);
  vector[bit / 64] = value ? vector[bit / 64] | mask : vector[bit / 64] & ~mask;
}

// The NC bits of one port.
static inline uint8_t sluice_port_bits(const uint64_t *vector, const struct sluice_dims *dims, int port) {
  int first = port * dims->classes, word = first / 64, shift = first % 64;
  uint64_t bits = vector[word] >> shift;
  if (shift + dims->classes > 64) bits |= vector[word + 1] << (64 - shift);
  return (uint8_t)(bits & ((1u << dims->classes) - 1));
}

static inline void sluice_set_port_bits(uint64_t *vector, const struct sluice_dims *dims, int port, uint8_t bits) {
  int first = port * dims->classes, word = first / 64, shift = first % 64;
  uint64_t all = (UINT64_C(1) << dims->classes) - 1, value = bits & all;
  vector[word] = (vector[word] & ~(all << shift)) | value << shift;
  if (shift + dims->classes > 64)
    vector[word + 1] = (vector[word + 1] & ~(all >> (64 - shift))) | value >> (64 - shift);
}

#endif
