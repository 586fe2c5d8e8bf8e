#define SCHEME SLUICE_TTL
#define PLACE_RUN place_run_ttl
#include "tb/sim/event/place_scheme.h"
