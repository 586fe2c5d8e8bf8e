#include "cmodel/clocked/sluice_registers.h"

#include <string.h>

enum { PORT_UNIT = SLUICE_STATUS_PORT & -SLUICE_STATUS_PORT, WINDOWS = 4 };

static uint32_t status(const struct sluice_commit *c, const struct sluice_context *x, const struct sluice_out *out) {
  return out->cfg_reason | (x->cfg.configured ? SLUICE_STATUS_CONFIGURED : 0) | (c->same ? SLUICE_STATUS_ACTIVE : 0) |
         (c->pending > 0 ? SLUICE_STATUS_BUSY : 0) |
         (c->bad_port > 0 ? SLUICE_STATUS_AT_PORT | (uint32_t)(c->bad_port - 1) * PORT_UNIT : 0);
}

// A limit of a port that an address shows. Returns whether it exists.
struct window {
  struct sluice_port_registers *port;
  enum sluice_limit limit;
};

static bool window(struct sluice_commit *c, const struct sluice_dims *dims, uint8_t addr, struct window *w) {
  const uint32_t port = c->port_select & SLUICE_PORT_SELECT_PORT;
  const unsigned limit = addr - SLUICE_REG_PORT_WINDOW + (c->port_select & SLUICE_PORT_SELECT_PAGE ? WINDOWS : 0);
  if (!dims->port_limits || addr < SLUICE_REG_PORT_WINDOW || port >= (uint32_t)dims->ports || limit >= SLUICE_LIMITS)
    return false;
  *w = (struct window){&c->port[port], (enum sluice_limit)limit};
  return sluice_register_built(dims, sluice_limit_register(w->limit));
}

static uint32_t value_of(struct sluice_commit *c, const struct sluice_dims *dims, uint8_t addr) {
  struct window w;
  if (window(c, dims, addr, &w))
    return w.port->written[w.limit] ? w.port->value[w.limit] : c->staged[sluice_limit_register(w.limit)];
  if (addr == SLUICE_REG_PORT_SELECT) return c->port_select;
  return addr < SLUICE_REGS ? c->staged[addr] : 0;
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
  c->read[0].data = is_status ? status(c, x, out) : value_of(c, &x->dims, in->cfg_addr);
}

static void write_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in) {
  struct window w;
  if (c->pending > 0 || !in->cfg_write) return;
  if (in->cfg_addr == SLUICE_REG_COMMIT) {
    c->pending = 1;
    c->disturbed = false;
  } else if (sluice_register_built(&x->dims, in->cfg_addr)) {
    c->staged[in->cfg_addr] = in->cfg_wdata;
    c->same = false;
    c->structural = c->structural || in->cfg_addr <= SLUICE_LAST_STRUCTURAL_REG;
  } else if (in->cfg_addr == SLUICE_REG_PORT_SELECT && x->dims.port_limits) {
    c->port_select = in->cfg_wdata;
  } else if (window(c, &x->dims, in->cfg_addr, &w)) {
    w.port->value[w.limit] = in->cfg_wdata;
    w.port->written[w.limit] = true;
    c->same = false;
    if (sluice_limit_register(w.limit) <= SLUICE_LAST_STRUCTURAL_REG)
      c->changed |= UINT64_C(1) << (c->port_select & SLUICE_PORT_SELECT_PORT);
  }
}

bool sluice_commit_step(struct sluice_commit *c, const struct sluice_context *x, const struct sluice_in *in,
                        struct sluice_out *out) {
  const bool last = c->pending > 0 && c->pending++ == sluice_commit_latency(&x->dims) - 1;
  read_step(c, x, in, out);
  write_step(c, x, in);
  return last;
}

bool sluice_commit_end(struct sluice_commit *c, struct sluice_context *x, bool empty, struct sluice_out *out) {
  c->pending = 0;
  int bad = x->dims.ports;
  enum sluice_reason reason = x->dims.port_limits ? sluice_config_check_ports(&x->dims, c->staged, c->port, &bad)
                                                  : sluice_config_check(&x->dims, c->staged);
  c->bad_port = bad < x->dims.ports ? bad + 1 : 0;
  const bool ports = c->changed != 0 && !c->structural && x->cfg.configured;
  if (reason == SLUICE_OK && ((c->structural && !empty) || (ports && c->disturbed))) reason = SLUICE_BUSY;
  out->cfg_error = reason != SLUICE_OK;
  out->cfg_reason = (uint8_t)reason;
  if (reason != SLUICE_OK) return false;
  c->same = true;
  c->changed = 0;
  memcpy(x->before, x->limits, sizeof x->limits);
  x->since = x->cycle;
  sluice_config_decode(&x->cfg, c->staged);
  if (x->dims.port_limits) x->cfg.port = x->limits;
  for (int p = 0; x->dims.port_limits && p < x->dims.ports; p++)
    x->limits[p] = sluice_limits_decode(c->staged, &c->port[p]);
  return true;
}
