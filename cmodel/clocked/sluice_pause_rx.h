// Pause timers of the egress side [802.1Qbb, 802.3 annex 31B; spec 5, 13]: messages load them, one row of timers is
// visited per cycle, and the gate is the OR of the timers of the class, of the native port level and of PAUSE.
// Internal.
#ifndef SLUICE_PAUSE_RX_H
#define SLUICE_PAUSE_RX_H

#include "cmodel/clocked/sluice_quanta.h"

enum { SLUICE_PORT_TIMER = SLUICE_MAX_CLASSES, SLUICE_PAUSE_TIMER, SLUICE_TIMERS };

struct sluice_timer {
  bool runs;
  uint64_t deadline;  // quanta
  uint64_t loaded;    // cycle
};
struct sluice_pause_rx {
  struct {  // message of the last cycle
    bool valid;
    uint8_t level, port, enable;
    uint16_t time[SLUICE_MAX_CLASSES];
    uint64_t now;  // quanta when the message arrived
  } message;
  uint64_t now[2];                                                      // quanta one and two cycles before
  uint64_t running;                                                     // a bit per port with a running timer
  struct sluice_timer timer[SLUICE_MAX_PORTS][SLUICE_MAX_CLASSES + 2];  // one per class; SLUICE_PORT_TIMER and the next
};

// Returns the ports whose timers may have changed, one bit per port.
uint64_t sluice_pause_rx_step(struct sluice_pause_rx *rx, const struct sluice_context *x, const struct sluice_quanta *q,
                              const struct sluice_in *in);

// The gate of one port [DSH IV-D; RTL: sluice_gate]. A lossless class: closed while its timer or that of the port level
// runs, or while GFC's limiter blocks the queue (held). Every class: closed while the timer of PAUSE runs.
void sluice_gate(const struct sluice_pause_rx *rx, const struct sluice_context *x, const uint64_t *held, int port,
                 uint64_t *gate);

#endif
