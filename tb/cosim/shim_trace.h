// What all Verilated MMUs of a program share: the seed of their state before reset, and FST files.
#ifndef SHIM_TRACE_H
#define SHIM_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
