// State that all Verilated MMUs of a program share: the seed of their content before reset, and FST files.
#ifndef SHIM_TRACE_H
#define SHIM_TRACE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Sets the seed of the content of registers and RAMs before reset, for every MMU created after this call.
void shim_seed(uint32_t seed);

// An FST file for several MMUs.
void *shim_trace_new(void);  // NULL: out of memory
void shim_trace_open(void *trace, const char *path);
void shim_trace_dump(void *trace, uint64_t ps);
void shim_trace_close(void *trace);  // closes the file and frees the trace

#ifdef __cplusplus
}
#endif
#endif
