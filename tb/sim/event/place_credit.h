// Credits at the ends of the links of a place (scheme CBFC) [spec 12]. Every decision is a rule of
// cmodel/rules/sluice_credit.h.
//
// Each channel of a link has a sender at one end and a receiver at the other. The sender starts a packet only if its
// credits suffice. The receiver counts them as freed when the packet has left its buffer. Messages carry the counters,
// as of the time at which a message is sent; they take effect on arrival, after all packets that were sent before.
// A host takes every packet at once, so a port to a host needs no credits.
#ifndef NET_PLACE_CREDIT_H
#define NET_PLACE_CREDIT_H

#include "tb/sim/event/credit_end.h"
#include "tb/sim/event/place.h"

// Creates the credits of end d of a link. NULL: out of memory.
struct credit_end *credit_new(const struct scenario *s, uint64_t seed, int link, int d);

// Schedules the first full counters of a place. InfiniBand starts nothing before them.
void credits_begin(struct place *m, const struct scenario_credits *x);

// A packet of that channel starts.
void credit_consume(struct place *m, struct event_port *o, uint32_t channel, uint32_t bytes);

// A packet has arrived at port p, by that channel; kept: it is in the MMU. A packet has left ingress queue k.
void credit_arrive(struct place *m, uint32_t p, uint32_t channel, uint32_t bytes, bool kept);
void credit_free(struct place *m, uint32_t k, uint32_t bytes);

// The period of the full counters, of credits freed or consumed; 0: they are not sent.
uint64_t credit_period(const struct place *m, bool freed);

// Messages of port p are due by amount. Returns whether it has any.
bool credit_amounts(struct place *m, uint32_t p);

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
