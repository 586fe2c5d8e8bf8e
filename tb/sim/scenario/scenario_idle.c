// Warnings for accepted settings that are probably unintended: keys that the scheme ignores, and headroom that is too
// small for the data under way.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_mmu.h"

// ---- keys without effect ----

enum {
  STATIC = 1 << SLUICE_STATIC,
  SIH = 1 << SLUICE_SIH,
  DSH = 1 << SLUICE_DSH,
  TTL = 1 << SLUICE_TTL,
  GFC = 1 << SLUICE_GFC,
  LINEAR = 1 << SLUICE_GFC_LINEAR,
  SHP = 1 << SLUICE_SHP,
};

#define KEY(key, schemes) \
  { #key, offsetof(struct file_mmu, key), schemes }
static const struct {
  const char *name;
  size_t offset;
  int schemes;  // schemes that use the key
} keys[] = {
    KEY(headroom_pool, SHP),
    KEY(port_headroom, SHP),
    KEY(alpha, SIH | DSH | TTL | SHP),
    KEY(xoff, STATIC),
    KEY(xon, STATIC),
    KEY(delta_q, SIH | DSH | TTL | SHP),
    KEY(delta_p, DSH),
    KEY(ttl, TTL),
    KEY(drop_bounced, TTL),
    KEY(every_second_class, TTL),
    KEY(partitions, TTL),
    KEY(bm, GFC | LINEAR),
    KEY(b0, GFC | LINEAR),
    KEY(stages, GFC),
    KEY(stage_table, GFC),
    {"mode", offsetof(struct file_mmu, native), DSH},
};

// Whether a key is given. All keys are pointers, NULL if the file does not give them.
static bool given(const struct file_mmu *f, size_t offset) {
  const void *value;
  if (f == NULL) return false;
  memcpy(&value, (const char *)f + offset, sizeof(value));
  return value != NULL;
}

static int warn_idle(struct checker *c, const char *prefix, const char *key, const char *scheme) {
  char path[64];
  snprintf(path, sizeof(path), "%s.%s", prefix, key);
  return scenario_warn(c, path, "%s does nothing under %s; leave it out", key, scheme);
}

// A key of all switches has an effect if a switch uses it and does not have its own value.
static int idle_in_common(struct checker *c, size_t key) {
  const struct scenario *s = c->s;
  if (!given(c->mmu, keys[key].offset)) return 0;
  for (int i = 0; i < s->switches; i++)
    if (keys[key].schemes >> s->sw[i].cfg.scheme & 1 && !given(c->file->switches[i].mmu, keys[key].offset)) return 0;
  return warn_idle(c, "mmu", keys[key].name, scenario_scheme_name(s->sw[0].cfg.scheme));
}

int mmu_idle_keys(struct checker *c) {
  const struct scenario *s = c->s;
  int status = 0;
  for (size_t key = 0; status == 0 && key < sizeof(keys) / sizeof(*keys); key++) {
    status = idle_in_common(c, key);
    for (int i = 0; status == 0 && i < s->switches; i++) {
      enum sluice_scheme scheme = s->sw[i].cfg.scheme;
      char prefix[32];
      snprintf(prefix, sizeof(prefix), "switches.%d.mmu", i);
      if (given(c->file->switches[i].mmu, keys[key].offset) && !(keys[key].schemes >> scheme & 1))
        status = warn_idle(c, prefix, keys[key].name, scenario_scheme_name(scheme));
    }
  }
  return status;
}

// ---- headroom ----

// TTL Eq. 15 with the network's own processing time: the bytes that can still arrive after a queue has paused.
static double needed(const struct scenario *s, int link) {
  const struct scenario_link *l = &s->link[link];
  double rate = (double)l->bps / 8, delay = (double)l->delay_ps / (double)SCENARIO_PS,
         processing = (double)s->processing / (double)s->clock_hz;
  double frames = s->mtu + MIN_FRAME + 2.0 * l->overhead;
  return ceil(scenario_share(s, link) * (2 * (frames + delay * rate) + processing * rate) - 1e-6);
}

// For each switch the link that needs most headroom, -1: none.
static void worst_links(const struct scenario *s, int *worst) {
  for (int i = 0; i < s->switches; i++) worst[i] = -1;
  for (int i = 0; i < 2 * s->links; i++) {
    int sw = s->link[i / 2].end[i % 2].node;
    if (sw < s->switches && (worst[sw] < 0 || needed(s, i / 2) > needed(s, worst[sw]))) worst[sw] = i / 2;
  }
}

static int short_of_headroom(struct checker *c, const int *worst) {
  const struct scenario *s = c->s;
  for (int i = 0; i < s->switches; i++) {
    const struct sluice_config *cfg = &s->sw[i].cfg;
    const struct file_mmu *own = c->file->switches[i].mmu;
    double bytes = (double)cfg->eta * s->cell_bytes;
    if (cfg->lossless == 0 || worst[i] < 0 || bytes >= needed(s, worst[i])) continue;
    char path[64];
    snprintf(path, sizeof(path), own != NULL && own->headroom != NULL ? "switches.%d.mmu.headroom" : "mmu.headroom", i);
    return scenario_warn(c, path,  // one warning is enough
                         "switch %s: headroom is %.0f B, but after a pause %.0f B may arrive on link %s [TTL Eq. 15]: "
                         "packets may be lost; raise headroom",
                         s->sw[i].name, bytes, needed(s, worst[i]), s->link[worst[i]].name);
  }
  return 0;
}

int mmu_headroom_check(struct checker *c) {
  if (scenario_is_gfc(c->s)) return 0;
  int *worst = malloc((size_t)c->s->switches * sizeof(*worst));
  if (worst == NULL) return scenario_no_memory(c);
  worst_links(c->s, worst);
  int status = short_of_headroom(c, worst);
  free(worst);
  return status;
}
