// One Verilated build of the MMU seen from C. shim.cpp is compiled once for every variant; make writes the list.
#ifndef SHIM_H
#define SHIM_H

#include "cmodel/sluice.h"

#ifdef __cplusplus
extern "C" {
#endif

struct shim {
  struct sluice_dims dims;
  void *(*create)(const char *name);  // an MMU after reset, its scope in a trace; NULL: out of memory
  void (*destroy)(void *mmu);
  void (*step)(void *mmu, const struct sluice_in *in, struct sluice_out *out);  // one clock
  void (*trace)(void *mmu, void *trace);                                        // before the trace is opened
  void (*show_clock)(void *mmu, int level);                                     // in the next dump
};

// Every variant linked into this program, then NULL.
extern const struct shim *const shim_list[];

// Draws what registers and RAMs hold before the reset of every MMU made from now on.
void shim_seed(uint32_t seed);

// An FST file for several MMUs.
void *shim_trace_new(void);  // NULL: out of memory
void shim_trace_open(void *trace, const char *path);
void shim_trace_dump(void *trace, uint64_t ps);
void shim_trace_close(void *trace);  // and frees it

#ifdef __cplusplus
}
#endif
#endif
