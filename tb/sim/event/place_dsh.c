#define SCHEME SLUICE_DSH
#define PLACE_RUN place_run_dsh
#include "tb/sim/event/place_scheme.h"
