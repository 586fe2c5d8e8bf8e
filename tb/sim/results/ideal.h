// The completion time of a flow alone in the network, in ticks of the engine
#ifndef NET_IDEAL_H
#define NET_IDEAL_H

#include "tb/sim/nodes/pace.h"
#include "tb/sim/scenario/scenario.h"

enum { IDEAL_STEPS = 1 + 255 };

// A sender on the route: the host, then a port of every switch
struct ideal_step {
  struct pace line, limit;  // limit.num 0: no limit
  struct pace ingress;      // limit at the port by which the packets came in; num 0: none
  uint64_t admit;           // ticks from the arrival of a packet until it may leave; 0 at the host
  uint64_t delay;
  uint32_t overhead;
  uint64_t settled;  // GFC: time from which the gate includes the packet before
};

static inline struct ideal_step ideal_step(const struct pace *line, const struct pace *limit, uint64_t admit,
                                           uint64_t delay, uint32_t overhead) {
  struct ideal_step step = {.admit = admit, .delay = delay, .overhead = overhead};
  step.line = (struct pace){.num = line->num, .den = line->den};
  step.limit = (struct pace){.num = limit->num, .den = limit->den};
  return step;
}

// The bytes that are sent in the ideal time of a flow: all of a complete flow, or the first packet of another one.
static inline uint64_t ideal_bytes(const struct scenario_flow *f, uint64_t received) {
  const bool complete = f->bytes != 0 && f->bytes == received, one = f->bytes != 0 && f->bytes < f->packet;
  return complete || one ? f->bytes : f->packet;
}

// The time of so many bytes of a flow. step[0] is the host, step[1 + k] the port at hop k. hold: ticks from
// the start of a packet until the next packet of its class may start (GFC).
uint64_t ideal_completion(const struct scenario_flow *f, uint64_t bytes, uint64_t start, struct ideal_step *step,
                          uint64_t hz, uint64_t hold);

#endif
