// Sends captures through a lossless switch. A MAC model sends the frames of each capture into a port; the frames that
// leave a port are written to another capture.
#ifndef REPLAY_H
#define REPLAY_H

#include <stdio.h>

#include "tb/cli/replay/capture.h"
#include "tb/cli/replay/sender.h"
#include "tb/cosim/lossless.h"
#include "tb/sim/files/error.h"

enum { REPLAY_MACS = LOSSLESS_MACS };

struct replay_mac {
  uint64_t address;
  int port;
};

struct replay {
  struct sender_rules rules;
  struct capture capture[SWITCH_MAX_PORTS];    // input of each port
  struct capture_file *out[SWITCH_MAX_PORTS];  // NULL: not written
  struct replay_mac mac[REPLAY_MACS];
  int macs;
  bool flood;            // frames for unknown addresses and for groups are copied
  bool obey;             // the senders obey the switch's pauses, and send delayed frames later
  uint64_t most_gap_ns;  // longer times without frames are shortened to this time; 0: never
  void (*progress)(void *arg, double share,
                   double frames);  // called from time to time with the sent frames; NULL: never
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

// Runs the replay. Returns 0, or with a line in err: EINVAL (the switch refuses the registers), EDOM (RTL and model
// differ), ETIME (frames never leave the switch) or ENOMEM.
int replay_run(struct replay *r, struct lossless *l, struct replay_result *result, struct error *err);

// Prints the result as a table. Returns 0, or -1: out of memory.
int replay_table(const struct replay *r, const struct replay_result *result, FILE *to);

// ---- the MAC table of a replay ----

// Adds an entry for each address that sends in a capture, with the lowest port at which it sends; not for addresses
// that have an entry. If these are too many, only those to which a frame is sent get one. Returns 0, or EINVAL or
// ENOMEM with a line in err.
int replay_learn(struct replay *r, struct error *err);

#endif
