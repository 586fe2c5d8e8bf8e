// The credits of the channels of a link, at one of its ends (scheme CBFC) [spec 12].
#ifndef NET_CREDIT_END_H
#define NET_CREDIT_END_H

#include "cmodel/sluice.h"
#include "tb/sim/scenario/credits.h"

struct credit_sender {
  uint32_t consumed;      // UE: credits consumed; InfiniBand: blocks sent, FCTBS
  uint32_t freed, limit;  // of the last message; InfiniBand: freed is FCCL
};

struct credit_receiver {
  uint32_t received, freed, reported;  // credits; reported: freed, of the last message
  uint64_t due;                        // time from which a message is due by amount; UINT64_MAX: none
};

struct credit_end {
  const struct scenario_credits *rule;
  struct credit_sender sender[SLUICE_MAX_CLASSES];
  struct credit_receiver receiver[SLUICE_MAX_CLASSES];
  uint32_t largest;                           // credits of the largest packet
  uint8_t senders, receivers;                 // channels with credits, a bit each
  uint8_t granted;                            // channels that may start at all; InfiniBand: after the first message
  uint8_t empty;                              // channels whose credits do not suffice for the largest packet
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

#endif
