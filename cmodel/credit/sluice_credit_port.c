#include "cmodel/credit/sluice_credit_port.h"

#include <errno.h>

#include "cmodel/rules/sluice_credit.h"

static bool within(int value, int least, int most) { return value >= least && value <= most; }

int sluice_credit_port_init(struct sluice_credit_port *p, const struct sluice_credit_dims *d) {
  if (!within(d->channels, 1, SLUICE_CREDIT_CHANNELS) || !within(d->bits, 4, 24) || !within(d->shift, 0, 12) ||
      !within(d->length_bits, 7, 16) || !within(d->period_bits, 4, 32))
    return EINVAL;
  // A packet must be smaller than half of the counter.
  if (sluice_credits((1u << d->length_bits) - 1, INT8_MAX, 1u << d->shift) >= 1u << (d->bits - 1)) return EINVAL;
  *p = (struct sluice_credit_port){.dims = *d, .tx.poll.waiting = ~0u, .rx.poll.waiting = ~0u};
  return 0;
}

void sluice_credit_port_step(struct sluice_credit_port *p, const struct sluice_credit_in *in,
                             struct sluice_credit_out *out) {
  const struct sluice_credit_dims *d = &p->dims;
  const struct sluice_credit_word consumed = sluice_credit_tx_word(&p->tx), freed = sluice_credit_rx_word(&p->rx);
  const bool second = p->waits ? p->last_kind == SLUICE_CREDIT_FREED : !consumed.valid;
  out->snd_ready = sluice_credit_tx_ready(&p->tx);
  out->tx = second ? freed : consumed;
  sluice_credit_tx_step(&p->tx, d, in, in->tx_ready && !second);
  sluice_credit_rx_step(&p->rx, d, in, in->tx_ready && second);
  p->waits = out->tx.valid && !in->tx_ready;
  if (out->tx.valid) p->last_kind = out->tx.kind;
}
