// One Verilated build of sluice_control, as C functions, as shim.h for the MMU. shim_control.cpp is compiled once for
// each variant; make writes the list.
#ifndef SHIM_CONTROL_H
#define SHIM_CONTROL_H

#include "cmodel/frame/sluice_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim_control {
  int ports, classes, width;
  bool credits;
  void *(*create)(void);  // creates the module after reset; NULL: out of memory
  void (*destroy)(void *control);
  // One cycle: computes the outputs of this cycle, then applies the clock edge.
  void (*step)(void *control, const struct sluice_control_in *in, struct sluice_control_out *out);
};

// All variants in this program, then NULL.
extern const struct shim_control *const shim_control_list[];

#ifdef __cplusplus
}
#endif
#endif
