#include "tb/sim/scenario/marker.h"

#include "tb/sim/traffic/random.h"

struct marker marker_new(const struct scenario *s, uint64_t seed, int sw, int port) {
  return (struct marker){.rule = scenario_ecn(s, sw, s->link[s->sw[sw].link[port]].bps),
                         .seed = random_mix(seed ^ random_mix((uint64_t)sw << 16 | (uint64_t)port)),
                         .classes = s->sw[sw].ecn.classes};
}

bool marker_marks(struct marker *k, int cls, uint64_t cells, uint32_t bytes, bool marked, struct marks *count) {
  if ((k->classes >> cls & 1) == 0) return false;
  if (!sluice_ecn_marks(&k->rule, cells, (uint16_t)random_mix(k->seed ^ k->decisions++))) return false;
  if (marked) return false;
  count->packets++;
  count->bytes += bytes;
  return true;
}
