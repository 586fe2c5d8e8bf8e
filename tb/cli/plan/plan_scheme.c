#include "tb/cli/plan/plan_scheme.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "cmodel/rules/sluice_config.h"
#include "cmodel/rules/sluice_gfc.h"

const char *plan_scheme_name(enum sluice_scheme scheme) {
  static const char *const names[] = {
      [SLUICE_SIH] = "SIH", [SLUICE_DSH] = "DSH", [SLUICE_TTL] = "TTL", [SLUICE_GFC] = "GFC", [SLUICE_SHP] = "SHP"};
  return names[scheme];
}

int plan_pools_check(const struct plan_input *in, const struct plan *p, struct error *err) {
  const struct plan_pools *pools = plan_pools_of(in, p);
  char more[48] = "all that the buffer has";
  if (pools->shared != 0) return 0;
  if (pools->missing != 0) snprintf(more, sizeof(more), "%" PRIu64 " more than the buffer has", pools->missing);
  return error_set(err, "%s needs %" PRIu64 " cells of headroom and %" PRIu64 " private, %s; raise --buffer%s%s",
                   plan_scheme_name(in->scheme), pools->headroom, pools->phi, more,
                   pools->phi != 0 ? ", lower --cell or --private" : " or lower --cell",
                   in->scheme == SLUICE_SIH ? ", or use --scheme DSH or SHP" : "");
}

static int check_ttl(const struct plan_input *in, const struct plan *p, struct error *err) {
  const struct plan_ttl *t = &p->ttl;
  if (in->classes < 2 && in->tree_levels == 0)
    error_set(err, "class 0 of TTL exists only at hosts; give at least 2 classes");
  else if (t->partitions != in->classes)
    error_set(err, "%d partitions and %d classes; give --partitions one for each class%s", t->partitions, in->classes,
              plan_ttl_first_class(in) > 0 ? ", 0 for class 0" : "");
  else if (in->phi != 0)
    error_set(err, "a queue has no private buffer with TTL; leave --private out");
  else if (plan_lossless_classes(p) != in->classes)
    error_set(err, "with TTL every class is lossless; leave --lossless out");
  else if (t->missing != 0)
    error_set(err,
              "TTL needs %" PRIu64 " cells of headroom and its partitions, together %" PRIu64
              " more than the buffer has; raise --buffer or lower --cell",
              p->cells[PLAN_SIH].headroom, t->missing);
  else
    return 0;
  return EINVAL;
}

// The delay of devices and MMU on the slowest link for it.
static uint64_t delay_ns(const struct plan_input *in, const struct plan *p) {
  uint64_t most = in->groups == 0 ? (p->control + p->devices + p->mmu) * 8000 / in->mbps : 0;
  for (int i = 0; i < in->groups; i++) {
    const uint64_t ns = (p->control + p->link[i].devices + p->link[i].mmu) * 8000 / in->group[i].mbps;
    if (ns > most) most = ns;
  }
  return most;
}

uint64_t plan_gfc_own_ns(const struct plan_input *in, const struct plan *p) {
  const struct sluice_dims dims = {.ports = in->ports, .classes = in->classes};
  uint64_t ahead = 2 * (uint64_t)sluice_limiter_round(&dims) * 1000000;
  return delay_ns(in, p) + (ahead + p->clock_khz - 1) / p->clock_khz + 1;
}

static int check_gfc(const struct plan_input *in, const struct plan *p, struct error *err) {
  const struct plan_gfc *g = &p->gfc;
  if (in->phi != 0)
    error_set(err, "with GFC the private buffer follows from --bm; leave --private out");
  else if (plan_gfc_missing(p) != 0)
    error_set(err,
              "GFC needs Bm, a packet and K, %" PRIu64 " cells, for each queue, the buffer has %" PRIu64
              "; raise --buffer or lower --cell",
              plan_gfc_need(p), g->b_cells);
  else if (in->period_ns != 0 && g->d_cells > SLUICE_ROOM_MAX)
    error_set(err, "D is %" PRIu64 " cells, and a message reports a room of at most %d; raise --cell", g->d_cells,
              SLUICE_ROOM_MAX);
  else if (g->bm_cells < g->d_cells)
    error_set(err, "bm is less than D, %" PRIu64 " B, so that B0 would be below 0; give --bm that",
              g->d_cells * in->cell);
  else if (in->proc_ns < plan_gfc_own_ns(in, p))
    error_set(err,
              "t_proc is %" PRIu64 " ns, of which MMU, datapath, a control frame and the limiter take %" PRIu64
              "; give --proc-us at least that, and the upstream's own time",
              in->proc_ns, plan_gfc_own_ns(in, p));
  else
    return 0;
  return EINVAL;
}

int plan_scheme_check(const struct plan_input *in, const struct plan *p, struct error *err) {
  if (in->period_ns != 0 && in->scheme != SLUICE_GFC)
    return error_set(err, "period-us is for GFC; use --scheme GFC, or leave --period-us out");
  if (in->scheme == SLUICE_TTL) return check_ttl(in, p, err);
  return in->scheme == SLUICE_GFC ? check_gfc(in, p, err) : plan_pools_check(in, p, err);
}

// ---- loads of a shared headroom pool ----

// What the paused queues of a port take from the pool.
static uint64_t taken(const struct plan_pools *pools, uint64_t eta, int classes) {
  return sluice_minus((uint64_t)classes * eta, pools->port);
}

// Ports with the same eta, in the order in which they fill the pool: those with the largest eta first. A load of fewer
// queues never takes more: what a port takes grows with eta, and with each of its queues by no less than with the one
// before.
struct kind {
  uint64_t ports, eta;
};

static int kinds_of(const struct plan_input *in, const struct plan_pools *pools, struct kind *kind) {
  kind[0] = (struct kind){(uint64_t)in->ports, pools->eta};
  for (int i = 0; i < in->groups; i++) {
    int at = i;
    for (; at > 0 && kind[at - 1].eta < pools->group_eta[i]; at--) kind[at] = kind[at - 1];
    kind[at] = (struct kind){(uint64_t)in->group[i].ports, pools->group_eta[i]};
  }
  return in->groups == 0 ? 1 : in->groups;
}

// Gives the pool to one port after another. *left: its cells that no whole port needs; *eta: headroom of a queue of the
// first port that does not fit.
static struct plan_pool_load fill(const struct plan_input *in, const struct plan_pools *pools, int classes,
                                  uint64_t *left, uint64_t *eta) {
  struct kind kind[PLAN_MOST_GROUPS];
  const int kinds = kinds_of(in, pools, kind);
  struct plan_pool_load load = {0};
  *left = pools->pool;
  for (int i = 0; i < kinds; i++) {
    const uint64_t each = taken(pools, kind[i].eta, classes);
    const uint64_t held = each != 0 && *left / each < kind[i].ports ? *left / each : kind[i].ports;
    load.ports += held;
    *left -= held * each;
    *eta = kind[i].eta;
    if (held == kind[i].ports) continue;
    load.lost = each - *left;
    break;
  }
  return load;
}

struct plan_pool_load plan_pool_load(const struct plan_input *in, const struct plan_pools *pools, int classes) {
  uint64_t left, eta;
  return fill(in, pools, classes, &left, &eta);
}

struct plan_first_loss plan_first_loss(const struct plan_input *in, const struct plan *p,
                                       const struct plan_pools *pools) {
  const int all = plan_lossless_classes(p);
  uint64_t left, eta;
  const struct plan_pool_load full = fill(in, pools, all, &left, &eta);
  if (full.lost == 0) return (struct plan_first_loss){0};
  int classes = 1;
  while (taken(pools, eta, classes) <= left) classes++;
  return (struct plan_first_loss){.full_ports = full.ports,
                                  .queues = full.ports * (uint64_t)all + (uint64_t)classes,
                                  .lost = taken(pools, eta, classes) - left,
                                  .classes = classes};
}
