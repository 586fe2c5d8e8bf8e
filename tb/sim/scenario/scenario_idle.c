// Warnings for accepted settings that are probably unintended: keys that the scheme ignores, and headroom that is too
// small for the data under way.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_mmu.h"

// ---- keys without effect ----

// Whether a key is given. All keys are pointers, NULL if the file does not give them.
static bool given(const struct file_mmu *f, size_t offset) {
  const void *value;
  if (f == NULL) return false;
  memcpy(&value, (const char *)f + offset, sizeof(value));
  return value != NULL;
}

// Whether a switch with this scheme uses a key. pause_time is also the default of refresh, which time-based GFC does
// not have.
static bool uses(const struct checker *c, int sw, size_t key) {
  const struct keys k = {.own = c->file->switches[sw].mmu, .all = c->mmu};
  const enum sluice_scheme scheme = c->s->sw[sw].cfg.scheme;
  const bool repeats = sluice_is_gfc(scheme) && PICK(&k, feedback_period_us) == NULL;
  if (scenario_mmu_fields[key].at == offsetof(struct file_mmu, refresh) && sluice_is_gfc(scheme)) return repeats;
  if (scenario_mmu_fields[key].at == offsetof(struct file_mmu, pause_time) && repeats && PICK(&k, refresh) == NULL)
    return true;
  return scenario_mmu_schemes[key] >> scheme & 1;
}

static int warn_idle(struct checker *c, const char *prefix, const char *key, const char *scheme) {
  char path[64];
  snprintf(path, sizeof(path), "%s.%s", prefix, key);
  return scenario_warn(c, path, "%s does nothing under %s; leave it out", key, scheme);
}

// A key of all switches has an effect if a switch uses it and does not have its own value.
static int idle_in_common(struct checker *c, size_t key) {
  const struct scenario *s = c->s;
  if (!given(c->mmu, scenario_mmu_fields[key].at)) return 0;
  for (int i = 0; i < s->switches; i++)
    if (uses(c, i, key) && !given(c->file->switches[i].mmu, scenario_mmu_fields[key].at)) return 0;
  return warn_idle(c, "mmu", scenario_mmu_fields[key].key, scenario_scheme_name(s->sw[0].cfg.scheme));
}

int mmu_idle_keys(struct checker *c) {
  const struct scenario *s = c->s;
  int status = 0;
  for (size_t key = 0; status == 0 && key < MMU_KEYS; key++) {
    status = idle_in_common(c, key);
    for (int i = 0; status == 0 && i < s->switches; i++) {
      enum sluice_scheme scheme = s->sw[i].cfg.scheme;
      char prefix[32];
      snprintf(prefix, sizeof(prefix), "switches.%d.mmu", i);
      if (given(c->file->switches[i].mmu, scenario_mmu_fields[key].at) && !uses(c, i, key))
        status = warn_idle(c, prefix, scenario_mmu_fields[key].key, scenario_scheme_name(scheme));
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

// Bytes of headroom of the port of a link at a switch.
static double headroom_of(const struct scenario *s, int sw, int link) {
  const struct scenario_link *l = &s->link[link];
  const int port = l->end[l->end[0].node == sw ? 0 : 1].port;
  return (double)sluice_limits_of(&s->sw[sw].cfg, port)->eta * s->cell_bytes;
}

// The link of a switch whose headroom is shortest of the need, -1: no link is short of it.
static int worst_link(const struct scenario *s, int sw) {
  int worst = -1;
  double most = 0;
  for (int p = 0; p < s->sw[sw].ports; p++) {
    const int link = s->sw[sw].link[p];
    const double lacks = needed(s, link) - headroom_of(s, sw, link);
    if (lacks <= most) continue;
    most = lacks;
    worst = link;
  }
  return worst;
}

int mmu_headroom_check(struct checker *c) {
  const struct scenario *s = c->s;
  for (int i = 0; !scenario_is_gfc(s) && !scenario_has_credits(s) && i < s->switches; i++) {
    const struct file_mmu *own = c->file->switches[i].mmu;
    const int link = s->sw[i].cfg.lossless != 0 ? worst_link(s, i) : -1;
    char path[64];
    if (link < 0) continue;
    if (mmu_port_has_headroom(c, link))
      mmu_port_path(c, link, "headroom", path, sizeof(path));
    else
      snprintf(path, sizeof(path), own != NULL && own->headroom != NULL ? "switches.%d.mmu.headroom" : "mmu.headroom",
               i);
    return scenario_warn(c, path,  // one warning is enough
                         "switch %s: headroom is %.0f B, but after a pause %.0f B may arrive on link %s [TTL Eq. 15]: "
                         "packets may be lost; raise headroom",
                         s->sw[i].name, headroom_of(s, i, link), needed(s, link), s->link[link].name);
  }
  return 0;
}
