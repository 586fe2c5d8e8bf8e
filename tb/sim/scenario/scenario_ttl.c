// Registers of scheme TTL, and its requirements on the network and its flows
#include <stdio.h>
#include <stdlib.h>

#include "tb/sim/scenario/routes.h"
#include "tb/sim/scenario/scenario_mmu.h"
#include "tb/sim/scenario/ttl.h"

static bool yes(const int *truth) { return truth != NULL && *truth != 0; }

// The classes that a packet can have at a switch: TTL0 - TTL; with every second class half of that.
static void classes_in_use(const struct sluice_config *cfg, int *first, int *last) {
  int shift = cfg->ttl_options & SLUICE_TTL_HALF ? 1 : 0;
  *first = 1 >> shift;
  *last = (cfg->ttl0 - 1) >> shift;
}

static int given_partitions(struct keys *k) {
  const struct file_mmu *f = IS_OWN(k, partitions) ? k->own : k->all;
  for (unsigned i = 0; i < f->partitions_count; i++) {
    char key[32], path[64];
    snprintf(key, sizeof(key), "partitions.%u", i);
    if (i >= (unsigned)k->c->s->dims.classes)
      return scenario_wrong(k->c, mmu_path(k, f == k->own, key, path, sizeof(path)),
                            "class %u does not exist; classes are 0 to %d", i, k->c->s->dims.classes - 1);
    int status = mmu_cells(k, f == k->own, key, f->partitions[i], &k->c->s->sw[k->sw].cfg.partition[i]);
    if (status != 0) return status;
  }
  return 0;
}

// Default: half of the buffer without headroom, in equal parts; the other half is the shared partition.
static void default_partitions(const struct keys *k, struct sluice_config *cfg) {
  int first, last;
  classes_in_use(cfg, &first, &last);
  if (last >= k->c->s->dims.classes || last < first) return;  // the MMU refuses that TTL
  uint64_t each = mmu_rest(k->c->s, k->sw) / 2 / (uint64_t)(last - first + 1);
  for (int c = first; c <= last; c++) cfg->partition[c] = each;
}

static void weights(const struct keys *k, struct sluice_config *cfg) {
  uint64_t sum = 0;
  for (int c = 0; c < k->c->s->dims.classes; c++) sum += cfg->partition[c];
  for (int c = 0; c < k->c->s->dims.classes; c++) cfg->weight[c] = (uint16_t)ttl_weight(cfg->partition[c], sum);
}

// tree_levels sets three keys: every second class, no bounced packets, and the TTL of the longest route.
static int tree_registers(struct keys *k, struct sluice_config *cfg) {
  char path[64];
  const struct file_mmu *all = k->all;
  const char *also = all->ttl != NULL                  ? "ttl"
                     : all->every_second_class != NULL ? "every_second_class"
                     : PICK(k, drop_bounced) != NULL   ? "drop_bounced"
                                                       : NULL;
  if (also != NULL)
    return scenario_wrong(k->c, mmu_path(k, IS_OWN(k, drop_bounced), also, path, sizeof(path)),
                          "tree_levels sets %s too; leave %s out", also, also);
  cfg->ttl0 = ttl_tree_start((int)*all->tree_levels);
  cfg->ttl_options = SLUICE_TTL_DROP_BOUNCED | SLUICE_TTL_HALF;
  return 0;
}

static int life_registers(struct keys *k, struct sluice_config *cfg) {
  if (k->all->tree_levels != NULL) return tree_registers(k, cfg);
  bool half = yes(k->all->every_second_class);
  uint32_t classes = (uint32_t)k->c->s->dims.classes;
  cfg->ttl0 = (int)(k->all->ttl != NULL ? *k->all->ttl : half ? 2 * classes : classes);
  cfg->ttl_options =
      (uint8_t)((yes(PICK(k, drop_bounced)) ? SLUICE_TTL_DROP_BOUNCED : 0) | (half ? SLUICE_TTL_HALF : 0));
  return 0;
}

int mmu_ttl_registers(struct keys *k, struct sluice_config *cfg) {
  int status = life_registers(k, cfg);
  if (status != 0) return status;
  if (PICK(k, partitions) != NULL)
    status = given_partitions(k);
  else
    default_partitions(k, cfg);
  weights(k, cfg);
  return status;
}

// Every second class is enough if no switch has packets of consecutive hops [TTL 2.3]. level: of each switch, 1 with
// hosts; -1: no way to a host.
static int check_tree(struct checker *c, const int *level) {
  struct scenario *s = c->s;
  const uint32_t *most = c->mmu->tree_levels;
  char path[64];
  for (int i = 0; i < s->links; i++) {
    const int a = s->link[i].end[0].node, b = s->link[i].end[1].node;
    snprintf(path, sizeof(path), "links.%d", i);
    if (!s->link[i].access && level[a] > 0 && (level[a] - level[b]) % 2 == 0)
      return scenario_wrong(c, path,
                            "%s and %s are both an %s number of hops away from hosts; with %s give a tree with the "
                            "hosts at its leaves",
                            s->sw[a].name, s->sw[b].name, level[a] % 2 != 0 ? "odd" : "even",
                            most != NULL ? "tree_levels" : "every_second_class");
  }
  for (int i = 0; i < s->switches; i++) {
    if (most != NULL && level[i] > (int)*most)
      return scenario_wrong(c, "mmu.tree_levels",
                            "switch %s is on level %d of the tree; give tree_levels of at least that", s->sw[i].name,
                            level[i]);
    if (level[i] > 0 && level[i] % 2 != 0) s->sw[i].cfg.ttl_options |= SLUICE_TTL_ODD;
  }
  return 0;
}

// Whether packets go down and then up again. In a tree only these routes have more hops than tree_levels allows.
static bool bounces(const struct scenario_flow *f, const int *level) {
  bool down = false;
  for (int k = 1; k < f->hops; k++) {
    if (level[f->route[k]] < level[f->route[k - 1]])
      down = true;
    else if (down)
      return true;
  }
  return false;
}

// k >= d [TTL 1.3]: no packet may be dropped for its TTL on a route that ends, unless it bounces and may be dropped.
static int check_flow(struct checker *c, int i, uint32_t ttl0, const int *level) {
  struct scenario_flow *flow = &c->s->flow[i];
  const struct file_flow *file = (unsigned)i < c->file->flows_count ? &c->file->flows[i] : NULL;
  char path[64];
  if (flow->cls != 0 || (file != NULL && file->cls != NULL))
    return scenario_wrong(c, scenario_flow_path(c, i, "class", path, sizeof(path)),
                          "flow %s has a class, but under TTL hosts send in class 0; leave class out", flow->name);
  if (file != NULL && file->ttl != NULL)
    return scenario_wrong(c, scenario_flow_path(c, i, "ttl", path, sizeof(path)),
                          "flow %s has a ttl, but under TTL all flows have that of mmu (%u); leave ttl out", flow->name,
                          ttl0);
  if (!flow->loop && flow->hops >= (int)ttl0 && !(c->mmu->tree_levels != NULL && bounces(flow, level)))
    return scenario_wrong(c, scenario_flow_path(c, i, "route", path, sizeof(path)),
                          "flow %s passes %d switches, TTL %u lasts for %u; raise ttl and classes of mmu", flow->name,
                          flow->hops, ttl0, ttl0 - 1);
  flow->ttl = (uint8_t)ttl0;
  return 0;
}

int mmu_ttl_check(struct checker *c) {
  struct scenario *s = c->s;
  const struct sluice_config *cfg = &s->sw[0].cfg;  // these registers are the same in all switches
  int *level = malloc((size_t)s->switches * sizeof(*level)), status = 0;
  if (level == NULL) return scenario_no_memory(c);
  for (int i = 0; i < s->switches; i++) level[i] = -1;
  if (routes_levels(s, level) != 0) status = scenario_no_memory(c);
  if (status == 0 && (cfg->ttl_options & SLUICE_TTL_HALF)) status = check_tree(c, level);
  for (int i = 0; status == 0 && i < s->flows; i++) status = check_flow(c, i, (uint32_t)cfg->ttl0, level);
  free(level);
  return status;
}
