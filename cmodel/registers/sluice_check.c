#include "cmodel/registers/sluice_check.h"

#include <stddef.h>

static bool in(int reg, int first, int count) { return reg >= first && reg < first + count; }

static unsigned bit(enum sluice_scheme scheme) { return 1u << scheme; }

bool sluice_register_built(const struct sluice_dims *dims, int reg) {
  unsigned ttl = bit(SLUICE_TTL), gfc = bit(SLUICE_GFC), linear = bit(SLUICE_GFC_LINEAR), need = ~0u;
  if (reg == SLUICE_REG_TTL0 || reg == SLUICE_REG_TTL_OPTIONS) need = ttl;
  if (in(reg, SLUICE_REG_PARTITION, SLUICE_MAX_CLASSES)) need = reg - SLUICE_REG_PARTITION < dims->classes ? ttl : 0;
  if (in(reg, SLUICE_REG_WEIGHT, SLUICE_MAX_CLASSES)) need = reg - SLUICE_REG_WEIGHT < dims->classes ? ttl : 0;
  if (reg == SLUICE_REG_STAGE_TOP || reg == SLUICE_REG_STAGE_BASE) need = gfc | linear;
  if (reg == SLUICE_REG_STAGES || in(reg, SLUICE_REG_STAGE, SLUICE_MAX_STAGES) || reg == SLUICE_REG_CELL_STEP)
    need = gfc;
  if (reg == SLUICE_REG_DRAIN_CYCLES) need = linear;
  return reg >= 0 && reg < SLUICE_REGS && (dims->schemes & need) != 0;
}

static bool is_alpha(int reg) { return reg == SLUICE_REG_ALPHA || reg == SLUICE_REG_ALPHA_LOSSY; }

// The check of all but the alphas, which are signed. Packets and headroom have counters of their own.
int sluice_register_bits(const struct sluice_dims *dims, int reg) {
  if (in(reg, SLUICE_REG_WEIGHT, SLUICE_MAX_CLASSES)) return 16;
  switch (reg) {
    case SLUICE_REG_SCHEME:
    case SLUICE_REG_TTL_OPTIONS:
      return 3;
    case SLUICE_REG_LOSSLESS:
      return dims->classes;
    case SLUICE_REG_TTL0:
      return 8;
    case SLUICE_REG_NATIVE:
      return 1;
    case SLUICE_REG_STAGES:
      return 5;
    case SLUICE_REG_PAUSE_TIME:
    case SLUICE_REG_REFRESH:
    case SLUICE_REG_QUANTA_STEP:
      return 16;
    case SLUICE_REG_CELL_STEP:
      return 24;
    case SLUICE_REG_DRAIN_CYCLES:
      return 32;
    case SLUICE_REG_MAX_PACKET:
      return sluice_packet_bits(dims);
    case SLUICE_REG_HEADROOM:
      return dims->width < 18 ? dims->width : dims->width - 4;
    default:
      return dims->width;
  }
}

bool sluice_register_fits(const struct sluice_dims *dims, int reg, uint32_t value) {
  if (is_alpha(reg)) return value < 8 || value >= UINT32_MAX - 7;
  return (uint64_t)value >> sluice_register_bits(dims, reg) == 0;
}

uint64_t sluice_config_pools(const struct sluice_dims *dims, const uint32_t *regs) {
  uint64_t queues = (uint64_t)dims->ports * dims->classes;
  uint64_t groups = regs[SLUICE_REG_SCHEME] == SLUICE_DSH ? (uint64_t)dims->ports : queues;
  uint64_t sum = queues * regs[SLUICE_REG_PRIVATE] + groups * regs[SLUICE_REG_HEADROOM] + regs[SLUICE_REG_SHARED];
  if (regs[SLUICE_REG_SCHEME] == SLUICE_TTL)
    for (int c = 0; c < dims->classes; c++) sum += regs[SLUICE_REG_PARTITION + c];
  return sum;
}

// Every class that a packet can have: its partition holds a packet of every port, and its threshold, at worst
// alpha * b_j when the shared partition is full, a packet [TTL 1.3, 1.4.2].
static bool ttl_fits(const struct sluice_dims *dims, const uint32_t *regs) {
  int32_t alpha = (int32_t)regs[SLUICE_REG_ALPHA];
  uint32_t packet = regs[SLUICE_REG_MAX_PACKET], ttl0 = regs[SLUICE_REG_TTL0];
  int shift = regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF ? 1 : 0;
  if (regs[SLUICE_REG_PRIVATE] != 0 || ttl0 < 2 || (ttl0 - 1) >> shift >= (uint32_t)dims->classes) return false;
  for (uint32_t c = 1u >> shift; c <= (ttl0 - 1) >> shift; c++) {
    uint64_t partition = regs[SLUICE_REG_PARTITION + c];
    if (partition < (uint64_t)dims->ports * packet) return false;
    if ((alpha < 0 ? partition >> -alpha : partition << alpha) < packet) return false;
  }
  return true;
}

// B0 < Bm <= B. Either D = Bm - B0 is a power of two and the last stage at least a cell wide, or the table rises.
static bool stages_fit(const uint32_t *regs) {
  uint32_t top = regs[SLUICE_REG_STAGE_TOP], base = regs[SLUICE_REG_STAGE_BASE], d = top - base;
  uint32_t stages = regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS;
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

static bool alpha_in_range(uint32_t alpha) { return (int32_t)alpha >= -7 && (int32_t)alpha <= 3; }

// A quantum lasts 2^13 / QUANTA_STEP clocks. What lasts more than 128 of them, beyond 32 ports 256, is longer than two
// messages to each port and a frame, 2 * ports + 64.
uint32_t sluice_refresh_least(const struct sluice_dims *dims, const uint32_t *regs) {
  uint32_t least = (regs[SLUICE_REG_QUANTA_STEP] >> (dims->ports > 32 ? 5 : 6)) + 1;
  return least < 16 ? 16 : least;
}

enum sluice_reason sluice_config_check(const struct sluice_dims *dims, const uint32_t *regs) {
  for (int i = 0; i < SLUICE_REGS; i++)
    if (sluice_register_built(dims, i) && !sluice_register_fits(dims, i, regs[i])) return SLUICE_BAD_VALUE;
  uint32_t scheme = regs[SLUICE_REG_SCHEME];
  if (scheme >= SLUICE_SCHEMES || !(dims->schemes >> scheme & 1)) return SLUICE_BAD_SCHEME;
  if (!alpha_in_range(regs[SLUICE_REG_ALPHA]) || !alpha_in_range(regs[SLUICE_REG_ALPHA_LOSSY])) return SLUICE_BAD_ALPHA;
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
  *cfg = (struct sluice_config){
      .scheme = (enum sluice_scheme)regs[SLUICE_REG_SCHEME],
      .configured = true,
      .alpha = (int32_t)regs[SLUICE_REG_ALPHA],
      .max_packet = regs[SLUICE_REG_MAX_PACKET],
      .alpha_lossy = (int32_t)regs[SLUICE_REG_ALPHA_LOSSY],
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
      .ttl0 = (uint8_t)regs[SLUICE_REG_TTL0],
      .ttl_options = (uint8_t)regs[SLUICE_REG_TTL_OPTIONS],
      .stage_top = regs[SLUICE_REG_STAGE_TOP],
      .stage_base = regs[SLUICE_REG_STAGE_BASE],
      .stages = (int)(regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS),
      .count_leading_zeros = regs[SLUICE_REG_STAGES] & SLUICE_STAGES_COUNT_LEADING_ZEROS,
      .cell_step = regs[SLUICE_REG_CELL_STEP],
      .drain_cycles = regs[SLUICE_REG_DRAIN_CYCLES],
  };
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) cfg->partition[c] = regs[SLUICE_REG_PARTITION + c];
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) cfg->weight[c] = (uint16_t)regs[SLUICE_REG_WEIGHT + c];
  for (int k = 1; k <= SLUICE_MAX_STAGES; k++) cfg->stage[k] = regs[SLUICE_REG_STAGE + k - 1];
}

const char *sluice_reason_text(enum sluice_reason reason) {
  static const char *const text[] = {
      [SLUICE_OK] = "in use",
      [SLUICE_UNCONFIGURED] = "nothing is configured; write the registers, then COMMIT",
      [SLUICE_BAD_VALUE] =
          "a register holds more than its bits; cells must be below 2^width (headroom 2^(width-4) from width 18 on, "
          "max_packet 2^14), times below 65536",
      [SLUICE_BAD_SCHEME] = "the scheme is unknown or left out of this build; use one that is built",
      [SLUICE_BAD_ALPHA] = "alpha or alpha_lossy is out of range; its exponent must be -7 to 3 (1/128 to 8)",
      [SLUICE_BAD_POOLS] =
          "the pools exceed the buffer; queues x private + groups x headroom + shared + partitions "
          "must fit it",
      [SLUICE_BAD_HEADROOM] =
          "headroom is below the largest packet; it must hold at least max_packet, and max_packet 1",
      [SLUICE_BAD_XON] = "XON is above XOFF; it must be at most XOFF",
      [SLUICE_BAD_TIMES] =
          "refresh must be 16 to pause_time / 2 and above quanta_step / 64 (beyond 32 ports / 32), the quanta step "
          "above "
          "0",
      [SLUICE_BAD_TTL] =
          "TTL needs private 0, a class for every hop (2 <= ttl0 <= classes, twice that with half), and "
          "partitions of at least ports x max_packet and max_packet / alpha",
      [SLUICE_BAD_STAGES] =
          "GFC needs B0 < Bm <= private, 1 to 15 rising stages of at least a cell (linear: Bm - B0 "
          "< 65535), and steps above 0",
      [SLUICE_BUSY] = "scheme, buffer, pools and lossless classes change only while the buffer is empty",
  };
  return (unsigned)reason <= SLUICE_BUSY ? text[reason] : "unknown reason";
}

const char *sluice_register_name(int reg) {
  static const char *const name[] = {
      [SLUICE_REG_SCHEME] = "SCHEME",
      [SLUICE_REG_BUFFER] = "BUFFER",
      [SLUICE_REG_PRIVATE] = "PRIVATE",
      [SLUICE_REG_SHARED] = "SHARED",
      [SLUICE_REG_HEADROOM] = "HEADROOM",
      [SLUICE_REG_LOSSLESS] = "LOSSLESS",
      [SLUICE_REG_TTL0] = "TTL0",
      [SLUICE_REG_TTL_OPTIONS] = "TTL_OPTIONS",
      [SLUICE_REG_PARTITION] = "PARTITION_0",
      "PARTITION_1",
      "PARTITION_2",
      "PARTITION_3",
      "PARTITION_4",
      "PARTITION_5",
      "PARTITION_6",
      "PARTITION_7",
      [SLUICE_REG_MAX_PACKET] = "MAX_PACKET",
      [SLUICE_REG_ALPHA] = "ALPHA",
      [SLUICE_REG_XOFF] = "XOFF",
      [SLUICE_REG_XON] = "XON",
      [SLUICE_REG_DELTA_Q] = "DELTA_Q",
      [SLUICE_REG_DELTA_P] = "DELTA_P",
      [SLUICE_REG_PAUSE_TIME] = "PAUSE_TIME",
      [SLUICE_REG_REFRESH] = "REFRESH",
      [SLUICE_REG_QUANTA_STEP] = "QUANTA_STEP",
      [SLUICE_REG_NATIVE] = "NATIVE",
      [SLUICE_REG_WEIGHT] = "WEIGHT_0",
      "WEIGHT_1",
      "WEIGHT_2",
      "WEIGHT_3",
      "WEIGHT_4",
      "WEIGHT_5",
      "WEIGHT_6",
      "WEIGHT_7",
      [SLUICE_REG_STAGE_TOP] = "STAGE_TOP",
      [SLUICE_REG_STAGE_BASE] = "STAGE_BASE",
      [SLUICE_REG_STAGES] = "STAGES",
      [SLUICE_REG_STAGE] = "STAGE_1",
      "STAGE_2",
      "STAGE_3",
      "STAGE_4",
      "STAGE_5",
      "STAGE_6",
      "STAGE_7",
      "STAGE_8",
      "STAGE_9",
      "STAGE_10",
      "STAGE_11",
      "STAGE_12",
      "STAGE_13",
      "STAGE_14",
      "STAGE_15",
      [SLUICE_REG_CELL_STEP] = "CELL_STEP",
      [SLUICE_REG_DRAIN_CYCLES] = "DRAIN_CYCLES",
      [SLUICE_REG_ALPHA_LOSSY] = "ALPHA_LOSSY",
      [SLUICE_REG_COMMIT] = "COMMIT",
      [SLUICE_REG_STATUS] = "STATUS",
  };
  return reg >= 0 && reg <= SLUICE_REG_STATUS ? name[reg] : NULL;
}
