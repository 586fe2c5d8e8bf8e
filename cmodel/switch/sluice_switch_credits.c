#include "cmodel/switch/sluice_switch_credits.h"

#include "cmodel/rules/sluice_credit.h"

void sluice_switch_credits_init(struct sluice_switch_credits *c, const struct sluice_switch_dims *dims) {
  *c = (struct sluice_switch_credits){.ports = dims->ports, .classes = dims->classes};
  for (int p = 0; p < dims->ports; p++) sluice_switch_credit_init(&c->port[p], dims->classes);
}

struct sluice_switch_credit_registers sluice_switch_credits_written(const struct sluice_switch *sw) {
  enum { PORTS, AMOUNT, CONSUMED, FREED };
  const struct sluice_switch_registers *r = &sw->regs;
  const uint32_t all = (1u << SLUICE_CREDIT_BITS_UE) - 1;
  struct sluice_switch_credit_registers now = {.ports = r->credits[PORTS] & ((1u << sw->dims.ports) - 1),
                                               .lossless = r->active_lossless,
                                               .largest = sluice_switch_cells(&sw->dims, r->largest_frame)};
  now.values.amount = r->credits[AMOUNT] & all;
  now.values.consumed_period = r->credits[CONSUMED] & all;
  now.values.freed_period = r->credits[FREED] & all;
  for (int c = 0; c < sw->dims.classes; c++) now.values.limit[c] = r->credits_limit[c] & all;
  return now;
}

static struct sluice_switch_credit_config config(const struct sluice_switch_credits *c, int port) {
  return (struct sluice_switch_credit_config){
      .uses = c->uses[port], .largest = c->active.largest, .values = c->active.values};
}

struct sluice_credit_word sluice_switch_credits_word(const struct sluice_switch_credits *c, int port) {
  const struct sluice_switch_credit_config now = config(c, port);
  return sluice_switch_credit_word(&c->port[port], &now);
}

void sluice_switch_credits_step(struct sluice_switch_credits *c, const struct sluice_switch_credit_registers *written) {
  c->active.largest = written->largest;
  for (int p = 0; p < c->ports; p++) {
    c->in[p].config = config(c, p);
    sluice_switch_credit_step(&c->port[p], &c->in[p]);
    c->in[p] = (struct sluice_switch_credit_in){0};
  }
  for (int p = 0; p < c->ports; p++) c->uses[p] = c->active.ports >> p & 1 ? c->with_limit : 0;
  c->with_limit = 0;
  for (int i = 0; i < c->classes; i++)
    if (c->active.values.limit[i] != 0) c->with_limit |= written->lossless & 1u << i;
  c->active = *written;
}
