// A program without Verilated control frames.
#include <stddef.h>

#include "tb/cosim/shim_control.h"

const struct shim_control *const shim_control_list[] = {NULL};
