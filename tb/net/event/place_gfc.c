#define SCHEME SLUICE_GFC
#define PLACE_RUN place_run_gfc
#include "place_scheme.h"
