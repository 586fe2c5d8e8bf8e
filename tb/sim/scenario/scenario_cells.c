// Converts bytes to cells. Amounts of a pool or threshold are rounded down to whole cells, so that the buffer is
// never exceeded. The largest packet is rounded up, as the buffer rounds every packet up.
#include <inttypes.h>
#include <stdio.h>

#include "cmodel/registers/sluice_check.h"
#include "tb/sim/scenario/scenario_mmu.h"

const char *mmu_path(const struct keys *k, bool own, const char *key, char *path, size_t size) {
  snprintf(path, size, "%s.%s", own ? k->prefix : "mmu", key);
  return path;
}

int mmu_cells_at(struct checker *c, const char *path, const char *key, const char *text, enum mmu_amount kind,
                 uint64_t *cells) {
  const struct scenario *s = c->s;
  const uint64_t most = kind == MMU_HEADROOM ? UINT32_MAX : SLUICE_MAX_CELLS,
                 counter = (UINT64_C(1) << s->dims.width) - 1;
  uint64_t bytes;
  int status = scenario_amount(c, path, text, 0, UINT64_C(1) << 50, &bytes);
  if (status != 0) return status;
  *cells = (kind == MMU_PACKET ? bytes + s->cell_bytes - 1 : bytes) / s->cell_bytes;
  if (c->mmu->width != NULL && *cells > counter)
    return scenario_wrong(c, path,
                          "%s is %" PRIu64 " cells, a counter of %d bits holds %" PRIu64 "; raise width or cell_bytes",
                          key, *cells, s->dims.width, counter);
  if (*cells > most)
    return scenario_wrong(c, path, "%s is %" PRIu64 " cells; it must be at most %" PRIu64 ": raise cell_bytes", key,
                          *cells, most);
  return 0;
}

int mmu_cells(struct keys *k, bool own, const char *key, const char *text, uint64_t *cells) {
  const struct sluice_config *cfg = &k->c->s->sw[k->sw].cfg;
  const enum mmu_amount kind = cells == &cfg->limits.eta   ? MMU_HEADROOM
                               : cells == &cfg->max_packet ? MMU_PACKET
                                                           : MMU_AMOUNT;
  char path[64];
  return mmu_cells_at(k->c, mmu_path(k, own, key, path, sizeof(path)), key, text, kind, cells);
}

uint64_t mmu_rest(const struct scenario *s, int sw) {
  const struct sluice_dims dims = scenario_dims(s, sw);
  struct sluice_config taken = s->sw[sw].cfg;
  taken.shared = 0;
  return sluice_minus(taken.buffer, sluice_config_pools(&dims, &taken));
}
