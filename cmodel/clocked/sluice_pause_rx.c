#include "cmodel/clocked/sluice_pause_rx.h"

#include <string.h>

enum { VISIT_LATENCY = 3 };  // cycles from the read of a row to the end of its timers

static uint64_t bit(int port) { return UINT64_C(1) << port; }

void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate) {
  const struct sluice_timer *timer = rx->timer[port];
  uint8_t closed = sluice_port_bits(held, &x->dims, port);
  if (timer[x->dims.classes].runs) closed = UINT8_MAX;
  for (int c = 0; c < x->dims.classes; c++) closed |= (uint8_t)(timer[c].runs << c);
  sluice_set_port_bits(gate, &x->dims, port, closed & x->cfg.lossless);
}

static void count_running(struct sluice_pause_rx *rx, const struct sluice_context *x, int port) {
  rx->running &= ~bit(port);
  for (int l = 0; l <= x->dims.classes; l++)
    if (rx->timer[port][l].runs) rx->running |= bit(port);
}

// The quantum in which the message arrives does not count, so a pause never ends early.
static void load(const struct sluice_pause_rx *rx, const struct sluice_context *x, struct sluice_timer *timer,
                 uint16_t quanta) {
  *timer = (struct sluice_timer){quanta != 0, rx->message.now + quanta + 1, x->cycle};
}

static void take_message(struct sluice_pause_rx *rx, const struct sluice_context *x) {
  struct sluice_timer *timer = rx->timer[rx->message.port];
  if (rx->message.level) {
    load(rx, x, &timer[x->dims.classes], rx->message.time[0]);
  } else {
    for (int c = 0; c < x->dims.classes; c++)
      if (rx->message.enable >> c & 1) load(rx, x, &timer[c], rx->message.time[c]);
  }
  count_running(rx, x, rx->message.port);
}

// Rows: first the class timers of each port, then the port timers. A visit ends the timers that have reached their
// deadline, except timers loaded since the row was read. Returns the port whose timers have ended, as a bit.
static uint64_t visit_row(struct sluice_pause_rx *rx, const struct sluice_context *x, uint64_t now) {
  const int ports = x->dims.ports, rows = 2 * ports;
  const int row = (int)((x->cycle + 2 * (uint64_t)rows - VISIT_LATENCY) % (uint64_t)rows), port = row % ports;
  const int first = row < ports ? 0 : x->dims.classes, last = row < ports ? x->dims.classes - 1 : x->dims.classes;
  bool ended = false;
  for (int l = first; l <= last; l++) {
    struct sluice_timer *timer = &rx->timer[port][l];
    if (!timer->runs || now < timer->deadline || timer->loaded + VISIT_LATENCY >= x->cycle) continue;
    timer->runs = false;
    ended = true;
  }
  if (!ended) return 0;
  count_running(rx, x, port);
  return bit(port);
}

static void receive(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                    const struct sluice_in *in) {
  const uint8_t port = in->rx_port & x->port_mask;
  rx->message.valid = in->rx_valid && port < x->dims.ports && !sluice_is_gfc(x->cfg.scheme);
  rx->message.level = in->rx_level != 0;
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
