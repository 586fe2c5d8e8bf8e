// The pipeline of enqueues up to the admission. Internal.
#ifndef SLUICE_ADMIT_STEP_H
#define SLUICE_ADMIT_STEP_H

#include "cmodel/clocked/sluice_account.h"

// Which class the packet has, whether it takes cells, and what fits, in the cycle of the input.
void sluice_admit_enter(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in);
// The admission, SLUICE_ENQ_ADMIT cycles later, by the states of that cycle.
void sluice_admit_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_out *out);

#endif
