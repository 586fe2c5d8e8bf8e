// A plan as a scenario file: amounts are whole cells in bytes, so that they become exactly these cells again.
#include <errno.h>
#include <inttypes.h>

#include "plan_report.h"

enum { HOSTS = 3 };  // two that send and one that receives

static const struct plan_pools *chosen(const struct plan_input *in, const struct plan *p) {
  return &p->cells[in->scheme == SLUICE_DSH ? PLAN_DSH : PLAN_SIH];
}

int plan_fragment_check(const struct plan_input *in, const struct plan *p, char *err, size_t errlen) {
  const struct plan_pools *pools = chosen(in, p);
  const char *name = in->scheme == SLUICE_DSH ? "DSH" : "SIH";
  if (pools->shared == 0)
    snprintf(err, errlen,
             "%s needs %" PRIu64 " cells of headroom and %" PRIu64 " private, the buffer has %" PRIu64
             "; raise --buffer, lower --cell or --private%s",
             name, pools->headroom, pools->phi, p->buffer_cells,
             in->scheme == SLUICE_DSH ? "" : ", or use --scheme DSH");
  else if (in->ports < HOSTS)
    snprintf(err, errlen, "two senders and a receiver do not fit on %d ports; give at least %d", in->ports, HOSTS);
  else if (in->cell > 4096)
    snprintf(err, errlen, "cells of %" PRIu32 " B; a scenario takes at most 4096", in->cell);
  else
    return 0;
  return EINVAL;
}

static void amount(const struct plan_input *in, const char *key, uint64_t cells, const char *note, FILE *f) {
  fprintf(f, "  %s: %" PRIu64 "  # %" PRIu64 " cells%s\n", key, cells * in->cell, cells, note);
}

static void registers(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct plan_pools *pools = chosen(in, p);
  fprintf(f, "mmu:\n  ports: %d\n  classes: %d\n  width: %d\n", in->ports, in->classes, p->width);
  fprintf(f, "  scheme: %s\n", in->scheme == SLUICE_DSH ? "DSH" : "SIH");
  amount(in, "buffer", p->buffer_cells, "", f);
  amount(in, "private", p->phi_cells, " a queue", f);
  amount(in, "headroom", pools->eta, in->scheme == SLUICE_DSH ? " a port" : " a queue", f);
  amount(in, "shared", pools->shared, "", f);
  fprintf(f, "  alpha: %d  # 2^%d\n", in->alpha, in->alpha);
  amount(in, "max_packet", p->max_packet, "", f);
  amount(in, "delta_q", 2 * (uint64_t)p->max_packet, ", two packets", f);
  amount(in, "delta_p", 2 * (uint64_t)p->max_packet, ", two packets", f);
  fprintf(f, "  pause_time: 65535\n  refresh: 32767\n");
}

// Long enough for the two to fill the whole pool, and then for the buffer to drain.
static void times(const struct plan_input *in, const struct plan *p, FILE *f) {
  uint64_t fill = chosen(in, p)->shared * in->cell * 8 / in->mbps, drain = in->buffer * 8 / in->mbps;
  uint64_t stop = 200 + 2 * fill + 4 * in->wire_ns / 1000;
  fprintf(f, "duration_us: %" PRIu64 "\nstop_us: %" PRIu64 "\n", stop + 1000 + 2 * drain + 4 * in->wire_ns / 1000,
          stop);
}

void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "# Written by sluice plan: %d ports x %d classes, %g Gb/s. Two hosts send to a third.\n", in->ports,
          in->classes, (double)in->mbps / 1000);
  fprintf(f, "name: plan\nclock_mhz: %" PRIu32 "\ncell_bytes: %" PRIu32 "\npacket_bytes: %" PRIu32 "\n", p->clock_mhz,
          in->cell, in->mtu);
  fprintf(f, "gbps: %g\ndelay_ns: %" PRIu64 "\n", (double)in->mbps / 1000, in->wire_ns);
  times(in, p, f);
  registers(in, p, f);
  fprintf(f, "switches:\n  - {name: S}\nhosts:\n");
  for (int i = 0; i < HOSTS; i++) fprintf(f, "  - {name: %s, switch: S}\n", (const char *[]){"a", "b", "sink"}[i]);
  fprintf(f, "flows:\n  - {name: f, from: a, to: sink}\n  - {name: g, from: b, to: sink}\n");
}
