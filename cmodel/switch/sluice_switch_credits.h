// Credits of all ports of the switch in C, with cycles: rtl/switch/sluice_switch_credits. The datapath enters the
// events of a cycle, then makes the step.
#ifndef SLUICE_SWITCH_CREDITS_H
#define SLUICE_SWITCH_CREDITS_H

#include "cmodel/switch/sluice_switch_credit_port.h"
#include "cmodel/switch/sluice_switch_parts.h"

enum { SLUICE_SWITCH_CREDIT_CYCLES = 2 };  // from the write of a register of credits until it is active

struct sluice_switch_credits {
  // Registers: the written values of the last cycles, the first ones are active; then the classes that use credits
  struct sluice_switch_credit_registers {
    uint32_t ports;
    struct sluice_credit_config values;
  } written[SLUICE_SWITCH_CREDIT_CYCLES];
  unsigned classes, uses[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_in in[SLUICE_SWITCH_MAX_PORTS];  // events of this cycle; the step clears them
};

void sluice_switch_credits_init(struct sluice_switch_credits *c, const struct sluice_switch_dims *dims);
// Ports with credits, a bit each, and the word that a port sends, of the present cycle.
uint32_t sluice_switch_credits_ports(const struct sluice_switch_credits *c);
struct sluice_credit_word sluice_switch_credits_word(const struct sluice_switch_credits *c,
                                                     const struct sluice_switch *sw, int port);
void sluice_switch_credits_step(struct sluice_switch_credits *c, const struct sluice_switch *sw);

#endif
