// Warns of a cyclic buffer dependency. Routes that go up and then down have none, so they are not searched.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/dependencies.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/routes.h"
#include "tb/sim/scenario/scenario_file.h"

enum { SHOWN = 6 };  // channels of a cycle that are named

// The dependencies, and what has been added of flows that spray
struct search {
  struct dependencies d;
  int *seen;      // [lane] number of the last flow that was spread over the lane, plus 1
  uint8_t *done;  // [first switch * switches + last switch] a bit for each class
};

// Packets of class cls that come in over a channel, leave over a lane. *to becomes their channel. Nothing can follow a
// link to a host, and nothing precedes one from a host, so these are on no cycle. Returns 0 or ENOMEM.
static int add_step(struct dependencies *d, int from, int lane, int cls, int *to) {
  const struct scenario_link *l = &d->s->link[lane / 2];
  *to = -1;
  if (l->access) return 0;
  *to = dependencies_channel(d, lane, cls);
  if (*to < 0) return ENOMEM;
  if (from < 0 || !dependencies_lossless(d, from, cls)) return 0;
  return dependencies_item(d, from, *to) >= 0 ? 0 : ENOMEM;
}

static int add_fixed(struct dependencies *d, const struct scenario_flow *f) {
  int last = -1, status = 0;
  for (int k = 0; status == 0 && k < f->hops; k++) status = add_step(d, last, lane_of(d->s, f, k), f->cls, &last);
  if (status == 0 && f->loop) status = add_step(d, last, lane_of(d->s, f, 0), f->cls, &last);
  return status;
}

// All links by which packets of a flow that sprays can go from a channel to the last switch.
static int add_spread(struct search *x, const struct scenario_flow *f, int from, int here, bool down) {
  const struct scenario *s = x->d.s;
  const int last = f->route[f->hops - 1], number = (int)(f - s->flow) + 1;
  uint16_t port[SCENARIO_MOST_PORTS];
  int status = 0;
  if (here == last) return 0;
  const int ports = routes_next(s->routes, here, last, down, port);
  for (int i = 0; status == 0 && i < ports; i++) {
    const int lane = lane_of_port(s, here, port[i]);
    int to;
    status = add_step(&x->d, from, lane, f->cls, &to);
    if (status != 0 || x->seen[lane] == number) continue;
    x->seen[lane] = number;
    const bool falls = down || routes_leaves_down(s->routes, here, port[i]);
    status = add_spread(x, f, to, s->link[lane / 2].end[!(lane % 2)].node, falls);
  }
  return status;
}

static int add_flow(struct search *x, const struct scenario_flow *f) {
  const struct scenario *s = x->d.s;
  if (!f->sprays) return add_fixed(&x->d, f);
  if (x->seen == NULL) x->seen = calloc(2 * (size_t)s->links, sizeof(*x->seen));
  if (x->done == NULL) x->done = calloc((size_t)s->switches * (size_t)s->switches, 1);
  if (x->seen == NULL || x->done == NULL) return ENOMEM;
  uint8_t *done = &x->done[(size_t)f->route[0] * (size_t)s->switches + (size_t)f->route[f->hops - 1]];
  if (*done >> f->cls & 1) return 0;
  *done |= (uint8_t)(1 << f->cls);
  return add_spread(x, f, -1, f->route[0], false);
}

static bool has_written(const struct checker *c) {
  for (unsigned i = 0; i < c->file->flows_count; i++)
    if (c->file->flows[i].route != NULL) return true;
  return false;
}

static void describe(const struct dependencies *d, const struct cycle *c, char *text, size_t size) {
  FILE *to = fmemopen(text, size, "w");
  if (to == NULL) return;
  for (int i = 0; i < c->length && i < SHOWN; i++) {
    const struct channel *x = &d->channel[c->channel[i]];
    const struct scenario_link *l = &d->s->link[x->lane / 2];
    fprintf(to, "%s:%s/%d waits for ", d->s->sw[l->end[x->lane % 2].node].name, l->name, x->cls);
  }
  if (c->length > SHOWN)
    fprintf(to, "%d more", c->length - SHOWN);
  else
    fprintf(to, "the first");
  fclose(to);
}

static int warn(struct checker *c, const struct dependencies *d, const struct cycle *cycle) {
  char text[SHOWN * 200] = "";
  describe(d, cycle, text, sizeof(text));
  return scenario_warn(c, "",
                       "the routes of the flows can deadlock, because their buffer dependencies have a cycle: %s; "
                       "give paths: up_down, or other routes or classes",
                       text);
}

int scenario_check_cycles(struct checker *c) {
  const struct scenario *s = c->s;
  struct search x = {.seen = NULL};
  struct cycles found = {.cycle = NULL};
  if (s->feedback != FEEDBACK_PAUSE) return 0;  // GFC never stops a queue, TTL has a class for each hop
  if (s->paths == PATHS_UP_DOWN && !has_written(c)) return 0;
  int status = dependencies_new(&x.d, s);
  for (int i = 0; status == 0 && i < s->flows; i++) status = add_flow(&x, &s->flow[i]);
  if (status == 0) status = dependencies_of_ports(&x.d);
  if (status == 0) status = cycles_find(&x.d, 1, &found);
  if (status == ENOMEM) status = scenario_no_memory(c);
  if (status == 0 && found.count > 0) status = warn(c, &x.d, &found.cycle[0]);
  cycles_free(&found);
  dependencies_free(&x.d);
  free(x.seen);
  free(x.done);
  return status;
}
