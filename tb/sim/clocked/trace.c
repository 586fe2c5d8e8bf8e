#include "tb/sim/clocked/trace.h"

#include <string.h>

static void put_time(const struct network *n, uint64_t cycle, struct row_text *t) {
  uint64_t hz = n->s->clock_hz;
  uint64_t ns = cycle / hz * 1000000000 + cycle % hz * 1000000000 / hz;
  uint64_t rest = cycle % hz * 1000000000 % hz;
  if (rest == 0)
    row_text_whole(t, ns);
  else
    row_text_thousandths(t, ns * 1000 + rest * 1000 / hz);
}

void trace_time(const struct network *n, struct row_text *t) { put_time(n, n->now, t); }

// Appends the columns of a data packet from the class on.
static void put_data(const struct network *n, const char *step, const struct packet *p, struct row_text *t) {
  if (strcmp(step, "drop") != 0) row_text_whole(t, (uint64_t)p->cls);  // a dropped packet has no class at the switch
  row_text_char(t, ',');
  row_text_field(t, n->s->flow[p->data.flow].name);
  put_time(n, p->data.born, t);
  row_text_char(t, ',');
}

void trace_packet(const struct network *n, int node, int link, const char *step, const struct packet *p) {
  if (n->opt.packets == NULL) return;
  char block[ROW_TEXT_LEAST];
  struct row_text t = row_text_to(n->opt.packets, block, sizeof(block));
  trace_time(n, &t);
  row_text_char(&t, ',');
  row_text_field(&t, step);
  row_text_field(&t, scenario_node_name(n->s, node));
  row_text_field(&t, n->s->link[link].name);
  if (p->control)
    row_text_word(&t, ",,,");
  else
    put_data(n, step, p, &t);
  row_text_whole(&t, p->bytes);
  row_text_char(&t, '\n');
  row_text_flush(&t);
}

void trace_message(struct network *n, int link, int direction, int cls, const char *what, unsigned level) {
  if (n->opt.pauses == NULL) return;
  const struct scenario_link *l = &n->s->link[link];
  char block[ROW_TEXT_LEAST];
  struct row_text t = row_text_to(n->opt.pauses, block, sizeof(block));
  trace_time(n, &t);
  row_text_char(&t, ',');
  row_text_field(&t, l->name);
  row_text_word(&t, scenario_node_name(n->s, l->end[direction].node));
  row_text_char(&t, '>');
  row_text_field(&t, scenario_node_name(n->s, l->end[!direction].node));
  if (cls < 0)
    row_text_word(&t, "port");
  else
    row_text_whole(&t, (uint64_t)cls);
  row_text_char(&t, ',');
  row_text_field(&t, what);
  row_text_whole(&t, level);
  row_text_char(&t, '\n');
  row_text_flush(&t);
}
