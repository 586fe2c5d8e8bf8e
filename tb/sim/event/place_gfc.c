#define SCHEME SLUICE_GFC
#define PLACE_RUN place_run_gfc
#include "tb/sim/event/place_scheme.h"
