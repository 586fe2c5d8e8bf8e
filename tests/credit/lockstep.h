// sluice_credit_port in RTL and in C, cycle by cycle. A program without RTL runs the model alone.
#ifndef CREDIT_LOCKSTEP_H
#define CREDIT_LOCKSTEP_H

#include <stddef.h>

#include "tb/cosim/shim_modules.h"

enum { LOCKSTEP_FIRST_ANSWER = 2 };  // cycles after reset in which snd_ready answers a packet from before

struct lockstep {
  struct sluice_credit_port model;
  const struct shim_credit *shim;  // NULL: no RTL
  void *rtl;
  struct sluice_credit_out out;  // of the model
  int cycles;                    // at most LOCKSTEP_FIRST_ANSWER
  char difference[160];
};

// The variants of this program. n counts from 0; returns false past the end.
bool lockstep_variant(int n, struct sluice_credit_dims *dims);
void lockstep_name(const struct sluice_credit_dims *dims, char *name, size_t size);  // as in CREDIT_VARIANTS
// Ends the program unless SLUICE_VARIANT, if it is set, names a variant. Returns its number, or -1 if it is not set.
int lockstep_chosen(void);
void lockstep_new(struct lockstep *l, int variant);
void lockstep_free(struct lockstep *l);
// Runs one cycle. Returns false if RTL and model differ; difference names the signal and both values.
bool lockstep_step(struct lockstep *l, const struct sluice_credit_in *in);

#endif
