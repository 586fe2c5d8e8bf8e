#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/rules/sluice_credit.h"

static uint32_t credits(const struct sluice_credit_dims *d, const struct sluice_credit_config *cfg,
                        const struct sluice_credit_packet *packet) {
  return sluice_credits(packet->bytes, cfg->tx_overhead, 1u << d->shift);
}

bool sluice_credit_tx_ready(const struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                            const struct sluice_credit_config *cfg, const struct sluice_credit_packet *snd) {
  const int c = snd->channel;
  const uint32_t n = credits(d, cfg, snd);
  return d->infiniband ? sluice_credit_starts_ib(tx->consumed[c], tx->freed[c], n, d->bits)
                       : sluice_credit_starts_ue(tx->consumed[c], tx->freed[c], cfg->limit[c], n, d->bits);
}

struct sluice_credit_word sluice_credit_tx_word(const struct sluice_credit_tx *tx) {
  return (struct sluice_credit_word){.valid = sluice_credit_poll_valid(&tx->poll, false),
                                     .kind = SLUICE_CREDIT_CONSUMED,
                                     .channel = (uint8_t)tx->poll.channel,
                                     .value = tx->consumed[tx->poll.channel]};
}

void sluice_credit_tx_step(struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken) {
  const struct sluice_credit_packet *snd = &in->snd;
  const bool valid = sluice_credit_poll_valid(&tx->poll, false);
  if (snd->valid && sluice_credit_tx_ready(tx, d, &in->config, snd))
    tx->consumed[snd->channel] =
        sluice_credit_advance(tx->consumed[snd->channel], credits(d, &in->config, snd), d->bits);
  if (in->rx.valid && in->rx.kind == SLUICE_CREDIT_FREED) tx->freed[in->rx.channel] = in->rx.value;
  sluice_credit_poll_step(&tx->poll, d->channels, in->config.consumed_period, valid, taken);
}
