// One Verilated build of sluice_credit_port, as C functions, as shim_control.h for the control frames.
#ifndef SHIM_CREDIT_H
#define SHIM_CREDIT_H

#include "cmodel/credit/sluice_credit_port.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim_credit {
  struct sluice_credit_dims dims;
  void *(*create)(void);  // creates the module after reset; NULL: out of memory
  void (*destroy)(void *credit);
  // One cycle: computes the outputs of this cycle, then applies the clock edge.
  void (*step)(void *credit, const struct sluice_credit_in *in, struct sluice_credit_out *out);
};

// All variants in this program, then NULL.
extern const struct shim_credit *const shim_credit_list[];

#ifdef __cplusplus
}
#endif
#endif
