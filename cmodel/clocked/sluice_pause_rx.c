#include <string.h>

#include "cmodel/clocked/sluice_clocked.h"

// Clocks from the low bits of a deadline, as they are read, to its end, and from the quanta that it is compared with.
enum { JUDGED_AFTER = 3, COMPARED_BEFORE = 2 };

void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint8_t lossless,
                 const uint64_t *held, int port, uint64_t *gate) {
  const struct sluice_timer *timer = rx->timer[port];
  uint8_t closed = sluice_port_bits(held, dims, port);
  if (rx->soonest != UINT64_MAX) {  // some timer runs
    if (timer[dims->classes].runs) closed = UINT8_MAX;
    for (int c = 0; c < dims->classes; c++) closed |= (uint8_t)(timer[c].runs << c);
  }
  sluice_set_port_bits(gate, dims, port, closed & lossless);
}

static void plan(struct sluice_pause_rx *rx, const struct sluice_quanta *q) {
  uint64_t clock = rx->soonest == UINT64_MAX ? UINT64_MAX : sluice_quanta_clock(q, rx->soonest);
  rx->soonest_at = clock == UINT64_MAX ? UINT64_MAX : clock + COMPARED_BEFORE;
}

void sluice_pause_rx_restart(struct sluice_pause_rx *rx, const struct sluice_config *cfg, const struct sluice_quanta *q,
                             uint64_t clock) {
  plan(rx, q);
  if (sluice_is_gfc(cfg->scheme)) rx->soonest_at = clock;
}

static void find_soonest(struct sluice_pause_rx *rx, const struct sluice_dims *dims) {
  rx->soonest = UINT64_MAX;
  for (int p = 0; p < dims->ports; p++)
    for (int l = 0; l <= dims->classes; l++) {
      const struct sluice_timer *timer = &rx->timer[p][l];
      if (timer->runs && timer->deadline < rx->soonest) rx->soonest = timer->deadline;
    }
}

// The quantum that is under way when the message comes does not count.
static void load(struct sluice_pause_rx *rx, struct sluice_timer *timer, uint64_t clock, uint16_t quanta) {
  timer->runs = quanta != 0;
  timer->deadline = rx->message.now + quanta + 1;
  timer->loaded_at = clock;
  if (quanta != 0 && timer->deadline < rx->soonest) rx->soonest = timer->deadline;
}

static void take_message(struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint64_t clock) {
  struct sluice_timer *timer = rx->timer[rx->message.port];
  if (rx->message.level) {
    load(rx, &timer[dims->classes], clock, rx->message.time[0]);
  } else {
    for (int c = 0; c < dims->classes; c++)
      if (rx->message.enable >> c & 1) load(rx, &timer[c], clock, rx->message.time[c]);
  }
}

// The visit to a row ends the timers whose time has come, but not those loaded since their deadlines were read.
static bool visit(struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint64_t clock, uint64_t now, int port,
                  bool level) {
  bool ended = false;
  for (int l = level ? dims->classes : 0; l < dims->classes + level; l++) {
    struct sluice_timer *timer = &rx->timer[port][l];
    if (!timer->runs || now < timer->deadline || timer->loaded_at + JUDGED_AFTER >= clock) continue;
    timer->runs = false;
    ended = true;
  }
  return ended;
}

// GFC has no timers: none is loaded once those of another configuration are gone.
static void end_all(struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint8_t lossless, const uint64_t *held,
                    uint64_t *gate) {
  memset(rx->timer, 0, sizeof rx->timer);
  rx->message.valid = false;
  rx->soonest = rx->soonest_at = UINT64_MAX;
  for (int p = 0; p < dims->ports; p++) sluice_gate(rx, dims, lossless, held, p, gate);
}

void sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_in *in,
                          const uint64_t *held, uint64_t *gate) {
  if (sluice_is_gfc(cfg->scheme)) {
    if (rx->message.valid || clock >= rx->soonest_at) end_all(rx, dims, cfg->lossless, held, gate);
    return;
  }
  uint64_t now = clock < COMPARED_BEFORE ? 0 : sluice_quanta_now(q, clock - COMPARED_BEFORE);
  if (now >= rx->soonest) {
    int rows = 2 * dims->ports, row = (int)((clock + 2 * (uint64_t)rows - JUDGED_AFTER) % (uint64_t)rows);
    int port = row % dims->ports;
    if (visit(rx, dims, clock, now, port, row >= dims->ports)) sluice_gate(rx, dims, cfg->lossless, held, port, gate);
    find_soonest(rx, dims);
  }
  if (rx->message.valid) {
    take_message(rx, dims, clock);
    sluice_gate(rx, dims, cfg->lossless, held, rx->message.port, gate);
  }
  rx->message.valid = in->rx_valid && in->rx_port < dims->ports;
  if (rx->message.valid) {
    rx->message.level = in->rx_level != 0;
    rx->message.port = in->rx_port;
    rx->message.enable = in->rx_enable;
    rx->message.now = sluice_quanta_now(q, clock);
    memcpy(rx->message.time, in->rx_time, sizeof rx->message.time);
  }
  plan(rx, q);
}
