// What is wrong with a register set, with its numbers: for whoever wrote it. Says no when sluice_config.c does.
#include <inttypes.h>
#include <stdio.h>

#include "sluice_rules.h"

// A number with commas, "4,120"; two of them may stand in one line.
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
    if (!sluice_register_built(dims, reg) || sluice_register_fits(dims, reg, regs[reg])) continue;
    if (reg == SLUICE_REG_ALPHA || reg == SLUICE_REG_ALPHA_LOSSY)
      snprintf(buf, size, "%s is %" PRId32 ", an exponent of -7 to 3 is meant", sluice_register_name(reg),
               (int32_t)regs[reg]);
    else
      snprintf(buf, size, "%s is %s, at most %s fits its %d bits", sluice_register_name(reg), N(regs[reg]),
               N(most(sluice_register_bits(dims, reg))), sluice_register_bits(dims, reg));
    return;
  }
}

static void alpha(const uint32_t *regs, char *buf, size_t size) {
  int reg = (int32_t)regs[SLUICE_REG_ALPHA] < -7 || (int32_t)regs[SLUICE_REG_ALPHA] > 3 ? SLUICE_REG_ALPHA
                                                                                        : SLUICE_REG_ALPHA_LOSSY;
  snprintf(buf, size, "%s is %" PRId32 ", its exponent must be -7 to 3", sluice_register_name(reg), (int32_t)regs[reg]);
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
           "pools exceed the buffer by %s cells (%s queues x %s private + %s x %s headroom + %s shared%s > %s)",
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
      alpha(regs, buf, size);
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
    default:
      snprintf(buf, size, "%s", sluice_reason_text(reason));
      break;
  }
  return reason;
}
