// Watchdog of the egress queues [spec 13; RTL: sluice_switch_watchdog]: finds queues in a pause storm, equal to the RTL
// in every cycle. The functions allocate nothing.
#ifndef SLUICE_WATCHDOG_H
#define SLUICE_WATCHDOG_H

#include "cmodel/sluice_switch.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SLUICE_WATCHDOG_QUEUES = SLUICE_SWITCH_MAX_PORTS * SLUICE_MAX_CLASSES, SLUICE_WATCHDOG_LATENCY = 4 };

// The registers, as written: SLUICE_SWITCH_REG_WATCHDOG_CLOCK and _POLL; and from _DETECTION to _ACTION those of each
// port.
struct sluice_watchdog_port {
  uint32_t detection, restoration, action;
};
struct sluice_watchdog_registers {
  uint32_t clock, poll;
  struct sluice_watchdog_port port[SLUICE_SWITCH_MAX_PORTS];
};

// Events of a cycle. Bit p * classes + c is queue (p, c).
struct sluice_watchdog_in {
  bool rst;
  struct sluice_watchdog_registers registers;
  uint64_t gate[2], filled[2];  // the gate is closed; the queue holds a frame
  bool rx_valid, begin_valid;   // a pause message; a frame begins to leave
  uint8_t rx_port, rx_pauses, begin_port, begin_class;
};

// What a visit has found, on its way through the cycles of the visit.
struct sluice_watchdog_visit {
  bool valid, judges, fresh, closed, never_opened, paused, stuck, storm, off, holds, turns;
  int queue, port;
  uint32_t hundredth, age, limit, opens;
};

struct sluice_watchdog {
  int ports, classes;
  uint64_t storm[2];        // outputs
  bool detected, restored;  // pulses, with the queue that changed
  int changed;
  uint32_t cycles, micros;
  bool tick, poll_due, polls, fresh;
  int at, rest;
  uint32_t hundredth;
  bool gate[SLUICE_WATCHDOG_QUEUES], opened[SLUICE_WATCHDOG_QUEUES], paused[SLUICE_WATCHDOG_QUEUES],
      began[SLUICE_WATCHDOG_QUEUES];
  uint32_t age[SLUICE_WATCHDOG_QUEUES], opens[SLUICE_WATCHDOG_QUEUES];
  struct sluice_watchdog_visit visit[3];  // in its second, third and fourth cycle
};

void sluice_watchdog_init(struct sluice_watchdog *w, int ports, int classes);
void sluice_watchdog_step(struct sluice_watchdog *w, const struct sluice_watchdog_in *in);

// The action of a class, enum sluice_switch_action.
int sluice_watchdog_action(uint32_t action, int cls);

#ifdef __cplusplus
}
#endif

#endif
