#define SCHEME SLUICE_GFC_LINEAR
#define PLACE_RUN place_run_gfc_linear
#include "place_scheme.h"
