// Registers of scheme TTL, and its requirements on the network and its flows
#include <stdio.h>
#include <stdlib.h>

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

int mmu_ttl_registers(struct keys *k, struct sluice_config *cfg) {
  bool half = yes(k->all->every_second_class);
  uint32_t classes = (uint32_t)k->c->s->dims.classes;
  cfg->ttl0 = (int)(k->all->ttl != NULL ? *k->all->ttl : half ? 2 * classes : classes);
  cfg->ttl_options =
      (uint8_t)((yes(PICK(k, drop_bounced)) ? SLUICE_TTL_DROP_BOUNCED : 0) | (half ? SLUICE_TTL_HALF : 0));
  int status = 0;
  if (PICK(k, partitions) != NULL)
    status = given_partitions(k);
  else
    default_partitions(k, cfg);
  weights(k, cfg);
  return status;
}

// Distance to hosts, modulo 2: switches with hosts are one hop away, their neighbours two, and so on.
static void set_parity(const struct scenario *s, int *hops) {
  for (int i = 0; i < s->switches; i++) hops[i] = 0;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].access) hops[s->link[i].end[0].node] = 1;
  for (bool found = true; found;) {
    found = false;
    for (int i = 0; i < s->links; i++) {
      if (s->link[i].access) continue;
      for (int d = 0; d < 2; d++) {
        int here = s->link[i].end[d].node, next = s->link[i].end[!d].node;
        if (hops[here] == 0 || hops[next] != 0) continue;
        hops[next] = hops[here] + 1;
        found = true;
      }
    }
  }
}

// Every second class is enough if no switch has packets of consecutive hops [TTL 2.3].
static int check_tree(struct checker *c) {
  struct scenario *s = c->s;
  int *hops = malloc((size_t)s->switches * sizeof(*hops)), status = 0;
  if (hops == NULL) return scenario_no_memory(c);
  set_parity(s, hops);
  for (int i = 0; status == 0 && i < s->links; i++) {
    int a = s->link[i].end[0].node, b = s->link[i].end[1].node;
    char path[32];
    snprintf(path, sizeof(path), "links.%d", i);
    if (!s->link[i].access && hops[a] != 0 && (hops[a] - hops[b]) % 2 == 0)
      status = scenario_wrong(c, path,
                              "%s and %s are both an %s number of hops away from hosts; with every_second_class give "
                              "a tree with the hosts at its leaves",
                              s->sw[a].name, s->sw[b].name, hops[a] % 2 != 0 ? "odd" : "even");
  }
  for (int i = 0; i < s->switches; i++)
    if (hops[i] % 2 != 0) s->sw[i].cfg.ttl_options |= SLUICE_TTL_ODD;
  free(hops);
  return status;
}

// k >= d [TTL 1.3]: no packet may be dropped for its TTL on a route that ends.
static int check_flow(struct checker *c, int i, uint32_t ttl0) {
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
  if (!flow->loop && flow->hops >= (int)ttl0)
    return scenario_wrong(c, scenario_flow_path(c, i, "route", path, sizeof(path)),
                          "flow %s passes %d switches, TTL %u lasts for %u; raise ttl and classes of mmu", flow->name,
                          flow->hops, ttl0, ttl0 - 1);
  flow->ttl = (uint8_t)ttl0;
  return 0;
}

int mmu_ttl_check(struct checker *c) {
  const struct sluice_config *cfg = &c->s->sw[0].cfg;  // these registers are the same in all switches
  int status = 0;
  for (int i = 0; status == 0 && i < c->s->flows; i++) status = check_flow(c, i, (uint32_t)cfg->ttl0);
  if (status == 0 && (cfg->ttl_options & SLUICE_TTL_HALF)) status = check_tree(c);
  return status;
}
