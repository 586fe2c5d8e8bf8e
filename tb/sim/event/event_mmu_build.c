// Builds the MMU of a place.
#include <stdlib.h>
#include <string.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"

// A configuration of the clocked engines saturates as their counters do; one with larger amounts never saturates.
static uint64_t counter_max(const struct sluice_dims *dims, const struct sluice_config *cfg) {
  return sluice_config_misfit(dims, cfg) == SLUICE_REGS ? (UINT64_C(1) << dims->width) - 1 : UINT64_MAX;
}

static bool bound_build(struct mmu_bound *b, size_t words) {
  b->off_least = NEVER;
  b->word_on = event_make(words * sizeof(*b->word_on));
  b->word_off = event_make(words * sizeof(*b->word_off));
  for (size_t w = 0; b->word_off != NULL && w < words; w++) b->word_off[w] = NEVER;
  return b->word_on != NULL && b->word_off != NULL;
}

static void bound_free(struct mmu_bound *b) {
  free(b->word_on);
  free(b->word_off);
}

bool event_mmu_build(struct place *m, const struct scenario *s) {
  struct event_mmu *u = &m->mmu;
  const size_t ports = (size_t)m->ports, queues = m->queues;
  u->cfg = s->sw[m->number].cfg;
  u->max = counter_max(&s->dims, &u->cfg);
  u->pool_free = u->cfg.shared;
  memcpy(u->partition_free, u->cfg.partition, sizeof(u->partition_free));
  bool bounds = bound_build(&u->port_bound, ports / 64 + 1);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) {
    if (c == 0 || u->cfg.scheme == SLUICE_TTL) bounds = bound_build(&u->bound[c], queues / 64 + 1) && bounds;
    if (c < s->dims.classes && (u->cfg.lossless >> c & 1)) u->scan_class = (uint32_t)c;
  }
  u->visits_at = NEVER;
  u->round = (uint64_t)(s->sw[m->number].built * s->dims.classes);
  if (u->round < SLUICE_LEAST_ROUND) u->round = SLUICE_LEAST_ROUND;
  u->port = event_make(ports * sizeof(*u->port));
  u->holds = event_make((queues / 64 + 1) * sizeof(*u->holds));
  u->off = event_make((queues / 64 + 1) * sizeof(*u->off));
  u->visit = event_make((queues / 64 + 1) * sizeof(*u->visit));
  u->port_off = event_make((ports / 64 + 1) * sizeof(*u->port_off));
  u->port_visit = event_make((ports / 64 + 1) * sizeof(*u->port_visit));
  u->waits = event_make((queues + ports) * sizeof(*u->waits));
  u->pauses = event_make(ports * sizeof(*u->pauses));
  if (sluice_is_gfc(u->cfg.scheme)) u->level = event_make(queues * sizeof(*u->level));
  bool good = u->port != NULL && u->holds != NULL && u->off != NULL && u->visit != NULL && u->port_off != NULL &&
              u->port_visit != NULL && u->waits != NULL && u->pauses != NULL && bounds &&
              (u->level != NULL || !sluice_is_gfc(u->cfg.scheme));
  for (size_t k = 0; good && k < queues; k++) m->ingress[k].off_at = NEVER;
  for (uint32_t bit = 0; bit < 64; bit += 1u << m->class_bits) u->class_mask |= UINT64_C(1) << bit;
  for (size_t p = 0; good && p < ports; p++)
    u->port[p] = (struct mmu_port){.off_at = NEVER, .limits = *sluice_limits_of(&u->cfg, (int)p)};
  return good;
}

void event_mmu_free(struct event_mmu *u) {
  free(u->port);
  free(u->holds);
  free(u->off);
  free(u->visit);
  free(u->port_off);
  free(u->port_visit);
  free(u->waits);
  bound_free(&u->port_bound);
  for (int c = 0; c < SLUICE_MAX_CLASSES; c++) bound_free(&u->bound[c]);
  free(u->pauses);
  free(u->level);
}
