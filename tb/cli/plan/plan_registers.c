#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cmodel/sluice_switch.h"
#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"
#include "tb/cli/regs/limits.h"
#include "tb/sim/scenario/ttl.h"

// ---- values ----

// Bits that the line of a port carries per cycle, rounded up: parameter LINE of sluice_switch.
static uint64_t line_bits(const struct plan_input *in, const struct plan *p) {
  return (in->mbps * 1000 + p->clock_khz - 1) / p->clock_khz;
}

// The largest LINE that sluice_switch elaborates, with its widest words (docs/hardware/switch.md, "Parameters").
static int most_line_bits(const struct plan_input *in) {
  const struct sluice_switch_dims dims = {.ports = in->ports, .cell_bytes = (int)in->cell};
  int bits = 256;
  while (bits * in->ports > 1024 || bits > 8 * dims.cell_bytes) bits /= 2;
  while (!sluice_switch_keeps_pace(&dims, bits)) bits--;
  return bits;
}

static int check_pace(const struct plan_input *in, const struct plan *p, struct error *err) {
  int most = most_line_bits(in);
  if (line_bits(in, p) <= (uint64_t)most) return 0;
  return error_set(err,
                   "at %.10g MHz a line carries %" PRIu64
                   " bits per cycle; sluice_switch with %d ports and cells of %" PRIu32
                   " B takes %d, so give --clock-mhz %.3f or more%s",
                   p->clock_khz / 1e3, line_bits(in, p), in->ports, in->cell, most,
                   ceil((double)in->mbps * 1000 / most) / 1e3, in->cell < 256 ? ", or larger cells" : "");
}

// What the elaboration of sluice_switch would refuse.
static int check_switch(const struct plan_input *in, const struct plan *p, struct error *err) {
  uint64_t cells = in->buffer / in->cell, next = 256;
  if (in->cell != 32 && in->cell != 64 && in->cell != 128 && in->cell != 256)
    return error_set(err, "cells of %" PRIu32 " B; sluice_switch has 32, 64, 128 or 256, so give --cell 64", in->cell);
  while (next < cells) next *= 2;
  if (cells != next || next > 1 << 18)
    return error_set(err,
                     "the buffer is %" PRIu64
                     " cells; sluice_switch has a power of two from 256 to 262144 cells, so "
                     "give --buffer %" PRIu64,
                     cells, (next > 1 << 18 ? 1 << 18 : next) * in->cell);
  if (plan_port_mtu(in) - PLAN_FCS > SLUICE_SWITCH_MAX_FRAME)
    return error_set(err, "port-mtu is %" PRIu32 " B; sluice_switch takes at most %d", plan_port_mtu(in),
                     SLUICE_SWITCH_MAX_FRAME + PLAN_FCS);
  if (in->scheme == SLUICE_GFC && in->ports < SLUICE_SWITCH_GFC_PORTS)
    return error_set(err, "%d ports; sluice_switch with GFC has %d or more", in->ports, SLUICE_SWITCH_GFC_PORTS);
  return check_pace(in, p, err);
}

// A counter of the RTL holds 28 bits, MAX_PACKET and HEADROOM have fewer.
static int check_build(const struct plan_input *in, const struct plan *p, struct error *err) {
  uint64_t eta = plan_most_eta(in, &p->cells[PLAN_DSH]);
  if (in->period_ns != 0)
    error_set(err, "the MMU sends levels at changes; leave --period-us out, or give --out for the event engine");
  else if (in->basis == PLAN_NVIDIA)
    error_set(err, "the formula nvidia is for another switch chip; use --headroom eq15");
  else if (in->ports > SLUICE_MAX_PORTS)
    error_set(err, "%d ports; the RTL has at most %d", in->ports, SLUICE_MAX_PORTS);
  else if (p->width > SLUICE_MAX_WIDTH)
    error_set(err, "the buffer is %" PRIu64 " cells, a counter of %d bits cannot hold that; raise --cell",
              p->buffer_cells, SLUICE_MAX_WIDTH);
  else if (!plan_fits(in, p, SLUICE_REG_MAX_PACKET, p->max_packet))
    error_set(err, "a largest packet of %" PRIu32 " cells is more than MAX_PACKET holds; raise --cell", p->max_packet);
  else if (in->scheme != SLUICE_GFC && !plan_fits(in, p, SLUICE_REG_HEADROOM, eta))
    error_set(err, "a headroom of %" PRIu64 " cells is more than HEADROOM holds; raise --cell", eta);
  else
    return 0;
  return EINVAL;
}

static void pools(const struct plan_input *in, const struct plan *p, uint32_t *regs) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  regs[SLUICE_REG_HEADROOM] = (uint32_t)pools->eta;
  regs[SLUICE_REG_SHARED] = (uint32_t)pools->shared;
  if (in->scheme != SLUICE_SHP) return;
  regs[SLUICE_REG_HEADROOM_POOL] = (uint32_t)pools->pool;
  regs[SLUICE_REG_PORT_HEADROOM] = (uint32_t)pools->port;
}

static void ttl(const struct plan_input *in, const struct plan *p, uint32_t *regs) {
  regs[SLUICE_REG_HEADROOM] = (uint32_t)p->cells[PLAN_SIH].eta;
  regs[SLUICE_REG_SHARED] = (uint32_t)p->ttl.shared;
  regs[SLUICE_REG_TTL0] = (uint32_t)in->classes;
  if (in->tree_levels != 0) {
    regs[SLUICE_REG_TTL0] = (uint32_t)ttl_tree_start(in->tree_levels);
    regs[SLUICE_REG_TTL_OPTIONS] = SLUICE_TTL_HALF | SLUICE_TTL_ODD | SLUICE_TTL_DROP_BOUNCED;
  }
  for (int c = 0; c < p->ttl.partitions; c++) {
    regs[SLUICE_REG_PARTITION + c] = (uint32_t)p->ttl.partition_cells[c];
    regs[SLUICE_REG_WEIGHT + c] = p->ttl.weight[c];
  }
}

// The table of stages is written too, although D is a power of two: a build that has it may use either.
static void gfc(const struct plan *p, uint32_t *regs) {
  const struct plan_gfc *g = &p->gfc;
  regs[SLUICE_REG_PRIVATE] = (uint32_t)g->b_cells;
  regs[SLUICE_REG_STAGE_TOP] = (uint32_t)g->bm_cells;
  regs[SLUICE_REG_STAGE_BASE] = (uint32_t)(g->bm_cells - g->d_cells);
  regs[SLUICE_REG_STAGES] = (uint32_t)g->stages | SLUICE_STAGES_COUNT_LEADING_ZEROS;
  for (int k = 1; k <= g->stages; k++) regs[SLUICE_REG_STAGE + k - 1] = (uint32_t)plan_stage_cells(g, k);
}

static uint32_t cell_step(const struct plan_input *in, const struct plan *p) {
  double cells = (double)in->mbps / (8.0 * in->cell) * 1e3 / p->clock_khz;  // per cycle
  return (uint32_t)llround(ldexp(cells, 16));
}

// The registers as if all ports were those of the group; without groups those of all ports.
static void group_values(const struct plan_input *in, const struct plan *p, int group, uint32_t *regs) {
  const struct plan_input one = plan_of_group(in, group);
  if (in->scheme != SLUICE_GFC && in->scheme != SLUICE_TTL)
    regs[SLUICE_REG_PRIVATE] = (uint32_t)headroom_packet_cells(one.phi, in->cell);
  regs[SLUICE_REG_QUANTA_STEP] = (uint32_t)plan_quanta_step(&one, p);
  if (in->scheme == SLUICE_GFC) regs[SLUICE_REG_CELL_STEP] = cell_step(&one, p);
  if (in->scheme != SLUICE_GFC && in->groups != 0)
    regs[SLUICE_REG_HEADROOM] = (uint32_t)plan_pools_of(in, p)->group_eta[group];
}

static void port_values(const struct plan_input *in, const struct plan *p, struct plan_registers *r) {
  for (int g = 0, port = 0; g < in->groups; g++) {
    uint32_t regs[SLUICE_REGS];
    memcpy(regs, r->regs, sizeof regs);
    group_values(in, p, g, regs);
    struct sluice_port_registers limits = {.written = {false}};
    for (enum sluice_limit k = 0; k < SLUICE_LIMITS; k++) {
      const int reg = sluice_limit_register(k);
      limits.value[k] = regs[reg];
      limits.written[k] = regs[reg] != r->regs[reg];
    }
    for (const int next = port + in->group[g].ports; port < next; port++) r->port[port] = limits;
  }
}

int plan_register_values(const struct plan_input *in, const struct plan *p, struct plan_registers *r,
                         struct error *err) {
  const struct sluice_dims dims = {in->ports, in->classes, p->width, (1u << SLUICE_SCHEMES) - 1, in->groups != 0};
  char why[256];
  int status = check_build(in, p, err);
  if (status == 0 && in->in_switch) status = check_switch(in, p, err);
  if (status != 0) return status;
  *r = (struct plan_registers){.regs = {0}};
  uint32_t *regs = r->regs;
  regs[SLUICE_REG_SCHEME] = in->scheme;
  regs[SLUICE_REG_BUFFER] = (uint32_t)p->buffer_cells;
  regs[SLUICE_REG_LOSSLESS] = p->lossless;
  regs[SLUICE_REG_MAX_PACKET] = p->max_packet;
  if (in->scheme != SLUICE_GFC) regs[SLUICE_REG_ALPHA] = (uint32_t)in->alpha;
  regs[SLUICE_REG_DELTA_Q] = regs[SLUICE_REG_DELTA_P] = (uint32_t)p->delta;
  regs[SLUICE_REG_PAUSE_TIME] = PLAN_PAUSE_TIME;
  regs[SLUICE_REG_REFRESH] = PLAN_REFRESH;
  if (in->scheme == SLUICE_GFC)
    gfc(p, regs);
  else
    (in->scheme == SLUICE_TTL ? ttl : pools)(in, p, regs);
  group_values(in, p, plan_common_group(in), regs);
  port_values(in, p, r);
  const enum sluice_reason reason = dims.port_limits ? limits_explain(&dims, regs, r->port, why, sizeof(why))
                                                     : sluice_config_explain(&dims, regs, why, sizeof(why));
  if (reason == SLUICE_OK) return 0;
  return error_set(err, "the RTL refuses these registers: %s", why);
}

// ---- a bring-up ----

static void put_write(uint32_t address, uint32_t value, const char *what, FILE *f) {
  fprintf(f, "write 0x%04" PRIx32 " 0x%08" PRIx32 "             # %s\n", address, value, what);
}

static void put_wait(uint32_t address, uint32_t mask, uint32_t value, const char *what, FILE *f) {
  fprintf(f, "wait  0x%04" PRIx32 " 0x%08" PRIx32 " 0x%08" PRIx32 "  # %s\n", address, mask, value, what);
}

// Registers of other schemes keep their reset value.
static bool used(const struct plan_input *in, int reg) {
  const struct sluice_dims dims = {in->ports, in->classes, SLUICE_MAX_WIDTH, 1u << in->scheme, false};
  return sluice_register_built(&dims, reg);
}

static void switch_registers(const struct plan_input *in, FILE *f) {
  put_wait(SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_READY, SLUICE_SWITCH_STATUS_READY, "STATUS: READY", f);
  put_write(SLUICE_SWITCH_REG_MAX_FRAME, plan_port_mtu(in) - PLAN_FCS, "MAX_FRAME: bytes without check sequence", f);
  if (in->flood != 0) put_write(SLUICE_SWITCH_REG_FLOOD, in->flood, "FLOOD: ports", f);
  if (in->scheme == SLUICE_TTL)
    put_write(SLUICE_SWITCH_REG_TTL_MODE, SLUICE_SWITCH_TTL_MODE_DECREMENT, "TTL_MODE: DECREMENT", f);
}

// After the COMMIT, which activates LOSSLESS; CREDITS_PORTS comes last.
static void credit_registers(const struct plan_input *in, const struct plan *p, const struct plan_switch_credits *x,
                             FILE *f) {
  char name[64];
  for (int i = 0; i == 0 || i < in->groups; i++) {
    char ports[32] = "";
    if (x->needed[i] == 0) continue;
    fprintf(f,
            "# The switch at the other end of a link with credits has the same plan. Full rate%s%s: CREDITS_LIMIT "
            "%" PRIu64 ".\n",
            in->groups != 0 ? ", " : "", in->groups != 0 ? plan_ports_text(in, i, ports, sizeof(ports)) : "",
            x->needed[i]);
    if (x->limit[i] < x->needed[i])
      fprintf(f, "# CREDITS_LIMIT is the cells that PRIVATE guarantees, so a line may be idle; raise --private.\n");
    if (in->groups != 0) put_write(SLUICE_SWITCH_REG_WRITE_PORTS, plan_group_ports(in, i), "WRITE_PORTS", f);
    for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
      if (!(p->lossless >> c & 1)) continue;
      snprintf(name, sizeof(name), "CREDITS_LIMIT_%d: cells", c);
      put_write(SLUICE_SWITCH_REG_CREDITS_LIMIT + 4 * (uint32_t)c, x->limit[i], name, f);
    }
  }
  if (in->groups != 0) put_write(SLUICE_SWITCH_REG_WRITE_PORTS, SLUICE_SWITCH_RESET_WRITE_PORTS, "WRITE_PORTS: all", f);
  put_write(SLUICE_SWITCH_REG_CREDITS_AMOUNT, x->amount, "CREDITS_AMOUNT: cells", f);
  put_write(SLUICE_SWITCH_REG_CREDITS_CONSUMED, x->consumed, "CREDITS_CONSUMED: cycles", f);
  put_write(SLUICE_SWITCH_REG_CREDITS_FREED, x->freed, "CREDITS_FREED: cycles", f);
  put_write(SLUICE_SWITCH_REG_CREDITS_PORTS, x->ports, "CREDITS_PORTS: before any link is up", f);
}

// The limits of the ports that differ from the common registers, before the COMMIT.
static void port_registers(const struct plan_input *in, const struct plan_registers *r, uint32_t unit, FILE *f) {
  for (int port = 0; port < in->ports; port++)
    for (int k = 0, page = -1; k < SLUICE_LIMITS; k++) {
      char name[64];
      if (!r->port[port].written[k]) continue;
      if (page != k / 4) {
        page = k / 4;
        snprintf(name, sizeof(name), "PORT_SELECT: port %d, page %d", port, page);
        put_write(unit * SLUICE_REG_PORT_SELECT, (uint32_t)(port | page * SLUICE_PORT_SELECT_PAGE), name, f);
      }
      snprintf(name, sizeof(name), "PORT_WINDOW_%d: %s of port %d", k % 4,
               sluice_register_name(sluice_limit_register((enum sluice_limit)k)), port);
      put_write(unit * (SLUICE_REG_PORT_WINDOW + (uint32_t)k % 4), r->port[port].value[k], name, f);
    }
}

static void title(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "# Written by sluice plan: %s, %d ports x %d classes, ", plan_scheme_name(in->scheme), in->ports,
          in->classes);
  if (in->groups == 0) fprintf(f, "%g Gb/s, ", (double)in->mbps / 1000);
  fprintf(f, "clock %.10g MHz.\n", p->clock_khz / 1e3);
  for (int i = 0; i < in->groups; i++) {
    const struct plan_group *g = &in->group[i];
    char ports[32];
    fprintf(f, "# %s: %g Gb/s, wire %g us%s.\n", plan_ports_text(in, i, ports, sizeof(ports)), (double)g->mbps / 1000,
            (double)g->wire_ns / 1000, i == plan_common_group(in) ? "; the common registers are theirs" : "");
  }
}

void plan_bringup(const struct plan_input *in, const struct plan *p, const struct plan_registers *r, enum plan_map map,
                  const struct plan_switch_credits *credits, FILE *f) {
  const bool in_switch = map == PLAN_MAP_SWITCH;
  const uint32_t unit = in_switch ? 4 : 1, active = SLUICE_STATUS_CONFIGURED | SLUICE_STATUS_ACTIVE;
  const char *port_limits = in->groups != 0 ? ", PORT_LIMITS 1" : "";
  title(in, p, f);
  if (in_switch)
    fprintf(f,
            "# Register map of sluice_switch and sluice_lossless_switch, NP %d, NC %d, LINE %" PRIu64
            " or more, CELL %" PRIu32 ", CELLS %" PRIu64 "%s%s.\n",
            in->ports, in->classes, line_bits(in, p), in->cell, in->buffer / in->cell,
            credits != NULL ? ", CREDITS 1" : "", port_limits);
  else
    fprintf(f, "# Register map of sluice_mmu, NP %d, NC %d, W %d or more%s.\n", in->ports, in->classes, p->width,
            port_limits);
  fprintf(f, "# write ADDRESS VALUE; wait ADDRESS MASK VALUE: read until the bits of MASK are VALUE.\n");
  if (in->scheme == SLUICE_DSH && plan_pauses_every_queue(in, p))
    fprintf(f, "# T is not above eta%s, so every queue pauses above its private buffer; raise --alpha or --buffer.\n",
            in->groups != 0 ? " of all ports" : "");
  if (in->tree_levels != 0)
    fprintf(f,
            "# For switches on odd levels, such as those with hosts. On even levels, clear bit ODD of TTL_OPTIONS.\n");
  bool everywhere = true;
  for (int i = 0; i == 0 || i < in->groups; i++) everywhere &= plan_has_credits_everywhere(in, i);
  if (in_switch && in->scheme != SLUICE_GFC && everywhere)
    fprintf(f, "# All ports have credits, so HEADROOM is the least that the MMU takes.\n");
  else if (in_switch && in->scheme != SLUICE_GFC)
    fprintf(f, "# HEADROOM has the %" PRIu64 " cycles of the switch itself; --datapath-us adds those of the MACs.\n",
            p->switch_cycles);
  if (in_switch) switch_registers(in, f);
  for (int i = 0; i < SLUICE_REGS; i++)
    if (used(in, i)) put_write(unit * (uint32_t)i, r->regs[i], sluice_register_name(i), f);
  port_registers(in, r, unit, f);
  put_write(unit * SLUICE_REG_COMMIT, 1, "COMMIT", f);
  if (in_switch)
    put_wait(SLUICE_SWITCH_REG_STATUS, SLUICE_SWITCH_STATUS_RESERVE, 0, "STATUS: the memory has the reserve", f);
  put_wait(unit * SLUICE_REG_STATUS, active | SLUICE_STATUS_BUSY | SLUICE_STATUS_REASON, active, "STATUS: ACTIVE", f);
  if (credits != NULL) credit_registers(in, p, credits, f);
}
