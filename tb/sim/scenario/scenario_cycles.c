// Warns of a cyclic buffer dependency. Routes that go up and then down have none, so they are not searched.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/dependencies.h"
#include "tb/sim/scenario/route.h"
#include "tb/sim/scenario/scenario_file.h"

enum { SHOWN = 6 };  // channels of a cycle that are named

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

// from_us: the time from which the routes have the cycle.
static int warn(struct checker *c, const struct dependencies *d, const struct cycle *cycle, double from_us) {
  char text[SHOWN * 200] = "", from[40] = "";
  describe(d, cycle, text, sizeof(text));
  if (from_us > 0) snprintf(from, sizeof(from), " from %g us on", from_us);
  return scenario_warn(c, "",
                       "the routes of the flows%s can deadlock, because their buffer dependencies have a cycle: %s; "
                       "give paths: up_down, or other routes or classes",
                       from, text);
}

// Searches the routes of all flows, and the ways back of the first `answered` flows.
static int search(struct checker *c, struct scenario *view, int answered, double from_us) {
  struct dependencies d;
  struct cycles found = {.cycle = NULL};
  int status = dependencies_new(&d, view);
  if (status == 0) status = dependencies_of_flows(&d);
  view->flows = answered;
  if (status == 0) status = dependencies_of_answers(&d);
  if (status == 0) status = dependencies_of_ports(&d);
  if (status == 0) status = cycles_find(&d, 1, &found);
  if (status == ENOMEM) status = scenario_no_memory(c);
  if (status == 0 && found.count > 0) status = warn(c, &d, &found.cycle[0], from_us);
  cycles_free(&found);
  dependencies_free(&d);
  return status;
}

static int add(struct scenario *view, const struct scenario_flow *f, int cls, const struct route_key *key,
               const struct route_ends *e) {
  struct scenario_flow *to = &view->flow[view->flows++];
  *to = *f;
  to->cls = cls;
  return route_between(view, to, key, e);
}

// Adds a flow with its route at a change, and a flow for the packets back to its sender. Without a path, all of its
// packets are dropped.
static int reroute(struct scenario *view, const struct scenario_flow *f, int number) {
  const struct route_key key = {f->from, f->to, number}, way_back = {f->to, f->from, number};
  struct route_ends e;
  int status = route_ends(view, view->routes, &key, &e);
  if (status == 0) status = add(view, f, f->cls, &key, &e);
  if (status == 0 && view->policy[f->policy].algorithm != CONGESTION_NONE)
    status = add(view, f, view->senders.cls, &way_back, &(struct route_ends){e.arrives, e.access});
  return status == EHOSTUNREACH ? 0 : status;
}

// Searches the routes from a change on. Written routes are as before.
static int search_from(struct checker *c, uint64_t time) {
  const struct scenario *s = c->s;
  struct scenario view = *s;
  int status = 0;
  view.arena = (struct arena){0};
  view.flows = 0;
  view.flow = malloc((2 * (size_t)s->flows + 1) * sizeof(*view.flow));
  view.routes = routes_at(s->routes, time);
  if (view.flow == NULL || view.routes == NULL) status = ENOMEM;
  for (int i = 0; status == 0 && i < s->flows; i++)
    if (s->flow[i].fixed) view.flow[view.flows++] = s->flow[i];
  const int fixed = view.flows;
  for (int i = 0; status == 0 && i < s->flows; i++)
    if (!s->flow[i].fixed) status = reroute(&view, &s->flow[i], i);
  status = status == 0 ? search(c, &view, fixed, (double)time * 1e6 / (double)s->clock_hz) : scenario_no_memory(c);
  routes_free(view.routes);
  free(view.flow);
  arena_free(&view.arena);
  return status;
}

int scenario_check_cycles(struct checker *c) {
  const struct scenario *s = c->s;
  struct scenario all = *s;
  int status = 0;
  if (s->feedback == FEEDBACK_STAGE) return 0;  // a stage never stops a queue
  if (s->paths == PATHS_UP_DOWN && !has_written(c)) return 0;
  if (s->changes == 0 || s->change[0] > 0) status = search(c, &all, s->flows, 0);
  for (int i = 0; status == 0 && i < s->changes; i++)
    if (scenario_new_links(s, i)) status = search_from(c, s->change[i]);
  return status;
}
