#define SCHEME SLUICE_SIH
#define PLACE_RUN place_run_sih
#include "tb/sim/event/place_scheme.h"
