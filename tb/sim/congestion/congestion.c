// Calls of congestion.h: the algorithm of the parameters handles them.
#include "tb/sim/congestion/congestion.h"

#include "tb/sim/congestion/rules.h"

void congestion_start(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now,
                      double line_bps) {
  (void)now;  // no timer runs before the first CNP
  *s = (struct congestion_sender){.line = line_bps, .rate = line_bps, .target = line_bps};
  dcqcn_start(p, s);
  telemetry_start(s);
}

void congestion_sent(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now, uint32_t bytes) {
  if (p->algorithm == CONGESTION_DCQCN) dcqcn_sent(p, s, now, bytes);
}

void congestion_cnp(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  if (p->algorithm == CONGESTION_DCQCN) dcqcn_cnp(p, s, now);
}

void congestion_ack(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now,
                    const struct telemetry_hop *hop, int hops, uint64_t acked, uint64_t next) {
  (void)now;  // the records have their own times
  if (p->algorithm == CONGESTION_HPCC)
    telemetry_ack(p, s, hop, hops, acked, next, hpcc_utilization, hpcc_rate);
  else if (p->algorithm == CONGESTION_POWERTCP)
    telemetry_ack(p, s, hop, hops, acked, next, powertcp_utilization, powertcp_rate);
}

double congestion_rate(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now) {
  if (p->algorithm == CONGESTION_DCQCN) dcqcn_advance(p, s, now);
  return s->rate;
}

uint64_t congestion_window(const struct congestion_parameters *p, const struct congestion_sender *s) {
  if (!p->window) return UINT64_MAX;
  const double bytes = (p->variable_window ? s->rate : s->line) * (double)p->base_rtt / 8e12;
  return bytes < 1 ? 1 : (uint64_t)bytes;
}
