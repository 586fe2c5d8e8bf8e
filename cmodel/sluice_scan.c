// The scan re-examines one queue per clock, because thresholds also move for queues and ports that see no event. What
// it would find follows from bounds: while no free queue holds more than XOFF and no paused one as little as XON, it
// finds nothing, and its clocks can be left out.
#include <stddef.h>

#include "sluice_clocked.h"

void sluice_scan_named(const struct sluice_dims *dims, uint64_t clock, int *port, int *cls) {
  int named = (int)(clock % (uint64_t)(dims->ports * dims->classes));
  *port = named % dims->ports;
  *cls = named / dims->ports;
}

static void rise(uint32_t *bound, uint32_t value) {
  if (value > *bound) *bound = value;
}

static void fall(uint32_t *bound, uint32_t value) {
  if (value < *bound) *bound = value;
}

// A view of a queue or port that has begun to use headroom has made it off; headroom keeps it off whatever it holds.
static void note(struct sluice_bounds *b, bool off, bool held, uint32_t cells) {
  if (!off)
    rise(&b->free, cells);
  else if (!held)
    fall(&b->off, cells);
}

void sluice_scan_note(struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                      struct sluice_account *a, const struct sluice_states *states, int port, int cls) {
  bool dsh = cfg->scheme == SLUICE_DSH, held = *sluice_group(a, cfg, port, cls) > 0;
  if (dsh) note(&s->ports, states->port_off >> port & 1, held, a->sum[port]);
  if (!(cfg->lossless >> cls & 1)) return;
  note(&s->queues[cfg->scheme == SLUICE_TTL ? cls : 0], states->level[sluice_bit(dims, port, cls)] == SLUICE_OFF,
       held && !dsh, sluice_above(a->queue[port][cls], cfg->phi));
}

static void look(struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                 struct sluice_account *a, const struct sluice_states *states) {
  const struct sluice_bounds none = {.free = 0, .off = UINT32_MAX};
  for (int c = 0; c < dims->classes; c++) s->queues[c] = none;
  s->ports = none;
  for (int p = 0; p < dims->ports; p++)
    for (int c = 0; c < dims->classes; c++) sluice_scan_note(s, dims, cfg, a, states, p, c);
  s->known = true;
}

static bool between(const struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                    const struct sluice_account *a, const struct sluice_weigh *moving) {
  int kinds = cfg->scheme == SLUICE_TTL ? dims->classes : 1;
  for (int k = 0; k < kinds; k++) {
    struct sluice_thresholds least = sluice_thresholds(cfg, dims, a, k), most = least;
    if (moving != NULL) sluice_weigh_moving(moving, dims, cfg, k, &least, &most);
    if (s->queues[k].free > least.xqoff || s->queues[k].off <= most.xqon) return false;
    if (cfg->scheme == SLUICE_DSH && (s->ports.free > least.xpoff || s->ports.off <= most.xpon)) return false;
  }
  return true;
}

bool sluice_scan_quiet(struct sluice_scan *s, const struct sluice_dims *dims, const struct sluice_config *cfg,
                       struct sluice_account *a, const struct sluice_states *states,
                       const struct sluice_weigh *moving) {
  if (s->known && between(s, dims, cfg, a, moving)) return true;
  look(s, dims, cfg, a, states);
  return between(s, dims, cfg, a, moving);
}
