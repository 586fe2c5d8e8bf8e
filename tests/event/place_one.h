// One switch of the event engine, driven packet by packet: its MMU alone.
#ifndef PLACE_ONE_H
#define PLACE_ONE_H

#include "tb/sim/event/event_mmu.h"
#include "tb/sim/event/event_network.h"

struct one {
  struct scenario *scenario;
  struct event_network *network;
  struct place *place;
};

// With these registers, which the MMU must accept.
void one_new(struct one *x, int ports, int classes, const uint32_t *regs);
void one_free(struct one *x);

// Visits of the scan that have decided until then.
void one_visits(struct one *x, uint64_t until);

// Random registers of a small switch that the MMU accepts.
void one_registers(uint64_t *random, int ports, int classes, enum sluice_scheme scheme, uint32_t *regs);

#endif
