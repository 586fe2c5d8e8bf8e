#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/rules/sluice_credit.h"

enum { LOOK = 1 };

bool sluice_credit_tx_ready(const struct sluice_credit_tx *tx) { return tx->decided.fits && !tx->follows; }

struct sluice_credit_word sluice_credit_tx_word(const struct sluice_credit_tx *tx) {
  return (struct sluice_credit_word){.valid = sluice_credit_poll_valid(&tx->poll, LOOK),
                                     .kind = SLUICE_CREDIT_CONSUMED,
                                     .channel = (uint8_t)tx->poll.channel,
                                     .value = tx->consumed[tx->poll.channel]};
}

// Compares the credits of the packet that asked one cycle ago with the counters of this cycle.
static bool fits(const struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                 const struct sluice_credit_config *cfg) {
  const int c = tx->asked.channel;
  const uint32_t n = tx->asked.credits;
  return d->infiniband ? sluice_credit_starts_ib(tx->consumed[c], tx->freed[c], n, d->bits)
                       : sluice_credit_starts_ue(tx->consumed[c], tx->freed[c], cfg->limit[c], n, d->bits);
}

void sluice_credit_tx_step(struct sluice_credit_tx *tx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken) {
  const struct sluice_credit_packet *snd = &in->snd;
  const bool starts = tx->decided.valid && sluice_credit_tx_ready(tx);
  struct sluice_credit_ask next = tx->asked;
  next.fits = fits(tx, d, &in->config);
  tx->follows = starts && tx->asked.channel == tx->decided.channel;
  if (starts) {
    uint32_t *consumed = &tx->consumed[tx->decided.channel];
    *consumed = sluice_credit_advance(*consumed, tx->decided.credits, d->bits);
  }
  tx->decided = next;
  tx->asked = (struct sluice_credit_ask){.valid = snd->valid,
                                         .channel = snd->channel,
                                         .credits = sluice_credits(snd->bytes, in->config.tx_overhead, 1u << d->shift)};
  if (in->rx.valid && in->rx.kind == SLUICE_CREDIT_FREED) tx->freed[in->rx.channel] = in->rx.value;
  sluice_credit_poll_step(&tx->poll, d->channels, in->config.consumed_period, 0, LOOK, taken);
}
