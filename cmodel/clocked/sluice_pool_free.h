// The free cells of the shared pool that an admission meets: the pool less the enqueues under way, with the cells that
// visits are about to free. Internal.
#ifndef SLUICE_POOL_FREE_H
#define SLUICE_POOL_FREE_H

#include "cmodel/clocked/sluice_account.h"

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x);
// For the share of a lossy queue, which the hardware forms a cycle earlier: cells that become known in this very cycle
// are not included.
uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x);

#endif
