// Flows that start when other flows have completed (key `after`).
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/files/vec.h"
#include "tb/sim/scenario/delays.h"
#include "tb/sim/scenario/scenario_file.h"

int scenario_add_after(struct checker *c, struct scenario_flow *f, int before) {
  struct scenario *s = c->s;
  struct scenario_after *more = vec_grow(s->after, (size_t)s->afters, sizeof(*more));
  if (more == NULL) return scenario_no_memory(c);
  s->after = more;
  if (f->afters++ == 0) f->after = s->afters;
  s->after[s->afters++] = (struct scenario_after){.before = before, .flow = (int)(f - s->flow)};
  return 0;
}

static int wrong(struct checker *c, int flow, const char *key, const char *format, const char *name) {
  char path[64];
  return scenario_wrong(c, scenario_flow_path(c, flow, key, path, sizeof(path)), format, name);
}

static int take_listed(struct checker *c, int i) {
  const struct file_flow *f = &c->file->flows[i];
  if (f->after_delay_ns != NULL && f->after_count == 0)
    return wrong(c, i, "after_delay_ns", "flow %s has after_delay_ns without after; give after", c->s->flow[i].name);
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
      status = wrong(c, i, "after",
                     "flow %s would start after itself, or after such a flow; leave an after of the circle out",
                     s->flow[i].name);
  free(waits);
  free(removed);
  return status;
}

// The news between two hosts takes the least sum of link delays, unless the flow gives the delay.
static int check_news(struct checker *c, struct scenario_after *x, struct delays *d) {
  const struct scenario *s = c->s;
  const struct scenario_flow *before = &s->flow[x->before], *f = &s->flow[x->flow];
  if (f->after_delay != UINT64_MAX)
    x->news_ps = f->after_delay;
  else
    x->news_ps = before->to == f->from ? 0 : delays_to(d, f->from);
  if (x->news_ps != UINT64_MAX) return 0;
  return wrong(c, x->flow, "after", "no way from host %s to that of the flow; give after_delay_ns",
               scenario_node_name(s, before->to));
}

// Host by host, because the delays are those from one host.
static int set_news(struct checker *c) {
  struct scenario *s = c->s;
  struct delays *d = delays_new(s);
  int *next = malloc(((size_t)s->afters + 1) * sizeof(*next)), *first = malloc((size_t)s->hosts * sizeof(*first)),
      status = d != NULL && next != NULL && first != NULL ? 0 : scenario_no_memory(c);
  for (int h = 0; status == 0 && h < s->hosts; h++) first[h] = -1;
  for (int k = s->afters - 1; status == 0 && k >= 0; k--) {
    int *list = &first[s->flow[s->after[k].before].to - s->switches];
    next[k] = *list;
    *list = k;
  }
  for (int h = 0; status == 0 && h < s->hosts; h++) {
    bool known = false;
    for (int k = first[h]; status == 0 && k >= 0; k = next[k]) {
      const struct scenario_flow *f = &s->flow[s->after[k].flow];
      if (!known && f->after_delay == UINT64_MAX && f->from != s->switches + h) {
        delays_from(d, s->switches + h);
        known = true;
      }
      status = check_news(c, &s->after[k], d);
    }
  }
  free(next);
  free(first);
  delays_free(d);
  return status;
}

static int check_ends(struct checker *c) {
  const struct scenario *s = c->s;
  for (int k = 0; k < s->afters; k++) {
    const struct scenario_flow *before = &s->flow[s->after[k].before];
    if (before->bytes == 0)
      return wrong(c, s->after[k].flow, "after", "flow %s is endless, so nothing starts after it; give it bytes",
                   before->name);
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
  if (status == 0) status = check_ends(c);
  return status == 0 ? set_news(c) : status;
}
