// The active configuration, which every rule uses. RTL and clocked model decode it from registers; the event engine
// gets it from the scenario. Amounts are cells, in 64 bits: RTL and clocked model use at most SLUICE_MAX_WIDTH of these
// bits, the event engine up to SLUICE_MAX_CELLS.
#ifndef SLUICE_CONFIG_H
#define SLUICE_CONFIG_H

#include "cmodel/sluice.h"

// The largest amount: products with alpha, a weight of TTL or the number of classes have 64 bits.
#define SLUICE_MAX_CELLS (UINT64_C(1) << 36)

// Amounts of the queues of a port; eta under DSH: of the port. Rates of its link.
struct sluice_limits {
  uint64_t phi, eta;       // private cells, headroom
  uint64_t xoff, xon;      // STATIC
  uint64_t port_headroom;  // SHP: headroom of the port's own
  uint32_t quanta_step;    // bit times per cycle, in sixteenths
  uint32_t cell_step;      // GFC: C, cells per cycle, in 2^-16
  uint32_t drain_cycles;   // GFC-linear: D / C, in 2^-8 cycles
};

struct sluice_config {
  enum sluice_scheme scheme;
  bool configured;
  int alpha, alpha_lossy;  // exponents, -8..7
  uint64_t buffer, max_packet;
  struct sluice_limits limits;       // of all ports; its quanta_step is that of the fastest port
  const struct sluice_limits *port;  // [port] its own limits; NULL: all ports have the same
  uint64_t shared;                   // Bs
  uint64_t headroom_pool;            // SHP
  uint64_t delta_q, delta_p;
  uint32_t pause_time, refresh;
  uint8_t lossless;  // one bit per class
  bool native;
  int ttl0;             // TTL
  uint8_t ttl_options;  // TTL
  uint64_t partition[SLUICE_MAX_CLASSES];
  uint16_t weight[SLUICE_MAX_CLASSES];
  uint64_t stage_top, stage_base;  // GFC: Bm, B0
  int stages;                      // N
  bool count_leading_zeros;
  uint64_t stage[SLUICE_MAX_STAGES + 1];  // [k]: B_k
};

static inline const struct sluice_limits *sluice_limits_of(const struct sluice_config *cfg, int port) {
  return cfg->port != NULL ? &cfg->port[port] : &cfg->limits;
}

static inline bool sluice_is_gfc(enum sluice_scheme scheme) {
  return scheme == SLUICE_GFC || scheme == SLUICE_GFC_LINEAR;
}

// Whether thresholds or stages are independent of the occupancy.
static inline bool sluice_is_constant(enum sluice_scheme scheme) {
  return scheme == SLUICE_STATIC || scheme == SLUICE_CBFC || sluice_is_gfc(scheme);
}

// Whether a queue pauses its upstream, and has headroom for the data that arrive after that.
static inline bool sluice_has_headroom(enum sluice_scheme scheme) {
  return !sluice_is_gfc(scheme) && scheme != SLUICE_CBFC;
}

// Bits of a packet's number of cells.
static inline int sluice_packet_bits(const struct sluice_dims *dims) { return dims->width < 14 ? dims->width : 14; }

// Decodes registers whose values fit them. The second function decodes the limits of a port.
void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs);
struct sluice_limits sluice_limits_decode(const uint32_t *regs, const struct sluice_port_registers *port);

// The value of a register for this configuration; one that does not fit the register has more bits.
uint64_t sluice_config_value(const struct sluice_config *cfg, int reg);

// Generated parts of both: copy each register from or to its member.
void sluice_config_load(struct sluice_config *cfg, const uint32_t *regs);
uint64_t sluice_config_stored(const struct sluice_config *cfg, int reg);

// The check of a configuration, in any width: each rule of sluice_config_check() except the bits of registers. Bits of
// dims->schemes are the accepted schemes.
enum sluice_reason sluice_config_reason(const struct sluice_dims *dims, const struct sluice_config *cfg);

// a - b, at least 0.
static inline uint64_t sluice_minus(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

// value, at most max: a counter saturates there.
static inline uint64_t sluice_at_most(uint64_t value, uint64_t max) { return value < max ? value : max; }

// The exponents of alpha and alpha_lossy: two's complement numbers of four bits.
static inline bool sluice_alpha_fits(int exponent) { return exponent >= -8 && exponent <= 7; }

// alpha times an amount, 2^exponent * value, at most max. No bits are lost before the comparison.
static inline uint64_t sluice_scale(int exponent, uint64_t max, uint64_t value) {
  if (exponent < 0) return sluice_at_most(value >> -exponent, max);
  return value > max >> exponent ? max : value << exponent;
}

#endif
