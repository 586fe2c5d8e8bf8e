#include "tb/sim/clocked/occupancy.h"

#include <stdlib.h>

#include "tb/sim/clocked/trace.h"

int occupancy_new(struct occupancy *o, struct network *n) {
  *o = (struct occupancy){.n = n};
  event_init(&o->sample, EVENT_SAMPLE, 0, 0);
  if (n->opt.occupancy == NULL || n->s->probes == 0) return 0;
  o->arrived = calloc((size_t)n->s->probes, sizeof(*o->arrived));
  if (o->arrived == NULL) return -1;
  o->pace = pace_every(n->s->sample_ns, n->s->clock_hz);
  network_add(n, &o->sample, 0);
  return 0;
}

void occupancy_free(struct occupancy *o) { free(o->arrived); }

void occupancy_sample(struct occupancy *o) {
  struct network *n = o->n;
  char block[ROW_TEXT_LEAST];
  struct row_text t = row_text_to(n->opt.occupancy, block, sizeof(block));
  for (int i = 0; i < n->s->probes; i++) {
    const struct scenario_probe *q = &n->s->probe[i];
    const struct level *l = &n->result.sw[q->sw].queue[SIDE_INGRESS][q->port * n->classes + q->cls];
    double gbps = (double)(l->arrived - o->arrived[i]) * 8 / (double)n->s->sample_ns;
    o->arrived[i] = l->arrived;
    trace_time(n, &t);
    row_text_char(&t, ',');
    row_text_field(&t, n->s->sw[q->sw].name);
    row_text_field(&t, n->s->link[q->link].name);
    row_text_whole(&t, (uint64_t)q->cls);
    row_text_char(&t, ',');
    row_text_whole(&t, (uint64_t)l->cells * n->s->cell_bytes);
    row_text_char(&t, ',');
    row_text_fixed(&t, gbps, 3);
    row_text_char(&t, '\n');
  }
  row_text_flush(&t);
  pace_send(&o->pace, n->now, 1);
  network_add(n, &o->sample, pace_free(&o->pace));
}
