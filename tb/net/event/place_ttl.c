#define SCHEME SLUICE_TTL
#define PLACE_RUN place_run_ttl
#include "place_scheme.h"
