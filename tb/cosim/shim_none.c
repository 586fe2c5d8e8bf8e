// For programs without RTL: an empty list of variants, and no trace.
#include <stddef.h>

#include "tb/cosim/shim.h"

const struct shim *const shim_list[] = {NULL};

void shim_seed(uint32_t seed) { (void)seed; }

void *shim_trace_new(void) { return NULL; }

void shim_trace_open(void *trace, const char *path) { (void)trace, (void)path; }

void shim_trace_dump(void *trace, uint64_t ps) { (void)trace, (void)ps; }

void shim_trace_close(void *trace) { (void)trace; }
