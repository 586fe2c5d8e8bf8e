// For programs without Verilated credits: an empty list of variants.
#include <stddef.h>

#include "tb/cosim/shim_credit.h"

const struct shim_credit *const shim_credit_list[] = {NULL};
