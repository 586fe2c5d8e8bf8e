// For programs without RTL: empty lists of variants, no random values, no traces and no checks. All are weak: the lists
// of a program that has variants, and its Verilated library, replace them.
#include <stddef.h>

#include "tb/cosim/shim.h"
#include "tb/cosim/shim_check.h"
#include "tb/cosim/shim_modules.h"
#include "tb/cosim/switch_shim.h"

#define WEAK __attribute__((weak))

WEAK const struct shim *const shim_list[] = {NULL};
WEAK const struct shim_control *const shim_control_list[] = {NULL};
WEAK const struct shim_credit *const shim_credit_list[] = {NULL};
WEAK const struct shim_room *const shim_room_list[] = {NULL};
WEAK const struct switch_shim *const switch_shim_list[] = {NULL};
WEAK const struct switch_shim *const lossless_shim_list[] = {NULL};

WEAK const struct shim_check *shim_failed_check(void) { return NULL; }

WEAK void shim_seed(uint32_t seed) { (void)seed; }

WEAK void *shim_trace_new(void) { return NULL; }
WEAK void shim_trace_open(void *trace, const char *path) { (void)trace, (void)path; }
WEAK void shim_trace_dump(void *trace, uint64_t ps) { (void)trace, (void)ps; }
WEAK void shim_trace_close(void *trace) { (void)trace; }
