#include "cmodel/clocked/sluice_messages.h"

#include <string.h>

#include "cmodel/rules/sluice_classify.h"

// ---- the refresh interval ----

bool sluice_refresh_step(struct sluice_refresh *r, const struct sluice_context *x, const struct sluice_quanta *q,
                         bool active, bool restart) {
  const bool due = r->reached;
  if (!r->active || due || restart) r->start = q->now + q->ticks;
  r->active = active;
  r->reached = active && q->now >= r->start + x->cfg.refresh;
  return due;
}

// ---- the messages ----

static uint64_t bit(int port) { return UINT64_C(1) << port; }

static uint64_t all_ports(const struct sluice_context *x) { return UINT64_MAX >> (64 - x->dims.ports); }

// Classes that a message can pause, as numbered at the upstream.
static uint8_t pausable(const struct sluice_config *cfg) {
  return (uint8_t)(cfg->lossless >> sluice_class_down(cfg->scheme, cfg));
}

static void mark_changes(struct sluice_pause_tx *tx, const struct sluice_context *x,
                         const struct sluice_changes *changes) {
  for (int i = 0; i < changes->count; i++) {
    const struct sluice_change *c = &changes->at[i];
    if (c->turned) sluice_assign(tx->level_active, sluice_bit(&x->dims, c->port, c->cls), !c->queue_free);
    if (c->queue || (c->port_state && !x->cfg.native)) tx->marked_queue |= bit(c->port);
    if (c->port_state && x->cfg.native) tx->marked_port |= bit(c->port);
  }
}

// At the end of the refresh interval, marks every active pause for repetition.
static void mark_active(struct sluice_pause_tx *tx, const struct sluice_context *x, const struct sluice_out *out) {
  for (int p = 0; p < x->dims.ports; p++) {
    const bool port_off = out->port_off & bit(p);
    if (sluice_port_bits(tx->level_active, &x->dims, p) != 0 || (port_off && !x->cfg.native))
      tx->marked_queue |= bit(p);
    if (port_off && x->cfg.native) tx->marked_port |= bit(p);
  }
}

static bool any_active(const struct sluice_pause_tx *tx, const struct sluice_out *out) {
  uint64_t any = out->port_off;
  for (int i = 0; i < SLUICE_WORDS; i++) any |= tx->level_active[i];
  return any != 0;
}

static void show(const struct sluice_pause_tx *tx, const struct sluice_context *x, struct sluice_out *out) {
  const struct sluice_config *cfg = &x->cfg;
  const uint8_t every = (uint8_t)((1 << x->dims.classes) - 1), can = pausable(cfg);
  out->tx_enable = out->tx_level ? every : tx->stated;
  for (int c = 0; c < x->dims.classes; c++) {
    const bool speaks = !out->tx_level && (can >> c & 1);
    const uint16_t own = speaks ? tx->level[c + sluice_class_down(cfg->scheme, cfg)] : SLUICE_FREE;
    const bool paused = own == SLUICE_OFF || (tx->all_off && (speaks || out->tx_level));
    out->tx_time[c] = paused ? cfg->pause_time : sluice_is_gfc(cfg->scheme) ? own : SLUICE_FREE;
  }
}

// Copies the states of a port into the message.
static void take_states(struct sluice_pause_tx *tx, const struct sluice_context *x, const struct sluice_out *out,
                        int port, bool port_counts) {
  memcpy(tx->level, &out->queue_level[port * x->dims.classes], (size_t)x->dims.classes * sizeof tx->level[0]);
  tx->all_off = port_counts && (out->port_off & bit(port));
}

// Round robin: the lowest listed port is served. Marked ports above it join the list. After the last listed port the
// list is filled again.
static void serve(struct sluice_pause_tx *tx, const struct sluice_context *x, bool take, uint64_t *served_queue,
                  uint64_t *served_port) {
  const uint64_t marked = tx->marked_queue | tx->marked_port, served = tx->list & (~tx->list + 1);
  if (!take && tx->list != 0) return;
  if (tx->list != 0) {
    const bool level = (tx->marked_port & served) && (tx->port_next & served || !(tx->marked_queue & served));
    *(level ? served_port : served_queue) = served;
    tx->port_next = level ? tx->port_next & ~served : tx->port_next | served;
    tx->next.valid = true;
    tx->next.port = (uint8_t)__builtin_ctzll(served);
    tx->next.level = level;
    tx->next.port_counts = level == x->cfg.native;
  }
  tx->list = tx->list == served ? marked & ~tx->list : (tx->list | marked) & ~(served | (served - 1));
}

void sluice_pause_tx_restart(struct sluice_pause_tx *tx, const struct sluice_context *x, bool was_native,
                             struct sluice_out *out) {
  tx->restarted = true;
  tx->was_native = was_native;
  show(tx, x, out);
}

void sluice_pause_tx_step(struct sluice_pause_tx *tx, const struct sluice_context *x, const struct sluice_quanta *q,
                          const struct sluice_changes *changes, bool ready, struct sluice_out *out) {
  const bool waits = out->tx_valid && !ready;
  const bool shows = tx->next.valid && !tx->waits && !waits;
  uint64_t served_queue = 0, served_port = 0;
  if (tx->waits) take_states(tx, x, out, out->tx_port, tx->port_counts);
  if (shows) {
    take_states(tx, x, out, tx->next.port, tx->next.port_counts);
    out->tx_port = tx->next.port;
    out->tx_level = tx->next.level;
    tx->port_counts = tx->next.port_counts;
    tx->next.valid = false;
  }
  out->tx_valid = shows || waits;
  serve(tx, x, !tx->restarted && !tx->next.valid, &served_queue, &served_port);
  mark_changes(tx, x, changes);
  if (sluice_refresh_step(&tx->refresh, x, q, any_active(tx, out), tx->restarted)) mark_active(tx, x, out);
  if (tx->restarted) {
    tx->marked_queue = all_ports(x);
    if (x->cfg.native || tx->was_native) tx->marked_port = all_ports(x);
    tx->port_next = x->cfg.native ? all_ports(x) : 0;
    tx->stated |= pausable(&x->cfg);
  }
  tx->marked_queue &= ~served_queue;
  tx->marked_port &= ~served_port;
  if (shows || tx->waits || tx->restarted) show(tx, x, out);
  tx->waits = waits;
  tx->restarted = false;
}
