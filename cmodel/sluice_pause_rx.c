#include "sluice_clocked.h"

void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint8_t lossless,
                 const uint64_t *held, int port, uint64_t *gate) {
  const struct sluice_timer *timer = rx->timer[port];
  for (int c = 0; c < dims->classes; c++) {
    int bit = sluice_bit(dims, port, c);
    bool closed = timer[c].runs || timer[dims->classes].runs || sluice_test(held, bit);
    sluice_assign(gate, bit, (lossless >> c & 1) && closed);
  }
}

static void plan(struct sluice_pause_rx *rx, const struct sluice_quanta *q) {
  rx->soonest_at = rx->soonest == UINT64_MAX ? UINT64_MAX : sluice_quanta_clock(q, rx->soonest);
}

void sluice_pause_rx_restart(struct sluice_pause_rx *rx, const struct sluice_quanta *q) { plan(rx, q); }

static void find_soonest(struct sluice_pause_rx *rx, const struct sluice_dims *dims) {
  rx->soonest = UINT64_MAX;
  for (int p = 0; p < dims->ports; p++)
    for (int l = 0; l <= dims->classes; l++) {
      const struct sluice_timer *timer = &rx->timer[p][l];
      if (timer->runs && timer->deadline < rx->soonest) rx->soonest = timer->deadline;
    }
}

static void load(struct sluice_pause_rx *rx, struct sluice_timer *timer, uint64_t clock, uint64_t now,
                 uint16_t quanta) {
  timer->runs = quanta != 0;
  timer->deadline = now + quanta;
  timer->loaded_at = clock;
  if (quanta != 0 && timer->deadline < rx->soonest) rx->soonest = timer->deadline;
}

// The visit to a port ends the timers whose time has come, but not those loaded since its deadlines were read.
static bool visit(struct sluice_pause_rx *rx, const struct sluice_dims *dims, uint64_t clock, uint64_t now, int port) {
  bool ended = false;
  for (int l = 0; l <= dims->classes; l++) {
    struct sluice_timer *timer = &rx->timer[port][l];
    if (!timer->runs || now < timer->deadline || timer->loaded_at + 1 == clock) continue;
    timer->runs = false;
    ended = true;
  }
  return ended;
}

void sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_dims *dims, const struct sluice_config *cfg,
                          const struct sluice_quanta *q, uint64_t clock, const struct sluice_in *in,
                          const uint64_t *held, uint64_t *gate) {
  uint64_t now = sluice_quanta_now(q, clock);
  if (now >= rx->soonest) {
    int port = (int)((clock + (uint64_t)dims->ports - 1) % (uint64_t)dims->ports);
    if (visit(rx, dims, clock, now, port)) sluice_gate(rx, dims, cfg->lossless, held, port, gate);
    find_soonest(rx, dims);
  }
  if (in->rx_valid && in->rx_port < dims->ports && !sluice_is_gfc(cfg->scheme)) {
    struct sluice_timer *timer = rx->timer[in->rx_port];
    if (in->rx_level) {
      load(rx, &timer[dims->classes], clock, now, in->rx_time[0]);
    } else {
      for (int c = 0; c < dims->classes; c++)
        if (in->rx_enable >> c & 1) load(rx, &timer[c], clock, now, in->rx_time[c]);
    }
    sluice_gate(rx, dims, cfg->lossless, held, in->rx_port, gate);
  }
  plan(rx, q);
}
