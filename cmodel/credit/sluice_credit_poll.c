#include "cmodel/credit/sluice_credit_port.h"

bool sluice_credit_poll_valid(const struct sluice_credit_poll *p, bool due) {
  return p->held || due || (p->timed >> p->channel & 1);
}

void sluice_credit_poll_step(struct sluice_credit_poll *p, int channels, uint32_t period, bool valid, bool ready) {
  const bool expires = period != 0 && p->elapsed >= period - 1;
  p->elapsed = expires || period == 0 ? 0 : p->elapsed + 1;
  if (valid && ready) p->timed &= ~(1u << p->channel);
  if (expires) p->timed = ~0u;
  p->held = valid && !ready;
  if (!p->held) p->channel = p->channel + 1 == channels ? 0 : p->channel + 1;
}
