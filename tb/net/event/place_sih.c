#define SCHEME SLUICE_SIH
#define PLACE_RUN place_run_sih
#include "place_scheme.h"
