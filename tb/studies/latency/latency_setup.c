#include <errno.h>

#include "tb/cli/plan/plan.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/studies/latency/latency.h"

enum { MBPS_TO_BYTES = 8000 };

static uint64_t cycles(uint64_t ns, uint32_t clock_mhz) { return (ns * clock_mhz + 999) / 1000; }

static void fill(struct latency_setup *s, const struct plan *p, enum sluice_scheme scheme, uint64_t mbps) {
  const struct plan_pools *pools = &p->cells[scheme == SLUICE_DSH ? PLAN_DSH : PLAN_SIH];
  uint32_t *r = s->regs;
  r[SLUICE_REG_SCHEME] = scheme;
  r[SLUICE_REG_BUFFER] = (uint32_t)p->buffer_cells;
  r[SLUICE_REG_PRIVATE] = (uint32_t)p->phi_cells;
  r[SLUICE_REG_SHARED] = (uint32_t)pools->shared;
  r[SLUICE_REG_HEADROOM] = (uint32_t)pools->eta;
  r[SLUICE_REG_LOSSLESS] = (1u << s->dims.classes) - 1;
  r[SLUICE_REG_MAX_PACKET] = p->max_packet;
  r[SLUICE_REG_ALPHA] = (uint32_t)LATENCY_ALPHA;
  r[SLUICE_REG_ALPHA_LOSSY] = 0;
  r[SLUICE_REG_DELTA_Q] = r[SLUICE_REG_DELTA_P] = (uint32_t)p->delta;
  r[SLUICE_REG_PAUSE_TIME] = PLAN_PAUSE_TIME;
  r[SLUICE_REG_REFRESH] = PLAN_REFRESH;
  r[SLUICE_REG_QUANTA_STEP] = (uint32_t)(16000 * mbps / p->clock_khz);
}

void latency_static(struct latency_setup *s, uint64_t xon) {
  uint64_t above = xon > s->regs[SLUICE_REG_PRIVATE] ? xon - s->regs[SLUICE_REG_PRIVATE] : 0;
  s->regs[SLUICE_REG_XON] = (uint32_t)above;
  s->regs[SLUICE_REG_XOFF] = (uint32_t)(above + s->regs[SLUICE_REG_DELTA_Q]);
}

int latency_setup(struct latency_setup *s, int ports, int classes, enum sluice_scheme scheme, uint32_t clock_mhz,
                  uint64_t mbps) {
  const struct plan_input in = {.ports = ports,
                                .classes = classes,
                                .mbps = mbps,
                                .mtu = LATENCY_PACKET,
                                .min_packet = LATENCY_PACKET,
                                .cell = LATENCY_CELL,
                                .clock_khz = 1000 * clock_mhz,
                                .wire_ns = LATENCY_WIRE_NS,
                                .buffer = LATENCY_BUFFER,
                                .phi = LATENCY_PRIVATE,
                                .alpha = LATENCY_ALPHA,
                                .scheme = scheme};
  struct plan p;
  struct error err;
  *s = (struct latency_setup){0};
  if (plan_make(&in, &p, &err) != 0) return EINVAL;
  s->dims =
      (struct sluice_dims){ports, classes, p.width, 1u << SLUICE_STATIC | 1u << SLUICE_SIH | 1u << SLUICE_DSH, false};
  s->cells = p.max_packet;
  s->spacing = (((uint64_t)(LATENCY_PACKET + ETHERNET_OVERHEAD) * 8 * clock_mhz) << 16) / mbps;
  s->wire = cycles(LATENCY_WIRE_NS, clock_mhz);
  s->response = cycles((p.response + headroom_begun()) * MBPS_TO_BYTES / mbps, clock_mhz);
  fill(s, &p, scheme, mbps);
  s->xon_late = headroom_stream_cells(p.resume, LATENCY_PACKET, LATENCY_CELL);
  s->xon = headroom_stream_cells(p.eq15 + p.control, LATENCY_PACKET, LATENCY_CELL);
  latency_static(s, s->xon_late);
  return sluice_config_check(&s->dims, s->regs) == SLUICE_OK && latency_load(s) <= 1 ? 0 : EINVAL;
}

double latency_load(const struct latency_setup *s) { return 65536.0 * s->dims.ports / (double)s->spacing; }

uint64_t latency_cells(const struct latency_setup *s) {
  return (uint64_t)((double)s->cells * sluice_free_bound(&s->dims) * latency_load(s));
}

double latency_burst_bound(const struct latency_setup *s, double share) {
  return share * (double)(latency_cells(s) + (uint64_t)SLUICE_ADMISSION_LAG * s->cells);
}

uint64_t latency_xon_bound(const struct latency_setup *s) {
  return 2 * (uint64_t)sluice_free_bound(&s->dims) + SLUICE_MESSAGE_LATENCY + 2 * (uint64_t)s->dims.ports + 2;
}

void latency_widen(struct latency_setup *s) {
  s->regs[SLUICE_REG_DELTA_Q] += (uint32_t)(latency_cells(s) >> -LATENCY_ALPHA);
  s->regs[SLUICE_REG_XOFF] = s->regs[SLUICE_REG_XON] + s->regs[SLUICE_REG_DELTA_Q];
}
