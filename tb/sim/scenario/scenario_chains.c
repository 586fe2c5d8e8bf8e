// Flows that start when another flow has completed (key `after`).
#include <errno.h>
#include <stdio.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/scenario/lanes.h"
#include "tb/sim/scenario/scenario_file.h"

static int take_after(struct checker *c, int i) {
  struct scenario *s = c->s;
  const char *name = c->file->flows[i].after;
  char path[64];
  if (name == NULL) return 0;
  snprintf(path, sizeof(path), "flows.%d.after", i);
  const int before = names_find(&c->flow_names, name);
  if (before < 0) return scenario_no_flow(c, path, name);
  if (s->flow[before].bytes == 0)
    return scenario_wrong(c, path, "flow %s is endless, so nothing starts after it; give it bytes", name);
  s->flow[i].after = before;
  return 0;
}

// Fails if a flow starts after itself. A walk back over more flows than there are has met a circle.
static int check_circles(struct checker *c) {
  const struct scenario *s = c->s;
  for (int i = 0; i < (int)c->file->flows_count; i++) {
    int at = s->flow[i].after;
    for (int steps = 0; at >= 0 && at != i && steps <= (int)c->file->flows_count; steps++) at = s->flow[at].after;
    if (at != i) continue;
    char path[64];
    snprintf(path, sizeof(path), "flows.%d.after", i);
    return scenario_wrong(c, path, "flow %s would start after itself; remove one after of the circle", s->flow[i].name);
  }
  return 0;
}

// The news of a completed flow takes the time of a frame of least size on the way to the host of the next flow.
static int set_news(struct checker *c, const struct lanes *lanes, struct scenario_flow *f) {
  const struct scenario *s = c->s;
  struct scenario_flow way = {.from = s->flow[f->after].to, .to = f->from, .after = -1};
  if (way.from == way.to) return 0;
  const int status = scenario_route(c, &way);
  if (status == ENOMEM) return scenario_no_memory(c);
  if (status != 0) return scenario_no_route(c, "flows", &way, status);
  for (int hop = -1; hop < way.hops; hop++) {
    const struct scenario_link *l = &s->link[lane_of(lanes, &way, hop) / 2];
    f->news_ps += l->delay_ps + (uint64_t)((MIN_FRAME + l->overhead) * 8 * (double)SCENARIO_PS / (double)l->bps);
  }
  return 0;
}

int scenario_check_chains(struct checker *c) {
  struct scenario *s = c->s;
  struct lanes lanes;
  int status = 0;
  for (unsigned i = 0; status == 0 && i < c->file->flows_count; i++) status = take_after(c, (int)i);
  if (status == 0) status = check_circles(c);
  if (status != 0) return status;
  for (int i = 0; i < s->flows; i++) s->chains |= s->flow[i].after >= 0;
  if (!s->chains) return 0;
  if (lanes_new(&lanes, s) != 0) status = scenario_no_memory(c);
  for (int i = 0; status == 0 && i < s->flows; i++)
    if (s->flow[i].after >= 0) status = set_news(c, &lanes, &s->flow[i]);
  lanes_free(&lanes);
  return status;
}
