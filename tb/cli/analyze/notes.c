// What a reader of the verdict must know: what bounds it, and why there is no more of one.
#include <stdio.h>

#include "tb/cli/analyze/analyze.h"
#include "tb/sim/scenario/flow_walk.h"

static bool has_finite(const struct scenario *s) {
  for (int i = 0; i < s->flows; i++)
    if (s->flow[i].bytes != 0) return true;
  return false;
}

static bool on_sprayed(const struct analysis *a, char *text, size_t size) {
  if (a->sprayed < 0) return false;
  snprintf(text, size,
           "No rates: packets of flow %s are sprayed, and the algorithm needs one route a flow. The dependencies are "
           "those of all routes, and every flow counts as endless.",
           a->s->flow[a->sprayed].name);
  return true;
}

static bool on_stages(const struct analysis *a, char *text, size_t size) {
  if (a->s->feedback != FEEDBACK_STAGE) return false;
  snprintf(text, size,
           "Under GFC no queue stops its sender, so a cycle is no deadlock. P is the share of its rate that a link "
           "loses, and a queue may drain slowly.");
  return true;
}

static bool on_levels(const struct analysis *a, char *text, size_t size) {
  if (a->s->feedback != FEEDBACK_LEVEL || !a->cyclic) return false;
  snprintf(
      text, size,
      "Under GFC_LINEAR a queue at Bm stops its sender, so a cycle may be a deadlock. Nothing is predicted, because "
      "the algorithm does not know how full queues are. P is the share of its rate that a link loses.");
  return true;
}

static bool on_loop(const struct analysis *a, char *text, size_t size) {
  if (a->overloaded < 0) return false;
  snprintf(text, size, "Flow %s loops, and more packets enter its loop than end in it.",
           a->s->flow[a->overloaded].name);
  return true;
}

// The switch that drops all packets of a flow on its route; -1: they arrive, or the flow has no route that ends.
static int dropping_switch(const struct scenario *s, const struct scenario_flow *f) {
  struct flow_walk w = flow_walk_begin(s, f);
  if (f->loop || f->sprays) return -1;
  while (flow_walk_next(&w)) continue;
  return w.hop < f->hops ? f->route[w.hop] : -1;
}

static bool on_dropped(const struct analysis *a, char *text, size_t size) {
  const struct scenario *s = a->s;
  int first = -1, others = 0, at = -1;
  for (int i = 0; i < s->flows; i++) {
    const int sw = dropping_switch(s, &s->flow[i]);
    if (sw < 0) continue;
    others += first >= 0;
    if (first < 0) at = sw;
    if (first < 0) first = i;
  }
  if (first < 0) return false;
  const int length = snprintf(text, size, "Packets of flow %s end at switch %s, which drops them.", s->flow[first].name,
                              s->sw[at].name);
  if (others > 0 && (size_t)length < size)
    snprintf(text + length, size - (size_t)length, " %d more flow%s end%s before the destination.", others,
             others == 1 ? "" : "s", others == 1 ? "s" : "");
  return true;
}

static bool on_ingress_limit(const struct analysis *a, char *text, size_t size) {
  const struct scenario *s = a->s;
  for (int i = 0; a->sprayed < 0 && i < 2 * s->links; i++)
    if (s->link[i / 2].end[i % 2].ingress != 0) {
      snprintf(text, size,
               "The algorithm takes the ingress limit of link %s, and of others, as the capacity of the link. P of the "
               "link does not include the pauses for that limit.",
               s->link[i / 2].name);
      return true;
    }
  return false;
}

static bool on_storm(const struct analysis *a, char *text, size_t size) {
  if (a->storm < 0) return false;
  const struct scenario_storm *x = &a->s->storm[a->storm];
  snprintf(text, size, "Host %s pauses class %d until the end, so packets for it may wait for ever.",
           a->s->host[x->host].name, x->cls);
  return true;
}

static bool on_quiet(const struct analysis *a, char *text, size_t size) {
  if (a->quiets == 0) return false;
  snprintf(text, size, "%d link%s pause%s nothing, because all bytes of their flows fit below the threshold.",
           a->quiets, a->quiets == 1 ? "" : "s", a->quiets == 1 ? "s" : "");
  return true;
}

static bool on_finite(const struct analysis *a, char *text, size_t size) {
  if (a->sprayed >= 0 || !has_finite(a->s)) return false;
  snprintf(text, size, "In the algorithm flows with an end send for ever, and all at once.");
  return true;
}

static bool on_congestion(const struct analysis *a, char *text, size_t size) {
  if (!a->s->controlled) return false;
  snprintf(text, size,
           "The algorithm has no congestion control: its senders lower their rates for pauses only. The dependencies "
           "include packets back to the senders, in class %d.",
           a->s->senders.cls);
  return true;
}

static bool on_changes(const struct analysis *a, char *text, size_t size) {
  if (a->s->changes == 0) return false;
  snprintf(text, size,
           "Links go down, and the routes change at %.9g us. This is the analysis of the routes over all links; sluice "
           "run warns of cycles in the others.",
           (double)a->s->change[0] * 1e6 / (double)a->s->clock_hz);
  return true;
}

bool analysis_note(const struct analysis *a, int number, char *text, size_t size) {
  static bool (*const notes[])(const struct analysis *, char *, size_t) = {
      on_sprayed, on_stages, on_levels, on_loop,       on_dropped, on_ingress_limit,
      on_storm,   on_quiet,  on_finite, on_congestion, on_changes};
  for (size_t i = 0; i < sizeof(notes) / sizeof(*notes); i++)
    if (notes[i](a, text, size) && number-- == 0) return true;
  return false;
}
