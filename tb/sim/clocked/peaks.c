#include "tb/sim/clocked/peaks.h"

#include "tb/sim/clocked/switch.h"

static enum network_status peak(struct network *n, int i, enum sluice_stat stat, uint32_t *most, int *port, int *cls) {
  const struct sluice_dims *dims = &n->s->dims;
  for (int p = 0; p < dims->ports; p++) {
    for (int c = 0; c < dims->classes; c++) {
      uint32_t value;
      enum network_status status = n->kind->stat(n, i, stat, p, c, &value);
      if (status != NETWORK_OK) return status;
      if (value <= *most) continue;
      *most = value;
      *port = p;
      *cls = c;
    }
  }
  return NETWORK_OK;
}

enum network_status peaks_read(struct network *n, int i) {
  struct switch_result *r = &n->result.sw[i];
  enum network_status status = n->kind->settle(n, i);
  if (status == NETWORK_OK) status = n->kind->stat(n, i, SLUICE_STAT_SHARED_PEAK, 0, 0, &r->peak_shared);
  if (status == NETWORK_OK) status = peak(n, i, SLUICE_STAT_QUEUE_PEAK, &r->peak_queue, &r->queue_port, &r->queue_cls);
  if (status == NETWORK_OK)
    status = peak(n, i, SLUICE_STAT_HEADROOM_PEAK, &r->peak_headroom, &r->headroom_port, &r->headroom_cls);
  return status;
}
