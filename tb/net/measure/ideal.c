// How long a flow takes alone in the network: its packets through the same senders, one after the other, with nothing
// paused and nothing in the way. In whole clocks, as the simulation itself counts: for one flow alone the two are
// equal.
#include "ideal.h"

#include "port.h"

enum { HOPS = 64 };

// A sender on the way: the host, then a port of every switch.
struct step {
  struct pace line, limit;
  uint64_t delay;
  uint32_t overhead;
  uint64_t settled;  // GFC: from when on the gate knows of the packet before
};

static struct step step_of(const struct port *p) {
  struct step step = {.delay = p->delay, .overhead = p->overhead};
  step.line = (struct pace){.num = p->line.num, .den = p->line.den};
  step.limit = (struct pace){.num = p->limit.num, .den = p->limit.den};
  return step;
}

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

// A frame that is ready at a clock: when has it arrived at the next node?
static uint64_t pass(struct step *step, uint64_t ready, uint32_t frame, uint64_t hold) {
  uint64_t now = later(later(ready, pace_free(&step->line)), step->settled);
  if (step->limit.num != 0) {
    now = later(now, pace_free(&step->limit));
    pace_send(&step->limit, now, frame);
  }
  step->settled = now + hold;
  return pace_send(&step->line, now, frame + step->overhead) + step->delay;
}

uint64_t ideal_completion(const struct network *n, int flow) {
  const struct scenario_flow *f = &n->s->flow[flow];
  const uint64_t start = n->result.flow[flow].start, hold = scenario_is_gfc(n->s) ? SLUICE_HOLD_LATENCY : 0;
  struct step host = step_of(n->port[f->from]), hop[HOPS];
  struct pace own = {.num = 0};
  uint64_t arrival = start;
  if (f->bps != 0) pace_init(&own, f->bps, n->s->clock_hz);
  for (int k = 0; k < f->hops; k++) hop[k] = step_of(&n->port[f->route[k]][f->egress[k]]);
  for (uint64_t left = f->bytes; left > 0;) {
    uint32_t bytes = left < f->packet ? (uint32_t)left : f->packet, frame = frame_bytes(bytes);
    uint64_t ready = later(start, pace_free(&host.line));
    if (own.num != 0) {
      ready = later(ready, pace_free(&own));
      pace_send(&own, ready, bytes);
    }
    arrival = pass(&host, ready, frame, 0);
    for (int k = 0; k < f->hops; k++) arrival = pass(&hop[k], arrival + SLUICE_ADMIT_LATENCY, frame, hold);
    left -= bytes;
  }
  return arrival - start;
}
