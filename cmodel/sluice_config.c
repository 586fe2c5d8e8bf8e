#include <stddef.h>

#include "sluice_rules.h"

// How many bits a register holds; the check of all but ALPHA, which is signed.
static int register_bits(const struct sluice_dims *dims, int reg) {
  switch (reg) {
    case SLUICE_REG_SCHEME:
      return 2;
    case SLUICE_REG_LOSSLESS:
      return dims->classes;
    case SLUICE_REG_NATIVE:
      return 1;
    case SLUICE_REG_PAUSE_TIME:
    case SLUICE_REG_REFRESH:
    case SLUICE_REG_QUANTA_STEP:
      return 16;
    default:
      return dims->width;
  }
}

static bool fits(const struct sluice_dims *dims, int reg, uint32_t value) {
  if (reg == SLUICE_REG_ALPHA) return value < 8 || value >= UINT32_MAX - 7;
  return value >> register_bits(dims, reg) == 0;
}

enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs) {
  for (int i = 0; i < SLUICE_REGS; i++)
    if (!fits(dims, i, regs[i])) return SLUICE_BAD_VALUE;
  uint32_t scheme = regs[SLUICE_REG_SCHEME];
  if (scheme >= SLUICE_SCHEMES || !(dims->schemes >> scheme & 1)) return SLUICE_BAD_SCHEME;
  int32_t alpha = (int32_t)regs[SLUICE_REG_ALPHA];
  if (alpha < -7 || alpha > 3) return SLUICE_BAD_ALPHA;
  uint64_t queues = (uint64_t)dims->ports * dims->classes;
  uint64_t groups = scheme == SLUICE_DSH ? (uint64_t)dims->ports : queues;
  if (queues * regs[SLUICE_REG_PRIVATE] + groups * regs[SLUICE_REG_HEADROOM] + regs[SLUICE_REG_SHARED] >
      regs[SLUICE_REG_BUFFER])
    return SLUICE_BAD_POOLS;
  uint32_t max_packet = regs[SLUICE_REG_MAX_PACKET];
  if (max_packet == 0 || regs[SLUICE_REG_HEADROOM] < max_packet) return SLUICE_BAD_HEADROOM;
  if (scheme == SLUICE_STATIC && regs[SLUICE_REG_XON] > regs[SLUICE_REG_XOFF]) return SLUICE_BAD_XON;
  uint32_t refresh = regs[SLUICE_REG_REFRESH];
  if (refresh < 16 || refresh >= regs[SLUICE_REG_PAUSE_TIME] || regs[SLUICE_REG_QUANTA_STEP] == 0)
    return SLUICE_BAD_TIMES;
  return SLUICE_OK;
}

void sluice_config_decode(struct sluice_config *cfg, const uint32_t *regs) {
  *cfg = (struct sluice_config){
      .scheme = (enum sluice_scheme)regs[SLUICE_REG_SCHEME],
      .configured = true,
      .alpha = (int32_t)regs[SLUICE_REG_ALPHA],
      .phi = regs[SLUICE_REG_PRIVATE],
      .shared = regs[SLUICE_REG_SHARED],
      .eta = regs[SLUICE_REG_HEADROOM],
      .xoff = regs[SLUICE_REG_XOFF],
      .xon = regs[SLUICE_REG_XON],
      .delta_q = regs[SLUICE_REG_DELTA_Q],
      .delta_p = regs[SLUICE_REG_DELTA_P],
      .pause_time = (uint16_t)regs[SLUICE_REG_PAUSE_TIME],
      .refresh = (uint16_t)regs[SLUICE_REG_REFRESH],
      .quanta_step = (uint16_t)regs[SLUICE_REG_QUANTA_STEP],
      .lossless = (uint8_t)regs[SLUICE_REG_LOSSLESS],
      .native = regs[SLUICE_REG_NATIVE] != 0,
  };
}

const char *sluice_reason_text(enum sluice_reason reason) {
  static const char *const text[] = {
      [SLUICE_OK] = "in use",
      [SLUICE_UNCONFIGURED] = "nothing is configured; write the registers, then COMMIT",
      [SLUICE_BAD_VALUE] = "a register holds more than its bits; cells must be below 2^width, times below 65536",
      [SLUICE_BAD_SCHEME] = "the scheme is unknown or left out of this build; use one that is built",
      [SLUICE_BAD_ALPHA] = "alpha is out of range; its exponent must be -7 to 3 (1/128 to 8)",
      [SLUICE_BAD_POOLS] = "the pools exceed the buffer; queues x private + groups x headroom + shared must fit it",
      [SLUICE_BAD_HEADROOM] =
          "headroom is below the largest packet; it must hold at least max_packet, and max_packet 1",
      [SLUICE_BAD_XON] = "XON is above XOFF; it must be at most XOFF",
      [SLUICE_BAD_TIMES] = "refresh must be at least 16 and below pause_time, and the quanta step above 0",
      [SLUICE_BUSY] = "scheme, buffer, pools and lossless classes change only while the buffer is empty",
  };
  return (unsigned)reason <= SLUICE_BUSY ? text[reason] : "unknown reason";
}

const char *sluice_register_name(int reg) {
  static const char *const name[] = {"SCHEME",     "BUFFER",  "PRIVATE",     "SHARED", "HEADROOM", "LOSSLESS",
                                     "MAX_PACKET", "ALPHA",   "XOFF",        "XON",    "DELTA_Q",  "DELTA_P",
                                     "PAUSE_TIME", "REFRESH", "QUANTA_STEP", "NATIVE", "COMMIT"};
  return reg >= 0 && reg <= SLUICE_REG_COMMIT ? name[reg] : NULL;
}
