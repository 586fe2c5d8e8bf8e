#include "cmodel/credit/sluice_credit_port.h"

static bool is_due(const struct sluice_credit_poll *p) { return p->waiting >> p->channel & 1; }

bool sluice_credit_poll_valid(const struct sluice_credit_poll *p, int look) { return p->looked == look; }

uint32_t sluice_credit_poll_passed(const struct sluice_credit_poll *p) { return is_due(p) ? 0 : 1u << p->channel; }

void sluice_credit_poll_step(struct sluice_credit_poll *p, int channels, uint32_t period, uint32_t due, int look,
                             bool ready) {
  const bool taken = p->looked == look && ready, leaves = p->took || !is_due(p),
             ends = (uint64_t)p->elapsed + 2 >= period;
  p->waiting |= due;
  if (taken) p->waiting &= ~(1u << p->channel);
  if (p->expires) p->waiting = ~0u;
  p->elapsed = p->expires || period == 0 ? 0 : p->elapsed + 1;
  p->expires = period != 0 && ends && !p->expires;
  if (leaves || taken)
    p->looked = 0;
  else if (p->looked < look)
    p->looked++;
  p->took = taken;
  if (leaves) p->channel = p->channel + 1 == channels ? 0 : p->channel + 1;
}
