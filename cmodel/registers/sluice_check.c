// Checks and decodes a register set. The table of all registers is in sluice_register_table.c.
#include "cmodel/registers/sluice_check.h"

bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint32_t value) {
  int bits = sluice_register_bits(dims, reg);
  if (!sluice_register_signed(reg)) return (uint64_t)value >> bits == 0;
  uint32_t half = UINT32_C(1) << (bits - 1);
  return value < half || value >= 0 - half;
}

uint64_t sluice_config_pools(const struct sluice_dims *dims, const uint32_t *regs) {
  uint64_t queues = (uint64_t)dims->ports * dims->classes;
  uint64_t groups = regs[SLUICE_REG_SCHEME] == SLUICE_DSH ? (uint64_t)dims->ports : queues;
  uint64_t sum = queues * regs[SLUICE_REG_PRIVATE] + groups * regs[SLUICE_REG_HEADROOM] + regs[SLUICE_REG_SHARED];
  if (regs[SLUICE_REG_SCHEME] == SLUICE_TTL)
    for (int c = 0; c < dims->classes; c++) sum += regs[SLUICE_REG_PARTITION + c];
  return sum;
}

// For every class that a packet can have: the partition holds one packet of every port, and the lowest threshold,
// alpha * b_j with the shared partition full, is at least one packet [TTL 1.3, 1.4.2].
static bool ttl_fits(const struct sluice_dims *dims, const uint32_t *regs) {
  int32_t alpha = (int32_t)regs[SLUICE_REG_ALPHA];
  uint32_t packet = regs[SLUICE_REG_MAX_PACKET], ttl0 = regs[SLUICE_REG_TTL0];
  int shift = regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF ? 1 : 0;
  if (regs[SLUICE_REG_PRIVATE] != 0 || ttl0 < 2 || (ttl0 - 1) >> shift >= (uint32_t)dims->classes) return false;
  for (uint32_t c = 1u >> shift; c <= (ttl0 - 1) >> shift; c++) {
    uint64_t partition = regs[SLUICE_REG_PARTITION + c];
    if (partition < (uint64_t)dims->ports * packet) return false;
    if (sluice_scale(alpha, UINT64_MAX, partition) < packet) return false;
  }
  return true;
}

// SHARED and HEADROOM are 0. B0 < Bm <= B. Either D = Bm - B0 is a power of two and the last stage has at least one
// cell, or the table rises.
static bool stages_fit(const uint32_t *regs) {
  uint32_t top = regs[SLUICE_REG_STAGE_TOP], base = regs[SLUICE_REG_STAGE_BASE], d = top - base;
  uint32_t stages = regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS;
  if (regs[SLUICE_REG_SHARED] != 0 || regs[SLUICE_REG_HEADROOM] != 0) return false;
  if (top > regs[SLUICE_REG_PRIVATE] || base >= top) return false;
  if (regs[SLUICE_REG_SCHEME] == SLUICE_GFC_LINEAR) return d < SLUICE_OFF && regs[SLUICE_REG_DRAIN_CYCLES] > 0;
  if (stages == 0 || regs[SLUICE_REG_CELL_STEP] == 0) return false;
  if (regs[SLUICE_REG_STAGES] & SLUICE_STAGES_COUNT_LEADING_ZEROS) return (d & (d - 1)) == 0 && d >> stages >= 2;
  for (uint32_t k = 1; k <= stages; k++) {
    uint32_t below = k == 1 ? base : regs[SLUICE_REG_STAGE + k - 2];
    if (regs[SLUICE_REG_STAGE + k - 1] <= below || regs[SLUICE_REG_STAGE + k - 1] > top) return false;
  }
  return true;
}

// A quantum is 2^13 / QUANTA_STEP cycles. REFRESH must be longer than two messages to each port and a frame, 2 * ports
// + 64 cycles. More than 128 cycles are enough, beyond 32 ports more than 256.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const uint32_t *regs) {
  uint32_t least = (regs[SLUICE_REG_QUANTA_STEP] >> (dims->ports > 32 ? 5 : 6)) + 1;
  return least < 16 ? 16 : least;
}

enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs) {
  for (int i = 0; i < SLUICE_REGS; i++)
    if (!sluice_register_signed(i) && sluice_register_built(dims, i) && !sluice_register_fits(dims, i, regs[i]))
      return SLUICE_BAD_VALUE;
  uint32_t scheme = regs[SLUICE_REG_SCHEME];
  if (scheme >= SLUICE_SCHEMES || !(dims->schemes >> scheme & 1)) return SLUICE_BAD_SCHEME;
  for (int i = 0; i < SLUICE_REGS; i++)
    if (sluice_register_signed(i) && !sluice_register_fits(dims, i, regs[i])) return SLUICE_BAD_ALPHA;
  if (sluice_config_pools(dims, regs) > regs[SLUICE_REG_BUFFER]) return SLUICE_BAD_POOLS;
  uint32_t max_packet = regs[SLUICE_REG_MAX_PACKET];
  bool gfc = sluice_is_gfc((enum sluice_scheme)scheme);
  if (max_packet == 0 || (regs[SLUICE_REG_HEADROOM] < max_packet && !gfc)) return SLUICE_BAD_HEADROOM;
  if (scheme == SLUICE_STATIC && regs[SLUICE_REG_XON] > regs[SLUICE_REG_XOFF]) return SLUICE_BAD_XON;
  uint32_t refresh = regs[SLUICE_REG_REFRESH];
  if (refresh < sluice_refresh_least(dims, regs) || 2 * refresh > regs[SLUICE_REG_PAUSE_TIME] ||
      regs[SLUICE_REG_QUANTA_STEP] == 0)
    return SLUICE_BAD_TIMES;
  if (scheme == SLUICE_TTL && !ttl_fits(dims, regs)) return SLUICE_BAD_TTL;
  if (gfc && !stages_fit(regs)) return SLUICE_BAD_STAGES;
  return SLUICE_OK;
}

void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs) {
  *cfg = (struct sluice_config){.configured = true};
  sluice_config_load(cfg, regs);
  cfg->stages = (int)(regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS);
  cfg->count_leading_zeros = regs[SLUICE_REG_STAGES] & SLUICE_STAGES_COUNT_LEADING_ZEROS;
}
