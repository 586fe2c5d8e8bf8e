// The configuration of each switch, from the section mmu.
#include "tb/sim/scenario/scenario_mmu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/sim/scenario/alpha.h"
#include "tb/sim/scenario/gfc.h"
#include "tb/sim/scenario/ttl.h"

enum { MOST_DEFAULT_PACKETS = 2 };  // default hysteresis, in packets
enum { DEFAULT_CLASSES = 8 };
static const uint64_t absent = UINT64_MAX;  // the default of this amount depends on other amounts

// Converts the written amounts; an absent one keeps its default.
static int amounts(struct keys *k) {
#define AMOUNT(key, member) \
  if (status == 0 && PICK(k, key) != NULL) status = mmu_cells(k, IS_OWN(k, key), #key, PICK(k, key), &cfg->member)
  struct sluice_config *cfg = &k->c->s->sw[k->sw].cfg;
  int status = 0;
  AMOUNT(buffer, buffer);
  AMOUNT(private, limits.phi);
  AMOUNT(headroom, limits.eta);
  AMOUNT(headroom_pool, headroom_pool);
  AMOUNT(port_headroom, limits.port_headroom);
  AMOUNT(max_packet, max_packet);
  AMOUNT(shared, shared);
  AMOUNT(xoff, limits.xoff);
  AMOUNT(xon, limits.xon);
  AMOUNT(delta_q, delta_q);
  AMOUNT(delta_p, delta_p);
  AMOUNT(bm, stage_top);
  AMOUNT(b0, stage_base);
#undef AMOUNT
  return status;
}

static enum scenario_feedback feedback_of(enum sluice_scheme scheme) {
  static const enum scenario_feedback of[SLUICE_RULE_SCHEMES] = {[SLUICE_TTL] = FEEDBACK_TTL,
                                                                 [SLUICE_GFC] = FEEDBACK_STAGE,
                                                                 [SLUICE_GFC_LINEAR] = FEEDBACK_LEVEL,
                                                                 [SLUICE_CBFC] = FEEDBACK_CREDIT};
  return of[scheme];  // all others: pauses
}

static int required(struct keys *k, const char *key, bool present, const char *why) {
  return present ? 0 : scenario_wrong(k->c, "mmu", "%s is missing in mmu; add %s, %s", key, key, why);
}

static int alpha(struct keys *k) {
  const char *text = PICK(k, alpha);
  char path[64];
  int exponent;
  if (text == NULL) return 0;
  if (!alpha_exponent(text, &exponent))
    return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, alpha), "alpha", path, sizeof(path)),
                          "alpha is '%s'; " ALPHA_WANTED, text);
  k->c->s->sw[k->sw].cfg.alpha = exponent;
  return 0;
}

static int classes(struct keys *k) {
  bool own = IS_OWN(k, lossless);
  const struct file_mmu *f = own ? k->own : k->all;
  const struct sluice_dims *dims = &k->c->s->dims;
  uint8_t *lossless = &k->c->s->sw[k->sw].cfg.lossless;
  *lossless = (uint8_t)(f->lossless == NULL ? (1u << dims->classes) - 1 : 0);
  for (unsigned i = 0; f->lossless != NULL && i < f->lossless_count; i++) {
    char path[64];
    snprintf(path, sizeof(path), "%s.lossless.%u", own ? k->prefix : "mmu", i);
    if (f->lossless[i] >= (uint32_t)dims->classes)
      return scenario_wrong(k->c, path, "class %u does not exist; classes are 0 to %d", f->lossless[i],
                            dims->classes - 1);
    *lossless |= (uint8_t)(1u << f->lossless[i]);
  }
  return 0;
}

static uint32_t largest_packet(const struct checker *c) {
  return (c->largest + c->s->cell_bytes - 1) / c->s->cell_bytes;
}

static int quanta(struct keys *k, struct sluice_config *cfg) {
  const uint32_t *pause = PICK(k, pause_time), *refresh = PICK(k, refresh);
  cfg->pause_time = VALUE_OR(pause, DEFAULT_MMU_PAUSE_TIME);
  cfg->refresh = VALUE_OR(refresh, cfg->pause_time / 2);
  if (cfg->pause_time > MOST_MMU_PAUSE_TIME)
    return scenario_wrong(k->c, "mmu.pause_time", "pause_time is %u; it must be %d to %d quanta", cfg->pause_time,
                          LEAST_MMU_PAUSE_TIME, MOST_MMU_PAUSE_TIME);
  return 0;
}

// The key to report for a reason of the MMU's own check.
static const char *key_of(const struct keys *k, const struct sluice_config *cfg, enum sluice_reason reason) {
  switch (reason) {
    case SLUICE_BAD_TTL:
      return PICK(k, private) != NULL      ? "private"
             : PICK(k, partitions) != NULL ? "partitions"
             : k->all->tree_levels != NULL ? "tree_levels"
                                           : "ttl";
    case SLUICE_BAD_STAGES:
      return "b0";
    case SLUICE_BAD_POOLS:
      return "buffer";
    case SLUICE_BAD_HEADROOM:
      return cfg->scheme == SLUICE_SHP && cfg->limits.eta >= cfg->max_packet ? "headroom_pool" : "headroom";
    case SLUICE_BAD_XON:
      return "xon";
    case SLUICE_BAD_TIMES:
      return "refresh";
    default:
      return "scheme";
  }
}

// GFC, and CBFC with static limits: every queue has its own buffer, and nothing is shared.
static void own_buffers(struct scenario *s, int sw) {
  struct sluice_config *cfg = &s->sw[sw].cfg;
  if (cfg->shared == absent) cfg->shared = 0;
  if (cfg->limits.phi != absent) return;
  cfg->limits.phi = 0;
  cfg->limits.phi = sluice_minus(mmu_rest(s, sw), cfg->shared) / (uint64_t)(s->sw[sw].built * s->dims.classes);
}

// SHP: the headroom of all lossless queues that the ports' own does not hold, so that nothing is lost. An admission
// counts the enqueues under way of all ports [spec 3].
static uint64_t whole_headroom(const struct scenario *s, int sw) {
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const uint64_t lossless = (uint64_t)__builtin_popcount(cfg->lossless);
  uint64_t sum = SLUICE_ADMISSION_LAG * cfg->max_packet;
  for (int p = 0; p < s->sw[sw].ports; p++) {
    const struct sluice_limits *limits = sluice_limits_of(cfg, p);
    sum += sluice_minus(lossless * limits->eta, limits->port_headroom);
  }
  return sum;
}

static int defaults_and_amounts(struct keys *k, struct sluice_config *cfg) {
  struct scenario *s = k->c->s;
  uint32_t two = MOST_DEFAULT_PACKETS * largest_packet(k->c);
  cfg->scheme = (enum sluice_scheme) * PICK(k, scheme);
  cfg->max_packet = largest_packet(k->c);
  cfg->delta_q = cfg->delta_p = two;
  cfg->shared = cfg->limits.xon = cfg->stage_top = absent;
  const bool own = sluice_is_gfc(cfg->scheme) || mmu_credits_static(k);
  if (own) cfg->limits.phi = absent;
  cfg->native = VALUE_OR(PICK(k, native), DEFAULT_MMU_MODE) != 0;
  int status = amounts(k);
  if (cfg->limits.xon == absent) cfg->limits.xon = sluice_minus(cfg->limits.xoff, two);
  if (own) own_buffers(s, k->sw);
  if (status == 0) status = mmu_ports(k, cfg, two);
  if (cfg->scheme == SLUICE_SHP && PICK(k, headroom_pool) == NULL) cfg->headroom_pool = whole_headroom(s, k->sw);
  if (cfg->stage_top == absent) {
    uint64_t own = cfg->limits.phi, packets = GFC_SPARE * (uint64_t)cfg->max_packet;
    cfg->stage_top = own > packets ? own - packets : own;  // docs/hardware/gfc.md, bounds
  }
  if (status == 0 && cfg->scheme == SLUICE_TTL) status = mmu_ttl_registers(k, cfg);
  if (status == 0 && sluice_is_gfc(cfg->scheme)) status = mmu_gfc_registers(k, cfg);
  if (cfg->shared == absent) cfg->shared = mmu_rest(s, k->sw);
  return status;
}

static int all_required(struct keys *k) {
  const int *scheme = PICK(k, scheme);
  int status = required(k, "scheme", scheme != NULL, "one of STATIC, SIH, DSH, TTL, GFC, GFC_LINEAR, SHP and CBFC");
  if (status == 0) status = required(k, "buffer", PICK(k, buffer) != NULL, "the bytes of the whole buffer");
  if (status != 0 || sluice_is_constant((enum sluice_scheme) * scheme)) return status;
  return required(k, "alpha", PICK(k, alpha) != NULL, "such as 1/16");
}

static int configuration(struct keys *k) {
  const struct sluice_dims dims = scenario_dims(k->c->s, k->sw);
  struct sluice_config *cfg = &k->c->s->sw[k->sw].cfg;
  cfg->configured = true;
  int status = all_required(k);
  if (status == 0) status = classes(k);
  if (status == 0) status = defaults_and_amounts(k, cfg);
  if (status == 0) status = alpha(k);
  if (status == 0) status = quanta(k, cfg);
  if (status == 0) status = mmu_rates(k, cfg);
  if (status == 0 && sluice_is_gfc(cfg->scheme)) status = mmu_gfc_pools(k, cfg);
  if (status == 0 && cfg->scheme == SLUICE_CBFC) status = mmu_credits_registers(k, cfg);
  if (status != 0) return status;
  char path[64], why[256];
  enum sluice_reason reason = sluice_config_reason(&dims, cfg);
  if (reason == SLUICE_OK) return 0;
  sluice_config_line(&dims, cfg, reason, why, sizeof(why));
  const int bad = sluice_config_bad_port(&dims, cfg, reason);
  if (cfg->port != NULL && bad < k->c->s->sw[k->sw].ports)
    mmu_port_path(k->c, k->c->s->sw[k->sw].link[bad], key_of(k, cfg, reason), path, sizeof(path));
  else
    mmu_path(k, k->own != NULL, key_of(k, cfg, reason), path, sizeof(path));
  return scenario_wrong(k->c, path, "switch %s: %s", k->c->s->sw[k->sw].name, why);
}

// The schemes of the network, as a build: only pause schemes, which are smaller and faster in RTL, if the network uses
// no other; else all. The RTL engine needs a build with exactly these.
static unsigned schemes(const struct checker *c) {
  unsigned pausing = 1u << SLUICE_STATIC | 1u << SLUICE_SIH | 1u << SLUICE_DSH, used = 0,
           event = 1u << SLUICE_CBFC;  // without RTL
  for (int i = 0; i < c->s->switches; i++) {
    const struct keys k = {.own = c->file->switches[i].mmu, .all = c->mmu};
    if (PICK(&k, scheme) != NULL) used |= 1u << *PICK(&k, scheme);
  }
  return ((used & ~pausing & ~event) == 0 ? pausing : (1u << SLUICE_SCHEMES) - 1) | (used & event);
}

// The ports of each MMU: its own key, else that of the scenario, else the most ports used by a switch.
static int ports(struct checker *c) {
  struct scenario *s = c->s;
  uint32_t used = 1;
  for (int i = 0; i < s->switches; i++)
    if (s->sw[i].ports > (int)used) used = (uint32_t)s->sw[i].ports;
  s->dims.ports = 1;
  for (int i = 0; i < s->switches; i++) {
    struct scenario_switch *sw = &s->sw[i];
    const struct keys k = {.own = c->file->switches[i].mmu, .all = c->mmu};
    char path[64] = "mmu.ports";
    if (IS_OWN(&k, ports)) snprintf(path, sizeof(path), "switches.%d.mmu.ports", i);
    sw->built = (int)VALUE_OR(PICK(&k, ports), used);
    if (sw->built < sw->ports)
      return scenario_wrong(c, path, "switch %s has %d links; raise ports to that", sw->name, sw->ports);
    if (sw->built > s->dims.ports) s->dims.ports = sw->built;
  }
  return 0;
}

uint32_t scenario_classes(const struct checker *c) {
  const struct file_mmu *f = c->mmu;
  const bool tree = f->tree_levels != NULL && f->scheme != NULL && *f->scheme == SLUICE_TTL;
  return f->classes != NULL ? *f->classes : tree ? (uint32_t)ttl_tree_classes((int)*f->tree_levels) : DEFAULT_CLASSES;
}

static int dimensions(struct checker *c) {
  struct scenario *s = c->s;
  s->dims.classes = (int)scenario_classes(c);
  s->dims.width = (int)VALUE_OR(c->mmu->width, DEFAULT_MMU_WIDTH);
  s->dims.schemes = schemes(c);
  return ports(c);
}

static int check_classes(struct checker *c) {
  const struct scenario *s = c->s;
  for (int i = 0; i < s->flows; i++) {
    char path[64];
    if (s->flow[i].cls >= s->dims.classes)
      return scenario_wrong(c, scenario_flow_path(c, i, "class", path, sizeof(path)),
                            "class %d does not exist; classes are 0 to %d", s->flow[i].cls, s->dims.classes - 1);
  }
  return 0;
}

static int own_keys(struct checker *c, const struct file_mmu *own, const char *prefix) {
  if (own == NULL) return 0;
  if (own->classes != NULL || own->width != NULL)
    return scenario_wrong(c, prefix, "classes and width hold for all switches; set them in the scenario's mmu");
  if (own->credits != NULL)
    return scenario_wrong(c, prefix, "credits hold for all switches; set them in the scenario's mmu");
  if (own->ttl != NULL || own->tree_levels != NULL || own->every_second_class != NULL)
    return scenario_wrong(
        c, prefix, "ttl, tree_levels and every_second_class hold for all switches; set them in the scenario's mmu");
  return 0;
}

// Checks that all switches use the same kind of feedback.
static int feedback(struct keys *k) {
  struct scenario *s = k->c->s;
  char path[64];
  enum scenario_feedback own = feedback_of(s->sw[k->sw].cfg.scheme);
  if (k->sw == 0) s->feedback = own;
  if (own == s->feedback) return 0;
  return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, scheme), "scheme", path, sizeof(path)),
                        "switch %s sends other feedback than %s; only STATIC, SIH, DSH and SHP work together",
                        s->sw[k->sw].name, s->sw[0].name);
}

int scenario_check_mmus(struct checker *c) {
  c->s->mmu_line = yaml_text_line(c->mmu_text, "mmu");
  int status = dimensions(c);
  if (status == 0) status = check_classes(c);
  for (int i = 0; status == 0 && i < c->s->switches; i++) {
    struct keys k = {.c = c, .own = c->file->switches[i].mmu, .all = c->mmu, .sw = i};
    snprintf(k.prefix, sizeof(k.prefix), "switches.%d.mmu", i);
    status = own_keys(c, k.own, k.prefix);
    if (status == 0) status = configuration(&k);
    if (status == 0) status = feedback(&k);
    c->s->dims.port_limits |= c->s->sw[i].cfg.port != NULL;
    if (status == 0 && scenario_is_gfc(c->s)) status = mmu_gfc_buffers(&k, &c->s->sw[i].cfg);
  }
  if (status == 0) status = mmu_idle_keys(c);
  if (status == 0) status = mmu_idle_port_keys(c);
  if (status == 0) status = mmu_headroom_check(c);
  if (status == 0 && scenario_has_credits(c->s)) status = mmu_credits_check(c);
  if (status == 0 && scenario_counts_hops(c->s)) status = mmu_ttl_check(c);
  if (status == 0 && scenario_is_gfc(c->s)) status = mmu_gfc_check(c);
  return status;
}
