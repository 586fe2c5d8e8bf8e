#define SCHEME SLUICE_STATIC
#define PLACE_RUN place_run_static
#include "tb/sim/event/place_scheme.h"
