// Registers of the schemes GFC and GFC-linear, and the bounds of the paper
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/gfc.h"
#include "tb/sim/scenario/headroom.h"
#include "tb/sim/scenario/scenario_mmu.h"

// The age of the latest feedback, ns: tau or, under time-based GFC, tau + T.
static double age_ns(const struct checker *c, int sw, int link) {
  const struct keys k = {.own = c->file->switches[sw].mmu, .all = c->mmu};
  const double *us = PICK(&k, feedback_period_us);
  return scenario_tau_ns(c->s, link) + (us != NULL ? 1000 * *us : 0);
}

// The largest C * tau, or C * (tau + T), in bytes of packets, of the links that end at the switch.
static double worst_c_tau(const struct checker *c, int sw, int *link) {
  const struct scenario *s = c->s;
  double worst = 0;
  for (int i = 0; i < s->links; i++) {
    if (s->link[i].end[0].node != sw && s->link[i].end[1].node != sw) continue;
    double bytes = scenario_share(s, i) * age_ns(c, sw, i) * (double)s->link[i].bps / 8e9;
    if (bytes <= worst) continue;
    worst = bytes;
    *link = i;
  }
  return worst;
}

// The smallest D = Bm - B0 that is safe at all switches, because some senders compute with their own [GFC Theorem 4.1].
static uint64_t safe_d(const struct checker *c) {
  const struct scenario *s = c->s;
  double most = 0;
  for (int i = 0, link; i < s->switches; i++) most = fmax(most, worst_c_tau(c, i, &link));
  const uint32_t packet = headroom_worst_packet(MIN_FRAME, s->mtu > MIN_FRAME ? s->mtu : MIN_FRAME, s->cell_bytes);
  return headroom_stream_cells((uint64_t)ceil(4 * most), packet, s->cell_bytes) + 1;
}

// The default of B0. Where the buffer holds it, D is a power of two, for which GFC needs no table of stages.
static int take_base(struct keys *k, struct sluice_config *cfg) {
  const bool stages = cfg->scheme == SLUICE_GFC && PICK(k, feedback_period_us) == NULL;
  uint64_t d = safe_d(k->c), power = 4;
  while (power < d) power *= 2;
  if (stages && power < cfg->stage_top) d = power;
  char path[64];
  cfg->stage_base = sluice_minus(cfg->stage_top, d);
  if (cfg->scheme == SLUICE_GFC_LINEAR && d >= SLUICE_OFF)
    return scenario_wrong(k->c, "cell_bytes",
                          "4 C tau takes %" PRIu64 " cells, a level counts at most %d; raise cell_bytes", d,
                          SLUICE_OFF - 1);
  if (d < cfg->stage_top) return 0;
  return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, buffer), "buffer", path, sizeof(path)),
                        "switch %s: Bm is %" PRIu64 " cells, and 4 C tau takes %" PRIu64
                        ": no b0 is safe; raise buffer, or lower classes",
                        k->c->s->sw[k->sw].name, cfg->stage_top, d);
}

// Sets the stages: B_k = Bm - D / 2^k [GFC Eq. 5].
static int stages(struct keys *k, struct sluice_config *cfg, uint64_t d) {
  const uint32_t *given = PICK(k, stages);
  const int *table = PICK(k, stage_table);
  char path[64];
  int widest = gfc_last_stage(d);
  if (widest > SLUICE_MAX_STAGES) widest = SLUICE_MAX_STAGES;
  uint32_t n = given != NULL ? *given : widest > 0 ? (uint32_t)widest : 0;
  if (n > MOST_MMU_STAGES)
    return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, stages), "stages", path, sizeof(path)),
                          "stages is %u; it must be %d to %d", n, LEAST_MMU_STAGES, MOST_MMU_STAGES);
  cfg->count_leading_zeros = (d & (d - 1)) == 0 && (int)n <= widest && !(table != NULL && *table != 0);
  cfg->stages = (int)n;
  for (uint32_t i = 1; i <= n; i++) cfg->stage[i] = cfg->stage_top - (d >> i);
  return 0;
}

// Computes DRAIN_CYCLES: D / C, in 1/256 of a cycle.
static int drain_cycles(struct keys *k, double cycles, uint32_t *drain) {
  char path[64];
  double most = ldexp(1, 24);
  double value = round(ldexp(cycles, 8));
  if (value >= ldexp(most, 8))
    return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, b0), "b0", path, sizeof(path)),
                          "a link sends Bm - B0 in %.10g cycles; GFC_LINEAR needs fewer than %.10g: raise b0, or lower "
                          "clock_mhz",
                          cycles, most);
  *drain = (uint32_t)value;
  return 0;
}

int mmu_gfc_rates(struct keys *k, const struct sluice_config *cfg, uint64_t bps, struct sluice_limits *x) {
  const struct scenario *s = k->c->s;
  const uint64_t d = cfg->stage_top - cfg->stage_base;
  const double cells = (double)bps / (8.0 * s->cell_bytes) / (double)s->clock_hz;  // per cycle
  x->cell_step = (uint32_t)llround(ldexp(cells, 16));
  return cfg->scheme == SLUICE_GFC_LINEAR ? drain_cycles(k, (double)d / cells, &x->drain_cycles) : 0;
}

int mmu_gfc_registers(struct keys *k, struct sluice_config *cfg) {
  int status = PICK(k, b0) == NULL ? take_base(k, cfg) : 0;
  if (status != 0) return status;
  uint64_t top = cfg->stage_top, base = cfg->stage_base;
  if (base >= top) return 0;  // the MMU refuses that
  status = mmu_gfc_rates(k, cfg, k->c->s->sw[k->sw].bps, &cfg->limits);
  return status == 0 ? stages(k, cfg, top - base) : status;
}

static int nothing_shared(struct keys *k, bool own, const char *key, const char *text, uint64_t cells) {
  char path[64];
  if (cells == 0) return 0;
  return scenario_wrong(k->c, mmu_path(k, own, key, path, sizeof(path)),
                        "%s is %s; with GFC every queue has its own buffer and nothing is shared (registers SHARED and "
                        "HEADROOM are 0): leave %s out",
                        key, text, key);
}

int mmu_gfc_pools(struct keys *k, const struct sluice_config *cfg) {
  int status = nothing_shared(k, IS_OWN(k, shared), "shared", PICK(k, shared), cfg->shared);
  if (status != 0) return status;
  return nothing_shared(k, IS_OWN(k, headroom), "headroom", PICK(k, headroom), cfg->limits.eta);
}

// In the last stages less than a packet fits below Bm, but one more packet arrives.
int mmu_gfc_buffers(struct keys *k, const struct sluice_config *cfg) {
  uint64_t top = cfg->stage_top, own = cfg->limits.phi, packet = cfg->max_packet;
  if (own >= top + packet) return 0;
  const char *key = PICK(k, bm) != NULL ? "bm" : PICK(k, private) != NULL ? "private" : "buffer";
  bool is_own = PICK(k, bm) != NULL ? IS_OWN(k, bm) : PICK(k, private) != NULL ? IS_OWN(k, private) : IS_OWN(k, buffer);
  char path[64];
  return scenario_wrong(k->c, mmu_path(k, is_own, key, path, sizeof(path)),
                        "switch %s: a queue has %" PRIu64 " cells (PRIVATE), Bm is %" PRIu64
                        " (STAGE_TOP) and a packet up to %" PRIu64
                        " (MAX_PACKET): packets would be lost; lower bm to %" PRIu64 ", or raise private or buffer",
                        k->c->s->sw[k->sw].name, own, top, packet, own > packet ? own - packet : 0);
}

// Bm - B1 >= 2 C tau, or B0 <= Bm - 4 C tau [GFC Eq. 5, Theorem 4.1]. Otherwise a queue may exceed Bm. With tau + T in
// the place of tau it is this project's reading for time-based GFC [spec 12].
static bool safe(const struct scenario *s, int sw, double c_tau) {
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  uint64_t from = s->feedback == FEEDBACK_STAGE ? cfg->stage[1] : cfg->stage_base;
  double d_bytes = (double)(cfg->stage_top - from) * s->cell_bytes;
  return d_bytes >= (s->feedback == FEEDBACK_STAGE ? 2 : 4) * c_tau;
}

static int warn(struct checker *c, int sw, double c_tau, int link) {
  const struct scenario *s = c->s;
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const struct file_mmu *own = c->file->switches[sw].mmu;
  char path[64];
  if (own != NULL && own->b0 != NULL)
    snprintf(path, sizeof(path), "switches.%d.mmu.b0", sw);
  else
    snprintf(path, sizeof(path), "mmu.b0");
  double d_bytes = (double)(cfg->stage_top - cfg->stage_base) * s->cell_bytes;
  const double need = ceil(4 * c_tau), top = (double)cfg->stage_top * s->cell_bytes;
  const bool timed = s->sw[sw].feedback_period != 0;
  return scenario_warn(c, path,
                       "switch %s: Bm - B0 is %.0f B, %s of link %s is %.4g us: a queue may outgrow Bm; give Bm - B0 "
                       "4*C*%s, %.0f B%s",
                       s->sw[sw].name, d_bytes, timed ? "tau + T" : "tau", s->link[link].name,
                       age_ns(c, sw, link) / 1000, timed ? "(tau + T)" : "tau", need,
                       need > top ? ", which is more than Bm: no b0 is safe" : "");
}

// A sender computes the rate of a level with its own D; under time-based GFC also the stage of a room.
static int same_d(struct checker *c, int sw) {
  const struct sluice_config *a = &c->s->sw[0].cfg, *b = &c->s->sw[sw].cfg;
  char path[64];
  if (a->stage_top - a->stage_base == b->stage_top - b->stage_base) return 0;
  snprintf(path, sizeof(path), "switches.%d.mmu", sw);
  return scenario_wrong(c, path, "Bm - B0 of switch %s is not that of %s; with %s give all switches the same",
                        c->s->sw[sw].name, c->s->sw[0].name,
                        c->s->feedback == FEEDBACK_LEVEL ? "GFC_LINEAR" : "feedback_period_us");
}

// Only where Bm - B0 is a power of two, a stage can be computed without the table.
static int check_table(struct checker *c) {
  const struct scenario *s = c->s;
  if (c->mmu->stage_table == NULL || *c->mmu->stage_table == 0) return 0;
  for (int i = 0; i < s->switches; i++) {
    const uint64_t d = s->sw[i].cfg.stage_top - s->sw[i].cfg.stage_base;
    if ((d & (d - 1)) == 0 && s->sw[i].cfg.stages <= gfc_last_stage(d)) return 0;
  }
  return scenario_warn(c, "mmu.stage_table",
                       "stage_table has no effect, because Bm - B0 is no power of two; leave it out");
}

// Warns of a queue that may be too small for the packets that arrive above Bm.
static int check_spare(struct checker *c, int sw) {
  const struct sluice_config *cfg = &c->s->sw[sw].cfg;
  const struct file_mmu *own = c->file->switches[sw].mmu;
  const uint64_t spare = cfg->limits.phi - cfg->stage_top, want = GFC_SPARE * (uint64_t)cfg->max_packet;
  char path[64] = "mmu.bm";
  if (spare >= want) return 0;
  if (own != NULL && own->bm != NULL) snprintf(path, sizeof(path), "switches.%d.mmu.bm", sw);
  return scenario_warn(c, path,
                       "switch %s: a queue has %" PRIu64
                       " cells above Bm; several packets may arrive there, and be "
                       "lost: leave space for %d, %" PRIu64 " cells",
                       c->s->sw[sw].name, spare, GFC_SPARE, want);
}

int mmu_gfc_check(struct checker *c) {
  struct scenario *s = c->s;
  int status = mmu_room_check(c);
  if (status == 0 && s->feedback == FEEDBACK_STAGE) status = check_table(c);
  const bool own_d = s->feedback == FEEDBACK_LEVEL || s->sw[0].feedback_period != 0;
  for (int i = 1; status == 0 && own_d && i < s->switches; i++) status = same_d(c, i);
  for (int i = 0; status == 0 && i < s->switches; i++) {
    int link = 0;
    double c_tau = worst_c_tau(c, i, &link);
    if (!safe(s, i, c_tau)) return warn(c, i, c_tau, link);  // one warning is enough
    const int warnings = s->warnings;
    status = check_spare(c, i);
    if (s->warnings != warnings) return status;
  }
  return status;
}
