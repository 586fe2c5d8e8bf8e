#include "tb/sim/clocked/trace.h"

#include <inttypes.h>
#include <string.h>

static void put_time(const struct network *n, uint64_t cycle, FILE *to) {
  uint64_t hz = n->s->clock_hz;
  uint64_t ns = cycle / hz * 1000000000 + cycle % hz * 1000000000 / hz;
  uint64_t rest = cycle % hz * 1000000000 % hz;
  if (rest == 0)
    fprintf(to, "%" PRIu64, ns);
  else
    fprintf(to, "%" PRIu64 ".%03" PRIu64, ns, rest * 1000 / hz);
}

void trace_time(const struct network *n, FILE *to) { put_time(n, n->now, to); }

void trace_packet(const struct network *n, int node, int link, const char *step, const struct packet *p) {
  FILE *to = n->opt.packets;
  if (to == NULL) return;
  trace_time(n, to);
  fprintf(to, ",%s,%s,%s,", step, scenario_node_name(n->s, node), n->s->link[link].name);
  if (p->control) {
    fprintf(to, ",,,%u\n", p->bytes);
    return;
  }
  if (strcmp(step, "drop") != 0) fprintf(to, "%d", p->cls);  // a dropped packet has no class at the switch
  fprintf(to, ",%s,", n->s->flow[p->data.flow].name);
  put_time(n, p->data.born, to);
  fprintf(to, ",%" PRIu32 "\n", p->bytes);
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
