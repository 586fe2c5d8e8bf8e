// The rules that HPCC and PowerTCP share: the most utilized hop, smoothing over one base round trip, and a reference
// rate that changes once per round trip (HPCC, Li et al., SIGCOMM 2019, algorithm 1).
#include <math.h>
#include <string.h>

#include "tb/sim/congestion/rules.h"

// Two records measure a link if one port has made both, the second one later. A packet on another path brings records
// of other ports, and packets of several paths may pass each other.
static bool comparable(const struct telemetry_hop *before, const struct telemetry_hop *after) {
  return after->port == before->port && after->at > before->at && after->sent >= before->sent &&
         after->bps == before->bps;
}

void telemetry_start(struct congestion_sender *s) { s->utilization = 1; }

// u := (u (T - dt) + U dt) / T. U: the largest utilization of a hop. dt: between the records of this hop, at most T.
// Returns false if no hop was measured.
static bool smooth(const struct congestion_parameters *p, struct congestion_sender *s, const struct telemetry_hop *hop,
                   int hops, telemetry_utilization *utilization) {
  bool measured = false;
  double largest = 0;
  uint64_t interval = 0;
  for (int i = 0; i < hops && i < s->hops; i++) {
    if (!comparable(&s->hop[i], &hop[i])) continue;
    const uint64_t dt = hop[i].at - s->hop[i].at;
    const double u = utilization(p, &s->hop[i], &hop[i], dt);
    if (measured && u <= largest) continue;
    measured = true;
    largest = u;
    interval = dt < p->base_rtt ? dt : p->base_rtt;
  }
  if (measured)
    s->utilization =
        (s->utilization * (double)(p->base_rtt - interval) + largest * (double)interval) / (double)p->base_rtt;
  return measured;
}

void telemetry_ack(const struct congestion_parameters *p, struct congestion_sender *s, const struct telemetry_hop *hop,
                   int hops, uint64_t acked, uint64_t next, telemetry_utilization *utilization, telemetry_rate *rate) {
  if (hops > TELEMETRY_HOPS) hops = TELEMETRY_HOPS;
  const bool round_trip = acked > s->reference_end;
  if (smooth(p, s, hop, hops, utilization)) {
    uint32_t stage = 0;
    const double wanted = rate(p, s, s->utilization / p->target_utilization, &stage);
    s->rate = congestion_limited(p, s, wanted);
    if (round_trip) {
      s->target = s->rate;
      s->stage = stage;
    }
  }
  if (round_trip && next > s->reference_end) s->reference_end = next;
  if (hops > 0) memcpy(s->hop, hop, (size_t)hops * sizeof *hop);
  s->hops = hops;
}

// ---- HPCC ----

// HPCC (Li et al., SIGCOMM 2019), with the values of its authors' simulator.

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

// ---- PowerTCP ----

// PowerTCP with telemetry (Addanki et al., NSDI 2022), with the values of its authors' simulator.

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
