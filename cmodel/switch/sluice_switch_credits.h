// Credits of all ports of the switch in C, with cycles: rtl/switch/sluice_switch_credits. The datapath enters the
// events of a cycle, then makes the step.
#ifndef SLUICE_SWITCH_CREDITS_H
#define SLUICE_SWITCH_CREDITS_H

#include "cmodel/switch/sluice_switch_credit_port.h"
#include "cmodel/switch/sluice_switch_parts.h"

// The registers of a cycle: as written, and those of the last COMMIT.
struct sluice_switch_credit_registers {
  uint32_t ports;                      // CREDITS_PORTS
  struct sluice_credit_config values;  // CREDITS_LIMIT_c, CREDITS_AMOUNT, CREDITS_CONSUMED, CREDITS_FREED
  unsigned lossless;                   // lossless classes
  uint32_t largest;                    // cells of a largest frame
};

struct sluice_switch_credits {
  int ports, classes;
  // Active registers, one cycle after their write; the classes that use credits follow one cycle after a limit, those
  // of a port one cycle later.
  struct sluice_switch_credit_registers active;
  unsigned with_limit, uses[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_port port[SLUICE_SWITCH_MAX_PORTS];
  struct sluice_switch_credit_in in[SLUICE_SWITCH_MAX_PORTS];  // events of this cycle; the step clears them
};

void sluice_switch_credits_init(struct sluice_switch_credits *c, const struct sluice_switch_dims *dims);
// The registers of a switch as written.
struct sluice_switch_credit_registers sluice_switch_credits_written(const struct sluice_switch *sw);
// The word that a port sends in the present cycle.
struct sluice_credit_word sluice_switch_credits_word(const struct sluice_switch_credits *c, int port);
// One cycle. Values and ports of `written` are active in the next cycle; lossless and largest are those of this cycle.
void sluice_switch_credits_step(struct sluice_switch_credits *c, const struct sluice_switch_credit_registers *written);

#endif
