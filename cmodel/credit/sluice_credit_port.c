#include "cmodel/credit/sluice_credit_port.h"

#include <errno.h>

#include "cmodel/rules/sluice_credit.h"

// ---- order of the channels ----

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

// ---- sender ----

enum { TX_LOOK = 1, RX_LOOK = 2 };

bool sluice_credit_tx_ready(const struct sluice_credit_tx *tx) { return tx->decided.fits && !tx->follows; }

struct sluice_credit_word sluice_credit_tx_word(const struct sluice_credit_tx *tx) {
  return (struct sluice_credit_word){.valid = sluice_credit_poll_valid(&tx->poll, TX_LOOK),
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
  sluice_credit_poll_step(&tx->poll, d->channels, in->config.consumed_period, 0, TX_LOOK, taken);
}

// ---- receiver ----

struct sluice_credit_word sluice_credit_rx_word(const struct sluice_credit_rx *rx) {
  return (struct sluice_credit_word){.valid = sluice_credit_poll_valid(&rx->poll, RX_LOOK),
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
  if (taken && sluice_credit_poll_valid(&rx->poll, RX_LOOK)) rx->reported[c] = rx->summed.value;
  sluice_credit_poll_step(&rx->poll, d->channels, cfg->freed_period, due, RX_LOOK, taken);
  rx->summed = (struct sluice_credit_summed){.passed = s->passed, .value = value, .reported = s->reported};
  rx->selected = selected;
  count(rx, d->bits);
  rx->in = event(&in->in, d, cfg);
  rx->out = event(&in->out, d, cfg);
  rx->consumed =
      (struct sluice_credit_event){word->valid && word->kind == SLUICE_CREDIT_CONSUMED, word->channel, word->value};
}

// ---- port ----

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
