// csg-htsim: the topology of a fat-tree with two or three tiers, and its connection matrix.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "tb/cli/import/import.h"

enum { TIERS = 3 };
enum { DOWN, UP, SPEED, LATENCY, SWITCH_LATENCY, BUNDLE, OVERSUBSCRIBED, QUEUE_DOWN, QUEUE_UP, KEYS };

static const struct {
  const char *name;
  uint64_t high;
} keys[KEYS] = {
    [DOWN] = {"Radix_Down", 65536},
    [UP] = {"Radix_Up", 65536},
    [SPEED] = {"Downlink_speed_Gbps", 1000000},
    [LATENCY] = {"Downlink_Latency_ns", 1000000000},
    [SWITCH_LATENCY] = {"Switch_Latency_ns", 1000000000},
    [BUNDLE] = {"Bundle", 65536},
    [OVERSUBSCRIBED] = {"Oversubscribed", 65536},
    [QUEUE_DOWN] = {"Queue_Down", UINT32_MAX},
    [QUEUE_UP] = {"Queue_Up", UINT32_MAX},
};

struct tree {
  uint64_t nodes, tiers, pod;
  uint64_t value[TIERS][KEYS];
  unsigned long line[TIERS][KEYS];  // 0: not given
  unsigned long pod_line;
  // Numbers of switches
  uint64_t tors, tors_of_pod, aggs_of_pod, pods, cores;
};

// ---- the file ----

static int take_number(struct rows *c, const char *name, uint64_t low, uint64_t high, uint64_t *value) {
  const char *word = rows_word(c);
  if (word == NULL) return rows_wrong(c, "%.40s has no value; add it", name);
  return rows_whole(c, name, word, low, high, value);
}

static int take_key(struct rows *c, struct tree *t, const char *word, int tier) {
  if (tier < 0) return rows_wrong(c, "'%.40s' is above the first tier; give Nodes, Tiers and Podsize there", word);
  for (int k = 0; k < KEYS; k++) {
    if (strcasecmp(word, keys[k].name) != 0) continue;
    if (t->line[tier][k] != 0) return rows_wrong(c, "%s of tier %d is given twice; keep one", keys[k].name, tier);
    t->line[tier][k] = c->line;
    return take_number(c, keys[k].name, 0, keys[k].high, &t->value[tier][k]);
  }
  return rows_wrong(c, "'%.40s' is not a key; give one such as Radix_Down", word);
}

static int take_lines(struct rows *c, struct tree *t) {
  int more, tier = -1, status = 0;
  while (status == 0 && (more = rows_line(c)) == 1) {
    const char *word = rows_word(c);
    uint64_t number;
    if (strcasecmp(word, "Nodes") == 0) {
      status = take_number(c, word, 2, IMPORT_NODES / 2, &t->nodes);
    } else if (strcasecmp(word, "Tiers") == 0) {
      status = take_number(c, word, 2, TIERS, &t->tiers);
    } else if (strcasecmp(word, "Podsize") == 0) {
      status = take_number(c, word, 1, IMPORT_NODES, &t->pod);
      t->pod_line = c->line;
    } else if (strcasecmp(word, "Tier") == 0) {
      status = take_number(c, word, 0, TIERS - 1, &number);
      tier = (int)number;
    } else {
      status = take_key(c, t, word, tier);
    }
  }
  return status != 0 ? status : more < 0 ? EINVAL : 0;
}

// ---- the numbers of switches ----

static int missing(struct rows *c, const struct tree *t) {
  if (t->nodes == 0 || t->tiers == 0 || t->pod == 0)
    return rows_wrong(c, "Nodes, Tiers or Podsize is missing; add it above the first tier");
  for (int i = 0; i < (int)t->tiers; i++)
    for (int k = DOWN; k <= LATENCY; k++)
      if (t->value[i][k] == 0 && (k != UP || i + 1 < (int)t->tiers))
        return rows_wrong(c, "%s of tier %d is missing or 0; add it", keys[k].name, i);
  return 0;
}

static int no_fit(struct rows *c, const struct tree *t, int tier, int key, const char *to, uint64_t number) {
  c->line = t->line[tier][key];
  return rows_wrong(c, "%s is %" PRIu64 ", which does not fit %s, %" PRIu64 "; change one of them", keys[key].name,
                    t->value[tier][key], to, number);
}

static int count_switches(struct rows *c, struct tree *t) {
  const uint64_t(*v)[KEYS] = t->value;
  const bool core = t->tiers == TIERS;
  const uint64_t pod = core ? t->pod : t->nodes;
  if (t->nodes % t->pod != 0 || (!core && t->pod != t->nodes)) {
    c->line = t->pod_line;
    return rows_wrong(c, "Podsize is %" PRIu64 ", which does not fit Nodes, %" PRIu64 "; change one of them", t->pod,
                      t->nodes);
  }
  if (pod % v[0][DOWN] != 0) return no_fit(c, t, 0, DOWN, "Podsize", pod);
  if (v[0][UP] % v[1][BUNDLE] != 0) return no_fit(c, t, 0, UP, "Bundle of tier 1", v[1][BUNDLE]);
  t->pods = t->nodes / pod;
  t->tors_of_pod = pod / v[0][DOWN];
  t->tors = t->tors_of_pod * t->pods;
  t->aggs_of_pod = v[0][UP] / v[1][BUNDLE];
  if (v[1][DOWN] != t->tors_of_pod * v[1][BUNDLE])
    return no_fit(c, t, 1, DOWN, "the links of a pod's tier 0", t->tors_of_pod * v[1][BUNDLE]);
  if (!core) return 0;
  if (v[1][UP] % v[2][BUNDLE] != 0) return no_fit(c, t, 1, UP, "Bundle of tier 2", v[2][BUNDLE]);
  t->cores = t->aggs_of_pod * (v[1][UP] / v[2][BUNDLE]);
  if (v[2][DOWN] != t->pods * v[2][BUNDLE])
    return no_fit(c, t, 2, DOWN, "the links of the pods", t->pods * v[2][BUNDLE]);
  return 0;
}

// ---- the network ----

// Adds the links between a node and one of the tier above it. Half of the latency of a switch is in each of its links,
// so a packet has the sum of all latencies on its way.
static int add_bundle(struct import *m, const struct tree *t, int tier, uint64_t a, uint64_t b) {
  const uint64_t *v = t->value[tier];
  uint64_t half_ps = 500 * (v[SWITCH_LATENCY] + (tier > 0 ? t->value[tier - 1][SWITCH_LATENCY] : 0));
  const struct import_link link = {{(int)a, (int)b}, v[SPEED] * 1000000000, v[LATENCY] * 1000 + half_ps, 0};
  int status = 0;
  for (uint64_t i = 0; i < v[BUNDLE] && status == 0; i++)
    status = m->links < IMPORT_LINKS ? import_link(m, &link)
                                     : error_at(m->err, m->path, "more than %d links; give fewer", IMPORT_LINKS);
  return status;
}

static int build(struct import *m, const struct tree *t) {
  const uint64_t tor = t->nodes, agg = tor + t->tors, core = agg + t->aggs_of_pod * t->pods, all = core + t->cores;
  if (all > IMPORT_NODES) return error_at(m->err, m->path, "more than %d nodes; give fewer", IMPORT_NODES);
  int status = import_nodes(m, (int)all);
  m->hosts = (int)t->nodes;
  for (uint64_t i = tor; i < all && status == 0; i++) m->is_switch[i] = true;
  for (uint64_t i = 0; i < t->nodes && status == 0; i++) status = add_bundle(m, t, 0, i, tor + i / t->value[0][DOWN]);
  for (uint64_t i = 0; i < t->tors; i++)
    for (uint64_t k = 0; k < t->aggs_of_pod && status == 0; k++)
      status = add_bundle(m, t, 1, tor + i, agg + i / t->tors_of_pod * t->aggs_of_pod + k);
  for (uint64_t i = 0; i < t->aggs_of_pod * t->pods; i++)
    for (uint64_t k = i % t->aggs_of_pod; k < t->cores && status == 0; k += t->aggs_of_pod)
      status = add_bundle(m, t, 2, agg + i, core + k);
  return status;
}

static int note_keys(struct import *m, const struct tree *t) {
  bool queue = false, latency = false;
  int status = 0;
  for (int i = 0; i < (int)t->tiers; i++) {
    queue |= t->line[i][QUEUE_DOWN] != 0 || t->line[i][QUEUE_UP] != 0;
    latency |= t->value[i][SWITCH_LATENCY] != 0;
  }
  if (queue)
    status =
        import_note(m, "%s: no effect of Queue_Down and Queue_Up; the ports of a switch share its buffer", m->path);
  if (status == 0 && latency)
    status = import_note(m, "%s: half of Switch_Latency_ns is in the delay of each link of the switch", m->path);
  for (int i = 0; i + 1 < (int)t->tiers && status == 0; i++) {
    uint64_t given = t->value[i][OVERSUBSCRIBED], up = t->value[i][UP] * t->value[i + 1][SPEED];
    if (t->line[i][OVERSUBSCRIBED] != 0 && given * up != t->value[i][DOWN] * t->value[i][SPEED])
      status = import_note(m, "%s: tier %d is oversubscribed by %g, from its radixes and speeds, not by %" PRIu64,
                           m->path, i, (double)(t->value[i][DOWN] * t->value[i][SPEED]) / (double)up, given);
  }
  return status;
}

static int take_tree(struct import *m, struct rows *c, void *arg) {
  struct tree *t = arg;
  int status = take_lines(c, t);
  if (status == 0) status = missing(c, t);
  for (int i = 0; i < TIERS; i++)
    if (t->line[i][BUNDLE] == 0) t->value[i][BUNDLE] = 1;
  for (int i = 0; i < (int)t->tiers && status == 0; i++) {
    c->line = t->line[i][BUNDLE];
    if (t->value[i][BUNDLE] == 0 || (i == 0 && t->value[i][BUNDLE] != 1))
      status = rows_wrong(c, "Bundle of tier %d is %" PRIu64 "; give %s", i, t->value[i][BUNDLE],
                          i == 0 ? "1, because a host has one link" : "at least 1");
  }
  if (status == 0) status = count_switches(c, t);
  if (status == 0) status = build(m, t);
  return status == 0 ? note_keys(m, t) : status;
}

int import_htsim(struct import *m, const char *topology, const char *matrix) {
  struct tree t = {.nodes = 0};
  int status = import_file(m, topology, "a key and a number", take_tree, &t);
  const int agg = (int)(t.nodes + t.tors);
  return status == 0 ? import_htsim_matrix(m, matrix, agg, agg + (int)(t.aggs_of_pod * t.pods)) : status;
}
