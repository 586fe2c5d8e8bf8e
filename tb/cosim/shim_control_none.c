// For programs without Verilated control frames: an empty list of variants.
#include <stddef.h>

#include "tb/cosim/shim_control.h"

const struct shim_control *const shim_control_list[] = {NULL};
