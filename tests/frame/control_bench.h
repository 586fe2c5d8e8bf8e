// sluice_control, RTL and model in lock-step, between sources of frames and sinks on all ports.
#ifndef CONTROL_BENCH_H
#define CONTROL_BENCH_H

#include <check.h>

#include "tests/frame/frames.h"
#include "tests/frame/lockstep.h"

struct control_bench {
  struct lockstep l;
  struct sluice_control_in in;
  uint64_t now;
  struct sink sinks[SLUICE_MAX_PORTS];
  struct source sources[SLUICE_MAX_PORTS], data[SLUICE_MAX_PORTS];
  int frames_out[SLUICE_MAX_PORTS];  // control frames to the MAC
  uint64_t began[SLUICE_MAX_PORTS];  // cycle of the first beat of the last control frame
  struct pause_times sent[SLUICE_MAX_PORTS];
};
extern struct control_bench bench;  // of the test that runs

// Starts a build: every MAC and datapath is ready, and class c has priority c.
void control_start(int variant);

// One cycle, and several. A difference between RTL and model ends the test.
void control_step(void);
void control_steps(int n);

// Sets a message of the MMU for the next cycle: the same time for all classes.
void control_send(int port, bool level, unsigned enable, uint16_t time);

int control_beats(void);  // beats of a control frame
bool credits_of(int variant);
int control_beats_of(int variant);

// Adds the cases of received frames, for each build.
void cases_received(TCase *tcase, int variants);

#endif
