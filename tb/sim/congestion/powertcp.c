// PowerTCP with telemetry (Addanki et al., NSDI 2022), with the values of its authors' simulator.
#include <math.h>

#include "tb/sim/congestion/rules.h"

// max(A, C / 2) (q + C T) / (C C T). A: arrival rate at the port, that is departure rate + gradient of the queue.
double powertcp_utilization(const struct congestion_parameters *p, const struct telemetry_hop *before,
                            const struct telemetry_hop *after, uint64_t dt) {
  const double bits = 8 * ((double)(after->sent - before->sent) + ((double)after->queue - (double)before->queue));
  const double per_ps = (double)after->bps / 1e12;
  const double arrival = fmax(bits / (double)dt, per_ps / 2);
  const double product = per_ps * (double)p->base_rtt;
  return arrival * (8 * (double)after->queue + product) / (per_ps * product);
}

// gamma (R / m + beta) + (1 - gamma) R
double powertcp_rate(const struct congestion_parameters *p, const struct congestion_sender *s, double m,
                     uint32_t *stage) {
  *stage = 0;
  return p->gamma * (s->target / m + p->additive_increase) + (1 - p->gamma) * s->target;
}
