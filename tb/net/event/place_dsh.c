#define SCHEME SLUICE_DSH
#define PLACE_RUN place_run_dsh
#include "place_scheme.h"
