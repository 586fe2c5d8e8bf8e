#include "tb/sim/clocked/mmu_registers.h"

#include "tb/cosim/engine.h"

enum { PATIENCE = 1 << 14 };  // clocks that an answer may take

static enum network_status clock_once(struct network *n, int i, const struct sluice_in *in) {
  struct node_switch *sw = &n->sw[i];
  sw->out = engine_step(sw->mmu, in);
  if (sw->out != NULL) return NETWORK_OK;
  n->mismatch = i;
  return NETWORK_MISMATCH;
}

static enum network_status idle_clocks(struct network *n, int i, int clocks) {
  static const struct sluice_in nothing;
  enum network_status status = NETWORK_OK;
  while (status == NETWORK_OK && clocks-- > 0) status = clock_once(n, i, &nothing);
  return status;
}

// All switches have the same dims, so this takes the same number of clocks in each.
enum network_status mmu_configure(struct network *n, int i) {
  uint64_t clocks = 1;
  enum network_status status = idle_clocks(n, i, 1);
  for (int k = 0; status == NETWORK_OK && !n->sw[i].out->ready && k < PATIENCE; k++, clocks++)
    status = idle_clocks(n, i, 1);
  for (int reg = 0; status == NETWORK_OK && reg <= SLUICE_REG_COMMIT; reg++, clocks++) {
    struct sluice_in in = {.cfg_write = true, .cfg_addr = (uint8_t)reg};
    in.cfg_wdata = reg < SLUICE_REGS ? n->s->sw[i].regs[reg] : 1;
    status = clock_once(n, i, &in);
  }
  if (status == NETWORK_OK) status = idle_clocks(n, i, 2 * SLUICE_COMMIT_LATENCY);
  n->base = clocks + 2 * SLUICE_COMMIT_LATENCY;
  if (status == NETWORK_OK && (!n->sw[i].out->ready || n->sw[i].out->cfg_error)) status = NETWORK_REFUSED;
  return status;
}

enum network_status mmu_read(struct engine *mmu, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  static const struct sluice_in nothing;
  const struct sluice_in in = {
      .stat_read = true, .stat_select = (uint8_t)stat, .stat_port = (uint8_t)port, .stat_class = (uint8_t)cls};
  const struct sluice_out *out = engine_step(mmu, &in);
  for (int k = 0; out != NULL && !out->stat_valid; k++) {
    if (k == PATIENCE) return NETWORK_PROTOCOL;
    out = engine_step(mmu, &nothing);
  }
  if (out != NULL) *value = out->stat_data;
  return out != NULL ? NETWORK_OK : NETWORK_MISMATCH;
}

enum network_status mmu_stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  enum network_status status = mmu_read(n->sw[i].mmu, stat, port, cls, value);
  if (status == NETWORK_MISMATCH) n->mismatch = i;
  return status;
}

// However far the MMU had run ahead.
enum network_status mmu_settle(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  if (sw->clock < n->now) engine_skip(sw->mmu, n->now - sw->clock);
  uint64_t from = sw->clock < n->now ? n->now : sw->clock, until = n->now + SETTLE;
  return from < until ? idle_clocks(n, i, (int)(until - from)) : NETWORK_OK;
}
