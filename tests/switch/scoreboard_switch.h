// The scoreboard of a switch checks every frame that enters the switch. A frame must leave once, unmodified and in the
// order of its (ingress, egress, class), or its reason must be counted. The scoreboard knows the frames only from their
// generator.
#ifndef SCOREBOARD_SWITCH_H
#define SCOREBOARD_SWITCH_H

#include "tb/cosim/lockstep_switch.h"
#include "tests/switch/frames.h"

enum { SCORE_BUCKETS = 4096, SCORE_ORDERS = 256 };

struct scoreboard_switch {
  int ports;
  bool by_ttl;                                 // the MMU derives the class from the TTL
  struct frames_frame *inside[SCORE_BUCKETS];  // accepted frames that have not left
  struct frames_frame *first[SLUICE_SWITCH_MAX_PORTS], *last[SLUICE_SWITCH_MAX_PORTS];  // frames without a reason
  uint64_t newest[2][SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_MAX_PORTS][SCORE_ORDERS];   // copy, ingress, egress, class
  struct frames_frame *first_copied, *last_copied;                                      // FLOODED
  uint64_t copies;
  uint64_t judged[SLUICE_SWITCH_MAX_PORTS][SLUICE_SWITCH_REASONS], out[SLUICE_SWITCH_MAX_PORTS];
  uint64_t marked[SLUICE_SWITCH_MAX_PORTS],
      marked_bytes[SLUICE_SWITCH_MAX_PORTS];  // left with CE that they arrived without
  uint64_t kept;                              // number of frames inside
  char text[200];
};

void scoreboard_switch_start(struct scoreboard_switch *s, int ports, bool by_ttl);
void scoreboard_switch_end(struct scoreboard_switch *s);  // frees the frames inside

// A frame starts to enter its port. The scoreboard owns the frame afterwards.
void scoreboard_switch_sent(struct scoreboard_switch *s, struct frames_frame *f);

// The link cut the frame that a port was receiving. giant: after more than MAX_FRAME bytes.
void scoreboard_switch_cut(struct scoreboard_switch *s, int port, bool giant);

// The switch has reported the reason of the port's oldest frame. Returns NULL or a failure message.
const char *scoreboard_switch_judged(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl);

// The switch has copied a frame and reported the reason of the copy. Returns NULL or a failure message.
const char *scoreboard_switch_copied(struct scoreboard_switch *s, int port, enum sluice_switch_reason reason, int cls,
                                     int egress, int ttl);

// A whole frame has left. Returns NULL or a failure message.
const char *scoreboard_switch_left(struct scoreboard_switch *s, int egress, const uint8_t *bytes, size_t n);

// Compares the counters of an empty switch with the frames. Returns NULL or a failure message.
const char *scoreboard_switch_total(struct scoreboard_switch *s, const struct sluice_switch *sw, int classes);

// The functions above as callbacks of lockstep_switch.h.
struct lockstep_switch_watch scoreboard_switch_watch(struct scoreboard_switch *s);

#endif
