// Random register sets: legal ones for every scheme, and such that one register makes wrong.
#ifndef REGISTER_SET_H
#define REGISTER_SET_H

#include "tests/mmu/stimulus.h"

// A set that is legal for the dims of the stimulus.
void register_set(struct stimulus *s, int scheme, uint32_t *regs);

// The stages of GFC alone, within a buffer of phi cells per queue.
void register_set_stages(struct stimulus *s, uint32_t phi, uint32_t *regs);

// Makes one register wrong, mostly.
void register_set_spoil(struct stimulus *s, uint32_t *regs);

// A set that passes, of the largest packets that the buffer has room for in every headroom group, or queue of GFC.
void register_set_large(struct stimulus *s, int scheme, uint32_t *regs);

#endif
