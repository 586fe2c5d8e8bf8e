#define SCHEME SLUICE_CBFC
#define PLACE_RUN place_run_cbfc
#include "tb/sim/event/place_scheme.h"
