#include <string.h>

#include "cmodel/clocked/sluice_clocked.h"

static uint64_t bit(int port) { return UINT64_C(1) << port; }

static uint64_t all_ports(const struct sluice_dims *dims) { return UINT64_MAX >> (64 - dims->ports); }

static void mark_changes(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                         const struct sluice_changes *changes) {
  for (int i = 0; i < changes->count; i++) {
    const struct sluice_change *c = &changes->view[i];
    if (c->turned) sluice_assign(tx->standing, sluice_bit(dims, c->at_port, c->at_class), !c->queue_free);
    if (c->queue || (c->port && !cfg->native)) tx->marked_queue |= bit(c->at_port);
    if (c->port && cfg->native) tx->marked_port |= bit(c->at_port);
  }
}

static void mark_standing(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_out *out) {
  for (int p = 0; p < dims->ports; p++) {
    bool port_off = out->port_off & bit(p);
    if (sluice_port_bits(tx->standing, dims, p) != 0 || (port_off && !cfg->native)) tx->marked_queue |= bit(p);
    if (port_off && cfg->native) tx->marked_port |= bit(p);
  }
}

void sluice_pause_tx_show(const struct sluice_pause_tx *tx, const struct sluice_dims *dims,
                          const struct sluice_config *cfg, struct sluice_out *out) {
  uint8_t every = (uint8_t)((1 << dims->classes) - 1),
          can = (uint8_t)(cfg->lossless >> sluice_class_down(cfg->scheme, cfg));
  out->tx_enable = out->tx_level ? every : tx->stated;
  for (int c = 0; c < dims->classes; c++) {
    bool speaks = !out->tx_level && (can >> c & 1);
    uint16_t own = speaks ? tx->level[c + sluice_class_down(cfg->scheme, cfg)] : SLUICE_FREE;
    bool paused = own == SLUICE_OFF || (tx->all_off && (speaks || out->tx_level));
    out->tx_time[c] = paused ? cfg->pause_time : sluice_is_gfc(cfg->scheme) ? own : SLUICE_FREE;
  }
}

// The states of a port, for the message.
static void look(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_out *out, int port,
                 bool port_counts) {
  memcpy(tx->level, &out->queue_level[port * dims->classes], (size_t)dims->classes * sizeof tx->level[0]);
  tx->all_off = port_counts && (out->port_off & bit(port));
}

// The interval ends in the clock after the one that has seen the quanta.
static void plan_refresh(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                         uint64_t clock) {
  uint64_t end = sluice_quanta_clock(q, sluice_quanta_now(q, clock + 1) + cfg->refresh);
  tx->refresh_at = end == UINT64_MAX ? UINT64_MAX : end + 1;
}

static bool any_stands(const struct sluice_pause_tx *tx, const struct sluice_out *out) {
  uint64_t any = out->port_off;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= tx->standing[i];
  return any != 0;
}

// True in the clock in which it ends. It counts while something stands, and anew with a commit.
static bool refresh_due(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                        uint64_t clock, const struct sluice_changes *changes, const struct sluice_out *out) {
  bool due = clock == tx->refresh_at, stood = tx->stands;
  if (changes->count > 0) tx->stands = any_stands(tx, out);
  if (!tx->stands)
    tx->refresh_at = UINT64_MAX;
  else if (!stood || due || tx->again)
    plan_refresh(tx, cfg, q, clock);
  return due;
}

void sluice_pause_tx_restart(struct sluice_pause_tx *tx, bool was_native) {
  tx->again = true;
  tx->was_native = was_native;
}

// Round robin: the lowest listed port is served; marked ports above it join the list, which starts anew with the last
// one.
static void serve(struct sluice_pause_tx *tx, const struct sluice_config *cfg, bool take, uint64_t *served_queue,
                  uint64_t *served_port) {
  uint64_t marked = tx->marked_queue | tx->marked_port, served = tx->list & (~tx->list + 1);
  if (!take && tx->list != 0) return;
  if (tx->list != 0) {
    bool level = (tx->marked_port & served) && (tx->turn & served || !(tx->marked_queue & served));
    *(level ? served_port : served_queue) = served;
    tx->turn = level ? tx->turn & ~served : tx->turn | served;
    tx->next.valid = true;
    tx->next.port = (uint8_t)__builtin_ctzll(served);
    tx->next.level = level;
    tx->next.port_counts = level == cfg->native;
  }
  tx->list = tx->list == served ? marked & ~tx->list : (tx->list | marked) & ~(served | (served - 1));
}

void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_changes *changes,
                          bool ready, struct sluice_out *out) {
  bool waits = out->tx_valid && !ready;
  bool show = tx->next.valid && !tx->waits && !waits;
  uint64_t served_queue = 0, served_port = 0;
  if (tx->waits) look(tx, dims, out, out->tx_port, tx->port_counts);
  if (show) {
    look(tx, dims, out, tx->next.port, tx->next.port_counts);
    out->tx_port = tx->next.port;
    out->tx_level = tx->next.level;
    tx->port_counts = tx->next.port_counts;
    tx->next.valid = false;
  }
  out->tx_valid = show || waits;
  serve(tx, cfg, !tx->again && !tx->next.valid, &served_queue, &served_port);
  mark_changes(tx, dims, cfg, changes);
  if (refresh_due(tx, cfg, q, clock, changes, out)) mark_standing(tx, dims, cfg, out);
  if (tx->again) {
    tx->marked_queue = all_ports(dims);
    if (cfg->native || tx->was_native) tx->marked_port = all_ports(dims);
    tx->turn = cfg->native ? all_ports(dims) : 0;
    tx->stated |= (uint8_t)(cfg->lossless >> sluice_class_down(cfg->scheme, cfg));
  }
  tx->marked_queue &= ~served_queue;
  tx->marked_port &= ~served_port;
  if (show || tx->waits || tx->again) sluice_pause_tx_show(tx, dims, cfg, out);
  tx->waits = waits;
  tx->again = false;
}
