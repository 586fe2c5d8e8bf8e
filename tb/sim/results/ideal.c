// The completion time of a flow alone in the network: its packets pass the same senders, one after the other, without
// pauses and other packets. In whole ticks, as the simulation counts: for a flow that is alone both are equal.
#include "tb/sim/results/ideal.h"

#include "tb/sim/nodes/ethernet.h"

static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

// A frame is ready at a tick: returns the tick of its arrival at the next node.
static uint64_t pass(struct ideal_step *step, uint64_t ready, uint32_t frame, uint64_t hold) {
  const uint32_t wire = frame + step->overhead;
  uint64_t now = later(later(ready, pace_free(&step->line)), step->settled);
  if (step->limit.num != 0) {
    now = later(now, pace_free(&step->limit));
    pace_send(&step->limit, now, wire);
  }
  step->settled = now + hold;
  return pace_send(&step->line, now, wire) + step->delay;
}

// A frame may leave its switch at a tick: returns the tick at which the limit of its ingress port lets it.
static uint64_t enter(struct ideal_step *step, uint64_t ready, uint32_t wire) {
  if (step->ingress.num == 0) return ready;
  ready = later(ready, pace_free(&step->ingress));
  pace_send(&step->ingress, ready, wire);
  return ready;
}

// Whether the flow is regular: a byte takes whole ticks everywhere, and nothing else delays a packet. Then packet k of
// equal packets leaves sender i at the start plus the times of the senders up to i, plus k - 1 times the longest of
// these.
static bool is_regular(const struct scenario_flow *f, const struct ideal_step *step, uint64_t hold) {
  bool regular = f->bps == 0 && hold == 0;
  for (int k = 0; k <= f->hops; k++)
    regular &= step[k].line.den == 1 && step[k].limit.num == 0 && step[k].ingress.num == 0;
  return regular;
}

// The state after that many full packets have passed all senders.
static void pass_equal(const struct scenario_flow *f, uint64_t start, struct ideal_step *step, uint64_t packets) {
  uint64_t at = start, longest = 0;
  for (int k = 0; k <= f->hops; k++) {
    uint64_t time = (frame_bytes(f->packet) + step[k].overhead) * step[k].line.num;
    longest = later(longest, time);
    at += step[k].admit + time;
    step[k].line.free = at + (packets - 1) * longest;
    at += step[k].delay;
  }
}

uint64_t ideal_completion(const struct scenario_flow *f, uint64_t bytes, uint64_t start, struct ideal_step *step,
                          uint64_t hz, uint64_t hold) {
  struct pace own = {.num = 0};
  uint64_t arrival = start, left = bytes;
  if (f->bps != 0) pace_init(&own, f->bps, hz);
  if (left > 2 * (uint64_t)f->packet && is_regular(f, step, hold)) {
    uint64_t packets = (left - 1) / f->packet;  // the last packet follows
    pass_equal(f, start, step, packets);
    left -= packets * f->packet;
  }
  while (left > 0) {
    uint32_t some = left < f->packet ? (uint32_t)left : f->packet, frame = frame_bytes(some);
    uint64_t ready = later(start, pace_free(&step[0].line));
    if (own.num != 0) {
      ready = later(ready, pace_free(&own));
      pace_send(&own, ready, some);
    }
    arrival = pass(&step[0], ready, frame, 0);
    for (int k = 1; k <= f->hops; k++) {
      ready = enter(&step[k], arrival + step[k].admit, frame + step[k - 1].overhead);
      arrival = pass(&step[k], ready, frame, hold);
    }
    left -= some;
  }
  return arrival - start;
}
