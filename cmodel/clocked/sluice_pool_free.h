// Free cells of the shared pool, as an admission uses them [spec 3]: without the enqueues under way, with the cells
// that visits are about to free. Internal.
#ifndef SLUICE_POOL_FREE_H
#define SLUICE_POOL_FREE_H

#include "cmodel/clocked/sluice_account.h"

uint64_t sluice_pool_free_now(struct sluice_account *a, const struct sluice_context *x);
// The same for the limit of a lossy queue. The hardware computes the limit one cycle earlier, so cells that become
// known in this cycle are not included.
uint64_t sluice_pool_free_lossy(struct sluice_account *a, const struct sluice_context *x);
// SHP: free cells of the headroom pool, in the same way.
uint64_t sluice_headroom_pool_free(struct sluice_account *a, const struct sluice_context *x);

#endif
