// Flows that start when other flows have completed (key `after`).
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/route.h"
#include "tb/sim/scenario/scenario_file.h"

int scenario_add_after(struct checker *c, struct scenario_flow *f, int before) {
  struct scenario *s = c->s;
  if ((s->afters & (s->afters - 1)) == 0) {  // a power of two, or none yet: the array is full
    struct scenario_after *more = realloc(s->after, (s->afters > 0 ? 2 * (size_t)s->afters : 1) * sizeof(*more));
    if (more == NULL) return scenario_no_memory(c);
    s->after = more;
  }
  if (f->afters++ == 0) f->after = s->afters;
  s->after[s->afters++] = (struct scenario_after){.before = before, .flow = (int)(f - s->flow)};
  return 0;
}

static int take_listed(struct checker *c, int i) {
  const struct file_flow *f = &c->file->flows[i];
  for (unsigned k = 0; k < f->after_count; k++) {
    char path[64];
    snprintf(path, sizeof(path), "flows.%d.after.%u", i, k);
    const int before = names_find(&c->flow_names, f->after[k]);
    if (before < 0) return scenario_no_flow(c, path, f->after[k]);
    int status = scenario_add_after(c, &c->s->flow[i], before);
    if (status != 0) return status;
  }
  return 0;
}

static int wrong(struct checker *c, int flow, const char *format, const char *name) {
  char path[64];
  return scenario_wrong(c, scenario_flow_path(c, flow, "after", path, sizeof(path)), format, name);
}

// Lists for each flow what follows it. Returns false if out of memory.
static bool list_followers(struct scenario *s) {
  s->follower = malloc(((size_t)s->flows + 1) * sizeof(*s->follower));
  if (s->follower == NULL) return false;
  for (int i = 0; i < s->flows; i++) s->follower[i] = -1;
  for (int k = s->afters - 1; k >= 0; k--) {
    s->after[k].next = s->follower[s->after[k].before];
    s->follower[s->after[k].before] = k;
  }
  return true;
}

// Removes the flows that start at once, then those that follow removed flows only, and so on. A flow that is left
// starts after itself, or follows such a flow.
static int check_circles(struct checker *c) {
  const struct scenario *s = c->s;
  int *waits = malloc(((size_t)s->flows + 1) * sizeof(*waits)),
      *removed = malloc(((size_t)s->flows + 1) * sizeof(*removed));
  int count = 0, status = 0;
  if (waits == NULL || removed == NULL) status = scenario_no_memory(c);
  for (int i = 0; status == 0 && i < s->flows; i++)
    if ((waits[i] = s->flow[i].afters) == 0) removed[count++] = i;
  for (int at = 0; status == 0 && at < count; at++)
    for (int k = s->follower[removed[at]]; k >= 0; k = s->after[k].next)
      if (--waits[s->after[k].flow] == 0) removed[count++] = s->after[k].flow;
  for (int i = 0; status == 0 && i < s->flows; i++)
    if (waits[i] > 0)
      status = wrong(c, i, "flow %s would start after itself, or after such a flow; leave an after of the circle out",
                     s->flow[i].name);
  free(waits);
  free(removed);
  return status;
}

// The news of a completed flow takes the time of a frame of least size on the way to the host of the next flow.
static int set_news(struct checker *c, struct scenario_after *x) {
  const struct scenario *s = c->s;
  struct scenario_flow way = {.from = s->flow[x->before].to, .to = s->flow[x->flow].from};
  if (s->flow[x->before].bytes == 0)
    return wrong(c, x->flow, "flow %s is endless, so nothing starts after it; give it bytes", s->flow[x->before].name);
  if (way.from == way.to) return 0;
  const int status = route_shortest(c->s, &way, &(struct route_key){way.from, way.to, x->flow});
  if (status == ENOMEM) return scenario_no_memory(c);
  if (status != 0) return scenario_no_route(c, "flows", &way, status);
  for (int hop = -1; hop < way.hops; hop++) {
    const struct scenario_link *l = &s->link[lane_of(s, &way, hop) / 2];
    x->news_ps += l->delay_ps + (uint64_t)((MIN_FRAME + l->overhead) * 8 * (double)SCENARIO_PS / (double)l->bps);
  }
  return 0;
}

int scenario_check_chains(struct checker *c) {
  struct scenario *s = c->s;
  int status = 0;
  for (unsigned i = 0; status == 0 && i < c->file->flows_count; i++) status = take_listed(c, (int)i);
  if (status != 0 || s->afters == 0) return status;
  if (!list_followers(s)) status = scenario_no_memory(c);
  if (status == 0) status = check_circles(c);
  for (int k = 0; status == 0 && k < s->afters; k++) status = set_news(c, &s->after[k]);
  return status;
}
