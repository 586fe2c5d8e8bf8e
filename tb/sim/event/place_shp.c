#define SCHEME SLUICE_SHP
#define PLACE_RUN place_run_shp
#include "tb/sim/event/place_scheme.h"
