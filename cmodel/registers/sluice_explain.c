// Explains why a register set is refused, with its numbers. The result agrees with sluice_config_check().
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static void value(const struct sluice_dims *dims, int reg, uint64_t value, char *buf, size_t size) {
  snprintf(buf, size, "%s is %s, at most %s fits its %d bits", sluice_register_name(reg), N(value),
           N(most(sluice_register_bits(dims, reg))), sluice_register_bits(dims, reg));
}

static void alpha(const struct sluice_config *cfg, char *buf, size_t size) {
  bool lossy = sluice_alpha_fits(cfg->alpha);
  snprintf(buf, size, "%s is %d, its exponent must be -8 to 7", lossy ? "ALPHA_LOSSY" : "ALPHA",
           lossy ? cfg->alpha_lossy : cfg->alpha);
}

static void pools(const struct sluice_dims *dims, const struct sluice_config *cfg, char *buf, size_t size) {
  uint64_t queues = (uint64_t)dims->ports * (uint64_t)dims->classes, partitions = 0;
  for (int c = 0; cfg->scheme == SLUICE_TTL && c < dims->classes; c++) partitions += cfg->partition[c];
  char own[64] = "";
  if (cfg->scheme == SLUICE_SHP) snprintf(own, sizeof own, " + headroom pool %s", N(cfg->headroom_pool));
  if (partitions > 0) snprintf(own, sizeof own, " + partitions %s", N(partitions));
  uint64_t sum = sluice_config_pools(dims, cfg), groups = sluice_config_groups(dims, cfg);
  uint64_t phi = cfg->limits.phi, headroom = sluice_config_headroom(cfg, 0), of_ports = 0;
  char taken[160];
  for (int p = 0; p < dims->ports; p++)
    of_ports += groups * sluice_config_headroom(cfg, p) + (uint64_t)dims->classes * sluice_limits_of(cfg, p)->phi;
  if (cfg->port != NULL)
    snprintf(taken, sizeof taken, "private and headroom of all ports %s", N(of_ports));
  else
    snprintf(taken, sizeof taken, "%s queues x %s private + %s x %s headroom", N(queues), N(phi),
             N((uint64_t)dims->ports * groups), N(headroom));
  snprintf(buf, size, "pools exceed the buffer by %s cells (%s + %s shared%s > %s); raise the buffer or lower a pool",
           N(sum - cfg->buffer), taken, N(cfg->shared), own, N(cfg->buffer));
}

static void times(const struct sluice_dims *dims, const struct sluice_config *cfg, const struct sluice_limits *limits,
                  char *buf, size_t size) {
  uint32_t least = sluice_refresh_least(dims, cfg);
  if (cfg->limits.quanta_step == 0 || limits->quanta_step == 0)
    snprintf(buf, size, "QUANTA_STEP is 0, no time would pass");
  else if (limits->quanta_step > cfg->limits.quanta_step)
    snprintf(buf, size, "QUANTA_STEP is %s, above that of all ports, %s, which is of the fastest one",
             N(limits->quanta_step), N(cfg->limits.quanta_step));
  else if (cfg->refresh < least)
    snprintf(buf, size, "REFRESH is %s quanta, a round of messages and a frame take %s", N(cfg->refresh), N(least));
  else
    snprintf(buf, size, "PAUSE_TIME is %s quanta, below twice a REFRESH of %s", N(cfg->pause_time), N(cfg->refresh));
}

static void ttl(const struct sluice_dims *dims, const struct sluice_config *cfg, const struct sluice_limits *limits,
                char *buf, size_t size) {
  int ttl0 = cfg->ttl0, shift = cfg->ttl_options & SLUICE_TTL_HALF ? 1 : 0;
  uint64_t ports = (uint64_t)dims->ports * cfg->max_packet;
  uint64_t least = cfg->alpha < 0 ? cfg->max_packet << -cfg->alpha : 0;  // else the ports need more
  if (limits->phi != 0) {
    snprintf(buf, size, "PRIVATE is %s cells, with TTL it must be 0", N(limits->phi));
    return;
  }
  if (ttl0 < 2 || (ttl0 - 1) >> shift >= dims->classes) {
    snprintf(buf, size, "TTL0 is %d, with %d classes%s 2 to %d have a class for every hop", ttl0, dims->classes,
             shift != 0 ? " and every second one kept" : "", dims->classes << shift);
    return;
  }
  for (int c = 1 >> shift; c <= (ttl0 - 1) >> shift; c++) {
    if (cfg->partition[c] >= ports && cfg->partition[c] >= least) continue;
    snprintf(buf, size, "PARTITION_%d is %s cells, %s needs %s", c, N(cfg->partition[c]),
             ports > least ? "a MAX_PACKET of every port" : "a threshold of alpha x b_j >= MAX_PACKET",
             N(ports > least ? ports : least));
    return;
  }
}

static void table(const struct sluice_config *cfg, char *buf, size_t size) {
  uint64_t below = cfg->stage_base;
  for (int k = 1;; below = cfg->stage[k++]) {
    if (cfg->stage[k] > below && cfg->stage[k] <= cfg->stage_top) continue;
    snprintf(buf, size, "STAGE_%d is %s cells, the table rises from %s to at most STAGE_TOP %s", k, N(cfg->stage[k]),
             N(below), N(cfg->stage_top));
    return;
  }
}

static void stages(const struct sluice_config *cfg, const struct sluice_limits *limits, char *buf, size_t size) {
  uint64_t top = cfg->stage_top, base = cfg->stage_base, d = top - base;
  if (cfg->shared != 0 || limits->eta != 0)
    snprintf(buf, size, "%s is %s cells, with GFC it must be 0", cfg->shared != 0 ? "SHARED" : "HEADROOM",
             N(cfg->shared != 0 ? cfg->shared : limits->eta));
  else if (top > limits->phi)
    snprintf(buf, size, "STAGE_TOP is %s cells, above PRIVATE %s", N(top), N(limits->phi));
  else if (base >= top)
    snprintf(buf, size, "STAGE_BASE is %s cells, not below STAGE_TOP %s", N(base), N(top));
  else if (cfg->scheme == SLUICE_GFC_LINEAR && d >= SLUICE_OFF)
    snprintf(buf, size, "STAGE_TOP - STAGE_BASE is %s cells, a level counts at most %s", N(d), N(SLUICE_OFF - 1));
  else if (cfg->scheme == SLUICE_GFC_LINEAR)
    snprintf(buf, size, "DRAIN_CYCLES is 0, at least 1 is needed");
  else if (cfg->stages == 0 || limits->cell_step == 0)
    snprintf(buf, size, "%s is 0, at least 1 is needed", cfg->stages == 0 ? "the number of STAGES" : "CELL_STEP");
  else if (!cfg->count_leading_zeros)
    table(cfg, buf, size);
  else if ((d & (d - 1)) != 0)
    snprintf(buf, size, "STAGE_TOP - STAGE_BASE is %s cells, stages without a table need a power of two", N(d));
  else
    snprintf(buf, size, "STAGES are %d, the last of %s cells would be narrower than a cell", cfg->stages, N(d));
}

void sluice_config_line(const struct sluice_dims *dims, const struct sluice_config *cfg, enum sluice_reason reason,
                        char *buf, size_t size) {
  const int bad = sluice_config_bad_port(dims, cfg, reason);
  const struct sluice_limits *limits = sluice_limits_of(cfg, bad < dims->ports ? bad : 0);
  switch (reason) {
    case SLUICE_BAD_SCHEME:
      snprintf(buf, size, "SCHEME is %u, this build has those of the mask 0x%x", (unsigned)cfg->scheme, dims->schemes);
      break;
    case SLUICE_BAD_ALPHA:
      alpha(cfg, buf, size);
      break;
    case SLUICE_BAD_POOLS:
      pools(dims, cfg, buf, size);
      break;
    case SLUICE_BAD_HEADROOM:
      if (cfg->max_packet == 0)
        snprintf(buf, size, "MAX_PACKET is 0 cells, at least 1 is needed");
      else if (limits->eta >= cfg->max_packet)
        snprintf(buf, size, "headroom pool and port headroom are %s cells, MAX_PACKET %s does not fit them",
                 N(cfg->headroom_pool + limits->port_headroom), N(cfg->max_packet));
      else
        snprintf(buf, size, "HEADROOM is %s cells, MAX_PACKET %s does not fit it", N(limits->eta), N(cfg->max_packet));
      break;
    case SLUICE_BAD_XON:
      snprintf(buf, size, "XON is %s cells, above XOFF %s", N(limits->xon), N(limits->xoff));
      break;
    case SLUICE_BAD_TIMES:
      times(dims, cfg, limits, buf, size);
      break;
    case SLUICE_BAD_TTL:
      ttl(dims, cfg, limits, buf, size);
      break;
    case SLUICE_BAD_STAGES:
      stages(cfg, limits, buf, size);
      break;
    default:
      snprintf(buf, size, "%s", sluice_reason_text(reason));
      break;
  }
}

enum sluice_reason sluice_config_explain(const struct sluice_dims *dims, const uint32_t *regs, char *buf, size_t size) {
  struct sluice_config cfg;
  enum sluice_reason reason = sluice_config_check(dims, regs);
  int reg = 0;
  if (reason == SLUICE_BAD_VALUE) {
    while (!sluice_register_built(dims, reg) || sluice_register_fits(dims, reg, regs[reg])) reg++;
    value(dims, reg, regs[reg], buf, size);
  } else {
    sluice_config_decode(&cfg, regs);
    sluice_config_line(dims, &cfg, reason, buf, size);
  }
  return reason;
}

enum sluice_reason sluice_config_encode(const struct sluice_dims *dims, const struct sluice_config *cfg, uint32_t *regs,
                                        char *buf, size_t size) {
  int reg = sluice_config_misfit(dims, cfg);
  for (int i = 0; i < SLUICE_REGS; i++) regs[i] = (uint32_t)sluice_config_value(cfg, i);
  if (reg < SLUICE_REGS) {
    value(dims, reg, sluice_config_value(cfg, reg), buf, size);
    return SLUICE_BAD_VALUE;
  }
  return sluice_config_explain(dims, regs, buf, size);
}

static uint64_t limit_value(const struct sluice_limits *limits, enum sluice_limit limit) {
  const uint64_t values[] = {
      [SLUICE_LIMIT_PRIVATE] = limits->phi,
      [SLUICE_LIMIT_HEADROOM] = limits->eta,
      [SLUICE_LIMIT_XOFF] = limits->xoff,
      [SLUICE_LIMIT_XON] = limits->xon,
      [SLUICE_LIMIT_PORT_HEADROOM] = limits->port_headroom,
      [SLUICE_LIMIT_QUANTA_STEP] = limits->quanta_step,
      [SLUICE_LIMIT_CELL_STEP] = limits->cell_step,
      [SLUICE_LIMIT_DRAIN_CYCLES] = limits->drain_cycles,
  };
  return values[limit];
}

enum sluice_reason sluice_config_encode_ports(const struct sluice_dims *dims, const struct sluice_config *cfg,
                                              uint32_t *regs, struct sluice_port_registers *ports, char *buf,
                                              size_t size) {
  memset(ports, 0, (size_t)dims->ports * sizeof *ports);
  if (cfg->port == NULL) return sluice_config_encode(dims, cfg, regs, buf, size);
  for (int i = 0; i < SLUICE_REGS; i++) regs[i] = (uint32_t)sluice_config_value(cfg, i);
  for (int p = 0; p < dims->ports; p++)
    for (enum sluice_limit k = 0; k < SLUICE_LIMITS; k++) {
      const int reg = sluice_limit_register(k);
      const uint64_t amount = limit_value(&cfg->port[p], k);
      if (!sluice_register_built(dims, reg)) continue;
      ports[p].value[k] = (uint32_t)amount;
      ports[p].written[k] = true;
      if (sluice_register_fits(dims, reg, amount)) continue;
      value(dims, reg, amount, buf, size);
      return SLUICE_BAD_VALUE;
    }
  const int reg = sluice_config_misfit(dims, cfg);
  const enum sluice_reason reason = reg < SLUICE_REGS ? SLUICE_BAD_VALUE : sluice_config_reason(dims, cfg);
  if (reg < SLUICE_REGS)
    value(dims, reg, sluice_config_value(cfg, reg), buf, size);
  else
    sluice_config_line(dims, cfg, reason, buf, size);
  return reason;
}
