// Computes the numbers of a report from the counters of a run.
#include "tb/sim/results/report.h"

#include <math.h>

#include "tb/sim/nodes/ethernet.h"
#include "tb/sim/results/histogram.h"

const char *verdict_name(enum verdict_kind kind) {
  static const char *const names[] = {"drained", "deadlocked", "still moving"};
  return names[kind];
}

uint64_t report_ticks(const struct scenario *s, const struct network_result *r, uint64_t cycles) {
  return r->hz == s->clock_hz ? cycles : (uint64_t)((unsigned __int128)cycles * r->hz / s->clock_hz);
}

bool report_complete(const struct scenario *s, const struct network_result *r, int flow) {
  return s->flow[flow].bytes != 0 && r->flow[flow].bytes == s->flow[flow].bytes;
}

uint64_t report_completion(const struct network_result *r, int flow) {
  return r->flow[flow].last - r->flow[flow].start;
}

struct report_window report_window(const struct scenario *s, const struct network_result *r, int flow) {
  const struct flow_result *f = &r->flow[flow];
  if (report_complete(s, r, flow)) return (struct report_window){f->start, f->last, f->bytes};
  uint64_t stop = report_ticks(s, r, s->flow[flow].stop), to = stop < r->cycles ? stop : r->cycles;
  return (struct report_window){f->start, to > f->start ? to : f->start, f->window_bytes};
}

double report_gbps(const struct scenario *s, const struct network_result *r, int flow) {
  const struct flow_result *f = &r->flow[flow];
  struct report_window w = report_window(s, r, flow);
  const bool missed = w.bytes == 0 && (f->bytes != 0 || w.to - w.from < f->ideal);
  return missed ? NAN : (double)w.bytes * 8 * (double)r->hz / (double)(w.to - w.from) / 1e9;
}

double report_busy(const struct scenario *s, const struct network_result *r, int link, int direction) {
  const struct link_result *l = &r->link[link][direction];
  if (r->stop == 0 || (l->stop_frames == 0 && l->frames != 0)) return NAN;
  double bits = 8 * ((double)l->stop_bytes + (double)l->stop_frames * s->link[link].overhead);
  double cycles = bits * (double)r->hz / (double)s->link[link].bps - (double)l->stop_unsent;
  return cycles > 0 ? cycles / (double)r->stop : 0;
}

double report_paused(const struct network_result *r, int link, int direction) {
  return r->stop == 0 ? NAN : (double)r->link[link][direction].stop_paused / (double)r->stop;
}

struct report_feedback report_feedback(const struct scenario *s, const struct network_result *r, int link,
                                       int direction) {
  const struct link_result *l = &r->link[link][direction];
  const double wire = 1 + s->link[link].overhead / (double)MIN_FRAME;         // wire bytes per byte of a frame
  const double cycle = 1 / (double)r->hz;                                     // seconds
  const double m = MIN_FRAME * wire * 8 / (double)s->link[link].bps;          // seconds
  const double bytes = wire * 8 * (double)r->hz / (double)s->link[link].bps;  // cycles
  struct report_feedback f = {.bound_worst = m / (scenario_tau_ns(s, link) * 1e-9)};
  f.bound_steady = f.bound_worst / 8;
  if (r->stop != 0) f.mean = (double)l->stop_message_bytes * bytes / (double)r->stop;
  const uint64_t half = report_ticks(s, r, s->stop) / 2;
  if (r->stop > half) f.late = (double)l->stop_half_message_bytes * bytes / (double)(r->stop - half);
  f.burst = (double)l->message_burst * f.bound_worst;
  if (l->message_gap != 0) f.closest = m / ((double)l->message_gap * cycle);
  if (f.closest > 1) f.closest = 1;  // back-to-back messages may exceed 1, because a frame begins in a whole cycle
  return f;
}

// A clock that follows from the traffic takes the mean rate of acknowledgements, and short bursts of them wait.
bool report_late(const struct scenario *s, const struct network_result *r, int sw) {
  const uint64_t round = report_ticks(s, r, 2 * (uint64_t)s->sw[sw].built), us = r->hz / 1000000;
  return r->sw[sw].input_delay > (s->sw[sw].own_clock || round > us ? round : us);
}

struct spread report_latency(const struct flow_result *f) {
  struct spread x = {.count = f->packets, .max = (double)f->latency_max};
  if (f->packets != 0) x.mean = (double)f->latency_sum / (double)f->packets;
  for (int i = 0; i < PERCENTILES; i++) x.percentile[i] = (double)f->percentile[i];
  return x;
}

double report_slowdown(const struct network_result *r, int flow) {
  double slowdown = (double)report_completion(r, flow) / (double)r->flow[flow].ideal;
  return slowdown > 1 ? slowdown : 1;
}

struct report_queue report_queue(const struct scenario *s, const struct network_result *r, const struct level *l) {
  struct report_queue q = {.most = (uint64_t)l->most * s->cell_bytes};
  if (r->stop != 0) q.mean = l->total / (double)r->stop * s->cell_bytes;
  for (int i = 0; i < PERCENTILES; i++)
    q.percentile[i] = (l->percentile[i] < l->most ? l->percentile[i] : l->most) * s->cell_bytes;
  return q;
}

const char *report_side_name(enum side side) { return side == SIDE_INGRESS ? "ingress" : "egress"; }
