// One Verilated build of sluice_control seen from C, as shim.h does for the MMU. shim_control.cpp is compiled once for
// every variant; make writes the list.
#ifndef SHIM_CONTROL_H
#define SHIM_CONTROL_H

#include "cmodel/frame/sluice_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim_control {
  int ports, classes, width;
  void *(*create)(void);  // after reset; NULL: out of memory
  void (*destroy)(void *control);
  // One cycle: what the outputs show in it, then the clock edge.
  void (*step)(void *control, const struct sluice_control_in *in, struct sluice_control_out *out);
};

// Every variant linked into this program, then NULL.
extern const struct shim_control *const shim_control_list[];

#ifdef __cplusplus
}
#endif
#endif
