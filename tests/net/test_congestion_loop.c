// Flows that share one link, under the rules of congestion control: fixed points, fairness and queues against closed
// forms. One packet takes the link at a time; feedback arrives a fixed delay after the packet has left the link.
// `make check T=congestion_loop`
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "tb/sim/congestion/congestion.h"
#include "tb/sim/traffic/random.h"
#include "tests/suite.h"

enum { US = 1000000, FLOWS = 16, BYTES = 1000, RING = 1 << 16 };

struct packet {
  int flow;
  uint64_t arrived, out;
  bool marked;
  struct telemetry_hop hop;
};

struct loop {
  struct congestion_parameters p;
  int flows;
  double bps;      // of the link
  uint64_t delay;  // from the end of a packet on the link until its feedback is at the sender
  uint64_t kmin, kmax;
  double pmax;
  double share;  // of packets that are marked, whatever the queue; 0: the queue decides
  struct congestion_sender s[FLOWS];
  uint64_t send_at[FLOWS], sent[FLOWS], acked[FLOWS];
  uint64_t interval_end[FLOWS];  // of the CNP interval that runs. UINT64_MAX: none
  bool mark_in_interval[FLOWS];
  struct packet ring[RING];
  uint64_t arrived, served, fed;  // packets
  uint64_t now, free_at;
  uint64_t random;
  // Results since the last reset
  uint64_t packets, marks, queue_sum, queue_most;
  double between, between_queue;  // ps between two records of a flow; bytes that wait at both of them, times ps
  uint64_t delivered[FLOWS];
};

static void start(struct loop *l, int flow, uint64_t now, double rate) {
  congestion_start(&l->p, &l->s[flow], now, l->bps);
  l->s[flow].rate = l->s[flow].target = rate;
  l->send_at[flow] = now;
  l->interval_end[flow] = UINT64_MAX;
}

static void send_packet(struct loop *l, int flow, uint64_t now) {
  if (l->arrived - l->fed == RING) ck_abort_msg("%d packets are under way", RING);
  l->ring[l->arrived++ % RING] = (struct packet){.flow = flow, .arrived = now};
  l->sent[flow] += BYTES;
  congestion_sent(&l->p, &l->s[flow], now, BYTES);
  const double gap = 8e12 * BYTES / congestion_rate(&l->p, &l->s[flow], now);
  l->send_at[flow] = now + (uint64_t)(gap * (0.95 + 0.1 * random_unit(&l->random)));  // else two flows keep step
}

static void serve_packet(struct loop *l, uint64_t now) {
  struct packet *packet = &l->ring[l->served % RING];
  const uint64_t queue = (l->arrived - l->served - 1) * BYTES;
  packet->hop = (struct telemetry_hop){.at = now, .sent = l->served * BYTES, .queue = queue, .bps = (uint64_t)l->bps};
  const double p = queue <= l->kmin ? 0 : l->pmax * (double)(queue - l->kmin) / (double)(l->kmax - l->kmin);
  packet->marked = l->share == 0 && queue > l->kmax;
  packet->marked |= random_unit(&l->random) < (l->share != 0 ? l->share : p);
  packet->out = l->free_at = now + (uint64_t)(8e12 * BYTES / l->bps);
  l->served++;
  l->packets++;
  l->marks += packet->marked;
  l->queue_sum += queue;
  if (queue > l->queue_most) l->queue_most = queue;
  l->delivered[packet->flow] += BYTES;
}

// A CNP, which begins an interval. Marks of a set without intervals are CNPs.
static void notify(struct loop *l, int flow, uint64_t now) {
  congestion_cnp(&l->p, &l->s[flow], now);
  if (l->p.cnp_interval != 0) l->interval_end[flow] = now + l->p.cnp_interval;
  l->mark_in_interval[flow] = false;
}

static void end_interval(struct loop *l, int flow, uint64_t now) {
  l->interval_end[flow] = UINT64_MAX;
  if (l->mark_in_interval[flow]) notify(l, flow, now);
}

static void feed_back(struct loop *l, uint64_t now) {
  const struct packet *packet = &l->ring[l->fed++ % RING];
  const int f = packet->flow;
  const struct telemetry_hop *before = &l->s[f].hop[0], *after = &packet->hop;
  if (l->s[f].hops != 0) {
    l->between += (double)(after->at - before->at);
    l->between_queue +=
        (double)((after->at - before->at) * (after->queue < before->queue ? after->queue : before->queue));
  }
  l->acked[f] += BYTES;
  congestion_ack(&l->p, &l->s[f], now, &packet->hop, 1, l->acked[f], l->sent[f]);
  if (packet->marked && l->interval_end[f] == UINT64_MAX)
    notify(l, f, now);
  else
    l->mark_in_interval[f] |= packet->marked;
}

static void run(struct loop *l, uint64_t until) {
  l->packets = l->marks = l->queue_sum = l->queue_most = 0;
  l->between = l->between_queue = 0;
  memset(l->delivered, 0, sizeof l->delivered);
  while (l->now < until) {
    uint64_t serve = UINT64_MAX, feedback = UINT64_MAX, send = UINT64_MAX, end = UINT64_MAX;
    int sender = 0, ended = 0;
    if (l->served < l->arrived) {
      serve = l->ring[l->served % RING].arrived;
      if (serve < l->free_at) serve = l->free_at;
    }
    if (l->fed < l->served) feedback = l->ring[l->fed % RING].out + l->delay;
    for (int f = 0; f < l->flows; f++)
      if (l->send_at[f] < send && l->sent[f] - l->acked[f] < congestion_window(&l->p, &l->s[f])) {
        send = l->send_at[f];
        sender = f;
      }
    for (int f = 0; f < l->flows; f++)
      if (l->interval_end[f] < end) end = l->interval_end[ended = f];
    const uint64_t next = serve < feedback ? serve : feedback;
    if (send < l->now) send = l->now;  // its window was closed
    if (end <= next && end <= send) {
      l->now = end;
      end_interval(l, ended, end);
    } else if (send < next) {
      l->now = send;
      send_packet(l, sender, send);
    } else if (serve < feedback) {
      l->now = serve;
      serve_packet(l, serve);
    } else {
      l->now = feedback;
      feed_back(l, feedback);
    }
  }
}

static double fairness(const struct loop *l, double *sum) {  // Jain's index
  double squares = 0;
  *sum = 0;
  for (int f = 0; f < l->flows; f++) {
    *sum += (double)l->delivered[f];
    squares += (double)l->delivered[f] * (double)l->delivered[f];
  }
  return *sum * *sum / (l->flows * squares);
}

static struct loop *loop_of(const char *set, int flows, double bps, uint64_t seed) {
  static struct loop l;
  memset(&l, 0, sizeof l);
  l.flows = flows;
  l.bps = bps;
  l.delay = 4 * US;
  l.random = seed;
  ck_assert(congestion_parameters_of(set, bps, &l.p));
  l.p.base_rtt = l.delay + (uint64_t)(8e12 * BYTES / bps);
  l.kmin = l.p.kmin;
  l.kmax = l.p.kmax;
  l.pmax = l.p.pmax;
  return &l;
}

// The value at which f(), which falls, is 0.
static double root(double (*f)(const struct loop *l, double p), const struct loop *l) {
  double low = 1e-7, high = 0.5;
  for (int i = 0; i < 60; i++) {
    const double p = sqrt(low * high);
    if (f(l, p) > 0)
      low = p;
    else
      high = p;
  }
  return low;
}

// Fluid model of DCQCN (Zhu et al., SIGCOMM 2015, equations 5 to 9): dR/dt at R = C / N and packets that are marked
// with probability p, with the target and alpha at which their derivatives are 0. The byte counter, 300 MB, has no
// effect. A flow has F - 1 fast increases here (docs/reference/congestion.md).
static double fluid_slope(const struct loop *l, double p) {
  const double packet = 8.0 * BYTES, r = l->bps / l->flows / packet, step = l->p.additive_increase / packet;
  const double tau = (double)l->p.cnp_interval / 1e12, fast = l->p.fast_stages - 1;
  const double timer = (double)l->p.increase_interval / 1e12 * r;
  const double cnp = 1 - pow(1 - p, tau * r), alpha = 1 - pow(1 - p, (double)l->p.alpha_interval / 1e12 * r);
  const double increase = p / (pow(1 - p, -timer) - 1);
  const double gap = step * r * increase * pow(1 - p, fast * timer) * tau / cnp;
  return gap * r * increase / 2 - r * alpha * cnp / (2 * tau);
}

// The same without the mean values of the fluid model. Marks arrive at one rate, so the time to the next mark has an
// exponential distribution at any time. A CNP begins an interval tau. An interval without a mark has the probability
// exp(-marks tau). With a mark the next CNP is at the end of the interval; without one it follows the interval after
// the time to the next mark. So the next CNP is later than t with the probability 1 before tau, and from tau on
// exp(-marks tau) exp(-marks (t - tau)) = exp(-marks t). Returns the mean change of the rate from one CNP to the next:
// F - 1 steps halve the distance to the target, each further one raises the target.
static double renewal_slope(const struct loop *l, double p) {
  const double r = l->bps / l->flows, marks = -log1p(-p) * r / (8.0 * BYTES);  // per second
  const double tau = (double)l->p.cnp_interval / 1e12;
#define LATER(t) ((t) <= tau ? 1 : exp(-marks * (t)))           // probability that the next CNP is not before t
#define ENDS(n, t) (LATER((n) * (t)) - LATER(((n) + 1) * (t)))  // that n intervals t end before it
  double decay = 0, kept = 1, time = (double)l->p.alpha_interval / 1e12;
  for (int n = 0; LATER(n * time) > 1e-9; n++, kept *= 1 - l->p.gain) decay += kept * ENDS(n, time);
  const double alpha = l->p.gain / (1 - (1 - l->p.gain) * decay);
  double below = r * alpha / 2, target = 0, change = 0;
  time = (double)l->p.increase_interval / 1e12;
  for (int n = 0; LATER(n * time) > 1e-9; n++) {
    change += (target - below) * ENDS(n, time);
    const double step = n + 1 < (int)l->p.fast_stages ? 0 : l->p.additive_increase;
    target += step;
    below = (below + step) / 2;
  }
  return change;
}

// A flow whose packets are marked at random, with the probability at which N flows stay at C / N, has the mean rate C /
// N.
START_TEST(dcqcn_rate_at_a_share) {
  static const int flows[] = {2, 4, 8};
  struct loop *l = loop_of("ns3_rdma", flows[_i], 40e9, (uint64_t)_i + 1);
  const uint64_t time = (uint64_t)flows[_i] * 2000000 * US;
  l->share = root(renewal_slope, l);
  ck_assert_double_eq_tol(l->share / root(fluid_slope, l), 1, 0.01);
  l->flows = 1;
  start(l, 0, 0, l->bps);
  run(l, 60000ull * US);
  run(l, 60000ull * US + time);
  ck_assert_double_eq_tol(8e12 * (double)l->delivered[0] / (l->bps * (double)time) * flows[_i], 1, 0.015);
}
END_TEST

// The share of marked packets at which N flows stay at C / N, when the queue decides. With two flows the queue is empty
// at times, no packet is marked then, and the share is lower.
START_TEST(dcqcn_fixed_point) {
  struct loop *l = loop_of("ns3_rdma", _i == 0 ? 2 : 8, 40e9, (uint64_t)_i + 1);
  l->pmax = 0.02;  // the queue at the fixed point is then above the noise of single packets
  for (int f = 0; f < l->flows; f++) start(l, f, 0, l->bps);
  run(l, 60000ull * US);
  run(l, 160000ull * US);
  const double share = (double)l->marks / (double)l->packets, expected = root(renewal_slope, l);
  if (_i == 0) {
    ck_assert(share > 0.8 * expected && share < expected);
  } else {
    ck_assert_double_eq_tol(share / expected, 1, 0.05);
    const double queue = (double)l->kmin + share / l->pmax * (double)(l->kmax - l->kmin);
    ck_assert_double_eq_tol((double)l->queue_sum / (double)l->packets / queue, 1, 0.05);
  }
  double sum;
  ck_assert_double_gt(fairness(l, &sum), 0.99);
  ck_assert_double_gt(8e12 * sum / (l->bps * 100000 * US), 0.99);
}
END_TEST

// A flow at the whole rate and one at a twentieth of it become equal.
START_TEST(dcqcn_two_flows_converge) {
  static const struct {
    const char *set;
    double bps;
    unsigned ms;
  } each[] = {{"ns3_rdma", 40e9, 120}, {"hpcc_dcqcn_paper", 100e9, 60}};
  struct loop *l = loop_of(each[_i].set, 2, each[_i].bps, 1);
  start(l, 0, 0, l->bps);
  start(l, 1, 0, l->bps / 20);
  congestion_cnp(&l->p, &l->s[1], 0);
  double sum;
  run(l, 1000ull * US);
  ck_assert_double_lt(fairness(l, &sum), 0.6);
  run(l, each[_i].ms * 1000ull * US);
  run(l, (each[_i].ms + 20) * 1000ull * US);
  ck_assert_double_gt(fairness(l, &sum), 0.98);
  ck_assert_double_gt(8e12 * sum / (l->bps * 20000 * US), 0.98);
}
END_TEST

// R / m + AI = R and 0.9 (R / m + beta) + 0.1 R = R both give m = R / (R - AI). Without a queue m = N R / (0.95 C), so
// R = 0.95 C / N + AI.
START_TEST(telemetry_fixed_point) {
  struct loop *l = loop_of(_i == 0 ? "hpcc" : "powertcp", 2, 100e9, 1);
  start(l, 0, 0, l->bps);
  start(l, 1, 0, l->bps / 20);
  double sum;
  run(l, 500ull * US);
  ck_assert_double_lt(fairness(l, &sum), 0.75);
  run(l, (_i == 0 ? 28000ull : 10000ull) * US);
  const uint64_t from = l->now;
  run(l, from + 10000ull * US);
  ck_assert_double_gt(fairness(l, &sum), 0.98);
  const double used = 8e12 * sum / (l->bps * (double)(l->now - from));
  ck_assert_double_eq_tol(used, 0.95 + 2 * l->p.additive_increase / l->bps, 0.0005);
  ck_assert_uint_le(l->queue_most, 2 * BYTES);
}
END_TEST

// With more flows packets wait for each other, and the queue term of U is not 0: q / (C T), q being the mean of the
// shorter queue of two records. HPCC holds the mean of U, so that this part of the link is not used.
START_TEST(hpcc_with_packets_that_wait) {
  struct loop *l = loop_of("hpcc", _i == 0 ? 4 : 8, 100e9, 1);
  l->p.additive_increase = 200e6;
  for (int f = 0; f < l->flows; f++) start(l, f, 0, l->bps);
  run(l, 10000ull * US);
  run(l, 20000ull * US);
  double sum;
  ck_assert_double_gt(fairness(l, &sum), 0.98);
  const double used = 8e12 * sum / (l->bps * 10000 * US);
  const double queue = 8e12 * l->between_queue / l->between / (l->bps * (double)l->p.base_rtt);
  ck_assert_double_gt(queue, 0.002);
  ck_assert_double_eq_tol(used + queue, 0.95 + l->flows * l->p.additive_increase / l->bps, 0.0005);
}
END_TEST

// Sixteen flows start at the line rate. Their windows hold C T each, so the queue is below 16 C T. It is empty but for
// single packets after 100 base round trips.
START_TEST(telemetry_incast) {
  struct loop *l = loop_of(_i == 0 ? "hpcc" : "powertcp", FLOWS, 100e9, 1);
  for (int f = 0; f < FLOWS; f++) start(l, f, 0, l->bps);
  run(l, 100 * l->p.base_rtt);
  const uint64_t product = (uint64_t)(l->bps * (double)l->p.base_rtt / 8e12);
  ck_assert_uint_gt(l->queue_most, 8 * product);
  ck_assert_uint_le(l->queue_most, FLOWS * (product + BYTES));
  run(l, 300 * l->p.base_rtt);
  ck_assert_uint_lt(l->queue_sum / l->packets, 3 * BYTES);
  ck_assert_uint_le(l->queue_most, FLOWS * BYTES);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("congestion_loop");
  TCase *flows = tcase_create("flows");
  tcase_set_timeout(flows, 60);
  tcase_add_loop_test(flows, dcqcn_rate_at_a_share, 0, 3);
  tcase_add_loop_test(flows, dcqcn_fixed_point, 0, 2);
  tcase_add_loop_test(flows, dcqcn_two_flows_converge, 0, 2);
  tcase_add_loop_test(flows, telemetry_fixed_point, 0, 2);
  tcase_add_loop_test(flows, hpcc_with_packets_that_wait, 0, 2);
  tcase_add_loop_test(flows, telemetry_incast, 0, 2);
  suite_add_tcase(suite, flows);
  return suite_run(suite);
}
