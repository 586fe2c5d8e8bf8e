// sluice_room_port in RTL and in C, cycle by cycle. A program without RTL runs the model alone.
#ifndef ROOM_LOCKSTEP_H
#define ROOM_LOCKSTEP_H

#include <stddef.h>

#include "tb/cosim/shim_modules.h"

struct lockstep {
  struct sluice_room_port model;
  const struct shim_room *shim;  // NULL: no RTL
  void *rtl;
  struct sluice_room_out out;  // of the model
  char difference[160];
};

// The variants of this program. n counts from 0; returns false past the end.
bool lockstep_variant(int n, struct sluice_room_dims *dims);
void lockstep_new(struct lockstep *l, int variant);
void lockstep_free(struct lockstep *l);
// Runs one cycle. Returns false if RTL and model differ; difference names the signal and both values.
bool lockstep_step(struct lockstep *l, const struct sluice_room_in *in);

#endif
