#include "sluice_clocked.h"

static uint64_t bit(int port) { return UINT64_C(1) << port; }

static void mark_changes(struct sluice_pause_tx *tx, const struct sluice_config *cfg,
                         const struct sluice_changes *changes) {
  for (int i = 0; i < changes->count; i++) {
    const struct sluice_change *c = &changes->view[i];
    if (c->queue || (c->port && !cfg->native)) tx->marked_queue |= bit(c->at_port);
    if (c->port && cfg->native) tx->marked_port |= bit(c->at_port);
  }
}

static void mark_standing(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_out *out) {
  for (int p = 0; p < dims->ports; p++) {
    bool port_off = out->port_off & bit(p);
    if (sluice_port_bits(out->queue_off, dims, p) != 0 || (port_off && !cfg->native)) tx->marked_queue |= bit(p);
    if (port_off && cfg->native) tx->marked_port |= bit(p);
  }
}

// The feedback level of a queue as the time of a message.
static uint16_t level_time(const struct sluice_config *cfg, uint16_t level) {
  return level == SLUICE_OFF ? cfg->pause_time : level;
}

// The message of a port, from the states of this clock.
static void make(struct sluice_out *out, const struct sluice_dims *dims, const struct sluice_config *cfg, int port,
                 bool level) {
  bool port_off = out->port_off & bit(port);
  uint8_t every = (uint8_t)((1 << dims->classes) - 1);
  const uint16_t *queue = &out->queue_level[port * dims->classes];
  // TTL: queue j pauses class j - 1; with every second class the queue of an odd hop has that class's number.
  int down = cfg->scheme == SLUICE_TTL &&
             (cfg->ttl_options & (SLUICE_TTL_HALF | SLUICE_TTL_ODD)) != (SLUICE_TTL_HALF | SLUICE_TTL_ODD);
  out->tx_valid = true;
  out->tx_port = (uint8_t)port;
  out->tx_level = level;
  out->tx_enable = level ? every : cfg->lossless >> down;
  for (int c = 0; c < dims->classes; c++) {
    int from = c + down;
    bool lossless = cfg->lossless >> from & 1;
    bool paused = port_off && (level || (!cfg->native && lossless));
    uint16_t own = level || !lossless ? SLUICE_FREE : queue[from];
    out->tx_time[c] = level_time(cfg, paused ? SLUICE_OFF : own);
  }
}

// The interval ends in the clock after which the quanta are there.
static void plan_refresh(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q) {
  tx->refresh_at = sluice_quanta_clock(q, tx->refresh_from + cfg->refresh) - 1;
}

void sluice_pause_tx_restart(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                             uint64_t clock) {
  tx->refresh_from = sluice_quanta_now(q, clock);
  plan_refresh(tx, cfg, q);
}

static bool refresh_due(struct sluice_pause_tx *tx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                        uint64_t clock) {
  if (clock < tx->refresh_at) return false;
  bool due = clock == tx->refresh_at;
  uint64_t passed = sluice_quanta_now(q, clock + 1) - tx->refresh_from;
  tx->refresh_from += passed - passed % cfg->refresh;
  plan_refresh(tx, cfg, q);
  return due;
}

void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_changes *changes,
                          bool any_off, bool ready, struct sluice_out *out) {
  uint64_t marked = tx->marked_queue | tx->marked_port;
  bool free = !out->tx_valid || ready;
  if (ready) out->tx_valid = false;
  if (marked != 0 && free) {
    // Round robin: the lowest marked port above the last one served, else the lowest.
    uint64_t above = marked & ~(bit(tx->last) | (bit(tx->last) - 1));
    int port = __builtin_ctzll(above != 0 ? above : marked);
    bool level = tx->marked_port & bit(port);
    make(out, dims, cfg, port, level);
    *(level ? &tx->marked_port : &tx->marked_queue) &= ~bit(port);
    tx->last = port;
  }
  mark_changes(tx, cfg, changes);
  if (refresh_due(tx, cfg, q, clock) && any_off) mark_standing(tx, dims, cfg, out);
}
