#include "cmodel/switch/sluice_switch_credits.h"

#include <stddef.h>

#include "cmodel/rules/sluice_credit.h"

// ---- one port ----

enum { BITS = SLUICE_CREDIT_BITS_UE, LENGTH_BITS = 10, SPACING = 63 };

void sluice_switch_credit_init(struct sluice_switch_credit_port *p, int classes) {
  *p = (struct sluice_switch_credit_port){
      .dims = {.channels = classes, .bits = BITS, .length_bits = LENGTH_BITS, .period_bits = BITS},
      .tx.poll.waiting = ~0u,
      .rx.poll.waiting = ~0u,
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

enum { LATEST = 1 << 1, BEFORE = 1 << 2, THIRD = 1 << 3 };  // bits of began

static void set(unsigned *classes, int c, bool value) { *classes = (*classes & ~(1u << c)) | (unsigned)value << c; }

// The packet that asks in this cycle: the frame that begins, or a comparison with one or two largest frames.
static struct sluice_credit_packet ask(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in) {
  struct sluice_credit_packet packet = in->begin;
  const bool rechecks = p->began & (BEFORE | THIRD), two = p->began & BEFORE || (p->asks_two && !(p->began & THIRD));
  if (!in->begin.valid) {
    packet.channel = (uint8_t)(rechecks ? p->begun : p->next_asked);
    packet.bytes = (uint16_t)(two ? 2 * in->config.largest : in->config.largest);
  }
  packet.valid &= used(&in->config, packet.channel);
  p->ask[1] = p->ask[0];
  p->ask[0] = (struct sluice_switch_credit_ask){true, two, packet.channel};
  if (!in->begin.valid && !rechecks) {
    if (p->asks_two) p->next_asked = p->next_asked + 1 == p->dims.channels ? 0 : p->next_asked + 1;
    p->asks_two = !p->asks_two;
  }
  return packet;
}

static void update_fits(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in) {
  const struct sluice_switch_credit_ask *asked = &p->ask[1];
  const int c = in->begin.channel;
  const bool begins = in->begin.valid && c == asked->channel, outdated = p->began != 0 && p->begun == asked->channel;
  if (asked->valid && !begins && !outdated)
    set(asked->two ? &p->fits_two : &p->fits_one, asked->channel, sluice_credit_tx_ready(&p->tx));
  if (in->begin.valid) {
    set(&p->fits_one, c, p->fits_two >> c & 1);
    set(&p->fits_two, c, false);
  }
  p->fits_one |= ~in->config.uses;
  p->fits_two |= ~in->config.uses;
}

// ---- One cycle ----

struct sluice_credit_word sluice_switch_credit_word(const struct sluice_switch_credit_port *p,
                                                    const struct sluice_switch_credit_config *config) {
  if (mark_ready(&p->sent)) return p->sent.word;
  struct sluice_credit_word freed = sluice_credit_rx_word(&p->rx);
  freed.valid &= used(config, freed.channel);
  return freed;
}

void sluice_switch_credit_step(struct sluice_switch_credit_port *p, const struct sluice_switch_credit_in *in) {
  const struct sluice_switch_credit_config *config = &in->config;
  const bool sent_ready = mark_ready(&p->sent), received_ready = mark_ready(&p->received);
  const struct sluice_credit_word consumed = sluice_credit_tx_word(&p->tx), freed = sluice_credit_rx_word(&p->rx);
  const bool loads = consumed.valid && used(config, consumed.channel) && !p->sent.word.valid && p->spacing == 0 &&
                     !(p->began & (LATEST | BEFORE));
  update_fits(p, in);
  struct sluice_credit_in tx = {.config = config->values, .snd = ask(p, in)}, rx = {.config = config->values};
  p->began = (p->began << 1 | (unsigned)in->begin.valid << 1) & (LATEST | BEFORE | THIRD);
  if (in->begin.valid) p->begun = in->begin.channel;
  if (in->rx.kind == SLUICE_CREDIT_FREED) tx.rx = in->rx;
  rx.in = in->in;
  rx.in.valid &= in->judged && used(config, in->in.channel);
  rx.out = in->leave;
  rx.out.valid &= used(config, in->leave.channel);
  rx.rx = p->received.word;
  rx.rx.valid = received_ready && used(config, rx.rx.channel);
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

// ---- all ports ----

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
  for (int p = 0; p < sw->dims.ports; p++) {
    struct sluice_credit_config *values = &now.values[p];
    values->amount = r->credits[AMOUNT] & all;
    values->consumed_period = r->credits[CONSUMED] & all;
    values->freed_period = r->credits[FREED] & all;
    for (int c = 0; c < sw->dims.classes; c++) values->limit[c] = r->of_port[p].credits_limit[c] & all;
  }
  return now;
}

static struct sluice_switch_credit_config config(const struct sluice_switch_credits *c, int port) {
  return (struct sluice_switch_credit_config){
      .uses = c->uses[port], .largest = c->active.largest, .values = c->active.values[port]};
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
  for (int p = 0; p < c->ports; p++) {
    c->uses[p] = c->active.ports >> p & 1 ? c->with_limit[p] : 0;
    c->with_limit[p] = 0;
    for (int i = 0; i < c->classes; i++)
      if (c->active.values[p].limit[i] != 0) c->with_limit[p] |= written->lossless & 1u << i;
  }
  c->active = *written;
}
