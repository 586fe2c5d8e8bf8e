// For programs without RTL: empty lists of variants.
#include <stddef.h>

#include "tb/cosim/switch_shim.h"

const struct switch_shim *const switch_shim_list[] = {NULL};
const struct switch_shim *const lossless_shim_list[] = {NULL};
