#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/rules/sluice_credit.h"

static bool due(const struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                const struct sluice_credit_config *cfg) {
  const int c = rx->poll.channel;
  return sluice_credit_due(rx->freed[c], rx->reported[c], cfg->amount, d->bits);
}

struct sluice_credit_word sluice_credit_rx_word(const struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                                                const struct sluice_credit_config *cfg) {
  const int c = rx->poll.channel;
  return (struct sluice_credit_word){
      .valid = sluice_credit_poll_valid(&rx->poll, due(rx, d, cfg)),
      .kind = SLUICE_CREDIT_FREED,
      .channel = (uint8_t)c,
      .value = d->infiniband ? sluice_credit_fccl(rx->freed[c], cfg->room[c], d->bits) : rx->freed[c]};
}

static void count(uint32_t *counters, const struct sluice_credit_dims *d, const struct sluice_credit_config *cfg,
                  const struct sluice_credit_packet *packet) {
  if (!packet->valid) return;
  const uint32_t n = sluice_credits(packet->bytes, cfg->rx_overhead, 1u << d->shift);
  counters[packet->channel] = sluice_credit_advance(counters[packet->channel], n, d->bits);
}

void sluice_credit_rx_step(struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken) {
  const struct sluice_credit_config *cfg = &in->config;
  const struct sluice_credit_word *word = &in->rx;
  const bool valid = sluice_credit_poll_valid(&rx->poll, due(rx, d, cfg));
  if (valid && taken) rx->reported[rx->poll.channel] = rx->freed[rx->poll.channel];
  sluice_credit_poll_step(&rx->poll, d->channels, cfg->freed_period, valid, taken);
  if (word->valid && word->kind == SLUICE_CREDIT_CONSUMED) {
    const int c = word->channel;
    rx->freed[c] =
        sluice_credit_advance(rx->freed[c], sluice_credit_lost(rx->received[c], word->value, d->bits), d->bits);
    rx->received[c] = word->value;
  }
  count(rx->received, d, cfg, &in->in);
  count(rx->freed, d, cfg, &in->out);
}
