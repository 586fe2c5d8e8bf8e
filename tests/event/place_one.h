// One switch of the event engine without a network. A test calls its MMU packet by packet.
#ifndef PLACE_ONE_H
#define PLACE_ONE_H

#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"

struct one {
  struct scenario *scenario;
  struct event_network *network;
  struct place *place;
};

// The MMU must accept the configuration.
void one_new(struct one *x, int ports, int classes, const struct sluice_config *cfg);
void one_free(struct one *x);

// Runs all visits of the scan that decide at or before this time.
void one_visits(struct one *x, uint64_t until);

// Draws a random configuration of a small switch, which the MMU accepts.
void one_config(uint64_t *random, int ports, int classes, enum sluice_scheme scheme, struct sluice_config *cfg);

#endif
