#include "tb/sim/clocked/trace.h"

#include <inttypes.h>

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
}
