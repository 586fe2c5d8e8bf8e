#include "cmodel/switch/sluice_switch_credits.h"

#include <string.h>

#include "cmodel/rules/sluice_credit.h"

void sluice_switch_credits_init(struct sluice_switch_credits *c, const struct sluice_switch_dims *dims) {
  *c = (struct sluice_switch_credits){0};
  for (int p = 0; p < dims->ports; p++) sluice_switch_credit_init(&c->port[p], dims->classes);
}

uint32_t sluice_switch_credits_ports(const struct sluice_switch_credits *c) { return c->written[0].ports; }

static struct sluice_switch_credit_config config(const struct sluice_switch_credits *c, const struct sluice_switch *sw,
                                                 int port) {
  return (struct sluice_switch_credit_config){.uses = c->uses[port],
                                              .largest = sluice_switch_cells(&sw->dims, sw->regs.largest_frame),
                                              .values = c->written[0].values};
}

struct sluice_credit_word sluice_switch_credits_word(const struct sluice_switch_credits *c,
                                                     const struct sluice_switch *sw, int port) {
  const struct sluice_switch_credit_config values = config(c, sw, port);
  return sluice_switch_credit_word(&c->port[port], &values);
}

static struct sluice_switch_credit_registers written(const struct sluice_switch *sw) {
  enum { PORTS, AMOUNT, CONSUMED, FREED };
  const struct sluice_switch_registers *r = &sw->regs;
  const uint32_t all = (1u << SLUICE_CREDIT_BITS_UE) - 1;
  struct sluice_switch_credit_registers now = {.ports = r->credits[PORTS] & ((1u << sw->dims.ports) - 1)};
  now.values.amount = r->credits[AMOUNT] & all;
  now.values.consumed_period = r->credits[CONSUMED] & all;
  now.values.freed_period = r->credits[FREED] & all;
  for (int c = 0; c < sw->dims.classes; c++) now.values.limit[c] = r->credits_limit[c] & all;
  return now;
}

// The clock edge of the registers: the classes that use credits follow one cycle after a limit, those of a port one
// cycle later.
static void step_registers(struct sluice_switch_credits *c, const struct sluice_switch *sw) {
  const struct sluice_switch_credit_registers *active = &c->written[0];
  for (int p = 0; p < sw->dims.ports; p++) c->uses[p] = active->ports >> p & 1 ? c->classes : 0;
  c->classes = 0;
  for (int i = 0; i < sw->dims.classes; i++)
    if (active->values.limit[i] != 0) c->classes |= sw->regs.active_lossless & 1u << i;
  memmove(&c->written[0], &c->written[1], (SLUICE_SWITCH_CREDIT_CYCLES - 1) * sizeof c->written[0]);
  c->written[SLUICE_SWITCH_CREDIT_CYCLES - 1] = written(sw);
}

void sluice_switch_credits_step(struct sluice_switch_credits *c, const struct sluice_switch *sw) {
  for (int p = 0; p < sw->dims.ports; p++) {
    c->in[p].config = config(c, sw, p);
    sluice_switch_credit_step(&c->port[p], &c->in[p]);
    c->in[p] = (struct sluice_switch_credit_in){0};
  }
  step_registers(c, sw);
}
