// Calls of congestion.h: the algorithm of the parameters handles them; and the parameter sets.
#include "tb/sim/congestion/congestion.h"

#include <string.h>

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

// ---- parameter sets ----

// The parameter sets of the public simulators (docs/reference/congestion.md, "Parameter sets").

enum { US = 1000000 };  // ps

// The authors give these values for 25 Gb/s and scale them with the rate.
static double scaled(double value, double line_bps) { return value * line_bps / 25e9; }

static void marking(struct congestion_parameters *p, double line_bps) {
  p->kmin = (uint64_t)scaled(100e3, line_bps);
  p->kmax = (uint64_t)scaled(400e3, line_bps);
  p->pmax = 0.2;
}

// DCQCN of the simulators that derive from HPCC's: a timed reaction, a CNP in each ACK of a marked packet.
static void timed_dcqcn(struct congestion_parameters *p, uint64_t alpha, uint64_t decrease, uint64_t increase) {
  p->algorithm = CONGESTION_DCQCN;
  p->ack_bytes = 1;
  p->first_alpha = 1;
  p->gain = 1.0 / 256;
  p->alpha_interval = alpha * US;
  p->decrease_interval = decrease * US;
  p->increase_interval = increase * US;
  p->fast_stages = 1;
}

static void hpcc_dcqcn(struct congestion_parameters *p, double line_bps) {
  timed_dcqcn(p, 1, 4, 300);
  marking(p, line_bps);
  p->min_rate = 1e9;
  p->additive_increase = scaled(5e6, line_bps);
  p->hyper_increase = scaled(50e6, line_bps);
}

static void hpcc_dcqcn_paper(struct congestion_parameters *p, double line_bps) {
  hpcc_dcqcn(p, line_bps);
  timed_dcqcn(p, 50, 50, 55);
}

static void ns3_datacenter(struct congestion_parameters *p, double line_bps) {
  timed_dcqcn(p, 1, 4, 900);
  marking(p, line_bps);
  p->min_rate = 100e6;
  p->additive_increase = 50e6;
  p->hyper_increase = 100e6;
}

static void ns3_rdma(struct congestion_parameters *p, double line_bps) {
  (void)line_bps;
  *p = (struct congestion_parameters){.algorithm = CONGESTION_DCQCN,
                                      .min_rate = 100e6,
                                      .ack_bytes = 256 * 1000,
                                      .cnp_interval = 50 * US,
                                      .kmin = 40 * 1030,
                                      .kmax = 1000 * 1030,
                                      .pmax = 1,
                                      .react_at_cnp = true,
                                      .first_alpha = 0.5,
                                      .gain = 1.0 / 256,
                                      .alpha_interval = 55 * US,
                                      .decrease_interval = 50 * US,
                                      .increase_interval = 60 * US,
                                      .byte_counter = 300000000,
                                      .fast_stages = 5,
                                      .clamp_target = true,
                                      .additive_increase = 40e6,
                                      .hyper_increase = 200e6};
}

static void telemetry(struct congestion_parameters *p, double line_bps) {
  marking(p, line_bps);
  p->window = p->variable_window = true;
  p->ack_bytes = 1;
  p->target_utilization = 0.95;
}

static void powertcp(struct congestion_parameters *p, double line_bps) {
  telemetry(p, line_bps);
  p->algorithm = CONGESTION_POWERTCP;
  p->min_rate = 100e6;
  p->additive_increase = 150e6;
  p->gamma = 0.9;
}

static void hpcc(struct congestion_parameters *p, double line_bps) {
  telemetry(p, line_bps);
  p->algorithm = CONGESTION_HPCC;
  p->min_rate = 1e9;
  p->additive_increase = scaled(10e6, line_bps);
  p->stage_limit = 0;
}

bool congestion_parameters_of(const char *set, double line_bps, struct congestion_parameters *p) {
  static const struct {
    const char *name;
    void (*fill)(struct congestion_parameters *p, double line_bps);
  } sets[] = {{"hpcc_dcqcn", hpcc_dcqcn}, {"hpcc_dcqcn_paper", hpcc_dcqcn_paper},
              {"ns3_rdma", ns3_rdma},     {"ns3_datacenter", ns3_datacenter},
              {"powertcp", powertcp},     {"hpcc", hpcc}};
  for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
    if (strcmp(set, sets[i].name) == 0) {
      *p = (struct congestion_parameters){0};
      sets[i].fill(p, line_bps);
      p->rto = 4000 * (uint64_t)US;
      return true;
    }
  return false;
}
