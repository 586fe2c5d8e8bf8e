#include "cmodel/clocked/sluice_pause_rx.h"

#include <string.h>

enum { VISIT_LATENCY = 3 };  // cycles from the read of a row to the end of its timers

static uint64_t bit(int port) { return UINT64_C(1) << port; }

void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate) {
  const struct sluice_timer *timer = rx->timer[port];
  uint8_t closed = sluice_port_bits(held, &x->dims, port);
  if (timer[SLUICE_PORT_TIMER].runs) closed = UINT8_MAX;
  for (int c = 0; c < x->dims.classes; c++) closed |= (uint8_t)(timer[c].runs << c);
  closed &= (uint8_t)x->cfg.lossless;
  sluice_set_port_bits(gate, &x->dims, port, timer[SLUICE_PAUSE_TIMER].runs ? UINT8_MAX : closed);
}

static void count_running(struct sluice_pause_rx *rx, int port) {
  rx->running &= ~bit(port);
  for (int l = 0; l < SLUICE_TIMERS; l++)
    if (rx->timer[port][l].runs) rx->running |= bit(port);
}

// The quantum in which the message arrives does not count, so a pause never ends early.
static void load(const struct sluice_pause_rx *rx, const struct sluice_context *x, struct sluice_timer *timer,
                 uint16_t quanta) {
  *timer = (struct sluice_timer){quanta != 0, rx->message.now + quanta + 1, x->cycle};
}

static void take_message(struct sluice_pause_rx *rx, const struct sluice_context *x) {
  struct sluice_timer *timer = rx->timer[rx->message.port];
  if (rx->message.level != SLUICE_LEVEL_CLASSES) {
    const bool pause = rx->message.level & SLUICE_LEVEL_PAUSE;
    load(rx, x, &timer[pause ? SLUICE_PAUSE_TIMER : SLUICE_PORT_TIMER], rx->message.time[0]);
  } else {
    for (int c = 0; c < x->dims.classes; c++)
      if (rx->message.enable >> c & 1) load(rx, x, &timer[c], rx->message.time[c]);
  }
  count_running(rx, rx->message.port);
}

// Rows: first the class timers of each port, then its two timers of the port. A visit ends the timers that have reached
// their deadline, except timers loaded since the row was read. Returns the port whose timers have ended, as a bit.
static uint64_t visit_row(struct sluice_pause_rx *rx, const struct sluice_context *x, uint64_t now) {
  const int ports = x->dims.ports, rows = 2 * ports;
  const int row = (int)((x->cycle + 2 * (uint64_t)rows - VISIT_LATENCY) % (uint64_t)rows), port = row % ports;
  const int first = row < ports ? 0 : SLUICE_PORT_TIMER, end = row < ports ? x->dims.classes : SLUICE_TIMERS;
  bool ended = false;
  for (int l = first; l < end; l++) {
    struct sluice_timer *timer = &rx->timer[port][l];
    if (!timer->runs || now < timer->deadline || timer->loaded + VISIT_LATENCY >= x->cycle) continue;
    timer->runs = false;
    ended = true;
  }
  if (!ended) return 0;
  count_running(rx, port);
  return bit(port);
}

static void receive(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                    const struct sluice_in *in) {
  const uint8_t port = in->rx_port & x->port_mask;
  rx->message.valid = in->rx_valid && port < x->dims.ports && !sluice_is_gfc(x->cfg.scheme);
  rx->message.level = in->rx_level;
  rx->message.port = port;
  rx->message.enable = in->rx_enable;
  rx->message.now = q->now;
  memcpy(rx->message.time, in->rx_time, sizeof rx->message.time);
}

uint64_t sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                              const struct sluice_in *in) {
  uint64_t changed = 0;
  if (sluice_is_gfc(x->cfg.scheme)) {  // GFC has no timers: those of an earlier configuration end
    changed = rx->running;
    if (changed != 0) memset(rx->timer, 0, sizeof rx->timer);
    rx->running = 0;
    rx->message.valid = false;
  } else {
    if (rx->running != 0) changed |= visit_row(rx, x, rx->now[1]);
    if (rx->message.valid) {
      take_message(rx, x);
      changed |= bit(rx->message.port);
    }
    receive(rx, x, q, in);
  }
  rx->now[1] = rx->now[0];
  rx->now[0] = q->now;
  return changed;
}
