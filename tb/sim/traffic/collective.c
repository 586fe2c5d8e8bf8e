#include "tb/sim/traffic/collective.h"

static uint64_t steps(enum collective kind, uint64_t hosts) {
  return kind == COLLECTIVE_RING_ALL_REDUCE ? 2 * (hosts - 1) : hosts - 1;
}

uint64_t collective_flows(enum collective kind, uint64_t hosts) { return steps(kind, hosts) * hosts; }

// The distance, in hosts, over which the parts of a step go
static uint32_t distance(enum collective kind, uint64_t step) {
  return kind == COLLECTIVE_RING_ALL_REDUCE ? 1 : (uint32_t)step + 1;
}

int collective_generate(enum collective kind, uint32_t hosts, uint64_t bytes, collective_flow *flow, void *arg) {
  const uint64_t part = (bytes + hosts - 1) / hosts;
  for (uint64_t step = 0; step < steps(kind, hosts); step++)
    for (uint32_t i = 0; i < hosts; i++) {
      int64_t after = -1;
      if (step > 0) after = (int64_t)((step - 1) * hosts + (i + hosts - distance(kind, step - 1)) % hosts);
      const int status = flow(arg, i, (i + distance(kind, step)) % hosts, part, after);
      if (status != 0) return status;
    }
  return 0;
}
