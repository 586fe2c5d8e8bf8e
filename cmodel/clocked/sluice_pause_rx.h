// Pause timers of the egress side: messages load them, one row of them is visited per cycle, and the gate ORs class and
// port timers. Internal.
#ifndef SLUICE_PAUSE_RX_H
#define SLUICE_PAUSE_RX_H

#include "cmodel/clocked/sluice_quanta.h"

struct sluice_timer {
  bool runs;
  uint64_t deadline;  // quanta
  uint64_t loaded;    // cycle
};
struct sluice_pause_rx {
  struct {  // of the last cycle
    bool valid, level;
    uint8_t port, enable;
    uint16_t time[SLUICE_MAX_CLASSES];
    uint64_t now;  // quanta when it arrived
  } message;
  uint64_t now[2];                                                      // quanta, one and two cycles ago
  uint64_t running;                                                     // a bit per port with a running timer
  struct sluice_timer timer[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES + 1];  // the last is the port's
};

// Returns the ports whose timers may have changed, a bit for each.
uint64_t sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                              const struct sluice_in *in);

// sluice_gate, of one port: closed while a timer of the class or of the port runs or, held, GFC's limiter closes it.
void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate);

#endif
