// The closed loop of congestion control. The sender of a flow has a rate and a window (tb/sim/congestion); its receiver
// acknowledges data and reports marks. Flow f has a second flow, number s->flows + f, for the packets back to the
// sender: the same route in the other direction, in a class of their own.
//
// Data that arrive after a gap are not taken: the sender goes back to the first byte that is missing. A flow of a lossy
// class also goes back if nothing has been acknowledged for two looks.
#ifndef NET_CLOSED_LOOP_H
#define NET_CLOSED_LOOP_H

#include "tb/sim/congestion/congestion.h"
#include "tb/sim/event/place.h"

struct loop_sender {
  struct congestion_sender rule;
  struct loop_sender *before, *after;  // senders of the host
  uint32_t flow;
  uint64_t next;     // offset of the next byte to send
  uint64_t sent;     // offset of the first byte that was never sent
  uint64_t acked;    // bytes acknowledged
  uint64_t checked;  // `acked` at the last look for lost data
  uint64_t last;     // ps: time of the last packet
  uint64_t due;      // ps: time of the next packet, by the rate
  uint16_t bytes;    // of the last packet
  bool waits;        // for an acknowledgement
};

struct loop_receiver {
  uint64_t expected;        // offset of the next byte
  uint64_t reported;        // `expected` in the last acknowledgement
  uint64_t cnp_at, gap_at;  // ps: from then on a CNP, or a report of a gap, may follow the last one
  bool marked;              // data since the last acknowledgement were marked
};

// What a host has for the loop
struct loop_host {
  struct congestion_parameters rule;
  double bps;                  // rate of its link
  struct packet_ring in, out;  // packets that arrive; packets to be sent back to senders
  struct loop_sender *first;   // its senders
};

struct closed_loop {
  bool *complete;                  // [flow] all is acknowledged
  struct loop_sender **sender;     // [flow] NULL before the first packet and when complete
  struct loop_receiver *receiver;  // [flow]
  uint32_t *source;                // [flow] its source at its host
  uint16_t *far, *far_next;        // egress ports of routes back with many hops; the first one that is unused
  uint32_t flows;
  bool telemetry;  // data packets collect telemetry
};

// Builds the loops of a network, after its hosts and before its flows; false: out of memory. And the flow back of a
// flow.
struct event_network;
bool event_loop_build(struct event_network *n);
void event_loop_flow(struct event_network *n, int flow);
void event_loop_free(struct event_network *n);

// A time before which a flow cannot be complete, as senders_last.
uint64_t event_loop_done(const struct event_network *n, int flow, const struct pace *line, uint64_t start);

// Makes the next data packet of a source that is ready; the source then waits as its rate and window want.
void loop_send(struct place *m, uint32_t p, uint32_t source, struct event_packet *x);

// A packet leaves a switch port for the host there, where it arrives at time `at`. Data are taken at once. A packet to
// a sender waits in the host until loop_take().
void loop_deliver(struct place *m, uint32_t p, const struct event_packet *x, uint64_t at);

// The senders of the host at port p take the packets that have arrived by now. Returns the time of the next one.
uint64_t loop_take(struct place *m, uint32_t p);

// The rate of a sender of this place, bits per second; 0: it does not run.
double loop_rate(struct place *m, uint32_t flow);

// A flow moves to another access link at its sender, with the packets that have arrived for it; at its receiver, with
// the packets that wait there. Return false if out of memory.
bool loop_move_sender(struct closed_loop *x, int flow, struct loop_host *from, struct loop_host *to);
bool loop_move_answers(struct closed_loop *x, int flow, struct loop_host *from, struct loop_host *to);

// Frees the telemetry of a packet that is lost.
void loop_lose(struct place *m, const struct event_packet *x);

// A packet leaves an egress port: appends a record to its telemetry.
void loop_record(struct place *m, uint32_t p, const struct event_packet *x);

// Looks for flows of the host at port p, of lossy classes, whose data are lost. Returns whether one goes back.
bool loop_look(struct place *m, uint32_t p);
#define LOOP_LOOK UINT64_C(1000000000)  // ps between two looks

#endif
