// The algorithms behind the calls of congestion.h.
#ifndef CONGESTION_RULES_H
#define CONGESTION_RULES_H

#include <math.h>

#include "tb/sim/congestion/congestion.h"

// Rates stay within the smallest rate and the line rate.
static inline double congestion_limited(const struct congestion_parameters *p, const struct congestion_sender *s,
                                        double rate) {
  return fmin(fmax(rate, p->min_rate), s->line);
}

void dcqcn_start(const struct congestion_parameters *p, struct congestion_sender *s);
void dcqcn_advance(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now);
void dcqcn_sent(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now, uint32_t bytes);
void dcqcn_cnp(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now);

// HPCC and PowerTCP give telemetry_ack() two rules.
// The utilization of a link, from two records of its port that are dt apart; target: 1 is full use and no queue.
typedef double telemetry_utilization(const struct congestion_parameters *p, const struct telemetry_hop *before,
                                     const struct telemetry_hop *after, uint64_t dt);
// The new rate, not yet limited. m: smoothed utilization / target utilization. Sets the stage that goes with it.
typedef double telemetry_rate(const struct congestion_parameters *p, const struct congestion_sender *s, double m,
                              uint32_t *stage);

void telemetry_start(struct congestion_sender *s);
void telemetry_ack(const struct congestion_parameters *p, struct congestion_sender *s, const struct telemetry_hop *hop,
                   int hops, uint64_t acked, uint64_t next, telemetry_utilization *utilization, telemetry_rate *rate);

telemetry_utilization hpcc_utilization, powertcp_utilization;
telemetry_rate hpcc_rate, powertcp_rate;

#endif
