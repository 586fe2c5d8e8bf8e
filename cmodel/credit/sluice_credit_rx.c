#include "cmodel/credit/sluice_credit_port.h"
#include "cmodel/rules/sluice_credit.h"

enum { LOOK = 2 };

struct sluice_credit_word sluice_credit_rx_word(const struct sluice_credit_rx *rx) {
  return (struct sluice_credit_word){.valid = sluice_credit_poll_valid(&rx->poll, LOOK),
                                     .kind = SLUICE_CREDIT_FREED,
                                     .channel = (uint8_t)rx->poll.channel,
                                     .value = rx->summed.value};
}

// Counts the events of the cycle before.
static void count(struct sluice_credit_rx *rx, int bits) {
  uint32_t *stored = &rx->stored[rx->in.channel], *left = &rx->left[rx->out.channel];
  const struct sluice_credit_event *consumed = &rx->consumed;
  if (consumed->valid)
    rx->lost[consumed->channel] = sluice_credit_lost(rx->stored[consumed->channel], consumed->credits, bits);
  if (rx->in.valid) *stored = sluice_credit_advance(*stored, rx->in.credits, bits);
  if (rx->out.valid) *left = sluice_credit_advance(*left, rx->out.credits, bits);
}

static struct sluice_credit_event event(const struct sluice_credit_packet *packet, const struct sluice_credit_dims *d,
                                        const struct sluice_credit_config *cfg) {
  return (struct sluice_credit_event){packet->valid, packet->channel,
                                      sluice_credits(packet->bytes, cfg->rx_overhead, 1u << d->shift)};
}

void sluice_credit_rx_step(struct sluice_credit_rx *rx, const struct sluice_credit_dims *d,
                           const struct sluice_credit_in *in, bool taken) {
  const struct sluice_credit_config *cfg = &in->config;
  const struct sluice_credit_word *word = &in->rx;
  const int c = rx->poll.channel;
  const struct sluice_credit_selected *s = &rx->selected;
  const struct sluice_credit_selected selected = {.passed = sluice_credit_poll_passed(&rx->poll),
                                                  .left = rx->left[c],
                                                  .lost = rx->lost[c],
                                                  .reported = rx->reported[c],
                                                  .room = d->infiniband ? cfg->room[c] : 0};
  const uint32_t value = sluice_credit_fccl(sluice_credit_advance(s->left, s->lost, d->bits), s->room, d->bits),
                 due = sluice_credit_due(rx->summed.value, rx->summed.reported, cfg->amount, d->bits)
                           ? rx->summed.passed
                           : 0;
  if (taken && sluice_credit_poll_valid(&rx->poll, LOOK)) rx->reported[c] = rx->summed.value;
  sluice_credit_poll_step(&rx->poll, d->channels, cfg->freed_period, due, LOOK, taken);
  rx->summed = (struct sluice_credit_summed){.passed = s->passed, .value = value, .reported = s->reported};
  rx->selected = selected;
  count(rx, d->bits);
  rx->in = event(&in->in, d, cfg);
  rx->out = event(&in->out, d, cfg);
  rx->consumed =
      (struct sluice_credit_event){word->valid && word->kind == SLUICE_CREDIT_CONSUMED, word->channel, word->value};
}
