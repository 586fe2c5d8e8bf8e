// Captures through a lossless switch: the frames of each go in at a port as a MAC would hand them over, what comes out
// of a port goes into a capture of its own.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdio.h>

#include "tb/cli/replay/capture.h"
#include "tb/cli/replay/sender.h"
#include "tb/cosim/lossless.h"
#include "tb/sim/files/error.h"

enum { REPLAY_MACS = 16 };

struct replay_mac {
  uint64_t address;
  int port;
};

struct replay {
  struct sender_rules rules;
  struct capture capture[SWITCH_MAX_PORTS];  // in
  struct capture_file *out[SWITCH_MAX_PORTS];
  struct replay_mac mac[REPLAY_MACS];
  int macs;
  bool obey;             // the senders obey the switch's pauses: what they would have sent comes later
  uint64_t most_gap_ns;  // longer pauses between frames are cut to it; 0: no
  void (*progress)(void *arg, double share, double frames);  // that came in; called now and then, NULL: never
  void *progress_arg;
};

struct replay_port {
  uint64_t in, out, pauses_in, pauses_out, bad_control;  // frames
  uint64_t drops[SLUICE_SWITCH_REASONS];
};

struct replay_result {
  uint64_t cycles;
  struct replay_port port[SWITCH_MAX_PORTS];
};

// 0, EINVAL (the registers are refused), EDOM (RTL and model differ), ETIME (frames that never leave); a line in err.
int replay_run(struct replay *r, struct lossless *l, struct replay_result *result, struct error *err);

// 0 or -1: out of memory.
int replay_table(const struct replay *r, const struct replay_result *result, FILE *to);

#endif
