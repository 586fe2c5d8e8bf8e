// sluice_control in RTL and in C, cycle by cycle; a program without RTL runs the model alone.
#ifndef FRAME_LOCKSTEP_H
#define FRAME_LOCKSTEP_H

#include "tb/cosim/shim_control.h"

struct lockstep {
  struct sluice_control model;
  const struct shim_control *shim;  // NULL: no RTL
  void *rtl;
  struct sluice_control_out out;  // of the model
  char difference[200];
};

struct lockstep_dims {
  int ports, classes, width;
};

// The variants of this program, n from 0; false past the end.
bool lockstep_variant(int n, struct lockstep_dims *dims);
void lockstep_new(struct lockstep *l, int variant);
void lockstep_free(struct lockstep *l);
// One cycle; false: RTL and model differ, and difference says where.
bool lockstep_step(struct lockstep *l, const struct sluice_control_in *in);

#endif
