// What is known of frames at the MACs of a lossless switch alone: which went in, which came out, what the registers
// count. Each comes out once, unmodified and in the order of its (ingress, egress, class), or is counted by its reason
// [spec 9]. Neither models nor what the RTL shows of its inside are asked.
#ifndef SCOREBOARD_FRAMES_H
#define SCOREBOARD_FRAMES_H

#include "tb/cosim/lossless.h"
#include "tests/switch/frames.h"

enum { SCOREBOARD_BUCKETS = 4096, SCOREBOARD_ORDERS = 256 };

struct scoreboard_frames {
  int ports, classes;
  bool by_ttl, had_ttl;                             // the class is the MMU's, and follows from the TTL; or was once
  struct frames_frame *inside[SCOREBOARD_BUCKETS];  // may come out
  uint64_t kept;
  uint64_t newest[2][SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_MAX_PORTS]
                 [SCOREBOARD_ORDERS];  // copy, ingress, egress, class
  uint64_t in[SLUICE_SWITCH_MAX_PORTS], out[SLUICE_SWITCH_MAX_PORTS];
  uint64_t good[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES], left[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint64_t reasons[SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_REASONS];
  uint64_t copies, giants;                   // copies to be made; giants that a link cut, which may be either
  uint64_t unsure[SLUICE_SWITCH_MAX_PORTS];  // frames about which a link that falls leaves a doubt
  // Seen by scoreboard_frames_settle(): frames that went in, less those that were taken; of all ports, refused
  uint64_t lacks[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES], refused;
  char text[200];
};

void scoreboard_frames_start(struct scoreboard_frames *b, int ports, int classes);
void scoreboard_frames_end(struct scoreboard_frames *b);

// A frame goes in at its port; the scoreboard own it until it is out.
void scoreboard_frames_in(struct scoreboard_frames *b, struct frames_frame *f);

// The frame that a port is inside of was cut off by its link, after so many bytes; unsure: at its very beginning or
// end.
void scoreboard_frames_cut(struct scoreboard_frames *b, struct frames_frame *f, bool giant, bool unsure);

// A frame came out whole; its class. NULL, or what is wrong.
const char *scoreboard_frames_out(struct scoreboard_frames *b, int egress, const uint8_t *bytes, size_t n, int *cls);

// With nothing inside: whether the switch's counters agree. lossless: classes that must not have lost anything since
// the last time. NULL, or what is wrong.
const char *scoreboard_frames_settle(struct scoreboard_frames *b, struct lossless *l, uint32_t lossless);

#endif
