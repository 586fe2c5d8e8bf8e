// HPCC (Li et al., SIGCOMM 2019), with the values of its authors' simulator.
#include "tb/sim/congestion/rules.h"

// txRate / C + min(q, q of the record before) / (C T)
double hpcc_utilization(const struct congestion_parameters *p, const struct telemetry_hop *before,
                        const struct telemetry_hop *after, uint64_t dt) {
  const double bits = 8 * (double)(after->sent - before->sent);
  const double queue = 8 * (double)(after->queue < before->queue ? after->queue : before->queue);
  const double per_ps = (double)after->bps / 1e12;
  return bits / (per_ps * (double)dt) + queue / (per_ps * (double)p->base_rtt);
}

double hpcc_rate(const struct congestion_parameters *p, const struct congestion_sender *s, double m, uint32_t *stage) {
  const bool multiply = m >= 1 || s->stage >= p->stage_limit;
  *stage = multiply ? 0 : s->stage + 1;
  return (multiply ? s->target / m : s->target) + p->additive_increase;
}
