#include "mmu_registers.h"

#include "engine.h"

enum { PATIENCE = 1 << 14 };  // clocks that an answer may take
enum { SETTLE = 64 };         // clocks in which a peak knows of every input

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

enum network_status mmu_stat(struct network *n, int i, enum sluice_stat stat, int port, int cls, uint32_t *value) {
  struct sluice_in in = {.stat_read = true};
  in.stat_select = (uint8_t)stat;
  in.stat_port = (uint8_t)port;
  in.stat_class = (uint8_t)cls;
  enum network_status status = clock_once(n, i, &in);
  for (int k = 0; status == NETWORK_OK && !n->sw[i].out->stat_valid; k++)
    status = k < PATIENCE ? idle_clocks(n, i, 1) : NETWORK_PROTOCOL;
  if (status == NETWORK_OK) *value = n->sw[i].out->stat_data;
  return status;
}

static enum network_status peak(struct network *n, int i, enum sluice_stat stat, uint32_t *most, int *port, int *cls) {
  const struct sluice_dims *dims = &n->s->dims;
  for (int p = 0; p < dims->ports; p++) {
    for (int c = 0; c < dims->classes; c++) {
      uint32_t value;
      enum network_status status = mmu_stat(n, i, stat, p, c, &value);
      if (status != NETWORK_OK) return status;
      if (value <= *most) continue;
      *most = value;
      *port = p;
      *cls = c;
    }
  }
  return NETWORK_OK;
}

// What was given to the MMU is counted, however far it had run ahead.
static enum network_status settle(struct network *n, int i) {
  struct node_switch *sw = &n->sw[i];
  if (sw->clock < n->now) engine_skip(sw->mmu, n->now - sw->clock);
  uint64_t from = sw->clock < n->now ? n->now : sw->clock, until = n->now + SETTLE;
  return from < until ? idle_clocks(n, i, (int)(until - from)) : NETWORK_OK;
}

enum network_status mmu_statistics(struct network *n, int i) {
  struct switch_result *r = &n->result.sw[i];
  enum network_status status = settle(n, i);
  if (status == NETWORK_OK) status = mmu_stat(n, i, SLUICE_STAT_SHARED_PEAK, 0, 0, &r->peak_shared);
  if (status == NETWORK_OK) status = peak(n, i, SLUICE_STAT_QUEUE_PEAK, &r->peak_queue, &r->queue_port, &r->queue_cls);
  if (status == NETWORK_OK)
    status = peak(n, i, SLUICE_STAT_HEADROOM_PEAK, &r->peak_headroom, &r->headroom_port, &r->headroom_cls);
  return status;
}
