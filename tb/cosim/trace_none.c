// For programs without RTL: no random values and no traces.
#include <stddef.h>

#include "tb/cosim/shim.h"

void shim_seed(uint32_t seed) { (void)seed; }

void *shim_trace_new(void) { return NULL; }

void shim_trace_open(void *trace, const char *path) { (void)trace, (void)path; }

void shim_trace_dump(void *trace, uint64_t ps) { (void)trace, (void)ps; }

void shim_trace_close(void *trace) { (void)trace; }
