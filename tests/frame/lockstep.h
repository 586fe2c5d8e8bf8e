// sluice_control in RTL and in C, cycle by cycle. A program without RTL runs the model alone.
#ifndef FRAME_LOCKSTEP_H
#define FRAME_LOCKSTEP_H

#include "tb/cosim/shim_modules.h"

struct lockstep {
  struct sluice_control model;
  const struct shim_control *shim;  // NULL: no RTL
  void *rtl;
  struct sluice_control_out out;  // of the model
  char difference[200];
};

struct lockstep_dims {
  int ports, classes, width;
  bool credits;
};

// The variants of this program. n counts from 0; returns false past the end.
bool lockstep_variant(int n, struct lockstep_dims *dims);
void lockstep_new(struct lockstep *l, int variant);
void lockstep_free(struct lockstep *l);
// Runs one cycle. Returns false if RTL and model differ; difference names the signal and both values.
bool lockstep_step(struct lockstep *l, const struct sluice_control_in *in);

#endif
