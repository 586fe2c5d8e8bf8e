#include "tb/sim/results/result.h"

#include <stdlib.h>

#include "tb/sim/scenario/scenario.h"

struct storms result_storms_of(const struct switch_result *sw, int queues) {
  struct storms all = {0};
  for (int k = 0; k < queues; k++) {
    const struct storms x = result_storms(sw, k);
    all.detected += x.detected;
    all.restored += x.restored;
    all.dropped += x.dropped;
    all.dropped_bytes += x.dropped_bytes;
  }
  return all;
}

void result_free(struct network_result *r, const struct scenario *s) {
  for (int i = 0; r->flow != NULL && i < s->flows; i++)
    if (!r->flow[i].settled) histogram_free(&r->flow[i].latency);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) histogram_free(&r->latency[c]);
  for (int i = 0; r->sw != NULL && i < s->switches; i++)
    for (int side = 0; side < SIDES; side++) {
      struct level *queue = r->sw[i].queue[side];
      for (int k = 0; queue != NULL && k < scenario_queues(s, i); k++)
        if (!queue[k].settled) histogram_free(&queue[k].time);
      free(queue);
    }
  for (int i = 0; r->sw != NULL && i < s->switches; i++) {
    free(r->sw[i].marks);
    free(r->sw[i].storms);
  }
  free(r->flow);
  free(r->link);
  free(r->sw);
  free(r->verdict.cycle);
}

void result_losses(struct flow_result *f, uint64_t arrived) {
  f->lost = f->losses[LOSS_LOSSY] + f->losses[LOSS_LOSSLESS];
  f->dropped = 0;
  for (int i = LOSS_LOSSLESS + 1; i < LOSSES; i++) f->dropped += f->losses[i];
  f->under_way = f->sent - arrived - f->lost - f->dropped;
}
