#include "tb/sim/clocked/peaks.h"

struct reader {
  const struct switch_kind *kind;
  void *switches;
  int number, ports, classes;
};

static enum network_status peak(const struct reader *x, enum sluice_stat stat, uint32_t *most, int *port, int *cls) {
  for (int p = 0; p < x->ports; p++) {
    for (int c = 0; c < x->classes; c++) {
      uint32_t value;
      enum network_status status = x->kind->stat(x->switches, x->number, stat, p, c, &value);
      if (status != NETWORK_OK) return status;
      if (value <= *most) continue;
      *most = value;
      *port = p;
      *cls = c;
    }
  }
  return NETWORK_OK;
}

enum network_status peaks_read(struct network *n, const struct switch_kind *kind, void *switches, int i) {
  const struct reader x = {kind, switches, i, n->s->dims.ports, n->classes};
  struct switch_result *r = &n->result.sw[i];
  uint32_t shared = 0;
  enum network_status status = kind->settle(switches, i);
  if (status == NETWORK_OK) status = kind->stat(switches, i, SLUICE_STAT_SHARED_PEAK, 0, 0, &shared);
  r->peak_shared = shared;
  if (status == NETWORK_OK) status = peak(&x, SLUICE_STAT_QUEUE_PEAK, &r->peak_queue, &r->queue_port, &r->queue_cls);
  if (status == NETWORK_OK)
    status = peak(&x, SLUICE_STAT_HEADROOM_PEAK, &r->peak_headroom, &r->headroom_port, &r->headroom_cls);
  return status;
}
