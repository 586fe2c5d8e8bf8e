#define SCHEME SLUICE_GFC_LINEAR
#define PLACE_RUN place_run_gfc_linear
#include "tb/sim/event/place_scheme.h"
