// The rate limiter of the egress queues under GFC [GFC 4.1, 5.1]: a packet blocks its queue until the queue's deficit
// is paid. A round pays each queue once, by its level. Internal.
#ifndef SLUICE_RATE_H
#define SLUICE_RATE_H

#include "cmodel/clocked/sluice_charge_queue.h"

// Deficit of an egress queue, in the unit of charges; negative: credit. Without a deficit the queue may send.
struct sluice_deficit {
  bool valid;
  int64_t owed;
};
struct sluice_limiter {  // one per egress queue
  uint16_t level;
  bool stopped;  // GFC-linear: the rate of the level is 0
  bool owing;    // a packet is not yet paid
  struct sluice_deficit deficit;
};
// An access to the RAM of deficits. A visit of the round pays the queues of a slot; a charge adds to one queue.
struct sluice_deficit_access {
  bool valid, pays;
  struct sluice_sent packet;           // charge: the charged packet
  int slot;                            // visit: the slot
  int64_t amount[SLUICE_MAX_CLASSES];  // visit: pay by lane; charge: the first element
};
enum { SLUICE_DEFICIT_LATENCY = 3 };  // cycles from an access to its effect
struct sluice_rate {
  bool enabled, linear;
  struct sluice_limiter queue[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES];
  struct {  // packet of the last cycle, if it is charged
    bool valid;
    struct sluice_sent packet;
  } sent;
  struct sluice_charge_queue charges;
  uint16_t levels[3][SLUICE_MAX_CLASSES];                           // levels by lane, for the next visits
  struct sluice_deficit_access access[SLUICE_DEFICIT_LATENCY + 1];  // [cycle % 4]
  uint64_t held[SLUICE_WORDS];                                      // 1: the egress queue may not start a packet
};

// Returns the ports whose `held` may have changed, one bit per port.
uint64_t sluice_rate_step(struct sluice_rate *r, const struct sluice_context *x, const struct sluice_in *in);
// Applies a new configuration. structural: levels, holds and deficits are cleared.
void sluice_rate_restart(struct sluice_rate *r, const struct sluice_context *x, bool structural);

#endif
