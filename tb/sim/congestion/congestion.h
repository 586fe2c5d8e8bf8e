// Congestion control at the sender of a flow: DCQCN, HPCC and PowerTCP as rules without events.
// docs/reference/congestion.md lists the rules, the parameter sets and their sources.
// Times are picoseconds, rates are bits per second. The times of the calls for one flow must not decrease.
// A timer that ends at the time of a call ends before the call takes effect.
#ifndef CONGESTION_CONGESTION_H
#define CONGESTION_CONGESTION_H

#include <stdbool.h>
#include <stdint.h>

enum congestion_algorithm { CONGESTION_NONE, CONGESTION_DCQCN, CONGESTION_POWERTCP, CONGESTION_HPCC };
enum { TELEMETRY_HOPS = 12 };
#define CONGESTION_NEVER UINT64_MAX

// A packet's record of one egress port, taken when the port starts to send the packet.
struct telemetry_hop {
  uint64_t at;     // time of the record
  uint64_t sent;   // bytes that the port has sent before this packet
  uint64_t queue;  // bytes that wait at the port, without this packet
  uint64_t bps;    // rate of the link
  uint64_t port;   // number of the port; different ports of a network have different numbers
};

struct congestion_parameters {
  enum congestion_algorithm algorithm;
  double min_rate;
  bool window;           // the bytes under way are limited to base_rtt at line rate
  bool variable_window;  // that limit is multiplied by rate / line rate
  uint64_t base_rtt;     // 0 in all sets: the caller sets it. HPCC, PowerTCP and windows require a value above 0

  // At the receiver: an ACK after these bytes in sequence (1: after each packet), and the shortest time between two
  // CNPs of a flow (0: one CNP for each marked packet).
  uint64_t ack_bytes;
  uint64_t cnp_interval;

  // If nothing new is acknowledged for this time, the sender goes back. A flow fails after so many times in sequence;
  // 0: never.
  uint64_t rto;
  uint32_t rto_limit;

  // ECN marking of an egress port with the rate of congestion_parameters_of(): bytes, bytes, probability at kmax.
  uint64_t kmin, kmax;
  double pmax;

  // DCQCN
  bool react_at_cnp;           // true: decrease when the CNP arrives. false: at the end of its decrease interval
  double first_alpha;          // alpha before the first CNP (react_at_cnp), or set by the first CNP
  double gain;                 // g
  uint64_t alpha_interval;     // above 0
  uint64_t decrease_interval;  // above 0; not used with react_at_cnp
  uint64_t increase_interval;  // above 0
  uint64_t byte_counter;       // bytes between two increases by the byte counter. 0: no byte counter
  uint32_t fast_stages;        // F
  bool clamp_target;           // each decrease sets the target to the rate
  double hyper_increase;       // HAI

  // Additive increase: AI of DCQCN, W_AI of HPCC as a rate, beta of PowerTCP as a rate.
  double additive_increase;

  // HPCC, PowerTCP
  double target_utilization;  // eta
  uint32_t stage_limit;       // HPCC: additive steps between two multiplicative ones
  double gamma;               // PowerTCP: weight of the new rate
};

// State of one flow at its sender.
struct congestion_sender {
  double line;    // rate of the host's link
  double rate;    // sending rate
  double target;  // DCQCN: target rate. HPCC, PowerTCP: reference rate R

  // DCQCN
  double alpha;          // at alpha_from
  uint64_t alpha_from;   // start of the alpha interval up to which alpha is computed
  uint64_t first_cnp;    // start of the first decrease interval. CONGESTION_NEVER: no CNP has arrived
  uint64_t decrease_at;  // end of a decrease interval with a CNP. CONGESTION_NEVER: no CNP waits for its decrease
  uint64_t increase_at;  // end of the increase interval. CONGESTION_NEVER: no decrease yet
  uint64_t bytes;        // sent since the byte counter's last increase
  uint64_t byte_limit;   // an increase when bytes exceed it
  uint32_t time_stage;   // increases by the timer since the last decrease
  uint32_t byte_stage;   // increases by the byte counter since the last decrease
  bool cnp_for_alpha;    // a CNP has arrived in the alpha interval that starts at alpha_from

  // HPCC, PowerTCP
  double utilization;      // smoothed u
  uint32_t stage;          // HPCC: additive steps since the last multiplicative one
  uint64_t reference_end;  // R changes with the first ACK that covers more bytes than this
  int hops;                // records of the ACK before. 0: none
  struct telemetry_hop hop[TELEMETRY_HOPS];
};

// The parameter set for hosts with that line rate: hpcc_dcqcn, hpcc_dcqcn_paper, ns3_rdma, ns3_datacenter, powertcp,
// hpcc. Returns false if no set has that name.
bool congestion_parameters_of(const char *set, double line_bps, struct congestion_parameters *p);

// A flow starts at the line rate.
void congestion_start(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now,
                      double line_bps);

// A packet of these bytes has been sent.
void congestion_sent(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now, uint32_t bytes);

// A CNP has arrived.
void congestion_cnp(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now);

// An ACK has arrived. acked: bytes acknowledged in sequence; next: bytes sent so far. hop[0..hops): records of the
// packet, in the order of its path; DCQCN does not read them. Records after TELEMETRY_HOPS are ignored.
void congestion_ack(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now,
                    const struct telemetry_hop *hop, int hops, uint64_t acked, uint64_t next);

// The rate at that time. Runs all timers that have ended.
double congestion_rate(const struct congestion_parameters *p, struct congestion_sender *s, uint64_t now);

// A packet may start if fewer bytes are under way. UINT64_MAX: no window. The rate is that of the last call with a
// time.
uint64_t congestion_window(const struct congestion_parameters *p, const struct congestion_sender *s);

#endif
