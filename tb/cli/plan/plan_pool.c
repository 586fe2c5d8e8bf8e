#include "tb/cli/plan/plan_pool.h"

#include "cmodel/rules/sluice_config.h"

// What the paused queues of a port take from the pool.
static uint64_t taken(const struct plan_pools *pools, int classes) {
  return sluice_minus((uint64_t)classes * pools->eta, pools->port);
}

struct plan_pool_load plan_pool_load(const struct plan_input *in, const struct plan_pools *pools, int classes) {
  const uint64_t each = taken(pools, classes), all = (uint64_t)in->ports;
  const uint64_t held = each != 0 ? pools->pool / each : all;
  if (held >= all) return (struct plan_pool_load){.ports = all};
  return (struct plan_pool_load){.ports = held, .lost = each - pools->pool % each};
}

struct plan_first_loss plan_first_loss(const struct plan_input *in, const struct plan *p,
                                       const struct plan_pools *pools) {
  const int all = plan_lossless_classes(p);
  const struct plan_pool_load full = plan_pool_load(in, pools, all);
  if (full.lost == 0) return (struct plan_first_loss){0};
  const uint64_t left = pools->pool - full.ports * taken(pools, all);
  int classes = 1;
  while (taken(pools, classes) <= left) classes++;
  return (struct plan_first_loss){.full_ports = full.ports,
                                  .queues = full.ports * (uint64_t)all + (uint64_t)classes,
                                  .lost = taken(pools, classes) - left,
                                  .classes = classes};
}
