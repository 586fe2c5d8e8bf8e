// Random register sets: legal sets of every scheme, and sets with one bad register.
#ifndef REGISTER_SET_H
#define REGISTER_SET_H

#include "tests/mmu/stimulus.h"

// Draws a set that is legal for the dims of the stimulus.
void register_set(struct stimulus *s, int scheme, uint32_t *regs);

// Draws only the stages of GFC, within a buffer of phi cells per queue.
void register_set_stages(struct stimulus *s, uint32_t phi, uint32_t *regs);

// PORT_LIMITS: draws limits of the ports of a legal set, so that the pools still fit the buffer. A limit that was
// written before is drawn again, others only sometimes. which: a bit per port that may change.
void register_set_limits(struct stimulus *s, const uint32_t *regs, uint64_t which, struct sluice_port_registers *ports);

// Changes a limit of one port, mostly to an illegal value.
void register_set_spoil_limits(struct stimulus *s, const uint32_t *regs, struct sluice_port_registers *ports);

// Changes one register, mostly to an illegal value.
void register_set_spoil(struct stimulus *s, uint32_t *regs);

// Draws a legal set with the largest packets that fit the buffer once per headroom group, or per queue under GFC.
void register_set_large(struct stimulus *s, int scheme, uint32_t *regs);

#endif
