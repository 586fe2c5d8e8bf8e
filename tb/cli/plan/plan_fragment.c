// A plan as a scenario file. Amounts are whole cells in bytes, so the simulator computes exactly the same cells.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tb/cli/plan/plan_outputs.h"
#include "tb/cli/plan/plan_scheme.h"

enum { HOSTS = 3 };  // two senders and a receiver
enum { MOST_US = 1000000000 };

int plan_fragment_check(const struct plan_input *in, const struct plan *p, struct error *err) {
  int status = plan_scheme_check(in, p, err);
  if (status != 0) return status;
  if (in->ports < HOSTS)
    error_set(err, "two senders and a receiver do not fit on %d ports; give at least %d", in->ports, HOSTS);
  else if (in->cell > 4096)
    error_set(err, "cells of %" PRIu32 " B; a scenario takes at most 4096", in->cell);
  else
    return 0;
  return EINVAL;
}

// ---- the file ----

static void amount(const struct plan_input *in, const char *key, uint64_t cells, const char *note, FILE *f) {
  fprintf(f, "  %s: %" PRIu64 "  # %" PRIu64 " cells%s\n", key, cells * in->cell, cells, note);
}

static void alpha(const struct plan_input *in, FILE *f) {
  fprintf(f, in->alpha < 0 ? "  alpha: 1/%d\n" : "  alpha: %d\n", 1 << abs(in->alpha));
}

// With groups of ports, every host has its own.
static void headroom(const struct plan_input *in, uint64_t cells, const char *note, FILE *f) {
  if (in->groups == 0) amount(in, "headroom", cells, note, f);
}

static void pools(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  bool dsh = in->scheme == SLUICE_DSH;
  fprintf(f, "  scheme: %s\n", plan_scheme_name(in->scheme));
  amount(in, "private", p->phi_cells, " a queue", f);
  headroom(in, pools->eta, dsh ? " a port" : " a queue", f);
  if (in->scheme == SLUICE_SHP) {
    amount(in, "headroom_pool", pools->pool, "", f);
    amount(in, "port_headroom", pools->port, " a port", f);
  }
  amount(in, "shared", pools->shared, "", f);
  alpha(in, f);
  amount(in, "delta_q", p->delta, ", two packets", f);
  if (dsh) amount(in, "delta_p", p->delta, ", two packets", f);
}

static void ttl(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "  scheme: TTL\n  %s: %d\n  partitions:\n", in->tree_levels != 0 ? "tree_levels" : "ttl", in->classes);
  for (int i = 0; i < p->ttl.partitions; i++)
    fprintf(f, "    - %" PRIu64 "  # %" PRIu64 " cells, class %d\n", p->ttl.partition_cells[i] * in->cell,
            p->ttl.partition_cells[i], i);
  headroom(in, p->cells[PLAN_SIH].eta, " a queue", f);
  amount(in, "shared", p->ttl.shared, "", f);
  alpha(in, f);
  amount(in, "delta_q", p->delta, ", two packets", f);
}

static void gfc(const struct plan_input *in, const struct plan *p, FILE *f) {
  const struct plan_gfc *g = &p->gfc;
  fprintf(f, "  scheme: GFC\n");
  amount(in, "private", g->b_cells, " a queue, B", f);
  amount(in, "bm", g->bm_cells, "", f);
  amount(in, "b0", g->bm_cells - g->d_cells, "", f);
  fprintf(f, "  stages: %d\n", g->stages);
  if (in->period_ns != 0) fprintf(f, "  feedback_period_us: %g\n", (double)in->period_ns / 1000);
}

static void lossless(const struct plan_input *in, const struct plan *p, FILE *f) {
  const char *comma = "";
  if (plan_lossless_classes(p) == in->classes) return;
  fprintf(f, "  lossless: [");
  for (int c = 0; c < in->classes; c++)
    if (p->lossless >> c & 1) {
      fprintf(f, "%s%d", comma, c);
      comma = ", ";
    }
  fprintf(f, "]\n");
}

void plan_section(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "mmu:\n  ports: %d\n  classes: %d\n", in->ports, in->classes);
  if (p->width <= SLUICE_MAX_WIDTH) fprintf(f, "  width: %d\n", p->width);
  lossless(in, p, f);
  amount(in, "buffer", p->buffer_cells, "", f);
  amount(in, "max_packet", p->max_packet, "", f);
  (in->scheme == SLUICE_TTL ? ttl : in->scheme == SLUICE_GFC ? gfc : pools)(in, p, f);
  if (in->scheme != SLUICE_GFC) fprintf(f, "  pause_time: %d\n", PLAN_PAUSE_TIME);
  fprintf(f, "  refresh: %d\n", PLAN_REFRESH);
}

// Returns the cells that the two senders can fill.
static uint64_t fillable(const struct plan_input *in, const struct plan *p) {
  if (in->scheme == SLUICE_TTL) return p->ttl.shared + p->ttl.partition_cells[plan_ttl_first_class(in)];
  if (in->scheme == SLUICE_GFC) return 2 * p->gfc.bm_cells;
  return plan_pools_of(in, p)->shared;
}

// The group of the slowest ports: one of them is the receiver, so that any two senders fill the buffer.
static int slowest(const struct plan_input *in) {
  int group = 0;
  for (int i = 1; i < in->groups; i++)
    if (in->group[i].mbps < in->group[group].mbps) group = i;
  return group;
}

// The sources send long enough to fill these cells, and the run lasts until the buffer can have drained.
static void times(const struct plan_input *in, const struct plan *p, FILE *f) {
  const uint64_t mbps = in->groups != 0 ? in->group[slowest(in)].mbps : in->mbps;
  uint64_t wire_ns = in->wire_ns;
  for (int i = 0; i < in->groups; i++)
    if (in->group[i].wire_ns > wire_ns) wire_ns = in->group[i].wire_ns;
  uint64_t fill = fillable(in, p) * in->cell * 8 / mbps, drain = in->buffer * 8 / mbps;
  uint64_t stop = 200 + 2 * fill + 4 * wire_ns / 1000;
  uint64_t end = stop + 1000 + 2 * drain + 4 * wire_ns / 1000;
  fprintf(f, "duration_us: %" PRIu64 "\nstop_us: %" PRIu64 "\n", end < MOST_US ? end : MOST_US,
          stop < MOST_US ? stop : MOST_US);
}

static uint64_t obey_ns(const struct plan_input *in, uint64_t response, uint64_t devices, uint64_t mbps) {
  return ((in->basis == PLAN_EQ1 ? PLAN_PAPER_QUANTA * HEADROOM_QUANTUM : response) + devices) * 8000 / mbps;
}

// Time in ns until the upstream obeys a message: the response time, and the delays of MAC, PHY, gearboxes and FIFO;
// under GFC t_proc without the MMU's own part. Of all groups of ports the shortest, because all hosts have the same.
// Rounded down to whole cycles, because the simulator rounds up.
static uint64_t processing_ns(const struct plan_input *in, const struct plan *p) {
  uint64_t ns = in->groups == 0 ? obey_ns(in, p->response, p->devices, in->mbps) : UINT64_MAX;
  for (int i = 0; i < in->groups; i++) {
    const uint64_t own = obey_ns(in, p->link[i].response, p->link[i].devices, in->group[i].mbps);
    if (own < ns) ns = own;
  }
  if (in->scheme == SLUICE_GFC) ns = in->proc_ns - plan_gfc_own_ns(in, p);
  return ns * p->clock_khz / 1000000 * 1000000 / p->clock_khz;
}

void plan_head(const struct plan_input *in, const struct plan *p, FILE *f) {
  fprintf(f, "cell_bytes: %" PRIu32 "\npacket_bytes: %" PRIu32 "\n", in->cell, in->mtu);
  if (in->groups == 0) fprintf(f, "gbps: %g\ndelay_ns: %" PRIu64 "\n", (double)in->mbps / 1000, in->wire_ns);
  fprintf(f, "processing_ns: %" PRIu64 "%s\n", processing_ns(in, p),
          in->groups != 0 ? "  # that of the group with the shortest response" : "");
}

static void hosts(FILE *f) {
  for (int i = 0; i < HOSTS; i++) fprintf(f, "  - {name: %s, switch: S}\n", (const char *[]){"a", "b", "sink"}[i]);
}

// A host at every port, so that the headroom in all is that of the plan.
static void hosts_of_groups(const struct plan_input *in, const struct plan *p, FILE *f) {
  for (int i = 0, port = 0; i < in->groups; i++) {
    const struct plan_group *g = &in->group[i];
    for (const int next = port + g->ports; port < next; port++) {
      fprintf(f, "  - {name: p%d, switch: S, gbps: %g, delay_ns: %" PRIu64, port, (double)g->mbps / 1000, g->wire_ns);
      if (in->scheme != SLUICE_GFC) fprintf(f, ", headroom: %" PRIu64, p->link[i].eta * in->cell);
      fputs("}\n", f);
    }
  }
}

static void flow(FILE *f, const char *name, const char *from, const char *to, const char *cls) {
  fprintf(f, "  - {name: %s, from: %s, to: %s%s}\n", name, from, to, cls);
}

// The first two hosts of each group send to the last host of the slowest ports.
static void flows_of_groups(const struct plan_input *in, const char *cls, FILE *f) {
  const int sink = plan_first_port(in, slowest(in) + 1) - 1;
  char name[16], from[16], to[16];
  snprintf(to, sizeof(to), "p%d", sink);
  for (int i = 0; i < in->groups; i++)
    for (int k = 0; k < 2 && k < in->group[i].ports; k++) {
      const int port = plan_first_port(in, i) + k;
      snprintf(name, sizeof(name), "f%d", port);
      snprintf(from, sizeof(from), "p%d", port);
      if (port != sink) flow(f, name, from, to, cls);
    }
}

void plan_fragment(const struct plan_input *in, const struct plan *p, FILE *f) {
  if (in->groups == 0)
    fprintf(f, "# Written by sluice plan: %d ports x %d classes, %g Gb/s. Two hosts send to a third.\n", in->ports,
            in->classes, (double)in->mbps / 1000);
  else
    fprintf(f,
            "# Written by sluice plan: %d ports x %d classes, of %d groups. Two hosts of each group send to the last "
            "host of the slowest.\n",
            in->ports, in->classes, in->groups);
  fprintf(f, "name: plan\nclock_mhz: %.10g\n", p->clock_khz / 1e3);
  plan_head(in, p, f);
  times(in, p, f);
  plan_section(in, p, f);
  fprintf(f, "switches:\n  - {name: S}\nhosts:\n");
  char cls[16] = "";
  if (!(p->lossless & 1)) snprintf(cls, sizeof(cls), ", class: %d", __builtin_ctz(p->lossless));
  if (in->groups != 0)
    hosts_of_groups(in, p, f);
  else
    hosts(f);
  fprintf(f, "flows:\n");
  if (in->groups != 0) {
    flows_of_groups(in, cls, f);
  } else {
    flow(f, "f", "a", "sink", cls);
    flow(f, "g", "b", "sink", cls);
  }
}
