// The parts of lockstep_switch, which its files share.
#ifndef LOCKSTEP_SWITCH_PARTS_H
#define LOCKSTEP_SWITCH_PARTS_H

#include "tb/cosim/lockstep_switch.h"

// Note the first difference: a text; a signal that has another value than expected.
__attribute__((format(printf, 2, 3))) void lockstep_differs(struct lockstep_switch *b, const char *format, ...);
void lockstep_expect(struct lockstep_switch *b, const char *signal, uint64_t expected, uint64_t got);

// Compare the MMU inside in one cycle: its inputs, by the model and in RTL; a message from outside, of the cycle
// before; its outputs, which also give the times of the gates. lockstep_store_message() keeps the message of this
// cycle.
void lockstep_mmu_inputs(struct lockstep_switch *b, const struct sluice_in *model, const struct sluice_in *got);
void lockstep_mmu_messages(struct lockstep_switch *b, const struct sluice_in *got);
void lockstep_store_message(struct lockstep_switch *b);
void lockstep_mmu_outputs(struct lockstep_switch *b, const struct sluice_out *model);

#endif
