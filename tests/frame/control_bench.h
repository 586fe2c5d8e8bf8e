// sluice_control in RTL and in C, cycle by cycle. A program without RTL runs the model alone.
#ifndef CONTROL_BENCH_H
#define CONTROL_BENCH_H

#include <check.h>

#include "tb/cosim/shim_modules.h"
#include "tests/frame/frames.h"

struct lockstep {
  struct sluice_control model;
  const struct shim_control *shim;  // NULL: no RTL
  void *rtl;
  struct sluice_control_out out;  // of the model
  char difference[200];
};

struct lockstep_dims {
  int ports, classes, width;
  bool credits;
};

// The variants of this program. n counts from 0; returns false past the end.
bool lockstep_variant(int n, struct lockstep_dims *dims);
void lockstep_new(struct lockstep *l, int variant);
void lockstep_free(struct lockstep *l);
// Runs one cycle. Returns false if RTL and model differ; difference names the signal and both values.
bool lockstep_step(struct lockstep *l, const struct sluice_control_in *in);

// sluice_control, RTL and model in lock-step, between sources of frames and sinks on all ports.

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
