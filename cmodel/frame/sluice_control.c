// All ports: passes messages of the MMU to the senders (RTL: sluice_control_out) and messages of the receivers to the
// MMU, round robin (RTL: sluice_control_in).
#include <errno.h>
#include <string.h>

#include "cmodel/frame/sluice_frame.h"

int sluice_control_init(struct sluice_control *c, int ports, int classes, int width) {
  if (ports < 1 || ports > SLUICE_MAX_PORTS || classes < 1 || classes > SLUICE_MAX_CLASSES || width < 8 ||
      width > 256 || width % 8 != 0)
    return EINVAL;
  *c = (struct sluice_control){.ports = ports, .classes = classes, .bytes = width / 8};
  return 0;
}

struct sluice_message sluice_by_priority(const struct sluice_control_config *cfg, int classes, int level, int enable,
                                         const uint16_t *time) {
  struct sluice_message m = {.valid = true, .level = (uint8_t)level};
  for (int i = 0; i < classes; i++) {
    int k = cfg->priority[i] % SLUICE_PRIORITIES;
    if (enable >> i & 1) m.enable |= (uint8_t)(1 << k);
    m.time[k] |= time[i];
  }
  if (level) m.time[0] = time[0];
  return m;
}

void sluice_by_class(const struct sluice_control_config *cfg, int classes, const struct sluice_message *message,
                     uint8_t *enable, uint16_t *time) {
  *enable = 0;
  for (int i = 0; i < classes; i++) {
    int k = cfg->priority[i] % SLUICE_PRIORITIES;
    if (message->enable >> k & 1) *enable |= (uint8_t)(1 << i);
    time[i] = message->time[k];
  }
  if (message->level) time[0] = message->time[0];
}

// Selects the next port, the lowest of the list. After the last listed port the list is filled with all ports that hold
// a message.
static void select_port(struct sluice_control *c, uint64_t held) {
  uint64_t lowest = c->list & -c->list, left = c->list & ~lowest;
  c->list = left != 0 ? left : held & ~lowest & ~c->take;
  c->take = lowest;
}

void sluice_control_step(struct sluice_control *c, const struct sluice_control_in *in, struct sluice_control_out *out) {
  const struct sluice_control_config *cfg = &in->config;
  out->rx_valid = c->rx_valid;
  out->rx_port = c->rx_port;
  out->rx_level = c->rx_level;
  out->rx_enable = c->rx_enable;
  memcpy(out->rx_time, c->rx_time, sizeof out->rx_time);

  // From the held messages to the MMU, the last stage first
  c->rx_valid = c->taken.valid;
  c->rx_port = (uint8_t)c->from;
  c->rx_level = c->taken.level;
  sluice_by_class(cfg, c->classes, &c->taken, &c->rx_enable, c->rx_time);
  c->taken.valid = false;
  uint64_t take = c->take, held = 0;
  for (int p = 0; p < c->ports; p++) {
    struct sluice_message m = sluice_control_rx_message(&c->rx[p]);
    if (m.valid) held |= 1ull << p;
    if (!(take >> p & 1)) continue;
    c->taken = m;
    c->taken.valid = true;
    c->from = p;
  }
  select_port(c, held);

  for (int p = 0; p < c->ports; p++) {
    struct sluice_control_tx *tx = &c->tx[p];
    struct sluice_control_rx *rx = &c->rx[p];
    tx->word = in->word[p];
    rx->channels = cfg->credits[p] ? (uint8_t)c->classes : 0;
    sluice_control_tx_show(tx, cfg->address[p], c->bytes, &in->data_tx[p], in->mac_ready[p], &out->to_mac[p],
                           &out->data_tx_ready[p]);
    out->sent[p] = tx->sent;
    out->sent_kind[p] = (uint8_t)tx->kind;
    out->word[p] = sluice_control_rx_word(rx);
    out->data_rx[p] = sluice_control_rx_data(rx);
    out->mac_rx_ready[p] = sluice_control_rx_ready(rx, c->bytes);
    out->seen[p] = rx->seen;
    out->seen_kind[p] = (uint8_t)rx->kind;
    struct sluice_message message = c->to_port;
    message.valid = c->to_port.valid && c->to == p;
    sluice_control_tx_step(tx, cfg->pause[p], cfg->levels, c->bytes, &message, &in->data_tx[p], in->mac_ready[p]);
    out->word_taken[p] = tx->word_taken;
    sluice_control_rx_step(rx, cfg->address[p], cfg->levels, c->bytes, &in->from_mac[p], in->data_ready[p],
                           take >> p & 1);
  }
  c->to_port = sluice_by_priority(cfg, c->classes, in->tx_level, in->tx_enable, in->tx_time);
  c->to_port.valid = in->tx_valid;
  c->to = in->tx_port;
}
