#define SCHEME SLUICE_STATIC
#define PLACE_RUN place_run_static
#include "place_scheme.h"
