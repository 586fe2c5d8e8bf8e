// Amounts and rates of single ports: keys at a host or link, headroom that follows from rate, delay and packet size,
// and shares of the pool as XOFF where the file gives none.
#include <inttypes.h>
#include <stdio.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/headroom.h"
#include "tb/sim/scenario/scenario_mmu.h"

// The keys of a link: those of an entry of links or of hosts.
static const struct file_port *keys_of(const struct checker *c, int link) {
  const struct scenario_link *l = &c->s->link[link];
  if (!l->access) return &c->file->links[link].port;
  const struct file_host *host = &c->file->hosts[l->end[1].node - c->s->switches];
  return host->links != NULL ? &host->links[l->end[1].port].port : &host->port;
}

const char *mmu_port_path(const struct checker *c, int link, const char *key, char *path, size_t size) {
  char prefix[64];
  snprintf(path, size, "%s.%s", scenario_link_path(c, link, prefix, sizeof(prefix)), key);
  return path;
}

bool mmu_port_has_headroom(const struct checker *c, int link) { return keys_of(c, link)->headroom != NULL; }

// The bytes of the planner for this link; the upstream needs processing_ns to obey.
static uint64_t derived_headroom(const struct keys *k, const struct sluice_config *cfg, const struct scenario_link *l) {
  const struct scenario *s = k->c->s;
  const uint32_t largest = k->c->largest > MIN_FRAME ? k->c->largest : MIN_FRAME;
  struct headroom h = {.bps = l->bps,
                       .wire_ps = l->delay_ps,
                       .mtu = largest,
                       .port_mtu = largest,
                       .min_packet = MIN_FRAME,
                       .cell = s->cell_bytes,
                       .clock_hz = s->sw[k->sw].clock_hz,
                       .dims = s->dims,
                       .native = cfg->native};
  h.response = headroom_bytes_in(&h, (uint64_t)((unsigned __int128)s->processing * SCENARIO_PS / s->clock_hz));
  return headroom_cells(&h);
}

static int one_key(struct keys *k, int link, const char *key, const char *text, enum mmu_amount kind, bool useful,
                   uint64_t *cells) {
  char path[64];
  if (text == NULL) return 0;
  mmu_port_path(k->c, link, key, path, sizeof(path));
  if (useful) return mmu_cells_at(k->c, path, key, text, kind, cells);
  return scenario_wrong(k->c, path, "%s of a port has no meaning under %s; leave it out", key,
                        scenario_scheme_name(k->c->s->sw[k->sw].cfg.scheme));
}

// Sets the amounts of the port of a link from its keys.
static int given(struct keys *k, int link, const struct sluice_config *cfg, struct sluice_limits *x, uint64_t two) {
  const struct file_port *f = keys_of(k->c, link);
  const bool gfc = sluice_is_gfc(cfg->scheme);
  int status = one_key(k, link, "headroom", f->headroom, MMU_HEADROOM, sluice_has_headroom(cfg->scheme), &x->eta);
  if (status == 0)
    status = one_key(k, link, "private", f->private, MMU_AMOUNT, !gfc && cfg->scheme != SLUICE_TTL, &x->phi);
  if (status == 0) status = one_key(k, link, "xoff", f->xoff, MMU_AMOUNT, true, &x->xoff);
  if (f->xoff != NULL && PICK(k, xon) == NULL) x->xon = sluice_minus(x->xoff, two);
  return status == 0 ? one_key(k, link, "xon", f->xon, MMU_AMOUNT, true, &x->xon) : status;
}

static bool equal(const struct sluice_limits *a, const struct sluice_limits *b) {
  return a->phi == b->phi && a->eta == b->eta && a->xoff == b->xoff && a->xon == b->xon &&
         a->port_headroom == b->port_headroom;
}

// STATIC: the default of XOFF is an equal share of the shared pool for every lossless queue. x: the ports.
static void share_xoff(struct keys *k, struct sluice_config *cfg, struct sluice_limits *x, uint64_t two) {
  const struct scenario *s = k->c->s;
  const struct scenario_switch *sw = &s->sw[k->sw];
  const int queues = sw->ports * __builtin_popcount(cfg->lossless);
  cfg->port = x;  // for the rest
  const uint64_t shared = PICK(k, shared) != NULL ? cfg->shared : mmu_rest(s, k->sw);
  cfg->limits.xoff = queues > 0 ? shared / (uint64_t)queues : 0;
  if (PICK(k, xon) == NULL) cfg->limits.xon = sluice_minus(cfg->limits.xoff, two);
  for (int p = 0; p < s->dims.ports; p++) {
    const struct file_port *f = p < sw->ports ? keys_of(k->c, sw->link[p]) : NULL;
    if (f != NULL && f->xoff != NULL) continue;
    x[p].xoff = cfg->limits.xoff;
    if (f == NULL || f->xon == NULL) x[p].xon = cfg->limits.xon;
  }
}

static struct sluice_limits *new_limits(struct scenario *s) {
  return arena_get(&s->arena, (size_t)s->dims.ports * sizeof(struct sluice_limits), _Alignof(struct sluice_limits));
}

// Sixteenths of a bit time per cycle, as the register holds them.
static uint32_t quanta_step(const struct scenario *s, uint64_t bps) {
  const uint64_t step = 16 * bps / s->clock_hz;
  return step < 1 ? 1 : step > UINT16_MAX ? UINT16_MAX : (uint32_t)step;
}

int mmu_rates(struct keys *k, struct sluice_config *cfg) {
  struct scenario *s = k->c->s;
  const struct scenario_switch *sw = &s->sw[k->sw];
  const bool gfc = sluice_is_gfc(cfg->scheme) && cfg->stage_base < cfg->stage_top;
  bool differ = false;
  cfg->limits.quanta_step = quanta_step(s, sw->bps);
  for (int p = 0; p < sw->ports; p++) differ |= s->link[sw->link[p]].bps != sw->bps;
  if (!differ && cfg->port == NULL) return 0;
  struct sluice_limits *x = new_limits(s);
  if (x == NULL) return scenario_no_memory(k->c);
  for (int p = 0; p < s->dims.ports; p++) {
    const uint64_t bps = p < sw->ports ? s->link[sw->link[p]].bps : sw->bps;
    x[p] = *sluice_limits_of(cfg, p);
    x[p].quanta_step = quanta_step(s, bps);
    int status = gfc ? mmu_gfc_rates(k, cfg, bps, &x[p]) : 0;
    if (status != 0) return status;
  }
  cfg->port = x;
  return 0;
}

int mmu_ports(struct keys *k, struct sluice_config *cfg, uint64_t two) {
  struct scenario *s = k->c->s;
  const struct scenario_switch *sw = &s->sw[k->sw];
  const bool derive = PICK(k, headroom) == NULL && sluice_has_headroom(cfg->scheme);
  struct sluice_limits *x = new_limits(s);
  bool differ = false;
  if (x == NULL) return scenario_no_memory(k->c);
  for (int p = 0; p < sw->ports; p++) {
    x[p] = cfg->limits;
    if (derive) x[p].eta = derived_headroom(k, cfg, &s->link[sw->link[p]]);
    int status = given(k, sw->link[p], cfg, &x[p], two);
    if (status != 0) return status;
  }
  for (int p = 0; derive && p < sw->ports; p++)
    if (x[p].eta > cfg->limits.eta) cfg->limits.eta = x[p].eta;
  for (int p = sw->ports; p < s->dims.ports; p++) x[p] = cfg->limits;
  if (cfg->scheme == SLUICE_STATIC && PICK(k, xoff) == NULL) share_xoff(k, cfg, x, two);
  for (int p = 0; p < sw->ports; p++) differ |= !equal(&x[p], &cfg->limits);
  cfg->port = differ ? x : NULL;
  return 0;
}

// Whether the switch at an end of a link has scheme STATIC, the only one that uses XOFF and XON.
static bool is_static(const struct scenario *s, int link) {
  for (int d = 0; d < 2; d++) {
    const int node = s->link[link].end[d].node;
    if (node < s->switches && s->sw[node].cfg.scheme == SLUICE_STATIC) return true;
  }
  return false;
}

int mmu_idle_port_keys(struct checker *c) {
  for (int i = 0; i < c->s->links; i++) {
    char path[64];
    const struct file_port *f = keys_of(c, i);
    if ((f->xoff == NULL && f->xon == NULL) || is_static(c->s, i)) continue;
    mmu_port_path(c, i, f->xoff != NULL ? "xoff" : "xon", path, sizeof(path));
    int status = scenario_warn(c, path, "only scheme STATIC has thresholds of a port; leave %s out",
                               f->xoff == NULL  ? "xon"
                               : f->xon == NULL ? "xoff"
                                                : "xoff and xon");
    if (status != 0) return status;
  }
  return 0;
}
