#include "tb/sim/clocked/trace.h"

#include <inttypes.h>

#include "tb/sim/clocked/area.h"
#include "tb/sim/clocked/ranks_text.h"

// Nanoseconds, exact for clocks that divide a microsecond; else to the picosecond.
void trace_time(const struct network *n, FILE *to) {
  uint64_t hz = n->s->clock_hz;
  uint64_t ns = n->now / hz * 1000000000 + n->now % hz * 1000000000 / hz;
  uint64_t rest = n->now % hz * 1000000000 % hz;
  if (rest == 0)
    fprintf(to, "%" PRIu64, ns);
  else
    fprintf(to, "%" PRIu64 ".%03" PRIu64, ns, rest * 1000 / hz);
}

void trace_message(struct network *n, int link, int direction, int cls, const char *what, unsigned level) {
  FILE *to = n->opt.pauses;
  if (to == NULL) return;
  const struct scenario_link *l = &n->s->link[link];
  trace_time(n, to);
  fprintf(to, ",%s,%s>%s,", l->name, scenario_node_name(n->s, l->end[direction].node),
          scenario_node_name(n->s, l->end[!direction].node));
  if (cls < 0)
    fprintf(to, "port,%s,%u\n", what, level);
  else
    fprintf(to, "%d,%s,%u\n", cls, what, level);
  if (n->areas != NULL)
    areas_wrote(n);
  else if (n->ranks != NULL)
    ranks_wrote(n, RANKS_PAUSES, n->ranks->key);
}

void trace_sample(struct network *n) {
  for (int i = 0; i < n->s->probes; i++) {
    const struct scenario_probe *q = &n->s->probe[i];
    if (q->sw < n->first || q->sw >= n->last) continue;
    int queue = q->port * n->s->dims.classes + q->cls;
    const struct level *l = &n->result.sw[q->sw].queue[SIDE_INGRESS][queue];
    double gbps = (double)(l->arrived - n->sampled[i]) * 8 / (double)n->s->sample_ns;  // since the last sample
    n->sampled[i] = l->arrived;
    trace_time(n, n->opt.occupancy);
    fprintf(n->opt.occupancy, ",%s,%s,%d,%" PRIu64 ",%.3f\n", n->s->sw[q->sw].name, n->s->link[q->link].name, q->cls,
            (uint64_t)l->cells * n->s->cell_bytes, gbps);
    if (n->ranks != NULL) ranks_wrote(n, RANKS_OCCUPANCY, (struct ranks_key){.clock = n->now, .sender = (uint32_t)i});
  }
}
