// Explains why a register set is refused, with its numbers. The result agrees with sluice_config_check().
#include <inttypes.h>
#include <stdio.h>

#include "cmodel/registers/sluice_check.h"

// A number with commas, "4,120". A struct, so that one line can hold two numbers.
struct number {
  char text[32];
};

static struct number commas(uint64_t value) {
  struct number n;
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, value), at = 0;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) n.text[at++] = ',';
    n.text[at++] = digits[i];
  }
  n.text[at] = '\0';
  return n;
}
#define N(value) commas(value).text

static uint64_t most(int bits) { return (UINT64_C(1) << bits) - 1; }

static void value(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  for (int reg = 0; reg < SLUICE_REGS; reg++) {
    if (sluice_register_signed(reg) || !sluice_register_built(dims, reg) || sluice_register_fits(dims, reg, regs[reg]))
      continue;
    snprintf(buf, size, "%s is %s, at most %s fits its %d bits", sluice_register_name(reg), N(regs[reg]),
             N(most(sluice_register_bits(dims, reg))), sluice_register_bits(dims, reg));
    return;
  }
}

static void alpha(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  int reg = SLUICE_REG_ALPHA;
  if (sluice_register_fits(dims, reg, regs[reg])) reg = SLUICE_REG_ALPHA_LOSSY;
  snprintf(buf, size, "%s is %" PRId32 ", its exponent must be -8 to 7", sluice_register_name(reg), (int32_t)regs[reg]);
}

static void pools(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  uint64_t queues = (uint64_t)dims->ports * (uint64_t)dims->classes, partitions = 0;
  uint64_t groups = regs[SLUICE_REG_SCHEME] == SLUICE_DSH ? (uint64_t)dims->ports : queues;
  uint64_t sum = sluice_config_pools(dims, regs);
  for (int c = 0; regs[SLUICE_REG_SCHEME] == SLUICE_TTL && c < dims->classes; c++)
    partitions += regs[SLUICE_REG_PARTITION + c];
  char own[64] = "";
  if (partitions > 0) snprintf(own, sizeof own, " + partitions %s", N(partitions));
  snprintf(buf, size,
           "pools exceed the buffer by %s cells (%s queues x %s private + %s x %s headroom + %s shared%s > %s); raise "
           "the buffer or "
           "lower a pool",
           N(sum - regs[SLUICE_REG_BUFFER]), N(queues), N(regs[SLUICE_REG_PRIVATE]), N(groups),
           N(regs[SLUICE_REG_HEADROOM]), N(regs[SLUICE_REG_SHARED]), own, N(regs[SLUICE_REG_BUFFER]));
}

static void times(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  uint32_t refresh = regs[SLUICE_REG_REFRESH], pause = regs[SLUICE_REG_PAUSE_TIME];
  uint32_t least = sluice_refresh_least(dims, regs);
  if (regs[SLUICE_REG_QUANTA_STEP] == 0)
    snprintf(buf, size, "QUANTA_STEP is 0, no time would pass");
  else if (refresh < least)
    snprintf(buf, size, "REFRESH is %s quanta, a round of messages and a frame take %s", N(refresh), N(least));
  else
    snprintf(buf, size, "PAUSE_TIME is %s quanta, below twice a REFRESH of %s", N(pause), N(refresh));
}

static void ttl(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  int32_t alpha = (int32_t)regs[SLUICE_REG_ALPHA];
  uint32_t ttl0 = regs[SLUICE_REG_TTL0], shift = regs[SLUICE_REG_TTL_OPTIONS] & SLUICE_TTL_HALF ? 1 : 0;
  uint64_t ports = (uint64_t)dims->ports * regs[SLUICE_REG_MAX_PACKET];
  uint64_t least = alpha < 0 ? (uint64_t)regs[SLUICE_REG_MAX_PACKET] << -alpha : 0;  // else the ports need more
  if (regs[SLUICE_REG_PRIVATE] != 0) {
    snprintf(buf, size, "PRIVATE is %s cells, with TTL it must be 0", N(regs[SLUICE_REG_PRIVATE]));
    return;
  }
  if (ttl0 < 2 || (ttl0 - 1) >> shift >= (uint32_t)dims->classes) {
    snprintf(buf, size, "TTL0 is %s, with %d classes%s 2 to %d have a class for every hop", N(ttl0), dims->classes,
             shift != 0 ? " and every second one kept" : "", dims->classes << shift);
    return;
  }
  for (uint32_t c = 1u >> shift; c <= (ttl0 - 1) >> shift; c++) {
    if (regs[SLUICE_REG_PARTITION + c] >= ports && regs[SLUICE_REG_PARTITION + c] >= least) continue;
    snprintf(buf, size, "PARTITION_%" PRIu32 " is %s cells, %s needs %s", c, N(regs[SLUICE_REG_PARTITION + c]),
             ports > least ? "a MAX_PACKET of every port" : "a threshold of alpha x b_j >= MAX_PACKET",
             N(ports > least ? ports : least));
    return;
  }
}

static void table(const uint32_t *regs, char *buf, size_t size) {
  uint32_t below = regs[SLUICE_REG_STAGE_BASE];
  for (int reg = SLUICE_REG_STAGE;; below = regs[reg++]) {
    if (regs[reg] > below && regs[reg] <= regs[SLUICE_REG_STAGE_TOP]) continue;
    snprintf(buf, size, "%s is %s cells, the table rises from %s to at most STAGE_TOP %s", sluice_register_name(reg),
             N(regs[reg]), N(below), N(regs[SLUICE_REG_STAGE_TOP]));
    return;
  }
}

static void stages(const uint32_t *regs, char *buf, size_t size) {
  uint32_t top = regs[SLUICE_REG_STAGE_TOP], base = regs[SLUICE_REG_STAGE_BASE], d = top - base;
  uint32_t count = regs[SLUICE_REG_STAGES] % SLUICE_STAGES_COUNT_LEADING_ZEROS;
  int pool = regs[SLUICE_REG_SHARED] != 0 ? SLUICE_REG_SHARED : SLUICE_REG_HEADROOM;
  if (regs[pool] != 0)
    snprintf(buf, size, "%s is %s cells, with GFC it must be 0", sluice_register_name(pool), N(regs[pool]));
  else if (top > regs[SLUICE_REG_PRIVATE])
    snprintf(buf, size, "STAGE_TOP is %s cells, above PRIVATE %s", N(top), N(regs[SLUICE_REG_PRIVATE]));
  else if (base >= top)
    snprintf(buf, size, "STAGE_BASE is %s cells, not below STAGE_TOP %s", N(base), N(top));
  else if (regs[SLUICE_REG_SCHEME] == SLUICE_GFC_LINEAR && d >= SLUICE_OFF)
    snprintf(buf, size, "STAGE_TOP - STAGE_BASE is %s cells, a level counts at most %s", N(d), N(SLUICE_OFF - 1));
  else if (regs[SLUICE_REG_SCHEME] == SLUICE_GFC_LINEAR)
    snprintf(buf, size, "DRAIN_CYCLES is 0, at least 1 is needed");
  else if (count == 0 || regs[SLUICE_REG_CELL_STEP] == 0)
    snprintf(buf, size, "%s is 0, at least 1 is needed", count == 0 ? "the number of STAGES" : "CELL_STEP");
  else if (!(regs[SLUICE_REG_STAGES] & SLUICE_STAGES_COUNT_LEADING_ZEROS))
    table(regs, buf, size);
  else if ((d & (d - 1)) != 0)
    snprintf(buf, size, "STAGE_TOP - STAGE_BASE is %s cells, stages without a table need a power of two", N(d));
  else
    snprintf(buf, size, "STAGES are %s, the last of %s cells would be narrower than a cell", N(count), N(d));
}

enum sluice_reason sluice_config_explain(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  enum sluice_reason reason = sluice_config_check(dims, regs);
  switch (reason) {
    case SLUICE_BAD_VALUE:
      value(dims, regs, buf, size);
      break;
    case SLUICE_BAD_SCHEME:
      snprintf(buf, size, "SCHEME is %s, this build has those of the mask 0x%x", N(regs[SLUICE_REG_SCHEME]),
               dims->schemes);
      break;
    case SLUICE_BAD_ALPHA:
      alpha(dims, regs, buf, size);
      break;
    case SLUICE_BAD_POOLS:
      pools(dims, regs, buf, size);
      break;
    case SLUICE_BAD_HEADROOM:
      if (regs[SLUICE_REG_MAX_PACKET] == 0)
        snprintf(buf, size, "MAX_PACKET is 0 cells, at least 1 is needed");
      else
        snprintf(buf, size, "HEADROOM is %s cells, MAX_PACKET %s does not fit it", N(regs[SLUICE_REG_HEADROOM]),
                 N(regs[SLUICE_REG_MAX_PACKET]));
      break;
    case SLUICE_BAD_XON:
      snprintf(buf, size, "XON is %s cells, above XOFF %s", N(regs[SLUICE_REG_XON]), N(regs[SLUICE_REG_XOFF]));
      break;
    case SLUICE_BAD_TIMES:
      times(dims, regs, buf, size);
      break;
    case SLUICE_BAD_TTL:
      ttl(dims, regs, buf, size);
      break;
    case SLUICE_BAD_STAGES:
      stages(regs, buf, size);
      break;
    default:
      snprintf(buf, size, "%s", sluice_reason_text(reason));
      break;
  }
  return reason;
}
