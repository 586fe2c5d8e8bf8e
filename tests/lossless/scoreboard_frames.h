// A scoreboard of frames at the MACs of a lossless switch. Each frame must leave once, unmodified and in the order of
// its (ingress, egress, class), or its reason must be counted [spec 9]. The scoreboard uses neither models nor monitor
// outputs of the RTL: only frames and counters.
#ifndef SCOREBOARD_FRAMES_H
#define SCOREBOARD_FRAMES_H

#include "tb/cosim/lossless.h"
#include "tests/switch/frames.h"

enum { SCOREBOARD_BUCKETS = 4096, SCOREBOARD_ORDERS = 256 };

struct scoreboard_frames {
  int ports, classes;
  bool by_ttl, had_ttl;                             // the MMU derives the class from the TTL: now; ever
  struct frames_frame *inside[SCOREBOARD_BUCKETS];  // frames that may leave
  uint64_t kept;
  uint64_t newest[2][SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_MAX_PORTS]
                 [SCOREBOARD_ORDERS];  // copy, ingress, egress, class
  uint64_t in[SLUICE_SWITCH_MAX_PORTS], out[SLUICE_SWITCH_MAX_PORTS];
  uint64_t good[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES], left[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES];
  uint64_t reasons[SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_REASONS];
  uint64_t copies, giants;                   // expected copies; giants cut by a link, which may be counted as either
  uint64_t unsure[SLUICE_SWITCH_MAX_PORTS];  // frames whose result is unknown because a link fell
  // As of the last scoreboard_frames_settle(): frames that entered but were not admitted; refused frames of all ports
  uint64_t missing[SLUICE_SWITCH_MAX_PORTS][SLUICE_MAX_CLASSES], refused;
  char text[200];
};

void scoreboard_frames_start(struct scoreboard_frames *b, int ports, int classes);
void scoreboard_frames_end(struct scoreboard_frames *b);

// A frame enters its port. The scoreboard owns the frame until it leaves.
void scoreboard_frames_in(struct scoreboard_frames *b, struct frames_frame *f);

// The link cut the frame that a port was receiving. giant: after more than MAX_FRAME bytes; unsure: at its very
// beginning or end.
void scoreboard_frames_cut(struct scoreboard_frames *b, struct frames_frame *f, bool giant, bool unsure);

// A whole frame left. Sets its class. Returns NULL or a failure message.
const char *scoreboard_frames_out(struct scoreboard_frames *b, int egress, const uint8_t *bytes, size_t n, int *cls);

// Compares the counters of an empty switch with the frames. Classes of lossless must have lost no frame since the last
// call. Returns NULL or a failure message.
const char *scoreboard_frames_settle(struct scoreboard_frames *b, struct lossless *l, uint32_t lossless);

#endif
