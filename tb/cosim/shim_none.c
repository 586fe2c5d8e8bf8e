// For programs without RTL: an empty list of variants.
#include <stddef.h>

#include "tb/cosim/shim.h"

const struct shim *const shim_list[] = {NULL};
