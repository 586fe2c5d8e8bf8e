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

// The MMU must accept the registers.
void one_new(struct one *x, int ports, int classes, const uint32_t *regs);
void one_free(struct one *x);

// Runs all visits of the scan that decide at or before this time.
void one_visits(struct one *x, uint64_t until);

// Draws random registers of a small switch. The MMU accepts them.
void one_registers(uint64_t *random, int ports, int classes, enum sluice_scheme scheme, uint32_t *regs);

#endif
