// The pipeline of enqueues up to the admission [spec 3; RTL: sluice_enqueue, sluice_admit]. Internal.
#ifndef SLUICE_ADMIT_STEP_H
#define SLUICE_ADMIT_STEP_H

#include "cmodel/clocked/sluice_account.h"

// In the cycle of the input: determines the class of the packet, whether it takes cells, and into which pools it fits.
void sluice_admit_enter(struct sluice_account *a, const struct sluice_context *x, const struct sluice_in *in);
// SLUICE_ENQ_ADMIT cycles later: decides the admission, with the states of that cycle.
void sluice_admit_step(struct sluice_account *a, const struct sluice_context *x, const struct sluice_out *out);

#endif
