// The closed loop of flows with congestion control. The sender of such a flow has a rate and a window
// (tb/sim/congestion); its receiver acknowledges data and reports marks. Flow f has a second flow, number s->flows + f,
// for the packets back to the sender: the same route in the other direction, in a class of their own.
//
// Recovery [spec 14]: on one path, data that arrive after a gap are not taken, and the sender goes back to the first
// byte that is missing. Data of a flow that sprays are taken in any order. A timer makes the sender go back if nothing
// new is acknowledged.
#ifndef NET_CLOSED_LOOP_H
#define NET_CLOSED_LOOP_H

#include "tb/sim/congestion/congestion.h"
#include "tb/sim/event/place.h"
#include "tb/sim/event/received.h"

struct loop_sender {
  struct congestion_sender rule;
  const struct congestion_parameters *parameters;
  uint32_t flow;
  uint64_t next;      // offset of the next byte to send
  uint64_t sent;      // offset of the first byte that was never sent
  uint64_t acked;     // bytes acknowledged
  uint64_t last;      // ps: time of the last packet
  uint64_t due;       // ps: time of the next packet, by the rate
  uint64_t timer;     // ps: start of the timer
  uint64_t paused;    // ps: time for which its class was paused before that
  uint32_t timeouts;  // in sequence
  uint16_t bytes;     // of the last packet
  bool waits;         // for an acknowledgement
};

struct loop_receiver {
  struct received received;
  uint64_t unreported;  // bytes that arrived since the last acknowledgement
  uint64_t arrived;     // data packets, also those that are not taken
  uint64_t cnp_end;     // ps: end of the CNP interval that the last CNP begins; that CNP may be due later
  bool marked;          // data since the last acknowledgement were marked
  bool gap;             // a NACK has been sent for the expected packet
};

// What a host has for the loop
struct loop_host {
  const struct congestion_parameters *parameters;  // [policy], at the rate of its link
  double bps;                                      // that rate
  struct packet_ring in, out;  // packets that arrive; packets to be sent back to senders, in the order of their times
  struct packet_ring cnps;     // CNPs to be sent back, also those that are due later, in the order of their times
  struct {
    uint64_t total, since;  // ps: time for which the class was paused until `since`
  } paused[SLUICE_MAX_CLASSES];
};

struct closed_loop {
  struct congestion_parameters *parameters;  // [rate of an access link * policies + policy]
  uint64_t *rate;                            // the different rates of access links
  int rates;
  bool *ended;                     // [flow] all is acknowledged, or the sender has given up
  struct loop_sender **sender;     // [flow] NULL before the first packet, and at the end
  struct loop_receiver *receiver;  // [flow]
  uint32_t *source;                // [flow] its source at its host
  uint16_t *far, *far_next;        // egress ports of routes back with many hops; the first one that is unused
  uint32_t flows;
};

// Builds the loops of a network, after its hosts and before its flows; false: out of memory. And the flow back of a
// flow.
struct event_network;
bool event_loop_build(struct event_network *n);
void event_loop_flow(struct event_network *n, int flow);
void event_loop_free(struct event_network *n);

// Whether the end of a flow waits for the arrival of all its bytes: its sender never gives up.
static inline bool loop_must_arrive(const struct event_flow *f, const struct congestion_parameters *rule) {
  return f->total != 0 && rule->rto_limit == 0;
}

// Whether a source that is ready may send a packet now. If not, the source waits as its rate, window and timer want.
bool loop_may_send(struct place *m, uint32_t p, uint32_t source);

// Makes its next data packet.
void loop_send(struct place *m, uint32_t p, uint32_t source, struct event_packet *x);

// A packet leaves a switch port for the host there, where it arrives at time `at`. Data are taken at once. A packet to
// a sender waits in the host until loop_take().
void loop_deliver(struct place *m, uint32_t p, const struct event_packet *x, uint64_t at);

// The senders of the host at port p take the packets that have arrived by now. Returns the time of the next one.
uint64_t loop_take(struct place *m, uint32_t p);

// The pauses of the host at port p change now.
void loop_gates_change(struct place *m, uint32_t p);

// The rate of a sender of this place, bits per second; 0: it does not run.
double loop_rate(struct place *m, uint32_t flow);

// A flow moves to another access link of its host: from port p of place a to port q of place b at its sender, with the
// packets that have arrived for it; at its receiver, with the packets that wait there, of flow `back`. Return false if
// out of memory.
bool loop_move_sender(struct place *a, uint32_t p, struct place *b, uint32_t q, int flow, uint64_t now);
bool loop_move_answers(struct loop_host *from, struct loop_host *to, uint32_t back);

// Frees the telemetry of a packet that is lost.
void loop_lose(struct place *m, const struct event_packet *x);

// A packet leaves an egress port: appends a record to its telemetry, if it has any.
void loop_record(struct place *m, uint32_t p, const struct event_packet *x);

#endif
