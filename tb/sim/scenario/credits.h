// Credits of a scenario (scheme CBFC) [spec 12]: the values of its key mmu.credits.
#ifndef NET_CREDITS_H
#define NET_CREDITS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/rules/sluice_credit.h"
#include "cmodel/sluice.h"

struct scenario_credits {
  bool infiniband;                     // else Ultra Ethernet
  bool dynamic;                        // limits follow the free cells of the shared pool
  int bits;                            // of a counter
  uint32_t size;                       // bytes of a credit
  int overhead;                        // bytes that a packet takes in addition
  uint32_t amount;                     // freed credits that make a message due
  uint32_t limit[SLUICE_MAX_CLASSES];  // credits of a channel, by its class on the link; 0: those of the private cells
                                       // of its queue. Dynamic: at most so many
  bool own_limits;                     // the file has one for each class
  uint64_t freed_ps, consumed_ps;      // periods of the full counters, 0: never sent
  double message_loss, frame_loss;     // probabilities
};

enum {
  CREDIT_SIZE_UE = 128,            // bytes of a credit
  CREDIT_AMOUNT_UE = 6400,         // bytes that make a message due [SAI]: the least, and the default
  CREDIT_AMOUNT_MOST_UE = 262144,  // [SAI]
  CREDIT_AMOUNT_LEAST_IB = 64,     // a block
  CREDIT_AMOUNT_IB = 4096,         // the default
  CREDIT_AMOUNT_MOST_IB = 131072,  // all blocks that a counter distinguishes
  CREDIT_ORDERED_SET = 8,  // bytes of a message in an ordered set of Ultra Ethernet, or in a packet of InfiniBand
  CREDIT_REPAIRS = 3,      // periods after which a deadlock is proven; with lost messages:
  CREDIT_REPAIRS_LOST = 64
};

static inline uint32_t credits_of(const struct scenario_credits *x, uint32_t bytes) {
  return sluice_credits(bytes, x->overhead, x->size);
}

// The credits of a buffer of that many bytes, at most those of the counters.
static inline uint32_t credits_in(const struct scenario_credits *x, uint64_t bytes) {
  const uint64_t credits = bytes / x->size, most = sluice_credit_most(x->infiniband, x->bits);
  return (uint32_t)(credits < most ? credits : most);
}

// Ticks in which the full counters repair every loss.
static inline uint64_t credits_repair(const struct scenario_credits *x, uint64_t hz) {
  const uint64_t period = x->freed_ps + x->consumed_ps;
  const unsigned repairs = x->message_loss > 0 || x->frame_loss > 0 ? CREDIT_REPAIRS_LOST : CREDIT_REPAIRS;
  return (uint64_t)((unsigned __int128)(repairs * period) * hz / UINT64_C(1000000000000)) + 1;
}

#endif
