#include "cmodel/switch/sluice_switch_credit_port.h"

#include <stddef.h>

#include "cmodel/rules/sluice_credit.h"

enum { BITS = SLUICE_CREDIT_BITS_UE, LENGTH_BITS = 10, SPACING = 63 };

void sluice_switch_credit_init(struct sluice_switch_credit_port *p, int classes) {
  *p = (struct sluice_switch_credit_port){
      .dims = {.channels = classes, .bits = BITS, .length_bits = LENGTH_BITS, .period_bits = BITS},
      .tx.poll.timed = ~0u,
      .rx.poll.timed = ~0u,
      .fits_one = ~0u,  // no class uses credits
      .fits_two = ~0u};
}

static bool used(const struct sluice_switch_credit_config *config, int channel) { return config->uses >> channel & 1; }

// ---- Words that keep their place ----

static bool mark_ready(const struct sluice_switch_credit_mark *m) { return m->word.valid && m->ahead == 0; }

// load: a word or NULL.
static void mark_step(struct sluice_switch_credit_mark *m, bool enters, bool leaves, bool take,
                      const struct sluice_credit_word *load) {
  if (take) m->word.valid = false;
  if (load != NULL) {
    m->word = *load;
    m->ahead = m->frames - leaves;
  } else if (m->ahead > 0) {
    m->ahead -= leaves;
  }
  m->frames += enters - leaves;
}

// ---- Sender ----

// The class, and the cells, that the credits are compared with in a cycle without a begin.
static struct sluice_credit_packet asked(const struct sluice_switch_credit_port *p, uint32_t largest, bool *two) {
  *two = p->rechecks == 2 || (p->rechecks == 0 && p->asks_two);
  return (struct sluice_credit_packet){.channel = (uint8_t)(p->rechecks > 0 ? p->begun : p->next_asked),
                                       .bytes = (uint16_t)(*two ? 2 * largest : largest)};
}

static void set(unsigned *classes, int c, bool value) { *classes = (*classes & ~(1u << c)) | (unsigned)value << c; }

static void update_fits(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in) {
  if (in->begin.valid) {
    const int c = in->begin.channel;
    set(&p->fits_one, c, p->fits_two >> c & 1);
    set(&p->fits_two, c, false);
    p->begun = c;
  } else {
    bool two;
    const struct sluice_credit_packet packet = asked(p, in->config.largest, &two);
    const bool fits = sluice_credit_tx_ready(&p->tx, &p->dims, &in->config.values, &packet);
    set(two ? &p->fits_two : &p->fits_one, packet.channel, fits);
    if (p->rechecks == 0) {
      if (p->asks_two) p->next_asked = p->next_asked + 1 == p->dims.channels ? 0 : p->next_asked + 1;
      p->asks_two = !p->asks_two;
    }
  }
  p->fits_one |= ~in->config.uses;
  p->fits_two |= ~in->config.uses;
  p->rechecks = in->begin.valid ? 1 : p->rechecks == 1 ? 2 : 0;
}

// ---- One cycle ----

struct sluice_credit_word sluice_switch_credit_word(const struct sluice_switch_credit_port *p,
                                                    const struct sluice_switch_credit_config *config) {
  if (mark_ready(&p->sent)) return p->sent.word;
  struct sluice_credit_word freed = sluice_credit_rx_word(&p->rx, &p->dims, &config->values);
  freed.valid &= used(config, freed.channel);
  return freed;
}

void sluice_switch_credit_step(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in) {
  const struct sluice_switch_credit_config *config = &in->config;
  const bool sent_ready = mark_ready(&p->sent), received_ready = mark_ready(&p->received);
  const struct sluice_credit_word consumed = sluice_credit_tx_word(&p->tx),
                                  freed = sluice_credit_rx_word(&p->rx, &p->dims, &config->values);
  const bool loads = consumed.valid && used(config, consumed.channel) && !p->sent.word.valid && p->spacing == 0;
  struct sluice_credit_in tx = {.config = config->values, .snd = in->begin}, rx = {.config = config->values};
  tx.snd.valid &= used(config, in->begin.channel);
  if (in->rx.kind == SLUICE_CREDIT_FREED) tx.rx = in->rx;
  rx.in = in->in;
  rx.in.valid &= in->judged && used(config, in->in.channel);
  rx.out = in->leave;
  rx.out.valid &= used(config, in->leave.channel);
  rx.rx = p->received.word;
  rx.rx.valid = received_ready && used(config, rx.rx.channel);
  update_fits(p, in);
  sluice_credit_tx_step(&p->tx, &p->dims, &tx, loads || !used(config, consumed.channel));
  sluice_credit_rx_step(&p->rx, &p->dims, &rx, (in->tx_ready && !sent_ready) || !used(config, freed.channel));
  if (in->tx_ready && sent_ready)
    p->spacing = SPACING;
  else if (p->spacing > 0)
    p->spacing--;
  const bool arrives = in->rx.valid && in->rx.kind == SLUICE_CREDIT_CONSUMED;
  mark_step(&p->sent, in->begin.valid, in->end, in->tx_ready && sent_ready, loads ? &consumed : NULL);
  mark_step(&p->received, in->frame_end, in->judged, received_ready, arrives ? &in->rx : NULL);
}
