// The periods of time-based GFC.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/rules/sluice_gfc.h"
#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/scenario_mmu.h"

// The time that a message may wait, us: for the messages of the other ports, one a cycle, then for a frame on its link,
// and until it is sent itself. In a shorter period messages would pile up.
static double longest_wait_us(const struct scenario *s, int sw) {
  const double ports = (double)s->sw[sw].ports * 1e6 / (double)s->sw[sw].clock_hz;
  double worst = 0;
  for (int p = 0; p < s->sw[sw].ports; p++) {
    const struct scenario_link *l = &s->link[s->sw[sw].link[p]];
    const double us = 8e6 * (s->mtu + MIN_FRAME + 2.0 * l->overhead) / (double)l->bps;
    if (us > worst) worst = us;
  }
  return ports + worst;
}

static int take_period(struct checker *c, int sw, const char *path, double us) {
  struct scenario *s = c->s;
  const struct sluice_config *cfg = &s->sw[sw].cfg;
  const uint64_t d = cfg->stage_top - cfg->stage_base;
  const double least = longest_wait_us(s, sw);
  char place[YAML_PLACE];
  s->sw[sw].feedback_period = scenario_us_cycles(s, us);
  s->sw[sw].feedback_place = strdup(scenario_place(c, path, place));
  if (s->sw[sw].feedback_place == NULL) return scenario_no_memory(c);
  if (us < least)
    return scenario_wrong(c, path, "feedback_period_us is %g; a message of switch %s may wait %.4g us: give more", us,
                          s->sw[sw].name, least);
  if (d <= SLUICE_ROOM_MAX) return 0;
  return scenario_wrong(c, path,
                        "Bm - B0 of switch %s is %" PRIu64
                        " cells, and with feedback_period_us a message reports at most %d; raise b0 or cell_bytes",
                        s->sw[sw].name, d, SLUICE_ROOM_MAX);
}

int mmu_room_check(struct checker *c) {
  struct scenario *s = c->s;
  int status = 0;
  for (int i = 0; status == 0 && i < s->switches; i++) {
    struct keys k = {.c = c, .own = c->file->switches[i].mmu, .all = c->mmu, .sw = i};
    const double *us = PICK(&k, feedback_period_us);
    char path[64];
    snprintf(k.prefix, sizeof(k.prefix), "switches.%d.mmu", i);
    mmu_path(&k, IS_OWN(&k, feedback_period_us), "feedback_period_us", path, sizeof(path));
    if (us != NULL) status = take_period(c, i, path, *us);
    if (status != 0 || (s->sw[i].feedback_period != 0) == (s->sw[0].feedback_period != 0)) continue;
    return scenario_wrong(c, us != NULL ? path : "mmu",
                          "switch %s reports its room every period, and switch %s sends levels at changes; give all "
                          "switches feedback_period_us, or none",
                          s->sw[us != NULL ? i : 0].name, s->sw[us != NULL ? 0 : i].name);
  }
  return status;
}
