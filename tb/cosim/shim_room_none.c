// For programs without the Verilated time-based GFC: an empty list of variants.
#include <stddef.h>

#include "tb/cosim/shim_room.h"

const struct shim_room *const shim_room_list[] = {NULL};
