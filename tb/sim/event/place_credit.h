// Credits at the ends of the links of a place (scheme CBFC) [spec 12]. Every decision is a rule of
// cmodel/rules/sluice_credit.h.
//
// Each channel of a link has a sender at one end and a receiver at the other. The sender starts a packet only if its
// credits suffice. The receiver counts them as freed when the packet has left its buffer. Messages carry the counters,
// as of the time at which a message is sent; they take effect on arrival, after all packets that were sent before.
// A host takes every packet at once, so a port to a host needs no credits.
#ifndef NET_PLACE_CREDIT_H
#define NET_PLACE_CREDIT_H

#include "tb/sim/event/place.h"

struct credit_sender {
  uint32_t consumed;      // UE: credits consumed; InfiniBand: blocks sent, FCTBS
  uint32_t freed, limit;  // of the last message; InfiniBand: freed is FCCL
};

struct credit_receiver {
  uint32_t received, freed, reported;  // credits; reported: freed, of the last message
};

struct credit_end {
  const struct scenario_credits *rule;
  struct credit_sender sender[SLUICE_MAX_CLASSES];
  struct credit_receiver receiver[SLUICE_MAX_CLASSES];
  uint32_t largest;            // credits of the largest packet
  uint8_t senders, receivers;  // channels with credits, a bit each
  uint8_t granted;             // channels that may start at all; InfiniBand: after the first message
  uint8_t empty;               // channels whose credits do not suffice for the largest packet
  uint8_t freed_due, full_due, consumed_due;  // channels with a message due: by amount; full counters of both kinds
  uint8_t turn;                               // channel whose message is sent first
  uint64_t random;                            // for losses
};

// The credits with which a sender may start packets.
static inline uint32_t credit_available(const struct credit_end *x, uint32_t channel) {
  const struct scenario_credits *r = x->rule;
  const struct credit_sender *s = &x->sender[channel];
  const uint32_t used = sluice_credit_between(s->freed, s->consumed, r->bits),
                 left = sluice_credit_between(s->consumed, s->freed, r->bits);
  if (!(x->granted >> channel & 1)) return 0;
  if (r->infiniband) return left <= sluice_credit_most(true, r->bits) ? left : 0;
  return used < s->limit ? s->limit - used : 0;
}

static inline bool credit_starts_credits(const struct credit_end *x, uint32_t channel, uint32_t n) {
  const struct scenario_credits *r = x->rule;
  const struct credit_sender *s = &x->sender[channel];
  if (!(x->granted >> channel & 1)) return false;
  return r->infiniband ? sluice_credit_starts_ib(s->consumed, s->freed, n, r->bits)
                       : sluice_credit_starts_ue(s->consumed, s->freed, s->limit, n, r->bits);
}

// Whether a packet may start.
static inline bool credit_starts(const struct credit_end *x, uint32_t channel, uint32_t bytes) {
  return !(x->senders >> channel & 1) || credit_starts_credits(x, channel, credits_of(x->rule, bytes));
}

// Creates the credits of an end of a link: peer is the node at the other end. NULL: out of memory.
struct credit_end *credit_new(const struct scenario *s, uint64_t seed, int link, int d);

// A packet of that channel starts.
void credit_consume(struct place *m, struct event_port *o, uint32_t channel, uint32_t bytes);

// A packet has arrived at port p, by that channel; kept: it is in the MMU. A packet has left ingress queue k.
void credit_arrive(struct place *m, uint32_t p, uint32_t channel, uint32_t bytes, bool kept);
void credit_free(struct place *m, uint32_t k, uint32_t bytes);

// The period of the full counters, of credits freed or consumed; 0: they are not sent.
uint64_t credit_period(const struct place *m, bool freed);

// The full counters of an end are due, of credits freed or consumed. Returns whether it has any.
bool credit_full(struct event_port *o, bool freed);

// Removes the first message that is due at an end at port p. Returns its bytes on the line.
uint32_t credit_take(struct place *m, uint32_t p, struct event_port *o, struct credit_message *x);

// A message takes effect at an end at port p.
void credit_obey(struct place *m, uint32_t p, struct event_port *o, const struct credit_message *x);

// Whether the line loses the message, or the frame, that is sent now.
bool credit_loses_message(struct credit_end *x);
bool credit_loses_frame(struct credit_end *x);

#endif
