// When routes change. `reroute_us` after a link has gone down or up, all switches use the routes over the links that
// are up then. At time 0 they use those over the links that are up at time 0.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>

#include "tb/sim/scenario/scenario_file.h"
#include "tb/sim/traffic/random.h"

static int compare(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

// Whether the same links are up at two times. before NULL: all links are up.
static bool same_links(const struct scenario *s, const uint64_t *before, uint64_t time) {
  for (int i = 0; i < s->links; i++) {
    const struct scenario_outage *o = &s->link[i].outage;
    if ((before != NULL && outage_at(o, *before)) != outage_at(o, time)) return false;
  }
  return true;
}

// Equal for two times at which the same links are up; else most likely not.
static uint64_t links_hash(const struct scenario *s, uint64_t time) {
  uint64_t hash = 0;
  for (int i = 0; i < s->links; i++)
    if (outage_at(&s->link[i].outage, time)) hash ^= random_mix((uint64_t)i + 1);
  return hash;
}

bool scenario_new_links(const struct scenario *s, int change) {
  if (same_links(s, NULL, s->change[change])) return false;
  for (int i = 0; i < change; i++)
    if (s->change_hash[i] == s->change_hash[change] && same_links(s, &s->change[i], s->change[change])) return false;
  return true;
}

// Keeps the times at which other links are up than at the time before.
static void keep_changes(struct scenario *s, int times) {
  qsort(s->change, (size_t)times, sizeof(*s->change), compare);
  for (int i = 0; i < times && s->change[i] <= s->duration; i++)
    if (!same_links(s, s->changes > 0 ? &s->change[s->changes - 1] : NULL, s->change[i])) {
      s->change_hash[s->changes] = links_hash(s, s->change[i]);
      s->change[s->changes++] = s->change[i];
    }
}

static int find_changes(struct checker *c, uint64_t late) {
  struct scenario *s = c->s;
  int times = 0;
  s->change = malloc((2 * (size_t)s->links + 1) * sizeof(*s->change));
  s->change_hash = malloc((2 * (size_t)s->links + 1) * sizeof(*s->change_hash));
  if (s->change == NULL || s->change_hash == NULL) return scenario_no_memory(c);
  s->change[times++] = 0;
  for (int i = 0; i < s->links; i++) {
    const struct scenario_outage *o = &s->link[i].outage;
    if (o->to == 0) continue;
    s->change[times++] = o->from + late;
    s->change[times++] = o->to + late;
  }
  keep_changes(s, times);
  return 0;
}

// A flow that passes one switch may pass more of them later.
static void spray_all(struct scenario *s) {
  for (int i = 0; i < s->flows && s->routing == ROUTING_SPRAY && s->changes > 0; i++)
    s->flow[i].sprays = !s->flow[i].fixed;
}

int scenario_check_reroute(struct checker *c) {
  const double *us = c->file->reroute_us;
  int status = find_changes(c, scenario_us_cycles(c->s, VALUE_OR(us, DEFAULT_REROUTE_US)));
  if (status == 0) spray_all(c->s);
  if (status != 0 || us == NULL || c->s->changes > 0) return status;
  return scenario_warn(c, "reroute_us",
                       "reroute_us has no effect, because at no time of a change a link is down; give down_us to a "
                       "link, a smaller reroute_us, or leave it out");
}
