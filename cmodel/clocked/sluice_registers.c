#include "cmodel/clocked/sluice_registers.h"

#include <string.h>

static uint32_t status(const struct sluice_commit *c, const struct sluice_context *x, const struct sluice_out *out) {
  return out->cfg_reason | (x->cfg.configured ? SLUICE_STATUS_CONFIGURED : 0) | (c->same ? SLUICE_STATUS_ACTIVE : 0) |
         (c->pending > 0 ? SLUICE_STATUS_BUSY : 0);
}

// During a commit only reads of STATUS are answered.
static void read_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in,
                      struct sluice_out *out) {
  enum { LAST = SLUICE_READ_LATENCY - 2 };
  out->cfg_rvalid = c->read[LAST].valid;
  out->cfg_rdata = c->read[LAST].data;
  memmove(&c->read[1], &c->read[0], sizeof c->read - sizeof c->read[0]);
  memset(&c->read[0], 0, sizeof c->read[0]);
  if (!in->cfg_read || in->cfg_write) return;
  const bool is_status = in->cfg_addr == SLUICE_REG_STATUS;
  if (c->pending > 0 && !is_status) return;
  c->read[0].valid = true;
  if (is_status) c->read[0].data = status(c, x, out);
  if (in->cfg_addr < SLUICE_REGS) c->read[0].data = c->staged[in->cfg_addr];
}

static void write_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in) {
  if (c->pending > 0 || !in->cfg_write) return;
  if (in->cfg_addr == SLUICE_REG_COMMIT) {
    c->pending = 1;
  } else if (sluice_register_built(&x->dims, in->cfg_addr)) {
    c->staged[in->cfg_addr] = in->cfg_wdata;
    c->same = false;
    c->structural = c->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  }
}

bool sluice_commit_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in,
                        struct sluice_out *out) {
  const bool last = c->pending > 0 && c->pending++ == SLUICE_COMMIT_LATENCY - 1;
  read_step(c, x, in, out);
  write_step(c, x, in);
  return last;
}

bool sluice_commit_end(struct sluice_commit *c, struct sluice_context *x, bool empty, struct sluice_out *out) {
  c->pending = 0;
  enum sluice_reason reason = sluice_config_check(&x->dims, c->staged);
  if (reason == SLUICE_OK && c->structural && !empty) reason = SLUICE_BUSY;
  out->cfg_error = reason != SLUICE_OK;
  out->cfg_reason = (uint8_t)reason;
  if (reason != SLUICE_OK) return false;
  c->same = true;
  sluice_config_decode(&x->cfg, c->staged);
  return true;
}
