// One Verilated build of the MMU, as C functions. shim.cpp is compiled once for each variant; make writes the list.
#ifndef SHIM_H
#define SHIM_H

#include "cmodel/sluice.h"
#include "tb/cosim/shim_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim {
  struct sluice_dims dims;
  void *(*create)(const char *name);  // creates an MMU after reset; name: its scope in a trace; NULL: out of memory
  void (*destroy)(void *mmu);
  void (*step)(void *mmu, const struct sluice_in *in, struct sluice_out *out);  // one cycle
  void (*trace)(void *mmu, void *trace);     // adds the MMU to a trace, before the trace is opened
  void (*show_clock)(void *mmu, int level);  // sets the level of the clock in the next dump
};

// All variants in this program, then NULL.
extern const struct shim *const shim_list[];

#ifdef __cplusplus
}
#endif
#endif
