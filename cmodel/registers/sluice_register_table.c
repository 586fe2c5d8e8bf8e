// Generated from cmodel/registers/registers.toml by `make registers`; do not edit.
// Each register: name, width, the builds that have it, and the member of struct sluice_config for its value.
// clang-format off
#include "cmodel/registers/sluice_check.h"

_Static_assert(SLUICE_MAX_CLASSES == 8 && SLUICE_MAX_CLASSES == 8, "one register per class");
_Static_assert(SLUICE_MAX_STAGES == 15, "one register per stage");

enum kind { NUMBER, WIDTH, CLASSES, PACKET_BITS, HEADROOM_BITS };
static const struct row {
  const char *name;
  enum kind kind;  // the width is a number, or depends on the build
  uint8_t bits;    // NUMBER: the width
  bool is_signed;
  unsigned need;   // mask of schemes; the build must have one of these
  uint8_t cls;     // class that the build must have
} table[] = {
  [0] = {"SCHEME", NUMBER, 3, false, ~0u, 0},
  [1] = {"BUFFER", WIDTH, 0, false, ~0u, 0},
  [2] = {"PRIVATE", WIDTH, 0, false, ~0u, 0},
  [3] = {"SHARED", WIDTH, 0, false, ~0u, 0},
  [4] = {"HEADROOM", HEADROOM_BITS, 0, false, ~0u, 0},
  [5] = {"LOSSLESS", CLASSES, 0, false, ~0u, 0},
  [6] = {"TTL0", NUMBER, 8, false, 1u << SLUICE_TTL, 0},
  [7] = {"TTL_OPTIONS", NUMBER, 3, false, 1u << SLUICE_TTL, 0},
  [8] = {"PARTITION_0", WIDTH, 0, false, 1u << SLUICE_TTL, 0},
  [9] = {"PARTITION_1", WIDTH, 0, false, 1u << SLUICE_TTL, 1},
  [10] = {"PARTITION_2", WIDTH, 0, false, 1u << SLUICE_TTL, 2},
  [11] = {"PARTITION_3", WIDTH, 0, false, 1u << SLUICE_TTL, 3},
  [12] = {"PARTITION_4", WIDTH, 0, false, 1u << SLUICE_TTL, 4},
  [13] = {"PARTITION_5", WIDTH, 0, false, 1u << SLUICE_TTL, 5},
  [14] = {"PARTITION_6", WIDTH, 0, false, 1u << SLUICE_TTL, 6},
  [15] = {"PARTITION_7", WIDTH, 0, false, 1u << SLUICE_TTL, 7},
  [16] = {"HEADROOM_POOL", WIDTH, 0, false, 1u << SLUICE_SHP, 0},
  [17] = {"PORT_HEADROOM", WIDTH, 0, false, 1u << SLUICE_SHP, 0},
  [18] = {"MAX_PACKET", PACKET_BITS, 0, false, ~0u, 0},
  [19] = {"ALPHA", NUMBER, 4, true, ~0u, 0},
  [20] = {"XOFF", WIDTH, 0, false, ~0u, 0},
  [21] = {"XON", WIDTH, 0, false, ~0u, 0},
  [22] = {"DELTA_Q", WIDTH, 0, false, ~0u, 0},
  [23] = {"DELTA_P", WIDTH, 0, false, ~0u, 0},
  [24] = {"PAUSE_TIME", NUMBER, 16, false, ~0u, 0},
  [25] = {"REFRESH", NUMBER, 16, false, ~0u, 0},
  [26] = {"QUANTA_STEP", NUMBER, 16, false, ~0u, 0},
  [27] = {"NATIVE", NUMBER, 1, false, ~0u, 0},
  [28] = {"WEIGHT_0", NUMBER, 16, false, 1u << SLUICE_TTL, 0},
  [29] = {"WEIGHT_1", NUMBER, 16, false, 1u << SLUICE_TTL, 1},
  [30] = {"WEIGHT_2", NUMBER, 16, false, 1u << SLUICE_TTL, 2},
  [31] = {"WEIGHT_3", NUMBER, 16, false, 1u << SLUICE_TTL, 3},
  [32] = {"WEIGHT_4", NUMBER, 16, false, 1u << SLUICE_TTL, 4},
  [33] = {"WEIGHT_5", NUMBER, 16, false, 1u << SLUICE_TTL, 5},
  [34] = {"WEIGHT_6", NUMBER, 16, false, 1u << SLUICE_TTL, 6},
  [35] = {"WEIGHT_7", NUMBER, 16, false, 1u << SLUICE_TTL, 7},
  [36] = {"STAGE_TOP", WIDTH, 0, false, 1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR, 0},
  [37] = {"STAGE_BASE", WIDTH, 0, false, 1u << SLUICE_GFC | 1u << SLUICE_GFC_LINEAR, 0},
  [38] = {"STAGES", NUMBER, 5, false, 1u << SLUICE_GFC, 0},
  [39] = {"STAGE_1", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [40] = {"STAGE_2", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [41] = {"STAGE_3", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [42] = {"STAGE_4", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [43] = {"STAGE_5", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [44] = {"STAGE_6", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [45] = {"STAGE_7", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [46] = {"STAGE_8", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [47] = {"STAGE_9", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [48] = {"STAGE_10", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [49] = {"STAGE_11", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [50] = {"STAGE_12", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [51] = {"STAGE_13", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [52] = {"STAGE_14", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [53] = {"STAGE_15", WIDTH, 0, false, 1u << SLUICE_GFC, 0},
  [54] = {"CELL_STEP", NUMBER, 24, false, 1u << SLUICE_GFC, 0},
  [55] = {"DRAIN_CYCLES", NUMBER, 32, false, 1u << SLUICE_GFC_LINEAR, 0},
  [56] = {"ALPHA_LOSSY", NUMBER, 4, true, ~0u, 0},
  [57] = {"COMMIT", NUMBER, 0, false, ~0u, 0},
  [58] = {"STATUS", NUMBER, 0, false, ~0u, 0},
  [59] = {"PORT_SELECT", NUMBER, 0, false, ~0u, 0},
  [60] = {"PORT_WINDOW_0", NUMBER, 0, false, ~0u, 0},
  [61] = {"PORT_WINDOW_1", NUMBER, 0, false, ~0u, 0},
  [62] = {"PORT_WINDOW_2", NUMBER, 0, false, ~0u, 0},
  [63] = {"PORT_WINDOW_3", NUMBER, 0, false, ~0u, 0},
};
enum { ROWS = sizeof table / sizeof table[0] };

static int packet_bits(int width) { return width < 14 ? width : 14; }
static int headroom_bits(int width) { return width < 18 ? width : width - 4; }

const char *sluice_register_name(int reg) { return reg >= 0 && reg < ROWS ? table[reg].name : NULL; }

static const char *const statistics[] = {
  [0] = "QUEUE_PAUSES",
  [1] = "QUEUE_RESUMES",
  [2] = "QUEUE_PAUSED",
  [3] = "QUEUE_PEAK",
  [4] = "PORT_PAUSES",
  [5] = "PORT_RESUMES",
  [6] = "PORT_PAUSED",
  [7] = "PORT_PEAK",
  [8] = "HEADROOM_PEAK",
  [9] = "SHARED_PEAK",
  [10] = "REFUSED",
  [11] = "DROPPED",
  [12] = "PARITY_DROPS",
  [13] = "MESSAGE_WAIT",
};
const char *sluice_statistic_name(int statistic) {
  return statistic >= 0 && statistic < SLUICE_STATISTICS ? statistics[statistic] : NULL;
}

bool sluice_register_built(const struct sluice_dims *dims, int reg) {
  return reg >= 0 && reg < SLUICE_REGS && (dims->schemes & table[reg].need) != 0 && table[reg].cls < dims->classes;
}

int sluice_register_bits(const struct sluice_dims *dims, int reg) {
  switch (table[reg].kind) {
    case WIDTH:
      return dims->width;
    case CLASSES:
      return dims->classes;
    case PACKET_BITS:
      return packet_bits(dims->width);
    case HEADROOM_BITS:
      return headroom_bits(dims->width);
    default:
      return table[reg].bits;
  }
}

bool sluice_register_signed(int reg) { return table[reg].is_signed; }

const char *sluice_reason_text(enum sluice_reason reason) {
  static const char *const text[] = {
      [SLUICE_OK] = "in use",
      [SLUICE_UNCONFIGURED] = "nothing is configured; write the registers, then COMMIT",
      [SLUICE_BAD_VALUE] = "a register holds more than its bits; cells must be below 2^width (headroom 2^(width-4) from width 18 on, max_packet 2^14), times below 65536",
      [SLUICE_BAD_SCHEME] = "the scheme is unknown or left out of this build; use one that is built",
      [SLUICE_BAD_ALPHA] = "alpha or alpha_lossy is out of range; its exponent must be -8 to 7 (1/256 to 128)",
      [SLUICE_BAD_POOLS] = "the pools exceed the buffer; queues x private + groups x headroom + shared + partitions must fit it",
      [SLUICE_BAD_HEADROOM] = "headroom is below the largest packet; it must hold at least max_packet, and max_packet 1",
      [SLUICE_BAD_XON] = "XON is above XOFF; it must be at most XOFF",
      [SLUICE_BAD_TIMES] = "refresh must be 16 to pause_time / 2 and above quanta_step / 64 (beyond 32 ports / 32), the quanta step above 0",
      [SLUICE_BAD_TTL] = "TTL needs private 0, a class for every hop (2 <= ttl0 <= classes, twice that with half), and partitions of at least ports x max_packet and max_packet / alpha",
      [SLUICE_BAD_STAGES] = "GFC needs shared 0, headroom 0, B0 < Bm <= private, 1 to 15 rising stages of at least a cell (linear: Bm - B0 < 65535), and steps above 0",
      [SLUICE_BUSY] = "scheme, buffer, pools and lossless classes change only while the buffer is empty",
  };
  return (unsigned)reason < sizeof text / sizeof text[0] ? text[reason] : "unknown reason";
}

int sluice_limit_register(enum sluice_limit limit) {
  static const int registers[] = {SLUICE_REG_PRIVATE, SLUICE_REG_HEADROOM, SLUICE_REG_XOFF, SLUICE_REG_XON, SLUICE_REG_PORT_HEADROOM, SLUICE_REG_QUANTA_STEP, SLUICE_REG_CELL_STEP, SLUICE_REG_DRAIN_CYCLES};
  return registers[limit];
}

void sluice_config_load(struct sluice_config *cfg, const uint32_t *regs) {
  cfg->scheme = (enum sluice_scheme)regs[SLUICE_REG_SCHEME];
  cfg->buffer = regs[SLUICE_REG_BUFFER];
  cfg->limits.phi = regs[SLUICE_REG_PRIVATE];
  cfg->shared = regs[SLUICE_REG_SHARED];
  cfg->limits.eta = regs[SLUICE_REG_HEADROOM];
  cfg->lossless = regs[SLUICE_REG_LOSSLESS];
  cfg->ttl0 = regs[SLUICE_REG_TTL0];
  cfg->ttl_options = regs[SLUICE_REG_TTL_OPTIONS];
  cfg->headroom_pool = regs[SLUICE_REG_HEADROOM_POOL];
  cfg->limits.port_headroom = regs[SLUICE_REG_PORT_HEADROOM];
  cfg->max_packet = regs[SLUICE_REG_MAX_PACKET];
  cfg->alpha = regs[SLUICE_REG_ALPHA];
  cfg->limits.xoff = regs[SLUICE_REG_XOFF];
  cfg->limits.xon = regs[SLUICE_REG_XON];
  cfg->delta_q = regs[SLUICE_REG_DELTA_Q];
  cfg->delta_p = regs[SLUICE_REG_DELTA_P];
  cfg->pause_time = regs[SLUICE_REG_PAUSE_TIME];
  cfg->refresh = regs[SLUICE_REG_REFRESH];
  cfg->limits.quanta_step = regs[SLUICE_REG_QUANTA_STEP];
  cfg->native = regs[SLUICE_REG_NATIVE];
  cfg->stage_top = regs[SLUICE_REG_STAGE_TOP];
  cfg->stage_base = regs[SLUICE_REG_STAGE_BASE];
  cfg->limits.cell_step = regs[SLUICE_REG_CELL_STEP];
  cfg->limits.drain_cycles = regs[SLUICE_REG_DRAIN_CYCLES];
  cfg->alpha_lossy = regs[SLUICE_REG_ALPHA_LOSSY];
  for (int i = 0; i < 8; i++) cfg->partition[i] = regs[SLUICE_REG_PARTITION + i];
  for (int i = 0; i < 8; i++) cfg->weight[i] = regs[SLUICE_REG_WEIGHT + i];
  for (int i = 0; i < 15; i++) cfg->stage[i + 1] = regs[SLUICE_REG_STAGE + i];
}

uint64_t sluice_config_stored(const struct sluice_config *cfg, int reg) {
  if (reg >= SLUICE_REG_PARTITION && reg < SLUICE_REG_PARTITION + 8) return cfg->partition[reg - SLUICE_REG_PARTITION];
  if (reg >= SLUICE_REG_WEIGHT && reg < SLUICE_REG_WEIGHT + 8) return cfg->weight[reg - SLUICE_REG_WEIGHT];
  if (reg >= SLUICE_REG_STAGE && reg < SLUICE_REG_STAGE + 15) return cfg->stage[reg - SLUICE_REG_STAGE + 1];
  switch (reg) {
    case SLUICE_REG_SCHEME:
      return cfg->scheme;
    case SLUICE_REG_BUFFER:
      return cfg->buffer;
    case SLUICE_REG_PRIVATE:
      return cfg->limits.phi;
    case SLUICE_REG_SHARED:
      return cfg->shared;
    case SLUICE_REG_HEADROOM:
      return cfg->limits.eta;
    case SLUICE_REG_LOSSLESS:
      return cfg->lossless;
    case SLUICE_REG_TTL0:
      return cfg->ttl0;
    case SLUICE_REG_TTL_OPTIONS:
      return cfg->ttl_options;
    case SLUICE_REG_HEADROOM_POOL:
      return cfg->headroom_pool;
    case SLUICE_REG_PORT_HEADROOM:
      return cfg->limits.port_headroom;
    case SLUICE_REG_MAX_PACKET:
      return cfg->max_packet;
    case SLUICE_REG_ALPHA:
      return (uint32_t)cfg->alpha;
    case SLUICE_REG_XOFF:
      return cfg->limits.xoff;
    case SLUICE_REG_XON:
      return cfg->limits.xon;
    case SLUICE_REG_DELTA_Q:
      return cfg->delta_q;
    case SLUICE_REG_DELTA_P:
      return cfg->delta_p;
    case SLUICE_REG_PAUSE_TIME:
      return cfg->pause_time;
    case SLUICE_REG_REFRESH:
      return cfg->refresh;
    case SLUICE_REG_QUANTA_STEP:
      return cfg->limits.quanta_step;
    case SLUICE_REG_NATIVE:
      return cfg->native;
    case SLUICE_REG_STAGE_TOP:
      return cfg->stage_top;
    case SLUICE_REG_STAGE_BASE:
      return cfg->stage_base;
    case SLUICE_REG_CELL_STEP:
      return cfg->limits.cell_step;
    case SLUICE_REG_DRAIN_CYCLES:
      return cfg->limits.drain_cycles;
    case SLUICE_REG_ALPHA_LOSSY:
      return (uint32_t)cfg->alpha_lossy;
    default:
      return 0;
  }
}
